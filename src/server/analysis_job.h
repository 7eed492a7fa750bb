/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses as jobs: what they are about, and how they are done. A job refers to a table
 * after a certain number of rows, which never change; so any server can do it, now or later, with
 * the store alone. Knows no queue, no socket and no clock. */

#ifndef SERVER_ANALYSIS_JOB_H
#define SERVER_ANALYSIS_JOB_H

#include "store/store.h"
#include "table/analyse.h"

enum analysis_kind { ANALYSIS_HINT, ANALYSIS_GAME, ANALYSIS_KINDS };

struct analysis_job {
    enum analysis_kind kind;
    char table_id[STORE_ID_SIZE];
    uint32_t rows;                /* that the table has */
    char key[STORE_JOB_KEY_SIZE]; /* two analyses with the same key have the same result */
};

/* What the queue must know of a kind (store.h). */
struct analysis_kind_info {
    const char *name;
    int rank;           /* those of people who wait at a table come first */
    int most;           /* may wait in the queue, others included */
    int64_t keep_ms;    /* how long it is kept; 0: as long as the table */
    int64_t longest_ms; /* it is given up after this */
};
const struct analysis_kind_info *analysis_kind_info(enum analysis_kind kind);

/* The best moves of a seat of that user; the analysis of the game. False with a problem noted if
 * there can be none now. */
bool analysis_job_for_hint(const struct table *table, int64_t user, int seat,
                           struct analysis_job *job, struct problem *problem);
bool analysis_job_for_game(const struct table *table, struct analysis_job *job,
                           struct problem *problem);

/* As the kind and the body of a job. False if this program knows no such kind. */
void analysis_job_write(const struct analysis_job *job, struct text *body);
bool analysis_job_read(const struct store_job *stored, struct analysis_job *job);

enum analysis_outcome {
    ANALYSIS_FOUND,      /* the result is JSON */
    ANALYSIS_IMPOSSIBLE, /* forever; the problem says why */
    ANALYSIS_STOPPED,    /* because of `stop` */
    ANALYSIS_UNREAD,     /* the store does not answer now, or there is not enough memory */
};

/* Does it. Takes long. From any thread that has the store for itself. */
enum analysis_outcome analysis_job_run(const struct analysis_job *job,
                                       const struct analysis_effort *effort, struct store *store,
                                       struct analysis_control *control, struct text *result,
                                       struct problem *problem);

#endif

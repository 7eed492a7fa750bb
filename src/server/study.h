/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a server can study for people, and how: hints and analyses. A study is about a table as it
 * was after so many rows, which never change; so any server can do it, now or later, with the store
 * alone. Knows no queue, no socket and no clock. */

#ifndef SERVER_STUDY_H
#define SERVER_STUDY_H

#include "room.h"

#include "players/hint.h"

#include <stdatomic.h>

enum study_kind { STUDY_HINT, STUDY_ANALYSIS, STUDY_KINDS };

struct study {
    enum study_kind kind;
    char table[STORE_ID_SIZE];
    uint32_t rows;                /* that the table has */
    char key[STORE_JOB_KEY_SIZE]; /* two studies with the same key have the same result */
};

/* What the queue must know of a kind (store.h). */
struct study_about {
    const char *name;
    int rank;           /* those of people who wait at a table come first */
    int most;           /* may wait in the queue, others included */
    int64_t keep_ms;    /* how long it is kept; 0: as long as the table */
    int64_t longest_ms; /* it is given up after this */
};
const struct study_about *study_about(enum study_kind kind);

/* The best moves of a seat of that user; the analysis of the game. False with a problem noted if
 * there can be none now. */
bool study_hint(const struct room *room, int64_t user, int seat, struct study *study,
                struct problem *problem);
bool study_analysis(const struct room *room, struct study *study, struct problem *problem);

/* As the kind and the body of a job. False if this program knows no such kind. */
void study_write(const struct study *study, struct text *body);
bool study_read(const struct store_job *job, struct study *study);

enum study_outcome {
    STUDY_FOUND,      /* the result is JSON */
    STUDY_IMPOSSIBLE, /* for ever; the problem says why */
    STUDY_STOPPED,    /* because of `stop` */
    STUDY_UNREAD,     /* the store does not answer now, or there is not enough memory */
};

/* How thorough it is: positions that are looked at (players/hint.h has the standard). */
struct study_effort {
    int64_t hint_nodes;     /* for a hint */
    int64_t analysis_nodes; /* for each moment of an analysis */
};

/* Does it. Takes long; `stop` ends it soon. From any thread that has the store for itself. */
enum study_outcome study_do(const struct study *study, const struct study_effort *effort,
                            struct store *store, const atomic_bool *stop, struct text *result,
                            struct problem *problem);

#endif

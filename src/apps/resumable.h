/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A large file that is made piece by piece and can be continued by the next run after a crash or
 * Ctrl-C. Until it is complete it is called FILE.part, and FILE.resume says how far it is; FILE
 * itself appears, or is replaced, when everything is there. */

#ifndef APPS_RESUMABLE_H
#define APPS_RESUMABLE_H

#include "base/problem.h"
#include "base/text.h"

#include <stdio.h>

struct resumable {
    const char *path;
    char *part, *note;  /* names */
    char *new_note;     /* the name of a note that is being written */
    FILE *file;         /* NULL: not open */
    uint64_t work;      /* what is being done: only the same work is continued */
    int64_t done, made; /* pieces of work, and what came out of them, as last marked */
};

/* Opens the file. `work` is a fingerprint of all that decides what will be in it. `done` and `made`
 * tell what there is already, 0 for a new file. False with a problem noted if it cannot be written,
 * or if another process is writing it. */
bool resumable_open(struct resumable *file, const char *path, uint64_t work,
                    struct problem *problem);

/* Adds bytes. They count once resumable_mark has said what they are. */
bool resumable_put(struct resumable *file, struct span bytes, struct problem *problem);
bool resumable_mark(struct resumable *file, int64_t done, int64_t made, struct problem *problem);

/* Replaces the first bytes, gives the file its name, and ends. */
bool resumable_finish(struct resumable *file, struct span beginning, struct problem *problem);

/* Ends before the file is complete: what was marked can be continued; or all of it is removed. */
void resumable_leave(struct resumable *file);
void resumable_discard(struct resumable *file);

#endif

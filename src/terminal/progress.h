/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A progress bar on the standard error, if that is a terminal; else nothing. */

#ifndef TERMINAL_PROGRESS_H
#define TERMINAL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *label;
    uint64_t total;
    bool shown;      /* the standard error is a terminal */
    int64_t started; /* milliseconds */
    int64_t drawn;   /* when it was drawn last */
};

void progress_start(struct progress *progress, const char *label, uint64_t total);
void progress_update(struct progress *progress, uint64_t done); /* cheap: draws 10 times a second */
void progress_follow(void *progress, uint64_t done);            /* the same, to be handed on */
void progress_end(struct progress *progress);                   /* wipes it */

#endif

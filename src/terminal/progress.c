/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The progress bar. */

#include "progress.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 30, REDRAW_MS = 100 };

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_start(struct progress *progress, const char *label, uint64_t total)
{
    int64_t now = now_ms();
    *progress = (struct progress){label, total, isatty(STDERR_FILENO) == 1, now, now};
}

static void draw(const struct progress *progress, uint64_t done, int64_t now)
{
    char bar[BAR_WIDTH + 1];
    uint64_t filled = progress->total > 0 ? done * BAR_WIDTH / progress->total : BAR_WIDTH;
    assert(progress->label != NULL);
    for (unsigned i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    double seconds = (double)(now - progress->started) / 1000;
    double left = done > 0 ? seconds * (double)(progress->total - done) / (double)done : 0;
    fprintf(stderr, "\r%s [%s] %" PRIu64 "/%" PRIu64 "  %.0f s  ", progress->label, bar, done,
            progress->total, left);
    fflush(stderr);
}

void progress_update(struct progress *progress, uint64_t done)
{
    if (!progress->shown)
        return;
    int64_t now = now_ms();
    if (now - progress->drawn < REDRAW_MS)
        return;
    progress->drawn = now;
    draw(progress, done, now);
}

void progress_follow(void *progress, uint64_t done)
{
    progress_update(progress, done);
}

void progress_end(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}

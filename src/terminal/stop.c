/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Signals are noted and looked at between two steps. */

#include "stop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t wanted;

static void note(int number)
{
    (void)number;
    wanted = 1;
}

void stop_watch(void)
{
    static const int signals[] = {SIGINT, SIGHUP, SIGTERM};
    struct sigaction action = {.sa_handler = note}; /* reading is to be interrupted */
    wanted = 0;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a terminal that is gone is noticed when it is read */
}

bool stop_wanted(void)
{
    return wanted != 0;
}

/* A signal may come between the look at the flag and the wait, so no wait is long. */
enum { SLICE_MS = 250 };

bool stop_or_readable(int file, int milliseconds)
{
    struct pollfd look = {.fd = file, .events = POLLIN};
    for (int waited = 0; !stop_wanted(); waited += SLICE_MS) {
        int slice =
            milliseconds < 0 || milliseconds - waited > SLICE_MS ? SLICE_MS : milliseconds - waited;
        if (slice < 0)
            return false;
        int count = poll(&look, 1, slice);
        if (count > 0 || (count < 0 && errno != EINTR))
            return true;
        if (milliseconds >= 0 && slice < SLICE_MS)
            return false;
    }
    return false;
}

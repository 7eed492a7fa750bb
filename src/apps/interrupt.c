/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See interrupt.h. */

#include "interrupt.h"

#include <signal.h>
#include <unistd.h>

static atomic_bool pressed;

static void note(int number)
{
    (void)number;
    atomic_store(&pressed, true);
}

const atomic_bool *interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    return &pressed;
}

bool interrupt_note(struct problem *problem)
{
    return !atomic_load(&pressed) ||
           problem_set(problem, _("interrupted; this is what there was by then."), NULL, NULL,
                       NULL);
}

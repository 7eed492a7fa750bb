/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A program that was built without ncurses has no full-screen client and says so. */

#include "screen.h"

bool screen_play(struct game_connection *connection, struct problem *problem)
{
    (void)connection;
    return problem_set(problem,
                       _("This program was built without ncurses, so it has no full screen; play "
                         "without --screen."),
                       NULL, NULL, NULL);
}

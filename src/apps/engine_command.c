/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery engine: answers other programs, line by line. */

#include "arguments.h"

#include "engine/engine.h"

#include <string.h>

static int run(struct invocation *invocation)
{
    const char *player = NULL;
    const struct argument arguments[] = {
        {"with", "PLAYER",
         _("the computer player that answers; by default Commander, or the strongest level of a game without it"),
         ARGUMENT_TEXT, &player, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 0, 0);
    if (code >= 0)
        return code;
    if (player != NULL && strlen(player) > ENGINE_DESCRIPTION_MAX) {
        problem_set(&invocation->problem, _("the description of a player is too long"), NULL, NULL,
                    NULL);
        return EXIT_USAGE;
    }
    engine_serve(stdin, stdout, player);
    return EXIT_FINE;
}

const struct command engine_command = {
    "engine",
    "[options]",
    _("answer other programs that ask for moves, line by line"),
    run,
    _("docs/engine_protocol.md describes the lines."),
    NULL,
};

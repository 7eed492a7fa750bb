/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery join: plays at a table of a server, in lines or on the full screen. */

#include "arguments.h"

#include "terminal/line_mode.h"
#include "terminal/remote_connection.h"
#include "terminal/screen.h"
#include "terminal/stop.h"

#include <stdio.h>
#include <stdlib.h>

static int run(struct invocation *invocation)
{
    struct joining joining = {.token = getenv("ORRERY_TOKEN"), .language = invocation->language};
    const char *name = NULL;
    int64_t seat = 0;
    bool screen = false;
    const struct argument arguments[] = {
        {"name", "NAME", _("your name, if you are new there"), ARGUMENT_TEXT, &name, 0, 0},
        {"seat", "N", _("the seat to take; by default the first that is open"), ARGUMENT_NUMBER,
         &seat, 1, SEATS_MAX},
        {"watch", NULL, _("only watch"), ARGUMENT_FLAG, &joining.watch, 0, 0},
        {"screen", NULL, _("play on the full screen, with keyboard and mouse"), ARGUMENT_FLAG,
         &screen, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    joining.address = invocation->given.list[0];
    joining.name = name != NULL ? name : phrase(invocation->language, _("Guest"));
    joining.seat = (int)seat;
    joining.language = invocation->language;
    stop_watch();
    struct game_connection *connection = remote_connection_open(&joining, &invocation->problem);
    bool fine =
        connection != NULL && (screen ? screen_play(connection, &invocation->problem)
                                      : line_mode_play(connection, stdin, &invocation->problem));
    bool joined = connection != NULL;
    connection_close(connection);
    return exit_code(joined, fine);
}

const struct command join_command = {
    "join",
    "URL [options]",
    _("play at a table of a server, in the terminal"),
    run,
    _("URL is the link of the table. A guest's token is kept for the next visit; ORRERY_TOKEN in "
      "the environment is used instead, for accounts."),
    NULL,
};

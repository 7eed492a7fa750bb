/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The game that somebody plays at this terminal: here, or at a server. Line mode and full screen
 * know a game only through a connection, and do not know which kind it is: local_connection.h opens
 * a session of this program, remote_connection.h a table of a server. */

#ifndef TERMINAL_CONNECTION_H
#define TERMINAL_CONNECTION_H

#include "contract/notation.h"
#include "contract/play.h"

enum { LOG_LINES_MAX = 4000 }; /* of the log that are kept; more are forgotten from its beginning */

/* What has happened, in lines for people. */
struct log_lines {
    char **lines;
    size_t count;     /* that are kept */
    size_t forgotten; /* before them */
};

enum waited {
    WAITED_NOTHING, /* the time is over, or the program is to stop */
    WAITED_NEWS,    /* the fields below may have changed */
    WAITED_LOST,    /* the game cannot go on here; `lost` says why */
};

struct game_connection;

struct connection_kind {
    /* Actions of the seat that is awaited. If one is refused, false, with a sentence in the
     * reader's language added. After them the fields of the connection are up to date. */
    bool (*move)(struct game_connection *connection, struct move move, struct text *refusal);
    bool (*confirm)(struct game_connection *connection, struct text *refusal);
    bool (*undo)(struct game_connection *connection, struct text *refusal);
    bool (*redo)(struct game_connection *connection, struct text *refusal);

    /* Waits for others, at most this long: a computer player's move, news of a server. With 0 it
     * only looks, and a computer player here does not move. */
    enum waited (*wait)(struct game_connection *connection, int milliseconds);

    /* The state after the first `count` moves. False if it cannot be had. */
    bool (*look_back)(struct game_connection *connection, uint32_t count, void *state);

    /* The record of the game so far. False with a problem noted if it cannot be had. */
    bool (*record)(struct game_connection *connection, struct text *out, struct problem *problem);

    void (*close)(struct game_connection *connection);
};

struct game_connection {
    const struct connection_kind *kind;
    const struct ruleset *rules;
    const void *state; /* after the last move */
    struct teller teller;
    int awaited;             /* the seat, DEALER or NOBODY, as session_awaited says */
    bool seated;             /* somebody at this terminal plays */
    bool mine;               /* that seat is played at this terminal */
    bool confirms;           /* what is awaited is the end of its turn, confirmed */
    bool can_undo, can_redo; /* at that seat */
    bool hints;              /* may this program be asked for them? */
    bool kept_elsewhere;     /* somebody else saves the game */
    uint32_t moves;          /* made so far, chance included */
    uint32_t saved;          /* of them when it was saved last */
    struct log_lines log;
    struct text lost;
};

/* Adds a line to the log; control characters and what nobody sees are left out. */
void connection_log(struct game_connection *connection, struct span line);

/* Writes the record to a file. */
bool connection_save(struct game_connection *connection, const char *path, struct problem *problem);

/* Makes the folders of a path that are missing; whether that worked, the file in it tells. */
void folders_make(const char *path);

/* Saves a game that ends in the middle where it will be found again, if that is needed, and says so
 * on the standard error: a file in the folder for such things of the user. */
void connection_rescue(struct game_connection *connection);

void connection_close(struct game_connection *connection); /* NULL is fine */

#endif

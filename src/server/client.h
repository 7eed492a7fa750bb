/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A client at a WebSocket: reads its messages, carries them out in the registry, and reports what
 * happens at the tables it watches. docs/protocol.md describes the messages. */

#ifndef SERVER_CLIENT_H
#define SERVER_CLIENT_H

#include "http.h"
#include "people.h"
#include "rate_limit.h"
#include "tables.h"

struct clients;
struct analysis_queue;

/* The limits are for messages of all sockets of a person or an address; each socket of a bot may
 * send that many frames (websocket.h). */
struct clients *clients_open(struct loop *loop, struct tables *tables,
                             struct analysis_queue *analysis_queue, struct people *people,
                             struct rate_limits *limits, int bot_messages);
void clients_close(struct clients *clients); /* NULL is fine */

/* What clients and server speak, docs/protocol.md; a number for each change that old clients cannot
 * ignore. */
#define CLIENT_PROTOCOL "1"

/* Turns the request into a WebSocket of that person (NULL: someone who only watches), who showed a
 * token with that hash. */
void client_welcome(struct clients *clients, struct http_request *request,
                    const struct store_user *user, const uint8_t token[STORE_HASH_SIZE]);

/* Ends the sockets of a user that came in with that token, or all others of theirs. */
enum { CLOSE_SIGNED_OUT = 4001, CLOSE_POLICY = 1008, CLOSE_TRY_LATER = 1013 }; /* goodbyes */
void clients_sign_out(struct clients *clients, int64_t user, const uint8_t token[STORE_HASH_SIZE],
                      bool others);

/* The user (0: anyone) may have signed out at another server: ends the sockets whose tokens are
 * void. */
void clients_recheck_tokens(struct clients *clients, struct people *people, int64_t user);

/* Says goodbye to all: the server stops, come back soon; or it restarts, come back at once. */
void clients_dismiss(struct clients *clients, bool restart);

/* A line was said at a table, here or on another server. */
void clients_tell_line(struct clients *clients, const char *table_id,
                       const struct store_line *line);

int clients_count(const struct clients *clients);

/* Codes of errors, and the words for people. */
enum error_code {
    ERROR_NONE,
    ERROR_BAD_MESSAGE,
    ERROR_UNKNOWN_COMMAND,
    ERROR_MISSING,   /* an argument */
    ERROR_NOT_FOUND, /* a table */
    ERROR_NOT_ALLOWED,
    ERROR_REFUSED, /* by the rules */
    ERROR_STALE,
    ERROR_UNAVAILABLE,
    ERROR_TOO_MANY,
    ERROR_UNKNOWN_MEMBER, /* of a body or a message */
    ERROR_CODES,
};
extern const char *const error_words[ERROR_CODES];

#endif

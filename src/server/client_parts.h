/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files client*.c share: clients, and messages that are being answered. */

#ifndef SERVER_CLIENT_PARTS_H
#define SERVER_CLIENT_PARTS_H

#include "analysis_queue.h"
#include "client.h"
#include "members.h"
#include "websocket.h"
#include "table/view.h"

#include <jansson.h>

/* A table that a client watches. */
struct watched_table {
    struct table_watcher watcher;
    struct client *client;
    struct watched_table *next, *before;
    char table_id[STORE_ID_SIZE];
    struct viewer viewer;
    uint32_t told; /* moves of the log that it has */
};

struct client {
    struct clients *all;
    struct client *next, *before;
    struct websocket *socket; /* NULL when it is gone */
    int64_t user;             /* 0: watches only */
    int64_t owner;            /* of what it asks for (analysis_queue.h) */
    uint8_t token[STORE_HASH_SIZE];
    uint8_t address[ADDRESS_KEY_SIZE]; /* for limits */
    bool signed_out;
    char name[STORE_NAME_SIZE];
    enum person_kind person;
    enum language language;
    struct watched_table *watched;
    int watched_count, commands;
    struct analysis_subscription
        *subscriptions; /* analyses that it will hear of (client_analysis.c) */
    int subscription_count;
};

/* What was told last, for those who see the same. */
struct sent_view {
    char table_id[STORE_ID_SIZE];
    uint32_t rows, told;
    unsigned online; /* seats, as bits */
    struct viewer viewer;
    int64_t made;
    struct websocket_frame *frame;
};

struct clients {
    struct sent_view sent;
    struct view_cache views; /* of the table told of last */
    struct loop *loop;
    struct tables *tables;
    struct analysis_queue *analysis_queue;
    struct people *people;
    struct rate_limits *limits;
    int bot_messages;
    struct client *first;
    int count;
};

/* One message that is being answered. */
struct client_command {
    struct table_lookup lookup;
    struct table_change change;
    struct client *client;
    const struct command_kind *kind;
    json_int_t id;
    char table_id[STORE_ID_SIZE];
    json_t *message; /* its own */
    struct text body;
};

struct command_kind {
    const char *name;
    void (*run)(struct client_command *command, struct table *table);
    int row;                 /* of a change; else -1 */
    bool has_seat;           /* "seat" is needed */
    const char *argument;    /* a text that is needed besides it, or NULL */
    bool is_switch;          /* "on" is needed: true or false */
    const char *const *more; /* members that its messages may have besides; NULL: nothing */
};

/* ---- client.c -------------------------------------------------------------------------------- */

void client_send(struct client *client, struct text *text); /* uses it up */

/* Opens {"answer":ID,"ok":true or false. */
struct json command_answer(struct text *text, json_int_t id, bool fine);
void command_end(struct client_command *command);

/* Refuses and ends it. */
void command_fail(struct client_command *command, enum error_code code, const char *sentence);
void command_fail_problem(struct client_command *command, enum error_code code,
                          const struct problem *problem);

/* Says why a change was not made, and ends it. */
void command_fail_change(struct client_command *command, enum change_result result,
                         const struct problem *problem);

/* Members of the message. */
const char *command_text(const struct client_command *command, const char *key);
int64_t command_number(const struct client_command *command, const char *key, int64_t otherwise);
bool command_flag(const struct client_command *command, const char *key);

/* The moves of a message: "move", or those of the list "moves" as one text. */
void command_write_moves(const struct client_command *command, struct text *out);

/* What the rows of the commands run: a change of the table, watching it, being there. */
void do_change(struct client_command *command, struct table *table);
void do_watch(struct client_command *command, struct table *table);
void do_unwatch(struct client_command *command, struct table *table);
void do_ping(struct client_command *command, struct table *table); /* refers to no table */

/* ---- client_commands.c: the list of commands ------------------------------------------------- */

/* Counts one more message of the client; false if it, all its sockets together, has sent too many.
 */
bool command_is_within_rate(const struct client *client);

/* Does what the message says, which is used up, or refuses it; `within` is what the last function
 * said. */
void command_begin(struct client *client, json_t *message, bool within);

/* ---- client_look.c: looking back and ahead --------------------------------------------------- */

void do_moment(struct client_command *command, struct table *table);
void do_scores(struct client_command *command, struct table *table);
void do_log(struct client_command *command, struct table *table);
void do_preview(struct client_command *command, struct table *table);

/* ---- client_analysis.c: hints and analyses --------------------------------------------------- */

void do_hint(struct client_command *command, struct table *table);
void do_analysis(struct client_command *command, struct table *table);

/* The client is gone: it will hear of nothing. */
void client_unsubscribe_all(struct client *client);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files of the remote connection share. */

#ifndef TERMINAL_REMOTE_PARTS_H
#define TERMINAL_REMOTE_PARTS_H

#include "output.h"
#include "remote_connection.h"
#include "web_client.h"

#include "contract/ruleset.h"
#include "record/record.h"

#include <jansson.h>
#include <stdio.h>

enum { TABLE_ID_SIZE = 64 };

enum phase { PHASE_OPEN, PHASE_RUNNING, PHASE_OVER };

struct remote_connection {
    union any_state state; /* first: it begins at a cache line */
    struct game_connection base;
    struct web_client *web;
    struct ruleset *rules;
    char table[TABLE_ID_SIZE];
    char names[SEATS_MAX][SEAT_NAME_SIZE];
    const char *name_list[SEATS_MAX];
    uint64_t keys;     /* the keys of our commands begin with it */
    json_int_t number; /* of the last command */
    json_int_t version;
    uint32_t final;  /* moves that nobody can take back */
    uint32_t logged; /* moves whose lines are in the log */
    enum phase phase;
    unsigned ours; /* seats, as bits */
    int open_seat; /* the first, from 1; 0: none */
    int wanted_seat;
    bool wants_seat, owner;
    bool broken; /* the server says something that cannot be */
    int retry_ms;
    int64_t retry_at;
};

/* ---- remote_view.c: what the server says ------------------------------------------------------
 */

/* Takes a view over. False with a problem noted, and nothing changed, if it cannot be true. */
bool remote_take_view(struct remote_connection *remote, const json_t *view,
                      struct problem *problem);
void remote_take_log(struct remote_connection *remote, const json_t *log);

/* The state in an answer with a moment; NULL if there is none. Reading it checks it. */
const json_t *remote_find_state(const json_t *answer);
bool remote_read_state(const struct remote_connection *remote, const json_t *json, void *state,
                       struct problem *problem);

/* ---- remote_enter.c: before anything is played ------------------------------------------------
 */

bool remote_find_table(struct remote_connection *remote, const struct joining *joining,
                       struct problem *problem); /* from the address */
bool remote_sign_in(struct remote_connection *remote, const struct joining *joining,
                    struct problem *problem); /* a token */
bool remote_open_rules(struct remote_connection *remote, struct problem *problem);

#endif

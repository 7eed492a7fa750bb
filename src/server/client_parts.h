/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files client*.c share: clients, and messages that are being answered. */

#ifndef SERVER_CLIENT_PARTS_H
#define SERVER_CLIENT_PARTS_H

#include "client.h"
#include "socket.h"
#include "studies.h"
#include "view.h"

#include <jansson.h>

/* A table that a client watches. */
struct looking {
    struct watcher watcher;
    struct client *client;
    struct looking *next;
    char table[STORE_ID_SIZE];
    struct viewer viewer;
    uint32_t told; /* moves of the log that it has */
};

struct client {
    struct clients *all;
    struct client *next, *before;
    struct socket *socket; /* NULL when it is gone */
    int64_t user;          /* 0: watches only */
    int64_t owner;         /* of what it asks for (studies.h) */
    uint8_t token[STORE_HASH_SIZE];
    uint8_t address[ADDRESS_KEY_SIZE]; /* for limits */
    bool signed_out;
    char name[STORE_NAME_SIZE];
    enum person_kind person;
    enum language language;
    struct looking *looking;
    int looking_count, requests;
    struct expecting *expecting; /* studies that it will hear of (client_study.c) */
    int expecting_count;
};

/* What was told last, for those who see the same. */
struct news {
    char table[STORE_ID_SIZE];
    uint32_t rows, told;
    struct viewer viewer;
    int64_t made;
    struct parcel *parcel;
};

struct clients {
    struct news news;
    struct view_cache views; /* of the table told of last */
    struct loop *loop;
    struct hall *hall;
    struct studies *studies;
    struct people *people;
    struct rate_limits *limits;
    struct client *first;
    int count;
};

/* One message that is being answered. */
struct request {
    struct visit visit;
    struct change change;
    struct client *client;
    const struct command *command;
    json_int_t id;
    char table[STORE_ID_SIZE];
    json_t *message; /* its own */
    struct text body;
};

struct command {
    const char *name;
    void (*call)(struct request *request, struct room *room);
    int row;              /* of a change; else -1 */
    bool has_seat;        /* "seat" is needed */
    const char *argument; /* a text that is needed beside it, or NULL */
    bool is_switch;       /* "on" is needed: true or false */
};

/* ---- client.c -------------------------------------------------------------------------------- */

void client_send(struct client *client, struct text *text); /* uses it up */

/* Opens {"answer":ID,"ok":true or false. */
struct json request_answer(struct text *text, json_int_t id, bool fine);
void request_end(struct request *request);

/* Refuses and ends it. */
void request_fail(struct request *request, enum error_code code, const char *sentence);
void request_fail_problem(struct request *request, enum error_code code,
                          const struct problem *problem);

/* Members of the message. */
const char *request_text(const struct request *request, const char *key);
int64_t request_number(const struct request *request, const char *key, int64_t otherwise);
bool request_flag(const struct request *request, const char *key);

/* ---- client_look.c: looking back and ahead --------------------------------------------------- */

void call_moment(struct request *request, struct room *room);
void call_scores(struct request *request, struct room *room);
void call_log(struct request *request, struct room *room);
void call_preview(struct request *request, struct room *room);

/* ---- client_study.c: hints and analyses ------------------------------------------------------ */

void call_hint(struct request *request, struct room *room);
void call_analysis(struct request *request, struct room *room);

/* The client is gone: it will hear of nothing. */
void client_expect_nothing(struct client *client);

#endif

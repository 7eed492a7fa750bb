/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* One HTTP request on its way through the parts of the server, for the files api*.c. */

#ifndef SERVER_CALL_H
#define SERVER_CALL_H

#include "api.h"
#include "study_view.h"

#include "base/json.h"

#include <jansson.h>

struct call {
    struct api *api;
    struct http_request *request; /* NULL when the client has gone */
    const struct route *route;
    struct inquiry inquiry;
    struct visit visit;
    struct making making;
    struct job job;
    struct question question;
    struct study_about_table about; /* of the question */
    json_t *body;                   /* of a POST; its own */
    struct store_user user;         /* who asks; id 0: nobody */
    enum language language;
    char table[STORE_ID_SIZE];
    char peer[PEER_SIZE];
    uint8_t address[ADDRESS_KEY_SIZE]; /* of the peer, for limits */
    int64_t began;                     /* by loop_now */
    struct text text;                  /* what is being answered */
    enum store_result result;
    int64_t line, line_time; /* of chat: its number, and when it was said */
    int retry_after;         /* seconds, with what is being answered; 0: nothing is said of it */
};

/* Names of cookies: behind TLS those with a prefix, which browsers take from this very host alone,
 * and over TLS only. */
extern const char secure_token_cookie[], plain_token_cookie[];

/* Did the request come by TLS, as far as a proxy says? */
bool request_is_secure(const struct http_request *request);

/* Who must ask. */
enum access { ANYBODY, GUESTS /* and accounts */ };

struct route {
    const char *method;
    const char *path; /* "*" stands for one part of it */
    enum access access;
    void (*handle)(struct call *call);
    enum rate_kind rate;
    bool is_raw; /* the body may be large: a worker reads it, and only if the client is there */
};

/* Answers and ends the call. */
void call_send(struct call *call, const struct http_answer *answer);
void call_answer(struct call *call, int status, const char *type);
void call_answer_json(struct call *call, int status); /* what is in call->text */
void call_fail(struct call *call, int status, enum error_code code, const char *sentence);
void call_fail_problem(struct call *call, int status, enum error_code code,
                       const struct problem *problem);

/* The same with the place of the problem: for a text that the client has sent. */
void call_fail_at(struct call *call, int status, enum error_code code,
                  const struct problem *problem);

/* There is not enough memory for it at the moment: 503. */
void call_fail_no_memory(struct call *call);

/* Something of the body is not what it must be. Always false, so that a reader can return it. */
bool call_fail_member(struct call *call, const char *key);

/* A text of the body, "" if there is none; false (and answered) if it is needed or too long. */
bool call_text(struct call *call, const char *key, bool needed, char *out, size_t size);

/* Answers with what is kept under that name; false if there is nothing. And keeps what is in
 * call->text and answers with it. */
bool call_answer_kept(struct call *call, struct span name);
void call_keep_answer(struct call *call, struct span name);

/* Visits the table of the call; whose visit it is; answers and is false if there is no room. */
void call_visit(struct call *call, void (*seen)(struct visit *visit, struct room *room,
                                                const struct problem *problem));
struct call *call_of_visit(struct visit *visit);
bool call_has_room(struct call *call, const struct room *room, const struct problem *problem);

static inline bool call_is_of_guest(const struct call *call)
{
    return call->user.password[0] == '\0';
}

extern const struct route people_routes[], list_routes[], table_routes[], make_routes[],
    game_routes[], study_routes[]; /* end without a path */

#endif

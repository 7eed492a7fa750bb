/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* One HTTP request on its way through the parts of the server, for the files api*.c. */

#ifndef SERVER_API_CALL_H
#define SERVER_API_CALL_H

#include "analysis_view.h"
#include "api.h"
#include "members.h"
#include "person_kind.h"

#include "base/json.h"

#include <jansson.h>

struct api_call {
    struct api *api;
    struct http_request *request; /* NULL when the client has gone */
    const struct route *route;
    struct people_query people_query;
    struct table_lookup lookup;
    struct table_creation creation;
    struct work work;
    void (*body_read)(struct api_call *call); /* what api_read_large then does */
    bool was_read, no_memory;
    struct analysis_query analysis_query;
    struct analysis_subject about; /* of the query */
    json_t *body;                  /* of a POST; its own */
    struct store_user user;        /* who asks; id 0: nobody */
    enum language language;
    char table_id[STORE_ID_SIZE];
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

/* Who must ask. Where only members are let in, all but VISITORS are accounts, and bots of theirs.
 */
enum route_access {
    VISITORS,
    ANYBODY,
    GUESTS,   /* and accounts and bots: whoever has a token */
    PEOPLE,   /* of them all but bots */
    ACCOUNTS, /* people who have a password */
};

struct route {
    const char *method;
    const char *path; /* "*" stands for one part of it */
    enum route_access access;
    void (*handle)(struct api_call *call);
    enum rate_kind rate;
    bool is_raw; /* the body may be large: the route reads it, and only if the client is there */
    const char *const *members; /* of the body, all that it may have (members.h); NULL: none */
};

/* Answers and ends the call. */
void api_send(struct api_call *call, const struct http_answer *answer);
void api_answer(struct api_call *call, int status, const char *type);
void api_answer_json(struct api_call *call, int status); /* what is in call->text */
void api_fail(struct api_call *call, int status, enum error_code code, const char *sentence);
void api_fail_problem(struct api_call *call, int status, enum error_code code,
                      const struct problem *problem);

/* The same with the place of the problem: for a text that the client has sent. */
void api_fail_at(struct api_call *call, int status, enum error_code code,
                 const struct problem *problem);

/* There is not enough memory for it at the moment: 503. */
void api_fail_no_memory(struct api_call *call);

/* Something of the body is not what it must be. Always false, so that a reader can return it. */
bool api_fail_member(struct api_call *call, const char *key);

/* A text of the body, "" if there is none; false (and answered) if it is needed or too long. */
bool api_read_text(struct api_call *call, const char *key, bool needed, char *out, size_t size);

/* Asks the people, on behalf of the client's address; and whether what they answered is a failure,
 * which is answered then: an unknown one as a wrong name or password. */
void api_ask_people(struct api_call *call, enum people_query_kind kind,
                    void (*done)(struct people_query *people_query));
bool api_has_failed(struct api_call *call);

/* Has something done by the workers, in turn with what they do for others. */
void api_add_work(const struct api_call *call, struct work *work, void (*run)(struct work *work),
                  void (*done)(struct work *work), bool urgent);

/* Reads a small body in the loop. False, and answered, if it is not an object, or has members that
 * the route does not know. Large ones: */
bool api_read_body(struct api_call *call);

/* Reads the body of a raw route in a worker to call->body, then comes back to the loop. Whoever
 * waits in vain is answered. */
void api_read_large(struct api_call *call, void (*then)(struct api_call *call));

/* Answers with what is kept under that name; false if there is nothing. And keeps what is in
 * call->text and answers with it. */
bool api_answer_kept(struct api_call *call, struct span name);
void api_keep_answer(struct api_call *call, struct span name);

/* Looks up the table of the call; whose lookup it is; answers and is false if there is no table. */
void api_look_up(struct api_call *call,
                 void (*seen)(struct table_lookup *lookup, struct table *table,
                              const struct problem *problem));
struct api_call *api_call_of_lookup(struct table_lookup *lookup);
bool api_has_table(struct api_call *call, const struct table *table, const struct problem *problem);

static inline enum person_kind api_call_person(const struct api_call *call)
{
    return person_kind_of(&call->user);
}

extern const struct route people_routes[], bot_routes[], list_routes[], table_routes[],
    make_routes[], game_routes[], analysis_routes[], workshop_routes[]; /* end without a path */

#endif

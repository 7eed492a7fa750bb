/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How often anyone may do things that cost the server more than the client. Each kind of action has
 * a bucket of tokens that refills over time, in one table (rate_limit.c):
 *
 *   nobody    requests without a valid token, by address;
 *   person    everyone who is signed in, guests too, by user;
 *   bot       the same for bots of accounts, which have their own numbers;
 *   address   all people of one address together: looser, so that a household or a school behind
 *             one address is not locked out by one of its own. Messages of bots do not
 *             count here, so that no one is locked out by their bot.
 *
 * The buckets are in a table of fixed size whose key is drawn at the start, so no one can choose an
 * address that shares a place with another. A full bucket is forgotten. If all places for a
 * newcomer are taken, it takes over the one with the least debt, *including the debt*: no one can
 * shed what was used, their own or others', by being pushed out. Making the debts in a set of
 * places large enough to matter to a newcomer would take some hundred thousand requests a second.
 */

#ifndef SERVER_RATE_LIMIT_H
#define SERVER_RATE_LIMIT_H

#include "address.h"
#include "person_kind.h"

enum rate_kind {
    RATE_USUAL,    /* of a route: RATE_READ for GET, else RATE_CHANGE */
    RATE_PAGE,     /* a file of the page, and what is as cheap */
    RATE_READ,     /* GET: a table, a record, chat … */
    RATE_LIST,     /* lists of tables */
    RATE_CHANGE,   /* any change that has no kind of its own */
    RATE_GUEST,    /* a new guest */
    RATE_SIGN_IN,  /* a password is tried or set */
    RATE_ACCOUNT,  /* a guest becomes an account, whose name is taken for good */
    RATE_TABLE,    /* a new table, a rematch */
    RATE_IMPORT,   /* a recorded game, in a large body */
    RATE_CHECK,    /* a card set or an effect is read, while someone edits it */
    RATE_TRY,      /* a card set is tried in random games */
    RATE_CHAT,     /* a line of chat */
    RATE_ANALYSIS, /* a hint, an analysis */
    RATE_MESSAGE,  /* a message by WebSocket, of all sockets together */
    RATE_KINDS,
};

enum rate_scope { RATE_NOBODY, RATE_PERSON, RATE_BOT, RATE_ADDRESS, RATE_SCOPES };

enum { RATE_STANDARD = 300 }; /* of --requests: then the numbers of the table hold */

struct rate_limits;

/* `requests` scales all but RATE_MESSAGE: 600 allows twice as much as RATE_STANDARD. `messages`
 * scales that one against SOCKET_RATE, and `bot_messages` that of bots against BOT_SOCKET_RATE. */
struct rate_limits *rate_limits_open(int requests, int messages, int bot_messages);
void rate_limits_close(struct rate_limits *limits); /* NULL is fine */

/* Takes one token; false if there is none left: then `retry`, if not NULL, is after how many
 * seconds there will be one. The key is an address_key or rate_key_of_user; `now` by loop_now. */
bool rate_limit_take(struct rate_limits *limits, enum rate_kind kind, enum rate_scope scope,
                     const uint8_t key[ADDRESS_KEY_SIZE], int64_t now, int *retry);

void rate_key_of_user(int64_t user, uint8_t key[ADDRESS_KEY_SIZE]);

/* The scope of someone who is signed in. */
enum rate_scope rate_scope_of(enum person_kind person);

/* How many tokens a bucket holds, for tests. */
int rate_limit_burst(const struct rate_limits *limits, enum rate_kind kind, enum rate_scope scope);

#endif

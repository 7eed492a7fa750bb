/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Who is who. Everyone starts as a guest with a name; a name and a password turn it into an
 * account. A token of 256 random bits identifies a client; the store keeps only its hash. Passwords
 * are stored as argon2id.
 *
 * The store is asked in a dedicated thread. Hashing is slow on purpose, so it has another one, with
 * a queue that is bounded and fair by address: looking up a token never waits for a password. Wrong
 * passwords meet growing delays, for the account and for the address; a browser that has signed in
 * before has its own delays, so no one can lock out the owner.
 *
 * An account may have bots: they have a name and a token that their owner can renew and revoke, and
 * no password. */

#ifndef SERVER_PEOPLE_H
#define SERVER_PEOPLE_H

#include "address.h"
#include "token.h"
#include "workers.h"

#include "store/store.h"

enum {
    PASSWORD_MIN = 8,
    PASSWORD_MAX = 200,
    TOKEN_DAYS = 180,
    BOT_TOKEN_DAYS = 365,
    BOTS_MAX = 100, /* of one account, whatever the host allows */
    DEVICE_SIZE = TOKEN_SIZE,
    HASHES_WAITING = 64,  /* passwords that wait for the thread that hashes */
    MAIL_LINK_HOURS = 48, /* that the link in a mail is good for */
    PEER_SIZE = 64,
};

struct people;

struct people *people_open(struct loop *loop, const char *store, struct problem *problem);

/* Runs the loop until every question is answered; NULL is fine. */
void people_close(struct people *people);

/* What can be asked. */
enum people_query_kind {
    ASK_GUEST,      /* name, language: a new guest with a token */
    ASK_WHO,        /* token: whose is it? */
    ASK_LOGIN,      /* name, password: a new token for an account */
    ASK_ACCOUNT,    /* user, name, password: a guest gets an account and a new token; all others are
                     * void afterwards */
    ASK_PASSWORD,   /* user, password, new_password: the same */
    ASK_CHANGE,     /* user, name (of a guest), language, webhook, mail (of an account) */
    ASK_LOGOUT,     /* user, hash: that token is void afterwards */
    ASK_STILL,      /* user, hash: is that token still good? Someone else may have ended it */
    ASK_CONFIRM,    /* token, from a mail: its address is the user's */
    ASK_STOP,       /* stop, from a mail: no more mails */
    ASK_THERE,      /* user, table: has been there, and may get a notification about it again */
    ASK_BOTS,       /* user, an account: its bots */
    ASK_BOT,        /* user, name, language, most: a new bot with a token */
    ASK_BOT_TOKEN,  /* user, bot: a new token for it; the one before is void */
    ASK_BOT_REVOKE, /* user, bot: its token is void afterwards */
    ASK_BOT_REMOVE, /* user, bot: one that has never been at a table goes */
    PEOPLE_QUERY_KINDS
};

enum people_result {
    PEOPLE_FINE,
    PEOPLE_UNKNOWN, /* no such token, name or password */
    PEOPLE_TAKEN,   /* another account has that name, or one that looks like it */
    PEOPLE_WRONG,   /* a text is not as it must be; `problem` tells */
    PEOPLE_LATER,   /* tried too often: not before `wait` milliseconds */
    PEOPLE_BUSY,    /* too many passwords wait already */
    PEOPLE_FULL,    /* more than one may have; `problem` tells */
    PEOPLE_FAILED,  /* the store does not answer */
};

/* A question; embedded in the owner's own struct. `done` comes in the loop. The texts are copied.
 */
struct people_query {
    enum people_query_kind kind;
    char token[TOKEN_SIZE];
    uint8_t hash[STORE_HASH_SIZE]; /* of the token that told who asks; ASK_WHO fills it in */
    char name[STORE_NAME_SIZE];
    char password[PASSWORD_MAX + 1], new_password[PASSWORD_MAX + 1];
    char language[8];
    char webhook[400], mail[200];
    bool has_name, has_language, has_webhook, has_mail;
    char peer[PEER_SIZE];              /* the address that asks, for the log */
    uint8_t network[ADDRESS_KEY_SIZE]; /* and what counts as one with it (address_key) */
    char device[DEVICE_SIZE]; /* what a browser got when it came in before; answered: a new one */
    char table_id[STORE_ID_SIZE];
    char stop[100];         /* mail_stop_word */
    struct store_user user; /* asked about, and answered */
    int64_t most;           /* bots that an account may have */
    struct store_bot bot;   /* asked about by its id, and answered */
    struct store_bot *bots; /* where the list goes: the caller's, BOTS_MAX of them */
    int bot_count;
    enum people_result result;
    int64_t wait; /* with PEOPLE_LATER and PEOPLE_BUSY */
    struct problem problem;
    void (*done)(struct people_query *query);
    /* the people's own */
    struct work work;
    struct people *people;
    int step;
    bool known_device;
    bool sends_mail, new_mail;
    uint64_t turn;                                                  /* in the queue of passwords */
    char password_before[sizeof((struct store_user *)0)->password]; /* its hash */
};
void people_ask(struct people *people, struct people_query *query);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Who is who. Everybody is a guest with a name at first; a name and a password make an account of
 * it. A token of 256 random bits says who asks; the store keeps its hash alone. Passwords are kept
 * as argon2id. All of it is asked in a thread of its own, since hashing takes long by intention. */

#ifndef SERVER_PEOPLE_H
#define SERVER_PEOPLE_H

#include "workers.h"

#include "store/store.h"

enum {
    TOKEN_SIZE = 65, /* hexadecimal digits with the closing zero */
    PASSWORD_MIN = 8,
    PASSWORD_MAX = 200,
    TOKEN_DAYS = 180,
};

struct people;

struct people *people_open(struct loop *loop, const char *store, struct problem *problem);

/* Runs the loop until every question is answered; NULL is fine. */
void people_close(struct people *people);

/* What can be asked. */
enum inquiry_kind {
    ASK_GUEST,    /* name, language: a new guest with a token */
    ASK_WHO,      /* token: whose is it? */
    ASK_LOGIN,    /* name, password: a new token for an account */
    ASK_ACCOUNT,  /* user, name, password: a guest gets an account */
    ASK_PASSWORD, /* user, password, new_password, hash: other tokens are void afterwards */
    ASK_CHANGE,   /* user, name (of a guest), language, webhook, mail: NULL leaves it as it is */
    ASK_LOGOUT,   /* user, hash: that token is void afterwards */
    ASK_STILL,    /* user, hash: is that token still good? Somebody else may have ended it */
};

enum inquiry_result {
    PEOPLE_FINE,
    PEOPLE_UNKNOWN, /* no such token, name or password */
    PEOPLE_TAKEN,   /* another account has that name */
    PEOPLE_WRONG,   /* a text is not as it must be; `problem` tells */
    PEOPLE_FAILED,  /* the store does not answer */
};

/* A question; embedded in the owner's own struct. `done` comes in the loop. The texts are copied.
 */
struct inquiry {
    enum inquiry_kind kind;
    char token[TOKEN_SIZE];
    uint8_t hash[STORE_HASH_SIZE]; /* of the token that told who asks; ASK_WHO fills it in */
    char name[STORE_NAME_SIZE];
    char password[PASSWORD_MAX + 1], new_password[PASSWORD_MAX + 1];
    char language[8];
    char webhook[400], mail[200];
    bool has_name, has_language, has_webhook, has_mail;
    struct store_user user; /* asked about, and answered */
    enum inquiry_result result;
    struct problem problem;
    void (*done)(struct inquiry *inquiry);
    struct job job; /* the people's own */
    struct people *people;
};
void people_ask(struct people *people, struct inquiry *inquiry);

#endif

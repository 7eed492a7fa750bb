/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Studies that people ask for (study.h): puts them into the queue of the store, tells who asked how
 * they stand, and does some of them here, in threads of their own. All servers of a store share the
 * queue. Who takes a study renews its lease while it works; if it dies, another server takes the
 * study over when the lease has ended. Knows no room, no socket and no JSON. */

#ifndef SERVER_STUDIES_H
#define SERVER_STUDIES_H

#include "address.h"
#include "study.h"
#include "workers.h"

struct studies;

enum { STUDIES_THREADS_MAX = 16, STUDIES_LEASE_MS = 30000 };

struct studies_settings {
    const char *store;          /* address */
    int threads;                /* that study; 0: others do it. Of several one is kept for hints */
    int lease_ms;               /* 0: the standard */
    struct study_effort effort; /* 0: the standard */
    bool alone;                 /* no server in this process: the time is asked of the store */
};

struct studies *studies_open(struct loop *loop, const struct studies_settings *settings,
                             struct problem *problem);

/* The server stops: nothing is taken any more, and what is under way is left to others. */
void studies_rest(struct studies *studies);

/* Rests, tells everybody who waits for an answer, and runs the loop until nothing is under way. */
void studies_close(struct studies *studies); /* NULL is fine */

/* ---- asking ---------------------------------------------------------------------------------- */

enum study_state {
    STUDY_NONE, /* nobody has asked for it */
    STUDY_WAITING,
    STUDY_WORKING,
    STUDY_DONE,
    STUDY_FAILED,
    STUDY_TOO_MANY, /* it was not put into the queue: too many wait, or too many of that user */
    STUDY_TOO_MANY_OF_USER,
    STUDY_TOO_MANY_OF_ADDRESS,
    STUDY_UNANSWERED, /* the store does not answer now */
};

/* How a study stands. */
struct standing {
    enum study_state state;
    int64_t ahead;      /* that are done before it */
    const char *result; /* JSON if it is done; a phrase if it has failed, or "" */
};

/* Who takes turns with others in the queue: an account for itself; of guests, who cost nothing, all
 * at one address together. */
int64_t studies_owner(const struct studies *studies, const struct store_user *user,
                      const uint8_t address[ADDRESS_KEY_SIZE]); /* address_key */

/* A question; embedded in the owner's own struct. `told` comes in the loop, once; what it is told
 * is gone afterwards. */
struct question {
    void (*told)(struct question *question, const struct standing *standing);
    struct study study;
    int64_t user, owner;   /* who asks; studies_owner */
    bool only_looks;       /* puts nothing into the queue */
    struct standing found; /* the studies' own, as all below */
    struct text result, body;
    struct job job;
    struct studies *studies;
};
void studies_ask(struct studies *studies, struct question *question);

/* Somebody who wants to hear when a study has ended. `ended` comes in the loop, once; then, or when
 * it does not follow any more, the follower is free. */
struct follower {
    void (*ended)(struct follower *follower, const struct standing *standing);
    char key[STORE_JOB_KEY_SIZE];
    struct follower *next, *before; /* the studies' own, as below */
    struct studies *studies;
};
void studies_follow(struct studies *studies, struct follower *follower);
void studies_unfollow(struct follower *follower); /* fine if it follows nothing */

/* Another server has put something into the queue, or has finished something. */
void studies_news(struct studies *studies);

struct studies_counts {
    int64_t waiting; /* in the queue when it was last looked at */
    int working;     /* here */
    uint64_t taken, taken_over, finished, failed, lost;
};
void studies_counts(const struct studies *studies, struct studies_counts *counts);

#endif

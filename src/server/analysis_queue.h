/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses that people ask for (analysis_job.h): puts them into the queue of the store,
 * reports their state, and runs some of them here, in threads of their own. All servers of a store
 * share the queue. A worker renews the lease of its job; if it dies, another server takes the job
 * over when the lease has ended. Knows no table, no socket and no JSON. */

#ifndef SERVER_ANALYSIS_QUEUE_H
#define SERVER_ANALYSIS_QUEUE_H

#include "address.h"
#include "analysis_job.h"
#include "workers.h"

struct analysis_queue;

enum { ANALYSIS_THREADS_MAX = 16, ANALYSIS_LEASE_MS = 30000 };

struct analysis_queue_settings {
    const char *store;             /* address */
    int threads;                   /* that analyse. Of several one is kept for hints */
    bool elsewhere;                /* others of the same store analyse, too */
    int lease_ms;                  /* 0: the standard */
    struct analysis_effort effort; /* 0: the standard */
    bool alone;                    /* no server in this process: the time is asked of the store */
};

struct analysis_queue *analysis_queue_open(struct loop *loop,
                                           const struct analysis_queue_settings *settings,
                                           struct problem *problem);

/* The server stops: nothing is taken any more, and what is under way is left to others. */
void analysis_queue_stop(struct analysis_queue *queue);

/* Stops, tells everyone who waits for an answer, and runs the loop until nothing is under way. */
void analysis_queue_close(struct analysis_queue *queue); /* NULL is fine */

/* Does anyone do what is asked for, here or elsewhere? If not, nothing new comes into the queue. */
bool analysis_queue_is_served(const struct analysis_queue *queue);

/* ---- asking ---------------------------------------------------------------------------------- */

enum analysis_state {
    ANALYSIS_NONE, /* nobody has asked for it */
    ANALYSIS_WAITING,
    ANALYSIS_WORKING,
    ANALYSIS_DONE,
    ANALYSIS_FAILED,
    ANALYSIS_TOO_MANY, /* it was not put into the queue: too many wait, or too many of that user */
    ANALYSIS_TOO_MANY_OF_USER,
    ANALYSIS_TOO_MANY_OF_ADDRESS,
    ANALYSIS_UNSERVED,   /* nobody would do it */
    ANALYSIS_UNANSWERED, /* the store does not answer now */
    ANALYSIS_OWN,        /* whoever asks does it: a hint that is only noted */
};

/* How a job stands. */
struct analysis_status {
    enum analysis_state state;
    int64_t ahead;      /* that are done before it */
    int done;           /* thousandths of it, if it is being done here and was asked for; or -1 */
    const char *result; /* JSON if it is done; a phrase if it has failed, or "" */
};

/* Who takes turns with others in the queue: an account for itself; of guests, who cost nothing, all
 * at one address together. */
int64_t analysis_queue_owner(const struct analysis_queue *queue, const struct store_user *user,
                             const uint8_t address[ADDRESS_KEY_SIZE]); /* address_key */

/* A question; embedded in the owner's own struct. `told` comes in the loop, once; what it is told
 * is gone afterwards. */
struct analysis_query {
    void (*told)(struct analysis_query *query, const struct analysis_status *status);
    struct analysis_job job;
    int64_t user, owner;          /* who asks; analysis_queue_owner */
    bool only_looks;              /* puts nothing into the queue */
    struct analysis_status found; /* the queue's own, as all below */
    struct text result, body;
    struct work work;
    struct analysis_queue *queue;
};
void analysis_queue_ask(struct analysis_queue *queue, struct analysis_query *query);

/* Someone who wants to hear when a job has ended. `ended` comes in the loop, once; then, or when
 * it does not follow any more, the follower is free. */
struct analysis_follower {
    void (*ended)(struct analysis_follower *follower, const struct analysis_status *status);
    char key[STORE_JOB_KEY_SIZE];
    struct analysis_follower *next, *before; /* the queue's own, as below */
    struct analysis_queue *queue;
};
void analysis_queue_follow(struct analysis_queue *queue, struct analysis_follower *follower);
void analysis_queue_unfollow(struct analysis_follower *follower); /* fine if it follows nothing */

/* Another server has put something into the queue, or has finished something. */
void analysis_queue_wake(struct analysis_queue *queue);

struct analysis_queue_counts {
    int64_t
        waiting; /* in the queue when it was last counted, without those that ended here since */
    int working; /* here */
    uint64_t taken, taken_over, finished, failed, lost;
};
void analysis_queue_counts(const struct analysis_queue *queue,
                           struct analysis_queue_counts *counts);

#endif

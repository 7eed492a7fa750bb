/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A queue that serves houses in turn, and in each of them the people, however much they want: of
 * every house one thing is taken before any house's second one, the people of a house take its
 * turns one after the other, and the things of one person keep their order. So a newcomer waits for
 * one round of the houses at the most, and many people of one house do not make that longer. Adding
 * and taking cost the same however many wait. Knows no threads: whoever shares one locks it. */

#ifndef SERVER_FAIR_QUEUE_H
#define SERVER_FAIR_QUEUE_H

#include <stdint.h>

/* Something that waits; embedded in the owner's own struct. */
struct fair_item {
    int64_t person;         /* 0: nobody, who counts as one more person */
    int64_t house;          /* 0: that of the person alone */
    struct fair_item *next; /* the queue's own */
};

struct fair_line;  /* of one person in a house */
struct fair_house; /* the lines of those who share it */

enum { FAIR_BUCKETS = 256 };

/* Zeroed is empty; it holds no memory while nothing waits. */
struct fair_queue {
    struct fair_line *buckets[FAIR_BUCKETS]; /* by person */
    struct fair_house *houses[FAIR_BUCKETS];
    struct fair_house *first, *last; /* whose turn it is next */
    int count;
};

void fair_queue_add(struct fair_queue *queue, struct fair_item *item);
struct fair_item *fair_queue_take(struct fair_queue *queue); /* NULL if nothing waits */

#endif

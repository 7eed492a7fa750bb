/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A queue that serves houses in turn, and within each house its people, however much they ask for:
 * every house gets one item before any house gets its second, the people of a house share its turns
 * one after another, and the items of one person keep their order. So a newcomer waits for at most
 * one round of the houses, and many people in one house do not make that longer. Adding and taking
 * cost the same however many are waiting. Knows no threads: if one is shared, its owner locks it.
 * */

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

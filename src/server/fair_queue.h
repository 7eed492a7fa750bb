/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A queue that serves people in turn, however much each of them wants: of everybody who waits one
 * thing is taken before anybody's second one, and the things of one person keep their order. So a
 * newcomer waits for one round at the most. Adding and taking cost the same however many wait.
 * Knows no threads: whoever shares one locks it. */

#ifndef SERVER_FAIR_QUEUE_H
#define SERVER_FAIR_QUEUE_H

#include <stdint.h>

/* Something that waits; embedded in the owner's own struct. */
struct fair_item {
    int64_t person;         /* 0: nobody, who counts as one more person */
    struct fair_item *next; /* the queue's own */
};

struct fair_line; /* of one person */

enum { FAIR_SHELVES = 256 };

/* Zeroed is empty; it holds no memory while nothing waits. */
struct fair_queue {
    struct fair_line *shelves[FAIR_SHELVES]; /* by person */
    struct fair_line *first, *last;          /* whose turn it is next */
    int count;
};

void fair_queue_add(struct fair_queue *queue, struct fair_item *item);
struct fair_item *fair_queue_take(struct fair_queue *queue); /* NULL if nothing waits */

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* One line for each person who waits, the lines of a house in a ring, and the houses in another. */

#include "fair_queue.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

struct fair_line {
    int64_t person;
    struct fair_house *house;
    struct fair_item *first, *last;
    struct fair_line *next;      /* whose turn it is afterwards */
    struct fair_line *in_bucket; /* the next one there */
};

struct fair_house {
    int64_t number;
    struct fair_line *first, *last; /* who takes its next turn */
    struct fair_house *next;        /* whose turn it is afterwards */
    struct fair_house *in_bucket;
};

static unsigned bucket_of(int64_t number)
{
    return (unsigned)((uint64_t)number * UINT64_C(0x9e3779b97f4a7c15) >> 56);
}

/* ---- houses ---------------------------------------------------------------------------------- */

/* A house goes to the end of the ring. */
static void line_up_house(struct fair_queue *queue, struct fair_house *house)
{
    house->next = NULL;
    if (queue->last != NULL)
        queue->last->next = house;
    else
        queue->first = house;
    queue->last = house;
}

static struct fair_house *house_of(struct fair_queue *queue, const struct fair_item *item)
{
    int64_t number = item->house != 0 ? item->house : item->person;
    struct fair_house **bucket = &queue->houses[bucket_of(number)], *house = *bucket;
    while (house != NULL && house->number != number)
        house = house->in_bucket;
    if (house != NULL)
        return house;
    house = memory_new(1, sizeof *house);
    house->number = number;
    house->in_bucket = *bucket;
    *bucket = house;
    line_up_house(queue, house);
    return house;
}

static void drop_house(struct fair_queue *queue, struct fair_house *house)
{
    struct fair_house **at = &queue->houses[bucket_of(house->number)];
    assert(house->first == NULL);
    while (*at != house)
        at = &(*at)->in_bucket;
    *at = house->in_bucket;
    free(house);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A line goes to the end of those of its house. */
static void line_up(struct fair_line *line)
{
    struct fair_house *house = line->house;
    line->next = NULL;
    if (house->last != NULL)
        house->last->next = line;
    else
        house->first = line;
    house->last = line;
}

static struct fair_line *line_of(struct fair_queue *queue, const struct fair_item *item)
{
    struct fair_house *house = house_of(queue, item);
    struct fair_line **bucket = &queue->buckets[bucket_of(item->person)], *line = *bucket;
    while (line != NULL && (line->person != item->person || line->house != house))
        line = line->in_bucket;
    if (line != NULL)
        return line;
    line = memory_new(1, sizeof *line);
    line->person = item->person;
    line->house = house;
    line->in_bucket = *bucket;
    *bucket = line;
    line_up(line);
    return line;
}

static void drop_line(struct fair_queue *queue, struct fair_line *line)
{
    struct fair_line **at = &queue->buckets[bucket_of(line->person)];
    assert(line->first == NULL);
    while (*at != line)
        at = &(*at)->in_bucket;
    *at = line->in_bucket;
    free(line);
}

/* Takes the first line out of its house; it goes to the end if there is more in it. */
static struct fair_item *take_turn(struct fair_queue *queue, struct fair_house *house)
{
    struct fair_line *line = house->first;
    struct fair_item *item = line->first;
    assert(item != NULL && queue->count > 0);
    house->first = line->next;
    if (house->first == NULL)
        house->last = NULL;
    line->first = item->next;
    if (line->first != NULL)
        line_up(line);
    else
        drop_line(queue, line);
    queue->count--;
    item->next = NULL;
    return item;
}

/* ---- the queue ------------------------------------------------------------------------------- */

void fair_queue_add(struct fair_queue *queue, struct fair_item *item)
{
    assert((queue->first == NULL) == (queue->count == 0));
    struct fair_line *line = line_of(queue, item);
    item->next = NULL;
    if (line->last != NULL)
        line->last->next = item;
    else
        line->first = item;
    line->last = item;
    queue->count++;
}

struct fair_item *fair_queue_take(struct fair_queue *queue)
{
    struct fair_house *house = queue->first;
    if (house == NULL)
        return NULL;
    assert(house->first != NULL && queue->count > 0);
    queue->first = house->next;
    if (queue->first == NULL)
        queue->last = NULL;
    struct fair_item *item = take_turn(queue, house);
    if (house->first != NULL)
        line_up_house(queue, house);
    else
        drop_house(queue, house);
    return item;
}

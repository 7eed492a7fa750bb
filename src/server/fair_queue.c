/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* One line for each person who waits, and the lines in a ring. */

#include "fair_queue.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

struct fair_line {
    int64_t person;
    struct fair_item *first, *last;
    struct fair_line *next;     /* whose turn it is afterwards */
    struct fair_line *on_shelf; /* the next one there */
};

static struct fair_line **shelf_of(struct fair_queue *queue, int64_t person)
{
    uint64_t mixed = (uint64_t)person * UINT64_C(0x9e3779b97f4a7c15);
    return &queue->shelves[mixed >> 56];
}

/* A line goes to the end of the ring. */
static void line_up(struct fair_queue *queue, struct fair_line *line)
{
    line->next = NULL;
    if (queue->last != NULL)
        queue->last->next = line;
    else
        queue->first = line;
    queue->last = line;
}

static struct fair_line *line_of(struct fair_queue *queue, int64_t person)
{
    struct fair_line **shelf = shelf_of(queue, person), *line = *shelf;
    while (line != NULL && line->person != person)
        line = line->on_shelf;
    if (line != NULL)
        return line;
    line = memory_new(1, sizeof *line);
    line->person = person;
    line->on_shelf = *shelf;
    *shelf = line;
    line_up(queue, line);
    return line;
}

static void drop_line(struct fair_queue *queue, struct fair_line *line)
{
    struct fair_line **at = shelf_of(queue, line->person);
    assert(line->first == NULL);
    while (*at != line)
        at = &(*at)->on_shelf;
    *at = line->on_shelf;
    free(line);
}

void fair_queue_add(struct fair_queue *queue, struct fair_item *item)
{
    struct fair_line *line = line_of(queue, item->person);
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
    struct fair_line *line = queue->first;
    if (line == NULL)
        return NULL;
    struct fair_item *item = line->first;
    assert(item != NULL && queue->count > 0);
    queue->first = line->next;
    if (queue->first == NULL)
        queue->last = NULL;
    line->first = item->next;
    if (line->first != NULL)
        line_up(queue, line);
    else
        drop_line(queue, line);
    queue->count--;
    item->next = NULL;
    return item;
}

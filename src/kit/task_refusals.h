/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A template (kit/tasks.h): what is blocked while a task asks, for a game that tells it task by
 * task. The game's reasons.h includes it once. Its list has one more column: what the task has
 * blocked, or `nothing`.
 *     TASK(supply, SUPPLY, 0, ON(RUN), supplies)    my_block_supplies says what and why
 *     TASK(run, RUN, 1, ON(TURN) | ON(RUN), nothing) */

#include "refusals.h"

/* The list being filled, and what it is read off. */
struct TASK_JOIN(TASK_GAME, _refusals) {
    const TASK_VIEW *v;
    const struct frame *frame; /* the task that asks */
    int seat;                  /* who decides */
    struct refusals list;
};
#define TASK_REFUSALS struct TASK_JOIN(TASK_GAME, _refusals)

/* Adds a move with its reason, unless it is legal or already there. */
static inline void refuse(TASK_REFUSALS *r, struct move move, struct message why)
{
    block(&r->list, move, why);
}

/* For tasks that the game goes on with by itself, that the dealer decides, or whose every option is
 * always there. */
static inline void TASK_JOIN(TASK_GAME, _block_nothing)(TASK_REFUSALS *r)
{
    (void)r;
}

/* Each of the others has its own:
 *     void my_block_supplies(struct my_refusals *r); */
#define TASK_ROW(name, NAME, last_step, parents, blocked)                                          \
    void TASK_JOIN(TASK_GAME, _block_##blocked)(TASK_REFUSALS * r);
TASK_LIST(TASK_ROW)
#undef TASK_ROW

/* Looks at the task that asks, and adds what it has blocked; false if no seat decides. Begin with
 * (struct my_refusals){.v = …, .list = {.list = …}}. */
static inline bool block_task(TASK_REFUSALS *r)
{
#define TASK_ROW(name, NAME, last_step, parents, blocked)                                          \
    [TASK_##NAME] = TASK_JOIN(TASK_GAME, _block_##blocked),
    static void (*const blocks[TASK_COUNT])(TASK_REFUSALS * r) = {TASK_LIST(TASK_ROW)};
#undef TASK_ROW
    if (!refusals_open(&r->list, r->v->rules, r->v->s))
        return false;
    r->frame = task_top(r->v);
    r->seat = r->list.seat;
    assert(r->seat == r->frame->seat);
    blocks[r->frame->task](r);
    return true;
}

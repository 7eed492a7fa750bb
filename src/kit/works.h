/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Works on an agenda: how a game goes on from one decision to the next.
 *
 * A game lists its kinds of work. Each has a function that goes on by itself, or functions that say
 * what can be decided and do it. The loop here runs them; node, legal moves and the making of a
 * move are read off the work on top of the agenda. The kit knows no work: what one does is the
 * game's.
 *
 * Every game has a `struct table`: a state with its rules. It looks like this, with the game's own
 * cards and state; the kit only hands it on.
 *     struct table {
 *         const struct ruleset *rules;
 *         const struct my_cards *cards;
 *         struct my_state *s;         with a member `agenda`
 *         struct events *events;      where events go; NULL: nowhere
 *     };
 * Functions that only ask take it const; they leave the state alone. */

#ifndef KIT_WORKS_H
#define KIT_WORKS_H

#include "tasks.h"

struct table;

/* `step` goes on with the work on top and returns true, or returns false if somebody has to decide;
 * then `options` lists the moves and `take` does the one chosen. Without `step` there is always
 * something to decide. */
struct work_kind {
    bool (*step)(struct table *t);
    int (*options)(const struct table *t, const struct frame *frame, struct move *moves);
    void (*take)(struct table *t, struct move move);
    bool dealer;                                   /* it is the dealer's */
    bool (*is_dealers)(const struct frame *frame); /* where that depends; may be NULL */
    bool obvious; /* a single option is taken without asking, unless it is the dealer's */
};

/* The works of a table: all kinds by their number, and the agenda of its state. */
struct works {
    const struct work_kind *const *kinds;
    struct table *table;
    const uint8_t *depth;
    const struct frame *frames;
};

#define works_of(t, all_kinds)                                                                     \
    ((struct works){all_kinds, t, &(t)->s->agenda.depth, (t)->s->agenda.frames})

/* Runs to the next decision, or to the end of the agenda. */
void works_advance(struct works works);

/* Must somebody decide, or is the agenda empty? For positions from outside: the work on top must
 * not be able to go on by itself. The step is tried, so the table must be over a copy of the state.
 */
bool works_at_rest(struct works works, int kind_count);

/* ---- for the functions of the contract ------------------------------------------------------- */

static inline const struct frame *works_top(struct works works)
{
    assert(*works.depth > 0);
    return &works.frames[*works.depth - 1];
}

static inline bool work_is_dealers(const struct work_kind *kind, const struct frame *frame)
{
    return kind->dealer || (kind->is_dealers != NULL && kind->is_dealers(frame));
}

/* Where the table stands; the question is the work, about the first two arguments of its frame.
 * `turn` is not looked at when the agenda is empty: nobody's. */
static inline struct node works_node(struct works works, int turn, int round)
{
    if (*works.depth == 0)
        return (struct node){NOBODY, NOBODY, (uint16_t)round, {.seat = NOBODY}};
    const struct frame *frame = works_top(works);
    bool dealer = work_is_dealers(works.kinds[frame->work], frame);
    int8_t actor = dealer ? DEALER : (int8_t)frame->seat;
    struct message ask = {frame->work, dealer ? NOBODY : actor, frame->args[0], frame->args[1], 0};
    return (struct node){actor, (int8_t)turn, (uint16_t)round, ask};
}

/* The legal moves; none if the agenda is empty. */
static inline int works_legal(struct works works, struct move *moves)
{
    if (*works.depth == 0)
        return 0;
    const struct frame *frame = works_top(works);
    return works.kinds[frame->work]->options(works.table, frame, moves);
}

/* Makes a legal move and runs on. */
static inline void works_apply(struct works works, struct move move)
{
    works.kinds[works_top(works)->work]->take(works.table, move);
    works_advance(works);
}

/* ---- for the functions of a work ------------------------------------------------------------- */

/* The frame of the work, taking it off when it is done, and putting another one on top. */
#define work_top(t)  agenda_top(&(t)->s->agenda)
#define work_done(t) agenda_pop(&(t)->s->agenda)
#define push_work(t, kind, whose, a, b, c, d)                                                      \
    agenda_push(&(t)->s->agenda, .work = (uint8_t)(kind), .seat = (uint8_t)(whose),                \
                .args = {(uint8_t)(a), (uint8_t)(b), (uint8_t)(c), (uint8_t)(d)})

/* A number below 65536 in two arguments of a frame, low byte first: written as a part of their
 * list, and read. */
#define PAIR(number) (uint8_t)(number), (uint8_t)((number) >> 8)
static inline int frame_pair(const struct frame *frame, int first)
{
    return frame->args[first] | frame->args[first + 1] << 8;
}

#endif

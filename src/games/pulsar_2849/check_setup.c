/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: can the set-up be at this point? What is on the table and what is still to be dealt
 * or chosen is checked against the current step. The frames themselves are already checked
 * (check_agenda.c). */

#include "pulsar.h"

#include <string.h>

/* The task that each step of the set-up asks by. */
static const uint8_t setup_tasks[SETUP_END] = {
    [SETUP_BOARDS] = TASK_DEAL_BOARD, [SETUP_GOALS] = TASK_DEAL_GOAL,
    [SETUP_OFFER] = TASK_DEAL_OFFER,  [SETUP_ORDER] = TASK_DEAL_ORDER,
    [SETUP_SHIPS] = TASK_ENTRY,       [SETUP_HEADQUARTERS] = TASK_DEAL_HEADQUARTERS,
    [SETUP_SIDES] = TASK_SIDE,
};

/* What a task of the set-up brings: something for a place on the table, or for its seat. */
static int place_of(const struct frame *frame)
{
    switch (frame->task) {
    case TASK_DEAL_BOARD:
        return as_deal_board(frame)->category;
    case TASK_DEAL_GOAL:
        return as_deal_goal(frame)->number;
    case TASK_DEAL_ORDER:
        return as_deal_order(frame)->space;
    default: /* all other tasks of the set-up are for their seat */
        return frame->seat;
    }
}

/* How far the set-up is: the step that asks now. */
static int step_now(const struct pulsar_view *v)
{
    return as_setup(&v->s->agenda.frames[0])->step - 1;
}

/* What a step of the set-up deals or asks for: all of it is missing before, nothing afterwards; in
 * between everything that is missing has a frame. */
static bool is_brought(const struct pulsar_view *v, enum pulsar_setup_step step, unsigned missing,
                       unsigned all)
{
    const struct frame *frames = v->s->agenda.frames;
    unsigned wanted = 0;
    if (step_now(v) != (int)step)
        return missing == (step_now(v) < (int)step ? all : 0);
    for (int i = 1; i < v->s->agenda.depth; i++) {
        unsigned one = 1u << place_of(&frames[i]);
        if (wanted & one)
            return false;
        wanted |= one;
    }
    return wanted == missing;
}

/* Boards, goals and spaces of the play order; the last seats get theirs with all others. */
static bool table_is_brought(const struct pulsar_view *v)
{
    const struct pulsar_state *s = v->s;
    int players = players_of(v), step = step_now(v);
    unsigned boards = 0, goals = 0, spaces = 0;
    for (int i = 0; i < CATEGORIES; i++)
        boards |= (s->boards[i] == 0 ? 1u : 0) << i;
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        goals |= (s->goals[i] == 0 ? 1u : 0) << i;
    for (int i = 0; i < players - 1; i++)
        spaces |= (s->order[i] == 0 ? 1u : 0) << i;
    for (int i = 0; i < players * pulsar_counters_of_seat(v); i++)
        if ((i >= players - 1 && (s->order[i] != 0) != (step > SETUP_ORDER)) ||
            (s->tracks[INITIATIVE].space[i] != 0) != (step > SETUP_ORDER) ||
            (s->tracks[ENGINEERING].space[i] != 0) != (step > SETUP_ORDER))
            return false;
    return is_brought(v, SETUP_BOARDS, boards, (unsigned)bits_below(CATEGORIES)) &&
           is_brought(v, SETUP_GOALS, goals, (unsigned)bits_below(GOALS_IN_PLAY)) &&
           is_brought(v, SETUP_ORDER, spaces, (unsigned)bits_below((unsigned)players - 1));
}

/* Headquarters, ships and sides. */
static bool seats_are_brought(const struct pulsar_view *v)
{
    unsigned boards = 0, ships = 0, sides = 0;
    unsigned all = (unsigned)bits_below((unsigned)players_of(v));
    unsigned with_board = has_headquarters(v) ? all : 0;
    for (int seat = 0; seat < players_of(v); seat++) {
        boards |= (seat_of(v, seat)->board == 0 ? 1u : 0) << seat;
        ships |= (seat_of(v, seat)->ship == 0 ? 1u : 0) << seat;
        sides |= (seat_of(v, seat)->side == 0 ? 1u : 0) << seat;
    }
    return is_brought(v, SETUP_HEADQUARTERS, boards & with_board, with_board) &&
           is_brought(v, SETUP_SHIPS, ships, all) &&
           is_brought(v, SETUP_SIDES, sides & with_board, with_board);
}

/* Nothing else has happened: the rest of the state is as it was laid out. */
static bool rest_is_new(const struct pulsar_view *v)
{
    const struct pulsar_state *s = v->s;
    int step = step_now(v);
    struct pulsar_state begin = {0};
    for (int seat = 0; seat < players_of(v); seat++) {
        const struct pulsar_seat *me = seat_of(v, seat);
        begin.seats[seat] =
            (struct pulsar_seat){.ship = me->ship, .board = me->board, .side = me->side};
        if (step <= SETUP_ORDER)
            continue;
        memcpy(begin.seats[seat].points, me->points, sizeof me->points);
        memcpy(begin.seats[seat].tokens, me->tokens, sizeof me->tokens);
    }
    memcpy(begin.tracks, s->tracks, sizeof begin.tracks);
    memcpy(begin.order, s->order, sizeof begin.order);
    memcpy(begin.tiles, s->tiles, sizeof begin.tiles);
    memcpy(begin.boards, s->boards, sizeof begin.boards);
    memcpy(begin.goals, s->goals, sizeof begin.goals);
    if (step >= SETUP_OFFER)
        memcpy(begin.offer, s->offer, sizeof begin.offer);
    memcpy(begin.transmitter_pile, s->transmitter_pile, sizeof begin.transmitter_pile);
    memcpy(&begin.agenda, &s->agenda, sizeof begin.agenda);
    return memcmp(&begin, s, sizeof begin) == 0;
}

bool pulsar_setup_fits(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    int step = step_now(v);
    if (v->s->agenda.depth < 2 || step < SETUP_BOARDS || step >= SETUP_END)
        return false;
    for (int i = 1; i < v->s->agenda.depth; i++)
        if (frames[i].task != setup_tasks[step])
            return false;
    return table_is_brought(v) && seats_are_brought(v) && rest_is_new(v);
}

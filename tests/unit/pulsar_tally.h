/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What fires in games of Pulsar 2849, counted: operations of effects, events that technologies wait
 * for, tolerances, decisions, moves, and every component that does something. It is read from the
 * events, and from the move where no event tells it. */

#ifndef TESTS_UNIT_PULSAR_TALLY_H
#define TESTS_UNIT_PULSAR_TALLY_H

#include "pulsar_printed.h"

#include "games/pulsar_2849/pulsar.h"

/* How often each fired. */
struct tally {
    uint32_t games, all_moves;
    uint32_t ops[OP_COUNT], events[EVENT_COUNT], scopes[SCOPE_COUNT];
    uint32_t asks[TASK_COUNT], moves[MOVE_KINDS], told[LOG_KINDS];
    uint32_t techs[TECHS + 1]; /* took effect */
    uint32_t rows[LETTERS][ROWS + 1];
    uint32_t online[TRANSMITTERS + 1], produced[TRANSMITTERS + 1];
    uint32_t projects[PROJECTS + 1], runs[PROJECTS + 1];
    uint32_t revealed[SYSTEMS + 1], bonuses[SYSTEMS + 1];
    uint32_t tiles[TILE_KINDS + 1];
    uint32_t goals[GOALS + 1], goal_bonuses[GOALS + 1][2];
    uint32_t awards[SIZES][2];
};

/* A move that is made, the table before it, and what happened. */
struct step {
    struct pulsar_view before;
    struct frame frame; /* what it answers */
    struct move move;
    struct events events;
};

/* ---- programs -------------------------------------------------------------------------------- */

/* Gate runs and purchases fire later, if at all. */
static inline void note_program(struct tally *tally, const struct pulsar_cards *cards,
                                struct program program)
{
    for (int i = 0; i < program.count; i++) {
        int op = cards->rows[program.start + i].op;
        tally->ops[op] += op != OP_RUN && op != OP_BUY;
    }
}

/* Own technologies, as bits of their place, that have the operation. */
static inline uint32_t own_with(const struct pulsar_view *v, int seat, enum pulsar_op op)
{
    return seat_of(v, seat)->patents & TECHS_WITH(v, op_techs, op);
}

static inline void note_techs(struct tally *tally, const struct pulsar_view *v, uint64_t places,
                              enum pulsar_op op)
{
    tally->ops[op] += places != 0;
    while (places != 0)
        tally->techs[pulsar_tech_id(v, (int)bits_pop(&places))]++;
}

/* ---- technologies that wait for something ---------------------------------------------------- */

/* Tells apart the events of technologies that wait for two. */
static inline int event_behind(const struct message *told)
{
    switch (told->kind) {
    case LOG_CLAIMED:
        return EVENT_CLAIM;
    case LOG_COMPLETED:
        return EVENT_COMPLETION;
    case LOG_TOKEN_SPENT:
        return told->a == PLUS_TWO ? EVENT_PLUS_TWO : EVENT_PLUS_MINUS;
    default:
        return EVENT_NONE;
    }
}

/* The row of a technology that waited for what was told before number `i`. */
static inline const struct effect *row_waiting(const struct step *step,
                                               const struct pulsar_tech *tech, int i)
{
    const struct effect *rows = &step->before.cards->rows[tech->effect.start], *found = NULL;
    int waiting = 0;
    for (int k = 0; k < tech->effect.count; k += 1 + rows[k].body)
        if (rows[k].op == OP_WHEN) {
            found = &rows[k];
            waiting++;
        }
    while (waiting > 1 && event_behind(&step->events.list[i]) == EVENT_NONE)
        i--;
    for (int k = 0; waiting > 1 && k < tech->effect.count; k += 1 + rows[k].body)
        if (rows[k].op == OP_WHEN && rows[k].a == event_behind(&step->events.list[i]))
            found = &rows[k];
    return found;
}

static inline void note_effect(struct tally *tally, const struct step *step, int i)
{
    const struct message *told = &step->events.list[i];
    const struct pulsar_cards *cards = step->before.cards;
    const struct pulsar_tech *tech = &cards->techs[told->a];
    if (tech->type == TYPE_PRODUCTION) {
        bool scored = i + 1 < step->events.count && told[1].kind == LOG_POINTS;
        tally->techs[told->a] += scored;
        if (scored)
            note_program(tally, cards, tech->effect);
        return;
    }
    const struct effect *row = row_waiting(step, tech, i);
    tally->techs[told->a]++;
    tally->events[row->a]++;
    tally->ops[OP_WHEN]++;
    tally->ops[row[1].op]++;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static inline uint64_t own_with_scope(const struct pulsar_view *v, int seat, int scope)
{
    uint64_t found = 0;
    for (uint64_t own = seat_of(v, seat)->patents; own != 0;) {
        unsigned index = bits_pop(&own);
        if (tech_at(v, (int)index)->scopes >> scope & 1)
            found |= bit(index);
    }
    return found;
}

static inline void note_payment(struct tally *tally, const struct step *step)
{
    const struct pulsar_view *v = &step->before;
    struct move move = step->move;
    int seat = step->frame.seat;
    int off = move.kind == MOVE_PAY_OFF ? move.b : move.kind == MOVE_PAY_BOTH ? move.c : OFF_NONE;
    int scope = off_scope(off);
    if (scope != SCOPE_NONE) {
        tally->scopes[scope]++;
        note_techs(tally, v, own_with_scope(v, seat, scope), OP_TOLERANCE);
    }
    if (pulsar_die_source(move.a) == DIE_COPY)
        note_techs(tally, v, own_with(v, seat, OP_COPY), OP_COPY);
}

static inline void note_goal_bonus(struct tally *tally, const struct step *step)
{
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        if (step->before.s->goals[i] == step->move.a)
            tally->goal_bonuses[step->move.a][as_goal_bonus(&step->frame)->bought >> 2 * i & 3]++;
}

/* What no event tells. */
static inline void note_move(struct tally *tally, const struct step *step)
{
    const struct pulsar_cards *cards = step->before.cards;
    tally->asks[step->frame.task]++;
    tally->moves[step->move.kind]++;
    switch (step->move.kind) {
    case MOVE_PAY:
    case MOVE_PAY_TOKEN:
    case MOVE_PAY_OFF:
    case MOVE_PAY_BOTH:
        note_payment(tally, step);
        break;
    case MOVE_BONUS:
        tally->bonuses[step->move.a]++;
        note_program(tally, cards, cards->systems[step->move.a].bonus);
        break;
    case MOVE_GOAL_BONUS:
        note_goal_bonus(tally, step);
        break;
    default:
        break;
    }
}

/* ---- events ---------------------------------------------------------------------------------- */

static inline void note_patent(struct tally *tally, const struct pulsar_cards *cards, int tech)
{
    if (cards->techs[tech].type != TYPE_IMMEDIATE)
        return;
    tally->techs[tech]++;
    note_program(tally, cards, cards->techs[tech].effect);
}

/* The row of a technology board that gives its bonus now. */
static inline void note_row(struct tally *tally, const struct pulsar_view *v)
{
    int round = v->s->round, category = round <= 2 ? 0 : round <= 5 ? 1 : 2;
    tally->rows[(v->s->boards[category] - 1) / CATEGORIES][round]++;
}

/* What belongs to a component of that number. */
static inline void note_component(struct tally *tally, const struct pulsar_cards *cards,
                                  const struct message *told)
{
    switch (told->kind) {
    case LOG_ONLINE:
        tally->online[told->a]++;
        note_program(tally, cards, cards->transmitters[told->a].immediate);
        break;
    case LOG_PRODUCES:
        tally->produced[told->a] +=
            cards->rows[cards->transmitters[told->a].production.start].op != OP_BUY;
        note_program(tally, cards, cards->transmitters[told->a].production);
        break;
    case LOG_BOUGHT:
        tally->produced[told->a]++;
        tally->ops[OP_BUY]++;
        break;
    case LOG_PROJECT:
        tally->projects[told->a]++;
        note_program(tally, cards, cards->projects[told->a].benefit);
        break;
    case LOG_GATE_RUN:
        tally->runs[told->a] += told->c > 0;
        tally->ops[OP_RUN]++;
        break;
    case LOG_TILE:
        tally->tiles[told->a]++;
        note_program(tally, cards, cards->tiles[told->a].effect);
        break;
    case LOG_AWARD:
        tally->awards[told->a][told->b != cards->gyrodynes[told->a].awards[0]]++;
        break;
    default:
        break;
    }
}

static inline void note_event(struct tally *tally, const struct step *step, int i)
{
    const struct message *told = &step->events.list[i];
    const struct pulsar_view *v = &step->before;
    tally->told[told->kind]++;
    note_component(tally, v->cards, told);
    switch (told->kind) {
    case LOG_PATENT:
        note_patent(tally, v->cards, told->a);
        break;
    case LOG_EFFECT:
        note_effect(tally, step, i);
        break;
    case LOG_SPINS:
        note_row(tally, v);
        break;
    case LOG_REVEALED:
        tally->revealed[told->a]++;
        break;
    case LOG_ACHIEVED:
        tally->goals[told->a]++;
        break;
    case LOG_DEAL:
        tally->techs[told->a]++;
        break;
    case LOG_WILD:
        note_techs(tally, v, own_with(v, told->seat, OP_GOAL), OP_GOAL);
        break;
    default:
        break;
    }
}

static inline void note_step(struct tally *tally, const struct step *step)
{
    note_move(tally, step);
    for (int i = 0; i < step->events.count; i++)
        note_event(tally, step, i);
    tally->all_moves++;
}

/* ---- the end of a game ----------------------------------------------------------------------- */

/* Did a row of a final technology bring points? Purchases and goals are told. */
static inline bool scored(const struct pulsar_view *v, int seat, const struct effect *row)
{
    const int16_t *points = seat_of(v, seat)->points;
    switch (row->op) {
    case OP_PER:
    case OP_SHARE:
    case OP_TABLE:
        return pulsar_operations[row->op].points(v, seat, row) > 0;
    case OP_STATIONS:
        return points[SOURCE_STATIONS] > 0;
    case OP_INITIATIVE:
        return points[SOURCE_INITIATIVE] > 0;
    case OP_EVERY_CUBE:
        return points[SOURCE_CUBES] > 0;
    case OP_IDLE:
        return points[SOURCE_PULSARS] > 0;
    default:
        return false;
    }
}

static inline void note_end(struct tally *tally, const struct pulsar_view *v)
{
    for (int seat = 0; seat < players_of(v); seat++) {
        uint64_t own = seat_of(v, seat)->patents & TECHS_WITH(v, type_techs, TYPE_FINAL);
        while (own != 0) {
            int place = (int)bits_pop(&own);
            const struct effect *row = &v->cards->rows[tech_at(v, place)->effect.start];
            if (scored(v, seat, row))
                note_techs(tally, v, 1u << place, row->op);
        }
    }
    tally->games++;
}

#endif

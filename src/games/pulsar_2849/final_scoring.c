/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the final scoring in its seven steps, with the choices that players have in it. */

#include "pulsar.h"

/* Final technologies of a seat that have an operation, as bits; `amount` is its argument. */
static uint32_t final_techs(const struct pulsar_view *v, int seat, enum pulsar_op op, int *amount)
{
    return pulsar_own_techs_with_op(v, seat, op, amount) & TECHS_WITH(v, type_techs, TYPE_FINAL);
}

static void score_points(struct pulsar_table *t, int seat, int amount, enum pulsar_source source)
{
    assert(amount >= 0);
    pulsar_add_points(t, seat, amount, source);
    tell(t, LOG_SCORED, seat, amount, source, 0);
}

/* ---- technologies ---------------------------------------------------------------------------- */

/* Does the row count goals? */
static bool counts_goals(const struct effect *row)
{
    return row->op != OP_POINTS && row->a == NOUN_GOALS;
}

/* Rows that score now: those about goals wait for the goals. Others act in a later step. */
static void score_tech(struct pulsar_table *t, int seat, int index, bool about_goals)
{
    struct program effect = tech_at(&t->view, index)->effect;
    for (int i = 0; i < effect.count; i += 1 + t->view.cards->rows[effect.start + i].body) {
        const struct effect *row = &t->view.cards->rows[effect.start + i];
        const struct pulsar_operation *operation = &pulsar_operations[row->op];
        if (operation->points != NULL && counts_goals(row) == about_goals)
            score_points(t, seat, operation->points(&t->view, seat, row), SOURCE_PATENTS);
        else if (row->op == OP_BUY && !about_goals)
            push_task(t, deal, seat, .tech = index);
    }
}

static void score_techs(struct pulsar_table *t, int seat, bool about_goals)
{
    uint64_t techs =
        seat_of(&t->view, seat)->patents & TECHS_WITH(&t->view, type_techs, TYPE_FINAL);
    while (techs != 0)
        score_tech(t, seat, (int)bits_pop(&techs), about_goals);
}

/* The final deal of a technology: points for cubes, once. */
static const struct effect *deal_of(const struct pulsar_view *v, int index)
{
    return row_with(v, tech_at(v, index)->effect, OP_BUY);
}

static int options_deal(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0, index = as_deal(frame)->tech;
    if (seat_of(v, frame->seat)->cubes >= deal_of(v, index)->a)
        count = offer(moves, count, MOVE_DEAL, pulsar_tech_id(v, index), 0, 0);
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_deal(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat, index = top_deal(t)->tech;
    task_done(t);
    if (move.kind == MOVE_PASS)
        return;
    pulsar_pay_cubes(t, seat, deal_of(&t->view, index)->a);
    tell(t, LOG_DEAL, seat, move.a, deal_of(&t->view, index)->b, deal_of(&t->view, index)->a);
    score_points(t, seat, deal_of(&t->view, index)->b, SOURCE_PATENTS);
}

/* The technology is an own one that scores at the end and sells points. */
static bool deal_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    int index = as_deal(frame)->tech;
    return (seat_of(v, frame->seat)->patents >> index & 1) &&
           tech_at(v, index)->type == TYPE_FINAL && deal_of(v, index) != NULL;
}

const struct pulsar_task_kind pulsar_task_deal = {
    .options = options_deal, .take = take_deal, .is_obvious = true, .is_valid = deal_is_valid};

/* ---- goals ----------------------------------------------------------------------------------- */

static const struct pulsar_goal *goal_in_play(const struct pulsar_view *v, int number)
{
    assert(number >= 0 && number < GOALS_IN_PLAY && v->s->goals[number] != 0);
    return &v->cards->goals[v->s->goals[number]];
}

/* Before the first round some may still have to be dealt; after it none is missing. */
static bool goals_are_dealt(const struct pulsar_view *v)
{
    return v->s->round > 0;
}

static bool is_about_gyrodynes(const struct pulsar_goal *goal)
{
    return goal->noun == NOUN_SPINNING || goal->noun == NOUN_TYPES || goal->noun == NOUN_SAME;
}

unsigned pulsar_goals_met(const struct pulsar_view *v, int seat, unsigned wanted)
{
    unsigned met = 0;
    for (uint64_t rest = wanted; rest != 0;) {
        unsigned number = bits_pop(&rest);
        const struct pulsar_goal *goal = goal_in_play(v, (int)number);
        if (pulsar_noun_count(v, seat, goal->noun) >= goal->number)
            met |= 1u << number;
    }
    return met;
}

static unsigned gyrodyne_goals(const struct pulsar_view *v)
{
    unsigned goals = 0;
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        if (is_about_gyrodynes(goal_in_play(v, i)))
            goals |= 1u << i;
    return goals;
}

/* Can these gyrodynes be split so that each goal has its own? */
static bool split_exists(const struct pulsar_view *v, const int counts[SIZES], unsigned goals)
{
    if (goals == 0)
        return true;
    unsigned number = bits_first(goals);
    const struct pulsar_goal *goal = goal_in_play(v, (int)number);
    int part[SIZES], rest[SIZES];
    for (part[0] = 0; part[0] <= counts[0]; part[0]++)
        for (part[1] = 0; part[1] <= counts[1]; part[1]++)
            for (part[2] = 0; part[2] <= counts[2]; part[2]++) {
                if (pulsar_noun_in(part, goal->noun) < goal->number)
                    continue;
                for (int size = 0; size < SIZES; size++)
                    rest[size] = counts[size] - part[size];
                if (split_exists(v, rest, goals & (goals - 1)))
                    return true;
            }
    return false;
}

bool pulsar_goals_together(const struct pulsar_view *v, int seat, unsigned goals)
{
    int counts[SIZES];
    pulsar_spinning_counts(v, seat, counts);
    return split_exists(v, counts, goals);
}

/* Goals about gyrodynes that can be chosen besides those that were: all that the gyrodynes are
 * enough for. Asked only if not all can be met. */
static unsigned splittable(const struct pulsar_view *v, const struct pulsar_split_task *split)
{
    unsigned goals = 0, chosen = split->chosen;
    for (uint64_t met = pulsar_goals_met(v, split->seat, gyrodyne_goals(v)) & ~chosen; met != 0;) {
        unsigned number = bits_pop(&met);
        if (pulsar_goals_together(v, split->seat, chosen | 1u << number))
            goals |= 1u << number;
    }
    return goals;
}

static int options_split(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (uint64_t goals = splittable(v, as_split(frame)); goals != 0;)
        count = offer(moves, count, MOVE_GOAL, v->s->goals[bits_pop(&goals)], 0, 0);
    return count;
}

static bool step_split(struct pulsar_table *t)
{
    const struct pulsar_split_task split = *top_split(t);
    unsigned goals = splittable(&t->view, &split);
    if (goals != 0 && !pulsar_goals_together(&t->view, split.seat, split.chosen | goals))
        return false;
    assert(pulsar_goals_together(&t->view, split.seat, split.chosen | goals));
    task_done(t);
    top_goals(t)->chosen = (uint8_t)(split.chosen | goals); /* it lies below */
    return true;
}

static unsigned number_of_goal(const struct pulsar_view *v, int goal)
{
    for (unsigned number = 0; number < GOALS_IN_PLAY; number++)
        if (v->s->goals[number] == goal)
            return number;
    assert(!"only goals in play are chosen");
    return 0;
}

static void take_split(struct pulsar_table *t, struct move move)
{
    top_split(t)->chosen |= (uint8_t)(1u << number_of_goal(&t->view, move.a));
}

static bool split_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    unsigned chosen = as_split(frame)->chosen;
    return goals_are_dealt(v) && (chosen & ~gyrodyne_goals(v)) == 0 &&
           pulsar_goals_together(v, frame->seat, chosen);
}

const struct pulsar_task_kind pulsar_task_split = {
    .step = step_split, .options = options_split, .take = take_split, .is_valid = split_is_valid};

/* A goal that was not achieved counts as achieved. */
static int options_wild(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        if (!(seat_of(v, frame->seat)->goals >> i & 1))
            count = offer(moves, count, MOVE_GOAL, v->s->goals[i], 0, 0);
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_wild(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    if (move.kind == MOVE_PASS)
        return;
    seat_at(t, seat)->goals |= (uint8_t)(1u << number_of_goal(&t->view, move.a));
    tell(t, LOG_WILD, seat, move.a, 0, 0);
}

const struct pulsar_task_kind pulsar_task_wild = {
    .options = options_wild, .take = take_wild, .is_obvious = true};

int pulsar_bonuses_bought(const struct pulsar_goal_bonus_task *task, int number)
{
    assert(number >= 0 && number < GOALS_IN_PLAY);
    return task->bought >> 2 * number & 3;
}

static int options_goal_bonus(const struct pulsar_view *v, const struct frame *frame,
                              struct move *moves)
{
    const struct pulsar_seat *me = seat_of(v, frame->seat);
    int count = 0;
    for (uint64_t goals = me->goals; goals != 0;) {
        unsigned number = bits_pop(&goals);
        const struct pulsar_goal *goal = goal_in_play(v, (int)number);
        int bought = pulsar_bonuses_bought(as_goal_bonus(frame), (int)number);
        if (bought < goal->bonus_count && me->cubes >= goal->bonus[bought])
            count = offer(moves, count, MOVE_GOAL_BONUS, v->s->goals[number], 0, 0);
    }
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_goal_bonus(struct pulsar_table *t, struct move move)
{
    struct pulsar_goal_bonus_task *task = top_goal_bonus(t);
    if (move.kind == MOVE_PASS) {
        task_done(t);
        return;
    }
    unsigned number = number_of_goal(&t->view, move.a);
    assert(seat_of(&t->view, task->seat)->goals >> number & 1);
    const struct pulsar_goal *goal = goal_in_play(&t->view, (int)number);
    int price = goal->bonus[pulsar_bonuses_bought(task, (int)number)];
    task->bought = (uint8_t)(task->bought + (1u << 2 * number));
    assert(pulsar_bonuses_bought(task, (int)number) <= goal->bonus_count);
    pulsar_pay_cubes(t, task->seat, price);
    tell(t, LOG_GOAL_BONUS, task->seat, move.a, goal->points, price);
    score_points(t, task->seat, goal->points, SOURCE_GOALS);
}

/* Only goals that were achieved have bonuses, and no more than are printed. */
static bool goal_bonus_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    if (!goals_are_dealt(v))
        return false;
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        int bought = pulsar_bonuses_bought(as_goal_bonus(frame), i);
        if (bought > goal_in_play(v, i)->bonus_count ||
            (bought > 0 && !(seat_of(v, frame->seat)->goals >> i & 1)))
            return false;
    }
    return true;
}

const struct pulsar_task_kind pulsar_task_goal_bonus = {.options = options_goal_bonus,
                                                        .take = take_goal_bonus,
                                                        .is_obvious = true,
                                                        .is_valid = goal_bonus_is_valid};

static void achieve_goals(struct pulsar_table *t, int seat)
{
    for (uint64_t goals = seat_of(&t->view, seat)->goals; goals != 0;) {
        int goal = t->s->goals[bits_pop(&goals)];
        tell(t, LOG_ACHIEVED, seat, goal, t->view.cards->goals[goal].points, 0);
        score_points(t, seat, t->view.cards->goals[goal].points, SOURCE_GOALS);
    }
}

/* Which goals are achieved, one more by a technology, their points and bonuses. */
static bool step_goals(struct pulsar_table *t)
{
    struct pulsar_goals_task *task = top_goals(t);
    int seat = task->seat, amount;
    switch ((enum pulsar_goals_step)task->step++) {
    case GOALS_SPLIT:
        push_task(t, split, seat);
        break;
    case GOALS_WILD: {
        unsigned others = (unsigned)bits_below(GOALS_IN_PLAY) & ~gyrodyne_goals(&t->view);
        seat_at(t, seat)->goals =
            (uint8_t)(task->chosen | pulsar_goals_met(&t->view, seat, others));
        if (final_techs(&t->view, seat, OP_GOAL, &amount) != 0)
            push_task(t, wild, seat);
        break;
    }
    case GOALS_BONUSES:
        achieve_goals(t, seat);
        push_task(t, goal_bonus, seat);
        break;
    case GOALS_END:
        task_done(t);
        score_techs(t, seat, true);
        break;
    }
    return true;
}

const struct pulsar_task_kind pulsar_task_goals = {.step = step_goals};

/* ---- the other steps ------------------------------------------------------------------------- */

static void score_pulsars(struct pulsar_table *t, int seat)
{
    int each = t->view.cards->idle_points, more = 0, idle = 0;
    if (final_techs(&t->view, seat, OP_IDLE, &more) != 0)
        each = more;
    for (uint64_t own = seat_of(&t->view, seat)->claims; own != 0;)
        idle += t->s->gyrodynes[bits_pop(&own)] < RING_SPINNING;
    score_points(t, seat, idle * each, SOURCE_PULSARS);
}

static void score_gyrodynes(struct pulsar_table *t, int seat)
{
    int tiles = 0;
    for (int size = 0; size < SIZES; size++)
        tiles += seat_of(&t->view, seat)->hand[size];
    for (uint64_t own = seat_of(&t->view, seat)->claims; own != 0;) {
        int ring = t->s->gyrodynes[bits_pop(&own)];
        tiles += ring >= RING_UNFINISHED && ring < RING_SPINNING;
    }
    score_points(t, seat, tiles * t->view.cards->tile_points, SOURCE_PULSARS);
}

static void score_cubes(struct pulsar_table *t, int seat)
{
    int amount;
    bool every = final_techs(&t->view, seat, OP_EVERY_CUBE, &amount) != 0;
    int cubes = seat_of(&t->view, seat)->cubes;
    score_points(t, seat, every ? cubes : cubes / t->view.cards->cubes_per_point, SOURCE_CUBES);
}

static void score_initiative(struct pulsar_table *t, int seat)
{
    int points = 0, factor = 1;
    for (int i = 0; i < ORDER_SPACES; i++)
        if (t->s->order[i] == seat + 1)
            points += players_card(&t->view)->initiative[i];
    final_techs(&t->view, seat, OP_INITIATIVE, &factor);
    assert(factor >= 1);
    score_points(t, seat, points * factor, SOURCE_INITIATIVE);
}

int pulsar_station_points(const struct pulsar_view *v, int stations)
{
    assert(stations >= 0);
    int last = STATION_STEPS - 1;
    return stations <= last
               ? v->cards->station_points[stations]
               : v->cards->station_points[last] + (stations - last) * v->cards->station_further;
}

static void score_stations(struct pulsar_table *t, int seat)
{
    int stations = pulsar_station_count(&t->view, seat) + seat_of(&t->view, seat)->extra_stations;
    for (uint64_t own =
             seat_of(&t->view, seat)->patents & TECHS_WITH(&t->view, op_techs, OP_STATIONS);
         own != 0;)
        stations +=
            row_with(&t->view, tech_at(&t->view, (int)bits_pop(&own))->effect, OP_STATIONS)->a;
    score_points(t, seat, pulsar_station_points(&t->view, stations), SOURCE_STATIONS);
}

static void score_step(struct pulsar_table *t, enum pulsar_final_step step, int seat)
{
    switch (step) {
    case FINAL_PATENTS:
        score_techs(t, seat, false);
        break;
    case FINAL_GOALS:
        push_task(t, goals, seat);
        break;
    case FINAL_PULSARS:
        score_pulsars(t, seat);
        break;
    case FINAL_GYRODYNES:
        score_gyrodynes(t, seat);
        break;
    case FINAL_CUBES:
        score_cubes(t, seat);
        break;
    case FINAL_INITIATIVE:
        score_initiative(t, seat);
        break;
    case FINAL_STATIONS:
        score_stations(t, seat);
        break;
    case FINAL_END:
        assert(!"nothing is scored after the last step");
    }
}

static bool step_final(struct pulsar_table *t)
{
    struct pulsar_final_task *task = top_final(t);
    if (task->step == FINAL_END) {
        task_done(t);
        tell(t, LOG_OVER, NOBODY, 0, 0, 0);
        return true;
    }
    assert(task->step < FINAL_END && t->s->round == ROUNDS);
    enum pulsar_final_step step = task->step;
    int place = task->place++;
    if (place == 0)
        tell(t, LOG_FINAL, NOBODY, step, 0, 0);
    if (task->place == players_of(&t->view)) {
        task->place = 0;
        task->step++;
    }
    score_step(t, step, pulsar_seat_in_order(&t->view, place));
    return true;
}

static bool final_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return as_final(frame)->place < players_of(v);
}

const struct pulsar_task_kind pulsar_task_final = {.step = step_final, .is_valid = final_is_valid};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849 by rule of thumb: points first, then what brings more of them in the rounds to come:
 * gyrodynes, transmitters, technologies, stations, goals, places on the tracks, and what dice can
 * still be used for. A point is worth 100. */

#include "evaluate.h"

#include "games/pulsar_2849/pulsar.h"

enum {
    ROW_BONUS = 120, /* of a spinning gyrodyne in an average row */
    CUBE = 130,      /* while there are rounds to come; half a point at the end */
    LAST_CUBE = 50,
};

static const int16_t token_worth[MODIFIERS] = {170, 200};

/* Production phases still to come. */
static int productions(const struct pulsar_view *v)
{
    bool producing = v->s->agenda.depth > 0 && v->s->agenda.frames[0].task == TASK_PRODUCTION;
    bool over = v->s->agenda.depth == 0 || v->s->agenda.frames[0].task == TASK_FINAL;
    return over ? 0 : ROUNDS + 1 - v->s->round - producing;
}

static int cube_worth(int rest)
{
    return rest > 1 ? CUBE : LAST_CUBE;
}

/* ---- what is in the star cluster ------------------------------------------------------------- */

static int spin_worth(const struct pulsar_view *v, int size, int rounds)
{
    return rounds * (100 * v->cards->gyrodynes[size].produces + ROW_BONUS);
}

static int gyrodynes(const struct pulsar_view *v, int seat, int rest)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int worth = 0, vacant = 0, hand = 0;
    for (uint64_t own = me->claims; own != 0;) {
        int ring = v->s->gyrodynes[bits_pop(&own)];
        if (ring >= RING_SPINNING)
            worth += spin_worth(v, ring - RING_SPINNING, rest) + 100;
        else if (ring != RING_NONE)
            worth += 200 + (rest > 1 ? spin_worth(v, ring - RING_UNFINISHED, rest - 1) / 2 : 0);
        else
            vacant++;
    }
    for (int size = SIZES - 1; size >= 0; size--)
        for (int i = 0; i < me->hand[size]; i++, hand++) {
            bool placeable = hand < vacant && rest > 1;
            worth += 100 + (placeable ? spin_worth(v, size, rest - 1) / 4 : 0);
        }
    return worth + vacant * (100 + 45 * (rest > 1 ? rest - 1 : 0));
}

/* What the tiles in hand and stations count at the end, and that more of them count more. */
static int stations(const struct pulsar_view *v, int seat, int rest)
{
    int count = pulsar_station_count(v, seat) + seat_of(v, seat)->extra_stations;
    return 100 * pulsar_station_points(v, count) + 60 * count * (rest > 0);
}

/* ---- boards and tiles ------------------------------------------------------------------------ */

/* Points and cubes that a row brings; what it is worth to go where one likes. */
static int row_worth(const struct pulsar_view *v, int seat, const struct effect *row, int rest)
{
    const struct pulsar_operation *operation = &pulsar_operations[row->op];
    if (operation->points != NULL)
        return 100 * operation->points(v, seat, row);
    if (row->op == OP_CUBES)
        return row->a * cube_worth(rest);
    if (row->op == OP_BUY)
        return 100 * row->b - row->a * cube_worth(rest);
    return row->op == OP_TELEPORT || row->op == OP_ISOLATED ? 300 : 0;
}

static int program_worth(const struct pulsar_view *v, int seat, struct program program, int rest)
{
    const struct effect *rows = &v->cards->rows[program.start];
    int worth = 0;
    for (int i = 0; i < program.count; i += 1 + rows[i].body)
        worth += row_worth(v, seat, &rows[i], rest);
    return worth;
}

/* The same for a program whose gains are known; most give nothing else. */
static int gains_worth(const struct pulsar_view *v, int seat, const struct pulsar_gains *gains,
                       struct program program, int rest)
{
    int worth = 100 * gains->points + gains->cubes * cube_worth(rest);
    assert(!gains->are_all || worth == program_worth(v, seat, program, rest));
    return gains->are_all ? worth : program_worth(v, seat, program, rest);
}

static int transmitters(const struct pulsar_view *v, int seat, int rest)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int worth = 0;
    for (uint64_t own = me->transmitters; own != 0;) {
        int id = 1 + (int)bits_pop(&own);
        const struct pulsar_transmitter *card = &v->cards->transmitters[id];
        int each = gains_worth(v, seat, &card->gives_each_round, card->production, rest);
        if (me->online >> (id - 1) & 1) {
            worth += each * rest;
            continue;
        }
        int paid = bits_count(v->s->paid[id - 1]);
        if (rest <= 1 || paid == 0)
            continue;
        int full =
            gains_worth(v, seat, &card->gives_at_once, card->immediate, rest) + each * (rest - 1);
        worth += full * paid / card->dice_count * 7 / 10;
    }
    return worth;
}

/* Technologies that last: what they have brought on the average, and what they count now. */
static int patents(const struct pulsar_view *v, int seat, int rest)
{
    int worth = 0;
    for (uint64_t own = seat_of(v, seat)->patents; own != 0;) {
        const struct pulsar_tech *tech = tech_at(v, (int)bits_pop(&own));
        if (tech->type == TYPE_PERMANENT)
            worth += 150 * (rest > 0 ? rest - 1 : 0);
        else if (tech->type == TYPE_PRODUCTION)
            worth += rest * program_worth(v, seat, tech->effect, rest) + 60 * rest;
        else if (tech->type == TYPE_FINAL && rest > 0)
            worth += program_worth(v, seat, tech->effect, rest) + 250;
    }
    return worth;
}

static int projects(const struct pulsar_view *v, int seat, int rest)
{
    int worth = 120 * bits_count(seat_of(v, seat)->projects) * (rest > 1);
    for (uint64_t runs = pulsar_unused_runs(v, seat); runs != 0 && rest > 1;)
        worth += 180 * pulsar_gate_run_of(v, seat, (int)bits_pop(&runs))->b;
    return worth;
}

static int goals(const struct pulsar_view *v, int seat, int rest)
{
    int worth = 0;
    for (int i = 0; i < GOALS_IN_PLAY && rest > 0; i++) {
        const struct pulsar_goal *goal = &v->cards->goals[v->s->goals[i]];
        int count = goal->noun == NOUN_NONE ? 0 : pulsar_noun_count(v, seat, goal->noun);
        int reached = count < goal->number ? count : goal->number;
        worth += 100 * goal->points * reached * reached / (goal->number * goal->number);
        worth += count >= goal->number ? 100 * goal->points / 2 : 0;
    }
    return worth;
}

/* ---- the dice board -------------------------------------------------------------------------- */

static int track_worth(const struct pulsar_view *v, int seat, int rest)
{
    const struct pulsar_players *card = players_card(v);
    int worth = 0, counters = pulsar_counters_of_seat(v);
    for (int track = 0; track < TRACKS; track++) {
        for (int i = 0; i < counters; i++) {
            int counter = pulsar_counter_of(v, seat, i);
            int space = v->s->tracks[track].space[counter];
            if (space == 0)
                continue;
            int rank = track_rank(&v->s->tracks[track], counter);
            int gain =
                track == INITIATIVE
                    ? 100 * card->initiative[rank]
                    : rest * (card->cubes[rank] * cube_worth(rest) / 2 + 50 * card->points[rank]);
            worth += gain + (rest > 0 ? 25 * (TRACK_SPACES - space) : 0) -
                     100 * rest * v->cards->track_loss[space];
        }
    }
    return worth;
}

/* What a die of this value is good for; `techs` and `open` are the technologies that the seat may
 * patent and the places of projects that it may carry out. */
static int die_worth(const struct pulsar_view *v, int seat, int value, uint32_t techs,
                     unsigned open)
{
    static const int16_t base[DIE_SIDES + 1] = {0, 420, 470, 520, 560, 600, 630};
    const struct pulsar_seat *me = seat_of(v, seat);
    int worth = base[value];
    for (uint64_t own = me->claims; own != 0;) {
        int size = v->s->gyrodynes[bits_pop(&own)] - RING_UNFINISHED;
        if (size >= 0 && size < SIZES && v->cards->gyrodynes[size].complete == value)
            worth += 200;
    }
    for (uint64_t own = me->transmitters & ~me->online; own != 0;) {
        int id = 1 + (int)bits_pop(&own);
        for (uint64_t costs = pulsar_open_costs(v, id); costs != 0;)
            worth += v->cards->transmitters[id].dice[bits_pop(&costs)] == value ? 150 : 0;
    }
    if (techs & TECHS_WITH(v, cost_techs, value))
        worth += 100;
    for (uint64_t projects = open; projects != 0;) {
        int id = pulsar_project_id(v, seat, (int)bits_pop(&projects));
        worth += v->cards->projects[id].die == value ? 60 : 0;
    }
    return worth;
}

static int dice(const struct pulsar_view *v, int seat)
{
    const uint8_t *own = seat_of(v, seat)->dice;
    int worth = 0;
    if (own[0] == 0 && own[1] == 0)
        return 0;
    uint32_t techs = pulsar_open_patents(v, seat);
    unsigned projects = pulsar_open_projects(v, seat);
    for (int i = 0; i < DICE_OF_SEAT; i++)
        worth += own[i] != 0 ? die_worth(v, seat, own[i], techs, projects) : 0;
    return worth;
}

static int32_t value(const struct ruleset *rules, const void *state, const struct score *score,
                     int seat)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    const struct pulsar_seat *me = seat_of(&v, seat);
    int rest = productions(&v), tokens = 0;
    if (v.s->round == 0)
        return 0;
    if (v.s->agenda.depth == 0)
        return 100 * score->total[seat];
    for (int i = 0; i < MODIFIERS; i++)
        tokens += me->tokens[i] * token_worth[i] * (rest > 1);
    return 100 * score->total[seat] + me->cubes * cube_worth(rest) + tokens +
           gyrodynes(&v, seat, rest) + stations(&v, seat, rest) + transmitters(&v, seat, rest) +
           patents(&v, seat, rest) + projects(&v, seat, rest) + goals(&v, seat, rest) +
           track_worth(&v, seat, rest) + dice(&v, seat);
}

extern const struct game pulsar_2849;
const struct evaluation evaluate_pulsar_2849 = {&pulsar_2849, value};

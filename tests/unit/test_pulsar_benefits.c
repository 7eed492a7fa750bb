/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: every kind of benefit has someone who deals with it, wherever a component has it;
 * and what cannot come about with the tiles of the game, but with another set of them. Single
 * benefits are in tests/scenarios. */

#include "games/pulsar_2849/pulsar.h"

#include "helpers.h"
#include "pulsar_printed.h"

#include "contract/play.h"

/* A game of two at the first turn of seat 1 or 2, which is given; boards A, without headquarters.
 */
static struct ruleset *open_turn(struct pulsar_state *state, int *seat)
{
    const struct game *game = game_find(span_of("pulsar-2849"));
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    struct move moves[MOVES_MAX];
    struct random random = random_stream(1, 0);
    setup.options[OPTION_GAME] = GAME_FIRST;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_told(&problem, NULL);
    play_start(rules, state);
    while (agenda_top(&state->agenda)->task != TASK_ACT) {
        struct move move = {0};
        if (game->node(rules, state).actor == DEALER)
            move = chance_random(rules, state, &random);
        else if (game->legal(rules, state, moves) > 0)
            move = moves[0];
        game->apply(rules, state, move, NULL);
    }
    *seat = agenda_top(&state->agenda)->seat;
    return rules;
}

/* ---- benefits of the moment ------------------------------------------------------------------ */

/* The question that a benefit asks. */
static const uint8_t questions[OP_COUNT] = {
    [OP_GYRODYNE] = TASK_SIZE,     [OP_GYRODYNES] = TASK_SIZE,    [OP_EXPLORE] = TASK_TILE,
    [OP_ISOLATED] = TASK_ISOLATED, [OP_TELEPORT] = TASK_TELEPORT, [OP_SPIN] = TASK_SPIN,
};

/* Has exactly this come of the row? */
static void assert_gained(const struct pulsar_view *before, const struct pulsar_view *v, int seat,
                          const struct effect *row)
{
    const struct pulsar_seat *old = seat_of(before, seat), *new = seat_of(v, seat);
    const struct pulsar_operation *operation = &pulsar_operations[row->op];
    bool reserves = row->op == OP_DOUBLE || row->op == OP_BUY_RED;
    int points = operation->points != NULL ? operation->points(before, seat, row) : 0;
    int cubes = row->op == OP_CUBES ? row->a : row->op == OP_BUY_RED ? -row->a : 0;
    assert_int_equal(pulsar_points_of(new) - pulsar_points_of(old), points);
    assert_int_equal(new->cubes - old->cubes, cubes);
    assert_int_equal(new->tokens[PLUS_MINUS] - old->tokens[PLUS_MINUS],
                     row->op == OP_PLUS_MINUS ? row->a : 0);
    assert_int_equal(new->tokens[PLUS_TWO] - old->tokens[PLUS_TWO],
                     row->op == OP_PLUS_TWO ? row->a : 0);
    assert_int_equal(new->extra_stations - old->extra_stations,
                     row->op == OP_STATIONS ? row->a : 0);
    assert_int_equal(new->dice[0], row->op == OP_DOUBLE ? row->a : old->dice[0]);
    assert_int_equal(v->s->planet_dice, row->op == OP_RED ? 1 << row->a : 0);
    assert_int_equal(v->s->bonus, reserves ? BONUS_RESERVED : BONUS_FREE);
    assert_int_equal(v->s->red, reserves ? row->b : 0);
}

/* Runs one row from a turn in which a die has just been paid. */
static void run_alone(const struct pulsar_view *turn, int seat, int at)
{
    struct pulsar_state state = *turn->s, old = *turn->s;
    struct pulsar_table t = pulsar_table_of(turn->rules, &state, NULL);
    struct pulsar_view before = pulsar_view_of(turn->rules, &old);
    const struct effect *row = &before.cards->rows[at];
    int depth = state.agenda.depth;
    pulsar_run_program(&t, seat, (struct program){(uint16_t)at, (uint8_t)(1 + row->body)},
                       SOURCE_START);
    assert_int_equal(state.agenda.depth, depth + 1);
    assert_true(pulsar_task_run.step(&t));
    if (questions[row->op] != TASK_NONE) {
        assert_int_equal(state.agenda.depth, depth + 1);
        assert_int_equal(task_top(&t)->task, questions[row->op]);
        assert_int_equal(task_top(&t)->seat, seat);
        task_done(&t);
    }
    assert_int_equal(state.agenda.depth, depth);
    assert_gained(&before, &t.view, seat, row);
}

/* Runs every row of a program and notes its operations. */
static void run_rows(const struct pulsar_view *turn, int seat, struct program program, bool *seen)
{
    for (int i = 0; i < program.count; i += 1 + turn->cards->rows[program.start + i].body) {
        run_alone(turn, seat, program.start + i);
        seen[turn->cards->rows[program.start + i].op] = true;
    }
}

static void run_immediate(const struct pulsar_view *turn, int seat, bool *seen)
{
    const struct pulsar_cards *cards = turn->cards;
    for (int i = 1; i <= SYSTEMS; i++)
        run_rows(turn, seat, cards->systems[i].bonus, seen);
    for (int i = 1; i <= TILE_KINDS; i++)
        run_rows(turn, seat, cards->tiles[i].effect, seen);
    for (int i = 1; i <= PROJECTS; i++)
        run_rows(turn, seat, cards->projects[i].benefit, seen);
    for (int i = 1; i <= TRANSMITTERS; i++)
        run_rows(turn, seat, cards->transmitters[i].immediate, seen);
    for (int i = 1; i <= TECHS; i++)
        if (cards->techs[i].type == TYPE_IMMEDIATE)
            run_rows(turn, seat, cards->techs[i].effect, seen);
}

/* ---- benefits of other moments --------------------------------------------------------------- */

#define OPS(...) ops_of((const uint8_t[]){__VA_ARGS__, OP_NONE})

static uint64_t ops_of(const uint8_t *ops)
{
    uint64_t all = 0;
    for (; *ops != OP_NONE; ops++)
        all |= bit(*ops);
    return all;
}

/* Every row of the program is one that is looked for there. */
static void note_rows(const struct pulsar_cards *cards, struct program program, uint64_t handled,
                      bool *seen)
{
    for (int i = 0; i < program.count; i += 1 + cards->rows[program.start + i].body) {
        const struct effect *row = &cards->rows[program.start + i];
        assert_true(bits_have(handled, row->op));
        seen[row->op] = true;
        for (int k = 1; row->op == OP_TABLE && k <= row->body; k++) {
            assert_int_equal(row[k].op, OP_STEP);
            assert_int_equal(row[k].a, k);
            seen[OP_STEP] = true;
        }
    }
}

static void note_later(const struct pulsar_cards *cards, bool *seen)
{
    uint64_t counting = OPS(OP_POINTS, OP_PER, OP_SHARE, OP_TABLE);
    uint64_t handled[TYPES] = {
        [TYPE_PERMANENT] = OPS(OP_TOLERANCE, OP_WHEN, OP_COPY),
        [TYPE_PRODUCTION] = counting,
        [TYPE_FINAL] =
            counting | OPS(OP_BUY, OP_GOAL, OP_INITIATIVE, OP_EVERY_CUBE, OP_IDLE, OP_STATIONS),
    };
    for (int i = 1; i <= TRANSMITTERS; i++)
        note_rows(cards, cards->transmitters[i].production, OPS(OP_POINTS, OP_CUBES, OP_BUY), seen);
    for (int i = 1; i <= TECHS; i++)
        if (cards->techs[i].type != TYPE_IMMEDIATE)
            note_rows(cards, cards->techs[i].effect, handled[cards->techs[i].type], seen);
}

/* What comes of an event asks nothing. */
static void run_events(const struct pulsar_view *turn, int seat)
{
    for (int i = 0; i < turn->cards->row_count; i++) {
        const struct effect *row = &turn->cards->rows[i];
        if (row->op != OP_WHEN)
            continue;
        assert_int_equal(row->body, 1);
        assert_int_equal(questions[row[1].op], TASK_NONE);
        run_alone(turn, seat, i + 1);
    }
}

/* PUL-ICON-13 */
TEST(test_every_kind_of_benefit_has_a_handler)
{
    struct pulsar_state position;
    int seat;
    bool seen[OP_COUNT] = {false};
    struct ruleset *rules = open_turn(&position, &seat);
    struct pulsar_table turn = pulsar_table_of(rules, &position, NULL);
    seat_at(&turn, seat)->dice[0] = 0;
    seat_at(&turn, seat)->cubes = 3;
    run_immediate(&turn.view, seat, seen);
    run_events(&turn.view, seat);
    note_later(turn.view.cards, seen);
    for (int op = OP_NONE + 1; op < OP_COUNT; op++)
        assert_true(seen[op]);
    ruleset_close(rules);
}

/* ---- exploration tiles ----------------------------------------------------------------------- */

static int count_events(const struct events *events, enum pulsar_log_kind kind)
{
    int count = 0;
    for (int i = 0; i < events->count; i++)
        count += events->list[i].kind == kind;
    return count;
}

/* PUL-EXPL-04: as if all twelve tiles were kept */
TEST(test_without_any_tile_nothing_is_drawn)
{
    struct pulsar_state position;
    struct events events = {0};
    int seat;
    struct ruleset *rules = open_turn(&position, &seat);
    struct pulsar_seat *me = &position.seats[seat];
    position.round = 5;
    memset(position.tiles, 0, sizeof position.tiles);
    me->dice[0] = 5; /* two tiles, a plus-minus and a plus-two token */
    me->dice[1] = 0;
    me->tokens[PLUS_MINUS] = 0;
    struct move patent = move_of(MOVE_PATENT, 12, 0, 0);
    struct pulsar_view turn = pulsar_view_of(rules, &position);
    assert_string_equal(turn.cards->techs[12].face.id, "AII-11");
    assert_true(play_move(rules, &position, patent, &events));
    assert_int_equal(count_events(&events, LOG_NO_TILE), 1);
    assert_int_equal(count_events(&events, LOG_TILE), 0);
    assert_int_equal(me->tokens[PLUS_MINUS], 1);
    assert_int_equal(me->tokens[PLUS_TWO], 1);
    assert_int_equal(position.turn, 2 - seat);
    ruleset_close(rules);
}

/* PUL-EXPL-01 PUL-EXPL-04: at a blue planet the printed bonus is all that there is */
TEST(test_without_any_tile_the_printed_bonus_is_taken)
{
    struct pulsar_state position;
    struct events events = {0};
    int seat;
    struct ruleset *rules = open_turn(&position, &seat);
    struct pulsar_view turn = pulsar_view_of(rules, &position);
    int system = map_of(&turn)->systems[1];
    const struct pulsar_node *node = node_of(&turn, system);
    memset(position.tiles, 0, sizeof position.tiles);
    position.systems[0] = 11; /* two cubes */
    struct pulsar_seat *me = &position.seats[seat];
    me->ship = node->links[0].to;
    me->dice[0] = 1;
    me->dice[1] = 0;
    me->tokens[PLUS_MINUS] = 0;
    assert_true(play_move(rules, &position, move_of(MOVE_FLY, 0, 0, 0), &events));
    assert_true(play_move(rules, &position, move_of(MOVE_STEP, system, 0, 0), &events));
    assert_int_equal(me->cubes, 2);
    assert_int_equal(position.turn, 2 - seat);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Why something cannot be done in Pulsar 2849. In random games on all setups no reason is given for
 * a legal move or twice, and every reason can be told. Each row of the table is given somewhere: in
 * those games, or at a table that is laid out here because it is rare. What is told at which table
 * is in tests/scenarios/pulsar_2849/blocked*.scenario. */

#include "games/pulsar_2849/reasons.h"

#include "card_sets.h"
#include "pulsar_games.h"

#include "contract/notation.h"

enum { LOOKED_AT = 3 /* every third position */ };

static uint32_t given[REASONS];

/* ---- looking --------------------------------------------------------------------------------- */

static void check_told(const struct ruleset *rules, struct message why)
{
    struct text text = {0};
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        struct teller teller = {.language = (enum language)language, .reader = why.seat + language};
        tell_message(rules, &teller, pulsar_words.reasons, why, &text);
        assert_true(text.length > 1);
        if (strpbrk(text_string(&text), "{}|") != NULL)
            fail_msg("not told: %s", text_string(&text));
        text_clear(&text);
    }
    text_free(&text);
}

/* Everything that is blocked; returns its number. */
static int look(const struct sitting *table, struct blocked list[BLOCKED_MAX])
{
    struct move moves[MOVES_MAX];
    int legal = the_game()->legal(table->rules, &table->state, moves);
    int count = the_game()->blocked(table->rules, &table->state, list);
    assert_true(count < BLOCKED_MAX); /* nothing was left off */
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < legal; k++)
            assert_false(move_equal(list[i].move, moves[k]));
        for (int k = 0; k < i; k++)
            assert_false(move_equal(list[i].move, list[k].move));
        assert_in_range(list[i].why.kind, 0, REASONS - 1);
        given[list[i].why.kind]++;
        check_told(table->rules, list[i].why);
    }
    return count;
}

static void watch(struct sitting *table, uint32_t made)
{
    struct blocked list[BLOCKED_MAX];
    int actor = the_game()->node(table->rules, &table->state).actor;
    if (actor < 0)
        assert_int_equal(the_game()->blocked(table->rules, &table->state, list), 0);
    else if (made % LOOKED_AT == 0)
        look(table, list);
}

TEST(test_random_games)
{
    struct sitting table = {0};
    for (int players = 2; players <= 4; players++)
        for (int game = GAME_STANDARD; game <= GAME_FIRST; game++)
            for (int cluster = SIDE_PLAIN; cluster <= SIDE_DEAD_ENDS; cluster++) {
                if (game == GAME_FIRST && cluster == SIDE_DEAD_ENDS)
                    continue;
                struct ruleset *rules = open_table(players, game, cluster);
                table.rules = rules;
                for (uint64_t seed = 0; seed < (uint64_t)short_or_long(4, GAMES_OF_SETUP); seed++)
                    play(&table, seed, watch);
                ruleset_close(rules);
            }
}

/* ---- tables for the rare ones ---------------------------------------------------------------- */

/* A turn in that round at a table for two, without tokens and transmitters; returns who has it. */
static struct pulsar_seat *lay_turn(struct sitting *table, int game, int round)
{
    struct pulsar_state *s = &table->state;
    table->rules = open_table(2, game, SIDE_PLAIN);
    table->random = random_stream(1, 1);
    play_start(table->rules, s);
    while (agenda_top(&s->agenda)->task != TASK_ACT) {
        table->node = the_game()->node(table->rules, s);
        the_game()->apply(table->rules, s, any_move(table), NULL);
    }
    s->round = (uint8_t)round;
    memset(s->offer, 0, sizeof s->offer);
    memset(s->transmitter_pile, 0, sizeof s->transmitter_pile);
    struct pulsar_seat *me = &s->seats[agenda_top(&s->agenda)->seat];
    memset(me->tokens, 0, sizeof me->tokens);
    return me;
}

static void leave_table(struct sitting *table)
{
    ruleset_close((struct ruleset *)(uintptr_t)table->rules);
}

static void set_dice(struct pulsar_seat *me, int first, int second)
{
    me->dice[0] = (uint8_t)first;
    me->dice[1] = (uint8_t)second;
}

static int location(const struct sitting *table, const char *id)
{
    const struct pulsar_cards *cards = table->rules->cards;
    int found = 0;
    for (int i = 1; i <= cards->maps[SIDE_PLAIN].node_count; i++)
        if (strcmp(cards->maps[SIDE_PLAIN].nodes[i].face.id, id) == 0)
            found = i;
    assert_true(found > 0);
    return found;
}

static void make(struct sitting *table, int kind, int a, int b, int c)
{
    assert_null(the_game()->check(table->rules, &table->state));
    assert_true(play_move(table->rules, &table->state, move_of(kind, a, b, c), NULL));
}

/* Ends turns until this is asked. */
static void end_turns(struct sitting *table, enum pulsar_task task)
{
    while (agenda_top(&table->state.agenda)->task != task)
        make(table, MOVE_END, 0, 0, 0);
}

/* The move is blocked for this reason, with this value. */
static void assert_blocked(const struct sitting *table, struct move move, enum pulsar_reason reason,
                           int a)
{
    struct blocked list[BLOCKED_MAX];
    assert_null(the_game()->check(table->rules, &table->state));
    int count = look(table, list);
    for (int i = 0; i < count; i++)
        if (move_equal(list[i].move, move)) {
            assert_string_equal(pulsar_words.reasons[list[i].why.kind].name,
                                pulsar_words.reasons[reason].name);
            assert_int_equal(list[i].why.a, a);
            return;
        }
    fail_msg("not blocked: %d %d %d %d", move.kind, move.a, move.b, move.c);
}

/* PUL-BONUS-08: the last technology of the boards D sells a red die. */
TEST(test_red_die)
{
    struct sitting table = {0};
    struct pulsar_seat *me = lay_turn(&table, GAME_STANDARD, ROUNDS);
    table.state.boards[2] = LETTERS * CATEGORIES;
    struct move patent = move_of(MOVE_PATENT, TECHS, 0, 0);
    set_dice(me, 5, 5);
    const struct pulsar_cards *cards = table.rules->cards;
    int price = cards->rows[cards->techs[TECHS].effect.start].a;
    assert_true(price > 0);
    assert_blocked(&table, patent, REASON_PATENT_CUBES, price);
    me->cubes = (uint8_t)price;
    table.state.link_dice = 1 << 1;
    assert_blocked(&table, patent, REASON_SILVER_RED, 0);
    table.state.link_dice = 0;
    table.state.bonus = BONUS_USED;
    assert_blocked(&table, patent, REASON_PATENT_RED, 0);
    leave_table(&table);
}

/* PUL-LINK-10, PUL-MOD-08: a link die of 0. */
TEST(test_zero)
{
    struct sitting table = {0};
    struct pulsar_seat *me = lay_turn(&table, GAME_FIRST, 1);
    set_dice(me, 0, 0);
    table.state.link_dice = 1;
    me->claims = me->hand[SMALL] = 1;
    me->ship = (uint8_t)location(&table, "N1"); /* leads to a magenta gate */
    me->patents = 1;                            /* tolerance for flights to a green one */
    assert_blocked(&table, move_of(MOVE_FLY, 0, 0, 0), REASON_FLY_ERRAND, 0);
    set_dice(me, 1, 0);
    me->tokens[PLUS_MINUS] = 1;
    make(&table, MOVE_GYRODYNE, SMALL, 0, 0);
    assert_blocked(&table, move_of(MOVE_PAY_TOKEN, pulsar_die_of(DIE_LINK, 0), CHANGE_LESS, 0),
                   REASON_BELOW_ZERO, 0);
    leave_table(&table);
}

/* PUL-GYRO-02, PUL-CLAIM-04, PUL-ICON-05: what has come to its end. */
TEST(test_used_up)
{
    struct sitting table = {0};
    struct pulsar_seat *me = lay_turn(&table, GAME_STANDARD, 2);
    table.state.boards[0] = 1 + CATEGORIES; /* BI-3 brings two gyrodynes */
    me->claims = 0x3f;
    for (int i = 0; i < 6; i++)
        table.state.gyrodynes[i] = RING_UNFINISHED + SMALL;
    me->hand[SMALL] = 4;
    set_dice(me, 2, 2);
    assert_blocked(&table, move_of(MOVE_GYRODYNE, SMALL, 0, 0), REASON_SOLD_OUT, SMALL);
    int open = location(&table, "N66");
    assert_blocked(&table, move_of(MOVE_BUILD, SMALL, open, 0), REASON_NO_RING, open);
    make(&table, MOVE_PATENT, 1 + TECHS_IN_PLAY + 3, 0, 0);
    make(&table, MOVE_SIZE, LARGE, 0, 0);
    assert_blocked(&table, move_of(MOVE_SIZE, LARGE, 0, 0), REASON_SIZE_SAME, LARGE);
    leave_table(&table);
}

/* PUL-FLY-01, PUL-CLAIM-01: flights that could not be completed. */
TEST(test_flights)
{
    struct sitting table = {0};
    struct pulsar_seat *me = lay_turn(&table, GAME_STANDARD, 1);
    me->ship = (uint8_t)location(&table, "N16");
    set_dice(me, 4, 4);
    make(&table, MOVE_FLY, 0, 0, 0);
    make(&table, MOVE_STEP, location(&table, "N17"), 0, 0);
    make(&table, MOVE_STEP, location(&table, "N15"), 0, 0);
    assert_blocked(&table, move_of(MOVE_STEP, me->ship, 0, 0), REASON_STEP_LENGTH, me->ship);
    leave_table(&table);
    me = lay_turn(&table, GAME_STANDARD, 1);
    table.state.boards[0] = 1 + 3 * CATEGORIES; /* DI-0: tolerance for flights that claim */
    me->patents = 1;
    me->ship = (uint8_t)location(&table, "N33");
    set_dice(me, 1, 1);
    make(&table, MOVE_FLY, 0, 0, 0);
    make(&table, MOVE_PAY_OFF, pulsar_die_of(DIE_SILVER, 1), off_of(SCOPE_CLAIM, false), 0);
    int away = location(&table, "N32");
    assert_blocked(&table, move_of(MOVE_STEP, away, 0, 0), REASON_STEP_CLAIM, away);
    leave_table(&table);
}

/* PUL-RUN-08: all projects completed, all gate runs used but the last. */
TEST(test_used_runs)
{
    struct sitting table = {0};
    int first = -1;
    struct pulsar_seat *me = lay_turn(&table, GAME_STANDARD, 1);
    struct pulsar_view v = view_now(&table);
    int seat = agenda_top(&table.state.agenda)->seat;
    me->projects = 0xff;
    for (int place = TOP - 1; place >= 0; place--)
        if (pulsar_gate_run_of(&v, seat, place) != NULL) {
            me->runs |= (uint8_t)(1u << place);
            first = place;
        }
    set_dice(me, 3, 3);
    make(&table, MOVE_FLY, 0, 0, 0);
    int project = pulsar_project_id(&v, seat, first);
    assert_blocked(&table,
                   move_of(MOVE_GATE_RUN, project, pulsar_gate_run_of(&v, seat, first)->a, 0),
                   REASON_RUN_USED, project);
    leave_table(&table);
}

enum { T_B6 = 14, T_C8 = 24 }; /* they sell points */

/* PUL-PROD-11 */
TEST(test_purchases_of_one_that_is_offline)
{
    struct sitting table = {0};
    struct pulsar_seat *me = lay_turn(&table, GAME_FIRST, 1);
    me->online = 1u << (T_B6 - 1);
    me->transmitters = me->online | 1u << (T_C8 - 1);
    end_turns(&table, TASK_BUY);
    assert_blocked(&table, move_of(MOVE_BUY, T_C8, 0, 0), REASON_BUY_OFFLINE, T_C8);
    ruleset_close((struct ruleset *)(uintptr_t)table.rules);
}

/* PUL-PROD-11: purchases at different prices, which the cards of the program do not have. */
TEST(test_purchases)
{
    static const struct card_set set = {
        .game = "pulsar-2849", .names = pulsar_card_files, .read = pulsar_read_cards};
    struct sitting table = {0};
    struct problem problem = {0};
    struct text text = {0};
    struct pulsar_seat *me = lay_turn(&table, GAME_FIRST, 1);
    struct ruleset rules = *table.rules;
    rules.cards = read_changed(
        &set, "transmitters.cards", "points 5\n    production  buy 4 points for 1 cubes",
        "points 5\n    production  buy 4 points for 2 cubes", &text, &problem);
    assert_told(&problem, NULL);
    me->online = me->transmitters = 1u << (T_B6 - 1) | 1u << (T_C8 - 1);
    end_turns(&table, TASK_BUY);
    struct ruleset *printed = (struct ruleset *)(uintptr_t)table.rules;
    table.rules = &rules;
    me->cubes = 1;
    assert_blocked(&table, move_of(MOVE_BUY, T_B6, 0, 0), REASON_BUY_CUBES, 1);
    me->cubes = 4;
    make(&table, MOVE_BUY, T_C8, 0, 0);
    assert_blocked(&table, move_of(MOVE_BUY, T_C8, 0, 0), REASON_BOUGHT, T_C8);
    free((void *)(uintptr_t)rules.cards);
    text_free(&text);
    ruleset_close(printed);
}

/* A last turn with these goals, and spinning gyrodynes of these sizes. */
static struct pulsar_seat *lay_goals(struct sitting *table, int first, int second,
                                     const char *sizes)
{
    struct pulsar_seat *me = lay_turn(table, GAME_FIRST, ROUNDS);
    table->state.goals[0] = (uint8_t)first;
    table->state.goals[1] = (uint8_t)second;
    for (int i = 0; sizes[i] != '\0'; i++) {
        me->claims |= (uint16_t)(1u << i);
        int size = sizes[i] == 'S' ? SMALL : sizes[i] == 'M' ? MEDIUM : LARGE;
        table->state.gyrodynes[i] = (uint8_t)(RING_SPINNING + size);
    }
    me->cubes = 9;
    return me;
}

enum { G1A = 1, G2A = 3, G2B = 4, G5A = 9 };

static struct move bonus_of(int goal)
{
    return move_of(MOVE_GOAL_BONUS, goal, 0, 0);
}

/* PUL-GOAL-13: two goals, and gyrodynes for one of them. */
TEST(test_split_goals)
{
    struct sitting table = {0};
    struct pulsar_seat *me = lay_goals(&table, G1A, G2A, "SSL");
    me->patents = 1u << 15; /* one goal counts as achieved */
    end_turns(&table, TASK_SPLIT);
    assert_blocked(&table, move_of(MOVE_PASS, 0, 0, 0), REASON_SPLIT_PICK, 0);
    assert_blocked(&table, move_of(MOVE_GOAL, G5A, 0, 0), REASON_SPLIT_OTHER, G5A);
    make(&table, MOVE_GOAL, G1A, 0, 0);
    assert_blocked(&table, move_of(MOVE_GOAL, G1A, 0, 0), REASON_WILD_ACHIEVED, G1A);
    make(&table, MOVE_PASS, 0, 0, 0);
    assert_blocked(&table, bonus_of(G2A), REASON_GOAL_SPLIT, G2A);
    leave_table(&table);
}

/* PUL-GOAL-02, PUL-GOAL-03: bonuses cost 2 and 2 cubes (G1a), 3 and 2 (G2a), 4 and 3 (G2b). */
TEST(test_goal_bonuses)
{
    struct sitting table = {0};
    struct pulsar_seat *me = lay_goals(&table, G1A, G2A, "SSSL");
    end_turns(&table, TASK_GOAL_BONUS);
    me->cubes = 2;
    assert_blocked(&table, bonus_of(G2A), REASON_GOAL_FIRST, 1);
    leave_table(&table);
    me = lay_goals(&table, G1A, G2B, "SSSMM");
    end_turns(&table, TASK_GOAL_BONUS);
    me->cubes = 2;
    assert_blocked(&table, bonus_of(G2B), REASON_GOAL_CUBES, 2);
    me->cubes = 6;
    make(&table, MOVE_GOAL_BONUS, G2B, 0, 0);
    assert_blocked(&table, bonus_of(G2B), REASON_GOAL_SECOND, 1);
    me->cubes = 9;
    make(&table, MOVE_GOAL_BONUS, G2B, 0, 0);
    assert_blocked(&table, bonus_of(G2B), REASON_GOAL_BONUSES, G2B);
    leave_table(&table);
}

/* The last test. */
TEST(test_every_reason)
{
    for (int reason = 0; reason < REASONS; reason++)
        if (given[reason] == 0)
            print_message("never given: %s\n", pulsar_words.reasons[reason].name);
    for (int reason = 0; reason < REASONS; reason++)
        assert_true(given[reason] > 0);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

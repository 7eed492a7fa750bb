/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Random games with card sets of other sizes than the printed ones: more cards, as many as there is
 * room for, and as few as the rules can do with. ORRERY_TEST_GAMES multiplies the games. */

#include "helpers.h"
#include "sized_sets.h"

#include "../contract/setups.h"

#include "contract/actions.h"
#include "contract/drawing.h"
#include "contract/fields.h"
#include "contract/play.h"
#include "record/position.h"

/* With sanitizers every step takes many times as long. In the short run each setup has one game
 * instead of several in a row. */
#ifdef SANITIZED
enum { GAMES = 10, SETS_MORE = 5, SHORT = 1 };
#else
enum { GAMES = 1000, SETS_MORE = 200, SHORT = 4 };
#endif
enum { CHECK_EVERY = 7, LOOK_CLOSELY_EVERY = 997 }; /* states */

static const struct sized_set fifty_technologies = {BTS, {TECHS_OF("II", 18), TECHS_OF("III", 18)}};
static const struct sized_set most_of_bts = {
    BTS,
    {TECHS_OF("I", 6), TECHS_OF("II", 24), TECHS_OF("III", 20), TECHS_OF("IIII", 14),
     EVENTS_OF("II", 16), EVENTS_OF("III", 16), SYSTEMS_OF("A", 16), SYSTEMS_OF("B", 16),
     ACHIEVEMENTS_OF("A", 7), ACHIEVEMENTS_OF("B", 7)}};
static const struct sized_set fewest_of_bts = {
    BTS,
    {TECHS_OF("II", 6), TECHS_OF("III", 6), TECHS_OF("IIII", 4), EVENTS_OF("II", 7),
     EVENTS_OF("III", 7), SYSTEMS_OF("A", 2), SYSTEMS_OF("B", 2), ACHIEVEMENTS_OF("A", 1),
     ACHIEVEMENTS_OF("B", 1)}};
static const struct sized_set doubled_transmitters = {
    PUL, {TRANSMITTERS_OF("A", 16), TRANSMITTERS_OF("B", 16), TRANSMITTERS_OF("C", 16)}};
static const struct sized_set most_of_pulsar = {PUL,
                                                {TRANSMITTERS_OF("A", 8), TRANSMITTERS_OF("C", 32),
                                                 SYSTEMS_IN_ALL(32), TILE_KINDS_IN_ALL(16),
                                                 GOALS_IN_ALL(32)}};
static const struct sized_set fewest_of_pulsar = {PUL,
                                                  {SYSTEMS_IN_ALL(16), TILE_KINDS_IN_ALL(1),
                                                   SIDES_OF_TILE("1", 0), SIDES_OF_TILE("3", 0),
                                                   SIDES_OF_TILE("6", 0)}};

static void fail_at(const struct ruleset *rules, const void *state, const char *what)
{
    struct text place = {0};
    setup_write(rules->game, &rules->setup, &place);
    text_add_char(&place, '\n');
    position_write(rules, state, &place);
    fail_msg("%s: %s", what, text_string(&place));
}

static void check(const struct ruleset *rules, const void *state)
{
    const char *wrong = rules->game->check(rules, state);
    if (wrong != NULL)
        fail_at(rules, state, wrong);
}

/* Whatever is legal has a number, however many cards there are. */
static void check_numbers(const struct ruleset *rules, const void *state)
{
    struct actions actions;
    struct move moves[MOVES_MAX];
    actions_open(&actions, rules->game);
    int count = rules->game->legal(rules, state, moves);
    for (int i = 0; i < count; i++)
        if (action_of(&actions, moves[i]) < 0)
            fail_at(rules, state, "a move without a number");
}

/* As text and back, drawn, described to a learner, with what is blocked. */
static void look_closely(const struct ruleset *rules, const union any_state *state)
{
    struct problem problem = {0};
    struct text text = {0};
    struct json json = {.out = &text};
    struct blocked blocked[BLOCKED_MAX];
    struct score score;
    int16_t features[FEATURES_MAX];
    union any_state back;
    struct scan scan;
    check_numbers(rules, state);
    state_block_write(rules, state, &text);
    if (!scan_open(&scan, "text", text_span(&text), &problem) || !scan_line(&scan) ||
        !state_block_read(rules, &scan, &back) ||
        memcmp(&back, state, rules->game->state_size) != 0)
        fail_at(rules, state, "the state as text");
    text_clear(&text);
    state_json(rules, state, &json, NULL);
    if (!state_from_json(rules, text_span(&text), &back, &problem) ||
        memcmp(&back, state, rules->game->state_size) != 0)
        fail_at(rules, state, "the state as JSON");
    draw_table(rules, state, &(struct drawing){.width = DRAWING_WIDTH}, &text);
    rules->game->blocked(rules, state, blocked);
    rules->game->score(rules, state, &score);
    for (int seat = 0; seat < rules->setup.players; seat++)
        rules->game->features(rules, state, &score, seat, features);
    text_free(&text);
}

/* One game; how many states it had is added to `states`. */
static void play_game(const struct ruleset *rules, uint64_t number, uint64_t *states)
{
    struct random random = random_stream(5, number);
    union any_state state;
    play_start(rules, &state);
    do {
        if (++*states % CHECK_EVERY == 0)
            check(rules, &state);
        if (*states % LOOK_CLOSELY_EVERY == 0)
            look_closely(rules, &state);
    } while (play_random(rules, &state, &random));
    check(rules, &state);
    if (rules->game->node(rules, &state).actor != NOBODY)
        fail_at(rules, &state, "nothing can be done, but the game is not over");
}

/* So many games, setup after setup. */
static void play_games(const struct sized_set *set, int count)
{
    const struct game *game = game_find(span_of(set->game));
    struct setup standard = setup_standard(game);
    struct problem none = {0};
    ruleset_close(open_sized(set, &standard, &none));
    assert_told(&none, NULL); /* other setups may be impossible */
    uint64_t states = 0, played = 0, wanted = (uint64_t)count * (uint64_t)games_factor();
    wanted /= (uint64_t)short_or_long(SHORT, 1);
    while (played < wanted) {
        struct setup setup = setup_first(game);
        do {
            struct problem problem = {0};
            struct ruleset *rules = open_sized(set, &setup, &problem);
            for (int i = 0; rules != NULL && i < short_or_long(1, 5) && played < wanted; i++)
                play_game(rules, played++, &states);
            ruleset_close(rules);
        } while (setup_next(game, &setup));
    }
    assert_true(states > 50 * played);
}

TEST(test_fifty_technologies)
{
    play_games(&fifty_technologies, GAMES);
}

TEST(test_most_cards)
{
    play_games(&most_of_bts, SETS_MORE);
}

TEST(test_fewest_cards)
{
    play_games(&fewest_of_bts, SETS_MORE);
}

TEST(test_doubled_transmitters)
{
    play_games(&doubled_transmitters, GAMES);
}

TEST(test_most_tiles)
{
    play_games(&most_of_pulsar, SETS_MORE);
}

TEST(test_fewest_tiles)
{
    play_games(&fewest_of_pulsar, SETS_MORE);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

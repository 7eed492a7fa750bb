/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Actions: every number is one move and back; every legal move of every setup and card set has a
 * number; and the numbers stay what they are (tests/library/actions.txt). */

#include "../contract/setups.h"
#include "helpers.h"

#include "base/file.h"
#include "contract/actions.h"
#include "contract/notation.h"
#include "contract/play.h"

#include <inttypes.h>
#include <stdlib.h>

TEST(test_numbers_and_back)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct actions actions;
        struct move move;
        actions_open(&actions, games[i]);
        assert_in_range(actions.count, 1, ACTIONS_MAX);
        for (int number = 0; number < actions.count; number++) {
            assert_true(action_move(&actions, number, &move));
            assert_int_equal(action_of(&actions, move), number);
        }
        assert_false(action_move(&actions, -1, &move));
        assert_false(action_move(&actions, actions.count, &move));
        assert_int_equal(action_of(&actions, (struct move){255, 0, 0, 0}), ACTION_NONE);
        assert_int_equal(action_of(&actions, (struct move){0, 255, 0, 0}), ACTION_NONE);
    }
}

/* Random games: whatever is legal has a number of its own. */
static void check_game(const struct ruleset *rules, const struct actions *actions,
                       struct random *random)
{
    struct move moves[MOVES_MAX], back;
    union any_state state;
    play_start(rules, &state);
    do {
        int count = rules->game->legal(rules, &state, moves);
        for (int i = 0; i < count; i++) {
            int number = action_of(actions, moves[i]);
            assert_in_range(number, 0, actions->count - 1);
            assert_true(action_move(actions, number, &back) && move_equal(back, moves[i]));
        }
    } while (play_random(rules, &state, random));
}

TEST(test_legal_moves_have_numbers)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct actions actions;
        struct setup setup = setup_first(games[i]);
        struct random random = random_stream(19, (uint64_t)i);
        actions_open(&actions, games[i]);
        do {
            struct problem problem = {0};
            struct ruleset *rules = setup_is_plain(games[i], &setup)
                                        ? ruleset_open(games[i], &setup, NULL, &problem)
                                        : NULL;
            for (int game = 0; rules != NULL && game < games_factor(); game++)
                check_game(rules, &actions, &random);
            ruleset_close(rules);
        } while (setup_next(games[i], &setup));
    }
}

/* A kind of thing never has more values than there are numbers for. */
TEST(test_things_fit)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        for (int kind = THING_GAME; games[i]->words->things[kind - THING_GAME].word; kind++) {
            int values = thing_values(rules, kind);
            assert_in_range(values, 1, 256);
            assert_null(thing_token(rules, kind, values));
        }
        ruleset_close(rules);
    }
}

/* The numbers are promised to others, so a change must be meant: then the file is made anew from
 * what this test prints. */
TEST(test_numbers_stay)
{
    struct text now = {0}, kept = {0}, path = {0};
    struct problem problem = {0};
    for (int i = 0; games[i] != NULL; i++) {
        struct actions actions;
        actions_open(&actions, games[i]);
        text_addf(&now, "%s %d %016" PRIx64 "\n", games[i]->name, actions.count,
                  actions.fingerprint);
        for (int k = 0; k < actions.kind_count; k++) {
            const struct action_kind *kind = &actions.kinds[k];
            text_addf(&now, "%6d %s %d %d %d\n", kind->first, games[i]->words->moves[k].name,
                      kind->values[0], kind->values[1], kind->values[2]);
        }
    }
    text_addf(&path, "%s/tests/library/actions.txt", getenv("ORRERY_SOURCE"));
    assert_true(file_read(text_string(&path), &kept, &problem));
    assert_string_equal(text_string(&now), text_string(&kept));
    text_free(&now);
    text_free(&kept);
    text_free(&path);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

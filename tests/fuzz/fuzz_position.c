/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the reader of positions. They are refused with a problem, or they are a state
 * that survives writing and reading, as text and as JSON, and that a game can continue from. */

#include "require.h"

#include "contract/fields.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "record/position.h"

static void require_round_trip(const struct ruleset *rules, const union any_state *state)
{
    struct problem problem = {0};
    union any_state back;
    struct text once = {0}, twice = {0};
    position_write(rules, state, &once);
    struct ruleset *again = position_read("again", text_span(&once), NULL, &back, &problem);
    REQUIRE(again != NULL);
    REQUIRE(memcmp(state, &back, rules->game->state_size) == 0);
    position_write(again, &back, &twice);
    require_same(&once, &twice);
    ruleset_close(again);
    text_free(&once);
    text_free(&twice);
}

static void require_json(const struct ruleset *rules, const union any_state *state)
{
    struct problem problem = {0};
    union any_state back;
    struct text text = {0};
    struct json json = {.out = &text};
    state_json(rules, state, &json, NULL);
    REQUIRE(state_from_json(rules, text_span(&text), &back, &problem));
    REQUIRE(memcmp(state, &back, rules->game->state_size) == 0);
    text_free(&text);
}

/* A state that can be is one that can be looked at and played on. */
static void require_playable(const struct ruleset *rules, union any_state *state)
{
    static struct blocked blocked[BLOCKED_MAX];
    struct score score;
    struct random random = {state_hash(rules, state)};
    rules->game->score(rules, state, &score);
    REQUIRE(rules->game->blocked(rules, state, blocked) <= BLOCKED_MAX);
    REQUIRE(play_out(rules, state, &random) <= rules->game->moves_bound);
    REQUIRE(rules->game->check(rules, state) == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span input = {(const char *)data, size};
    struct problem problem = {0};
    union any_state state;
    struct ruleset *rules = position_read("fuzz", input, NULL, &state, &problem);
    if (rules != NULL) {
        REQUIRE(!problem_is_set(&problem));
        require_round_trip(rules, &state);
        require_json(rules, &state);
        require_playable(rules, &state);
        ruleset_close(rules);
    } else {
        require_told(&problem, input);
    }
    return 0;
}

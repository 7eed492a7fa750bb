/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the reader of states in JSON, for noughts and for a toy with every form of
 * field. They are refused with a problem, or they are a state that is written and read again the
 * same. */

#include "require.h"
#include "../unit/toy.h"

#include "contract/play.h"
#include "record/position.h"

static const struct ruleset moonless = {
    .game = &toy, .setup = {.players = TOY_PLAYERS, .options = {TOY_WITHOUT_MOONS}}};
static const struct ruleset moonlit = {
    .game = &toy, .setup = {.players = SEATS_MAX, .options = {TOY_WITH_MOONS}}};

static void write_json(const struct ruleset *rules, const union any_state *state, struct text *out)
{
    struct json json = {.out = out};
    state_json(rules, state, &json, NULL);
}

static void require_round_trip(const struct ruleset *rules, const union any_state *state)
{
    struct problem problem = {0};
    union any_state back;
    struct text once = {0}, twice = {0};
    write_json(rules, state, &once);
    REQUIRE(state_from_json(rules, text_span(&once), &back, &problem));
    REQUIRE(memcmp(state, &back, rules->game->state_size) == 0);
    write_json(rules, &back, &twice);
    require_same(&once, &twice);
    text_free(&once);
    text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span input = {(const char *)data, size};
    const struct ruleset *const all[] = {noughts_rules(), &moonless, &moonlit};
    for (int i = 0; i < 3; i++) {
        struct problem problem = {0};
        union any_state state;
        if (state_from_json(all[i], input, &state, &problem)) {
            REQUIRE(!problem_is_set(&problem));
            require_round_trip(all[i], &state);
        } else {
            require_told(&problem, input);
        }
    }
    return 0;
}

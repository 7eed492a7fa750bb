/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what holds on the Exploration board in every position of random games. Control is
 * settled whenever nothing is under way, nobody's outpost moves inside a movement, and no action
 * leaves everything as it was. Single rules are in tests/scenarios. */

#include "games/beyond_the_sun/bts.h"

#include "helpers.h"

#include "contract/play.h"

enum { GAMES_EACH = 12 };

/* Looks at a position and the move that is about to be made there. */
typedef void looker(const struct bts_view *v, struct move move);

static void walk(const struct ruleset *rules, uint64_t seed, looker *look)
{
    struct bts_state state;
    struct move moves[MOVES_MAX];
    struct random random = random_stream(seed, 0);
    play_start(rules, &state);
    for (;;) {
        struct node node = rules->game->node(rules, &state);
        if (node.actor == NOBODY)
            return;
        struct move move = {0};
        if (node.actor == DEALER) {
            move = chance_random(rules, &state, &random);
        } else {
            uint32_t count = (uint32_t)rules->game->legal(rules, &state, moves);
            move = moves[random_below(&random, count)];
        }
        struct bts_view v = bts_view_of(rules, &state);
        look(&v, move);
        rules->game->apply(rules, &state, move, NULL);
    }
}

static void walk_many(looker *look)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    for (int players = 2; players <= 4; players++) {
        for (int mats = MATS_BASIC; mats <= MATS_ADVANCED; mats++) {
            struct problem problem = {0};
            struct setup setup = setup_standard(game);
            setup.players = (uint8_t)players;
            setup.options[OPTION_MATS] = (uint8_t)mats;
            struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
            assert_told(&problem, NULL);
            for (uint64_t seed = 1; seed <= GAMES_EACH; seed++)
                walk(rules, seed, look);
            ruleset_close(rules);
        }
    }
}

static int task_of(const struct bts_view *v)
{
    return agenda_top(&v->s->agenda)->task;
}

/* ---- control --------------------------------------------------------------------------------- */

/* The most power at a place, and how many factions have it. */
static int most_power(const struct bts_view *v, int place, int *holders)
{
    int most = 0;
    *holders = 0;
    for (int seat = 0; seat < players_of(v); seat++) {
        int power = bts_power_at(v, seat, place);
        *holders = power > most ? 1 : *holders + (power == most);
        most = power > most ? power : most;
    }
    return most;
}

static void look_at_control(const struct bts_view *v, struct move move)
{
    (void)move;
    if (task_of(v) != TASK_ACTION && task_of(v) != TASK_PRODUCTION)
        return;
    for (int place = 0; place < PLACES; place++) {
        int holders = 0, owner = v->s->outposts[place] - 1;
        int most = most_power(v, place, &holders);
        if (!bts_can_be_controlled(v, place)) {
            assert_int_equal(owner, -1);
            assert_int_equal(v->s->outpost_discs[place], DISC_NONE);
        } else if (owner >= 0) {
            assert_int_equal(bts_power_at(v, owner, place), most);
            assert_int_not_equal(v->s->outpost_discs[place], DISC_NONE);
        } else {
            assert_true(most == 0 || holders > 1);
        }
    }
}

/* BTS-CTRL-01 BTS-CTRL-02 BTS-CTRL-05 BTS-CTRL-14 BTS-CTRL-29 */
TEST(test_control_is_settled_when_nothing_is_under_way)
{
    walk_many(look_at_control);
}

/* ---- movement -------------------------------------------------------------------------------- */

static struct {
    bool moving;
    uint8_t outposts[PLACES];
} before;

static void look_at_movement(const struct bts_view *v, struct move move)
{
    bool jumping = task_of(v) == TASK_JUMP || task_of(v) == TASK_WARP;
    if (before.moving && jumping)
        assert_memory_equal(before.outposts, v->s->outposts, sizeof before.outposts);
    int moves_left = task_of(v) == TASK_JUMP   ? as_jump(task_top(v))->points_left
                     : task_of(v) == TASK_WARP ? as_warp(task_top(v))->ships_left
                                               : 0;
    before.moving = move.kind == MOVE_JUMP && moves_left > 1;
    memcpy(before.outposts, v->s->outposts, sizeof before.outposts);
}

/* BTS-JUMP-05 */
TEST(test_no_outpost_changes_inside_a_movement)
{
    before.moving = false;
    walk_many(look_at_movement);
}

/* ---- actions --------------------------------------------------------------------------------- */

static struct bts_state at_start; /* of the action */
static bool used_power;           /* during the action, which may undo what it does */

static bool same_table(const struct bts_state *one, const struct bts_state *other)
{
    struct bts_state a = *one, b = *other;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        a.seats[seat].pawn = b.seats[seat].pawn = SPACE_NONE;
    return memcmp(a.seats, b.seats, sizeof a.seats) == 0 &&
           memcmp(a.cards, b.cards, sizeof a.cards) == 0 &&
           memcmp(a.outposts, b.outposts, sizeof a.outposts) == 0 &&
           memcmp(a.outpost_discs, b.outpost_discs, sizeof a.outpost_discs) == 0 &&
           memcmp(a.slots, b.slots, sizeof a.slots) == 0 && a.dyson == b.dyson;
}

static void look_at_actions(const struct bts_view *v, struct move move)
{
    if (task_of(v) == TASK_ACTION && move.kind == MOVE_ACT) {
        at_start = *v->s;
        used_power = false;
    } else if (move.kind == MOVE_POWER || move.kind == MOVE_REPLACE) {
        used_power = true;
    } else if (task_of(v) == TASK_PRODUCTION && !used_power) {
        assert_false(same_table(&at_start, v->s));
    }
}

/* BTS-CLAR-01 BTS-CLAR-03 */
TEST(test_no_action_leaves_everything_as_it_was)
{
    walk_many(look_at_actions);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

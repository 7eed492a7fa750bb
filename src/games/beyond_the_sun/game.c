/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the game as everyone else sees it. The loop that runs its tasks from one decision
 * to the next, and the const struct game. It does not know what the tasks do. */

#include "bts.h"

#include <string.h>

/* ---- the tasks ------------------------------------------------------------------------------- */

#include "kit/task_loop.h"

bool bts_at_rest(const struct bts_view *v)
{
    struct bts_state copy;
    struct bts_table trial = bts_trial(v, &copy);
    return tasks_are_at_rest(&trial) && memcmp(&copy, v->s, sizeof copy) == 0;
}

/* ---- the functions of the contract ----------------------------------------------------------- */

static void start(const struct ruleset *rules, void *state)
{
    struct bts_table t = bts_table_of(rules, state, NULL);
    push_task(&t, setup, 0);
    advance_tasks(&t);
}

static struct node node(const struct ruleset *rules, const void *state)
{
    struct bts_view v = bts_view_of(rules, state);
    return node_of_tasks(&v, turn_seat(&v), v.s->round);
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    struct bts_view v = bts_view_of(rules, state);
    return legal_of_tasks(&v, moves);
}

static void weights(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *weights)
{
    struct bts_view v = bts_view_of(rules, state);
    odds_of_tasks(&v, moves, count, weights);
}

static bool pick(const struct ruleset *rules, const void *state, struct random *random,
                 struct move *move)
{
    struct bts_view v = bts_view_of(rules, state);
    return pick_of_tasks(&v, random, move);
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct bts_table t = bts_table_of(rules, state, events);
    apply_to_tasks(&t, move);
}

static uint32_t play_out(const struct ruleset *rules, void *state, struct random *random)
{
    struct bts_table t = bts_table_of(rules, state, NULL);
    return play_out_tasks(&t, random);
}

static const char *check_setup(const struct ruleset *rules)
{
    (void)rules;
    return NULL; /* every combination is possible */
}

extern const struct game beyond_the_sun;
const struct game beyond_the_sun = {
    .name = "beyond-the-sun",
    .title = _("Beyond the Sun"),
    .rules_version = 1,
    .players_min = 2,
    .players_max = 4,
    .state_size = sizeof(struct bts_state),
    .feature_count = BTS_FEATURES,
    .moves_bound = 100000,
    .words = &bts_words,
    .card_files = bts_card_files,
    .read_cards = bts_read_cards,
    .check_setup = check_setup,
    .start = start,
    .node = node,
    .legal = legal,
    .weights = weights,
    .pick = pick,
    .apply = apply,
    .play_out = play_out,
    .score = bts_score,
    .blocked = bts_blocked,
    .explain = bts_explain,
    .check = bts_check,
    .features = bts_features,
    .draw = bts_draw,
    .component = bts_component,
    .layout = bts_layout,
};

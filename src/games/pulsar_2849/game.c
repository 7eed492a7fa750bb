/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the game as everyone else sees it. The loop over its tasks and the const struct
 * game. */

#include "pulsar.h"

#include "kit/task_loop.h"

#include <string.h>

/* Tried on a copy, which a step that has been made leaves as it is. */
bool pulsar_at_rest(const struct pulsar_view *v)
{
    struct pulsar_state copy = *v->s;
    struct pulsar_table trial = pulsar_table_of(v->rules, &copy, NULL);
    return tasks_are_at_rest(&trial) && memcmp(&copy, v->s, sizeof copy) == 0;
}

static void start(const struct ruleset *rules, void *state)
{
    struct pulsar_table t = pulsar_table_of(rules, state, NULL);
    push_task(&t, setup, 0);
    advance_tasks(&t);
}

static struct node node(const struct ruleset *rules, const void *state)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    return node_of_tasks(&v, v.s->turn > 0 ? v.s->turn - 1 : NOBODY, v.s->round);
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    return legal_of_tasks(&v, moves);
}

static void weights(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *weights)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    odds_of_tasks(&v, moves, count, weights);
}

static bool pick(const struct ruleset *rules, const void *state, struct random *random,
                 struct move *move)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    return pick_of_tasks(&v, random, move);
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct pulsar_table t = pulsar_table_of(rules, state, events);
    apply_to_tasks(&t, move);
}

static const char *check_setup(const struct ruleset *rules)
{
    const uint8_t *options = rules->setup.options;
    if (options[OPTION_GAME] == GAME_FIRST && options[OPTION_CLUSTER] == SIDE_DEAD_ENDS)
        return _("The first game uses the star cluster without dead ends.");
    return NULL;
}

extern const struct game pulsar_2849;
const struct game pulsar_2849 = {
    .name = "pulsar-2849",
    .title = _("Pulsar 2849"),
    .rules_version = 1,
    .players_min = 2,
    .players_max = 4,
    .state_size = sizeof(struct pulsar_state),
    .feature_count = PULSAR_FEATURES,
    .moves_bound = 20000,
    .words = &pulsar_words,
    .card_files = pulsar_card_files,
    .read_cards = pulsar_read_cards,
    .check_setup = check_setup,
    .start = start,
    .node = node,
    .legal = legal,
    .weights = weights,
    .pick = pick,
    .apply = apply,
    .score = pulsar_score,
    .blocked = pulsar_blocked,
    .explain = pulsar_explain,
    .check = pulsar_check,
    .features = pulsar_features,
    .draw = pulsar_draw,
    .component = pulsar_component,
    .layout = pulsar_layout,
};

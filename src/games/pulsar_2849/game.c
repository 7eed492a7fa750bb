/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the game as everyone else sees it, its const struct game. The loop that runs its
 * tasks, and with it what is legal, is kit/task_loop.h; what a task offers and does is in the files
 * that tasks.h names. */

#include "pulsar.h"

#include "kit/task_game.h"

int pulsar_actor(const struct pulsar_view *v)
{
    return actor_of_tasks(v);
}

void pulsar_advance(struct pulsar_table *t)
{
    advance_tasks(t);
}

static struct node node(const struct ruleset *rules, const void *state)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    return node_of_tasks(&v, v.s->turn > 0 ? v.s->turn - 1 : NOBODY, v.s->round);
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
    .rules_oldest = 1,
    .players_min = 2,
    .players_max = 4,
    .state_size = sizeof(struct pulsar_state),
    .feature_count = PULSAR_FEATURES,
    .moves_bound = 20000,
    .words = &pulsar_words,
    .card_files = pulsar_card_files,
    .read_cards = pulsar_read_cards,
    .card_format = &pulsar_card_format.base,
    .check_setup = check_setup,
    .node = node,
    TASK_GAME_FUNCTIONS,
    .score = pulsar_score,
    .projected = pulsar_projected,
    .blocked = pulsar_blocked,
    .explain = pulsar_explain,
    .abridge = pulsar_abridge,
    .check = pulsar_check,
    .features = pulsar_features,
    .feature_names = pulsar_feature_names,
    .draw = pulsar_draw,
    .component = pulsar_component,
    .layout = pulsar_layout,
    .progress = pulsar_progress,
    .plans = pulsar_plans,
};

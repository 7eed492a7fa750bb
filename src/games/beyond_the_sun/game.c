/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the game as everyone else sees it, its const struct game. The loop that runs its
 * tasks, and with it what is legal, is kit/task_loop.h; what a task offers and does is in the files
 * that tasks.h names. */

#include "bts.h"

#include "kit/task_game.h"

static struct node node(const struct ruleset *rules, const void *state)
{
    struct bts_view v = bts_view_of(rules, state);
    return node_of_tasks(&v, turn_seat(&v), v.s->round);
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
    .rules_version = RULES_NOW,
    .rules_oldest = 1,
    .players_min = 2,
    .players_max = 4,
    .state_size = sizeof(struct bts_state),
    .feature_count = BTS_FEATURES,
    .moves_bound = 100000,
    .words = &bts_words,
    .card_files = bts_card_files,
    .read_cards = bts_read_cards,
    .card_format = &bts_card_format.base,
    .check_setup = check_setup,
    .node = node,
    TASK_GAME_FUNCTIONS,
    .score = bts_score,
    .blocked = bts_blocked,
    .explain = bts_explain,
    .name_things = bts_name_things,
    .explain_question = bts_explain_question,
    .check = bts_check,
    .features = bts_features,
    .feature_names = bts_feature_names,
    .draw = bts_draw,
    .component = bts_component,
    .layout = bts_layout,
    .progress = bts_progress,
};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the game for everybody else. The table of works and the const struct game. */

#include "pulsar.h"

#include <string.h>

#define WORK_ROW(name, NAME) [WORK_##NAME] = &pulsar_work_##name,
static const struct work_kind *const kinds[WORKS] = {WORK_LIST(WORK_ROW)};
#undef WORK_ROW

/* Tried on a copy, which a step that has been made leaves as it is. */
bool pulsar_at_rest(const struct table *t)
{
    struct pulsar_state copy = *t->s;
    struct table trial = {t->rules, t->cards, &copy, NULL};
    return works_at_rest(works_of(&trial, kinds), WORKS) && memcmp(&copy, t->s, sizeof copy) == 0;
}

static void start(const struct ruleset *rules, void *state)
{
    struct table t = pulsar_open(rules, state, NULL);
    agenda_push(&t.s->agenda, .work = WORK_SETUP);
    works_advance(works_of(&t, kinds));
}

static struct node node(const struct ruleset *rules, const void *state)
{
    struct table t = pulsar_view(rules, state);
    return works_node(works_of(&t, kinds), t.s->turn > 0 ? t.s->turn - 1 : NOBODY, t.s->round);
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    struct table t = pulsar_view(rules, state);
    return works_legal(works_of(&t, kinds), moves);
}

/* Exploration tiles: as many of a kind as there are in the stack. Everything else is even. */
static void weights(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *weights)
{
    struct table t = pulsar_view(rules, state);
    for (int i = 0; i < count; i++)
        weights[i] = moves[i].kind == MOVE_TILE ? t.s->tiles[moves[i].a - 1] : 1;
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct table t = pulsar_open(rules, state, events);
    works_apply(works_of(&t, kinds), move);
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

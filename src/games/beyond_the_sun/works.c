/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the game for everybody else. The table of works, which kit/works runs
 * from one decision to the next, and the const struct game. */

#include "bts.h"

#include <string.h>

/* ---- the works ------------------------------------------------------------------------------- */

#define WORK_ROW(name, NAME) [WORK_##NAME] = &work_##name,
static const struct work_kind *const kinds[WORKS] = {WORK_LIST(WORK_ROW)};

bool bts_at_rest(const struct table *g)
{
    struct bts_state copy = *g->s;
    struct table trial = bts_open(g->rules, &copy, NULL);
    return works_at_rest(works_of(&trial, kinds), WORKS) && memcmp(&copy, g->s, sizeof copy) == 0;
}

/* ---- the functions of the contract ----------------------------------------------------------- */

static void start(const struct ruleset *rules, void *state)
{
    struct table g = bts_open(rules, state, NULL);
    agenda_push(&g.s->agenda, .work = WORK_SETUP);
    works_advance(works_of(&g, kinds));
}

static struct node node(const struct ruleset *rules, const void *state)
{
    struct table g = bts_view(rules, state);
    return works_node(works_of(&g, kinds), turn_seat(&g), g.s->round);
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    struct table g = bts_view(rules, state);
    return works_legal(works_of(&g, kinds), moves);
}

/* Events: as if the six of a level had been shuffled face down before the game. */
static void weights(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *weights)
{
    struct table g = bts_view(rules, state);
    const struct frame *frame = agenda_top(&g.s->agenda);
    int fixed = 0, others = 0, facedown = 0;
    for (int i = 0; i < count; i++)
        weights[i] = 1;
    if (frame->work != WORK_EVENT)
        return;
    int level = g.cards->slots[frame->args[0]].level;
    for (int slot = 4; slot < 16; slot++)
        facedown += g.cards->slots[slot].level == level && (g.s->facedown >> (slot - 4) & 1);
    for (int i = 0; i < count; i++) {
        bool light = g.cards->events[moves[i].a].light;
        fixed += light;
        others += !light;
    }
    for (int i = 0; i < count && others > 0; i++)
        weights[i] = (uint16_t)(g.cards->events[moves[i].a].light ? others : facedown - fixed);
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct table g = bts_open(rules, state, events);
    works_apply(works_of(&g, kinds), move);
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
    .apply = apply,
    .score = bts_score,
    .blocked = bts_blocked,
    .explain = bts_explain,
    .check = bts_check,
    .features = bts_features,
    .draw = bts_draw,
    .component = bts_component,
    .layout = bts_layout,
};

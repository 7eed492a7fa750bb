/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the game for everybody else. The table of works and the const struct game. */

#include "pulsar.h"

#include <string.h>

#define WORK_ROW(name, NAME) [WORK_##NAME] = &pulsar_work_##name,
static const struct pulsar_work_kind *const kinds[WORKS] = {WORK_LIST(WORK_ROW)};
#undef WORK_ROW

static bool is_dealers(const struct pulsar_work_kind *kind, const struct frame *frame)
{
    return kind->dealer || (kind->is_dealers != NULL && kind->is_dealers(frame));
}

static void advance(struct pulsar_table *t)
{
    struct move moves[MOVES_MAX];
    while (t->s->agenda.depth > 0) {
        const struct pulsar_work_kind *kind = kinds[work_top(t)->work];
        if (kind->step != NULL && kind->step(t))
            continue;
        const struct frame *frame = work_top(t);
        kind = kinds[frame->work];
        if (!kind->obvious || is_dealers(kind, frame))
            return;
        int count = kind->options(&t->view, frame, moves);
        assert(count > 0);
        if (count > 1)
            return;
        kind->take(t, moves[0]);
    }
}

static bool at_rest(struct pulsar_table *t)
{
    struct move moves[MOVES_MAX];
    if (t->s->agenda.depth == 0)
        return true;
    const struct frame frame = *work_top(t); /* as it was before the step */
    const struct pulsar_work_kind *kind = frame.work < WORKS ? kinds[frame.work] : NULL;
    if (kind == NULL || kind->options == NULL)
        return false;
    if (kind->step != NULL && kind->step(t))
        return false;
    int count = kind->options(&t->view, &frame, moves);
    return count > 1 || (count == 1 && (!kind->obvious || is_dealers(kind, &frame)));
}

/* Tried on a copy, which a step that has been made leaves as it is. */
bool pulsar_at_rest(const struct pulsar_view *v)
{
    struct pulsar_state copy = *v->s;
    struct pulsar_table trial = pulsar_table_of(v->rules, &copy, NULL);
    return at_rest(&trial) && memcmp(&copy, v->s, sizeof copy) == 0;
}

static void start(const struct ruleset *rules, void *state)
{
    struct pulsar_table t = pulsar_table_of(rules, state, NULL);
    agenda_push(&t.s->agenda, .work = WORK_SETUP);
    advance(&t);
}

static struct node node(const struct ruleset *rules, const void *state)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    int turn = v.s->turn > 0 ? v.s->turn - 1 : NOBODY, round = v.s->round;
    if (v.s->agenda.depth == 0)
        return (struct node){NOBODY, NOBODY, (uint16_t)round, {.seat = NOBODY}};
    const struct frame *frame = work_top(&v);
    bool dealer = is_dealers(kinds[frame->work], frame);
    int8_t actor = dealer ? DEALER : (int8_t)frame->seat;
    struct message ask = {frame->work, dealer ? NOBODY : actor, frame->args[0], frame->args[1], 0};
    return (struct node){actor, (int8_t)turn, (uint16_t)round, ask};
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    if (v.s->agenda.depth == 0)
        return 0;
    const struct frame *frame = work_top(&v);
    return kinds[frame->work]->options(&v, frame, moves);
}

/* Exploration tiles: as many of a kind as there are in the stack. Everything else is even. */
static void weights(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *weights)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    for (int i = 0; i < count; i++)
        weights[i] = moves[i].kind == MOVE_TILE ? v.s->tiles[moves[i].a - 1] : 1;
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct pulsar_table t = pulsar_table_of(rules, state, events);
    kinds[work_top(&t)->work]->take(&t, move);
    advance(&t);
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

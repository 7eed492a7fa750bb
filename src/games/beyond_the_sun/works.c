/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the game for everybody else. The table of works, the loop that runs from one
 * decision to the next, and the const struct game. */

#include "bts.h"

/* ---- the loop -------------------------------------------------------------------------------- */

static const struct work_kind *const kinds[WORKS] = {
    [WORK_SETUP] = &work_setup,
    [WORK_DEAL_FIRST] = &work_deal_first,
    [WORK_DEAL_TECH] = &work_deal_tech,
    [WORK_DEAL_SYSTEM] = &work_deal_system,
    [WORK_DEAL_ACHIEVEMENT] = &work_deal_achievement,
    [WORK_DEAL_FACTION] = &work_deal_faction,
    [WORK_PICK_FACTION] = &work_pick_faction,
    [WORK_TURN] = &work_turn,
    [WORK_ACTION] = &work_action,
    [WORK_END_ACTION] = &work_end_action,
    [WORK_PRODUCTION] = &work_production,
    [WORK_ACHIEVEMENT] = &work_achievement,
    [WORK_RUN] = &work_run,
    [WORK_CHOOSE] = &work_choose,
    [WORK_MAY] = &work_may,
    [WORK_PER] = &work_per,
    [WORK_PAY] = &work_pay,
    [WORK_RIVAL] = &work_rival,
    [WORK_SUPPLY] = &work_supply,
    [WORK_BUILD] = &work_build,
    [WORK_BETTER] = &work_better,
    [WORK_RETIRE] = &work_retire,
    [WORK_DISC] = &work_disc,
    [WORK_SHIFT] = &work_shift,
    [WORK_TRADE] = &work_trade,
    [WORK_UPGRADE] = &work_upgrade,
    [WORK_JUMP] = &work_jump,
    [WORK_WARP] = &work_warp,
    [WORK_CONTROL] = &work_control,
    [WORK_GAIN] = &work_gain,
    [WORK_SLOT] = &work_slot,
    [WORK_EVENT] = &work_event,
    [WORK_TYPE] = &work_type,
    [WORK_REVEAL] = &work_reveal,
    [WORK_CARD] = &work_card,
    [WORK_LEARN] = &work_learn,
    [WORK_TABLEAU_FILL] = &work_tableau_fill,
    [WORK_PRIVATE] = &work_private,
    [WORK_COLONIZE] = &work_colonize,
    [WORK_SETTLE] = &work_settle,
    [WORK_TAKE_SYSTEM] = &work_take_system,
    [WORK_DRAW_SYSTEM] = &work_draw_system,
    [WORK_ANNEX] = &work_annex,
    [WORK_AGAIN] = &work_again,
    [WORK_COPY] = &work_copy,
    [WORK_FACTIONS] = &work_factions,
    [WORK_BANK] = &work_bank,
    [WORK_KEEP] = &work_keep,
    [WORK_FORTIFY] = &work_fortify,
    [WORK_HANG] = &work_hang,
    [WORK_SEND] = &work_send,
    [WORK_WINDOW] = &work_window,
};

/* Is the work on top the dealer's? A private technology is revealed before it is chosen. */
static bool is_dealers(const struct frame *frame)
{
    return kinds[frame->work]->dealer || (frame->work == WORK_PRIVATE && frame->args[1] > 0);
}

void works_advance(struct bts *g)
{
    struct move moves[MOVES_MAX];
    while (!agenda_is_empty(&g->s->agenda)) {
        const struct frame *frame = agenda_top(&g->s->agenda);
        const struct work_kind *kind = kinds[frame->work];
        if (kind->step != NULL && kind->step(g))
            continue;
        frame = agenda_top(&g->s->agenda);
        kind = kinds[frame->work];
        if (!kind->obvious || is_dealers(frame))
            return;
        int count = kind->options(g, frame, moves);
        assert(count > 0);
        if (count > 1)
            return;
        kind->take(g, moves[0]);
    }
}

/* Tried on a copy: the work on top must not be able to go on by itself. */
bool works_at_rest(const struct bts *g)
{
    struct move moves[MOVES_MAX];
    if (agenda_is_empty(&g->s->agenda))
        return true;
    const struct frame *frame = agenda_top(&g->s->agenda);
    const struct work_kind *kind = kinds[frame->work];
    if (kind == NULL || kind->options == NULL)
        return false;
    struct bts_state copy = *g->s;
    struct bts trial = {g->rules, g->cards, &copy, NULL};
    if (kind->step != NULL && kind->step(&trial))
        return false;
    int count = kind->options(g, frame, moves);
    return count > 1 || (count == 1 && (!kind->obvious || is_dealers(frame)));
}

/* ---- the functions of the contract ----------------------------------------------------------- */

static void start(const struct ruleset *rules, void *state)
{
    struct bts g = bts_open(rules, state, NULL);
    agenda_push(&g.s->agenda, .work = WORK_SETUP);
    works_advance(&g);
}

static struct node node(const struct ruleset *rules, const void *state)
{
    (void)rules;
    const struct bts_state *s = state;
    if (agenda_is_empty(&s->agenda))
        return (struct node){NOBODY, NOBODY, s->round, {.kind = WORK_NONE, .seat = NOBODY}};
    const struct frame *frame = agenda_top(&s->agenda);
    bool dealer = is_dealers(frame);
    int8_t actor = dealer ? DEALER : (int8_t)frame->seat;
    int8_t turn = s->turn > 0 ? (int8_t)(s->turn - 1) : NOBODY;
    struct message ask = {frame->work, dealer ? NOBODY : actor, frame->args[0], frame->args[1], 0};
    return (struct node){actor, turn, s->round, ask};
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    struct bts g = bts_view(rules, state);
    if (agenda_is_empty(&g.s->agenda))
        return 0;
    const struct frame *frame = agenda_top(&g.s->agenda);
    return kinds[frame->work]->options(&g, frame, moves);
}

/* Events: as if the six of a level had been shuffled face down before the game. */
static void weights(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *weights)
{
    struct bts g = bts_view(rules, state);
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
    struct bts g = bts_open(rules, state, events);
    kinds[agenda_top(&g.s->agenda)->work]->take(&g, move);
    works_advance(&g);
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
    .check = bts_check,
    .features = bts_features,
    .draw = bts_draw,
    .component = bts_component,
    .layout = bts_layout,
};

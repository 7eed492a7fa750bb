/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: impossible positions from outside. Every position of some random games is corrupted
 * in ways that would trip up the rules later; the check must refuse it now. */

#include "pulsar_games.h"

/* Spoils the state of the table and returns true, or false if it cannot be done here. */
typedef bool spoiler(struct pulsar_table *t);

static struct frame *top_of(struct pulsar_table *t, int task)
{
    struct frame *top = agenda_is_empty(&t->s->agenda) ? NULL : agenda_top(&t->s->agenda);
    return top != NULL && top->task == task ? top : NULL;
}

/* ---- the course of the game ------------------------------------------------------------------ */

/* There is nobody at this place of the play order. */
static bool spoil_place(struct pulsar_table *t)
{
    struct frame *bottom = &t->s->agenda.frames[0];
    if (bottom->task == TASK_PRODUCTION)
        production_in(bottom)->place = (uint8_t)players_of(&t->view);
    else if (bottom->task == TASK_FINAL)
        final_in(bottom)->place = (uint8_t)players_of(&t->view);
    return bottom->task == TASK_PRODUCTION || bottom->task == TASK_FINAL;
}

static bool spoil_taker(struct pulsar_table *t)
{
    struct frame *take = top_of(t, TASK_TAKE);
    if (take == NULL)
        return false;
    take->seat = (uint8_t)((take->seat + 1) % players_of(&t->view));
    t->s->turn = (uint8_t)(take->seat + 1);
    return t->s->seats[take->seat].dice[1] == 0;
}

/* A die that is left from an earlier turn. */
static bool spoil_silver(struct pulsar_table *t)
{
    const struct frame *frames = t->s->agenda.frames;
    if (frames[1].task != TASK_ACT || as_round(&frames[0])->done < 2)
        return false;
    seat_at(t, pulsar_seat_in_order(&t->view, 0))->dice[0] = 3;
    return true;
}

static bool spoil_leftovers(struct pulsar_table *t)
{
    if (t->s->agenda.frames[1].task != TASK_ACT)
        return false;
    for (int i = 0; i < DIE_SIDES; i++)
        t->s->dice[i] = i == 0;
    t->s->dice[1] = players_of(&t->view) == 2 ? 1 : 2;
    return true;
}

/* ---- red dice -------------------------------------------------------------------------------- */

/* That would be more ways to pay than a list of moves can hold. */
static bool spoil_red_dice(struct pulsar_table *t)
{
    if (t->s->agenda.frames[1].task != TASK_ACT || t->s->bonus != BONUS_FREE)
        return false;
    t->s->link_dice = (uint8_t)bits_below(DIE_SIDES + 1);
    return true;
}

static bool spoil_bonus(struct pulsar_table *t)
{
    if (t->s->agenda.frames[1].task == TASK_ACT)
        return false;
    t->s->bonus = BONUS_USED;
    return true;
}

/* Two doublers, one on the other: there would be two red dice. */
static bool spoil_program(struct pulsar_table *t)
{
    const struct pulsar_seat *me = seat_of(&t->view, task_top(t)->seat);
    int seat = task_top(t)->seat, doubler = 0;
    if (top_of(t, TASK_ACT) == NULL || t->s->bonus != BONUS_FREE || me->dice[0] != 0 ||
        pulsar_free_isolated(&t->view) == 0 || pulsar_rings_left(&t->view, seat) == 0)
        return false;
    while (t->view.cards->rows[doubler].op != OP_DOUBLE)
        doubler++;
    for (int i = 0; i < 2; i++)
        push_task(t, run, seat, .next = doubler, .end = doubler + 1);
    push_task(t, isolated, seat);
    return true;
}

/* ---- flights --------------------------------------------------------------------------------- */

/* A tolerance whose gate cannot be visited; nobody sees it before the gate run is answered. */
static bool spoil_errand(struct pulsar_table *t)
{
    const struct frame *run = top_of(t, TASK_GATE_RUN);
    uint8_t next[LINKS_MAX];
    if (run == NULL)
        return false;
    t->s->flight_length = 1;
    flight_in(&t->s->agenda.frames[t->s->agenda.depth - 2])->segments_left = 1;
    for (int scope = SCOPE_GREEN; scope <= SCOPE_ORANGE; scope++) {
        t->s->flight_scope = (uint8_t)scope;
        if (pulsar_next_locations(map_of(&t->view), t->s->path, 0, 1,
                                  pulsar_errand_of(&t->view, run->seat, scope), next) == 0)
            return true;
    }
    return false;
}

/* ---- the set-up ------------------------------------------------------------------------------ */

/* One thing is dealt twice, another one never. */
static bool spoil_deal(struct pulsar_table *t)
{
    int depth = t->s->agenda.depth;
    struct frame *frames = t->s->agenda.frames;
    if (t->s->round > 0 || depth < 3)
        return false;
    frames[depth - 2] = frames[depth - 1];
    return true;
}

/* What comes later is there already. */
static bool spoil_order(struct pulsar_table *t)
{
    if (t->s->round > 0 || t->s->agenda.frames[1].task == TASK_DEAL_ORDER || t->s->order[0] != 0)
        return false;
    t->s->order[0] = 1;
    return true;
}

static bool spoil_ship(struct pulsar_table *t)
{
    const struct frame *deal = top_of(t, TASK_DEAL_OFFER);
    if (deal == NULL || t->s->round > 0)
        return false;
    t->s->seats[0].ship = map_of(&t->view)->entries[1];
    return true;
}

/* Without headquarters nothing of them is dealt. */
static bool spoil_headquarters(struct pulsar_table *t)
{
    if (has_headquarters(&t->view) || top_of(t, TASK_ENTRY) == NULL || t->s->agenda.depth != 2)
        return false;
    t->s->agenda.frames[0].step--;
    t->s->agenda.frames[1].task = TASK_DEAL_HEADQUARTERS;
    t->s->seats[t->s->agenda.frames[1].seat].ship = 0;
    return true;
}

/* Something was gained before the first round. */
static bool spoil_early_cubes(struct pulsar_table *t)
{
    if (t->s->round > 0)
        return false;
    t->s->seats[1].cubes = 2;
    return true;
}

/* One that is still to be laid out is there already. */
static bool spoil_offer(struct pulsar_table *t)
{
    const struct frame *deal = top_of(t, TASK_DEAL_OFFER);
    if (deal == NULL || as_deal_offer(deal)->laid == 0)
        return false;
    t->s->offer[as_deal_offer(deal)->laid - 1] = 0;
    return true;
}

/* ---- production, scoring and what was gained ------------------------------------------------- */

static bool spoil_buyer(struct pulsar_table *t)
{
    struct frame *buy = top_of(t, TASK_BUY);
    if (buy == NULL)
        return false;
    struct pulsar_production_task *production = production_in(&t->s->agenda.frames[0]);
    production->step = 0;
    production->place = 0;
    return true;
}

static bool spoil_goal_step(struct pulsar_table *t)
{
    if (top_of(t, TASK_GOAL_BONUS) == NULL)
        return false;
    t->s->agenda.frames[1].step = 0;
    return true;
}

/* It would be dealt for twice. */
static bool spoil_final_deal(struct pulsar_table *t)
{
    const struct frame *deal = top_of(t, TASK_DEAL);
    if (deal == NULL)
        return false;
    push_task(t, deal, deal->seat, .tech = as_deal(deal)->tech);
    return true;
}

static bool spoil_early_goal(struct pulsar_table *t)
{
    if (t->s->round == 0 || t->s->agenda.frames[0].task == TASK_FINAL)
        return false;
    t->s->seats[0].goals = 1;
    return true;
}

/* Goals are scored that were not dealt. */
static bool spoil_early_scoring(struct pulsar_table *t)
{
    if (t->s->round != 0 || t->s->goals[0] != 0)
        return false;
    push_task(t, split, 0, .chosen = 1);
    return true;
}

/* A goal is among those that share gyrodynes, but is about something else. */
static bool spoil_split(struct pulsar_table *t)
{
    if (t->s->round == 0 || t->view.cards->goals[t->s->goals[0]].noun != NOUN_STATIONS)
        return false;
    push_task(t, split, 0, .chosen = 1);
    return true;
}

static bool spoil_early_bonus(struct pulsar_table *t)
{
    if (t->s->round != 0 || t->s->goals[0] != 0)
        return false;
    push_task(t, goal_bonus, 0);
    return true;
}

static bool spoil_turn(struct pulsar_table *t)
{
    if (t->s->round == 0)
        return false;
    t->s->turn = (uint8_t)(t->s->turn % players_of(&t->view) + 1);
    return t->s->agenda.frames[1].task != TASK_ACT;
}

/* All is paid, but nobody turns it over. */
static bool spoil_paid(struct pulsar_table *t)
{
    for (uint64_t own = seat_of(&t->view, 0)->transmitters & ~seat_of(&t->view, 0)->online;
         own != 0;) {
        unsigned i = bits_pop(&own);
        if (t->s->paid[i] == 0 || t->s->agenda.frames[1].task != TASK_TAKE)
            continue;
        t->s->paid[i] = (uint8_t)bits_below(t->view.cards->transmitters[i + 1].dice_count);
        return true;
    }
    return false;
}

static bool spoil_depth(struct pulsar_table *t)
{
    t->s->agenda.depth = UINT8_MAX;
    return true;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    spoiler *spoil;
} spoilers[] = {
    {"place", spoil_place},
    {"taker", spoil_taker},
    {"silver", spoil_silver},
    {"leftovers", spoil_leftovers},
    {"red dice", spoil_red_dice},
    {"bonus", spoil_bonus},
    {"program", spoil_program},
    {"errand", spoil_errand},
    {"deal", spoil_deal},
    {"order", spoil_order},
    {"ship", spoil_ship},
    {"headquarters", spoil_headquarters},
    {"early cubes", spoil_early_cubes},
    {"offer", spoil_offer},
    {"buyer", spoil_buyer},
    {"goal step", spoil_goal_step},
    {"final deal", spoil_final_deal},
    {"early goal", spoil_early_goal},
    {"early scoring", spoil_early_scoring},
    {"split", spoil_split},
    {"early bonus", spoil_early_bonus},
    {"turn", spoil_turn},
    {"paid", spoil_paid},
    {"depth", spoil_depth},
};
enum { SPOILERS = sizeof spoilers / sizeof spoilers[0] };
static int spoiled[SPOILERS];

static void watch_spoilers(struct sitting *table, uint32_t made)
{
    (void)made;
    assert_null(the_game()->check(table->rules, &table->state));
    for (int i = 0; i < SPOILERS && !is_over(table); i++) {
        struct pulsar_state copy = table->state;
        struct pulsar_table t = pulsar_table_of(table->rules, &copy, NULL);
        if (!spoilers[i].spoil(&t))
            continue;
        spoiled[i]++;
        if (the_game()->check(table->rules, &copy) == NULL)
            fail_msg("a position spoiled by its %s is accepted", spoilers[i].name);
    }
}

TEST(test_spoiled_positions)
{
    play_all(watch_spoilers);
    for (int i = 0; i < SPOILERS; i++)
        if (spoiled[i] == 0)
            fail_msg("no position was spoiled by its %s", spoilers[i].name);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

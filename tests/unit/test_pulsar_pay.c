/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: all ways to pay, in positions of many games with whatever dice, tokens, cubes and
 * patents a seat may have. What is offered is checked against a plain reading of the rules. Single
 * rules are in tests/scenarios. */

#include "pulsar_games.h"

/* ---- ways to pay ----------------------------------------------------------------------------- */

/* An action that might be paid for, as a move and as the frame of its payment. */
struct candidate {
    struct move move;
    struct frame frame;
};

/* The tolerances that each action can use, besides that of once a turn. */
static const uint16_t scopes_of_action[ACTIONS] = {
    [ACTION_FLY] = 1 << SCOPE_GREEN | 1 << SCOPE_MAGENTA | 1 << SCOPE_ORANGE | 1 << SCOPE_CLAIM,
    [ACTION_COMPLETE] = 1 << SCOPE_COMPLETION,
    [ACTION_TRANSMITTER] = 1 << SCOPE_PAYMENT,
    [ACTION_PAYMENT] = 1 << SCOPE_PAYMENT,
    [ACTION_PROJECT] = 1 << SCOPE_PROJECT,
    [ACTION_PATENT] = 1 << SCOPE_PATENT,
};

/* Those that the seat has by its patents. */
static unsigned tolerances_of(const struct pulsar_view *v, int seat)
{
    unsigned scopes = 0;
    for (int index = 0; index < TECHS_IN_PLAY; index++) {
        struct program effect = tech_at(v, index)->effect;
        for (int i = 0; seat_of(v, seat)->patents >> index & 1 && i < effect.count; i++)
            if (v->cards->rows[effect.start + i].op == OP_TOLERANCE)
                scopes |= 1u << v->cards->rows[effect.start + i].a;
    }
    return v->s->tolerance_used ? scopes & ~(1u << SCOPE_ONCE) : scopes;
}

static bool has_die(const struct pulsar_view *v, int seat, int die, bool silver_alone)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int value = pulsar_die_value(die);
    switch (pulsar_die_source(die)) {
    case DIE_SILVER:
        return me->dice[0] == value || me->dice[1] == value;
    case DIE_LINK:
        return !silver_alone && v->s->bonus == BONUS_FREE && (v->s->link_dice >> value & 1);
    case DIE_PLANET:
        return !silver_alone && v->s->bonus == BONUS_FREE && (v->s->planet_dice >> value & 1);
    case DIE_COPY:
        return !silver_alone && v->s->bonus == BONUS_FREE && v->s->dice[value - 1] > 0 &&
               me->cubes >= pulsar_copy_price(v, seat);
    default:
        return !silver_alone && v->s->bonus == BONUS_RESERVED && v->s->red == value;
    }
}

/* Does the die pay for the action with this token and this tolerance? */
static bool pays(const struct pulsar_view *v, const struct pulsar_pay_task *pay, int die,
                 int change, int off)
{
    static const int amounts[CHANGES] = {0, -1, 1, 2};
    const uint8_t *tokens = seat_of(v, pay->seat)->tokens;
    struct pulsar_price price = pulsar_price_of(v, pay->action, pay->about, pay->die);
    unsigned scopes = scopes_of_action[pay->action] | 1u << SCOPE_ONCE;
    int scope = off == OFF_NONE ? SCOPE_NONE : (off + 1) / 2;
    int value = pulsar_die_value(die) + amounts[change];
    if (!has_die(v, pay->seat, die, price.silver_alone) || value < 0)
        return false;
    if (change != CHANGE_NONE && tokens[change == CHANGE_TWO ? PLUS_TWO : PLUS_MINUS] == 0)
        return false;
    if (scope != SCOPE_NONE && !(scopes & tolerances_of(v, pay->seat) & 1u << scope))
        return false;
    if (scope != SCOPE_NONE && pay->action != ACTION_FLY && (price.costs >> value & 1))
        return false; /* it pays as it is */
    if (scope != SCOPE_NONE)
        value += off % 2 == 1 ? 1 : -1;
    if (pay->action != ACTION_FLY)
        return value >= 1 && (price.costs >> value & 1);
    struct pulsar_errand errand = pulsar_errand_of(v, pay->seat, scope);
    return pulsar_trail_exists(map_of(v), seat_of(v, pay->seat)->ship, value,
                               (struct pulsar_segments){{0}}, errand);
}

static struct move payment(int die, int change, int off)
{
    if (change == CHANGE_NONE)
        return off == OFF_NONE ? move_of(MOVE_PAY, die, 0, 0) : move_of(MOVE_PAY_OFF, die, off, 0);
    return off == OFF_NONE ? move_of(MOVE_PAY_TOKEN, die, change, 0)
                           : move_of(MOVE_PAY_BOTH, die, change, off);
}

/* All ways to pay are offered and no others; and the action is offered if there is one. */
static int check_payment(const struct sitting *table, const struct candidate *action)
{
    struct pulsar_view v = pulsar_view_of(table->rules, &table->state);
    struct move moves[MOVES_MAX];
    int count = pulsar_offer_payments(&v, &action->frame, moves), ways = 0;
    for (int die = 1; die < DICE_NUMBERS; die++)
        for (int change = 0; change < CHANGES; change++)
            for (int off = 0; off < OFFS; off++) {
                if (!pays(&v, as_pay(&action->frame), die, change, off))
                    continue;
                bool found = false;
                for (int i = 0; i < count; i++)
                    found = found || move_equal(moves[i], payment(die, change, off));
                assert_true(found);
                ways++;
            }
    assert_int_equal(ways, count);
    assert_int_equal(play_find(table->rules, &table->state, action->move) >= 0, ways > 0);
    return ways;
}

/* ---- actions --------------------------------------------------------------------------------- */

enum { CANDIDATES_MAX = 200 };

struct candidates {
    int count, seat;
    struct candidate list[CANDIDATES_MAX];
};

static void add(struct candidates *all, int kind, int action, int a, int b)
{
    assert_true(all->count < CANDIDATES_MAX);
    all->list[all->count++] = (struct candidate){
        move_of(kind, a, b, 0),
        {.task = TASK_PAY,
         .seat = (uint8_t)all->seat,
         .args = {(uint8_t)action, (uint8_t)a, (uint8_t)b}},
    };
}

static void add_costs(const struct pulsar_view *v, struct candidates *all, int kind, int action,
                      int transmitter)
{
    for (uint64_t open = pulsar_open_costs(v, transmitter); open != 0;)
        add(all, kind, action, transmitter,
            v->cards->transmitters[transmitter].dice[bits_pop(&open)]);
}

static void add_transmitters(const struct pulsar_view *v, struct candidates *all)
{
    const struct pulsar_seat *me = seat_of(v, all->seat);
    for (int i = 0; i < ON_OFFER; i++)
        if (v->s->offer[i] != 0)
            add_costs(v, all, MOVE_TRANSMITTER, ACTION_TRANSMITTER, v->s->offer[i]);
    for (uint64_t own = me->transmitters & ~me->online; own != 0;)
        add_costs(v, all, MOVE_PAY_TRANSMITTER, ACTION_PAYMENT, 1 + (int)bits_pop(&own));
}

static void add_patents(const struct pulsar_view *v, struct candidates *all)
{
    for (uint64_t open = pulsar_open_patents(v, all->seat); open != 0;) {
        int index = (int)bits_pop(&open);
        add(all, MOVE_PATENT, ACTION_PATENT, index, 0);
        all->list[all->count - 1].move.a = (uint8_t)pulsar_tech_id(v, index);
    }
}

/* Everything that the seat may do if it can pay. */
static void list_candidates(const struct pulsar_view *v, struct candidates *all)
{
    const struct pulsar_seat *me = seat_of(v, all->seat);
    add(all, MOVE_FLY, ACTION_FLY, 0, 0);
    for (int size = 0; size < SIZES; size++)
        if (pulsar_gyrodyne_stock(v, size) > 0)
            add(all, MOVE_GYRODYNE, ACTION_GYRODYNE, size, 0);
    for (uint64_t own = me->claims; own != 0;) {
        unsigned pulsar = bits_pop(&own);
        int ring = v->s->gyrodynes[pulsar];
        if (ring >= RING_UNFINISHED && ring < RING_SPINNING)
            add(all, MOVE_COMPLETE, ACTION_COMPLETE, map_of(v)->pulsars[pulsar + 1], 0);
    }
    add_transmitters(v, all);
    for (int place = 0; me->side != 0 && place < PROJECTS_OF_SIDE; place++)
        if (pulsar_project_refusal(v, all->seat, place) == PROJECT_FINE)
            add(all, MOVE_PROJECT, ACTION_PROJECT, pulsar_project_id(v, all->seat, place), 0);
    add_patents(v, all);
    for (int modifier = 0; modifier < MODIFIERS; modifier++)
        add(all, MOVE_MODIFIER, ACTION_MODIFIER, modifier, 0);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Gives the seat other dice, tokens, cubes and patents. */
static void shake(struct sitting *table, int seat)
{
    struct pulsar_state *s = &table->state;
    struct pulsar_seat *me = &s->seats[seat];
    struct random *random = &table->random;
    for (int i = 0; i < DICE_OF_SEAT; i++)
        me->dice[i] = (uint8_t)random_below(random, DIE_SIDES + 1);
    for (int i = 0; i < MODIFIERS; i++)
        me->tokens[i] = (uint8_t)random_below(random, 3);
    me->cubes = (uint16_t)random_below(random, 6);
    me->patents = random_below(random, 1u << TECHS_IN_PLAY);
    s->tolerance_used = (uint8_t)random_below(random, 2);
    s->bonus = (uint8_t)random_below(random, BONUS_USED + 1);
    s->red = s->bonus == BONUS_RESERVED ? (uint8_t)(1 + random_below(random, DIE_SIDES)) : 0;
    s->link_dice = s->planet_dice = 0;
    if (s->bonus == BONUS_FREE) {
        s->link_dice = (uint8_t)(random_below(random, 128) & random_below(random, 128));
        s->planet_dice = (uint8_t)(random_below(random, 128) & random_below(random, 128) & ~1u);
    }
}

static int check_position(const struct sitting *table, int seat)
{
    struct pulsar_view v = pulsar_view_of(table->rules, &table->state);
    struct candidates all = {.seat = seat};
    struct move moves[MOVES_MAX];
    int ways = 0;
    list_candidates(&v, &all);
    for (int i = 0; i < all.count; i++)
        ways += check_payment(table, &all.list[i]);
    /* What is offered besides constructions and the end of the turn is one of these. */
    int count = the_game()->legal(table->rules, &table->state, moves);
    for (int i = 0; i < count; i++) {
        bool known = moves[i].kind == MOVE_BUILD || moves[i].kind == MOVE_END;
        for (int k = 0; k < all.count; k++)
            known = known || move_equal(moves[i], all.list[k].move);
        assert_true(known);
    }
    return ways;
}

/* Looks at some turns of random games, as it is and shaken. */
static void watch_payments(struct sitting *table, uint32_t made)
{
    const struct pulsar_state *s = &table->state;
    if (made % 23 != 0 || s->agenda.depth == 0 || agenda_top(&s->agenda)->task != TASK_ACT)
        return;
    int seat = agenda_top(&s->agenda)->seat;
    struct sitting shaken = *table;
    table->seen += check_position(table, seat);
    for (int i = 0; i < 3; i++) {
        shake(&shaken, seat);
        table->seen += check_position(&shaken, seat);
    }
}

/* PUL-ACT-01, PUL-PAY-01, PUL-PAY-02, PUL-MOD-01, PUL-MOD-02, PUL-MOD-04, PUL-MOD-05, PUL-MOD-06,
 * PUL-MOD-08, PUL-MOD-09 */
TEST(test_all_ways_to_pay)
{
    assert_true(play_all(watch_payments) > 15000);
}

/* A token leaves its owner when it is told, and never without a payment; the bank has no end. */
static void watch_tokens(struct sitting *table, uint32_t made)
{
    int change[SEATS_MAX][MODIFIERS] = {{0}}, paid = 0, spent = 0;
    for (int i = 0; i < table->events.count; i++) {
        struct message event = table->events.list[i];
        paid += event.kind == LOG_PAID;
        spent += event.kind == LOG_TOKEN_SPENT;
        if (event.kind == LOG_TOKEN_SPENT)
            change[event.seat][event.a]--;
        if (event.kind == LOG_TOKENS)
            change[event.seat][event.b] += event.a;
    }
    assert_true(paid <= 1 && spent <= paid);
    for (int seat = 0; made > 0 && table->before.round > 0 && seat < SEATS_MAX; seat++)
        for (int i = 0; i < MODIFIERS; i++)
            assert_int_equal(table->state.seats[seat].tokens[i],
                             table->before.seats[seat].tokens[i] + change[seat][i]);
    table->seen += spent;
}

TEST(test_one_token_a_payment) /* PUL-MOD-03, PUL-MOD-04, PUL-MOD-07 */
{
    assert_true(play_all(watch_tokens) > 500);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

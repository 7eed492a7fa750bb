/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849 over whole games: what must hold in every random game whatever is played. The offer
 * of transmitters, link and bonus dice, patents, the steps of the production phase and of the final
 * scoring, points and where they come from. Single rules are in tests/scenarios. */

#include "pulsar_games.h"

/* ---- transmitters ---------------------------------------------------------------------------- */

static const char *const letters_of_round[ROUNDS + 1] = {"",    "AAA", "AAA", "AAB", "BBB",
                                                         "BBB", "BCC", "CCC", "CCC"};

/* At the roll of each round the new offer lies there; nothing has been offered before. */
static void watch_offers(struct sitting *table, uint32_t made)
{
    static uint32_t offered;
    const struct pulsar_cards *cards = table->rules->cards;
    if (made == 0)
        offered = 0;
    if (!has_event(table, LOG_ROUND))
        return;
    for (int i = 0; i < ON_OFFER; i++) {
        int transmitter = table->state.offer[i];
        assert_in_range(transmitter, 1, TRANSMITTERS);
        assert_int_equal('A' + cards->transmitters[transmitter].letter,
                         letters_of_round[table->state.round][i]);
        assert_false(offered >> (transmitter - 1) & 1);
        offered |= 1u << (transmitter - 1);
    }
    table->seen += table->state.round == ROUNDS && offered == bits_below(TRANSMITTERS);
}

TEST(test_offers) /* PUL-TRANS-07 PUL-TRANS-01 PUL-PROD-19 */
{
    assert_int_equal(play_all(watch_offers), ALL_GAMES);
}

/* Was a bonus die of this turn used or reserved before the move, or used to pay in it? */
static bool bonus_is_gone(const struct sitting *table)
{
    for (int i = 0; i < table->events.count; i++)
        if (table->events.list[i].kind == LOG_PAID &&
            pulsar_die_source(table->events.list[i].a) != DIE_SILVER)
            return true;
    return table->before.bonus != BONUS_FREE;
}

/* A link die comes once for each link, when its second transmitter goes online; none if there can
 * be no bonus die any more. */
static void watch_links(struct sitting *table, uint32_t made)
{
    struct pulsar_view v = view_now(table);
    struct pulsar_view before = pulsar_view_of(table->rules, &table->before);
    int dice[SEATS_MAX] = {0};
    for (int i = 0; made > 0 && i < table->events.count; i++) {
        struct message event = table->events.list[i];
        if (event.kind != LOG_LINK_DIE)
            continue;
        assert_in_range(event.a, 0, 6);
        dice[event.seat]++;
        table->seen++;
    }
    for (int seat = 0; seat < players_of(&v); seat++) {
        int links =
            pulsar_noun_count(&v, seat, NOUN_LINKS) - pulsar_noun_count(&before, seat, NOUN_LINKS);
        assert_int_equal(dice[seat], bonus_is_gone(table) ? 0 : links);
    }
}

TEST(test_link_dice_come_once) /* PUL-LINK-06 PUL-LINK-07 PUL-LINK-08 */
{
    assert_true(play_all(watch_links) > 25);
}

/* ---- bonus dice ------------------------------------------------------------------------------ */

/* One bonus die in a turn at most; a red die that was reserved is spent in it. */
static void watch_bonus_dice(struct sitting *table, uint32_t made)
{
    static int spent, reserved;
    for (int i = 0; made > 0 && i < table->events.count; i++) {
        struct message event = table->events.list[i];
        if (event.kind == LOG_TURN || event.kind == LOG_STEP || event.kind == LOG_ROUND) {
            assert_true(spent <= 1 && spent >= reserved);
            spent = reserved = 0;
        }
        if (event.kind == LOG_DOUBLED || event.kind == LOG_RED) {
            assert_int_equal(spent, 0);
            reserved++;
            table->seen++;
        }
        if (event.kind == LOG_PAID && pulsar_die_source(event.a) != DIE_SILVER) {
            assert_true(reserved == 0 || pulsar_die_source(event.a) == DIE_RED);
            spent++;
        }
    }
}

TEST(test_one_bonus_die_a_turn) /* PUL-BONUS-01 PUL-BONUS-07 PUL-BONUS-10 */
{
    assert_true(play_all(watch_bonus_dice) > 50);
}

/* ---- patents --------------------------------------------------------------------------------- */

/* Who has it; how often it was patented in this round. */
static void watch_patents(struct sitting *table, uint32_t made)
{
    static int in_round[TECHS_IN_PLAY];
    struct pulsar_view v = view_now(table);
    if (made == 0 || has_event(table, LOG_ROUND))
        for (int i = 0; i < TECHS_IN_PLAY; i++)
            in_round[i] = 0;
    for (int i = 0; i < table->events.count; i++) {
        if (table->events.list[i].kind != LOG_PATENT)
            continue;
        const struct pulsar_tech *tech = &v.cards->techs[table->events.list[i].a];
        assert_true(++in_round[tech->index] <= tech->icons);
        assert_true(tech->row <= v.s->round);
        int owners = 0;
        for (int seat = 0; seat < players_of(&v); seat++)
            owners += (seat_of(&v, seat)->patents >> tech->index & 1) != 0;
        assert_in_range(owners, 1, players_of(&v) == 2 && tech->icons == 1 ? 1 : 2);
        table->seen += owners == 2;
    }
}

/* PUL-PAT-01 PUL-PAT-03 PUL-PAT-04 PUL-PAT-05 PUL-PAT-06 PUL-PAT-07 */
TEST(test_owners_of_patents)
{
    assert_true(play_all(watch_patents) > 50);
}

/* ---- the course ------------------------------------------------------------------------------ */

/* The steps in order; `next` is the step that must come, the final ones after those of round 8. */
enum { STEPS_OF_PRODUCTION = 7, STEPS_OF_END = 7 };

static void watch_steps(struct sitting *table, uint32_t made)
{
    static int next, round;
    if (made == 0)
        next = round = 0;
    for (int i = 0; i < table->events.count; i++) {
        struct message event = table->events.list[i];
        if (event.kind == LOG_ROUND) {
            assert_true(round == 0 || next == STEPS_OF_PRODUCTION);
            assert_int_equal(event.a, ++round);
            next = 0;
        } else if (event.kind == LOG_STEP) {
            assert_int_equal(event.a, next++);
            assert_true(round < ROUNDS || event.a < STEPS_OF_PRODUCTION - 1);
        } else if (event.kind == LOG_FINAL) {
            assert_int_equal(round, ROUNDS);
            assert_int_equal(event.a + STEPS_OF_PRODUCTION - 1, next++);
        } else if (event.kind == LOG_PENALTY) {
            assert_int_equal(next, 3); /* in the third step */
        }
    }
    if (!is_over(table))
        return;
    assert_int_equal(next, STEPS_OF_PRODUCTION - 1 + STEPS_OF_END);
    assert_int_equal(table->events.list[table->events.count - 1].kind, LOG_OVER);
    table->seen++;
}

TEST(test_steps_in_order) /* PUL-PROD-01 PUL-PROD-21 PUL-FINAL-01 */
{
    assert_int_equal(play_all(watch_steps), ALL_GAMES);
}

/* The play order after production is that of the counters, the leading one first. */
static void watch_order(struct sitting *table, uint32_t made)
{
    (void)made;
    struct pulsar_view v = view_now(table);
    if (!has_event(table, LOG_PLACE))
        return;
    const struct track *on = &v.s->tracks[INITIATIVE];
    int spaces = players_of(&v) * pulsar_counters_of_seat(&v);
    for (int counter = 0; counter < spaces; counter++) {
        int ahead = 0;
        for (int other = 0; other < spaces; other++)
            ahead +=
                on->space[other] < on->space[counter] ||
                (on->space[other] == on->space[counter] && on->height[other] > on->height[counter]);
        assert_int_equal(v.s->order[ahead], 1 + counter % players_of(&v));
    }
    table->seen++;
}

TEST(test_play_order) /* PUL-PROD-02 PUL-PROD-03 */
{
    assert_int_equal(play_all(watch_order), ALL_GAMES * ROUNDS);
}

/* ---- points ---------------------------------------------------------------------------------- */

/* Every point is told when it is earned or lost, and no score is below zero. */
static void watch_points(struct sitting *table, uint32_t made)
{
    int told[SEATS_MAX] = {0};
    struct pulsar_view v = view_now(table);
    if (made == 0)
        return;
    for (int i = 0; i < table->events.count; i++) {
        struct message event = table->events.list[i];
        if (event.kind == LOG_POINTS || event.kind == LOG_SPINS || event.kind == LOG_SCORED)
            told[event.seat] += event.a;
        else if (event.kind == LOG_BOUGHT)
            told[event.seat] += event.b;
        else if (event.kind == LOG_PENALTY)
            told[event.seat] -= event.a;
        table->seen += event.kind == LOG_PENALTY;
    }
    for (int seat = 0; seat < players_of(&v) && table->before.round > 0; seat++) {
        int points = pulsar_points_of(&table->state.seats[seat]);
        assert_int_equal(points - pulsar_points_of(&table->before.seats[seat]), told[seat]);
        assert_true(points >= 0);
    }
}

TEST(test_points_when_earned) /* PUL-SCORE-01 PUL-PROD-08 */
{
    assert_true(play_all(watch_points) > 100);
}

/* Goals and all that is left count at the end and not before. */
static void watch_early_points(struct sitting *table, uint32_t made)
{
    (void)made;
    struct pulsar_view v = view_now(table);
    int bottom = v.s->agenda.depth > 0 ? v.s->agenda.frames[0].task : TASK_FINAL;
    if (bottom == TASK_FINAL) {
        table->seen++;
        return;
    }
    for (int seat = 0; seat < players_of(&v); seat++) {
        for (int source = SOURCE_PATENTS; source < SOURCES; source++)
            assert_int_equal(seat_of(&v, seat)->points[source], 0);
        assert_int_equal(seat_of(&v, seat)->goals, 0);
    }
}

TEST(test_end_counts_at_the_end) /* PUL-GOAL-01 PUL-FINAL-01 */
{
    assert_true(play_all(watch_early_points) >= ALL_GAMES);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

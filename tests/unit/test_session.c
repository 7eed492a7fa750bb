/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The session: every rule of undo and confirm, refusals with reasons, loading, and fairness. Most
 * of it plays caravan (caravan.h), a game made for this. */

#include "../registered_tests.h"

#include "session/session.h"

#include "caravan.h"
#include "contract/games.h"
#include "contract/ruleset.h"

#include <stdlib.h>
#include <string.h>

/* ---- helpers --------------------------------------------------------------------------------- */

static struct problem problem; /* of the last refusal */

static struct move move_of(int kind, int a)
{
    return (struct move){.kind = (uint8_t)kind, .a = (uint8_t)a};
}

/* Three persons, who confirm their turns or not. */
static const struct seat *persons(bool confirm)
{
    static struct seat seats[SEATS_MAX];
    static const char *const names[] = {"Ada", "Bo", "Cleo"};
    for (int i = 0; i < SEATS; i++) {
        assert_true(seat_person(&seats[i], span_of(names[i]), &problem));
        assert_true(seats[i].confirm);
        seats[i].confirm = confirm;
    }
    return seats;
}

/* A seed whose chance move `number` out of `total` is that ticket. */
static const uint8_t *seed_for(uint32_t number, uint32_t total, uint32_t ticket)
{
    static uint8_t seed[SEED_SIZE];
    memset(seed, 0, sizeof seed);
    while (dealer_ticket(seed, number, total) != ticket)
        seed[0]++;
    return seed;
}

/* A game where Ada is first, all have camped, and Ada has her first turn. */
static struct session *at_first_turn(bool confirm)
{
    static const struct record_move set_up[] = {{.actor = DEALER, .move = {OPEN, 0, 0, 0}},
                                                {.actor = 0, .move = {CAMP, 0, 0, 0}},
                                                {.actor = 1, .move = {CAMP, 1, 0, 0}},
                                                {.actor = 2, .move = {CAMP, 2, 0, 0}}};
    struct session_past past = {.moves = set_up, .count = 4};
    struct session *session = session_from_moves(&two_rounds, persons(confirm), &past, &problem);
    assert_non_null(session);
    assert_int_equal(session_awaited(session), 0);
    return session;
}

static void make_move(struct session *session, int seat, int kind, int a)
{
    assert_true(session_move(session, seat, move_of(kind, a), &problem));
}

static void confirm_turn(struct session *session, int seat)
{
    assert_int_equal(session_awaits_confirm(session), seat);
    assert_true(session_confirm(session, seat, &problem));
}

/* The call failed with this sentence. */
static void assert_refused(bool result, const char *sentence)
{
    struct text text = {0};
    assert_false(result);
    problem_write(&problem, ENGLISH, &text);
    assert_string_equal(text_string(&text), sentence);
    text_free(&text);
    problem = (struct problem){0};
}

static void assert_move_refused(struct session *session, int seat, int kind, int a,
                                const char *sentence)
{
    uint32_t count = session_move_count(session);
    assert_refused(session_move(session, seat, move_of(kind, a), &problem), sentence);
    assert_int_equal(session_move_count(session), count);
}

static void assert_nobody_can_undo(const struct session *session)
{
    for (int seat = 0; seat < SEATS; seat++)
        assert_false(session_can_undo(session, seat));
}

static void assert_only_undo_by(const struct session *session, int seat)
{
    for (int i = 0; i < SEATS; i++)
        assert_int_equal(session_can_undo(session, i), i == seat);
}

static void undo(struct session *session, int seat)
{
    assert_only_undo_by(session, seat);
    assert_true(session_undo(session, seat, 1, &problem));
}

/* Lets the test look at the state. */
static struct caravan look(const struct session *session)
{
    struct caravan state;
    memcpy(&state, session_state(session), sizeof state);
    return state;
}

static void assert_state(const struct session *session, const struct caravan *expected)
{
    assert_memory_equal(session_state(session), expected, sizeof *expected);
}

/* ---- seats ----------------------------------------------------------------------------------- */

TEST(test_seats)
{
    struct seat seat;
    char longest[80];
    memset(longest, 'x', sizeof longest);
    assert_true(seat_person(&seat, (struct span){longest, 63}, &problem));
    assert_int_equal(strlen(seat.name), 63);
    assert_refused(seat_person(&seat, (struct span){longest, 64}, &problem),
                   "the name is too long");
    assert_refused(seat_person(&seat, span_of(""), &problem), "a name is missing");
    assert_refused(seat_person(&seat, span_of("a\nb"), &problem),
                   "the name has characters that cannot be shown");
    assert_refused(seat_person(&seat, span_of("\xff"), &problem),
                   "the name has characters that cannot be shown");
    assert_true(seat_computer(&seat, span_of("Jürgen"), span_of("mcts:nodes=100"), &problem));
    assert_string_equal(seat.player, "mcts:nodes=100");
    assert_false(seat.confirm);
    assert_refused(seat_computer(&seat, span_of("Bot"), span_of(""), &problem),
                   "a name is missing");
    static const char *const not_words[] = {"two words", "\"quoted\"", "\"open", "#note", "-"};
    for (size_t i = 0; i < sizeof not_words / sizeof not_words[0]; i++)
        assert_refused(seat_computer(&seat, span_of("Bot"), span_of(not_words[i]), &problem),
                       "the description of a computer player must be one word");
}

TEST(test_change_seat)
{
    struct session *session = at_first_turn(true);
    struct seat robot;
    assert_true(seat_computer(&robot, span_of("Robot"), span_of("random"), &problem));
    session_change_seat(session, 0, &robot);
    assert_string_equal(session_seat(session, 0)->player, "random");
    assert_string_equal(session_teller(session, LANGUAGE_DE).names[0], "Robot");
    make_move(session, 0, REST, 0);
    assert_int_equal(session_awaits_confirm(session), NOBODY);
    assert_int_equal(session_awaited(session), 1);
    session_close(session);
}

/* ---- moves and refusals ---------------------------------------------------------------------- */

TEST(test_open_deals)
{
    struct session *session = session_open(&two_rounds, persons(true), seed_for(0, 3, 2));
    size_t count = 0;
    assert_int_equal(session_move_count(session), 1);
    assert_int_equal(session_chance_count(session), 1);
    assert_int_equal(session_entry(session, 0).actor, DEALER);
    assert_int_equal(session_entry(session, 0).move.a, 2);
    assert_int_equal(session_node(session).actor, 2);
    assert_int_equal(session_awaited(session), 2);
    assert_int_equal(session_events(session, &count)[0].message.kind, OPEN);
    assert_int_equal(count, 1);
    assert_nobody_can_undo(session);
    assert_ptr_equal(session_rules(session), &two_rounds);
    session_close(session);
    session_close(NULL);
}

TEST(test_refused_moves)
{
    struct session *session = at_first_turn(true);
    assert_move_refused(session, 1, STEP, 0, "Ada has to decide now");
    assert_move_refused(session, DEALER, STEP, 0, "Ada has to decide now");
    assert_move_refused(session, 0, TAKE, 0, "this move is not possible now");
    assert_null(session_reason(session));
    make_move(session, 0, REST, 0);
    assert_move_refused(session, 0, REST, 0, "Ada still has to confirm the turn");
    assert_move_refused(session, 1, STEP, 0, "Ada still has to confirm the turn");
    session_close(session);
}

TEST(test_refused_with_reason)
{
    struct session *session = at_first_turn(true);
    struct text text = {0};
    for (int i = 0; i < STEPS_MAX; i++)
        make_move(session, 0, STEP, 0);
    assert_false(session_move(session, 0, move_of(STEP, 1), &problem));
    assert_non_null(session_reason(session));
    assert_int_equal(session_reason(session)->a, STEPS_MAX);
    session_tell_refusal(session, &problem, ENGLISH, &text);
    assert_string_equal(text_string(&text), "Ada has made 3 steps already.");
    problem = (struct problem){0};

    text_clear(&text);
    assert_false(session_move(session, 1, move_of(STEP, 1), &problem));
    assert_null(session_reason(session));
    session_tell_refusal(session, &problem, ENGLISH, &text);
    assert_string_equal(text_string(&text), "Ada has to decide now");
    problem = (struct problem){0};
    text_free(&text);
    session_close(session);
}

TEST(test_events_of_a_move)
{
    struct session *session = at_first_turn(true);
    size_t count = 0;
    session_events(session, &count);
    assert_int_equal(count, 0);
    session_adopt(session, seed_for(1, 6, 3));
    make_move(session, 0, ROLL, 0);
    const struct session_event *events = session_events(session, &count);
    assert_int_equal(count, 2);
    assert_int_equal(events[0].message.kind, ROLL);
    assert_int_equal(events[0].message.seat, 0);
    assert_int_equal(events[0].move, 4);
    assert_int_equal(events[1].message.kind, DIE);
    assert_int_equal(events[1].message.a, 4);
    assert_int_equal(events[1].move, 5);

    struct events again = {0};
    union any_state before;
    session_seek(session, 5, &before);
    session_step(session, 5, &before, &again);
    assert_memory_equal(&before, session_state(session), session_rules(session)->game->state_size);
    assert_int_equal(again.count, 1);
    assert_memory_equal(&again.list[0], &events[1].message, sizeof again.list[0]);
    session_close(session);
}

/* ---- confirm --------------------------------------------------------------------------------- */

TEST(test_confirm_holds_everything)
{
    struct session *session = at_first_turn(true);
    make_move(session, 0, REST, 0);
    assert_int_equal(session_awaits_confirm(session), 0);
    assert_int_equal(session_awaited(session), 0);
    assert_int_equal(session_node(session).actor, 1);
    assert_only_undo_by(session, 0);
    assert_refused(session_confirm(session, 1, &problem), "there is no turn to confirm");
    confirm_turn(session, 0);
    assert_refused(session_confirm(session, 0, &problem), "there is no turn to confirm");
    assert_refused(session_confirm(session, NOBODY, &problem), "there is no turn to confirm");
    assert_int_equal(session_awaited(session), 1);
    assert_refused(session_undo(session, 0, 1, &problem),
                   "the last move is final: the game has moved on");
    session_close(session);
}

TEST(test_confirm_holds_the_dealer)
{
    struct session *session = at_first_turn(true);
    session_adopt(session, seed_for(1, 3, 0));
    for (int seat = 0; seat < SEATS; seat++) {
        make_move(session, seat, REST, 0);
        assert_int_equal(session_chance_count(session), 1);
        if (seat < SEATS - 1)
            confirm_turn(session, seat);
    }
    assert_int_equal(session_node(session).actor, DEALER);
    assert_int_equal(session_awaited(session), 2);
    undo(session, 2);
    assert_true(session_redo(session, 2, 1, &problem));
    assert_int_equal(session_chance_count(session), 1);
    confirm_turn(session, 2);
    size_t count = 0;
    assert_int_equal(session_events(session, &count)->message.kind, WIND);
    assert_int_equal(count, 1);
    assert_int_equal(session_chance_count(session), 2);
    assert_int_equal(session_awaited(session), 0);
    session_close(session);
}

TEST(test_without_confirm_final_at_once)
{
    struct session *session = at_first_turn(false);
    make_move(session, 0, STEP, 0);
    assert_only_undo_by(session, 0);
    make_move(session, 0, REST, 0);
    assert_int_equal(session_awaits_confirm(session), NOBODY);
    assert_int_equal(session_awaited(session), 1);
    assert_nobody_can_undo(session);
    session_close(session);
}

TEST(test_set_up_counts_as_turn)
{
    struct session *session = session_open(&two_rounds, persons(true), seed_for(0, 3, 1));
    struct caravan before = look(session);
    make_move(session, 1, CAMP, 3);
    assert_int_equal(session_awaits_confirm(session), 1);
    undo(session, 1);
    assert_state(session, &before);
    make_move(session, 1, CAMP, 2);
    confirm_turn(session, 1);
    assert_nobody_can_undo(session);
    session_close(session);
}

TEST(test_change_of_preference)
{
    struct session *session = at_first_turn(true);
    struct seat hasty = *session_seat(session, 0);
    hasty.confirm = false;
    make_move(session, 0, REST, 0);
    session_change_seat(session, 0, &hasty);
    assert_int_equal(session_awaits_confirm(session), 0);
    undo(session, 0);
    assert_true(session_redo(session, 0, 1, &problem));
    assert_int_equal(session_awaits_confirm(session), NOBODY);
    assert_nobody_can_undo(session);
    session_close(session);
}

/* ---- undo ------------------------------------------------------------------------------------ */

TEST(test_undo_inside_turn)
{
    struct session *session = at_first_turn(true);
    struct caravan states[5] = {look(session)};
    for (int i = 1; i <= 3; i++) {
        make_move(session, 0, STEP, i % 3);
        states[i] = look(session);
    }
    make_move(session, 0, REST, 0);
    for (int i = 3; i >= 0; i--) {
        undo(session, 0);
        assert_state(session, &states[i]);
        assert_int_equal(session_awaits_confirm(session), NOBODY);
        assert_int_equal(session_awaited(session), 0);
    }
    assert_refused(session_undo(session, 0, 1, &problem),
                   "there is nothing to undo since another player's decision");
    assert_refused(session_undo(session, 2, 1, &problem),
                   "the last move is final: the game has moved on");
    session_close(session);
}

TEST(test_undo_stops_at_chance)
{
    struct session *session = at_first_turn(true);
    session_adopt(session, seed_for(1, 6, 0));
    make_move(session, 0, STEP, 0);
    make_move(session, 0, ROLL, 0);
    struct caravan after_die = look(session);
    assert_int_equal(session_awaited(session), 0);
    assert_refused(session_undo(session, 0, 1, &problem),
                   "there is nothing to undo since the last chance move");
    make_move(session, 0, STEP, 1);
    undo(session, 0);
    assert_state(session, &after_die);
    assert_nobody_can_undo(session);
    session_close(session);
}

TEST(test_turn_that_ends_by_chance)
{
    struct session *session = at_first_turn(true);
    session_adopt(session, seed_for(1, 6, 5));
    make_move(session, 0, ROLL, 0);
    assert_int_equal(session_awaits_confirm(session), NOBODY);
    assert_int_equal(session_awaited(session), 1);
    assert_nobody_can_undo(session);
    session_close(session);
}

TEST(test_undo_before_the_other_decides)
{
    struct session *session = at_first_turn(true);
    struct caravan before = look(session);
    make_move(session, 0, GIFT, 0);
    assert_int_equal(session_awaited(session), 1);
    undo(session, 0);
    assert_state(session, &before);
    session_close(session);
}

TEST(test_undo_stops_at_choice_out_of_turn)
{
    struct session *session = at_first_turn(true);
    make_move(session, 0, STEP, 2);
    make_move(session, 0, GIFT, 0);
    struct caravan asked = look(session);
    make_move(session, 1, TAKE, 1);
    assert_refused(session_undo(session, 0, 1, &problem),
                   "there is nothing to undo since another player's decision");
    undo(session, 1); /* still choosing */
    assert_state(session, &asked);
    make_move(session, 1, TAKE, 0);
    make_move(session, 1, TAKE, 0);
    assert_int_equal(session_awaits_confirm(session), NOBODY);
    assert_int_equal(session_awaited(session), 0);
    assert_refused(session_undo(session, 1, 1, &problem),
                   "the last move is final: the game has moved on");
    assert_nobody_can_undo(session);

    struct caravan back = look(session);
    make_move(session, 0, STEP, 0);
    undo(session, 0);
    assert_state(session, &back);
    assert_nobody_can_undo(session);
    session_close(session);
}

/* The choice out of turn ends Ada's turn, and the one who chose is next. */
TEST(test_choice_that_ends_the_turn)
{
    struct session *session = at_first_turn(true);
    make_move(session, 0, GIFT, 0);
    make_move(session, 1, TAKE, 0);
    make_move(session, 1, TAKE, 1);
    assert_int_equal(session_node(session).turn, 1);
    assert_int_equal(session_awaited(session), 1);
    assert_nobody_can_undo(session);
    make_move(session, 1, STEP, 0);
    undo(session, 1);
    assert_nobody_can_undo(session);
    session_close(session);
}

/* ---- redo ------------------------------------------------------------------------------------ */

TEST(test_redo)
{
    struct session *session = at_first_turn(true);
    make_move(session, 0, STEP, 1);
    make_move(session, 0, STEP, 2);
    struct caravan stepped = look(session);
    undo(session, 0);
    undo(session, 0);
    assert_true(session_can_redo(session, 0));
    assert_false(session_can_redo(session, 1));
    assert_true(session_redo(session, 0, 1, &problem));
    assert_true(session_redo(session, 0, 1, &problem));
    assert_state(session, &stepped);
    assert_refused(session_redo(session, 0, 1, &problem), "there is nothing to redo");
    session_close(session);
}

TEST(test_redo_and_other_moves)
{
    struct session *session = at_first_turn(true);
    make_move(session, 0, STEP, 1);
    make_move(session, 0, STEP, 2);
    undo(session, 0);
    undo(session, 0);
    assert_move_refused(session, 0, TAKE, 0, "this move is not possible now");
    assert_true(session_can_redo(session, 0)); /* a refused move changes nothing */
    make_move(session, 0, STEP, 1);            /* the same one by hand */
    assert_true(session_can_redo(session, 0));
    make_move(session, 0, STEP, 0); /* a different one */
    assert_false(session_can_redo(session, 0));
    session_close(session);
}

/* ---- several moves as one action ------------------------------------------------------------- */

/* Three moves of Ada: two steps, then the end of her turn. */
static const struct move two_steps[] = {{STEP, 1, 0, 0}, {STEP, 2, 0, 0}};
static const struct move whole_turn[] = {{STEP, 1, 0, 0}, {STEP, 2, 0, 0}, {REST, 0, 0, 0}};

TEST(test_moves_in_one_action)
{
    struct session *session = at_first_turn(true);
    struct caravan before = look(session);
    uint32_t count = session_move_count(session);
    assert_int_equal(session_undo_size(session), 1);
    assert_true(session_moves(session, 0, whole_turn, 3, &problem));
    assert_int_equal(session_move_count(session), count + 3);
    assert_int_equal(session_awaits_confirm(session), 0);
    assert_true(session_keeps_events(session, count));
    assert_int_equal(session_undo_size(session), 3);
    assert_true(session_undo(session, 0, 3, &problem));
    assert_state(session, &before);
    assert_int_equal(session_awaits_confirm(session), NOBODY);
    assert_int_equal(session_redo_size(session), 3);
    assert_true(session_redo(session, 0, 3, &problem));
    assert_int_equal(session_undo_size(session), 3);
    confirm_turn(session, 0);
    assert_refused(session_undo(session, 0, 3, &problem),
                   "the last move is final: the game has moved on");
    session_close(session);
}

TEST(test_actions_after_each_other)
{
    struct session *session = at_first_turn(true);
    make_move(session, 0, STEP, 0);
    assert_int_equal(session_undo_size(session), 1);
    assert_true(session_moves(session, 0, two_steps, 2, &problem));
    assert_int_equal(session_undo_size(session), 2);
    assert_true(session_undo(session, 0, 2, &problem));
    assert_int_equal(session_undo_size(session), 1);
    assert_refused(session_undo(session, 0, 9, &problem),
                   "the last move is final: the game has moved on");
    undo(session, 0);
    assert_int_equal(session_redo_size(session), 1); /* the move that was made alone */
    assert_true(session_redo(session, 0, 1, &problem));
    assert_int_equal(session_redo_size(session), 2);
    session_close(session);
}

/* All of them or none: one that is not possible, moves behind the end of the turn, of another seat.
 */
TEST(test_actions_are_never_half_made)
{
    static const struct move impossible[] = {{STEP, 1, 0, 0}, {CAMP, 0, 0, 0}};
    static const struct move behind[] = {{REST, 0, 0, 0}, {STEP, 1, 0, 0}};
    static const struct move too_many[] = {
        {STEP, 1, 0, 0}, {STEP, 1, 0, 0}, {STEP, 1, 0, 0}, {STEP, 1, 0, 0}};
    struct session *session = at_first_turn(true);
    struct caravan before = look(session);
    uint32_t count = session_move_count(session);
    const char *no = "this move is not possible now";
    assert_refused(session_moves(session, 0, impossible, 2, &problem), no);
    assert_refused(session_moves(session, 0, behind, 2, &problem), no);
    assert_refused(session_moves(session, 0, too_many, 4, &problem), no);
    assert_refused(session_moves(session, 1, two_steps, 2, &problem), "Ada has to decide now");
    assert_int_equal(session_move_count(session), count);
    assert_state(session, &before);
    session_close(session);
}

TEST(test_load_actions)
{
    struct session *session = at_first_turn(true);
    struct record_move moves[6];
    uint32_t joined[] = {5}, wrong[] = {4};
    assert_true(session_moves(session, 0, two_steps, 2, &problem));
    assert_int_equal(session_move_count(session), 6);
    for (uint32_t i = 0; i < 6; i++)
        moves[i] = session_entry(session, i);
    session_close(session);
    struct session_past past = {.moves = moves, .count = 6, .joined = joined, .joined_count = 1};
    session = session_from_moves(&two_rounds, persons(true), &past, &problem);
    assert_non_null(session);
    assert_int_equal(session_undo_size(session), 2);
    session_close(session);
    past.joined = wrong; /* the move before it is final */
    assert_null(session_from_moves(&two_rounds, persons(true), &past, &problem));
    assert_refused(false, "these moves were not made together");
}

TEST(test_redo_belongs_to_its_seat)
{
    struct session *session = at_first_turn(true);
    make_move(session, 0, GIFT, 0);
    make_move(session, 1, TAKE, 1);
    struct caravan taken = look(session);
    undo(session, 1);
    undo(session, 0);
    assert_refused(session_redo(session, 1, 1, &problem), "there is nothing to redo");
    assert_true(session_redo(session, 0, 1, &problem));
    assert_refused(session_redo(session, 0, 1, &problem), "there is nothing to redo");
    assert_true(session_redo(session, 1, 1, &problem));
    assert_state(session, &taken);
    session_close(session);
}

/* ---- the end, fairness, loading -------------------------------------------------------------- */

/* Everyone rests to the end; the last turn is not confirmed yet. */
static struct session *before_the_end(const uint8_t seed[SEED_SIZE])
{
    struct session *session = session_open(&two_rounds, persons(true), seed);
    while (session_node(session).actor != NOBODY) {
        int seat = session_awaited(session);
        if (session_awaits_confirm(session) == seat)
            confirm_turn(session, seat);
        else
            make_move(session, seat, session_node(session).turn == NOBODY ? CAMP : REST, 0);
    }
    return session;
}

TEST(test_reveal)
{
    uint8_t seed[SEED_SIZE] = {7}, revealed[SEED_SIZE] = {0}, commitment[COMMITMENT_SIZE];
    struct session *session = before_the_end(seed);
    int last = session_awaits_confirm(session);
    assert_true(last >= 0);
    assert_true(session_commitment(session, commitment));
    assert_refused(session_reveal(session, revealed, &problem),
                   "the dealer's seed is shown when the game is over");
    undo(session, last);
    make_move(session, last, REST, 0);
    confirm_turn(session, last);
    assert_int_equal(session_awaited(session), NOBODY);
    assert_nobody_can_undo(session);
    assert_move_refused(session, last, REST, 0, "the game is over");
    assert_true(session_reveal(session, revealed, &problem));
    assert_memory_equal(revealed, seed, SEED_SIZE);
    assert_true(dealer_check(commitment, revealed));
    session_close(session);
}

/* All moves of a session, for loading. */
static struct record_move *moves_of(const struct session *session)
{
    struct record_move *moves = memory_new(session_move_count(session), sizeof *moves);
    for (uint32_t i = 0; i < session_move_count(session); i++)
        moves[i] = session_entry(session, i);
    return moves;
}

static void assert_not_loaded(const struct session_past *past, const char *sentence)
{
    struct session *session = session_from_moves(&two_rounds, persons(true), past, &problem);
    assert_refused(session != NULL, sentence);
}

TEST(test_load_with_seed)
{
    uint8_t seed[SEED_SIZE] = {7};
    struct session *session = before_the_end(seed);
    struct session_past past = {.moves = moves_of(session),
                                .count = session_move_count(session),
                                .seed = seed,
                                .seed_from = 0,
                                .awaits_confirm = true};
    struct session *loaded = session_from_moves(&two_rounds, persons(true), &past, &problem);
    assert_non_null(loaded);
    assert_memory_equal(session_state(loaded), session_state(session), sizeof(struct caravan));
    assert_int_equal(session_chance_count(loaded), 2);
    assert_int_equal(session_awaits_confirm(loaded), session_awaits_confirm(session));
    session_close(loaded);

    past.awaits_confirm = false; /* the last turn is final */
    loaded = session_from_moves(&two_rounds, persons(true), &past, &problem);
    assert_int_equal(session_awaited(loaded), NOBODY);
    assert_nobody_can_undo(loaded);
    session_close(loaded);

    past.count -= 4; /* breaks off where the dealer draws the wind */
    loaded = session_from_moves(&two_rounds, persons(true), &past, &problem);
    assert_int_equal(session_move_count(loaded), past.count + 1);
    assert_int_equal(session_chance_count(loaded), 2);
    assert_int_equal(session_entry(loaded, past.count).move.a, past.moves[past.count].move.a);
    session_close(loaded);
    free((void *)(uintptr_t)past.moves);
    session_close(session);
}

TEST(test_load_checks_moves)
{
    uint8_t seed[SEED_SIZE] = {7};
    struct session *session = before_the_end(seed);
    struct record_move *moves = moves_of(session);
    struct session_past past = {.moves = moves,
                                .count = session_move_count(session),
                                .seed = seed,
                                .seed_from = 0,
                                .awaits_confirm = false};

    moves[0].move.a = (uint8_t)((moves[0].move.a + 1) % SEATS);
    assert_not_loaded(&past, "move 1 of the game is not the one that the dealer's seed gives");
    moves[0] = session_entry(session, 0);
    moves[3].move.a = 17;
    assert_not_loaded(&past, "move 4 of the game is not possible there");
    moves[3] = session_entry(session, 3);
    moves[3].actor = DEALER;
    assert_not_loaded(&past, "move 4 of the game is not made by the player who decides there");
    moves[3] = session_entry(session, 3);
    past.count = 1;
    past.awaits_confirm = true;
    assert_not_loaded(&past, "the last move does not end a turn that could be confirmed");
    free(moves);
    session_close(session);
}

TEST(test_load_without_seed)
{
    struct session *session = at_first_turn(false);
    uint8_t bytes[SEED_SIZE] = {0};
    assert_false(session_commitment(session, bytes));
    make_move(session, 0, ROLL, 0);
    assert_int_equal(session_awaited(session), DEALER);
    assert_move_refused(session, 0, STEP, 0, "a chance move is due, but the dealer has no seed");
    assert_only_undo_by(session, 0); /* nothing was drawn yet */

    const uint8_t *seed = seed_for(1, 6, 2);
    session_adopt(session, seed);
    assert_int_equal(session_seed_from(session), 1);
    assert_int_equal(session_entry(session, 5).move.a, 3);
    assert_int_equal(session_awaited(session), 0);
    assert_nobody_can_undo(session);
    assert_true(session_commitment(session, bytes));

    /* The new seed answers for the second chance move alone. */
    struct session_past past = {.moves = moves_of(session),
                                .count = 6,
                                .seed = seed,
                                .seed_from = 1,
                                .awaits_confirm = false};
    struct session *loaded = session_from_moves(&two_rounds, persons(true), &past, &problem);
    assert_non_null(loaded);
    session_close(loaded);
    past.seed_from = 0;
    assert_not_loaded(&past, "move 1 of the game is not the one that the dealer's seed gives");
    free((void *)(uintptr_t)past.moves);
    session_close(session);
}

TEST(test_load_in_the_middle_of_a_turn)
{
    struct session *session = at_first_turn(true);
    make_move(session, 0, STEP, 0);
    make_move(session, 0, STEP, 1);
    struct session_past past = {.moves = moves_of(session), .count = session_move_count(session)};
    struct session *loaded = session_from_moves(&two_rounds, persons(true), &past, &problem);
    undo(loaded, 0);
    undo(loaded, 0);
    assert_nobody_can_undo(loaded);
    session_close(loaded);
    free((void *)(uintptr_t)past.moves);
    session_close(session);
}

TEST(test_no_seed_no_reveal)
{
    uint8_t seed[SEED_SIZE] = {7};
    struct session *session = before_the_end(seed);
    struct session_past past = {.moves = moves_of(session), .count = session_move_count(session)};
    struct session *loaded = session_from_moves(&two_rounds, persons(true), &past, &problem);
    assert_refused(session_reveal(loaded, seed, &problem), "the dealer of this game has no seed");
    session_close(loaded);
    free((void *)(uintptr_t)past.moves);
    session_close(session);
}

/* ---- a game of the list ---------------------------------------------------------------------- */

TEST(test_noughts)
{
    const struct game *game = game_find(span_of("noughts"));
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    struct session *session = session_open(rules, persons(true), seed_for(0, 2, 0));
    struct text text = {0};
    struct move a1, b2;
    assert_true(move_from_text(rules, span_of("mark a1"), &a1, &problem));
    assert_true(move_from_text(rules, span_of("mark b2"), &b2, &problem));
    assert_int_equal(session_awaited(session), 0);

    assert_true(session_move(session, 0, b2, &problem));
    undo(session, 0);
    assert_true(session_redo(session, 0, 1, &problem));
    confirm_turn(session, 0);
    assert_false(session_move(session, 1, b2, &problem));
    session_tell_refusal(session, &problem, ENGLISH, &text);
    assert_string_equal(text_string(&text), "b2 already has Ada's mark.");
    problem = (struct problem){0};
    assert_true(session_move(session, 1, a1, &problem));
    assert_int_equal(session_move_count(session), 3);
    text_free(&text);
    session_close(session);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

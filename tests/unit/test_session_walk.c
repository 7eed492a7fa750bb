/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Random mixes of moves, undo, redo and confirm, compared with a naive model that keeps every state
 * and works out afresh each time what may be undone. */

#include "../registered_tests.h"

#include "session/session.h"

#include "../short_run.h"

#include "caravan.h"

#include <stdlib.h>
#include <string.h>

enum { COURSE_MAX = 4000 };

static struct problem problem; /* of the last refusal */

/* states[n] is the state after n moves. What may be undone is worked out afresh each time. */
struct model {
    const struct ruleset *rules;
    struct caravan states[COURSE_MAX + 1];
    struct record_move made[COURSE_MAX + 1]; /* beyond count: taken back, may be made again */
    uint32_t count, redo_end;
    uint32_t chances;
    bool awaits;
    bool confirm[SEATS];
    uint8_t seed[SEED_SIZE];
};

static struct node model_node(const struct model *m, uint32_t count)
{
    return node(m->rules, &m->states[count]);
}

static int model_turn(const struct model *m, uint32_t count)
{
    struct node at = model_node(m, count);
    return at.turn == NOBODY && at.actor >= 0 ? at.actor : at.turn;
}

static int model_awaits(const struct model *m)
{
    return m->awaits ? m->made[m->count - 1].actor : NOBODY;
}

/* The last move is the seat's own; and its turn waits for confirmation, or continues, or the seat
 * is still busy choosing in the turn of another. */
static bool model_can_undo(const struct model *m, int seat)
{
    if (m->count == 0 || m->made[m->count - 1].actor != seat)
        return false;
    if (m->awaits)
        return true;
    struct node now = model_node(m, m->count);
    int turn = model_turn(m, m->count);
    bool same_turn = now.actor != NOBODY && turn == model_turn(m, m->count - 1);
    return same_turn && (turn == seat || now.actor == seat);
}

static bool model_can_redo(const struct model *m, int seat)
{
    return m->redo_end > m->count && m->made[m->count].actor == seat;
}

static void model_make(struct model *m, struct record_move made)
{
    bool same = m->redo_end > m->count && move_equal(m->made[m->count].move, made.move);
    m->made[m->count] = made;
    m->states[m->count + 1] = m->states[m->count];
    apply(m->rules, &m->states[++m->count], made.move, NULL);
    m->redo_end = same ? m->redo_end : m->count;
}

static void model_deal(struct model *m)
{
    while (!m->awaits && model_node(m, m->count).actor == DEALER) {
        struct move move = dealer_draw(m->rules, &m->states[m->count], m->seed, m->chances++);
        model_make(m, (struct record_move){.actor = DEALER, .move = move});
    }
}

static bool model_move(struct model *m, int seat, struct move move)
{
    if (m->awaits || model_node(m, m->count).actor != seat ||
        play_find(m->rules, &m->states[m->count], move) < 0)
        return false;
    int turn = model_turn(m, m->count);
    model_make(m, (struct record_move){.actor = (int8_t)seat, .move = move});
    bool goes_on = model_turn(m, m->count) == turn && model_node(m, m->count).actor != NOBODY;
    m->awaits = turn == seat && !goes_on && m->confirm[seat];
    model_deal(m);
    return true;
}

static bool model_undo(struct model *m, int seat)
{
    if (!model_can_undo(m, seat))
        return false;
    m->count--;
    m->awaits = false;
    return true;
}

static bool model_redo(struct model *m, int seat)
{
    return model_can_redo(m, seat) && model_move(m, seat, m->made[m->count].move);
}

static bool model_confirm(struct model *m, int seat)
{
    if (model_awaits(m) != seat)
        return false;
    m->awaits = false;
    model_deal(m);
    return true;
}

/* What is kept of the last moves is what happens when they are made once more. */
static void assert_same_events(const struct session *session, const struct model *m)
{
    static struct events kept, again;
    for (uint32_t i = m->count; i > 0 && session_keeps_events(session, i - 1); i--) {
        struct caravan state = m->states[i - 1];
        events_clear(&again);
        session_copy_events(session, i - 1, &kept);
        apply(m->rules, &state, m->made[i - 1].move, &again);
        assert_int_equal(kept.count, again.count);
        for (int k = 0; k < kept.count; k++)
            assert_memory_equal(&kept.list[k], &again.list[k], sizeof kept.list[k]);
    }
}

static void assert_same(const struct session *session, const struct model *m, struct random *random)
{
    struct caravan found;
    uint32_t at = random_below(random, m->count + 1);
    assert_int_equal(session_move_count(session), m->count);
    assert_memory_equal(session_state(session), &m->states[m->count], sizeof found);
    assert_int_equal(session_awaits_confirm(session), model_awaits(m));
    assert_int_equal(session_chance_count(session), m->chances);
    for (int seat = 0; seat < SEATS; seat++) {
        assert_int_equal(session_can_undo(session, seat), model_can_undo(m, seat));
        assert_int_equal(session_can_redo(session, seat), model_can_redo(m, seat));
    }
    session_seek(session, at, &found);
    assert_memory_equal(&found, &m->states[at], sizeof found);
    assert_same_events(session, m);
}

static void toggle_confirm(struct session *session, struct model *m, int seat)
{
    struct seat changed = *session_seat(session, seat);
    m->confirm[seat] = changed.confirm = !changed.confirm;
    session_change_seat(session, seat, &changed);
}

/* Mostly a legal move of the right seat, sometimes nonsense. */
static void random_move(struct session *session, struct model *m, int seat, struct random *random)
{
    struct move moves[MOVES_MAX];
    struct move move = {(uint8_t)random_below(random, WIND + 2), (uint8_t)random_below(random, 4),
                        0, 0};
    int count = legal(m->rules, &m->states[m->count], moves);
    if (count > 0 && random_below(random, 8) > 0) {
        move = moves[random_below(random, (uint32_t)count)];
        seat = model_node(m, m->count).actor;
    }
    uint32_t before = m->count;
    bool made = model_move(m, seat, move);
    assert_int_equal(session_move(session, seat, move, &problem), made);
    assert_true(!made || session_keeps_events(session, before));
}

static void random_call(struct session *session, struct model *m, struct random *random)
{
    int seat = (int)random_below(random, SEATS);
    uint32_t call = random_below(random, 20);
    if (call < 6)
        random_move(session, m, seat, random);
    else if (call < 12)
        assert_int_equal(session_undo(session, seat, 1, &problem), model_undo(m, seat));
    else if (call < 16)
        assert_int_equal(session_redo(session, seat, 1, &problem), model_redo(m, seat));
    else if (call < 19)
        assert_int_equal(session_confirm(session, seat, &problem), model_confirm(m, seat));
    else
        toggle_confirm(session, m, seat);
    problem = (struct problem){0};
}

static const struct seat *persons(void)
{
    static struct seat seats[SEATS];
    for (int i = 0; i < SEATS; i++)
        assert_true(seat_person(&seats[i], span_of("Somebody"), &problem));
    return seats;
}

/* The same session from what is known of it: its moves, and those that can be made again. */
static struct session *built_again(struct session *session, const struct model *m)
{
    struct record_move moves[COURSE_MAX], again[COURSE_MAX];
    struct seat seats[SEATS];
    struct session_past past = {.moves = moves,
                                .count = session_move_count(session),
                                .seed = m->seed,
                                .awaits_confirm = session_awaits_confirm(session) != NOBODY,
                                .taken_back = again,
                                .taken_back_count = session_taken_back_count(session)};
    for (uint32_t i = 0; i < past.count; i++)
        moves[i] = session_entry(session, i);
    for (uint32_t i = 0; i < past.taken_back_count; i++)
        again[i] = session_taken_back(session, i);
    for (int i = 0; i < SEATS; i++)
        seats[i] = *session_seat(session, i);
    session_close(session);
    struct session *other = session_from_moves(m->rules, seats, &past, &problem);
    assert_non_null(other);
    return other;
}

static void walk(struct model *m, uint64_t seed)
{
    struct random random = {seed};
    const struct ruleset long_game = {.game = &caravan,
                                      .setup = {.players = SEATS, .options = {60}}};
    *m = (struct model){.rules = &long_game, .confirm = {true, true, true}};
    memcpy(m->seed, &seed, sizeof seed);
    play_start(m->rules, &m->states[0]);
    model_deal(m);
    struct session *session = session_open(m->rules, persons(), m->seed);
    for (int i = 0; i < 6000 && m->count < COURSE_MAX - 10; i++) {
        random_call(session, m, &random);
        if (random_below(&random, 50) == 0)
            session = built_again(session, m);
        assert_same(session, m, &random);
    }
    assert_true(m->count > 4 * SNAPSHOT_EVERY);
    session_close(session);
}

TEST(test_random_walks)
{
    struct model *model = memory_new(1, sizeof *model);
    for (uint64_t seed = 1; seed <= (uint64_t)short_or_long(8, 25); seed++)
        walk(model, seed);
    free(model);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

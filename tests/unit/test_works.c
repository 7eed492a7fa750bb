/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Works on an agenda: how the loop goes on, when it stops and for whom, rows of programs as frames,
 * and the check of frames from outside. With a game of four works that is no game. */

#include "kit/frame_check.h"
#include "kit/run.h"

#include "helpers.h"

enum work { WORK_NONE, WORK_WAIT, WORK_PICK, WORK_DEAL, WORK_MIXED, WORKS };
enum { FRAMES = 4, MOVE_PICK = 7 };

struct state {
    int taken; /* sum of what was picked */
    AGENDA(FRAMES) agenda;
};

struct table {
    struct state *s;
    struct events *events;
};

/* WAIT: args 0 times it goes on by itself, then it is done. */
static bool step_wait(struct table *t)
{
    if (work_top(t)->args[0] == 0)
        work_done(t);
    else
        work_top(t)->args[0]--;
    return true;
}

/* PICK, DEAL, MIXED: args 0 options. */
static int options(const struct table *t, const struct frame *frame, struct move *moves)
{
    (void)t;
    return offer_set(moves, 0, MOVE_PICK, 10, bits_below(frame->args[0]));
}

static void take(struct table *t, struct move move)
{
    assert_int_equal(move.kind, MOVE_PICK);
    t->s->taken += move.a;
    tell(t, MOVE_PICK, work_top(t)->seat, move.a, 0, 0);
    work_done(t);
}

/* PICK is over at once without options. */
static bool step_pick(struct table *t)
{
    if (work_top(t)->args[0] > 0)
        return false;
    work_done(t);
    return true;
}

static bool second_is_dealers(const struct frame *frame)
{
    return frame->args[1] > 0;
}

static const struct work_kind work_wait = {.step = step_wait};
static const struct work_kind work_pick = {
    .step = step_pick, .options = options, .take = take, .obvious = true};
static const struct work_kind work_deal = {
    .options = options, .take = take, .dealer = true, .obvious = true};
static const struct work_kind work_mixed = {
    .options = options, .take = take, .is_dealers = second_is_dealers, .obvious = true};
static const struct work_kind *const kinds[WORKS] = {[WORK_WAIT] = &work_wait,
                                                     [WORK_PICK] = &work_pick,
                                                     [WORK_DEAL] = &work_deal,
                                                     [WORK_MIXED] = &work_mixed};

static void test_runs_to_a_decision(void **unused)
{
    struct state s = {0};
    struct events events = {0};
    struct table t = {&s, &events};
    (void)unused;
    push_work(&t, WORK_WAIT, 0, 3, 0, 0, 0);
    push_work(&t, WORK_PICK, 1, 2, 5, 0, 0);
    push_work(&t, WORK_PICK, 2, 1, 0, 0, 0); /* a single option is taken without asking */
    push_work(&t, WORK_PICK, 2, 0, 0, 0, 0); /* and none is no question */
    works_advance(works_of(&t, kinds));
    assert_int_equal(s.agenda.depth, 2);
    assert_int_equal(s.taken, 10);
    struct node node = works_node(works_of(&t, kinds), 3, 9);
    assert_int_equal(node.actor, 1);
    assert_int_equal(node.turn, 3);
    assert_int_equal(node.round, 9);
    assert_int_equal(node.ask.kind, WORK_PICK);
    assert_int_equal(node.ask.seat, 1);
    assert_int_equal(node.ask.a, 2);
    assert_int_equal(node.ask.b, 5);
    struct move moves[MOVES_MAX];
    assert_int_equal(works_legal(works_of(&t, kinds), moves), 2);
    assert_int_equal(moves[1].a, 11);
    works_apply(works_of(&t, kinds), moves[1]);
    assert_int_equal(s.taken, 21);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.list[1].seat, 1);
    assert_true(agenda_is_empty(&s.agenda));
    node = works_node(works_of(&t, kinds), 3, 9);
    assert_int_equal(node.actor, NOBODY);
    assert_int_equal(node.turn, NOBODY);
    assert_int_equal(works_legal(works_of(&t, kinds), moves), 0);
}

static void test_asks_the_dealer_always(void **unused)
{
    struct state s = {0};
    struct table t = {&s, NULL};
    (void)unused;
    push_work(&t, WORK_MIXED, 1, 1, 0, 0, 0);
    push_work(&t, WORK_MIXED, 1, 1, 1, 0, 0);
    push_work(&t, WORK_DEAL, 0, 1, 0, 0, 0);
    for (int depth = 3; depth > 1; depth--) {
        works_advance(works_of(&t, kinds));
        assert_int_equal(s.agenda.depth, depth);
        assert_int_equal(works_node(works_of(&t, kinds), 0, 1).actor, DEALER);
        assert_int_equal(works_node(works_of(&t, kinds), 0, 1).ask.seat, NOBODY);
        works_apply(works_of(&t, kinds), move_of(MOVE_PICK, 10, 0, 0));
    }
    assert_true(agenda_is_empty(&s.agenda)); /* the seat's single option is obvious */
}

static bool rests(int work, int a, int b)
{
    struct state s = {0};
    struct table t = {&s, NULL};
    if (work != WORK_NONE)
        push_work(&t, work, 0, a, b, 0, 0);
    return works_at_rest(works_of(&t, kinds), WORKS);
}

static void test_at_rest(void **unused)
{
    (void)unused;
    assert_true(rests(WORK_NONE, 0, 0));
    assert_false(rests(WORK_WAIT, 1, 0));
    assert_false(rests(WORK_PICK, 0, 0));
    assert_false(rests(WORK_PICK, 1, 0));
    assert_true(rests(WORK_PICK, 2, 0));
    assert_false(rests(WORK_DEAL, 0, 0));
    assert_true(rests(WORK_DEAL, 1, 0));
    assert_true(rests(WORK_MIXED, 1, 1));
    assert_false(rests(WORKS, 1, 0));
}

static void test_rows(void **unused)
{
    static struct effect rows[600];
    struct state s = {0};
    struct table t = {&s, NULL};
    (void)unused;
    rows[300].body = 4;
    push_rows(&t, WORK_WAIT, 1, 300, 300, 0);
    assert_true(agenda_is_empty(&s.agenda));
    push_rows(&t, WORK_WAIT, 1, 300, 515, 9);
    struct frame *frame = work_top(&t);
    assert_int_equal(frame->args[4], 9);
    assert_int_equal(frame_next_row(frame, rows), 300);
    assert_int_equal(frame_next_row(frame, rows), 305);
    assert_int_equal(frame_start(frame), 306);
    assert_int_equal(frame_end(frame), 515);
}

/* ---- frames from outside --------------------------------------------------------------------- */

enum { EVEN = LIMIT_GAME };

static bool fits(const struct table *t, int limit, int value)
{
    (void)t;
    assert_int_equal(limit, EVEN);
    return value % 2 == 0;
}

static const char *check(const struct table *t, const struct frame *frame)
{
    (void)t;
    return frame->args[1] == 4 ? "four" : NULL;
}

static void test_frames(void **unused)
{
    static const struct frame_limits limits[WORKS] = {[WORK_PICK] = {2, {3, EVEN}}};
    static const struct frame_rules rules = {limits, WORKS, FRAMES, 1, fits, check};
    struct frame frames[FRAMES] = {{.work = WORK_PICK, .seat = 1, .step = 2, .args = {3, 6}}};
    const struct frame good = frames[0];
    (void)unused;
    assert_null(frames_check(&rules, NULL, frames, 1, 2));
    assert_non_null(frames_check(&rules, NULL, frames, 1, 1)); /* the seat */
    assert_non_null(frames_check(&rules, NULL, frames, 4, 2)); /* too deep */
    assert_non_null(frames_check(&rules, NULL, frames, 0, 2)); /* above the top */
    assert_non_null(frames_check(&rules, NULL, frames, 2, 2)); /* no work */
    const struct frame wrong[] = {{WORK_PICK, 1, 3, {3, 6}}, {WORK_PICK, 1, 2, {4, 6}},
                                  {WORK_PICK, 1, 2, {3, 5}}, {WORK_PICK, 1, 2, {3, 6, 1}},
                                  {WORKS, 1, 2, {3, 6}},     {WORK_PICK, 1, 2, {3, 4}}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        frames[0] = wrong[i];
        assert_non_null(frames_check(&rules, NULL, frames, 1, 2));
    }
    assert_string_equal(frames_check(&rules, NULL, frames, 1, 2), "four");
    frames[0] = frames[1] = good;
    assert_null(frames_check(&rules, NULL, frames, 2, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs_to_a_decision),
        cmocka_unit_test(test_asks_the_dealer_always),
        cmocka_unit_test(test_at_rest),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

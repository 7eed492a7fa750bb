/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tasks on an agenda: how the loop continues, when it stops and for whom, arguments by name, the
 * odds of the dealer, and the check of frames from outside. With a game of five tasks that is not a
 * real game. */

#include "kit/tasks.h"

#include "helpers.h"

enum { MOVE_PICK = 7 };

struct toy_state {
    int taken; /* sum of what was picked */
    AGENDA(4) agenda;
};

struct toy_view {
    const struct ruleset *rules;
    const struct toy_state *s;
};

struct toy_table {
    struct toy_view view;
    struct toy_state *s;
    struct events *events;
};

/* WAIT continues by itself this many times; the others are decisions with this many options, which
 * are the dealer's, the seat's, or either. WALK has the rows of a program. */
#define WAIT_ARGS(BYTE, ROW)  BYTE(times, ANY)
#define PICK_ARGS(BYTE, ROW)  BYTE(options, UP_TO(3)) BYTE(pairs, EVEN)
#define DEAL_ARGS(BYTE, ROW)  BYTE(options, UP_TO(3))
#define MIXED_ARGS(BYTE, ROW) BYTE(options, UP_TO(3)) BYTE(by_dealer, FLAG)
#define WALK_ARGS(BYTE, ROW)  ROW(start) ROW(end) BYTE(flags, UP_TO(15))
#define TOY_TASKS(TASK)                                                                            \
    TASK(wait, WAIT, 0, 0)                                                                         \
    TASK(pick, PICK, 2, ON(WAIT) | ON(PICK))                                                       \
    TASK(deal, DEAL, 0, ON(WAIT))                                                                  \
    TASK(mixed, MIXED, 0, ON(MIXED))                                                               \
    TASK(walk, WALK, 0, 0)

enum toy_limit { LIMIT_EVEN = LIMIT_GAME };

#define TASK_GAME toy
#define TASK_LIST TOY_TASKS
#include "kit/task_types.h"
#define push_task(t, name, ...) push_##name(t, (struct toy_##name##_args){.seat = __VA_ARGS__})

#include "kit/task_loop.h"

static bool limit_fits(const struct toy_view *v, enum toy_limit limit, int value)
{
    (void)v;
    assert_int_equal(limit, LIMIT_EVEN);
    return value % 2 == 0;
}
#define TASK_HAS_LIMITS
#include "kit/task_check.h"

/* ---- the tasks ------------------------------------------------------------------------------- */

static bool step_wait(struct toy_table *t)
{
    struct toy_wait_task *f = top_wait(t);
    if (f->times == 0)
        task_done(t);
    else
        f->times--;
    return true;
}

const struct toy_task_kind toy_task_wait = {.step = step_wait};

static int offer_numbers(struct move *moves, int options)
{
    return offer_set(moves, 0, MOVE_PICK, 10, bits_below((unsigned)options));
}

static void take(struct toy_table *t, struct move move)
{
    assert_int_equal(move.kind, MOVE_PICK);
    t->s->taken += move.a;
    tell(t, MOVE_PICK, task_top(t)->seat, move.a, 0, 0);
    task_done(t);
}

/* Over at once without options. */
static bool step_pick(struct toy_table *t)
{
    if (top_pick(t)->options > 0)
        return false;
    task_done(t);
    return true;
}

static int options_pick(const struct toy_view *v, const struct frame *frame, struct move *moves)
{
    (void)v;
    return offer_numbers(moves, as_pick(frame)->options);
}

static bool pick_is_valid(const struct toy_view *v, const struct frame *frame)
{
    (void)v;
    return as_pick(frame)->pairs != 4;
}

const struct toy_task_kind toy_task_pick = {.step = step_pick,
                                            .options = options_pick,
                                            .take = take,
                                            .is_obvious = true,
                                            .is_valid = pick_is_valid};

static int options_deal(const struct toy_view *v, const struct frame *frame, struct move *moves)
{
    (void)v;
    return offer_numbers(moves, as_deal(frame)->options);
}

static void odds_of_deal(const struct toy_view *v, const struct frame *frame,
                         const struct move *moves, int count, uint16_t *odds)
{
    (void)v;
    for (int i = 0; i < count; i++)
        odds[i] = (uint16_t)(moves[i].a * as_deal(frame)->options);
}

const struct toy_task_kind toy_task_deal = {.options = options_deal,
                                            .take = take,
                                            .is_dealers = true,
                                            .odds = odds_of_deal,
                                            .is_obvious = true};

static int options_mixed(const struct toy_view *v, const struct frame *frame, struct move *moves)
{
    (void)v;
    return offer_numbers(moves, as_mixed(frame)->options);
}

static bool mixed_is_dealers(const struct frame *frame)
{
    return as_mixed(frame)->by_dealer;
}

const struct toy_task_kind toy_task_mixed = {
    .options = options_mixed, .take = take, .is_dealers_now = mixed_is_dealers, .is_obvious = true};

static bool step_walk(struct toy_table *t)
{
    task_done(t);
    return true;
}

const struct toy_task_kind toy_task_walk = {.step = step_walk};

static const struct ruleset two_players = {.setup.players = 2};

static struct toy_table open_table(struct toy_state *s, struct events *events)
{
    return (struct toy_table){{&two_players, s}, s, events};
}

/* ---- the loop -------------------------------------------------------------------------------- */

TEST(test_runs_to_a_decision)
{
    struct toy_state s = {0};
    struct events events = {0};
    struct toy_table t = open_table(&s, &events);
    push_task(&t, wait, 0, .times = 3);
    push_task(&t, pick, 1, .options = 2, .pairs = 6);
    push_task(&t, pick, 2, .options = 1); /* a single option is taken without asking */
    push_task(&t, pick, 2);               /* and none is not a question */
    advance_tasks(&t);
    assert_int_equal(s.agenda.depth, 2);
    assert_int_equal(s.taken, 10);
    struct node node = node_of_tasks(&t.view, 3, 9);
    assert_int_equal(node.actor, 1);
    assert_int_equal(node.turn, 3);
    assert_int_equal(node.round, 9);
    assert_int_equal(node.ask.kind, TASK_PICK);
    assert_int_equal(node.ask.seat, 1);
    assert_int_equal(node.ask.a, 2);
    assert_int_equal(node.ask.b, 6);
    struct move moves[MOVES_MAX];
    assert_int_equal(legal_of_tasks(&t.view, moves), 2);
    assert_int_equal(moves[1].a, 11);
    apply_to_tasks(&t, moves[1]);
    assert_int_equal(s.taken, 21);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.list[1].seat, 1);
    assert_true(agenda_is_empty(&s.agenda));
    node = node_of_tasks(&t.view, 3, 9);
    assert_int_equal(node.actor, NOBODY);
    assert_int_equal(node.turn, NOBODY);
    assert_int_equal(legal_of_tasks(&t.view, moves), 0);
}

TEST(test_asks_the_dealer_always)
{
    struct toy_state s = {0};
    struct toy_table t = open_table(&s, NULL);
    push_task(&t, mixed, 1, .options = 1);
    push_task(&t, mixed, 1, .options = 1, .by_dealer = true);
    push_task(&t, deal, 0, .options = 1);
    for (int depth = 3; depth > 1; depth--) {
        advance_tasks(&t);
        assert_int_equal(s.agenda.depth, depth);
        assert_int_equal(node_of_tasks(&t.view, 0, 1).actor, DEALER);
        assert_int_equal(node_of_tasks(&t.view, 0, 1).ask.seat, NOBODY);
        apply_to_tasks(&t, move_of(MOVE_PICK, 10, 0, 0));
    }
    assert_true(agenda_is_empty(&s.agenda)); /* the seat's single option is obvious */
}

TEST(test_odds)
{
    struct toy_state s = {0};
    struct toy_table t = open_table(&s, NULL);
    struct move moves[MOVES_MAX];
    uint16_t odds[MOVES_MAX];
    push_task(&t, mixed, 0, .options = 2, .by_dealer = true);
    odds_of_tasks(&t.view, moves, legal_of_tasks(&t.view, moves), odds);
    assert_int_equal(odds[0], 1);
    assert_int_equal(odds[1], 1);
    push_task(&t, deal, 0, .options = 3);
    odds_of_tasks(&t.view, moves, legal_of_tasks(&t.view, moves), odds);
    assert_int_equal(odds[0], 30);
    assert_int_equal(odds[2], 36);
}

static bool rests(struct frame frame)
{
    struct toy_state s = {0};
    struct toy_table t = open_table(&s, NULL);
    if (frame.task != TASK_NONE)
        s.agenda.frames[s.agenda.depth++] = frame;
    return tasks_are_at_rest(&t);
}

TEST(test_at_rest)
{
    assert_true(rests((struct frame){.task = TASK_NONE}));
    assert_false(rests((struct frame){.task = TASK_WAIT, .args = {1}}));
    assert_false(rests((struct frame){.task = TASK_PICK}));
    assert_false(rests((struct frame){.task = TASK_PICK, .args = {1}}));
    assert_true(rests((struct frame){.task = TASK_PICK, .args = {2}}));
    assert_false(rests((struct frame){.task = TASK_DEAL}));
    assert_true(rests((struct frame){.task = TASK_DEAL, .args = {1}}));
    assert_true(rests((struct frame){.task = TASK_MIXED, .args = {1, 1}}));
}

/* ---- arguments ------------------------------------------------------------------------------- */

TEST(test_arguments)
{
    struct toy_state s = {0};
    struct toy_table t = open_table(&s, NULL);
    push_task(&t, walk, 1, .start = 300, .end = 515, .flags = 9);
    const struct frame expected = {
        .task = TASK_WALK, .seat = 1, .args = {300 & 255, 300 >> 8, 515 & 255, 515 >> 8, 9}};
    assert_memory_equal(&s.agenda.frames[0], &expected, sizeof expected);
    struct toy_walk_task *f = top_walk(&t);
    assert_int_equal(f->seat, 1);
    assert_int_equal(f->flags, 9);
    assert_int_equal(row_number(f->end), 515);
    f->start = task_row(511);
    assert_int_equal(row_number(as_walk(&s.agenda.frames[0])->start), 511);
    assert_int_equal(s.agenda.frames[0].args[1], 1);
}

TEST(test_frames)
{
    const struct frame good = {.task = TASK_PICK, .seat = 1, .step = 2, .args = {3, 6}};
    struct toy_state s = {.agenda = {.depth = 1, .frames = {good}}};
    struct toy_view v = {&two_players, &s};
    assert_null(check_frames(&v, 1));
    assert_non_null(check_frames(&v, 4)); /* too deep */
    s.agenda.depth = 0;
    assert_non_null(check_frames(&v, 1)); /* above the top */
    s.agenda.depth = 2;
    assert_non_null(check_frames(&v, 1)); /* no task */
    s.agenda.depth = 1;
    const struct {
        struct frame frame;
        const char *wrong;
    } wrong[] = {
        {{.task = TASK_PICK, .seat = 2, .args = {3, 6}},
         "the agenda has a task that nobody can do"},
        {{.task = TASK_COUNT}, "the agenda has a task that nobody can do"},
        {{.task = TASK_PICK, .step = 3, .args = {3, 6}},
         "the agenda has a task that is further than it can be"},
        {{.task = TASK_PICK, .args = {4, 6}},
         "the agenda: the task pick has a wrong argument: options"},
        {{.task = TASK_PICK, .args = {3, 5}},
         "the agenda: the task pick has a wrong argument: pairs"},
        {{.task = TASK_PICK, .args = {3, 6, 1}}, "the agenda: a task has an argument too many"},
        {{.task = TASK_WALK, .args = {1, 2, 3, 4, 16}},
         "the agenda: the task walk has a wrong argument: flags"},
        {{.task = TASK_PICK, .args = {3, 4}}, "the agenda speaks of something that is not there"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        s.agenda.frames[0] = wrong[i].frame;
        const char *said = check_frames(&v, 1);
        assert_non_null(said);
        assert_string_equal(said, wrong[i].wrong);
    }
    assert_true(may_lie_on(&good, &(struct frame){.task = TASK_WAIT}));
    assert_false(may_lie_on(&good, &(struct frame){.task = TASK_DEAL}));
}

int main(void)
{
    return run_registered(NULL, NULL);
}

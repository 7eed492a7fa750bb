/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The agenda: a stack of frames in a state, with equal bytes for equal situations, and rows for the
 * table of fields that cover it exactly. */

#include "../registered_tests.h"

#include "contract/game.h"

#include "kit/agenda.h"

#include <string.h>

enum { FRAMES = 4 };
enum { WORK_NONE, WORK_TURN, WORK_PAY, WORK_DRAW };

struct state {
    uint8_t before[8];
    AGENDA(FRAMES) agenda;
    uint8_t after[8];
};

TEST(test_starts_empty)
{
    struct state state = {0};
    assert_true(agenda_is_empty(&state.agenda));
    assert_int_equal(sizeof state.agenda, 8 + FRAMES * sizeof(struct frame));
    assert_int_equal(sizeof(struct frame), 8);
}

TEST(test_last_pushed_is_on_top)
{
    struct state state = {0};
    agenda_push(&state.agenda, .task = WORK_TURN, .seat = 2);
    assert_false(agenda_is_empty(&state.agenda));
    assert_int_equal(agenda_top(&state.agenda)->task, WORK_TURN);
    agenda_push(&state.agenda, .task = WORK_PAY, .seat = 1, .step = 3, .args = {7, 8});
    assert_int_equal(state.agenda.depth, 2);
    assert_int_equal(agenda_top(&state.agenda)->task, WORK_PAY);
    assert_int_equal(agenda_top(&state.agenda)->seat, 1);
    assert_int_equal(agenda_top(&state.agenda)->step, 3);
    assert_int_equal(agenda_top(&state.agenda)->args[0], 7);
    assert_int_equal(agenda_top(&state.agenda)->args[1], 8);
    assert_int_equal(agenda_top(&state.agenda)->args[4], 0);
    agenda_pop(&state.agenda);
    assert_int_equal(agenda_top(&state.agenda)->task, WORK_TURN);
    assert_int_equal(agenda_top(&state.agenda)->seat, 2);
    agenda_pop(&state.agenda);
    assert_true(agenda_is_empty(&state.agenda));
}

TEST(test_top_may_be_changed_in_place)
{
    struct state state = {0};
    agenda_push(&state.agenda, .task = WORK_TURN);
    agenda_top(&state.agenda)->step++;
    agenda_push(&state.agenda, .task = WORK_DRAW);
    agenda_pop(&state.agenda);
    assert_int_equal(agenda_top(&state.agenda)->step, 1);
}

TEST(test_popped_frames_leave_no_trace)
{
    struct state once = {0};
    struct state detour = {0};
    agenda_push(&once.agenda, .task = WORK_TURN, .seat = 1);
    agenda_push(&detour.agenda, .task = WORK_TURN, .seat = 1);
    agenda_push(&detour.agenda, .task = WORK_PAY, .args = {1, 2, 3, 4, 5});
    agenda_push(&detour.agenda, .task = WORK_DRAW, .step = 9);
    assert_memory_not_equal(&once, &detour, sizeof once);
    agenda_pop(&detour.agenda);
    agenda_pop(&detour.agenda);
    assert_memory_equal(&once, &detour, sizeof once);
    agenda_pop(&detour.agenda);
    const struct state empty = {0};
    assert_memory_equal(&detour, &empty, sizeof empty);
}

TEST(test_full_agenda_stays_within_its_bytes)
{
    struct state state = {0};
    for (uint8_t i = 0; i < FRAMES; i++)
        agenda_push(&state.agenda, .task = WORK_TURN, .step = i, .args = {9, 9, 9, 9, 9});
    assert_int_equal(state.agenda.depth, FRAMES);
    const uint8_t zero[8] = {0};
    assert_memory_equal(state.before, zero, sizeof zero);
    assert_memory_equal(state.after, zero, sizeof zero);
    for (int i = FRAMES - 1; i >= 0; i--) {
        assert_int_equal(agenda_top(&state.agenda)->step, i);
        agenda_pop(&state.agenda);
    }
}

/* A condition and a single statement may use the macros like functions. */
TEST(test_macros_are_expressions)
{
    struct state state = {0};
    if (agenda_is_empty(&state.agenda))
        agenda_push(&state.agenda, .task = WORK_TURN);
    else
        agenda_pop(&state.agenda);
    assert_int_equal(state.agenda.depth, 1);
}

enum { THING_WORK = THING_GAME };

static const struct field fields[] = {
    AGENDA_FIELDS(struct state, agenda, FRAMES, THING_WORK),
    {0},
};

static void cover_value(size_t offset, size_t size, uint8_t covered[sizeof(struct state)])
{
    for (size_t at = offset; at < offset + size; at++) {
        if (at < sizeof(struct state))
            covered[at]++;
        else
            fail_msg("byte %zu is not in the state", at);
    }
}

/* Counts how often the field covers each byte. */
static void cover(const struct field *field, uint8_t covered[sizeof(struct state)])
{
    size_t outer = field->index[0].count ? field->index[0].count : 1;
    size_t inner = field->index[1].count ? field->index[1].count : 1;
    for (size_t i = 0; i < outer; i++)
        for (size_t k = 0; k < inner; k++)
            cover_value(field->offset + i * field->index[0].stride + k * field->index[1].stride,
                        field->size, covered);
}

TEST(test_fields_cover_every_byte_once)
{
    uint8_t covered[sizeof(struct state)] = {0};
    for (const struct field *field = fields; field->name != NULL; field++)
        cover(field, covered);
    for (size_t i = 0; i < sizeof(struct state); i++) {
        bool inside = i >= offsetof(struct state, agenda) && i < offsetof(struct state, after);
        assert_int_equal(covered[i], inside);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}

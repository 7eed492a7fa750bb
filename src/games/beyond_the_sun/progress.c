/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what front ends show beside the state: the next production, and the event that is
 * being resolved: which one it is, whether the question comes from it, and whom it has still to
 * reach. Read off the agenda: the frames of effects say which rows of the cards they run. Changes
 * nothing. */

#include "bts.h"

enum { NO_ROW = -1 };

/* A row of the program that a frame runs, or NO_ROW. */
static int row_of(const struct frame *frame)
{
    switch (frame->task) {
    case TASK_RUN:
        return row_number(as_run(frame)->end) - 1;
    case TASK_CHOOSE:
        return row_number(as_choose(frame)->row);
    case TASK_MAY:
        return row_number(as_may(frame)->row);
    case TASK_PER:
        return row_number(as_per(frame)->row);
    case TASK_FACTIONS:
        return row_number(as_factions(frame)->row);
    default: /* no other task runs rows of cards */
        return NO_ROW;
    }
}

/* The event with this row in what it does, or 0. */
static int event_of_row(const struct bts_view *v, int row)
{
    for (int event = 1; event <= v->cards->event_count; event++) {
        struct program resolve = v->cards->events[event].resolve;
        if (row >= resolve.start && row < resolve.start + resolve.count)
            return event;
    }
    return 0;
}

/* Seats that its part under way has still to reach, in their order. */
static void put_seats_left(const struct bts_view *v, const struct frame *frame, struct json *json)
{
    int seat = frame->seat;
    assert(frame->task == TASK_FACTIONS && seat < players_of(v));
    for (int i = 0; i < players_of(v); i++, seat = next_seat(v, seat))
        if (as_factions(frame)->seats_left >> seat & 1)
            json_put_number(json, NULL, seat + 1);
}

static void put_event(const struct bts_view *v, struct json *json, int event, bool asks)
{
    assert(event >= 1 && event <= v->cards->event_count);
    json_open(json, "event", '{');
    json_put_string(json, "card", v->cards->events[event].face.id);
    json_put_boolean(json, "asks", asks);
    json_open(json, "left", '[');
    for (int i = 0; i < v->s->agenda.depth; i++) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task == TASK_FACTIONS && event_of_row(v, row_of(frame)) == event)
            put_seats_left(v, frame, json);
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* The question comes from the event if no other effect lies above it on the agenda. */
static void put_event_under_way(const struct bts_view *v, struct json *json)
{
    bool asks = true;
    for (int i = v->s->agenda.depth - 1; i >= 0; i--) {
        int row = row_of(&v->s->agenda.frames[i]);
        int event = row == NO_ROW ? 0 : event_of_row(v, row);
        if (event != 0) {
            put_event(v, json, event, asks);
            return;
        }
        asks &= row == NO_ROW;
    }
}

void bts_progress(const struct ruleset *rules, const void *state, struct json *json,
                  const char *key)
{
    struct bts_view v = bts_view_of(rules, state);
    json_open(json, key, '{');
    bts_put_production(&v, json);
    put_event_under_way(&v, json);
    json_close(json, '}');
}

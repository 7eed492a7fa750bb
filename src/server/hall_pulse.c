/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The pulse of the hall: signs of life in the store, and time given back to clocks that ran while
 * no server lived.
 *
 * Every few seconds a server leaves the time in the store. If the last sign of any server is too
 * old, the time since then was an outage, and the store keeps it. A room whose clock ran meanwhile
 * gets a row for it (ROW_OUTAGE) before anything else happens in it, whenever it is next looked at.
 * So that nothing can happen before an outage is known, no room with a running clock is changed
 * while this server's own last sign is old: its clients are told to try again. */

#include "hall_parts.h"
#include "log.h"

#include "base/owner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BEAT_MS = 2000,
    SILENT_BEATS = 3, /* more than so many without a sign are an outage */
    TIDY_MS = 3600 * 1000,
};

struct pulse {
    struct hall *hall;
    struct store *store; /* the thread's own */
    struct workers *thread;
    struct alarm alarm;
    int beat_ms;
    int64_t beat_at;              /* the last sign of life, by loop_time */
    bool failing;                 /* the last one could not be left */
    bool resting;                 /* no more of them */
    struct store_outage *outages; /* in their order */
    int count;
    int64_t tidied; /* the thread's own */
    /* one sign on its way */
    struct job job;
    int64_t now, longest, since;
    struct store_outage *seen;
    int seen_count;
    enum store_result result;
};

/* ---- signs of life --------------------------------------------------------------------------- */

/* How long nobody may have left a sign. After a failure, and at the start, it is certain that this
 * server did not live; where it is the only one, any time counts. */
static int64_t longest_silence(const struct pulse *pulse)
{
    if (!pulse->failing)
        return SILENT_BEATS * pulse->beat_ms;
    return pulse->hall->shared ? pulse->beat_ms * 3 / 2 : 0;
}

static void prepare(struct pulse *pulse)
{
    pulse->longest = longest_silence(pulse);
    pulse->since = pulse->count > 0 ? pulse->outages[pulse->count - 1].to : 0;
    pulse->result = STORE_FAILED;
}

static void see_outage(void *context, const struct store_outage *outage)
{
    struct pulse *pulse = context;
    pulse->seen = memory_grow(pulse->seen, (size_t)pulse->seen_count + 1, sizeof *pulse->seen);
    pulse->seen[pulse->seen_count++] = *outage;
}

static void work(struct job *job)
{
    struct pulse *pulse = owner_of(job, struct pulse, job);
    pulse->seen_count = 0;
    pulse->now = loop_time();
    pulse->result =
        store_beat(pulse->store, pulse->now, pulse->longest, pulse->since, see_outage, pulse);
    if (pulse->result != STORE_DONE || loop_now() - pulse->tidied < TIDY_MS)
        return;
    store_tidy(pulse->store, pulse->now);
    pulse->tidied = loop_now();
}

/* Takes what the last beat has found; true if there were outages that are new here. */
static bool take_beat(struct pulse *pulse)
{
    pulse->failing = pulse->result != STORE_DONE;
    if (pulse->failing)
        return false;
    pulse->beat_at = pulse->now;
    for (int i = 0; i < pulse->seen_count; i++) {
        const struct store_outage *outage = &pulse->seen[i];
        pulse->outages =
            memory_grow(pulse->outages, (size_t)pulse->count + 1, sizeof *pulse->outages);
        pulse->outages[pulse->count++] = *outage;
    }
    return pulse->seen_count > 0;
}

static void done(struct job *job)
{
    struct pulse *pulse = owner_of(job, struct pulse, job);
    struct hall *hall = pulse->hall;
    bool outage = take_beat(pulse);
    if (outage)
        log_line(LOG_NOTICE, "outage", log_number("from", pulse->outages[pulse->count - 1].from),
                 log_number("to", pulse->outages[pulse->count - 1].to));
    for (int i = 0; outage && i < SHELVES; i++)
        for (struct place *place = hall->shelves[i]; place != NULL; place = place->next)
            place_serve_visits(place);
    if (!pulse->resting)
        loop_set_alarm(hall->loop, &pulse->alarm, pulse->beat_ms / (pulse->failing ? 4 : 1));
}

static void beat(struct alarm *alarm)
{
    struct pulse *pulse = owner_of(alarm, struct pulse, alarm);
    prepare(pulse);
    workers_add(pulse->thread, &pulse->job, false);
}

bool pulse_is_weak(const struct pulse *pulse)
{
    return loop_time() - pulse->beat_at > SILENT_BEATS * pulse->beat_ms;
}

/* ---- time given back ------------------------------------------------------------------------- */

static void excused(struct change *change, enum change_result result, struct room *room,
                    const struct problem *problem)
{
    (void)change;
    (void)result; /* if it failed, the room is read again, and then it is tried again */
    (void)room;
    (void)problem;
}

bool place_excuse(struct place *place)
{
    const struct pulse *pulse = place->hall->pulse;
    int64_t now = loop_time();
    int64_t owed = room_owed(place->room, pulse->outages, pulse->count, now);
    if (owed == 0)
        return false;
    snprintf(place->excuse_body, sizeof place->excuse_body, "%" PRId64, owed);
    place->excuse = (struct change){.done = excused, .expected = -1};
    struct room_row row = {.kind = ROW_OUTAGE, .time = now, .body = span_of(place->excuse_body)};
    hall_apply(place->hall, place->room, &row, &place->excuse);
    return place_is_closed(place);
}

/* ---- opening --------------------------------------------------------------------------------- */

struct pulse *pulse_open(struct hall *hall, const struct hall_settings *settings,
                         struct problem *problem)
{
    struct pulse *pulse = memory_new(1, sizeof *pulse);
    pulse->hall = hall;
    pulse->beat_ms = settings->beat_ms > 0 ? settings->beat_ms : BEAT_MS;
    pulse->failing = true;
    pulse->tidied = loop_now();
    pulse->alarm.ring = beat;
    pulse->job.work = work;
    pulse->job.done = done;
    pulse->store = store_open(settings->store, problem);
    if (pulse->store != NULL) { /* before anybody is served */
        prepare(pulse);
        work(&pulse->job);
        take_beat(pulse);
        if (pulse->failing)
            problem_set(problem, _("The store does not answer: {0}."), store_error(pulse->store),
                        NULL, NULL);
        else
            pulse->thread = workers_open(hall->loop, 1, problem);
    }
    if (pulse->thread == NULL) {
        pulse_close(pulse);
        return NULL;
    }
    loop_set_alarm(hall->loop, &pulse->alarm, pulse->beat_ms);
    return pulse;
}

void pulse_rest(struct pulse *pulse)
{
    pulse->resting = true;
    loop_stop_alarm(pulse->hall->loop, &pulse->alarm);
}

void pulse_close(struct pulse *pulse)
{
    if (pulse == NULL)
        return;
    pulse_rest(pulse);
    workers_close(pulse->thread);
    store_close(pulse->store);
    free(pulse->outages);
    free(pulse->seen);
    free(pulse);
}

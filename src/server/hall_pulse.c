/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The pulse of the hall: signs of life in the store, the time that all its servers share, and time
 * given back to clocks that ran while no server lived.
 *
 * Every few seconds a server leaves the time in the store (steady_clock.h). If the last sign of any
 * server is too old, the time since then was an outage, and the store keeps it. A room whose clock
 * ran meanwhile counts without it: it is taken off what everybody sees, and when something happens
 * in the room a row for it (ROW_OUTAGE) goes before the row of that, in one write. So no row is
 * written while nobody does anything, however often servers come and go, there are never two such
 * rows in succession, and nobody's move is late because the server wrote something itself.
 * So that nothing can happen before an outage is known, no room with a running clock is changed
 * while this server's own last sign is old: its clients are told to try again. */

#include "hall_parts.h"
#include "log.h"
#include "steady_clock.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdlib.h>

enum {
    BEAT_MS = 2000,
    SILENT_BEATS = 3, /* more than so many without a sign are an outage */
    TIDY_MS = 3600 * 1000,
    LONG_ASKED_MS = 200, /* a clock of the database that was so long on its way tells little */
    READ_TRIES = 5,
    START_MS = 50,        /* a start that takes longer from its first sign on was an outage */
    COUNT_MS = 60 * 1000, /* between counts of all tables */
    CLEAN_MS = 500,       /* for a step of cleaning: signs of life wait for it */
};

struct pulse {
    struct hall *hall;
    struct store *store; /* the thread's own */
    struct workers *thread;
    struct alarm alarm;
    int beat_ms;
    int64_t beat_at;              /* the last sign of life, by loop_now */
    int64_t lead;                 /* of the time of the store before the wall clock */
    int64_t wall;                 /* the wall clock then; 0: not known */
    bool starts;                  /* no sign has been left */
    bool failing;                 /* the last one could not be left */
    bool resting;                 /* no more of them */
    struct store_outage *outages; /* in their order */
    int count;
    int64_t tidied, counted; /* the thread's own, as all up to the job */
    int keep_days;
    int64_t cleaned; /* when the last pass was begun; 0: never */
    bool cleans;
    struct store_cleaning cleaning;
    /* one sign on its way */
    struct job job;
    int64_t longest, since;
    int64_t asked;   /* when it was begun, by loop_now */
    int64_t now, at; /* the time of the store, and by loop_now */
    int64_t now_lead, now_wall;
    struct store_table_count tables; /* -1 of all: not counted */
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

/* Reads three clocks, at one moment if this thread is not put aside in between. */
static void read_clocks(struct pulse *pulse, struct clock_sources *sources)
{
    int tries = 0;
    do {
        pulse->at = loop_now();
        sources->mine = loop_time();
        sources->wall = loop_wall_time();
    } while (loop_now() - pulse->at > 1 && ++tries < READ_TRIES);
}

/* What time it is, now that the store tells what it knows. */
static void tell_time(void *context, struct store_sign *sign)
{
    struct pulse *pulse = context;
    struct clock_sources sources = {.wall_before = pulse->wall,
                                    .starts = pulse->starts,
                                    .found = sign->found,
                                    .last = sign->last,
                                    .lead = sign->lead,
                                    .longest = pulse->longest};
    read_clocks(pulse, &sources);
    if (sign->wall != 0) {
        sources.wall = sign->wall;
        sources.doubtful = pulse->at - pulse->asked > LONG_ASKED_MS;
    }
    sources.passed = pulse->starts ? 0 : pulse->at - pulse->beat_at;
    sources.lived = !pulse->failing && sources.passed <= pulse->longest;
    struct clock_reading reading = steady_clock_read(&sources);
    pulse->now = sign->now = reading.now;
    pulse->now_lead = sign->now_lead = reading.lead;
    pulse->now_wall = sources.doubtful ? 0 : sources.wall;
    sign->began = reading.began;
}

/* One step of removing what guests have left behind, and a new pass every hour. */
static void clean(struct pulse *pulse)
{
    bool first = pulse->thread == NULL; /* the server is being started */
    pulse->cleaning.removed_count = 0;
    if (pulse->keep_days == 0 || first)
        return;
    if (!pulse->cleans && (pulse->cleaned == 0 || loop_now() - pulse->cleaned > TIDY_MS)) {
        pulse->cleans = store_begin_cleaning(pulse->store, pulse->now, pulse->keep_days,
                                             &pulse->cleaning) == STORE_DONE;
        pulse->cleaning.step_ms = CLEAN_MS;
        pulse->cleaned = loop_now();
    }
    if (pulse->cleans)
        pulse->cleans =
            store_clean(pulse->store, &pulse->cleaning) == STORE_DONE && !pulse->cleaning.done;
}

/* Those who are at a table that is gone hear of it. */
static void tell_cleaned(struct pulse *pulse)
{
    struct store_cleaning *cleaning = &pulse->cleaning;
    for (int i = 0; i < cleaning->removed_count; i++)
        hall_news(pulse->hall, cleaning->removed[i]);
    if (!cleaning->done || cleaning->tables + cleaning->guests == 0)
        return;
    log_line(LOG_NOTICE, "cleaned", log_number("tables", cleaning->tables),
             log_number("guests", cleaning->guests));
    cleaning->tables = cleaning->guests = 0; /* told once */
}

static void leave_sign(struct pulse *pulse)
{
    pulse->seen_count = 0;
    pulse->asked = loop_now();
    pulse->result = store_beat(pulse->store, tell_time, pulse->since, see_outage, pulse);
    pulse->tables.all = -1;
}

static void work(struct job *job)
{
    struct pulse *pulse = container_of(job, struct pulse, job);
    leave_sign(pulse);
    if (pulse->result == STORE_DONE &&
        (pulse->counted == 0 || loop_now() - pulse->counted > COUNT_MS)) {
        pulse->counted = loop_now();
        if (store_count_tables(pulse->store, &pulse->tables) != STORE_DONE)
            pulse->tables.all = -1;
    }
    if (pulse->result == STORE_DONE)
        clean(pulse);
    if (pulse->result != STORE_DONE || loop_now() - pulse->tidied < TIDY_MS)
        return;
    store_tidy(pulse->store, pulse->now);
    pulse->tidied = loop_now();
}

static void log_step(const struct pulse *pulse)
{
    int64_t back = pulse->now_lead - pulse->lead;
    if (back > SILENT_BEATS * pulse->beat_ms)
        log_line(LOG_WARNING, "clock set back", log_number("ms", back));
}

/* Takes what the last beat has found; true if there were outages that are new here. The time and
 * the outages come together: what was jumped over is charged to nobody. */
static bool take_beat(struct pulse *pulse)
{
    pulse->failing = pulse->result != STORE_DONE;
    if (pulse->failing)
        return false;
    log_step(pulse);
    loop_set_time(pulse->now, pulse->at, pulse->starts);
    pulse->beat_at = pulse->at;
    pulse->lead = pulse->now_lead;
    pulse->wall = pulse->now_wall;
    pulse->starts = false;
    if (pulse->tables.all >= 0)
        pulse->hall->quotas.counted = pulse->tables;
    for (int i = 0; i < pulse->seen_count; i++) {
        const struct store_outage *outage = &pulse->seen[i];
        pulse->outages =
            memory_grow(pulse->outages, (size_t)pulse->count + 1, sizeof *pulse->outages);
        pulse->outages[pulse->count++] = *outage;
    }
    return pulse->seen_count > 0;
}

/* Those who watch a clock that ran see what it shows now. */
static void tell_clocks(struct hall *hall)
{
    for (int i = 0; i < SHELVES; i++)
        for (struct place *place = hall->shelves[i]; place != NULL; place = place->next)
            if (place->room != NULL && !place_is_closed(place) && room_clock_runs(place->room))
                place_tell_watchers(place);
}

static void done(struct job *job)
{
    struct pulse *pulse = container_of(job, struct pulse, job);
    struct hall *hall = pulse->hall;
    bool outage = take_beat(pulse);
    if (pulse->failing)
        writer_doubt(hall->writer);
    if (outage)
        log_line(LOG_NOTICE, "outage", log_number("from", pulse->outages[pulse->count - 1].from),
                 log_number("to", pulse->outages[pulse->count - 1].to));
    if (outage)
        tell_clocks(hall);
    tell_cleaned(pulse);
    if (!pulse->resting)
        loop_set_alarm(hall->loop, &pulse->alarm, pulse->beat_ms / (pulse->failing ? 4 : 1));
}

static void beat(struct alarm *alarm)
{
    struct pulse *pulse = container_of(alarm, struct pulse, alarm);
    log_catch_up();
    prepare(pulse);
    workers_add(pulse->thread, &pulse->job, false);
}

bool pulse_is_weak(const struct pulse *pulse)
{
    return loop_now() - pulse->beat_at > SILENT_BEATS * pulse->beat_ms;
}

/* ---- time given back ------------------------------------------------------------------------- */

int64_t place_owed(const struct place *place, int64_t now)
{
    const struct pulse *pulse = place->hall->pulse;
    return room_owed(place->room, pulse->outages, pulse->count, now);
}

int64_t hall_clock_time(struct hall *hall, const struct room *room)
{
    const struct pulse *pulse = hall->pulse;
    int64_t now = room_time(room, loop_time());
    int64_t owed = room_owed(room, pulse->outages, pulse->count, now);
    assert(owed >= 0 && owed <= now - room->changed);
    return now - owed;
}

/* ---- opening --------------------------------------------------------------------------------- */

struct pulse *pulse_open(struct hall *hall, const struct hall_settings *settings,
                         struct problem *problem)
{
    struct pulse *pulse = memory_new(1, sizeof *pulse);
    pulse->hall = hall;
    pulse->keep_days = settings->keep_guest_days;
    pulse->beat_ms = settings->beat_ms > 0 ? settings->beat_ms : BEAT_MS;
    pulse->starts = pulse->failing = true;
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

void pulse_serve(struct pulse *pulse)
{
    if (loop_now() - pulse->beat_at <= START_MS)
        return;
    pulse->failing = true; /* nobody has been served since the sign before */
    prepare(pulse);
    leave_sign(pulse);
    take_beat(pulse);
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

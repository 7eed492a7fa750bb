/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The heartbeat of a server: signs of life in the store, the time that all its servers share,
 * and time given back to clocks that ran while no server was alive.
 *
 * Every few seconds a server leaves the time in the store (steady_clock.h). If the last sign of any
 * server is too old, the time since then was an outage, and the store keeps it. A table whose clock
 * ran meanwhile ignores it: it is subtracted from what everyone sees, and when something happens in
 * the table, a row for it (ROW_OUTAGE) is written before that row, in one write. So no row is
 * written while nothing happens, however often servers come and go, there are never two such rows
 * in succession, and no move is late because the server wrote something itself.
 * To ensure that nothing happens before an outage is known, no table with a running clock is
 * changed while this server's own last sign is old: its clients are told to try again. */

#include "heartbeat.h"

#include "log.h"
#include "steady_clock.h"
#include "tables_parts.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdlib.h>

enum {
    BEAT_MS = 2000,
    SILENT_BEATS = 3, /* more than this many without a sign are an outage */
    TIDY_MS = 3600 * 1000,
    LONG_ASKED_MS = 200, /* a clock of the database that was so long on its way tells little */
    READ_TRIES = 5,
    START_MS = 50,        /* a start that takes longer from its first sign on was an outage */
    COUNT_MS = 60 * 1000, /* between counts of all tables */
    CLEAN_MS = 500,       /* for a step of cleaning: signs of life wait for it */
};

struct heartbeat {
    struct tables *tables;
    struct store *store; /* the thread's own */
    struct workers *thread;
    struct alarm alarm;
    int beat_ms;
    int64_t beat_at;              /* the last sign of life, by loop_now */
    int64_t lead;                 /* of the time of the store before the wall clock */
    int64_t wall;                 /* the wall clock then; 0: not known */
    bool starts;                  /* no sign has been left */
    bool failing;                 /* the last one could not be left */
    bool stopping;                /* no more of them */
    struct store_outage *outages; /* in their order */
    int count;
    int64_t tidied, counted; /* the thread's own, as all up to the work */
    int keep_days;
    int64_t cleaned; /* when the last pass was begun; 0: never */
    bool cleans;
    struct store_cleaning cleaning;
    /* one sign on its way */
    struct work work;
    int64_t longest, since;
    int64_t asked;   /* when it was begun, by loop_now */
    int64_t now, at; /* the time of the store, and by loop_now */
    int64_t now_lead, now_wall;
    struct store_table_count counted_tables; /* -1 of all: not counted */
    struct store_outage *seen;
    int seen_count;
    enum store_result result;
};

/* ---- signs of life --------------------------------------------------------------------------- */

/* How long nobody may have left a sign. After a failure, and at the start, it is certain that this
 * server did not live; where it is the only one, any time counts. */
static int64_t longest_silence(const struct heartbeat *heartbeat)
{
    if (!heartbeat->failing)
        return SILENT_BEATS * heartbeat->beat_ms;
    return heartbeat->tables->shared ? heartbeat->beat_ms * 3 / 2 : 0;
}

static void prepare(struct heartbeat *heartbeat)
{
    assert(heartbeat->beat_ms > 0);
    heartbeat->longest = longest_silence(heartbeat);
    heartbeat->since = heartbeat->count > 0 ? heartbeat->outages[heartbeat->count - 1].to : 0;
    heartbeat->result = STORE_FAILED;
}

static void see_outage(void *context, const struct store_outage *outage)
{
    struct heartbeat *heartbeat = context;
    heartbeat->seen =
        memory_grow(heartbeat->seen, (size_t)heartbeat->seen_count + 1, sizeof *heartbeat->seen);
    heartbeat->seen[heartbeat->seen_count++] = *outage;
}

/* Reads three clocks, at one moment if this thread is not put aside in between. */
static void read_clocks(struct heartbeat *heartbeat, struct clock_sources *sources)
{
    int tries = 0;
    do {
        heartbeat->at = loop_now();
        sources->mine = loop_time();
        sources->wall = loop_wall_time();
    } while (loop_now() - heartbeat->at > 1 && ++tries < READ_TRIES);
}

/* What time it is, now that the store tells what it knows. */
static void tell_time(void *context, struct store_heartbeat *sign)
{
    struct heartbeat *heartbeat = context;
    struct clock_sources sources = {.wall_before = heartbeat->wall,
                                    .starts = heartbeat->starts,
                                    .found = sign->found,
                                    .last = sign->last,
                                    .lead = sign->lead,
                                    .longest = heartbeat->longest};
    read_clocks(heartbeat, &sources);
    if (sign->wall != 0) {
        sources.wall = sign->wall;
        sources.doubtful = heartbeat->at - heartbeat->asked > LONG_ASKED_MS;
    }
    sources.passed = heartbeat->starts ? 0 : heartbeat->at - heartbeat->beat_at;
    sources.lived = !heartbeat->failing && sources.passed <= heartbeat->longest;
    struct clock_reading reading = steady_clock_read(&sources);
    heartbeat->now = sign->now = reading.now;
    heartbeat->now_lead = sign->now_lead = reading.lead;
    heartbeat->now_wall = sources.doubtful ? 0 : sources.wall;
    sign->began = reading.began;
}

/* One step of removing what guests have left behind, and a new pass every hour. */
static void clean(struct heartbeat *heartbeat)
{
    bool first = heartbeat->thread == NULL; /* the server is being started */
    heartbeat->cleaning.removed_count = 0;
    if (heartbeat->keep_days == 0 || first)
        return;
    if (!heartbeat->cleans &&
        (heartbeat->cleaned == 0 || loop_now() - heartbeat->cleaned > TIDY_MS)) {
        heartbeat->cleans =
            store_begin_cleaning(heartbeat->store, heartbeat->now, heartbeat->keep_days,
                                 &heartbeat->cleaning) == STORE_DONE;
        heartbeat->cleaning.step_ms = CLEAN_MS;
        heartbeat->cleaned = loop_now();
    }
    if (heartbeat->cleans)
        heartbeat->cleans = store_clean(heartbeat->store, &heartbeat->cleaning) == STORE_DONE &&
                            !heartbeat->cleaning.done;
}

/* Those who are at a table that is gone hear of it. */
static void tell_cleaned(struct heartbeat *heartbeat)
{
    struct store_cleaning *cleaning = &heartbeat->cleaning;
    for (int i = 0; i < cleaning->removed_count; i++)
        tables_refresh(heartbeat->tables, cleaning->removed[i]);
    if (!cleaning->done || cleaning->tables + cleaning->guests == 0)
        return;
    log_line(LOG_NOTICE, "cleaned", log_number("tables", cleaning->tables),
             log_number("guests", cleaning->guests));
    cleaning->tables = cleaning->guests = 0; /* told once */
}

static void leave_sign(struct heartbeat *heartbeat)
{
    heartbeat->seen_count = 0;
    heartbeat->asked = loop_now();
    heartbeat->result =
        store_heartbeat(heartbeat->store, tell_time, heartbeat->since, see_outage, heartbeat);
    heartbeat->counted_tables.all = -1;
}

static void heartbeat_run(struct work *work)
{
    struct heartbeat *heartbeat = container_of(work, struct heartbeat, work);
    leave_sign(heartbeat);
    if (heartbeat->result == STORE_DONE &&
        (heartbeat->counted == 0 || loop_now() - heartbeat->counted > COUNT_MS)) {
        heartbeat->counted = loop_now();
        if (store_count_tables(heartbeat->store, &heartbeat->counted_tables) != STORE_DONE)
            heartbeat->counted_tables.all = -1;
    }
    if (heartbeat->result == STORE_DONE)
        clean(heartbeat);
    if (heartbeat->result != STORE_DONE || loop_now() - heartbeat->tidied < TIDY_MS)
        return;
    store_tidy(heartbeat->store, heartbeat->now);
    heartbeat->tidied = loop_now();
}

static void log_step(const struct heartbeat *heartbeat)
{
    int64_t back = heartbeat->now_lead - heartbeat->lead;
    if (back > SILENT_BEATS * heartbeat->beat_ms)
        log_line(LOG_WARNING, "clock set back", log_number("ms", back));
}

/* Takes what the last beat has found; true if there were outages that are new here. The time and
 * the outages come together: what was jumped over is charged to nobody. */
static bool take_beat(struct heartbeat *heartbeat)
{
    heartbeat->failing = heartbeat->result != STORE_DONE;
    if (heartbeat->failing)
        return false;
    assert(heartbeat->at >= heartbeat->beat_at);
    log_step(heartbeat);
    loop_set_time(heartbeat->now, heartbeat->at, heartbeat->starts);
    heartbeat->beat_at = heartbeat->at;
    heartbeat->lead = heartbeat->now_lead;
    heartbeat->wall = heartbeat->now_wall;
    heartbeat->starts = false;
    if (heartbeat->counted_tables.all >= 0)
        heartbeat->tables->quotas.counted = heartbeat->counted_tables;
    for (int i = 0; i < heartbeat->seen_count; i++) {
        const struct store_outage *outage = &heartbeat->seen[i];
        heartbeat->outages = memory_grow(heartbeat->outages, (size_t)heartbeat->count + 1,
                                         sizeof *heartbeat->outages);
        heartbeat->outages[heartbeat->count++] = *outage;
    }
    return heartbeat->seen_count > 0;
}

/* Those who watch a clock that ran see what it shows now. */
static void tell_clocks(struct tables *tables)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct table_entry *entry = tables->buckets[i]; entry != NULL; entry = entry->next)
            if (entry->table != NULL && !entry_is_busy(entry) && table_clock_runs(entry->table))
                entry_tell_watchers(entry);
}

static void heartbeat_done(struct work *work)
{
    struct heartbeat *heartbeat = container_of(work, struct heartbeat, work);
    struct tables *tables = heartbeat->tables;
    bool outage = take_beat(heartbeat);
    if (heartbeat->failing)
        writer_check_store(tables->writer);
    if (outage)
        log_line(LOG_NOTICE, "outage",
                 log_number("from", heartbeat->outages[heartbeat->count - 1].from),
                 log_number("to", heartbeat->outages[heartbeat->count - 1].to));
    if (outage)
        tell_clocks(tables);
    tell_cleaned(heartbeat);
    if (!heartbeat->stopping)
        loop_set_alarm(tables->loop, &heartbeat->alarm,
                       heartbeat->beat_ms / (heartbeat->failing ? 4 : 1));
}

static void beat(struct alarm *alarm)
{
    struct heartbeat *heartbeat = container_of(alarm, struct heartbeat, alarm);
    log_catch_up();
    prepare(heartbeat);
    workers_add(heartbeat->thread, &heartbeat->work, false);
}

bool heartbeat_is_late(const struct heartbeat *heartbeat)
{
    assert(!heartbeat->starts); /* the first sign is left before anyone is served */
    return loop_now() - heartbeat->beat_at > SILENT_BEATS * heartbeat->beat_ms;
}

/* ---- time given back ------------------------------------------------------------------------- */

int64_t entry_clock_credit(const struct table_entry *entry, int64_t now)
{
    const struct heartbeat *heartbeat = entry->tables->heartbeat;
    return table_clock_credit(entry->table, heartbeat->outages, heartbeat->count, now);
}

int64_t tables_clock_time(struct tables *tables, const struct table *table)
{
    const struct heartbeat *heartbeat = tables->heartbeat;
    int64_t now = table_time(table, loop_time());
    int64_t credit = table_clock_credit(table, heartbeat->outages, heartbeat->count, now);
    assert(credit >= 0 && credit <= now - table->changed);
    return now - credit;
}

/* ---- opening --------------------------------------------------------------------------------- */

struct heartbeat *heartbeat_open(struct tables *tables, const struct tables_settings *settings,
                                 struct problem *problem)
{
    struct heartbeat *heartbeat = memory_new(1, sizeof *heartbeat);
    heartbeat->tables = tables;
    heartbeat->keep_days = settings->keep_guest_days;
    heartbeat->beat_ms = settings->beat_ms > 0 ? settings->beat_ms : BEAT_MS;
    heartbeat->starts = heartbeat->failing = true;
    heartbeat->tidied = loop_now();
    heartbeat->alarm.ring = beat;
    heartbeat->work.run = heartbeat_run;
    heartbeat->work.done = heartbeat_done;
    heartbeat->store = store_open(settings->store, problem);
    if (heartbeat->store != NULL) { /* before anyone is served */
        prepare(heartbeat);
        heartbeat_run(&heartbeat->work);
        take_beat(heartbeat);
        if (heartbeat->failing)
            problem_set(problem, _("The store is not responding: {0}."),
                        store_error(heartbeat->store), NULL, NULL);
        else
            heartbeat->thread = workers_open(tables->loop, 1, problem);
    }
    if (heartbeat->thread == NULL) {
        heartbeat_close(heartbeat);
        return NULL;
    }
    loop_set_alarm(tables->loop, &heartbeat->alarm, heartbeat->beat_ms);
    return heartbeat;
}

void heartbeat_serve(struct heartbeat *heartbeat)
{
    if (loop_now() - heartbeat->beat_at <= START_MS)
        return;
    heartbeat->failing = true; /* nobody has been served since the sign before */
    prepare(heartbeat);
    leave_sign(heartbeat);
    take_beat(heartbeat);
}

void heartbeat_stop(struct heartbeat *heartbeat)
{
    heartbeat->stopping = true;
    loop_stop_alarm(heartbeat->tables->loop, &heartbeat->alarm);
}

/* Until now people were served, however long ago the sign before was: whoever comes next continues
 * from here. */
static void leave_last_sign(struct heartbeat *heartbeat)
{
    prepare(heartbeat);
    leave_sign(heartbeat);
}

void heartbeat_close(struct heartbeat *heartbeat)
{
    if (heartbeat == NULL)
        return;
    bool served = heartbeat->thread != NULL;
    heartbeat_stop(heartbeat);
    workers_close(heartbeat->thread);
    if (served && !heartbeat->failing)
        leave_last_sign(heartbeat);
    store_close(heartbeat->store);
    free(heartbeat->outages);
    free(heartbeat->seen);
    free(heartbeat);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Removes what guests have left behind, and old tables of accounts if the host wants it, a little
 * at a time. */

#include "kinds.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LOOK_AT = 200 };           /* tables or users in one step */
enum { LONGEST_CLOCK_DAYS = 60 }; /* for one move by post */
enum { ABSENCES_MAX = 400 };

/* ---- what is old ----------------------------------------------------------------------------- */

/* Long outages, in their order. The store keeps those of the last half year, so there is room for
 * all. */
struct absences {
    int count;
    struct store_outage list[ABSENCES_MAX];
};

static void absence_seen(void *context, const struct store_outage *outage)
{
    struct absences *absences = context;
    if (outage->to - outage->from >= ABSENCE_MS && absences->count < ABSENCES_MAX)
        absences->list[absences->count++] = *outage;
}

/* The time since which this many days have passed in which people could come: not those in which no
 * server lived, nor those that a clock jumped over when it was set. */
static int64_t days_before(const struct absences *absences, int64_t now, int days)
{
    int64_t before = now - days * DAY_MS;
    for (int i = absences->count - 1; i >= 0 && absences->list[i].to > before; i--)
        before -= absences->list[i].to - absences->list[i].from;
    return before;
}

enum store_result days_before_now(struct store *store, int64_t now, int days, int64_t *before)
{
    struct absences absences = {0};
    enum store_result result = store_outages(store, 0, absence_seen, &absences);
    *before = days_before(&absences, now, days);
    assert(*before <= now);
    return result;
}

enum store_result store_begin_cleaning(struct store *store, int64_t now, int days,
                                       struct store_cleaning *cleaning)
{
    struct absences absences = {0};
    enum store_result result = store_outages(store, 0, absence_seen, &absences);
    assert(days >= 0);
    *cleaning = (struct store_cleaning){
        .rests_before = days_before(&absences, now, days),
        .runs_before = days_before(&absences, now, days + LONGEST_CLOCK_DAYS),
        .opens_before = days_before(&absences, now, days < 1 ? days : 1)};
    return result;
}

/* Each removal waits for the disk, which may be slow. */
static bool is_long(const struct store_cleaning *cleaning, int64_t began)
{
    return cleaning->step_ms != 0 && milliseconds_now() - began >= cleaning->step_ms;
}

/* Removes something with what hangs on it, and tells the other servers, which know it by `news`.
 * `removed` is false if it was kept: its conditions are asked once more, as someone may have come
 * meanwhile. */
static enum store_result remove_with(struct store *store, struct request removal,
                                     struct request dependants, const char *news, bool *removed)
{
    char payload[NEWS_SIZE];
    assert(id_fits(news));
    struct request requests[] = {
        {.statement = BEGIN_WRITING}, removal, dependants, news_request(store, news, payload),
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 5);
    *removed = result == STORE_DONE && requests[1].changed > 0;
    return result;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* What LIST_OLD_TABLES finds: the last id that it looked at, and those that can go. */
struct old_tables {
    int seen, count;
    bool damaged;
    char last[STORE_ID_SIZE];
    char ids[STORE_CLEANED_MAX][STORE_ID_SIZE];
};

static void old_table_seen(void *context, const struct value *values, int count)
{
    struct old_tables *old = context;
    struct reader reader = {values, count, false};
    char id[STORE_ID_SIZE];
    read_text_into(&reader, id, sizeof id);
    bool can_go = read_number(&reader, 0, 1) == 1;
    old->damaged = old->damaged || reader.damaged;
    if (reader.damaged || old->count == STORE_CLEANED_MAX)
        return; /* the next step begins behind the last one that was taken */
    memcpy(old->last, id, sizeof old->last);
    old->seen++;
    if (can_go)
        memcpy(old->ids[old->count++], id, sizeof id);
}

static enum store_result remove_table(struct store *store, const struct store_cleaning *cleaning,
                                      const char *id, bool *removed)
{
    char cards[STORE_DOCUMENT_NAME_SIZE];
    store_cards_name(id, cards);
    return remove_with(
        store,
        (struct request){.statement = REMOVE_OLD_TABLE,
                         .values = {value_text(id), value_number(cleaning->rests_before),
                                    value_number(cleaning->runs_before),
                                    value_number(cleaning->opens_before),
                                    value_number(cleaning->of_accounts)}},
        (struct request){.statement = DROP_CARDS_OF_NO_TABLE,
                         .values = {value_text(cards), value_text(id)}},
        id, removed);
}

static enum store_result clean_tables(struct store *store, struct store_cleaning *cleaning)
{
    struct old_tables old = {0};
    int64_t began = milliseconds_now();
    enum store_result result = store_run_one(
        store,
        (struct request){
            .statement = LIST_OLD_TABLES,
            .values = {value_text(cleaning->after_table), value_number(LOOK_AT),
                       value_number(cleaning->rests_before), value_number(cleaning->runs_before),
                       value_number(cleaning->opens_before), value_number(cleaning->of_accounts)},
            .seen = old_table_seen,
            .context = &old});
    for (int i = 0; result == STORE_DONE && i < old.count; i++) {
        bool removed;
        result = remove_table(store, cleaning, old.ids[i], &removed);
        assert(cleaning->removed_count < STORE_CLEANED_MAX);
        if (removed)
            memcpy(cleaning->removed[cleaning->removed_count++], old.ids[i], STORE_ID_SIZE);
        if (is_long(cleaning, began)) { /* the next step continues after this one */
            memcpy(old.last, old.ids[i], sizeof old.last);
            break;
        }
    }
    if (result != STORE_DONE || old.damaged)
        return result != STORE_DONE ? result : STORE_DAMAGED;
    memcpy(cleaning->after_table, old.last, sizeof old.last);
    cleaning->tables_done = old.seen == 0;
    cleaning->tables += cleaning->removed_count;
    return STORE_DONE;
}

/* ---- guests ---------------------------------------------------------------------------------- */

struct old_guests {
    int seen, count;
    bool damaged;
    int64_t last;
    int64_t ids[LOOK_AT];
};

static void old_guest_seen(void *context, const struct value *values, int count)
{
    struct old_guests *old = context;
    struct reader reader = {values, count, false};
    int64_t id = read_number(&reader, 1, INT64_MAX);
    bool can_go = read_number(&reader, 0, 1) == 1;
    old->damaged = old->damaged || reader.damaged;
    if (reader.damaged || old->count == LOOK_AT) /* no more were asked for */
        return;
    old->last = id;
    old->seen++;
    if (can_go)
        old->ids[old->count++] = id;
}

/* With notifications and tokens; other servers doubt the sockets of the guest. */
static enum store_result remove_guest(struct store *store, const struct store_cleaning *cleaning,
                                      int64_t id, bool *removed)
{
    char whose[STORE_ID_SIZE];
    snprintf(whose, sizeof whose, "!%" PRId64, id);
    return remove_with(
        store,
        (struct request){.statement = REMOVE_OLD_GUEST,
                         .values = {value_number(id), value_number(cleaning->rests_before)}},
        (struct request){.statement = DROP_NOTIFICATIONS_OF_NOBODY, .values = {value_number(id)}},
        whose, removed);
}

static enum store_result clean_guests(struct store *store, struct store_cleaning *cleaning)
{
    struct old_guests old = {0};
    int64_t began = milliseconds_now();
    enum store_result result =
        store_run_one(store, (struct request){.statement = LIST_OLD_GUESTS,
                                              .values = {value_number(cleaning->after_user),
                                                         value_number(LOOK_AT),
                                                         value_number(cleaning->rests_before)},
                                              .seen = old_guest_seen,
                                              .context = &old});
    for (int i = 0; result == STORE_DONE && i < old.count; i++) {
        bool removed;
        result = remove_guest(store, cleaning, old.ids[i], &removed);
        cleaning->guests += removed;
        if (is_long(cleaning, began)) {
            old.last = old.ids[i];
            break;
        }
    }
    if (result != STORE_DONE || old.damaged)
        return result != STORE_DONE ? result : STORE_DAMAGED;
    cleaning->after_user = old.last;
    cleaning->done = old.seen == 0;
    return STORE_DONE;
}

/* ---- one step -------------------------------------------------------------------------------- */

enum store_result store_clean(struct store *store, struct store_cleaning *cleaning)
{
    assert(!cleaning->done && cleaning->tables >= 0 && cleaning->guests >= 0);
    cleaning->removed_count = 0;
    return !cleaning->tables_done ? clean_tables(store, cleaning) : clean_guests(store, cleaning);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Rooms in memory: fetching, changing one at a time, telling, putting away. */

#include "hall.h"

#include "log.h"
#include "thinking.h"

#include "contract/ruleset.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHELVES = 4096,   /* of the table of places */
    KEYS_KEPT = 32,   /* of each room, for resends */
    IDLE_MS = 120000, /* a room that nobody needs is put away after this */
    TIDY_MS = 5000,
    WAKE_AT_ONCE = 50,
    WAKE_MS = 200,
};

/* A table that this server knows, and its room once it is there. */
struct place {
    struct hall *hall;
    char id[STORE_ID_SIZE];
    struct place *next; /* on the shelf */
    struct room *room;
    struct problem problem; /* why there is no room */
    struct visit *first, *last;
    struct watcher *watchers;
    bool loading, writing, running, stale;
    int64_t idle_since;
    struct thought thought;
    char keys[KEYS_KEPT][STORE_KEY_SIZE];
    unsigned key_count;
    /* the change on its way to the disk */
    struct writing change_writing;
    struct store_row row;
    struct text body, letter;
    struct store_letter letters[1];
    struct change *change;
};

struct hall {
    struct loop *loop;
    struct writer *writer;
    struct workers *clerk, *thinkers;
    struct store *clerk_store;
    struct place *shelves[SHELVES];
    int rooms, rooms_max;
    struct alarm tidy;
    struct hall_counts counts;
    struct resumption *resumption;
};

/* ---- shelves --------------------------------------------------------------------------------- */

static struct place **shelf_of(struct hall *hall, const char *table)
{
    uint32_t hash = 2166136261u;
    for (const char *at = table; *at != '\0'; at++)
        hash = (hash ^ (uint8_t)*at) * 16777619u;
    return &hall->shelves[hash % SHELVES];
}

static struct place *find_place(struct hall *hall, const char *table)
{
    struct place *place = *shelf_of(hall, table);
    while (place != NULL && strcmp(place->id, table) != 0)
        place = place->next;
    return place;
}

static struct place *place_of(struct hall *hall, const struct room *room)
{
    struct place *place = find_place(hall, room->id);
    assert(place != NULL && place->room == room);
    return place;
}

static struct place *new_place(struct hall *hall, const char *table)
{
    struct place **shelf = shelf_of(hall, table);
    struct place *place = memory_new(1, sizeof *place);
    place->hall = hall;
    strncpy(place->id, table, sizeof place->id - 1);
    place->next = *shelf;
    *shelf = place;
    hall->rooms++;
    return place;
}

static void drop_place(struct place *place)
{
    struct place **at = shelf_of(place->hall, place->id);
    while (*at != place)
        at = &(*at)->next;
    *at = place->next;
    place->hall->rooms--;
    room_close(place->room);
    text_free(&place->body);
    text_free(&place->letter);
    free(place);
}

static bool is_busy(const struct place *place)
{
    return place->loading || place->writing || thought_runs(&place->thought);
}

static void put_away_idle(struct alarm *alarm)
{
    struct hall *hall = (struct hall *)((char *)alarm - offsetof(struct hall, tidy));
    int64_t now = loop_now();
    for (int i = 0; i < SHELVES; i++)
        for (struct place *place = hall->shelves[i], *next; place != NULL; place = next) {
            next = place->next;
            bool needed = is_busy(place) || place->first != NULL || place->watchers != NULL;
            if (needed)
                place->idle_since = now;
            else if (now - place->idle_since > IDLE_MS || hall->rooms > hall->rooms_max)
                drop_place(place);
        }
    loop_set_alarm(hall->loop, &hall->tidy, TIDY_MS);
}

/* ---- fetching -------------------------------------------------------------------------------- */

/* A room being read by the clerk, or what has been added to it. */
struct loading {
    struct job job;
    struct place *place;
    struct room *room;
    uint32_t after; /* rows that the room has already; 0: all of it is read */
    struct news_row {
        struct news_row *next;
        struct store_row row;
        char texts[]; /* key, kind and body, each with its closing zero */
    } * news, **last;
    enum store_result result;
    struct problem problem;
    char keys[KEYS_KEPT][STORE_KEY_SIZE];
    unsigned key_count;
};

static void keep_key(char keys[KEYS_KEPT][STORE_KEY_SIZE], unsigned *count, const char *key)
{
    if (key[0] == '\0')
        return;
    strncpy(keys[*count % KEYS_KEPT], key, STORE_KEY_SIZE - 1);
    (*count)++;
}

static void see_table(void *context, const struct store_table *table)
{
    struct loading *loading = context;
    loading->room = room_open(table, &loading->problem);
}

static void see_row(void *context, const struct store_row *row)
{
    struct loading *loading = context;
    if (loading->room == NULL || problem_is_set(&loading->problem))
        return;
    room_replay(loading->room, row, &loading->problem);
    keep_key(loading->keys, &loading->key_count, row->key);
}

static char *add_string(char *at, const char *string, const char **where)
{
    size_t size = strlen(string) + 1;
    memcpy(at, string, size);
    *where = at;
    return at + size;
}

/* Keeps a row that the room does not have yet. */
static void see_news(void *context, const struct store_row *row)
{
    struct loading *loading = context;
    struct news_row *news =
        memory_new(1, sizeof *news + strlen(row->key) + strlen(row->kind) + strlen(row->body) + 3);
    news->row = *row;
    char *at = add_string(news->texts, row->key, &news->row.key);
    at = add_string(at, row->kind, &news->row.kind);
    add_string(at, row->body, &news->row.body);
    *loading->last = news;
    loading->last = &news->next;
}

static void log_unread(const struct loading *loading, const struct store *store)
{
    struct text why = {0};
    problem_write(&loading->problem, ENGLISH, &why);
    log_line(LOG_ERROR, "table not read", log_text("table", loading->place->id),
             log_text("why", text_string(&why)), log_text("error", store_error(store)));
    text_free(&why);
}

static void load_work(struct job *job)
{
    struct loading *loading = (struct loading *)job;
    struct store *store = loading->place->hall->clerk_store;
    enum store_result result;
    if (loading->after > 0) {
        loading->result = store_rows(store, loading->place->id, loading->after, see_news, loading);
        return;
    }
    result = store_table(store, loading->place->id, see_table, NULL, loading);
    if (result == STORE_DONE && loading->room != NULL)
        result = store_rows(store, loading->place->id, 0, see_row, loading);
    loading->result = result;
    if (result == STORE_MISSING)
        problem_set(&loading->problem, _("there is no such table"), NULL, NULL, NULL);
    else if (result == STORE_DAMAGED)
        problem_set(&loading->problem, _("the rows of this table were changed"), NULL, NULL, NULL);
    else if (result != STORE_DONE)
        problem_set(&loading->problem, _("the store does not answer"), NULL, NULL, NULL);
    if (problem_is_set(&loading->problem) && result != STORE_MISSING)
        log_unread(loading, store);
    if (problem_is_set(&loading->problem)) {
        room_close(loading->room);
        loading->room = NULL;
    }
}

static void serve_visits(struct place *place);
static void tell_watchers(struct place *place);

/* Adds what another server has done. False if it does not fit: then all is read again. */
static bool take_news(struct place *place, struct loading *loading)
{
    bool fine =
        loading->result == STORE_DONE && place->room != NULL && place->room->rows == loading->after;
    for (struct news_row *news = loading->news, *next; news != NULL; news = next) {
        next = news->next;
        struct problem problem = {0};
        fine = fine && room_replay(place->room, &news->row, &problem);
        if (fine) {
            keep_key(place->keys, &place->key_count, news->row.key);
            tell_watchers(place);
        }
        free(news);
    }
    return fine;
}

static void take_room(struct place *place, struct loading *loading)
{
    place->problem = loading->problem;
    room_close(place->room);
    place->room = loading->room;
    memcpy(place->keys, loading->keys, sizeof place->keys);
    place->key_count = loading->key_count;
    if (place->room != NULL)
        tell_watchers(place);
}

static void load(struct place *place, uint32_t after);

static void load_done(struct job *job)
{
    struct loading *loading = (struct loading *)job;
    struct place *place = loading->place;
    bool again = false;
    place->loading = false;
    place->hall->counts.loads++;
    if (loading->after > 0)
        again = !take_news(place, loading);
    else
        take_room(place, loading);
    free(loading);
    if (again)
        load(place, 0);
    else if (place->stale) { /* more has happened meanwhile */
        place->stale = false;
        hall_news(place->hall, place->id);
    }
    serve_visits(place);
}

static void load(struct place *place, uint32_t after)
{
    struct loading *loading = memory_new(1, sizeof *loading);
    assert(!place->loading && !place->writing);
    place->loading = true;
    loading->place = place;
    loading->after = after;
    loading->last = &loading->news;
    loading->job.work = load_work;
    loading->job.done = load_done;
    workers_add(place->hall->clerk, &loading->job, false);
}

/* ---- visits ---------------------------------------------------------------------------------- */

/* Calls those who wait, as long as nothing is on the way. */
static void serve_visits(struct place *place)
{
    if (place->running)
        return; /* a call of a visit led here */
    place->running = true;
    while (place->first != NULL && !place->loading && !place->writing) {
        struct visit *visit = place->first;
        place->first = visit->next;
        if (place->first == NULL)
            place->last = NULL;
        visit->call(visit, place->room, &place->problem);
    }
    place->running = false;
    if (place->room != NULL && !place->loading && !place->writing)
        think(place->hall, place->room, &place->thought);
}

void hall_visit(struct hall *hall, const char *table, struct visit *visit)
{
    struct place *place = find_place(hall, table);
    if (place == NULL)
        place = new_place(hall, table);
    place->idle_since = loop_now();
    visit->next = NULL;
    if (place->last != NULL)
        place->last->next = visit;
    else
        place->first = visit;
    place->last = visit;
    if (place->room == NULL && !place->loading && !place->writing)
        load(place, 0);
    else
        serve_visits(place);
}

/* ---- watching -------------------------------------------------------------------------------- */

void hall_watch(struct hall *hall, struct room *room, struct watcher *watcher)
{
    struct place *place = place_of(hall, room);
    hall_unwatch(watcher);
    watcher->place = place;
    watcher->before = NULL;
    watcher->next = place->watchers;
    if (watcher->next != NULL)
        watcher->next->before = watcher;
    place->watchers = watcher;
}

void hall_unwatch(struct watcher *watcher)
{
    if (watcher->place == NULL)
        return;
    if (watcher->before != NULL)
        watcher->before->next = watcher->next;
    else
        watcher->place->watchers = watcher->next;
    if (watcher->next != NULL)
        watcher->next->before = watcher->before;
    watcher->place->idle_since = loop_now();
    watcher->place = NULL;
    watcher->next = watcher->before = NULL;
}

static void tell_watchers(struct place *place)
{
    for (struct watcher *watcher = place->watchers, *next; watcher != NULL; watcher = next) {
        next = watcher->next;
        watcher->changed(watcher, place->room);
    }
}

unsigned hall_online(struct hall *hall, const struct room *room)
{
    unsigned seats = 0;
    for (const struct watcher *watcher = place_of(hall, room)->watchers; watcher != NULL;
         watcher = watcher->next)
        seats |= room_seats_of(room, watcher->user);
    return seats;
}

/* ---- changes --------------------------------------------------------------------------------- */

static bool has_key(const struct place *place, const char *key)
{
    for (int i = 0; key[0] != '\0' && i < KEYS_KEPT; i++)
        if (strcmp(place->keys[i], key) == 0)
            return true;
    return false;
}

/* A person who is not here and whose turn it becomes gets a letter. */
static int add_letter(struct place *place, int awaited_before, int64_t now)
{
    struct room *room = place->room;
    int awaited = room_awaited(room);
    if (awaited < 0 || awaited == awaited_before || room->seats[awaited].user == 0 ||
        room->seats[awaited].player[0] != '\0' || (hall_online(place->hall, room) >> awaited & 1))
        return 0;
    text_clear(&place->letter);
    text_addf(&place->letter, "{\"table\":\"%s\",\"seat\":%d,\"game\":\"%s\",\"title\":", room->id,
              awaited + 1, room->plan.game->name);
    text_add_quoted(&place->letter, span_of(room->plan.title));
    text_add(&place->letter, "}");
    place->letters[0] = (struct store_letter){.user = room->seats[awaited].user,
                                              .kind = "turn",
                                              .body = text_string(&place->letter),
                                              .due = now};
    return 1;
}

static void finish_change(struct place *place, enum change_result result,
                          const struct problem *problem)
{
    struct change *change = place->change;
    place->change = NULL;
    if (change != NULL)
        change->done(change, result, place->room, problem);
}

/* What a player wanted to do is not done. Two servers at one table are an everyday matter. */
static void log_change(const struct place *place, enum store_result result)
{
    static const char *const words[] = {
        [STORE_CONFLICT] = "conflict", [STORE_DOUBLED] = "doubled", [STORE_MISSING] = "missing",
        [STORE_TAKEN] = "taken",       [STORE_REFUSED] = "refused", [STORE_DAMAGED] = "damaged",
        [STORE_FAILED] = "failed",
    };
    bool usual = result == STORE_CONFLICT || result == STORE_DOUBLED;
    log_line(usual ? LOG_INFO : LOG_ERROR, "change failed", log_text("table", place->id),
             log_number("user", place->row.user), log_text("kind", place->row.kind),
             log_text("result", words[result]));
}

static void written(struct writing *writing)
{
    struct place *place =
        (struct place *)((char *)writing - offsetof(struct place, change_writing));
    static const struct problem none;
    struct hall *hall = place->hall;
    enum store_result result = writing->write.result;
    place->writing = false;
    if (result == STORE_DONE) {
        hall->counts.changes++;
        keep_key(place->keys, &place->key_count, place->row.key);
        finish_change(place, CHANGE_DONE, &none);
        tell_watchers(place);
        if (place->stale) {
            place->stale = false;
            hall_news(hall, place->id);
        }
        serve_visits(place);
        return;
    }
    /* What is in memory has not happened: read again what has. */
    log_change(place, result);
    hall->counts.conflicts += result == STORE_CONFLICT;
    hall->counts.failures += result == STORE_FAILED;
    finish_change(place,
                  result == STORE_DOUBLED    ? CHANGE_AGAIN
                  : result == STORE_CONFLICT ? CHANGE_STALE
                                             : CHANGE_FAILED,
                  &none);
    room_close(place->room);
    place->room = NULL;
    load(place, 0);
}

void hall_apply(struct hall *hall, struct room *room, const struct room_row *row,
                struct change *change)
{
    struct place *place = place_of(hall, room);
    struct problem problem = {0};
    int awaited = room_awaited(room);
    assert(!place->writing && !place->loading);
    if (has_key(place, change->key)) {
        change->done(change, CHANGE_AGAIN, room, &problem);
        return;
    }
    if (change->expected >= 0 && change->expected != room->rows) {
        change->done(change, CHANGE_STALE, room, &problem);
        return;
    }
    text_clear(&place->body);
    if (!room_apply(room, row, &place->body, &problem)) {
        change->done(change, CHANGE_REFUSED, room, &problem);
        return;
    }
    static char keys[1]; /* "" */
    place->change = change;
    place->row = (struct store_row){.time = row->time,
                                    .user = row->user,
                                    .key = change->key[0] != '\0' ? change->key : keys,
                                    .kind = row_kinds[row->kind],
                                    .body = text_string(&place->body)};
    place->change_writing.write =
        (struct store_write){.table = place->id,
                             .expected = room->rows - 1,
                             .rows = &place->row,
                             .row_count = 1,
                             .phase = (int)room->phase,
                             .letters = place->letters,
                             .letter_count = add_letter(place, awaited, row->time)};
    place->change_writing.done = written;
    place->writing = true;
    writer_add(hall->writer, &place->change_writing);
}

void hall_news(struct hall *hall, const char *table)
{
    struct place *place = find_place(hall, table);
    if (place == NULL || place->room == NULL)
        return;
    if (place->loading || place->writing)
        place->stale = true;
    else
        load(place, place->room->rows);
}

/* ---- new tables ------------------------------------------------------------------------------ */

static void new_id(char id[STORE_ID_SIZE])
{
    static const char letters[] = "abcdefghijkmnopqrstuvwxyz23456789";
    uint8_t bytes[STORE_ID_SIZE - 1];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        id[i] = letters[bytes[i] % (sizeof letters - 1)];
    id[STORE_ID_SIZE - 1] = '\0';
}

static void release_making(struct making *making)
{
    room_close(making->room);
    text_free(&making->head);
    for (int i = 0; i < SEATS_MAX + 1; i++)
        text_free(&making->bodies[i]);
}

static void made(struct writing *writing)
{
    struct making *making = (struct making *)((char *)writing - offsetof(struct making, writing));
    static const struct problem none;
    bool done = writing->write.result == STORE_DONE;
    char id[STORE_ID_SIZE];
    if (!done)
        log_line(LOG_ERROR, "table not made", log_number("result", writing->write.result));
    memcpy(id, making->table.id, sizeof id);
    release_making(making);
    making->done(making, done ? CHANGE_DONE : CHANGE_FAILED, id, &none);
}

static bool make_rows(struct making *making, const struct room_row *rows, int count,
                      struct problem *problem)
{
    for (int i = 0; i < count; i++) {
        if (!room_apply(making->room, &rows[i], &making->bodies[i], problem))
            return false;
        making->rows[i] = (struct store_row){.time = rows[i].time,
                                             .user = rows[i].user,
                                             .key = "",
                                             .kind = row_kinds[rows[i].kind],
                                             .body = text_string(&making->bodies[i])};
    }
    return true;
}

void hall_make(struct hall *hall, const struct room_plan *plan, const uint8_t seed[SEED_SIZE],
               const struct room_row *rows, int row_count, struct making *making)
{
    struct problem problem = {0};
    struct ruleset *rules = ruleset_open(plan->game, &plan->setup, NULL, &problem);
    assert(row_count <= SEATS_MAX + 1);
    making->hall = hall;
    making->head = (struct text){0};
    memset(making->bodies, 0, sizeof making->bodies);
    making->table = (struct store_table){.made = loop_time(), .listed = plan->listed};
    new_id(making->table.id);
    memcpy(making->table.seed, seed, SEED_SIZE);
    if (rules != NULL)
        room_write_head(plan, rules, &making->head);
    ruleset_close(rules);
    making->table.head = text_string(&making->head);
    making->room = rules != NULL ? room_open(&making->table, &problem) : NULL;
    if (making->room == NULL || !make_rows(making, rows, row_count, &problem)) {
        release_making(making);
        making->done(making, CHANGE_REFUSED, "", &problem);
        return;
    }
    making->table.phase = (uint8_t)making->room->phase;
    making->writing.write = (struct store_write){.make = &making->table,
                                                 .table = making->table.id,
                                                 .rows = making->rows,
                                                 .row_count = row_count,
                                                 .phase = (int)making->room->phase};
    making->writing.done = made;
    writer_add(hall->writer, &making->writing);
}

/* ---- after a start --------------------------------------------------------------------------- */

/* Games in which a computer player is awaited go on without a visitor: all running tables are
 * visited once, some at a time. */
struct resumption {
    struct job job;
    struct alarm alarm;
    struct hall *hall;
    struct waking {
        struct visit visit;
        char table[STORE_ID_SIZE];
    } * list;
    int count, capacity, next;
};

static void see_running(void *context, const struct store_table *table)
{
    struct resumption *resumption = context;
    if (table->phase != ROOM_RUNNING)
        return;
    if (resumption->count == resumption->capacity) {
        resumption->capacity = resumption->capacity * 2 + 64;
        resumption->list =
            memory_grow(resumption->list, (size_t)resumption->capacity, sizeof resumption->list[0]);
    }
    memcpy(resumption->list[resumption->count++].table, table->id, sizeof table->id);
}

static void list_running(struct job *job)
{
    struct resumption *resumption = (struct resumption *)job;
    store_all_tables(resumption->hall->clerk_store, see_running, resumption);
}

static void woken(struct visit *visit, struct room *room, const struct problem *problem)
{
    (void)visit;
    (void)room;
    (void)problem; /* the hall thinks by itself */
}

static void wake_some(struct alarm *alarm)
{
    struct resumption *resumption =
        (struct resumption *)((char *)alarm - offsetof(struct resumption, alarm));
    for (int i = 0; i < WAKE_AT_ONCE && resumption->next < resumption->count; i++) {
        struct waking *waking = &resumption->list[resumption->next++];
        waking->visit.call = woken;
        hall_visit(resumption->hall, waking->table, &waking->visit);
    }
    if (resumption->next < resumption->count)
        loop_set_alarm(resumption->hall->loop, alarm, WAKE_MS);
}

static void running_listed(struct job *job)
{
    struct resumption *resumption = (struct resumption *)job;
    resumption->alarm.ring = wake_some;
    loop_set_alarm(resumption->hall->loop, &resumption->alarm, WAKE_MS);
}

static void resume(struct hall *hall)
{
    hall->resumption = memory_new(1, sizeof *hall->resumption);
    hall->resumption->hall = hall;
    hall->resumption->job.work = list_running;
    hall->resumption->job.done = running_listed;
    workers_add(hall->clerk, &hall->resumption->job, false);
}

/* ---- the hall -------------------------------------------------------------------------------- */

struct hall *hall_open(struct loop *loop, const struct hall_settings *settings,
                       struct problem *problem)
{
    struct hall *hall = memory_new(1, sizeof *hall);
    hall->loop = loop;
    hall->rooms_max = settings->rooms;
    hall->tidy.ring = put_away_idle;
    hall->clerk_store = store_open(settings->store, problem);
    if (hall->clerk_store != NULL)
        hall->writer = writer_open(loop, settings->store, problem);
    if (hall->writer != NULL)
        hall->clerk = workers_open(loop, 1, problem);
    if (hall->clerk != NULL)
        hall->thinkers = workers_open(loop, settings->workers, problem);
    if (hall->thinkers == NULL) {
        hall_close(hall);
        return NULL;
    }
    loop_set_alarm(loop, &hall->tidy, TIDY_MS);
    resume(hall);
    return hall;
}

void hall_close(struct hall *hall)
{
    if (hall == NULL)
        return;
    loop_stop_alarm(hall->loop, &hall->tidy);
    workers_close(hall->thinkers);
    workers_close(hall->clerk);
    writer_close(hall->writer);
    for (int i = 0; i < SHELVES; i++)
        while (hall->shelves[i] != NULL)
            drop_place(hall->shelves[i]);
    store_close(hall->clerk_store);
    if (hall->resumption != NULL) {
        loop_stop_alarm(hall->loop, &hall->resumption->alarm);
        free(hall->resumption->list);
        free(hall->resumption);
    }
    free(hall);
}

struct workers *hall_clerk(struct hall *hall)
{
    return hall->clerk;
}

struct store *hall_clerk_store(struct hall *hall)
{
    return hall->clerk_store;
}

struct workers *hall_thinkers(struct hall *hall)
{
    return hall->thinkers;
}

void hall_counts(struct hall *hall, struct hall_counts *counts)
{
    *counts = hall->counts;
    counts->rooms = hall->rooms;
    counts->thinking = workers_waiting(hall->thinkers);
    writer_counts(hall->writer, &counts->transactions, &counts->writes);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Rooms in memory: visits, one change at a time, telling, putting away. */

#include "hall_parts.h"
#include "log.h"

#include "base/container_of.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    IDLE_MS = 120000, /* a room that nobody needs is put away after this */
    TIDY_MS = 5000,
    RETRY_MS = 1000, /* rooms that could not be read are tried again */
    SETBACK_MS = 250,
    SETBACK_MAX_MS = 10000,
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
    span_copy(span_of(table), place->id, sizeof place->id);
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
    place_drop_loading(place);
    thought_drop(&place->thought);
    room_close(place->room);
    text_free(&place->pending.body);
    text_free(&place->pending.letter);
    text_free(&place->pending.snapshot);
    free(place);
}

static bool is_needed(const struct place *place)
{
    return place_is_closed(place) || thought_runs(&place->thought) || place->first != NULL ||
           place->watchers != NULL || place->lost || place->packing || place->think_at != 0;
}

/* Those that nobody has needed for so long; where there is no table, there is nothing to keep. */
static void put_away(struct hall *hall, int64_t idle_ms)
{
    int64_t now = loop_now();
    for (int i = 0; i < SHELVES; i++)
        for (struct place *place = hall->shelves[i], *next; place != NULL; place = next) {
            next = place->next;
            if (is_needed(place))
                place->idle_since = now;
            else if (place->room == NULL || now - place->idle_since > idle_ms ||
                     hall->rooms > hall->rooms_max)
                drop_place(place);
        }
}

void hall_put_away(struct hall *hall)
{
    put_away(hall, -1);
}

static void put_away_idle(struct alarm *alarm)
{
    struct hall *hall = container_of(alarm, struct hall, tidy);
    put_away(hall, IDLE_MS);
    loop_set_alarm(hall->loop, &hall->tidy, TIDY_MS);
}

/* Watchers and computer players shall not wait for a visitor when the store did not answer, or when
 * a server has left a game to another one that does not go on. */
static void look_after(struct alarm *alarm)
{
    struct hall *hall = container_of(alarm, struct hall, retry);
    int tried = 0;
    for (int i = 0; i < SHELVES; i++)
        for (struct place *place = hall->shelves[i]; place != NULL; place = place->next) {
            if (place->lost && !place_is_closed(place) && tried++ < VISITS_AT_ONCE)
                place_load(place, 0);
            if (place->think_at != 0 && loop_now() >= place->think_at) {
                place->think_at = 0;
                place_serve_visits(place);
            }
        }
    loop_set_alarm(hall->loop, &hall->retry, RETRY_MS);
}

/* ---- visits ---------------------------------------------------------------------------------- */

void place_dismiss_visits(struct place *place)
{
    struct problem problem = {0};
    hall_note_no_answer(&problem);
    while (place->first != NULL) {
        struct visit *visit = place->first;
        place->first = visit->next;
        if (place->first == NULL)
            place->last = NULL;
        visit->call(visit, NULL, &problem);
    }
}

/* A game that only computer players play goes on while somebody watches it. */
static bool may_think(const struct place *place)
{
    struct quotas *quotas = &place->hall->quotas;
    return room_has_people(place->room) ||
           (place->watchers != NULL &&
            !quotas_are_spent(quotas, place->room->plan.owner, loop_time()));
}

/* When memory is low there is no room for trees; a store that fails is tried by the writer, once
 * for all. */
static void think_if_due(struct place *place)
{
    struct hall *hall = place->hall;
    if (place->room == NULL || place_is_closed(place) || loop_now() < place->think_at ||
        !may_think(place))
        return;
    if (memory_is_low() || writer_is_failing(hall->writer))
        place->think_at = loop_now() + RETRY_MS;
    else if (thoughts_are_too_many(hall))
        place->think_at = loop_now() + THINK_LATER_MS;
    else
        think(place->hall, place->room, &place->thought);
}

void place_serve_visits(struct place *place)
{
    if (place->running)
        return; /* a call of a visit led here */
    if (place->hall->closing) {
        place_dismiss_visits(place);
        return;
    }
    place->running = true;
    while (place->first != NULL && !place_is_closed(place)) {
        struct visit *visit = place->first;
        if (visit->needs > place->loads) {
            place_load(place, place->room != NULL ? place->room->rows : 0);
            break;
        }
        place->first = visit->next;
        if (place->first == NULL)
            place->last = NULL;
        visit->call(visit, place->room, &place->problem);
    }
    place->running = false;
    think_if_due(place);
}

void hall_visit(struct hall *hall, const char *table, struct visit *visit)
{
    struct place *place = find_place(hall, table);
    if (place == NULL)
        place = new_place(hall, table);
    place->idle_since = loop_now();
    visit->next = NULL;
    visit->needs = 0;
    if (place->last != NULL)
        place->last->next = visit;
    else
        place->first = visit;
    place->last = visit;
    if ((place->room == NULL && place->loading == NULL) || (visit->fresh && hall->shared))
        visit->needs = place->loads + 1;
    place_serve_visits(place);
}

void hall_take_room(struct hall *hall, struct room *room)
{
    if (find_place(hall, room->id) != NULL) { /* somebody was here before it was made */
        room_close(room);
        return;
    }
    struct place *place = new_place(hall, room->id);
    place->room = room;
    place->idle_since = loop_now();
    place_serve_visits(place);
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
    if (!place->running && !place_is_closed(place)) /* else whoever is at it looks afterwards */
        think_if_due(place);
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

void place_tell_watchers(struct place *place)
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

/* ---- changes: what goes with a row ----------------------------------------------------------- */

/* What a room was like before the row that is written. */
struct room_before {
    int awaited;
    enum room_phase phase;
    int64_t users[SEATS_MAX];
};

static struct room_before before_change(const struct room *room)
{
    struct room_before before = {.awaited = room_awaited(room), .phase = room->phase};
    for (int i = 0; i < SEATS_MAX; i++)
        before.users[i] = room->seats[i].user;
    return before;
}

/* A person who is not here and whose turn it becomes gets a letter. */
static int add_letter(struct place *place, int awaited_before, int64_t now)
{
    struct room *room = place->room;
    struct text *letter = &place->pending.letter;
    int awaited = room_awaited(room);
    if (awaited < 0 || awaited == awaited_before || room->seats[awaited].user == 0 ||
        room->seats[awaited].player[0] != '\0' || (hall_online(place->hall, room) >> awaited & 1))
        return 0;
    text_clear(letter);
    text_addf(letter, "{\"table\":\"%s\",\"seat\":%d,\"game\":\"%s\",\"title\":", room->id,
              awaited + 1, room->plan.game->name);
    text_add_quoted(letter, span_of(room->plan.title));
    text_add(letter, "}");
    place->pending.letters[0] = (struct store_letter){.user = room->seats[awaited].user,
                                                      .kind = "turn",
                                                      .body = text_string(letter),
                                                      .due = now,
                                                      .table = room->id};
    return 1;
}

/* Who belongs to the table from now on, and who does not any more; a row changes one seat at the
 * most. */
static void add_members(struct place *place, const int64_t before[SEATS_MAX],
                        struct store_write *write)
{
    const struct room *room = place->room;
    write->joins = place->pending.joins;
    write->leaves = place->pending.leaves;
    for (int i = 0; i < room->rules->setup.players; i++) {
        int64_t now = room->seats[i].user;
        if (now == before[i])
            continue;
        if (now != 0)
            place->pending.joins[write->join_count++] = now;
        else if (before[i] != room->plan.owner && room_seats_of(room, before[i]) == 0)
            place->pending.leaves[write->leave_count++] = before[i];
    }
}

static void add_snapshot(struct place *place, struct store_write *write)
{
    if (place->room->rows / SNAPSHOT_ROWS == write->expected / SNAPSHOT_ROWS)
        return;
    text_clear(&place->pending.snapshot);
    room_save(place->room, &place->pending.snapshot);
    if (place->pending.snapshot.length > STORE_SNAPSHOT_MAX)
        return;
    write->snapshot = text_string(&place->pending.snapshot);
    write->snapshot_size = place->pending.snapshot.length;
}

/* Who made a table answers for what happens there without a person: a new table of computers, and
 * what they write. Bytes are counted here, once a row is going to be written. */
static void add_quota(struct place *place, const struct room_row *row, struct store_write *write)
{
    const struct room *room = place->room;
    bool for_computers = room_is_for_computers(room);
    write->company = for_computers ? COMPANY_COMPUTERS : COMPANY_PEOPLE;
    bool becomes = for_computers && (row->kind == ROW_COMPUTER || row->kind == ROW_HAND_OVER);
    if (becomes && row->user != 0) {
        bool guest = place->pending.change->guest && row->user == room->plan.owner;
        quotas_for_computers(&place->hall->quotas, room->plan.owner, guest, row->time,
                             &place->pending.quota);
        write->quota = &place->pending.quota;
    }
    quotas_charge(&place->hall->quotas, row->user != 0 ? row->user : room->plan.owner,
                  place->pending.body.length + QUOTA_ROW_BYTES, loop_time());
}

/* ---- changes --------------------------------------------------------------------------------- */

void place_finish_change(struct place *place, enum change_result result)
{
    struct change *change = place->pending.change;
    place->pending.change = NULL;
    if (change != NULL)
        change->done(change, result, place->room, &place->pending.problem);
}

/* What somebody wanted to do is not done. Two servers at one table are an everyday matter, and a
 * store that fails is told by the writer, once. */
static void log_change(const struct place *place, enum store_result result)
{
    static const char *const words[] = {
        [STORE_CONFLICT] = "conflict", [STORE_DOUBLED] = "doubled", [STORE_MISSING] = "missing",
        [STORE_TAKEN] = "taken",       [STORE_FULL] = "full",       [STORE_REFUSED] = "refused",
        [STORE_DAMAGED] = "damaged",   [STORE_FAILED] = "failed",
    };
    bool usual = result == STORE_CONFLICT || result == STORE_DOUBLED || result == STORE_FULL ||
                 result == STORE_FAILED;
    log_line(usual ? LOG_INFO : LOG_ERROR, "change failed", log_text("table", place->id),
             log_number("user", place->pending.rows[1].user),
             log_text("kind", place->pending.rows[1].kind), log_text("result", words[result]));
}

/* What failed is not tried again at once by the hall itself, and less and less often: with a row
 * that the store never takes a computer player would do nothing else. */
static void note_setback(struct place *place, enum store_result result)
{
    int64_t now = loop_now();
    bool fails = result != STORE_DONE && result != STORE_CONFLICT && result != STORE_DOUBLED;
    int64_t wait = (int64_t)SETBACK_MS << (place->setbacks < 8 ? place->setbacks : 8);
    place->setbacks = fails ? place->setbacks + 1 : 0;
    place->think_at = fails ? now + (wait < SETBACK_MAX_MS ? wait : SETBACK_MAX_MS)
                      : result == STORE_CONFLICT ? now + LEAVE_TO_OTHERS_MS
                                                 : 0;
}

static void written(struct writing *writing)
{
    struct place *place =
        (struct place *)((char *)writing - offsetof(struct place, pending.writing));
    struct hall *hall = place->hall;
    enum store_result result = writing->write.result;
    bool ends = place->pending.ends; /* those who are told may begin the next change */
    place->writing = false;
    note_setback(place, result);
    if (result == STORE_DONE) {
        hall->counts.changes++;
        key_ring_add(&place->keys, place->pending.rows[1].key);
        place_finish_change(place, CHANGE_DONE);
        place_tell_watchers(place);
        place_pack(place, ends);
        if (place->stale) {
            place->stale = false;
            hall_news(hall, place->id);
        }
        place_serve_visits(place);
        return;
    }
    /* What is in memory has not happened. What has is read again, and then the change is answered:
     * nobody sees this room any more. */
    log_change(place, result);
    hall->counts.conflicts += result == STORE_CONFLICT;
    hall->counts.failures += result == STORE_FAILED;
    place->pending.result = result == STORE_DOUBLED    ? CHANGE_AGAIN
                            : result == STORE_CONFLICT ? CHANGE_STALE
                            : result == STORE_FULL     ? CHANGE_FULL
                                                       : CHANGE_FAILED;
    if (result == STORE_FULL)
        quotas_tell(&place->pending.quota, &place->pending.problem);
    room_close(place->room);
    place->room = NULL;
    if (hall->closing)
        place_finish_change(place, CHANGE_FAILED);
    else
        place_load(place, 0);
}

/* The row has been done in the room, after giving back what was `owed`: both are written. */
static void write_change(struct place *place, const struct room_row *row, int64_t owed,
                         struct change *change, const struct room_before *before)
{
    struct pending *pending = &place->pending;
    struct room *room = place->room;
    int first = owed > 0 ? 0 : 1;
    pending->change = change;
    pending->ends = room->phase == ROOM_OVER && before->phase != ROOM_OVER;
    pending->problem = (struct problem){0};
    pending->rows[0] = (struct store_row){
        .time = row->time, .key = "", .kind = row_kinds[ROW_OUTAGE], .body = pending->owed};
    pending->rows[1] = (struct store_row){.time = row->time,
                                          .user = row->user,
                                          .key = change->key,
                                          .kind = row_kinds[row->kind],
                                          .body = text_string(&pending->body)};
    pending->writing.write =
        (struct store_write){.table = place->id,
                             .expected = room->rows - (uint32_t)(2 - first),
                             .rows = pending->rows + first,
                             .row_count = 2 - first,
                             .phase = (int)room->phase,
                             .letters = pending->letters,
                             .letter_count = add_letter(place, before->awaited, loop_time())};
    add_members(place, before->users, &pending->writing.write);
    add_snapshot(place, &pending->writing.write);
    add_quota(place, row, &pending->writing.write);
    pending->writing.done = written;
    place->writing = true;
    writer_add(place->hall->writer, &pending->writing);
}

/* Does the row in the room, giving back what is owed before it. */
static bool apply_row(struct place *place, const struct room_row *row, int64_t owed,
                      struct problem *problem)
{
    struct pending *pending = &place->pending;
    text_clear(&pending->body);
    if (owed == 0)
        return room_apply(place->room, row, &pending->body, problem);
    snprintf(pending->owed, sizeof pending->owed, "%" PRId64, owed);
    struct room_row outage = {
        .kind = ROW_OUTAGE, .time = row->time, .body = span_of(pending->owed)};
    return room_apply_after(place->room, &outage, row, &pending->body, problem);
}

/* ---- changes that were made long ago --------------------------------------------------------- */

/* A change with a key cannot be made. The store is asked whether that is because it was made
 * already, longer ago than the hall remembers. */
struct asking {
    struct job job;
    struct place *place;
    struct change *change;
    enum change_result otherwise;
    struct problem problem;
    bool found;
};

static void ignore_row(void *context, const struct store_row *row)
{
    (void)context;
    (void)row;
}

static void ask_work(struct job *job)
{
    struct asking *asking = (struct asking *)job;
    asking->found = store_row_with_key(asking->place->hall->clerk_store, asking->place->id,
                                       asking->change->key, ignore_row, NULL) == STORE_DONE;
}

static void ask_done(struct job *job)
{
    struct asking *asking = (struct asking *)job;
    struct place *place = asking->place;
    place->asking = false;
    asking->change->done(asking->change, asking->found ? CHANGE_AGAIN : asking->otherwise,
                         place->room, &asking->problem);
    free(asking);
    if (place->stale) {
        place->stale = false;
        hall_news(place->hall, place->id);
    }
    place_serve_visits(place);
}

/* ---- changes that may be possible by now ------------------------------------------------------
 */

/* Another server may have done what makes a change possible: it is tried once more when that is
 * known here. */
struct second_try {
    struct visit visit;
    struct hall *hall;
    struct room_row row;
    struct change *change;
};

static void apply(struct place *place, const struct room_row *row, struct change *change,
                  bool is_last);

static void try_again(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct second_try *again = (struct second_try *)visit;
    struct second_try copy = *again;
    free(again);
    if (room != NULL)
        apply(place_of(copy.hall, room), &copy.row, copy.change, true);
    else
        copy.change->done(copy.change, CHANGE_FAILED, NULL, problem);
}

static void try_later(struct place *place, const struct room_row *row, struct change *change)
{
    struct second_try *again = memory_new(1, sizeof *again);
    *again = (struct second_try){.visit = {.call = try_again, .fresh = true},
                                 .hall = place->hall,
                                 .row = *row,
                                 .change = change};
    hall_visit(place->hall, place->id, &again->visit);
}

static void not_possible(struct place *place, struct change *change, enum change_result result,
                         const struct problem *problem)
{
    if (!key_ring_may_have_had(&place->keys, change->key)) {
        change->done(change, result, place->room, problem);
        return;
    }
    struct asking *asking = memory_new(1, sizeof *asking);
    *asking = (struct asking){.place = place,
                              .change = change,
                              .otherwise = result,
                              .problem = *problem,
                              .job = {.work = ask_work, .done = ask_done}};
    place->asking = true;
    workers_add(place->hall->clerk, &asking->job, true);
}

static void apply(struct place *place, const struct room_row *row, struct change *change,
                  bool is_last)
{
    struct room *room = place->room;
    struct problem problem = {0};
    struct room_before before = before_change(room);
    assert(!place_is_closed(place));
    if (key_ring_has(&place->keys, change->key)) {
        change->done(change, CHANGE_AGAIN, room, &problem);
        return;
    }
    if (room_clock_runs(room) && pulse_is_weak(place->hall->pulse)) {
        change->done(change, CHANGE_FAILED, room, &problem);
        return;
    }
    if (writer_is_failing(place->hall->writer)) {
        writer_note_refused(place->hall->writer);
        change->done(change, CHANGE_FAILED, room, &problem);
        return;
    }
    bool stale = change->expected >= 0 && change->expected != room->rows;
    if (!stale && row->user != 0 &&
        !quotas_allow(&place->hall->quotas, row->user, change->guest,
                      row->body.length + QUOTA_ROW_BYTES, loop_time(), &problem)) {
        change->done(change, CHANGE_FULL, room, &problem);
        return;
    }
    struct room_row timed = *row;
    timed.time = room_time(room, row->time);
    int64_t owed = place_owed(place, timed.time);
    if (!stale && apply_row(place, &timed, owed, &problem))
        write_change(place, &timed, owed, change, &before);
    else if (!is_last && place->hall->shared)
        try_later(place, row, change);
    else
        not_possible(place, change, stale ? CHANGE_STALE : CHANGE_REFUSED, &problem);
}

void hall_apply(struct hall *hall, struct room *room, const struct room_row *row,
                struct change *change)
{
    apply(place_of(hall, room), row, change, false);
}

static void take_news_of(struct place *place)
{
    if (place->room == NULL)
        return;
    if (place_is_closed(place))
        place->stale = true;
    else
        place_load(place, place->room->rows);
}

void hall_news(struct hall *hall, const char *table)
{
    struct place *place = find_place(hall, table);
    if (place != NULL)
        take_news_of(place);
    for (int i = 0; table[0] == '\0' && i < SHELVES; i++)
        for (place = hall->shelves[i]; place != NULL; place = place->next)
            take_news_of(place);
}

/* ---- the hall -------------------------------------------------------------------------------- */

struct hall *hall_open(struct loop *loop, const struct hall_settings *settings,
                       struct problem *problem)
{
    struct hall *hall = memory_new(1, sizeof *hall);
    hall->loop = loop;
    hall->rooms_max = settings->rooms;
    quotas_open(&hall->quotas, &settings->quotas);
    hall->tidy.ring = put_away_idle;
    hall->retry.ring = look_after;
    hall->clerk_store = store_open(settings->store, problem);
    if (hall->clerk_store != NULL)
        hall->stock = stock_open(settings->cards, settings->card_count, problem);
    if (hall->stock != NULL && stock_keep(hall->stock, hall->clerk_store, problem)) {
        hall->shared = store_is_shared(hall->clerk_store);
        hall->pulse = pulse_open(hall, settings, problem);
    }
    if (hall->pulse != NULL)
        hall->writer = writer_open(loop, settings->store, problem);
    if (hall->writer != NULL)
        hall->clerk = workers_open(loop, 1, problem);
    if (hall->clerk != NULL)
        hall->thinkers = workers_open_nice(loop, settings->workers, THINKERS_NICENESS, problem);
    if (hall->thinkers == NULL) {
        hall_close(hall);
        return NULL;
    }
    loop_set_alarm(loop, &hall->tidy, TIDY_MS);
    loop_set_alarm(loop, &hall->retry, RETRY_MS);
    hall_resume(hall);
    return hall;
}

/* Everything that is under way comes to its end: threads first, then what they report. Nobody sees
 * a room any more. */
static void finish_all(struct hall *hall)
{
    hall->closing = true;
    hall->resting = true;
    for (int i = 0; i < SHELVES; i++)
        for (struct place *place = hall->shelves[i]; place != NULL; place = place->next)
            place_dismiss_visits(place);
    workers_end(hall->thinkers);
    workers_end(hall->clerk);
    writer_end(hall->writer);
    do
        loop_round(hall->loop, 0);
    while (workers_pending(hall->thinkers) > 0 || workers_pending(hall->clerk) > 0 ||
           writer_pending(hall->writer) > 0);
}

void place_forget_watchers(struct place *place)
{
    while (place->watchers != NULL) {
        struct watcher *watcher = place->watchers;
        hall_unwatch(watcher);
        watcher->lost(watcher);
    }
}

void hall_close(struct hall *hall)
{
    if (hall == NULL)
        return;
    loop_stop_alarm(hall->loop, &hall->tidy);
    loop_stop_alarm(hall->loop, &hall->retry);
    if (hall->pulse != NULL)
        pulse_rest(hall->pulse);
    finish_all(hall);
    pulse_close(hall->pulse);
    workers_close(hall->thinkers);
    workers_close(hall->clerk);
    writer_close(hall->writer);
    for (int i = 0; i < SHELVES; i++)
        while (hall->shelves[i] != NULL) {
            place_forget_watchers(hall->shelves[i]);
            drop_place(hall->shelves[i]);
        }
    store_close(hall->clerk_store);
    hall_drop_resumption(hall);
    stock_close(hall->stock);
    quotas_close(&hall->quotas);
    free(hall);
}

void hall_serve(struct hall *hall)
{
    pulse_serve(hall->pulse);
}

void hall_rest(struct hall *hall)
{
    hall->resting = true;
    pulse_rest(hall->pulse);
}

void hall_note_person(struct hall *hall, int64_t user, bool guest,
                      const uint8_t address[ADDRESS_KEY_SIZE])
{
    quotas_note_person(&hall->quotas, user, guest, address, loop_time());
}

int64_t hall_house(const struct hall *hall, int64_t user)
{
    return quotas_house(&hall->quotas, user);
}

bool hall_spend(struct hall *hall, int64_t user, bool guest, size_t bytes, struct problem *problem)
{
    return quotas_spend(&hall->quotas, user, guest, bytes, loop_time(), problem);
}

struct workers *hall_clerk(struct hall *hall)
{
    return hall->clerk;
}

struct store *hall_clerk_store(struct hall *hall)
{
    return hall->clerk_store;
}

const struct stock *hall_stock(const struct hall *hall)
{
    return hall->stock;
}

struct workers *hall_thinkers(struct hall *hall)
{
    return hall->thinkers;
}

int hall_room_count(const struct hall *hall)
{
    return hall->rooms;
}

void hall_counts(struct hall *hall, struct hall_counts *counts)
{
    *counts = hall->counts;
    counts->rooms = hall->rooms;
    counts->thinking = workers_waiting(hall->thinkers);
    writer_counts(hall->writer, &counts->transactions, &counts->writes);
}

struct writer_trouble hall_trouble(struct hall *hall)
{
    return writer_trouble(hall->writer);
}

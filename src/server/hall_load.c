/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Rooms on their way from the store: whole ones, from the latest snapshot on, and what other
 * servers have added to those that are here. */

#include "hall_parts.h"
#include "log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ------------------------------------------------------------------------------------ */

void key_ring_add(struct key_ring *ring, const char *key)
{
    if (key[0] == '\0')
        return;
    span_copy(span_of(key), ring->keys[ring->count % KEYS_KEPT], STORE_KEY_SIZE);
    ring->count++;
}

bool key_ring_has(const struct key_ring *ring, const char *key)
{
    for (int i = 0; key[0] != '\0' && i < KEYS_KEPT; i++)
        if (strcmp(ring->keys[i], key) == 0)
            return true;
    return false;
}

bool key_ring_may_have_had(const struct key_ring *ring, const char *key)
{
    return key[0] != '\0' && (ring->incomplete || ring->count > KEYS_KEPT);
}

/* ---- reading, in the clerk's thread ---------------------------------------------------------- */

/* A row that the room does not have yet. */
struct news_row {
    struct news_row *next;
    struct store_row row;
    char texts[]; /* key, kind and body, each with its closing zero */
};

/* A room being read by the clerk, or what has been added to it. */
struct loading {
    struct job job;
    struct place *place;
    struct store *store;
    uint32_t after; /* rows that the room has already; 0: all of it is read */
    /* all of it: */
    struct store_table table;
    struct text head, snapshot;
    uint32_t snapshot_rows;
    struct room *room;
    struct key_ring keys;
    /* what was added: */
    struct news_row *news, **last;
    enum store_result result;
    struct problem problem;
};

static void see_table(void *context, const struct store_table *table)
{
    struct loading *loading = context;
    loading->table = *table;
    text_clear(&loading->head);
    text_add(&loading->head, table->head);
    loading->table.head = text_string(&loading->head);
}

/* Without memory for it the rows tell the same, one at a time. */
static void see_snapshot(void *context, uint32_t rows, const void *body, size_t size)
{
    struct loading *loading = context;
    loading->snapshot_rows = rows;
    if (!text_try_add_span(&loading->snapshot, (struct span){body, size}))
        loading->snapshot_rows = 0;
}

static void see_document(void *context, const char *text)
{
    text_add(context, text);
}

static bool find_cards(void *context, const char *name, struct text *out)
{
    struct loading *loading = context;
    enum store_result result = store_kept(loading->store, name, see_document, out);
    if (result == STORE_FAILED)
        loading->result = STORE_FAILED;
    return result == STORE_DONE;
}

/* Rows that the snapshot covers are of interest for their keys only. */
static void see_row(void *context, const struct store_row *row)
{
    struct loading *loading = context;
    if (problem_is_set(&loading->problem))
        return;
    key_ring_add(&loading->keys, row->key);
    if (row->number > loading->room->rows)
        room_replay(loading->room, row, &loading->problem);
}

/* Opens the room and brings it up to the last row. */
static void read_room(struct loading *loading, bool from_snapshot)
{
    const struct room_cards cards = {find_cards, loading};
    loading->problem = (struct problem){0};
    loading->keys = (struct key_ring){0};
    room_close(loading->room);
    loading->room = room_open_with(&loading->table, &cards, &loading->problem);
    if (loading->room == NULL)
        return;
    if (from_snapshot &&
        (!room_restore(loading->room, text_span(&loading->snapshot), &loading->problem) ||
         loading->room->rows != loading->snapshot_rows)) {
        problem_set(&loading->problem, _("what was kept of the table is wrong"), NULL, NULL, NULL);
        return;
    }
    uint32_t rows = loading->room->rows;
    uint32_t after = rows > KEYS_KEPT ? rows - KEYS_KEPT : 0;
    loading->keys.incomplete = after > 0;
    loading->result = store_rows(loading->store, loading->table.id, after, see_row, loading);
    /* After the rows: those who sat down before this was asked have not agreed. */
    if (loading->result == STORE_DONE && !problem_is_set(&loading->problem) &&
        !same_deal_find(loading->store, &loading->table, &loading->room->plan))
        loading->result = STORE_FAILED;
}

static const char *const no_answer = _("the store does not answer");

bool hall_may_try_again(const struct problem *problem)
{
    return problem->sentence == no_answer;
}

void hall_note_no_answer(struct problem *problem)
{
    problem_set(problem, no_answer, NULL, NULL, NULL);
}

static void note_result(struct loading *loading)
{
    if (loading->result == STORE_DONE)
        return;
    loading->problem = (struct problem){0};
    problem_set(&loading->problem,
                loading->result == STORE_MISSING   ? _("there is no such table")
                : loading->result == STORE_DAMAGED ? _("the rows of this table were changed")
                                                   : no_answer,
                NULL, NULL, NULL);
}

/* A snapshot that is damaged, or of a program that wrote it in another way, does not matter. */
static void read_all(struct loading *loading)
{
    const char *id = loading->place->id;
    loading->result = store_table(loading->store, id, see_table, see_snapshot, loading);
    if (loading->result == STORE_DAMAGED) {
        text_clear(&loading->snapshot);
        loading->result = store_table(loading->store, id, see_table, NULL, loading);
    }
    if (loading->result == STORE_DONE && loading->snapshot.length > 0) {
        read_room(loading, true);
        if (loading->result == STORE_DONE && !problem_is_set(&loading->problem))
            return;
    }
    if (loading->result == STORE_DONE || loading->result == STORE_DAMAGED)
        read_room(loading, false);
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

static void work(struct job *job)
{
    struct loading *loading = (struct loading *)job;
    if (loading->after > 0) {
        loading->result =
            store_rows(loading->store, loading->place->id, loading->after, see_news, loading);
        return;
    }
    read_all(loading);
    note_result(loading);
    if (problem_is_set(&loading->problem)) {
        room_close(loading->room);
        loading->room = NULL;
    }
}

/* ---- taking, in the loop --------------------------------------------------------------------- */

void place_drop_loading(struct place *place)
{
    struct loading *loading = place->loading;
    if (loading == NULL)
        return;
    place->loading = NULL;
    room_close(loading->room);
    text_free(&loading->head);
    text_free(&loading->snapshot);
    for (struct news_row *news = loading->news, *next; news != NULL; news = next) {
        next = news->next;
        free(news);
    }
    free(loading);
}

/* Adds what another server has done. False if it does not fit: then all is read again. */
static bool take_news(struct place *place, struct loading *loading)
{
    bool fine =
        loading->result == STORE_DONE && place->room != NULL && place->room->rows == loading->after;
    for (struct news_row *news = loading->news; fine && news != NULL; news = news->next) {
        struct problem problem = {0};
        fine = room_replay(place->room, &news->row, &problem);
        if (fine) {
            place->think_at = loop_now() + LEAVE_TO_OTHERS_MS;
            key_ring_add(&place->keys, news->row.key);
            place_tell_watchers(place);
        }
    }
    return fine;
}

/* A store that does not answer is asked every second, but told once; if it fails altogether the
 * writer has told it. */
static void log_unread(const struct place *place, const struct loading *loading)
{
    struct text why = {0};
    if (!problem_is_set(&loading->problem) || loading->result == STORE_MISSING ||
        place->hall->closing ||
        (loading->result == STORE_FAILED &&
         (place->lost || writer_is_failing(place->hall->writer))))
        return;
    problem_write(&loading->problem, ENGLISH, &why);
    log_line(LOG_ERROR, "table not read", log_text("table", place->id),
             log_text("why", text_string(&why)));
    text_free(&why);
}

static void take_room(struct place *place, struct loading *loading)
{
    log_unread(place, loading);
    place->problem = loading->problem;
    room_close(place->room);
    place->room = loading->room;
    loading->room = NULL;
    place->keys = loading->keys;
    place->lost = loading->result == STORE_FAILED;
    if (place->lost) {
        place->hall->counts.failures++;
        writer_doubt(place->hall->writer);
    }
    if (place->room != NULL)
        place_tell_watchers(place);
    else if (loading->result == STORE_MISSING)
        place_forget_watchers(place);
}

static void done(struct job *job)
{
    struct loading *loading = (struct loading *)job;
    struct place *place = loading->place;
    bool again = false;
    place->hall->counts.loads++;
    if (loading->after > 0)
        again = !take_news(place, loading);
    else
        take_room(place, loading);
    place_drop_loading(place);
    if (again && !place->hall->closing) {
        place_load(place, 0);
        return;
    }
    /* A change that was not written: now there is a room that knows nothing of it. */
    place_finish_change(place, place->room != NULL ? place->pending.result : CHANGE_FAILED);
    if (place->stale) { /* more has happened meanwhile */
        place->stale = false;
        hall_news(place->hall, place->id);
    }
    place_serve_visits(place);
}

void place_load(struct place *place, uint32_t after)
{
    assert(!place_is_closed(place));
    if (place->hall->closing)
        return;
    struct loading *loading = memory_new(1, sizeof *loading);
    place->loading = loading;
    place->loads++;
    loading->place = place;
    loading->store = place->hall->clerk_store;
    loading->after = after;
    loading->result = STORE_FAILED; /* until it is read */
    hall_note_no_answer(&loading->problem);
    loading->last = &loading->news;
    loading->job.work = work;
    loading->job.done = done;
    workers_add(place->hall->clerk, &loading->job, false);
}

/* ---- packing --------------------------------------------------------------------------------- */

/* The place stays until it is done. */
struct pack_job {
    struct job job;
    struct place *place;
    bool whole;
    enum store_result result;
};

static void pack_work(struct job *job)
{
    struct pack_job *pack = (struct pack_job *)job;
    pack->result = store_pack(pack->place->hall->clerk_store, pack->place->id, pack->whole);
}

static void add_pack(struct place *place, bool whole);

/* If it was not done, the rows take more space, and that is all. */
static void pack_done(struct job *job)
{
    struct pack_job *pack = (struct pack_job *)job;
    struct place *place = pack->place;
    assert(place->packing);
    if (pack->result == STORE_FAILED || pack->result == STORE_DAMAGED)
        log_line(LOG_ERROR, "table not packed", log_text("table", place->id));
    free(pack);
    place->packing = false;
    if (place->pack_whole)
        add_pack(place, true);
}

static void add_pack(struct place *place, bool whole)
{
    if (place->hall->closing)
        return;
    struct pack_job *pack = memory_new(1, sizeof *pack);
    *pack = (struct pack_job){
        .place = place, .whole = whole, .job = {.work = pack_work, .done = pack_done}};
    place->packing = true;
    place->pack_whole = false;
    workers_add(place->hall->clerk, &pack->job, false);
}

/* What a job that waits has not seen is packed with the next rows; the end has no next ones. */
void place_pack(struct place *place, bool ends)
{
    if (place->packing)
        place->pack_whole = place->pack_whole || ends;
    else if (ends || place->room->rows % SNAPSHOT_ROWS == 0)
        add_pack(place, ends);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables as text, and games that were begun elsewhere.
 *
 *     orrery room 1
 *     rows 512
 *     phase 1
 *     paused 0
 *     changed 1700000000000
 *     seat 17 1 0 60000 0 "Ada" -    user, confirm, wants pause, left, deadline, name, player
 *     seat 0 0 0 60000 0 "mcts" mcts      and "guest" or "account", "agreed" or "back 3"
 *                                    where there is that to say
 *     import                         a record without its heading, if there was one
 *     game 0                         1: a turn is to be confirmed; then a record without heading
 *     again 1 mark b2                moves that were taken back, the next one last; "again joined"
 *                                    in one action with the one that is made before it
 *     joined 41                      moves in one action with the one before, which can be undone
 */

#include "table_parts.h"

#include "contract/notation.h"
#include "session/session_save.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- games from elsewhere -------------------------------------------------------------------- */

/* Plays a game that is kept in a record. `seed` may be NULL. */
static struct session *play_record(const struct table *table, const struct record *record,
                                   struct session_past past, const struct seat *seats,
                                   struct problem *problem)
{
    past.moves = record->moves;
    past.count = (uint32_t)record->count;
    past.seed_from = record->covers_from;
    past.shares = &record->shares;
    struct session *session = session_from_moves(table->rules, seats, &past, problem);
    if (session != NULL && !record_check_result(record, session_state(session), problem)) {
        session_close(session);
        return NULL;
    }
    return session;
}

/* A record behind the current line, with the rules of the table. */
static struct record *read_record(struct table *table, struct scan *scan)
{
    struct record *record = memory_new(1, sizeof *record);
    record->rules = table->rules;
    if (record_read_lines(record, scan))
        return record;
    record->rules = NULL;
    record_free(record);
    free(record);
    return NULL;
}

static struct session *play_import(struct table *table, struct problem *problem)
{
    const struct record *record = table->import;
    struct session_past past = {.seed = record->has_seed ? record->seed : NULL};
    struct seat seats[SEATS_MAX] = {0};
    for (int i = 0; i < table->rules->setup.players; i++) {
        memcpy(seats[i].name, record->seats[i].name, sizeof seats[i].name);
        memcpy(seats[i].player, record->seats[i].player, sizeof seats[i].player);
    }
    struct session *session = play_record(table, record, past, seats, problem);
    if (session != NULL && record->has_seed && session_awaited(session) != NOBODY) {
        problem_set(problem, _("the dealer's seed is shown when the game is over"), NULL, NULL,
                    NULL);
        session_close(session);
        return NULL;
    }
    return session;
}

struct session *table_read_import(struct table *table, struct scan *scan)
{
    struct session *session = NULL;
    table->import = read_record(table, scan);
    if (table->import != NULL &&
        (scan_at_end(scan) || scan_expected(scan, scan->text, _("the end of the text"))))
        session = play_import(table, scan->problem);
    if (session == NULL)
        table_drop_import(table);
    return session;
}

/* ---- saving ---------------------------------------------------------------------------------- */

static void save_seat(const struct table_seat *seat, struct text *out)
{
    text_addf(out, "seat %" PRId64 " %d %d %" PRId64 " %" PRId64 " ", seat->user, seat->confirm,
              seat->wants_pause, seat->left, seat->deadline);
    text_add_quoted(out, span_of(seat->name));
    text_addf(out, " %s", seat->player[0] != '\0' ? seat->player : "-");
    if (seat->person != PERSON_UNKNOWN)
        text_addf(out, " %s", person_kind_words[seat->person]);
    if (seat->agreed)
        text_add(out, " agreed");
    if (seat->back_round > 0)
        text_addf(out, " back %d", seat->back_round);
    if (seat->hints > 0)
        text_addf(out, " hints %d %016" PRIx64, seat->hints, seat->hinted);
    text_add_char(out, '\n');
}

static void save_game(const struct table *table, struct text *out)
{
    const struct session *session = table->session;
    text_addf(out, "game %d\n", session_awaits_confirm(session) != NOBODY);
    session_write_lines(session, out);
    for (uint32_t i = 0; i < session_taken_back_count(session); i++) {
        struct record_move move = session_taken_back(session, i);
        text_addf(out, "again %s%d ", move.joined ? "joined " : "", move.actor + 1);
        move_write(table->rules, move.move, out);
        text_add_char(out, '\n');
    }
    for (uint32_t i = session_final_count(session); i < session_move_count(session); i++)
        if (session_entry(session, i).joined)
            text_addf(out, "joined %" PRIu32 "\n", i);
}

/* Is the phase what the game says? */
static bool phase_fits(const struct table *table)
{
    if (table->session == NULL)
        return table->phase == TABLE_OPEN;
    return table->phase == (session_awaited(table->session) == NOBODY ? TABLE_OVER : TABLE_RUNNING);
}

void table_save(const struct table *table, struct text *out)
{
    assert(phase_fits(table)); /* else it would be refused when it is read */
    text_addf(out, "orrery room 1\nrows %" PRIu32 "\nphase %d\npaused %d\nchanged %" PRId64 "\n",
              table->rows, (int)table->phase, table->paused, table->changed);
    for (int i = 0; i < table->rules->setup.players; i++)
        save_seat(&table->seats[i], out);
    if (table->import != NULL) {
        text_add(out, "import\n");
        record_write_lines(table->import, out);
    }
    if (table->session != NULL)
        save_game(table, out);
}

/* ---- restoring ------------------------------------------------------------------------------- */

#define TIME_MOST (INT64_C(1) << 53) /* so that sums of times are numbers too */

/* A line of that name with a number. */
static bool read_value(struct scan *scan, const char *name, int64_t least, int64_t most,
                       int64_t *out)
{
    struct span word = scan_word(scan);
    if (!span_is(word, name))
        return scan_expected(scan, word, name);
    bool fine = scan_number(scan, least, most, _("a number"), out) && scan_done(scan);
    scan_line(scan);
    return fine && !problem_is_set(scan->problem);
}

static bool read_table(struct table *table, struct scan *scan)
{
    int64_t rows, phase, paused;
    scan_line(scan);
    if (!span_is(scan->text, "orrery room 1"))
        return scan_expected(scan, scan->text, "orrery room 1");
    scan_line(scan);
    if (!read_value(scan, "rows", 0, UINT32_MAX, &rows) ||
        !read_value(scan, "phase", 0, TABLE_PHASES - 1, &phase) ||
        !read_value(scan, "paused", 0, 1, &paused) ||
        !read_value(scan, "changed", -TIME_MOST, TIME_MOST, &table->changed))
        return false;
    table->rows = (uint32_t)rows;
    table->phase = (enum table_phase)phase;
    table->paused = paused != 0;
    return true;
}

/* How many hints the seat got, and the position of the last one. */
static bool read_hints(struct table_seat *seat, struct scan *scan)
{
    int64_t count = 0;
    uint8_t position[sizeof seat->hinted];
    if (!span_is(scan_peek(scan), "hints"))
        return true;
    scan_word(scan);
    if (!scan_number(scan, 1, UINT16_MAX, _("a number"), &count))
        return false;
    struct span word = scan_word(scan);
    if (!span_hex(word, position, sizeof position))
        return scan_expected(scan, word, _("a number"));
    seat->hints = (uint16_t)count;
    for (size_t i = 0; i < sizeof position; i++)
        seat->hinted = seat->hinted << 8 | position[i];
    return true;
}

/* What older programs have not written. */
static bool read_marks(struct table_seat *seat, struct scan *scan)
{
    int64_t round = 0;
    seat->person = table_read_person_kind(scan);
    seat->agreed = span_is(scan_peek(scan), "agreed");
    if (seat->agreed)
        scan_word(scan);
    if (span_is(scan_peek(scan), "back")) {
        scan_word(scan);
        if (!scan_number(scan, 1, UINT16_MAX, _("a number"), &round))
            return false;
    }
    seat->back_round = (uint16_t)round;
    return read_hints(seat, scan);
}

static bool read_seat(struct table_seat *seat, struct scan *scan)
{
    int64_t confirm, wants_pause;
    struct span word = scan_word(scan);
    if (!span_is(word, "seat"))
        return scan_expected(scan, word, "seat");
    if (!scan_number(scan, 0, INT64_MAX, _("a user"), &seat->user) ||
        !scan_number(scan, 0, 1, _("0 or 1"), &confirm) ||
        !scan_number(scan, 0, 1, _("0 or 1"), &wants_pause) ||
        !scan_number(scan, -TIME_MOST, TIME_MOST, _("a number"), &seat->left) ||
        !scan_number(scan, -TIME_MOST, TIME_MOST, _("a number"), &seat->deadline) ||
        !scan_quoted(scan, seat->name, sizeof seat->name) ||
        !scan_need(scan, _("a computer player"), &word) || !read_marks(seat, scan) ||
        !scan_done(scan))
        return false;
    seat->confirm = confirm != 0;
    seat->wants_pause = wants_pause != 0;
    span_copy(span_is(word, "-") ? span_of("") : word, seat->player, sizeof seat->player);
    scan_line(scan);
    return !problem_is_set(scan->problem);
}

enum { JOINED_MAX = 1024 }; /* of one turn: no table has so many, and more are of no use */

/* Moves that belong to the action of the one before. */
static bool read_joined(struct scan *scan, uint32_t joined[JOINED_MAX], uint32_t *count)
{
    while (!scan_at_end(scan)) {
        int64_t index;
        if (*count == JOINED_MAX || !read_value(scan, "joined", 1, UINT32_MAX, &index))
            return false;
        joined[(*count)++] = (uint32_t)index;
    }
    return !problem_is_set(scan->problem);
}

/* Moves that can be made again, as a record that only has moves. */
static bool read_again(const struct table *table, struct scan *scan, struct record *again)
{
    while (!scan_at_end(scan) && span_is(scan_peek(scan), "again")) {
        struct move move;
        int64_t seat;
        scan_word(scan);
        bool joined = span_is(scan_peek(scan), "joined");
        if (joined)
            scan_word(scan);
        if (!scan_number(scan, 1, table->rules->setup.players, _("a seat"), &seat) ||
            !move_read(table->rules, scan, &move) || !scan_done(scan))
            return false;
        record_add(again, (int)seat - 1, move);
        again->moves[again->count - 1].joined = joined;
        scan_line(scan);
    }
    return !problem_is_set(scan->problem);
}

/* The dealer of the game: none, that of the record it began with, or the table's. */
static const uint8_t *seed_of(const struct table *table, const struct record *game)
{
    if (!game->has_commitment)
        return NULL;
    bool of_import = table->import != NULL && table->import->has_seed;
    return of_import ? table->import->seed : table->seed;
}

static bool restore_session(struct table *table, const struct record *game,
                            struct session_past past, struct problem *problem)
{
    struct seat seats[SEATS_MAX];
    for (int i = 0; i < table->rules->setup.players; i++)
        if (!table_session_seat(&table->seats[i], &seats[i], problem))
            return false;
    past.seed = seed_of(table, game);
    table->session = play_record(table, game, past, seats, problem);
    return table->session != NULL;
}

static bool read_game(struct table *table, struct scan *scan)
{
    struct record again = {0};
    uint32_t joined[JOINED_MAX], joined_count = 0;
    int64_t confirming;
    if (!read_value(scan, "game", 0, 1, &confirming))
        return false;
    struct record *game = read_record(table, scan);
    bool fine =
        game != NULL && read_again(table, scan, &again) && read_joined(scan, joined, &joined_count);
    if (fine) {
        struct session_past past = {.awaits_confirm = confirming != 0,
                                    .taken_back = again.moves,
                                    .taken_back_count = (uint32_t)again.count,
                                    .joined = joined,
                                    .joined_count = joined_count};
        fine = restore_session(table, game, past, scan->problem);
    }
    record_free(&again);
    if (game != NULL) {
        game->rules = NULL;
        record_free(game);
        free(game);
    }
    return fine;
}

bool table_restore(struct table *table, struct span text, struct problem *problem)
{
    struct scan scan;
    if (!scan_open(&scan, table->id, text, problem) || !read_table(table, &scan))
        return false;
    for (int i = 0; i < table->rules->setup.players; i++)
        if (!read_seat(&table->seats[i], &scan))
            return false;
    if (span_is(scan.text, "import")) {
        scan_line(&scan);
        table->import = read_record(table, &scan);
        if (table->import == NULL)
            return false;
    }
    if (!scan_at_end(&scan) && !read_game(table, &scan))
        return false;
    if (problem_is_set(problem))
        return false;
    return phase_fits(table) ||
           problem_set(problem, _("the saved state of the table is wrong"), NULL, NULL, NULL);
}

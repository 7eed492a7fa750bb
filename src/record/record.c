/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writing, reading and replaying records. */

#include "record.h"

#include "heading.h"

#include "contract/fields.h"
#include "contract/notation.h"
#include "contract/play.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void record_add(struct record *record, int actor, struct move move)
{
    int count = record->count;
    assert(actor == DEALER || (actor >= 0 && actor < SEATS_MAX));
    assert(count >= 0 && (count == 0) == (record->moves == NULL));
    /* Room doubles whenever the count is a power of two, from 64 on. */
    if (count == 0 || (count >= 64 && (count & (count - 1)) == 0))
        record->moves =
            memory_grow(record->moves, count < 64 ? 64 : 2 * (size_t)count, sizeof *record->moves);
    record->moves[record->count++] = (struct record_move){.actor = (int8_t)actor, .move = move};
}

/* Room for visits: it doubles. */
static uint32_t room_for(uint32_t visits)
{
    uint32_t room = 1024;
    while (room < visits)
        room *= 2;
    return room;
}

void record_add_visits(struct record *record, const uint32_t *visits, int count)
{
    assert(record->count > 0 && count > 0 && count <= MOVES_MAX);
    uint32_t used = record->visits_used, needed = used + 1 + (uint32_t)count;
    if (used == 0 || room_for(needed) > room_for(used))
        record->visits = memory_grow(record->visits, room_for(needed), sizeof *record->visits);
    record->visits[used] = (uint32_t)count;
    memcpy(record->visits + used + 1, visits, (size_t)count * sizeof *visits);
    record->moves[record->count - 1].visits = used + 1;
    record->visits_used = needed;
}

int record_visits(const struct record *record, int number, const uint32_t **visits)
{
    assert(number >= 0 && number < record->count);
    uint32_t at = record->moves[number].visits;
    if (at == 0)
        return 0;
    assert(at < record->visits_used);
    *visits = record->visits + at;
    return (int)record->visits[at - 1];
}

void record_free(struct record *record)
{
    ruleset_close(record->rules);
    free(record->moves);
    free(record->visits);
    shares_free(&record->shares);
    *record = (struct record){0};
}

/* ---- writing --------------------------------------------------------------------------------- */

bool record_player_fits(struct span player)
{
    return scan_is_plain_word(player) && !span_is(player, "-");
}

static void write_seat(const struct record_seat *seat, int number, struct text *out)
{
    bool computer = seat->player[0] != '\0';
    text_addf(out, "seat %d %s%s ", number, computer ? "computer " : "person", seat->player);
    text_add_quoted(out, span_of(seat->name));
    text_add_char(out, '\n');
}

static void write_commitment(const struct record *record, struct text *out)
{
    text_add(out, "commitment ");
    text_add_hex(out, record->commitment, SECRET_SIZE);
    if (record->covers_from > 0)
        text_addf(out, " %" PRIu32, record->covers_from);
    text_add_char(out, '\n');
}

static void write_shares(const struct shares *shares, struct text *out)
{
    for (uint32_t i = 0; i < shares->count; i++) {
        text_addf(out, "share %" PRIu32 " ", shares->list[i].from);
        text_add_hex(out, shares->list[i].bytes, SHARE_SIZE);
        text_add_char(out, '\n');
    }
}

static void write_seed(const struct record *record, struct text *out)
{
    text_add(out, "seed ");
    text_add_hex(out, record->seed, SECRET_SIZE);
    text_add_char(out, '\n');
}

static void write_move(const struct record *record, int number, struct text *out)
{
    const uint32_t *visits = NULL;
    int actor = record->moves[number].actor, count = record_visits(record, number, &visits);
    text_add_char(out, actor == DEALER ? '*' : (char)('1' + actor));
    text_add_char(out, ' ');
    move_write(record->rules, record->moves[number].move, out);
    if (count > 0)
        text_add(out, " visits");
    for (int i = 0; i < count; i++)
        text_addf(out, " %" PRIu32, visits[i]);
    text_add_char(out, '\n');
}

void record_write(const struct record *record, struct text *out)
{
    text_add(out, "orrery record 1\n");
    heading_write(record->rules, out);
    record_write_lines(record, out);
}

void record_write_lines(const struct record *record, struct text *out)
{
    const struct ruleset *rules = record->rules;
    assert(rules != NULL);
    for (int i = 0; i < rules->setup.players; i++)
        write_seat(&record->seats[i], i + 1, out);
    if (record->has_commitment)
        write_commitment(record, out);
    if (record->has_commitment)
        write_shares(&record->shares, out);
    text_add(out, "moves\n");
    for (int i = 0; i < record->count; i++)
        write_move(record, i, out);
    text_add(out, "end\n");
    if (record->has_fields)
        text_addf(out, "fields %016" PRIx64 "\n", record->fields);
    text_add(out, "score");
    for (int i = 0; i < rules->setup.players; i++)
        text_addf(out, " %d", record->score[i]);
    text_add_char(out, '\n');
    if (record->has_seed)
        write_seed(record, out);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_name(struct scan *scan, char *name)
{
    struct span word = scan_word(scan);
    struct text text = {0};
    bool fine = scan_unquote(scan, word, &text);
    if (fine && span_has_control(text_span(&text)))
        fine = scan_expected(scan, word, _("a name without control characters"));
    if (fine && (text.length == 0 || text.length >= SEAT_NAME_SIZE))
        fine = scan_expected(scan, word, _("a name of 1 to 63 bytes"));
    if (fine)
        span_copy(text_span(&text), name, SEAT_NAME_SIZE);
    text_free(&text);
    return fine;
}

static bool read_seat(struct scan *scan, struct record_seat *seat, int number)
{
    int64_t said = 0;
    struct span word = scan_word(scan);
    if (!span_is(word, "seat"))
        return scan_expected(scan, word, "seat");
    if (!scan_number(scan, number, number, _("the number of the next seat"), &said))
        return false;
    struct span kind = scan_word(scan);
    if (span_is(kind, "computer")) {
        struct span player;
        if (!scan_need(scan, _("a computer player"), &player))
            return false;
        if (player.length >= SEAT_NAME_SIZE || !record_player_fits(player))
            return scan_expected(scan, player, _("a computer player"));
        span_copy(player, seat->player, sizeof seat->player);
    } else if (!span_is(kind, "person")) {
        return scan_expected(scan, kind, _("person or computer"));
    }
    return read_name(scan, seat->name) && scan_done(scan);
}

static bool read_digits(struct scan *scan, uint8_t *bytes)
{
    struct span digits = scan_word(scan);
    return span_hex(digits, bytes, SECRET_SIZE) ||
           scan_expected(scan, digits, _("64 hexadecimal digits"));
}

/* The optional line "commitment". */
static bool read_commitment(struct record *record, struct scan *scan)
{
    int64_t from = 0;
    record->has_commitment = span_is(scan_peek(scan), "commitment");
    if (!record->has_commitment)
        return true;
    scan_word(scan);
    if (!read_digits(scan, record->commitment))
        return false;
    if (scan_peek(scan).length > 0 && !scan_number(scan, 1, RECORD_MOVES_MAX, _("a number"), &from))
        return false;
    record->covers_from = (uint32_t)from;
    bool fine = scan_done(scan);
    scan_line(scan);
    return fine && !problem_is_set(scan->problem);
}

/* The lines "share" behind a commitment, if there are any. */
static bool read_shares(struct record *record, struct scan *scan)
{
    int64_t from, least = 0;
    uint8_t bytes[SHARE_SIZE];
    while (record->has_commitment && span_is(scan_peek(scan), "share")) {
        scan_word(scan);
        if (!scan_number(scan, least, RECORD_MOVES_MAX, _("a number"), &from) ||
            !read_digits(scan, bytes) || !scan_done(scan))
            return false;
        shares_add(&record->shares, (uint32_t)from, bytes);
        least = from + 1;
        scan_line(scan);
    }
    return !problem_is_set(scan->problem);
}

/* The optional line "seed". */
static bool read_seed(struct record *record, struct scan *scan)
{
    record->has_seed = span_is(scan_peek(scan), "seed");
    if (!record->has_seed)
        return true;
    scan_word(scan);
    bool fine = read_digits(scan, record->seed) && scan_done(scan);
    scan_line(scan);
    return fine && !problem_is_set(scan->problem);
}

static bool read_actor(const struct ruleset *rules, struct scan *scan, int *actor)
{
    if (span_is(scan_peek(scan), "*")) {
        scan_word(scan);
        *actor = DEALER;
        return true;
    }
    return thing_read(rules, THING_SEAT, 0, SEATS_MAX, scan, actor);
}

/* What may stand behind a move: "visits 40 3 12". */
static bool read_visits(struct record *record, struct scan *scan)
{
    uint32_t visits[MOVES_MAX];
    int count = 0;
    if (!span_is(scan_peek(scan), "visits"))
        return true;
    scan_word(scan);
    do {
        int64_t number = 0;
        if (count == MOVES_MAX)
            return scan_expected(scan, scan_peek(scan), _("the end of the line"));
        if (!scan_number(scan, 0, UINT32_MAX, _("a number"), &number))
            return false;
        visits[count++] = (uint32_t)number;
    } while (scan_peek(scan).length > 0);
    record_add_visits(record, visits, count);
    return true;
}

static bool read_moves(struct record *record, struct scan *scan)
{
    if (!span_is(scan->text, "moves"))
        return scan_expected(scan, scan->text, "moves");
    while (scan_line(scan) && !span_is(scan->text, "end")) {
        int actor = 0;
        struct move move;
        if (record->count == RECORD_MOVES_MAX)
            return scan_problem(scan, scan->text, _("this record has too many moves"), NULL, NULL);
        if (!read_actor(record->rules, scan, &actor) || !move_read(record->rules, scan, &move))
            return false;
        record_add(record, actor, move);
        if (!read_visits(record, scan) || !scan_done(scan))
            return false;
    }
    if (problem_is_set(scan->problem))
        return false;
    if (scan_at_end(scan))
        return scan_expected(scan, scan->text, "end");
    scan_line(scan);
    return !problem_is_set(scan->problem);
}

/* The line "fields". Records of before have a line "state" in its place, a hash of the bytes that
 * the state had in the memory of that program: nothing to compare them with is left. */
static bool read_fields(struct record *record, struct scan *scan)
{
    uint8_t bytes[8];
    struct span word = scan_word(scan);
    record->has_fields = span_is(word, "fields");
    if (!record->has_fields && !span_is(word, "state"))
        return scan_expected(scan, word, "fields");
    word = scan_word(scan);
    if (!span_hex(word, bytes, sizeof bytes))
        return scan_expected(scan, word, _("16 hexadecimal digits"));
    for (int i = 0; record->has_fields && i < 8; i++)
        record->fields = record->fields << 8 | bytes[i];
    if (!scan_done(scan))
        return false;
    scan_line(scan);
    return true;
}

/* The lines "fields" and "score". */
static bool read_result(struct record *record, struct scan *scan)
{
    if (!span_is(scan_peek(scan), "score") && !read_fields(record, scan))
        return false;
    struct span word = scan_word(scan);
    if (!span_is(word, "score"))
        return scan_expected(scan, word, "score");
    for (int i = 0; i < record->rules->setup.players; i++) {
        int64_t score = 0;
        if (!scan_number(scan, INT16_MIN, INT16_MAX, _("a number"), &score))
            return false;
        record->score[i] = (int16_t)score;
    }
    bool fine = scan_done(scan);
    scan_line(scan);
    return fine && !problem_is_set(scan->problem);
}

static bool read_seats(struct record *record, struct scan *scan)
{
    for (int i = 0; i < record->rules->setup.players; i++) {
        if (!read_seat(scan, &record->seats[i], i + 1))
            return false;
        scan_line(scan);
    }
    return !problem_is_set(scan->problem);
}

bool record_read_lines(struct record *record, struct scan *scan)
{
    return read_seats(record, scan) && read_commitment(record, scan) && read_shares(record, scan) &&
           read_moves(record, scan) && read_result(record, scan) && read_seed(record, scan);
}

/* Whatever comes behind the heading, if that was fine. */
static bool read_body(struct record *record, struct scan *scan)
{
    bool fine = record->rules != NULL && record_read_lines(record, scan);
    if (fine && !scan_at_end(scan))
        fine = scan_expected(scan, scan->text, _("the end of the text"));
    if (!fine)
        record_free(record);
    assert(fine != problem_is_set(scan->problem));
    return fine;
}

bool record_read(struct record *record, const char *file, struct span text, const char *folder,
                 struct problem *problem)
{
    struct scan scan;
    *record = (struct record){0};
    if (!scan_open(&scan, file, text, problem) || !heading_read_title(&scan, "record"))
        return false;
    record->rules = heading_read(&scan, folder);
    return read_body(record, &scan);
}

bool record_read_document(struct record *record, const char *file, struct span text,
                          struct span document, struct problem *problem)
{
    struct scan scan;
    *record = (struct record){0};
    if (!scan_open(&scan, file, text, problem) || !heading_read_title(&scan, "record"))
        return false;
    record->rules = heading_read_document(&scan, document);
    return read_body(record, &scan);
}

/* ---- replaying ------------------------------------------------------------------------------- */

static bool refuse(struct problem *problem, const char *sentence, int number,
                   const struct record *record)
{
    char digits[16];
    struct text move = {0};
    assert(number >= 0 && number < record->count);
    snprintf(digits, sizeof digits, "%d", number + 1);
    move_write(record->rules, record->moves[number].move, &move);
    problem_set(problem, sentence, digits, text_string(&move), NULL);
    text_free(&move);
    return false;
}

bool record_check_result(const struct record *record, const void *state, struct problem *problem)
{
    const struct ruleset *rules = record->rules;
    struct score score;
    if (record->has_fields && state_digest(rules, state) != record->fields)
        return problem_set(problem, _("the last state is not the one the record names"), NULL, NULL,
                           NULL);
    rules->game->score(rules, state, &score);
    for (int i = 0; i < rules->setup.players; i++)
        if (score.total[i] != record->score[i])
            return problem_set(problem, _("the score is not the one the record names"), NULL, NULL,
                               NULL);
    return true;
}

/* Has every legal move its visits, if the move has any? */
static bool visits_fit(const struct record *record, int number, const void *state)
{
    const uint32_t *visits = NULL;
    struct move legal[MOVES_MAX];
    int count = record_visits(record, number, &visits);
    return count == 0 || count == record->rules->game->legal(record->rules, state, legal);
}

bool record_replay(const struct record *record, void *state, record_seen *seen, void *context,
                   struct problem *problem)
{
    const struct ruleset *rules = record->rules;
    struct events *events = memory_new(1, sizeof *events);
    bool fine = true;
    play_start(rules, state);
    for (int i = 0; fine && i < record->count; i++) {
        events_clear(events);
        if (rules->game->node(rules, state).actor != record->moves[i].actor)
            fine = refuse(problem, _("move {0}, {1}, is not made by the player who decides there"),
                          i, record);
        else if (!visits_fit(record, i, state))
            fine =
                refuse(problem, _("move {0}, {1}, has visits of other moves than the legal ones"),
                       i, record);
        else if (!play_move(rules, state, record->moves[i].move, events))
            fine = refuse(problem, _("move {0}, {1}, is not legal"), i, record);
        else if (seen != NULL)
            seen(context, i, state, events);
    }
    free(events);
    return fine && record_check_result(record, state, problem);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Saves a session as a record, and continues one. */

#include "session_save.h"

#include "contract/fields.h"

#include <assert.h>

/* The shares of the chance moves among the first `count` moves. */
static void add_shares(const struct session *session, uint32_t count, struct record *record)
{
    const struct shares *shares = session_shares(session);
    uint32_t chances = 0;
    assert(count <= session_move_count(session) && record->shares.count == 0);
    for (uint32_t i = 0; i < count; i++)
        chances += session_entry(session, i).actor == DEALER;
    for (uint32_t i = 0; i < shares->count && shares->list[i].from < chances; i++)
        shares_add(&record->shares, shares->list[i].from, shares->list[i].bytes);
}

/* The record borrows the ruleset: only the rest of it is to be released. */
static void release(struct record *record)
{
    record->rules = NULL;
    record_free(record);
}

/* The first `count` moves of the game. */
static struct record record_of(const struct session *session, uint32_t count)
{
    union any_state state;
    const struct ruleset *rules = session_rules(session);
    struct record record = {.rules = (struct ruleset *)(uintptr_t)rules};
    struct problem ignored = {0};
    struct score score;
    for (int i = 0; i < rules->setup.players; i++) {
        const struct seat *seat = session_seat(session, i);
        span_copy(span_of(seat->name), record.seats[i].name, SEAT_NAME_SIZE);
        span_copy(span_of(seat->player), record.seats[i].player, SEAT_NAME_SIZE);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct record_move entry = session_entry(session, i);
        record_add(&record, entry.actor, entry.move);
    }
    session_seek(session, count, &state);
    rules->game->score(rules, &state, &score);
    for (int i = 0; i < rules->setup.players; i++)
        record.score[i] = score.total[i];
    record.fields = state_digest(rules, &state);
    record.has_fields = true;
    record.has_commitment = session_commitment(session, record.commitment);
    record.covers_from = session_seed_from(session);
    add_shares(session, count, &record);
    record.has_seed =
        count == session_move_count(session) && session_reveal(session, record.seed, &ignored);
    return record;
}

void session_write_record(const struct session *session, struct text *out)
{
    session_write_beginning(session, session_move_count(session), out);
}

void session_write_beginning(const struct session *session, uint32_t count, struct text *out)
{
    struct record record = record_of(session, count);
    record_write(&record, out);
    release(&record);
}

void session_write_lines(const struct session *session, struct text *out)
{
    struct record record = record_of(session, session_move_count(session));
    record_write_lines(&record, out);
    release(&record);
}

struct session *session_from_record(const struct record *record, const uint8_t seed[SEED_SIZE],
                                    struct problem *problem)
{
    struct seat seats[SEATS_MAX] = {0};
    for (int i = 0; i < record->rules->setup.players; i++) {
        const struct record_seat *from = &record->seats[i];
        span_copy(span_of(from->name), seats[i].name, SEAT_NAME_SIZE);
        span_copy(span_of(from->player), seats[i].player, SEAT_NAME_SIZE);
        seats[i].confirm = from->player[0] == '\0';
    }
    struct session_past past = {.moves = record->moves,
                                .count = (uint32_t)record->count,
                                .seed = record->has_seed ? record->seed : NULL,
                                .seed_from = record->covers_from,
                                .shares = record->has_seed ? &record->shares : NULL};
    struct session *session = session_from_moves(record->rules, seats, &past, problem);
    if (session != NULL && !record->has_seed)
        session_adopt(session, seed);
    return session;
}

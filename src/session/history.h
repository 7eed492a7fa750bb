/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of moves of one game, with snapshots of the state.
 *
 * The state after any number of moves is found without replaying from the start: a snapshot is kept
 * every SNAPSHOT_EVERY moves, and the moves since then are replayed on a copy. Knows nothing about
 * seats, turns or undo: it keeps what happened and forgets what it is told to forget. */

#ifndef SESSION_HISTORY_H
#define SESSION_HISTORY_H

#include "contract/play.h"
#include "record/record.h"

enum { SNAPSHOT_EVERY = 32 };

/* Opened by history_open, released by history_close; read it through the functions. */
struct history {
    const struct ruleset *rules; /* borrowed */
    struct record_move *entries; /* each with its actor: a seat or DEALER */
    uint32_t count, capacity;
    unsigned char *snapshots; /* states after 0, 32, 64 … moves, as far as they were made */
    uint32_t snapshot_capacity;
    union any_state live; /* after the last move */
};

/* Starts the game. The ruleset must outlive the history. */
void history_open(struct history *history, const struct ruleset *rules);
void history_close(struct history *history);

/* Makes a legal move of whoever acts now and keeps it. `events` may be NULL. */
void history_append(struct history *history, struct move move, struct events *events);

/* Move number `index` belongs to one action with the move before it. */
static inline void history_join(struct history *history, uint32_t index)
{
    assert(index > 0 && index < history->count);
    history->entries[index].joined = true;
}

/* Forgets all but the first `count` moves. The state is again what it was then, byte for byte. */
void history_truncate(struct history *history, uint32_t count);

/* Copies out the state after the first `count` moves; makes at most SNAPSHOT_EVERY - 1 moves. */
void history_seek(const struct history *history, uint32_t count, void *state);

/* Move number `index`, from 0. */
static inline struct record_move history_at(const struct history *history, uint32_t index)
{
    assert(index < history->count);
    return history->entries[index];
}

/* The state after the last move; it stays where it is and changes with the history. */
static inline const void *history_state(const struct history *history)
{
    return history->live.bytes;
}

#endif

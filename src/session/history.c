/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Moves and snapshots. There is always one snapshot for every SNAPSHOT_EVERY moves made, so their
 * number follows from the number of moves and truncating needs no bookkeeping. */

#include "history.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t state_size(const struct history *history)
{
    return history->rules->game->state_size;
}

static unsigned char *snapshot(const struct history *history, uint32_t index)
{
    return history->snapshots + index * state_size(history);
}

/* Keeps the current state if it is one to be kept. */
static void keep_snapshot(struct history *history)
{
    if (history->count % SNAPSHOT_EVERY != 0)
        return;
    uint32_t index = history->count / SNAPSHOT_EVERY;
    if (index >= history->snapshot_capacity) {
        history->snapshot_capacity = history->snapshot_capacity * 2 + 4;
        history->snapshots =
            memory_grow(history->snapshots, history->snapshot_capacity, state_size(history));
    }
    memcpy(snapshot(history, index), history->live.bytes, state_size(history));
}

void history_open(struct history *history, const struct ruleset *rules)
{
    assert(rules->game->state_size > 0 && rules->game->state_size <= STATE_SIZE_MAX);
    *history = (struct history){.rules = rules};
    play_start(rules, history->live.bytes);
    keep_snapshot(history);
}

void history_close(struct history *history)
{
    free(history->entries);
    free(history->snapshots);
    *history = (struct history){0};
}

void history_append(struct history *history, struct move move, struct events *events)
{
    const struct ruleset *rules = history->rules;
    int actor = rules->game->node(rules, history->live.bytes).actor;
    assert(actor != NOBODY);
    assert(play_find(rules, history->live.bytes, move) >= 0);
    if (history->count == history->capacity) {
        history->capacity = history->capacity * 2 + 64;
        history->entries =
            memory_grow(history->entries, history->capacity, sizeof *history->entries);
    }
    rules->game->apply(rules, history->live.bytes, move, events);
    history->entries[history->count++] = (struct record_move){.actor = (int8_t)actor, .move = move};
    keep_snapshot(history);
}

void history_seek(const struct history *history, uint32_t count, void *state)
{
    assert(count <= history->count);
    if (count == history->count) {
        memcpy(state, history->live.bytes, state_size(history));
        return;
    }
    memcpy(state, snapshot(history, count / SNAPSHOT_EVERY), state_size(history));
    for (uint32_t i = count - count % SNAPSHOT_EVERY; i < count; i++)
        history->rules->game->apply(history->rules, state, history->entries[i].move, NULL);
}

void history_truncate(struct history *history, uint32_t count)
{
    union any_state state;
    history_seek(history, count, state.bytes);
    memcpy(history->live.bytes, state.bytes, state_size(history));
    history->count = count;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a judge has said of positions, for a search that comes to the same ones again and again.
 * What it says is what the judge would say, so nothing depends on how much the cache holds. For one
 * thread. */

#ifndef PLAYERS_JUDGE_CACHE_H
#define PLAYERS_JUDGE_CACHE_H

#include "judge.h"

struct judge_cache {
    struct judge asked; /* about positions that are new */
    uint64_t salt;      /* of the rules: the same bytes are another position by others */
    struct seen_position *positions;
    struct seen_choice *choices;
    uint32_t *likely; /* of the moves of all choices, one after another, round and round */
    uint64_t written; /* numbers there since the beginning */
};

int64_t judge_cache_memory(void); /* bytes, about */

/* Nothing is known yet. False: not enough memory. */
bool judge_cache_open(struct judge_cache *cache, const struct judge *asked);
void judge_cache_close(struct judge_cache *cache); /* fine if it was not opened, or not wholly */

/* From now on all positions are by these rules. */
void judge_cache_take_rules(struct judge_cache *cache, const struct ruleset *rules);

/* A judge that asks the cache, which must outlive it. The moves of a choice are all legal ones, in
 * the order of the list. */
struct judge judge_from_cache(struct judge_cache *cache);

#endif

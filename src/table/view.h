/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A table as a client sees it: JSON. Nothing in a state is hidden, so views differ only in
 * language, in which seats are the client's, and in how much the client asks for. docs/protocol.md
 * describes it. */

#ifndef TABLE_VIEW_H
#define TABLE_VIEW_H

#include "table.h"

#include "base/json.h"

/* Who looks. Two viewers with equal members see the same bytes. */
struct viewer {
    enum language language;
    unsigned seats; /* own ones, as bits */
    bool owner;     /* made the table */
    bool asked;     /* has to agree before sitting down (same_deal.h) */
    bool wants_state, wants_moves, wants_blocked, wants_plans;
};

static inline bool viewer_equal(const struct viewer *a, const struct viewer *b)
{
    return a->language == b->language && a->seats == b->seats && a->owner == b->owner &&
           a->asked == b->asked && a->wants_state == b->wants_state &&
           a->wants_moves == b->wants_moves && a->wants_blocked == b->wants_blocked &&
           a->wants_plans == b->wants_plans;
}

/* What everyone who speaks a language sees of one version of a table: written once for all who are
 * told of it. Empty at first; it notices by itself that the table is another or has moved on. */
struct view_cache {
    char table_id[STORE_ID_SIZE];
    uint32_t rows;
    struct text state; /* no text: not written yet, as below */
    struct text score[LANGUAGE_COUNT], projected[LANGUAGE_COUNT], log[LANGUAGE_COUNT];
    uint32_t log_from[LANGUAGE_COUNT];
};
void view_cache_free(struct view_cache *cache);

/* Who fills a seat: "person", "computer" or "open". */
const char *view_seat_kind(const struct table *table, int seat);

/* The whole table. `online` are the seats whose people are connected, as bits; `now` for clocks.
 * The cache may be NULL, as below. */
void view_table(const struct table *table, const struct viewer *viewer, unsigned online,
                int64_t now, struct view_cache *cache, struct json *json, const char *key);

/* Log lines of the moves from number `from` on, at most VIEW_LOG_MAX moves. */
enum { VIEW_LOG_MAX = 400 };
void view_log(const struct table *table, enum language language, uint32_t from,
              struct view_cache *cache, struct json *json, const char *key);

/* The table after the first `count` moves of the game, with the choices of whoever decides there if
 * the viewer wants them, and the move that led there. */
void view_moment(const struct table *table, const struct viewer *viewer, uint32_t count,
                 struct json *json, const char *key);

/* The points of all seats at the end of each round, and now. */
void view_scores(const struct table *table, struct json *json, const char *key);

/* What moves made in a row would do: the state afterwards, what happens (up to the first chance
 * move), the points. False with a problem noted if one of them is not legal. */
bool view_preview(const struct table *table, const struct viewer *viewer, int seat,
                  const struct move *moves, int count, struct json *json, struct problem *problem);

#endif

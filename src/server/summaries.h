/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What lists say about tables: who sits there and whose turn it is. Only a table in memory knows
 * that, and a list has hundreds of tables; so a table's summary is cached until it has another row.
 * */

#ifndef SERVER_SUMMARIES_H
#define SERVER_SUMMARIES_H

#include "table.h"

#include "base/json.h"

struct summary {
    char table_id[STORE_ID_SIZE];
    uint32_t rows; /* as of */
    enum table_phase phase;
    int64_t changed, owner;
    char title[STORE_NAME_SIZE];
    char cards_title[STORE_NAME_SIZE]; /* of cards of its own, or "" */
    const struct game *game;
    int players, round;
    int awaited; /* a seat, or below zero */
    bool same_deal;
    uint32_t imported; /* moves of a recorded game that it continues */
    struct {
        int64_t user;
        char name[SEAT_NAME_SIZE];
        const char *kind; /* view_seat_kind */
    } seats[SEATS_MAX];
};

struct summaries;

struct summaries *summaries_open(void);
void summaries_close(struct summaries *summaries); /* NULL is fine */

/* What was kept of a table with this many rows, or NULL. Valid until something is kept. */
const struct summary *summaries_find(const struct summaries *summaries, const char *table_id,
                                     uint32_t rows);
const struct summary *summaries_keep(struct summaries *summaries, const struct table *table);

/* An entry of a list, as that user sees it. */
void summary_json(const struct summary *summary, int64_t user, struct json *json);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What lists say about a table: who sits there and whose turn it is. docs/protocol.md describes it.
 */

#ifndef TABLE_SUMMARY_H
#define TABLE_SUMMARY_H

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
        bool bot;
    } seats[SEATS_MAX];
};

/* Of a table as it is now. */
struct summary summary_of(const struct table *table);

/* An entry of a list, as that user sees it. */
void summary_json(const struct summary *summary, int64_t user, struct json *json);

#endif

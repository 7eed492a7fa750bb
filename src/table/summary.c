/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Summaries of tables, and as JSON. */

#include "summary.h"

#include "view.h"

#include <assert.h>
#include <string.h>

struct summary summary_of(const struct table *table)
{
    struct summary summary = (struct summary){
        .rows = table->rows,
        .phase = table->phase,
        .changed = table->changed,
        .owner = table->plan.owner,
        .game = table->plan.game,
        .players = table->plan.setup.players,
        .round = table->session != NULL ? session_node(table->session).round : 0,
        .awaited = table_awaited(table),
        .same_deal = same_deal_is_set(&table->plan.same_deal),
        .imported = table->import != NULL ? (uint32_t)table->import->count : 0,
    };
    memcpy(summary.table_id, table->id, sizeof summary.table_id);
    memcpy(summary.title, table->plan.title, sizeof summary.title);
    memcpy(summary.cards_title, table->plan.cards_title, sizeof summary.cards_title);
    for (int i = 0; i < summary.players; i++) {
        summary.seats[i].user = table->seats[i].user;
        summary.seats[i].kind = view_seat_kind(table, i);
        summary.seats[i].bot = table->seats[i].user != 0 && table->seats[i].person == PERSON_BOT;
        memcpy(summary.seats[i].name, table->seats[i].name, sizeof summary.seats[i].name);
    }
    return summary;
}

static bool is_of(int64_t owner, int64_t user)
{
    return user != 0 && owner == user;
}

static void put_awaited(const struct summary *summary, int64_t user, struct json *json)
{
    int seat = summary->awaited;
    assert(seat < summary->players);
    if (seat < 0) {
        json_put_null(json, "awaited");
        json_put_null(json, "awaited_name");
        json_put_boolean(json, "your_turn", false);
        return;
    }
    bool by_person = strcmp(summary->seats[seat].kind, "person") == 0;
    json_put_number(json, "awaited", seat + 1);
    json_put_string(json, "awaited_name", summary->seats[seat].name);
    json_put_boolean(json, "your_turn", by_person && is_of(summary->seats[seat].user, user));
}

void summary_json(const struct summary *summary, int64_t user, struct json *json)
{
    json_open(json, NULL, '{');
    json_put_string(json, "table", summary->table_id);
    json_put_string(json, "phase", table_phase_words[summary->phase]);
    json_put_number(json, "changed", summary->changed);
    json_put_string(json, "title", summary->title);
    json_put_string(json, "game", summary->game->name);
    json_put_number(json, "players", summary->players);
    json_put_boolean(json, "yours", is_of(summary->owner, user));
    json_open(json, "seats", '[');
    for (int i = 0; i < summary->players; i++) {
        json_open(json, NULL, '{');
        json_put_string(json, "name", summary->seats[i].name);
        json_put_string(json, "kind", summary->seats[i].kind);
        if (summary->seats[i].bot)
            json_put_boolean(json, "bot", true);
        json_put_boolean(json, "yours", is_of(summary->seats[i].user, user));
        json_close(json, '}');
    }
    json_close(json, ']');
    json_put_number(json, "round", summary->round);
    put_awaited(summary, user, json);
    if (summary->cards_title[0] != '\0')
        json_put_string(json, "cards_title", summary->cards_title);
    if (summary->same_deal)
        json_put_boolean(json, "same_deal", true);
    if (summary->imported > 0)
        json_put_number(json, "imported", summary->imported);
    json_close(json, '}');
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Bodies of rows that people cause. */

#include "request.h"

#include "players/levels.h"

#include <assert.h>

bool table_request_is_known(enum row_kind kind)
{
    return kind < ROW_KINDS && kind != ROW_IMPORT && kind != ROW_OUTAGE;
}

/* Takes a seat; whoever agrees to what is asked there (same_deal.h) says so in the row. */
static void write_sit(const struct table_request *request, struct text *out)
{
    assert(request->user > 0 && request->name != NULL);
    text_addf(out, " %lld ", (long long)request->user);
    text_add_quoted(out, span_of(request->name));
    text_addf(out, " %s", person_kind_words[request->person]);
    if (request->agrees)
        text_addf(out, " %s", same_deal_word);
}

/* A computer player for a seat. Who plays for someone else is not for the others to choose; and
 * where there are no hints, nobody hands over for one turn alone. */
static void write_hand_over(const struct table_request *request, const struct table *table,
                            struct text *out)
{
    int seat = request->seat;
    assert(seat >= 1 && seat <= SEATS_MAX && request->text != NULL);
    bool own = seat <= table->plan.setup.players && table->seats[seat - 1].user == request->user;
    text_addf(out, " %s", own ? request->text : level_for_absent(table->plan.game)->player);
    if (own && !table->plan.hints && table_has_others(table, request->user))
        text_addf(out, " %s", table_stays_word);
}

bool table_request_write(const struct table_request *request, const struct table *table,
                         struct text *out)
{
    assert(request->kind < ROW_KINDS && request->seat >= 0);
    if (request->text != NULL && span_has_control(span_of(request->text)))
        return false;
    if (request->seat > 0)
        text_addf(out, "%d", request->seat);
    if (request->kind == ROW_SIT)
        write_sit(request, out);
    else if (request->kind == ROW_CONFIRMS || request->kind == ROW_PAUSE)
        text_add(out, request->on ? " on" : " off");
    else if (request->kind == ROW_HAND_OVER)
        write_hand_over(request, table, out);
    else if (request->kind == ROW_MOVE || request->kind == ROW_COMPUTER) {
        assert(request->text != NULL);
        text_addf(out, " %s", request->text);
    }
    return true;
}

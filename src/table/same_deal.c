/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The same deal again: in plans, heads, and stores of older programs. */

#include "same_deal.h"

#include "table.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

const char same_deal_word[] = "same-deal";
const char *const same_deal_unlisted =
    _("a table with the same deal as an earlier game cannot be listed");
const char *const same_deal_question =
    _("this table has the same deal as an earlier game, and others may know what comes next: "
      "you must agree before you sit down");

/* Everyone at the table before knows the deal, by having played it or by having agreed: who comes
 * next is asked again. */
void same_deal_plan(const struct table *table, struct table_plan *plan)
{
    assert(table->phase == TABLE_OVER); /* else the seed is a secret */
    if (!same_deal_is_set(&plan->same_deal))
        memcpy(plan->same_deal.table_id, table->id, sizeof plan->same_deal.table_id);
    for (int i = 0; i < SEATS_MAX; i++)
        plan->same_deal.people[i] = table->seats[i].user;
    plan->listed = false;
}

void same_deal_write(const struct same_deal *deal, struct text *out)
{
    if (!same_deal_is_set(deal))
        return;
    text_addf(out, "%s %s", same_deal_word, deal->table_id);
    for (int i = 0; i < SEATS_MAX; i++)
        if (deal->people[i] != 0)
            text_addf(out, " %" PRId64, deal->people[i]);
    text_add_char(out, '\n');
}

bool same_deal_read(struct scan *scan, struct same_deal *deal)
{
    struct span word;
    *deal = (struct same_deal){0};
    if (!scan_need(scan, _("a table"), &word))
        return false;
    span_copy(word, deal->table_id, sizeof deal->table_id);
    for (int i = 0; i < SEATS_MAX && scan_peek(scan).length > 0; i++)
        if (!scan_number(scan, 1, INT64_MAX, _("a user"), &deal->people[i]))
            return false;
    return true;
}

bool same_deal_asks(const struct same_deal *deal, int64_t user)
{
    for (int i = 0; user != 0 && i < SEATS_MAX; i++)
        if (deal->people[i] == user)
            return false;
    return same_deal_is_set(deal);
}

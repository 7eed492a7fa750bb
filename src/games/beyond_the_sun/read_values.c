/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: reads programs, and says which operations may stand where. */

#include "card_reading.h"

#define OPERATION_ALLOWED(name, NAME, word, allowed, plan, changes, run) [OP_##NAME] = (allowed),
static const uint8_t allowed_in[OP_COUNT] = {BTS_OPERATIONS(OPERATION_ALLOWED)};
#undef OPERATION_ALLOWED

/* Is the row allowed there? A cost in brackets is one that the player chooses. */
static bool is_allowed(const struct effect *row, unsigned context, bool in_brackets)
{
    if (in_brackets && (row->op == OP_PAY || row->op == OP_RETURN))
        return true;
    if (row->op == OP_AGAIN) /* repeating itself would never end */
        return context == (row->a == 0 ? ON_SPACE : ON_IMMEDIATE);
    return (allowed_in[row->op] & context) != 0;
}

static int count_options(const struct effect *choose)
{
    int count = 0;
    for (const struct effect *at = choose + 1; at <= choose + choose->body; at += 1 + at->body)
        count++;
    return count;
}

/* Looks at rows beyond their grammar. */
static bool check_rows(struct scan *value, struct span word, const struct effect *rows, int count,
                       unsigned context)
{
    bool pays_rival = false, needs_rival = false;
    int top = 0; /* first row that is not in brackets */
    for (int i = 0; i < count; i++) {
        if (rows[i].op != OP_OPTION && !is_allowed(&rows[i], context, i < top))
            return table_cannot_stand(&bts_grammar, value, word, &rows[i]);
        if (rows[i].op == OP_CHOOSE && rows[i].b == 0 && count_options(&rows[i]) < rows[i].a)
            return scan_problem(value, word, _("there are fewer options than are to be chosen"),
                                NULL, NULL);
        pays_rival |= rows[i].op == OP_PAY_RIVAL;
        needs_rival |= rows[i].op == OP_RESEARCH && (rows[i].b & RESEARCH_PAID) != 0;
        if (i >= top)
            top = i + 1 + rows[i].body;
    }
    return pays_rival == needs_rival ||
           scan_problem(value, word,
                        _("ore for an opponent and a technology of this opponent go together"),
                        NULL, NULL);
}

bool bts_read_program(struct table_reading *base, struct scan *value, const struct table_key *key,
                      void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    struct bts_cards *cards = reading->cards;
    struct table_programs programs = {&bts_grammar, cards->rows, cards->row_ends, &cards->row_count,
                                      PROGRAM_ROWS};
    return table_program(&programs, value, check_rows, (unsigned)key->max, at);
}

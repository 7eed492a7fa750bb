/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: reads programs, and says which operations may stand where. */

#include "card_reading.h"

enum {
    ON_TURN = ON_SPACE | ON_ACTION | ON_IMMEDIATE | ON_BONUS | ON_EVENT,
    ON_ANY = ON_TURN | ON_CONTROL | ON_ANYTIME,
    ON_PAWN = ON_SPACE | ON_ACTION,
    ON_COST = ON_PAWN | ON_ANYTIME | ON_LAID_CARD,
};

/* Where an operation may stand. A bonus for control touches no ship, so that no change of control
 * brings about another; what a bonus does never colonizes or repeats itself. */
static const uint8_t stands[OP_COUNT] = {
    [OP_OPTION] = ON_TURN,
    [OP_PAY] = ON_COST,
    [OP_RETURN] = ON_COST,
    [OP_PAY_RIVAL] = ON_PAWN,
    [OP_ORE] = ON_ANY,
    [OP_GROW] = ON_ANY,
    [OP_SHIP] = ON_TURN,
    [OP_SHIP_DEEP] = ON_TURN,
    [OP_POP_SHIP] = ON_TURN,
    [OP_AUTOMATE] = ON_TURN,
    [OP_SHIFT] = ON_ANY,
    [OP_PRODUCE] = ON_TURN,
    [OP_TRADE] = ON_TURN,
    [OP_UPGRADE] = ON_TURN,
    [OP_UPGRADE_SUM] = ON_TURN,
    [OP_JUMP] = ON_TURN,
    [OP_WARP] = ON_TURN,
    [OP_RESEARCH] = ON_TURN,
    [OP_PRIVATE] = ON_PAWN | ON_IMMEDIATE | ON_BONUS,
    [OP_COLONIZE] = ON_PAWN,
    [OP_ANNEX] = ON_PAWN | ON_IMMEDIATE,
    [OP_ADD_SYSTEM] = ON_EVENT,
    [OP_CHOOSE] = ON_TURN,
    [OP_MAY] = ON_TURN,
    [OP_PER] = ON_TURN,
    [OP_AGAIN] = ON_SPACE | ON_IMMEDIATE,
    [OP_COPY] = ON_PAWN,
    [OP_EACH] = ON_EVENT,
    [OP_LEAST] = ON_EVENT,
    [OP_RESEARCHER] = ON_EVENT,
    [OP_OPEN] = ON_EVENT,
    [OP_BANK] = ON_EVENT,
    [OP_DYSON] = ON_EVENT,
    [OP_SUPERFLARE] = ON_EVENT,
    [OP_FORTIFY] = ON_EVENT,
    [OP_RELIEVE] = ON_EVENT,
    [OP_TAKE_LAID] = ON_LAID_CARD,
};

/* May the row stand there? A cost in brackets is one that the player chooses. */
static bool may_stand(const struct effect *row, unsigned stand, bool in_brackets)
{
    if (in_brackets && (row->op == OP_PAY || row->op == OP_RETURN))
        return true;
    if (row->op == OP_AGAIN) /* repeating itself would never end */
        return stand == (row->a == 0 ? ON_SPACE : ON_IMMEDIATE);
    return (stands[row->op] & stand) != 0;
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
                       unsigned stand)
{
    bool pays_rival = false, needs_rival = false;
    int top = 0; /* first row that is not in brackets */
    for (int i = 0; i < count; i++) {
        if (rows[i].op != OP_OPTION && !may_stand(&rows[i], stand, i < top))
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

bool read_program(struct reading *reading, struct scan *value, const struct table_key *key,
                  void *at)
{
    struct bts_cards *cards = reading->cards;
    struct table_programs programs = {&bts_grammar, cards->rows, cards->row_ends, &cards->row_count,
                                      PROGRAM_ROWS};
    return table_program(&programs, value, check_rows, (unsigned)key->max, at);
}

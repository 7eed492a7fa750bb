/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what a move means where it is offered, in few words from the cards. No rules. */

#include "bts.h"

#include "brief.h"

/* The option of a WORK_CHOOSE, or the body of a WORK_MAY. */
static struct program part_of(const struct table *g, const struct frame *frame, int option)
{
    int at = frame->args[0] | frame->args[1] << 8;
    if (option >= 0) {
        at++;
        for (int i = 0; i < option; i++)
            at += 1 + g->cards->rows[at].body;
    }
    return (struct program){(uint16_t)(at + 1), g->cards->rows[at].body};
}

static struct program program_of(const struct table *g, struct move move)
{
    const struct frame *frame = work_top(g);
    switch (move.kind) {
    case MOVE_COPY:
        return space_program(g, move.a);
    case MOVE_OPTION:
        return frame->work == WORK_CHOOSE ? part_of(g, frame, move.a) : (struct program){0};
    case MOVE_TAKE:
        return frame->work == WORK_MAY ? part_of(g, frame, -1) : (struct program){0};
    case MOVE_POWER:
        return g->cards->powers[move.a].program;
    default:
        return (struct program){0};
    }
}

/* What lies on a slot that may be researched. */
static void explain_slot(const struct table *g, int slot, enum language language, struct text *out)
{
    int tech = g->s->slots[slot];
    text_add(out, tech != 0 ? g->cards->techs[tech].face.name[language]
                            : phrase(language, _("not yet discovered")));
}

/* A phrase with one number in it. */
static void explain_number(const char *english, int number, enum language language,
                           struct text *out)
{
    struct text digits = {0};
    text_add_number(&digits, number);
    phrase_write_with(out, language, english, text_string(&digits), NULL, NULL);
    text_free(&digits);
}

static void explain_production(const struct table *g, int kind, enum language language,
                               struct text *out)
{
    int seat = work_top(g)->seat;
    if (kind == DISC_FOOD)
        explain_number(_("+{0} pop"), growth(g, seat), language, out);
    else if (kind == DISC_ORE)
        explain_number(_("+{0} ore"), ore_symbols(g, seat), language, out);
}

/* The space of an action may cost more than the action. */
static void explain_action(const struct table *g, int space, enum language language,
                           struct text *out)
{
    struct brief_book book = bts_brief_book(g->cards);
    brief_program(&book, space_program(g, space), language, out);
    if (space_surcharge(g, space) > 0)
        explain_number(_(", {0} ore more"), space_surcharge(g, space), language, out);
}

/* What lies where a ship goes. */
static void explain_place(const struct table *g, int place, enum language language,
                          struct text *out)
{
    int system = g->s->cards[place];
    if (system != 0)
        text_add(out, g->cards->systems[system].face.name[language]);
}

static void explain_trade(const struct table *g, struct move move, enum language language,
                          struct text *out)
{
    if (move.kind == MOVE_BUY)
        explain_number(_("{0} ore: +1 pop"), trade_price(g, work_top(g)->seat), language, out);
    else if (move.kind == MOVE_SELL)
        text_add(out, phrase(language, _("1 pop: +1 ore")));
    else if (work_top(g)->work == WORK_TRADE)
        explain_number(_("{0} ore: +1 pop"), 1, language, out);
}

void bts_explain(const struct ruleset *rules, const void *state, struct move move,
                 enum language language, struct text *out)
{
    struct table g = bts_view(rules, state);
    struct brief_book book = bts_brief_book(g.cards);
    switch (move.kind) {
    case MOVE_SLOT:
        explain_slot(&g, move.a, language, out);
        break;
    case MOVE_ACT:
        explain_action(&g, move.a, language, out);
        break;
    case MOVE_PRODUCE:
        explain_production(&g, move.a, language, out);
        break;
    case MOVE_JUMP:
    case MOVE_SEND:
        explain_place(&g, move.c, language, out);
        break;
    case MOVE_COLONIZE:
        explain_place(&g, move.a, language, out);
        break;
    case MOVE_BUY:
    case MOVE_SELL:
    case MOVE_RETIRE:
        explain_trade(&g, move, language, out);
        break;
    default:
        brief_program(&book, program_of(&g, move), language, out);
    }
}

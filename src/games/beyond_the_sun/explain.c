/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what an offered move means, in few words from the cards. No rules. */

#include "bts.h"

#include "brief.h"

/* The option of a choice, or the body of an optional part (-1). */
static struct program part_of(const struct bts_view *v, struct task_row row, int option)
{
    int at = row_number(row);
    if (option >= 0) {
        at++;
        for (int i = 0; i < option; i++)
            at += 1 + v->cards->rows[at].body;
    }
    return (struct program){(uint16_t)(at + 1), v->cards->rows[at].body};
}

static struct program program_of(const struct bts_view *v, struct move move)
{
    const struct frame *frame = task_top(v);
    switch (move.kind) {
    case MOVE_COPY:
        return bts_space_program(v, move.a);
    case MOVE_OPTION:
        return frame->task == TASK_CHOOSE ? part_of(v, as_choose(frame)->row, move.a)
                                          : (struct program){0};
    case MOVE_TAKE:
        return frame->task == TASK_MAY ? part_of(v, as_may(frame)->row, -1) : (struct program){0};
    case MOVE_POWER:
        return v->cards->powers[move.a].program;
    default:
        return (struct program){0};
    }
}

/* What lies on a slot that may be researched. */
static void explain_slot(const struct bts_view *v, int slot, enum language language,
                         struct text *out)
{
    int tech = v->s->slots[slot];
    text_add(out, tech != 0 ? v->cards->techs[tech].face.name[language]
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

static void explain_production(const struct bts_view *v, int kind, enum language language,
                               struct text *out)
{
    int seat = task_top(v)->seat;
    if (kind == DISC_FOOD)
        explain_number(_("+{0} pop"), bts_growth(v, seat), language, out);
    else if (kind == DISC_ORE)
        explain_number(_("+{0} ore"), bts_ore_symbols(v, seat), language, out);
}

/* The space of an action may cost more than the action. */
static void explain_action(const struct bts_view *v, int space, enum language language,
                           struct text *out)
{
    struct brief_book book = bts_brief_book(v->cards);
    brief_program(&book, bts_space_program(v, space), language, out);
    if (bts_space_surcharge(v, space) > 0)
        explain_number(_(", {0} ore more"), bts_space_surcharge(v, space), language, out);
}

/* What lies where a ship goes. */
static void explain_place(const struct bts_view *v, int place, enum language language,
                          struct text *out)
{
    int system = v->s->cards[place];
    if (system != 0)
        text_add(out, v->cards->systems[system].face.name[language]);
}

static void explain_trade(const struct bts_view *v, struct move move, enum language language,
                          struct text *out)
{
    if (move.kind == MOVE_BUY)
        explain_number(_("{0} ore: +1 pop"), bts_trade_price(v, task_top(v)->seat), language, out);
    else if (move.kind == MOVE_SELL)
        text_add(out, phrase(language, _("1 pop: +1 ore")));
    else if (task_top(v)->task == TASK_TRADE)
        explain_number(_("{0} ore: +1 pop"), 1, language, out);
}

void bts_explain(const struct ruleset *rules, const void *state, struct move move,
                 enum language language, struct text *out)
{
    struct bts_view v = bts_view_of(rules, state);
    struct brief_book book = bts_brief_book(v.cards);
    switch (move.kind) {
    case MOVE_SLOT:
        explain_slot(&v, move.a, language, out);
        break;
    case MOVE_ACT:
        explain_action(&v, move.a, language, out);
        break;
    case MOVE_PRODUCE:
        explain_production(&v, move.a, language, out);
        break;
    case MOVE_JUMP:
    case MOVE_SEND:
        explain_place(&v, move.c, language, out);
        break;
    case MOVE_COLONIZE:
        explain_place(&v, move.a, language, out);
        break;
    case MOVE_BUY:
    case MOVE_SELL:
    case MOVE_RETIRE:
        explain_trade(&v, move, language, out);
        break;
    default:
        brief_program(&book, program_of(&v, move), language, out);
    }
}

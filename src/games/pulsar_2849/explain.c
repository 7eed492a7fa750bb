/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what a move means where it is offered, in few words from the tiles. No rules. */

#include "pulsar.h"

#include "brief.h"

static struct program program_of(const struct table *t, struct move move)
{
    switch (move.kind) {
    case MOVE_PATENT:
        return t->cards->techs[move.a].effect;
    case MOVE_PROJECT:
        return t->cards->projects[move.a].benefit;
    case MOVE_TRANSMITTER:
    case MOVE_PAY_TRANSMITTER:
        return t->cards->transmitters[move.a].immediate;
    case MOVE_BUY:
        return t->cards->transmitters[move.a].production;
    case MOVE_BONUS:
        return t->cards->systems[move.a].bonus;
    default:
        return (struct program){0};
    }
}

/* How far the counter goes for a die. */
static void explain_die(const struct table *t, int value, enum language language, struct text *out)
{
    int steps = steps_to(t->s->median, value);
    const char *text = steps < 0   ? phrase(language, _("forward"))
                       : steps > 0 ? phrase(language, _("back"))
                                   : phrase(language, _("no step"));
    if (steps != 0)
        text_addf(out, "%d ", steps < 0 ? -steps : steps);
    text_add(out, text);
}

void pulsar_explain(const struct ruleset *rules, const void *state, struct move move,
                    enum language language, struct text *out)
{
    struct table t = pulsar_view(rules, state);
    struct brief_book book = pulsar_brief_book(t.cards);
    if (move.kind == MOVE_TAKE_FOR || move.kind == MOVE_TAKE_WITH)
        explain_die(&t, move.a, language, out);
    else
        brief_program(&book, program_of(&t, move), language, out);
}

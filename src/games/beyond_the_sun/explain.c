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
    case MOVE_ACT:
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

void bts_explain(const struct ruleset *rules, const void *state, struct move move,
                 enum language language, struct text *out)
{
    struct table g = bts_view(rules, state);
    struct brief_book book = bts_brief_book(g.cards);
    if (move.kind == MOVE_SLOT)
        explain_slot(&g, move.a, language, out);
    else
        brief_program(&book, program_of(&g, move), language, out);
}

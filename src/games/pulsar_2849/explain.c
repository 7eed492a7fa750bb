/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what an offered move means, in few words from the tiles. No rules. */

#include "pulsar.h"

#include "brief.h"

#include <stdio.h>

static struct program program_of(const struct pulsar_view *v, struct move move)
{
    switch (move.kind) {
    case MOVE_PATENT:
        return v->cards->techs[move.a].effect;
    case MOVE_PROJECT:
        return v->cards->projects[move.a].benefit;
    case MOVE_BUY:
        return v->cards->transmitters[move.a].production;
    case MOVE_BONUS:
        return v->cards->systems[move.a].bonus;
    default: /* all others say what they do */
        return (struct program){0};
    }
}

/* What a transmitter gives at once if this is the last of its costs, else which ones are left. */
static void explain_cost(const struct pulsar_view *v, struct move move, enum language language,
                         struct text *out)
{
    const struct pulsar_transmitter *card = &v->cards->transmitters[move.a];
    struct brief_book book = pulsar_brief_book(v->cards);
    struct text left = {0};
    bool is_paid = false;
    for (uint64_t open = pulsar_open_costs(v, move.a); open != 0;) {
        int value = card->dice[bits_pop(&open)];
        if (value == move.b && !is_paid)
            is_paid = true;
        else
            text_addf(&left, "%s%d", left.length > 0 ? ", " : "", value);
    }
    if (left.length > 0)
        phrase_write_with(out, language, _("leaves {0} to pay"), text_string(&left), NULL, NULL);
    else
        brief_program(&book, card->immediate, language, out);
    text_free(&left);
}

/* How far the counter goes for a die. */
static void explain_die(const struct pulsar_view *v, int value, enum language language,
                        struct text *out)
{
    assert(v->s->median != 0);
    int steps = pulsar_steps_to(v->s->median, value);
    const char *text = steps < 0   ? phrase(language, _("forward"))
                       : steps > 0 ? phrase(language, _("back"))
                                   : phrase(language, _("no step"));
    if (steps != 0)
        text_addf(out, "%d ", steps < 0 ? -steps : steps);
    text_add(out, text);
}

static void explain_numbers(enum language language, const char *english, int first, int second,
                            struct text *out)
{
    char numbers[2][16];
    snprintf(numbers[0], sizeof numbers[0], "%d", first);
    snprintf(numbers[1], sizeof numbers[1], "%d", second);
    phrase_write_with(out, language, english, numbers[0], numbers[1], NULL);
}

/* A copied die costs cubes. */
static void explain_payment(const struct pulsar_view *v, int die, enum language language,
                            struct text *out)
{
    if (pulsar_die_source(die) == DIE_COPY)
        explain_numbers(language, _("{0} {0|cube|cubes}"), pulsar_copy_price(v, task_top(v)->seat),
                        0, out);
}

/* What the next bonus of a goal brings and costs. */
static void explain_goal_bonus(const struct pulsar_view *v, int id, enum language language,
                               struct text *out)
{
    const struct pulsar_goal *goal = &v->cards->goals[id];
    if (task_top(v)->task != TASK_GOAL_BONUS)
        return;
    for (int number = 0; number < GOALS_IN_PLAY; number++) {
        int bought = pulsar_bonuses_bought(as_goal_bonus(task_top(v)), number);
        if (v->s->goals[number] == id && bought < goal->bonus_count)
            explain_numbers(language, _("{1} pts for {0} {0|cube|cubes}"), goal->bonus[bought],
                            goal->points, out);
    }
}

void pulsar_explain(const struct ruleset *rules, const void *state, struct move move,
                    enum language language, struct text *out)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    struct brief_book book = pulsar_brief_book(v.cards);
    if (move.kind == MOVE_TAKE_FOR || move.kind == MOVE_TAKE_WITH)
        explain_die(&v, move.a, language, out);
    else if (move.kind >= MOVE_PAY && move.kind <= MOVE_PAY_BOTH)
        explain_payment(&v, move.a, language, out);
    else if (move.kind == MOVE_TRANSMITTER || move.kind == MOVE_PAY_TRANSMITTER)
        explain_cost(&v, move, language, out);
    else if (move.kind == MOVE_GOAL_BONUS)
        explain_goal_bonus(&v, move.a, language, out);
    else
        brief_program(&book, program_of(&v, move), language, out);
}

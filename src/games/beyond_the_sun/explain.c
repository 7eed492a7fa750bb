/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what an offered move means, and what is asked, from the cards. No rules. */

#include "bts.h"

#include "things.h"

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
    case MOVE_POWER:
        return v->cards->powers[move.a].program;
    default: /* all others say what they do */
        return (struct program){0};
    }
}

/* What lies on a slot that may be researched. */
static void explain_slot(const struct bts_view *v, int slot, enum language language,
                         struct text *out)
{
    int tech = v->s->slots[slot];
    text_add(out, tech != 0 ? card_face_name(&v->cards->techs[tech].face, language)
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
        explain_number(_("+{0} population"), bts_growth(v, seat), language, out);
    else if (kind == DISC_ORE)
        explain_number(_("+{0} ore"), bts_ore_symbols(v, seat), language, out);
}

/* The space of an action may cost more than the action. */
static void explain_action(const struct bts_view *v, int space, enum language language,
                           struct text *out)
{
    bts_tell_program(v->cards, bts_space_program(v, space), language, out);
    if (bts_space_surcharge(v, space) > 0)
        explain_number(_(", {0} more ore"), bts_space_surcharge(v, space), language, out);
}

static void explain_trade(const struct bts_view *v, struct move move, enum language language,
                          struct text *out)
{
    if (move.kind == MOVE_BUY)
        explain_number(_("{0} ore for 1 population"), bts_trade_price(v, task_top(v)->seat),
                       language, out);
    else if (move.kind == MOVE_SELL)
        text_add(out, phrase(language, _("1 population for 1 ore")));
    else if (task_top(v)->task == TASK_TRADE)
        explain_number(_("{0} ore for 1 population"), 1, language, out);
}

void bts_explain(const struct ruleset *rules, const void *state, struct move move,
                 enum language language, struct text *out)
{
    struct bts_view v = bts_view_of(rules, state);
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
    case MOVE_BUY:
    case MOVE_SELL:
    case MOVE_RETIRE:
        explain_trade(&v, move, language, out);
        break;
    default: /* by what the cards do, if the move is about one of them */
        bts_tell_program(v.cards, program_of(&v, move), language, out);
    }
}

void bts_name_things(const struct ruleset *rules, const void *state, struct message *told)
{
    struct bts_view v = bts_view_of(rules, state);
    const uint8_t *slots = bts_words.moves[told->kind].slots;
    int16_t *numbers[] = {&told->a, &told->b, &told->c};
    for (int i = 0; i < 3; i++)
        if (slots[i] == BTS_PLACE)
            *numbers[i] = (int16_t)told_place(&v, *numbers[i]);
}

/* ---- questions ------------------------------------------------------------------------------- */

static bool is_part(struct program program, int row)
{
    return row >= program.start && row < program.start + program.count;
}

static bool is_on_tech(const struct bts_tech *tech, int row)
{
    bool found = is_part(tech->immediate, row);
    for (int i = 0; i < tech->space_count; i++)
        found |= is_part(tech->spaces[i], row);
    return found;
}

/* The guild, row of Basic Spacefaring or innovation that a row is printed on, or NULL. */
static const struct card_face *face_on_boards(const struct bts_cards *cards, int row)
{
    for (int i = 1; i <= GUILDS; i++)
        if (is_part(cards->guilds[i].action, row))
            return &cards->guilds[i].face;
    for (int i = 0; i < BASIC_ROWS; i++)
        if (is_part(cards->basics[i].action, row))
            return &cards->basics[i].face;
    for (int i = 1; i <= INNOVATION_CHEAP_COLONY; i++)
        if (is_part(cards->innovations[i].program, row))
            return &cards->innovations[i].face;
    for (int i = 1; i < POWER_COUNT; i++)
        if (is_part(cards->powers[i].program, row))
            return &cards->powers[i].face;
    return NULL;
}

/* The component that a row of an effect is printed on; NULL if there is none. */
static const struct card_face *face_of_row(const struct bts_cards *cards, int row)
{
    for (int i = 1; i <= cards->event_count; i++)
        if (is_part(cards->events[i].resolve, row) || is_part(cards->events[i].action, row))
            return &cards->events[i].face;
    for (int i = 1; i <= cards->tech_count; i++)
        if (is_on_tech(&cards->techs[i], row))
            return &cards->techs[i].face;
    for (int i = 1; i <= cards->system_count; i++)
        if (is_part(cards->systems[i].gain, row) || is_part(cards->systems[i].bonus, row))
            return &cards->systems[i].face;
    return face_on_boards(cards, row);
}

/* "return 1 population cube to the supply, or pay 2 ore" */
static void list_options(const struct bts_view *v, struct task_row row, enum language language,
                         struct text *out)
{
    int at = row_number(row);
    int end = at + 1 + v->cards->rows[at].body;
    for (int option = at + 1; option < end; option += 1 + v->cards->rows[option].body) {
        struct program program = {(uint16_t)(option + 1), v->cards->rows[option].body};
        text_add(out, option > at + 1 ? phrase(language, _(", or ")) : "");
        bts_tell_program(v->cards, program, language, out);
    }
}

static void explain_choice(const struct bts_view *v, const struct bts_choose_task *task,
                           const char *name, enum language language, struct text *out)
{
    struct text options = {0}, count = {0};
    list_options(v, task->row, language, &options);
    text_add_number(&count, task->choices_left);
    const char *english = task->choices_left > 1 ? _("{0}, choose {2}: {1}.") : _("{0}: {1}.");
    phrase_write_with(out, language, english, name, text_string(&options), text_string(&count));
    text_free(&options);
    text_free(&count);
}

static void explain_optional(const struct bts_view *v, const struct bts_may_task *task,
                             const char *name, enum language language, struct text *out)
{
    struct text body = {0};
    bts_tell_program(v->cards, part_of(v, task->row, -1), language, &body);
    phrase_write_with(out, language, _("{0} (optional): {1}."), name, text_string(&body), NULL);
    text_free(&body);
}

void bts_explain_question(const struct ruleset *rules, const void *state, enum language language,
                          struct text *out)
{
    struct bts_view v = bts_view_of(rules, state);
    const struct frame *frame = task_top(&v);
    bool chooses = frame->task == TASK_CHOOSE;
    if (!chooses && frame->task != TASK_MAY)
        return;
    struct task_row row = chooses ? as_choose(frame)->row : as_may(frame)->row;
    const struct card_face *face = face_of_row(v.cards, row_number(row));
    if (face == NULL)
        return;
    if (chooses)
        explain_choice(&v, as_choose(frame), card_face_name(face, language), language, out);
    else
        explain_optional(&v, as_may(frame), card_face_name(face, language), language, out);
}

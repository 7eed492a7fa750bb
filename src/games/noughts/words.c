/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Noughts and crosses: its words (notation, texts, options, fields), its cards, and how it looks.
 * No rules. */

#include "noughts.h"

#include "base/bits.h"
#include "base/container_of.h"
#include "kit/field_rows.h"
#include "kit/sheet.h"
#include "kit/things.h"

#include <assert.h>
#include <stdlib.h>

/* ---- things ---------------------------------------------------------------------------------- */

const char *const noughts_cells[CELLS + 1] = {"a1", "b1", "c1", "a2", "b2",
                                              "c2", "a3", "b3", "c3", NULL};

static const char *cell_token(const struct ruleset *rules, int value)
{
    (void)rules;
    return value < CELLS ? noughts_cells[value] : NULL;
}

CARD_TOKEN(line, struct noughts_cards, lines[value], cards->line_count)
CARD_TITLE(line, struct noughts_cards, lines[value])
WORD_THING(owner, "nobody", "1", "2")
WORD_THING(task, "none", "draw", "mark")

static const struct thing things[] = {
    {"cell", _("a cell"), cell_token, NULL},
    {"line", _("a line"), line_token, line_title},
    {"owner", _("nobody, 1 or 2"), owner_token, NULL},
    {"work", _("none, draw or mark"), task_token, NULL},
    {0},
};

static const struct thing_count thing_counts[] = {{THING_LINE, LINES_MAX}, {0}};

/* ---- words ----------------------------------------------------------------------------------- */

static const struct wording moves[] = {
    [MOVE_FIRST] = {"first", "NGT-SETUP-02", {THING_SEAT}, _("{a} begins")},
    [MOVE_MARK] = {"mark", "NGT-MARK-01", {THING_CELL}, _("mark {a}")},
    {0},
};

static const struct wording events[] = {
    [EVENT_BEGINS] = {"begins", "NGT-SETUP-02", {0}, _("{seat} begins.")},
    [EVENT_MARKED] = {"marked", "NGT-MARK-01", {THING_CELL}, _("{seat} marks {a}.")},
    [EVENT_LINE] = {"line", "NGT-END-01", {THING_LINE}, _("{seat} completes the {a}.")},
    [EVENT_WINS] = {"wins", "NGT-SCORE-01", {0}, _("{seat} wins.")},
    [EVENT_DRAW] = {"draw", "NGT-END-03", {0}, _("The board is full: no one wins.")},
    {0},
};

static const struct wording reasons[] = {
    [REASON_TAKEN] = {"taken",
                      "NGT-MARK-02",
                      {THING_CELL},
                      _("{a} already has {seat|your|{seat}'s} mark.")},
    {0},
};

static const struct wording questions[] = {
    [TASK_NONE] = {"over", "", {0}, _("The game is over.")},
    [TASK_DRAW] = {"draw", "NGT-SETUP-02", {0}, _("The dealer draws who begins.")},
    [TASK_MARK] = {"mark", "NGT-MARK-01", {0}, _("{seat|Mark|{seat} is marking} a free cell.")},
    {0},
};

/* With it a new action begins. */
static const bool begins_action[] = {[TASK_MARK] = true};

static const struct wording sources[] = {
    {"line", "NGT-SCORE-01", {0}, _("victory")},
    {0},
};

static const char *const goal_choices[] = {"line", "avoid", NULL};
static const char *const goal_texts[] = {_("a line wins"), _("a line loses"), NULL};
static const char *const start_choices[] = {"drawn", "first", NULL};
static const char *const start_texts[] = {_("drawn at random"), _("seat 1 begins"), NULL};

static const struct option options[] = {
    [OPTION_GOAL] = {"goal", _("Three in a row"), goal_choices, goal_texts, GOAL_LINE},
    [OPTION_START] = {"start", _("Starting player"), start_choices, start_texts, START_DRAWN},
    {0},
};

static const struct component_use component_uses[] = {
    {EVENT_LINE, 0, COMPONENT_TAKEN, "line", NULL},
    {0},
};

#define STATE struct noughts_state

static const struct field fields[] = {
    SETS("marks", marks, THING_CELL, "the cells of a seat", THING_SEAT, 2),
    ONE("winner", winner, THING_OWNER, "who has won"),
    ONE("begins", begins, THING_OWNER, "who had the first turn"),
    SPARE(offsetof(STATE, spare), 2),
    AGENDA_FIELDS(struct noughts_state, agenda, 2, THING_WORK),
    {0},
};

static const struct section sections[] = {{_("board"), _("Board"), true}, {0}};

const struct words noughts_words = {
    .things = things,
    .thing_counts = thing_counts,
    .moves = moves,
    .events = events,
    .reasons = reasons,
    .questions = questions,
    .sources = sources,
    .options = options,
    .fields = fields,
    .component_uses = component_uses,
    .begins_action = begins_action,
    .sections = sections,
};

/* ---- cards ----------------------------------------------------------------------------------- */

/* What is on its way from the file to the cards. */
struct noughts_reading {
    struct table_reading base;
    struct noughts_cards *cards;
};

static bool read_cells(struct table_reading *reading, struct scan *value,
                       const struct table_key *key, void *at)
{
    uint16_t *cells = at;
    (void)reading;
    for (int i = 0; i < key->count; i++) {
        struct span word = scan_peek(value);
        int cell = 0;
        if (!card_word_in(value, key->words, &cell))
            return false;
        if (*cells >> cell & 1)
            return scan_problem(value, word, _("this appears twice"), NULL, NULL);
        *cells |= (uint16_t)(1u << cell);
    }
    return true;
}

static const struct table_key line_keys[] = {
    {"cells", REQUIRED, read_cells, .offset = offsetof(struct noughts_line, cells),
     .words = noughts_cells, .count = 3, .value = VALUE_SET},
    {0},
};

static void *place_line(struct table_reading *base, struct card *card)
{
    struct noughts_cards *cards = container_of(base, struct noughts_reading, base)->cards;
    int number = table_next(card, &cards->line_count, LINES_MAX);
    return number < 0 ? NULL : &cards->lines[number];
}

static const struct table_kind line_kinds[] = {{"line", line_keys, place_line, 0, NULL}, {0}};
static const struct table_file line_file = {line_kinds, NULL, 0};

const struct table_format noughts_card_format = {
    .base = CARD_FORMAT_BASE, .files = &line_file, .file_count = 1};

/* Fills the tables that are looked up by a set of cells. */
static void fill_tables(struct noughts_cards *cards)
{
    for (unsigned marks = 0; marks <= FULL_BOARD; marks++) {
        struct noughts_vacant *vacant = &cards->vacant[marks];
        for (int i = 0; i < cards->line_count; i++)
            cards->has_line[marks] |= (cards->lines[i].cells & ~marks) == 0;
        for (uint64_t cells = FULL_BOARD & ~marks; cells != 0;)
            vacant->moves[vacant->count++] =
                (struct move){.kind = MOVE_MARK, .a = (uint8_t)bits_pop(&cells)};
    }
}

void *noughts_read_cards(const struct card_text *files, int count, struct problem *problem)
{
    struct noughts_cards *cards = memory_new(1, sizeof *cards);
    struct noughts_reading reading = {{problem, &cards->sources}, cards};
    assert(count == 1);
    if (count != 1 || !table_read(&reading.base, &line_file, &files[0])) {
        free(cards);
        return NULL;
    }
    fill_tables(cards);
    return cards;
}

static void write_cell(const void *context, struct span slot, struct text *out)
{
    uint64_t cells = *(const uint16_t *)context;
    for (char letter = 'a'; letter < slot.at[0]; letter++)
        bits_pop(&cells);
    text_add(out, noughts_cells[bits_pop(&cells)]);
}

bool noughts_component(const struct ruleset *rules, int index, enum language language,
                       struct component *component)
{
    const struct noughts_cards *cards = rules->cards;
    if (index >= cards->line_count)
        return false;
    const struct noughts_line *line = &cards->lines[index];
    component->kind = "line";
    component->file = "lines.cards";
    component->in_play = true;
    component->level = 0;
    component->token = NULL;
    card_face_tell(&line->face, &cards->sources, language, component);
    const char *text = rules->setup.options[OPTION_GOAL] == GOAL_AVOID
                           ? _("Marking {a}, {b} and {c} loses.")
                           : _("Marking {a}, {b} and {c} wins.");
    phrase_write(&component->text, language, text,
                 &(struct phrase_slots){write_cell, NULL, &line->cells});
    return true;
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* A cell with its mark, or the dot of a free one. */
static void add_cell(const struct noughts_state *s, int cell, struct sheet *sheet)
{
    sheet_thing(sheet, THING_CELL, cell);
    if (s->marks[0] >> cell & 1)
        sheet_add_hued(sheet, HUE_SEAT, "X");
    else if (s->marks[1] >> cell & 1)
        sheet_add_hued(sheet, HUE_SEAT + 1, "O");
    else
        sheet_add(sheet, ".");
    sheet_off(sheet);
}

void noughts_draw(const struct ruleset *rules, const void *state, int section,
                  const struct drawing *drawing, struct text *out)
{
    struct sheet sheet = sheet_open(rules, state, drawing, out);
    bool lines = drawing->unicode;
    (void)section; /* there is one */
    assert(section == 0);
    for (int row = 2; row >= 0; row--) {
        text_addf(&sheet.line, "  %d  ", row + 1);
        for (int column = 0; column < 3; column++) {
            sheet_add(&sheet, column == 0 ? "" : lines ? " │ " : " | ");
            add_cell(state, 3 * row + column, &sheet);
        }
        sheet_end(&sheet);
        sheet_add(&sheet, row == 0 ? "     a   b   c"
                          : lines  ? "    ───┼───┼───"
                                   : "    ---+---+---");
        sheet_end(&sheet);
    }
    sheet_close(&sheet);
}

void noughts_layout(const struct ruleset *rules, struct json *json)
{
    (void)rules;
    json_open(json, NULL, '{');
    json_open(json, "cells", '{');
    for (int cell = 0; cell < CELLS; cell++) {
        json_open(json, noughts_cells[cell], '{');
        json_put_number(json, "x", 50 * (cell % 3));
        json_put_number(json, "y", 100 - 50 * (cell / 3));
        json_close(json, '}');
    }
    json_close(json, '}');
    json_close(json, '}');
}

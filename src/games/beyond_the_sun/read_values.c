/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the ways to read a value of a card, and the checks that kinds of cards share. */

#include "card_reading.h"

#include "base/bits.h"

#include <assert.h>
#include <string.h>

/* ---- numbers and words --------------------------------------------------------------------- */

bool need_number(struct scan *value, int min, int max, uint8_t *out)
{
    struct text range = {0};
    int64_t number = 0;
    text_addf(&range, "%d…%d", min, max);
    bool fine = scan_number(value, min, max, text_string(&range), &number);
    text_free(&range);
    *out = (uint8_t)number;
    return fine;
}

bool need_word(struct scan *value, const char *word)
{
    struct span found = scan_word(value);
    return span_is(found, word) || scan_expected(value, found, word);
}

bool read_number(struct reading *reading, struct scan *value, const struct entry *entry, void *at)
{
    (void)reading;
    return need_number(value, entry->min, entry->max, at);
}

bool read_numbers(struct reading *reading, struct scan *value, const struct entry *entry, void *at)
{
    (void)reading;
    uint8_t *numbers = at;
    for (int i = 0; i < entry->count; i++)
        if (!need_number(value, entry->min, entry->max, &numbers[i]))
            return false;
    return true;
}

bool read_word(struct reading *reading, struct scan *value, const struct entry *entry, void *at)
{
    (void)reading;
    int number = 0;
    if (!card_word_in(value, entry->words, &number))
        return false;
    *(uint8_t *)at = (uint8_t)(number + entry->min);
    return true;
}

bool read_flag(struct reading *reading, struct scan *value, const struct entry *entry, void *at)
{
    static const char *const words[] = {"no", "yes", NULL};
    (void)reading, (void)entry;
    int number = 0;
    if (!card_word_in(value, words, &number))
        return false;
    *(bool *)at = number == 1;
    return true;
}

/* One word after another to the end of the line, as bits; at most `max` of them, or any number. */
bool read_set(struct reading *reading, struct scan *value, const struct entry *entry, void *at)
{
    (void)reading;
    uint8_t *set = at;
    do {
        struct span word = scan_peek(value);
        int number = 0;
        if (entry->max > 0 && bits_count(*set) == entry->max)
            return scan_done(value);
        if (!card_word_in(value, entry->words, &number))
            return false;
        if (*set >> number & 1)
            return scan_problem(value, word, _("this stands here twice"), NULL, NULL);
        *set |= (uint8_t)(1u << number);
    } while (scan_peek(value).length > 0);
    return true;
}

/* ---- programs ------------------------------------------------------------------------------ */

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

static bool cannot_stand(struct scan *value, struct span word, const struct effect *row)
{
    struct text step = {0};
    effect_write(&bts_grammar, row, 1 + row->body, &step);
    scan_problem(value, word, _("this cannot stand here: {0}"), text_string(&step), NULL);
    text_free(&step);
    return false;
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
            return cannot_stand(value, word, &rows[i]);
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

bool read_program(struct reading *reading, struct scan *value, const struct entry *entry, void *at)
{
    struct bts_cards *cards = reading->cards;
    struct effect rows[EFFECT_ROWS_MAX];
    struct span word = scan_peek(value);
    int count = effect_read(&bts_grammar, value, rows);
    if (count < 0 || !check_rows(value, word, rows, count, (unsigned)entry->max))
        return false;
    if (cards->row_count + count > PROGRAM_ROWS)
        return scan_problem(value, word, _("there are too many effects in this card set"), NULL,
                            NULL);
    *(struct program *)at = (struct program){(uint16_t)cards->row_count, (uint8_t)count};
    memcpy(&cards->rows[cards->row_count], rows, (size_t)count * sizeof rows[0]);
    cards->row_count += count;
    return true;
}

bool program_uses(const struct bts_cards *cards, struct program program, enum op op)
{
    for (int i = program.start; i < program.start + program.count; i++)
        if (cards->rows[i].op == op)
            return true;
    return false;
}

/* ---- cards as a whole ---------------------------------------------------------------------- */

int next_card(struct card *card, int *count, int most)
{
    if (*count == most) {
        struct text number = {0};
        text_add_number(&number, most);
        card_problem(card, _("there are more than {0} cards of this kind"), text_string(&number),
                     NULL);
        text_free(&number);
        return -1;
    }
    return (*count)++;
}

int known_id(struct card *card, const char *const *ids)
{
    for (int i = 0; ids[i] != NULL; i++)
        if (strcmp(card->face.id, ids[i]) == 0)
            return i;
    struct scan heading = card->heading;
    scan_word(&heading);
    int unused = 0;
    card_word_in(&heading, ids, &unused);
    assert(problem_is_set(heading.problem));
    return -1;
}

bool check_order(struct card *card, int before, int now)
{
    return now >= before ||
           card_problem(card,
                        _("these cards stand in the order of their levels or decks; this one "
                          "comes too late"),
                        NULL, NULL);
}

bool check_count(struct reading *reading, const char *file, const char *what, int found, int wanted)
{
    if (found == wanted)
        return true;
    char numbers[2][12];
    struct text digits = {0};
    for (int i = 0; i < 2; i++) {
        text_clear(&digits);
        text_add_number(&digits, i == 0 ? found : wanted);
        span_copy(text_span(&digits), numbers[i], sizeof numbers[i]);
    }
    text_free(&digits);
    problem_set(reading->problem, _("found {0} instead of {1}: {2}"), numbers[0], numbers[1], what);
    problem_place(reading->problem, file, 0, 0);
    return false;
}

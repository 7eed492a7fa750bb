/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Notation and telling, from the tables of words. Knows no game. */

#include "notation.h"

#include <assert.h>

/* ---- things ---------------------------------------------------------------------------------- */

static const char *seat_token(const struct ruleset *rules, int seat)
{
    static const char *const tokens[SEATS_MAX] = {"1", "2", "3", "4"};
    return seat >= 0 && seat < rules->setup.players ? tokens[seat] : NULL;
}

static const struct thing *game_thing(const struct ruleset *rules, int kind)
{
    assert(kind >= THING_GAME);
    return &rules->game->words->things[kind - THING_GAME];
}

const char *thing_token(const struct ruleset *rules, int kind, int value)
{
    if (kind == THING_SEAT)
        return seat_token(rules, value);
    if (kind < THING_GAME || value < 0)
        return NULL;
    return game_thing(rules, kind)->token(rules, value);
}

void thing_write(const struct ruleset *rules, int kind, int value, struct text *out)
{
    if (kind == THING_NUMBER) {
        text_add_number(out, value);
        return;
    }
    const char *token = thing_token(rules, kind, value);
    text_add(out, token != NULL ? token : "-");
}

const char *const provenance_words[] = {
    [PRINTED] = "printed",
    [RECONSTRUCTED] = "reconstructed",
    [CONFIRMED] = "confirmed",
    [CORRECTED] = "corrected",
    NULL,
};

void value_source_write(const struct value_source *source, struct text *out)
{
    assert(source->key != NULL && source->status <= CORRECTED);
    text_add(out, source->key);
    if (source->number > 0)
        text_addf(out, ".%d", source->number);
}

const char *thing_word(const struct ruleset *rules, int kind)
{
    if (kind == THING_NUMBER)
        return "number";
    return kind == THING_SEAT ? "seat" : game_thing(rules, kind)->word;
}

static const char *thing_name(const struct ruleset *rules, int kind)
{
    if (kind == THING_NUMBER)
        return _("a number");
    return kind == THING_SEAT ? _("the number of a seat") : game_thing(rules, kind)->name;
}

/* Does the word name the value in another notation? */
static bool is_also_called(const struct ruleset *rules, int kind, int value, struct span word)
{
    const struct thing_alias *alias = rules->game->words->aliases;
    for (; alias != NULL && alias->kind != THING_NONE; alias++)
        for (int which = 0; alias->kind == kind && alias->token(rules, value, which) != NULL;
             which++)
            if (span_is(word, alias->token(rules, value, which)))
                return true;
    return false;
}

bool thing_read(const struct ruleset *rules, int kind, int min, int max, struct scan *scan,
                int *out)
{
    struct span word = scan_word(scan);
    int64_t number = 0;
    if (kind == THING_NUMBER && span_number(word, min, max, &number)) {
        *out = (int)number;
        return true;
    }
    for (int value = 0; kind != THING_NUMBER && value <= max; value++) {
        const char *token = thing_token(rules, kind, value);
        if (token == NULL)
            break;
        if (span_is(word, token) || is_also_called(rules, kind, value, word)) {
            *out = value;
            return true;
        }
    }
    return scan_expected(scan, word, thing_name(rules, kind));
}

/* ---- notation -------------------------------------------------------------------------------- */

int wording_find(const struct wording *table, struct span name)
{
    for (int i = 0; table[i].name != NULL; i++)
        if (span_is(name, table[i].name))
            return i;
    return -1;
}

/* How many arguments a row has. */
static int slot_count(const struct wording *row)
{
    int count = 0;
    while (count < 3 && row->slots[count] != THING_NONE)
        count++;
    return count;
}

static bool find_row(const struct wording *table, struct scan *scan, const char *expected, int *row)
{
    struct span word = scan_word(scan);
    *row = wording_find(table, word);
    return *row >= 0 || scan_expected(scan, word, expected);
}

void move_write(const struct ruleset *rules, struct move move, struct text *out)
{
    const struct wording *row = &rules->game->words->moves[move.kind];
    const uint8_t args[3] = {move.a, move.b, move.c};
    text_add(out, row->name);
    for (int i = 0; i < slot_count(row); i++) {
        text_add_char(out, ' ');
        thing_write(rules, row->slots[i], args[i], out);
    }
}

bool move_read(const struct ruleset *rules, struct scan *scan, struct move *out)
{
    const struct wording *moves = rules->game->words->moves;
    int kind = 0;
    if (!find_row(moves, scan, _("a kind of move"), &kind))
        return false;
    int args[3] = {0};
    for (int i = 0; i < slot_count(&moves[kind]); i++)
        if (!thing_read(rules, moves[kind].slots[i], 0, UINT8_MAX, scan, &args[i]))
            return false;
    *out = (struct move){(uint8_t)kind, (uint8_t)args[0], (uint8_t)args[1], (uint8_t)args[2]};
    return true;
}

int moves_read(const struct ruleset *rules, struct scan *scan, struct move *out, int most)
{
    int count = 0;
    do {
        if (count == most) {
            problem_set(scan->problem, _("these are too many moves at once"), NULL, NULL, NULL);
            return 0;
        }
        if (count > 0)
            scan_word(scan);
        if (!move_read(rules, scan, &out[count]))
            return 0;
        count++;
    } while (span_is(scan_peek(scan), ";"));
    return scan_done(scan) ? count : 0;
}

int moves_from_text(const struct ruleset *rules, struct span text, struct move *out, int most,
                    struct problem *problem)
{
    struct scan scan;
    if (!scan_open(&scan, NULL, text, problem))
        return 0;
    if (!scan_line(&scan)) {
        problem_set(problem, _("a move is missing"), NULL, NULL, NULL);
        return 0;
    }
    int count = moves_read(rules, &scan, out, most);
    if (count > 0 && scan_line(&scan))
        scan_expected(&scan, scan.text, _("the end of the text"));
    return problem_is_set(problem) ? 0 : count;
}

bool move_from_text(const struct ruleset *rules, struct span text, struct move *out,
                    struct problem *problem)
{
    return moves_from_text(rules, text, out, 1, problem) == 1;
}

void message_write(const struct ruleset *rules, const struct wording *table, struct message message,
                   struct text *out)
{
    const struct wording *row = &table[message.kind];
    const int16_t args[3] = {message.a, message.b, message.c};
    text_add(out, row->name);
    text_add_char(out, ' ');
    thing_write(rules, THING_SEAT, message.seat, out);
    for (int i = 0; i < slot_count(row); i++) {
        text_add_char(out, ' ');
        thing_write(rules, row->slots[i], args[i], out);
    }
}

static void put_things(const struct ruleset *rules, const struct wording *row,
                       const int16_t args[3], struct json *json)
{
    struct text text = {0};
    json_put_string(json, "kind", row->name);
    json_open(json, "things", '[');
    for (int i = 0; i < slot_count(row); i++) {
        text_clear(&text);
        text_add(&text, thing_word(rules, row->slots[i]));
        text_add_char(&text, ':');
        thing_write(rules, row->slots[i], args[i], &text);
        json_put_string(json, NULL, text_string(&text));
    }
    json_close(json, ']');
    text_free(&text);
}

void move_json(const struct ruleset *rules, struct move move, struct json *json)
{
    put_things(rules, &rules->game->words->moves[move.kind],
               (const int16_t[3]){move.a, move.b, move.c}, json);
}

void message_json(const struct ruleset *rules, const struct wording *table, struct message message,
                  struct json *json)
{
    if (message.seat >= 0)
        json_put_number(json, "seat", message.seat + 1);
    else
        json_put_null(json, "seat");
    put_things(rules, &table[message.kind], (const int16_t[3]){message.a, message.b, message.c},
               json);
}

/* An argument of a message; "-" stands for none, -1. */
static bool read_argument(const struct ruleset *rules, int kind, struct scan *scan, int *out)
{
    if (kind != THING_NUMBER && span_is(scan_peek(scan), "-")) {
        scan_word(scan);
        *out = -1;
        return true;
    }
    return thing_read(rules, kind, INT16_MIN, INT16_MAX, scan, out);
}

bool message_read(const struct ruleset *rules, const struct wording *table, struct scan *scan,
                  struct message *out)
{
    int kind = 0, seat = 0, args[3] = {0};
    if (!find_row(table, scan, _("the name of an event or reason"), &kind) ||
        !read_argument(rules, THING_SEAT, scan, &seat))
        return false;
    for (int i = 0; i < slot_count(&table[kind]); i++)
        if (!read_argument(rules, table[kind].slots[i], scan, &args[i]))
            return false;
    *out = (struct message){(uint8_t)kind, (int8_t)(seat < 0 ? NOBODY : seat), (int16_t)args[0],
                            (int16_t)args[1], (int16_t)args[2]};
    return true;
}

/* ---- telling --------------------------------------------------------------------------------- */

void tell_seat(const struct teller *teller, int seat, struct text *out)
{
    if (seat < 0) {
        text_add(out, phrase(teller->language, _("no one")));
    } else if (teller->names != NULL) {
        text_add(out, teller->names[seat]);
    } else {
        char number[2] = {(char)('1' + seat), '\0'};
        phrase_write_with(out, teller->language, _("Player {0}"), number, NULL, NULL);
    }
}

/* What a phrase with {seat} {a} {b} {c} is filled from. */
struct notation_telling {
    const struct ruleset *rules;
    const struct teller *teller;
    const struct wording *row;
    struct message message;
};

/* The argument that a slot names: 0 for a … 2 for c; -1 for {seat}. */
static int argument_index(struct span slot)
{
    bool is_argument = slot.length == 1 && slot.at[0] >= 'a' && slot.at[0] <= 'c';
    assert(is_argument || span_is(slot, "seat"));
    return is_argument ? slot.at[0] - 'a' : -1;
}

static int16_t argument_value(const struct message *message, int index)
{
    return index == 0 ? message->a : index == 1 ? message->b : message->c;
}

static void tell_thing(const struct notation_telling *telling, int kind, int value,
                       struct text *out)
{
    enum language language = telling->teller->language;
    if (kind == THING_SEAT) {
        tell_seat(telling->teller, value, out);
        return;
    }
    bool has_title =
        kind >= THING_GAME && value >= 0 && game_thing(telling->rules, kind)->title != NULL;
    if (has_title)
        text_add(out, game_thing(telling->rules, kind)->title(telling->rules, value, language));
    else
        thing_write(telling->rules, kind, value, out);
}

static void tell_slot(const void *context, struct span slot, struct text *out)
{
    const struct notation_telling *telling = context;
    int index = argument_index(slot);
    if (index < 0)
        tell_seat(telling->teller, telling->message.seat, out);
    else
        tell_thing(telling, telling->row->slots[index], argument_value(&telling->message, index),
                   out);
}

/* {seat|you|others} is about one if that one reads it. */
static int64_t count_slot(const void *context, struct span slot)
{
    const struct notation_telling *telling = context;
    int index = argument_index(slot);
    if (index >= 0)
        return argument_value(&telling->message, index);
    bool reads = telling->message.seat >= 0 && telling->message.seat == telling->teller->reader - 1;
    return reads ? PHRASE_READER : PHRASE_OTHER;
}

void tell_message(const struct ruleset *rules, const struct teller *teller,
                  const struct wording *table, struct message message, struct text *out)
{
    const struct notation_telling telling = {rules, teller, &table[message.kind], message};
    phrase_write(out, teller->language, telling.row->text,
                 &(struct phrase_slots){tell_slot, count_slot, &telling});
}

void message_names_json(const struct ruleset *rules, const struct teller *teller,
                        const struct wording *table, struct message message, struct json *json)
{
    const struct notation_telling telling = {rules, teller, &table[message.kind], message};
    struct text name = {0};
    json_open(json, "names", '[');
    for (int i = 0; i < slot_count(telling.row); i++) {
        text_clear(&name);
        tell_thing(&telling, telling.row->slots[i], argument_value(&message, i), &name);
        json_put_string(json, NULL, text_string(&name));
    }
    json_close(json, ']');
    text_free(&name);
}

void explain_move(const struct ruleset *rules, const void *state, struct move move,
                  enum language language, struct text *out)
{
    if (rules->game->explain != NULL)
        rules->game->explain(rules, state, move, language, out);
}

/* The question with what it is about; someone else's with the name. */
static void tell_question_about(const struct teller *teller, int seat, struct text *about,
                                struct text *out)
{
    struct text name = {0};
    tell_seat(teller, seat, &name);
    const char *english = seat == teller->reader - 1 ? "{1}" : _("{0} is choosing. {1}");
    phrase_write_with(out, teller->language, english, text_string(&name), text_string(about), NULL);
    text_free(&name);
}

void tell_question(const struct ruleset *rules, const void *state, const struct teller *teller,
                   struct text *out)
{
    struct node node = rules->game->node(rules, state);
    struct text about = {0};
    if (rules->game->explain_question != NULL && node.actor >= 0)
        rules->game->explain_question(rules, state, teller->language, &about);
    if (about.length > 0)
        tell_question_about(teller, node.actor, &about, out);
    else
        tell_message(rules, teller, rules->game->words->questions, node.ask, out);
    text_free(&about);
}

void tell_move(const struct ruleset *rules, const void *state, const struct teller *teller,
               int seat, struct move move, struct text *out)
{
    struct message told = {move.kind, (int8_t)seat, move.a, move.b, move.c};
    if (state != NULL && rules->game->name_things != NULL)
        rules->game->name_things(rules, state, &told);
    tell_message(rules, teller, rules->game->words->moves, told, out);
}

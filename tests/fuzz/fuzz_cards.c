/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the reader of card files. Whatever they are, reading ends with a problem that
 * has a place in the file, or with cards that keep the promises of kit/cards.h. A file that is fine
 * is written out again from what was read, and must then be read as the same cards. */

#include "kit/cards.h"

#include "contract/notation.h"

#include <stdlib.h>
#include <string.h>

/* Checks always, also where assert is switched off. */
#define REQUIRE(condition) ((condition) ? (void)0 : abort())

enum { KIND_LINE, KIND_MAT };
enum { LINE_CELLS, LINE_COLOUR, LINE_COST, LINE_NOTE };

static const struct card_key line_keys[] = {
    [LINE_CELLS] = {.name = "cells", .required = true, .repeated = true},
    [LINE_COLOUR] = {.name = "colour"},
    [LINE_COST] = {.name = "cost", .required = true},
    [LINE_NOTE] = {.name = "note", .repeated = true},
    {0},
};

static const struct card_key mat_keys[] = {{0}};

static const struct card_kind kinds[] = {
    [KIND_LINE] = {"line", line_keys},
    [KIND_MAT] = {"mat", mat_keys},
    {0},
};

static const char *const colours[] = {"red", "green", "blue", NULL};

static void require_inside(struct span span, struct span input)
{
    REQUIRE(span.at >= input.at);
    REQUIRE(span.at + span.length <= input.at + input.length);
}

static void require_face(const struct card_face *face)
{
    size_t id_length = strnlen(face->id, CARD_ID_SIZE);
    REQUIRE(id_length > 0 && id_length < CARD_ID_SIZE);
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        size_t length = strnlen(face->name[i], CARD_NAME_SIZE);
        REQUIRE(length > 0 || (i != ENGLISH && i != LANGUAGE_DE)); /* others fall back to English */
        REQUIRE(length < CARD_NAME_SIZE);
        REQUIRE(span_is_utf8((struct span){face->name[i], length}));
    }
    REQUIRE(face->provenance >= PRINTED && face->provenance <= CORRECTED);
}

/* Each source is about a value that the card has, and no other is about the same. */
static void require_sources(const struct card *card, struct span input)
{
    REQUIRE(card->source_count >= 0 && card->source_count <= CARD_SOURCES_MAX);
    for (int i = 0; i < card->source_count; i++) {
        const struct value_source *source = &card->sources[i].value;
        size_t length = strnlen(source->by, SOURCE_NAME_SIZE);
        REQUIRE(length < SOURCE_NAME_SIZE && span_is_utf8((struct span){source->by, length}));
        REQUIRE(source->status <= CORRECTED && source->number <= card->count);
        REQUIRE(strcmp(source->key, "source") != 0);
        require_inside(card->sources[i].word, input);
        for (int k = 0; k < i; k++)
            REQUIRE(source->number != card->sources[k].value.number ||
                    strcmp(source->key, card->sources[k].value.key) != 0);
    }
}

/* Reads a value as its key wants it. */
static bool read_value(int key, struct scan value, struct span input)
{
    struct span first = scan_peek(&value);
    REQUIRE(first.length > 0);
    require_inside(first, input);
    int colour = 0;
    int64_t cost = 0;
    struct text note = {0};
    bool fine = true;
    if (key == LINE_COLOUR)
        fine = card_word_in(&value, colours, &colour) && scan_done(&value);
    else if (key == LINE_COST)
        fine = scan_number(&value, -9, 99, "a cost", &cost) && scan_done(&value);
    else if (key == LINE_NOTE)
        fine = scan_unquote(&value, scan_word(&value), &note) && scan_done(&value);
    text_free(&note);
    REQUIRE(colour >= 0 && colour < 3);
    REQUIRE(cost >= -9 && cost <= 99);
    for (struct span word = scan_word(&value); word.length > 0; word = scan_word(&value))
        require_inside(word, input);
    return fine;
}

static bool read_values(struct card *card, struct span input)
{
    REQUIRE(card->kind == KIND_LINE || card->kind == KIND_MAT);
    REQUIRE(card->count >= 0 && card->count <= CARD_ENTRIES_MAX);
    REQUIRE(card->kind == KIND_LINE || card->count == 0);
    REQUIRE((card->kind == KIND_LINE) == (card_value(card, LINE_CELLS) != NULL));
    REQUIRE((card->kind == KIND_LINE) == (card_value(card, LINE_COST) != NULL));
    for (int i = 0; i < card->count; i++) {
        REQUIRE(card->entries[i].key >= LINE_CELLS && card->entries[i].key <= LINE_NOTE);
        if (!read_value(card->entries[i].key, card->entries[i].value, input))
            return false;
    }
    return true;
}

static void write_card(const struct card *card, struct text *out)
{
    const struct card_face *face = &card->face;
    text_addf(out, "%s %s\n name ", kinds[card->kind].name, face->id);
    text_add_quoted(out, span_of(face->name[ENGLISH]));
    text_add(out, "\n name.de ");
    text_add_quoted(out, span_of(face->name[LANGUAGE_DE]));
    text_addf(out, "\n source %s\n", provenance_words[face->provenance]);
    for (int i = 0; i < card->source_count; i++) {
        const struct value_source *source = &card->sources[i].value;
        text_add(out, " source.");
        value_source_write(source, out);
        text_addf(out, " %s", provenance_words[source->status]);
        if (source->by[0] != '\0') {
            text_add(out, " by ");
            text_add_quoted(out, span_of(source->by));
        }
        text_add_char(out, '\n');
    }
    for (int i = 0; i < card->count; i++) {
        struct scan value = card->entries[i].value;
        text_addf(out, " %s ", line_keys[card->entries[i].key].name);
        text_add_span(out, scan_rest(&value));
        text_add_char(out, '\n');
    }
}

/* Reads a whole file and writes its cards. False with a problem noted. */
static bool read_file(struct span input, struct text *out, struct problem *problem)
{
    struct card_text file = {"fuzz.cards", input};
    struct card_reader reader;
    struct card card;
    if (!cards_open(&reader, &file, kinds, problem))
        return false;
    while (cards_next(&reader, &card)) {
        require_face(&card.face);
        require_sources(&card, input);
        if (read_values(&card, input))
            write_card(&card, out);
    }
    REQUIRE(problem_is_set(problem) || reader.scan.rest.length == 0);
    return !problem_is_set(problem);
}

/* Nothing that could upset a terminal: no control characters, of one byte or of two. */
static void require_printable(struct span message)
{
    REQUIRE(span_is_utf8(message));
    for (size_t i = 0; i < message.length; i++) {
        unsigned char byte = (unsigned char)message.at[i];
        REQUIRE(byte >= 0x20 && byte != 0x7f);
        REQUIRE(byte != 0xc2 || (unsigned char)message.at[i + 1] >= 0xa0);
    }
}

/* A problem has a place in the file and can be told in every language. */
static void require_told(const struct problem *problem, struct span input)
{
    int lines = 1;
    for (size_t i = 0; i < input.length; i++)
        lines += input.at[i] == '\n';
    REQUIRE(problem_is_set(problem));
    REQUIRE(strcmp(problem->file, "fuzz.cards") == 0);
    REQUIRE(problem->line >= 1 && problem->line <= lines);
    REQUIRE(problem->column >= 0 && problem->column <= SCAN_LINE_MAX + 1);
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        struct text message = {0};
        problem_write(problem, (enum language)i, &message);
        REQUIRE(message.length > strlen("fuzz.cards:1: "));
        require_printable(text_span(&message));
        text_free(&message);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span input = {(const char *)data, size};
    struct text once = {0};
    struct text twice = {0};
    struct problem problem = {0};
    if (read_file(input, &once, &problem)) {
        REQUIRE(read_file(text_span(&once), &twice, &problem));
        REQUIRE(span_equal(text_span(&once), text_span(&twice)));
    } else {
        require_told(&problem, input);
    }
    text_free(&once);
    text_free(&twice);
    return 0;
}

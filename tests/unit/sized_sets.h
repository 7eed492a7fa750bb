/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card sets with more or fewer cards than the one in the program: cards are left out, or repeated
 * under other ids. */

#ifndef TESTS_UNIT_SIZED_SETS_H
#define TESTS_UNIT_SIZED_SETS_H

#include "helpers.h"

#include <stdio.h>

/* So many cards of a kind in a file, perhaps none, that have a line with these two words; any card
 * if the key is NULL. */
struct size {
    const char *file, *kind, *key, *value;
    int count;
};

enum { SIZES_OF_SET = 12 };

struct sized_set {
    const char *game;
    struct size sizes[SIZES_OF_SET]; /* ends with a row without a file */
};

#define BTS "beyond-the-sun"
#define PUL "pulsar-2849"

/* Rows of sizes. */
#define TECHS_OF(level, number)                                                                    \
    {                                                                                              \
        "technologies.cards", "technology", "level", level, number                                 \
    }
#define EVENTS_OF(level, number)                                                                   \
    {                                                                                              \
        "events.cards", "event", "level", level, number                                            \
    }
#define SYSTEMS_OF(deck, number)                                                                   \
    {                                                                                              \
        "systems.cards", "system", "deck", deck, number                                            \
    }
#define ACHIEVEMENTS_OF(deck, number)                                                              \
    {                                                                                              \
        "achievements.cards", "achievement", "deck", deck, number                                  \
    }
#define SYSTEMS_IN_ALL(number)                                                                     \
    {                                                                                              \
        "systems.cards", "system", NULL, NULL, number                                              \
    }
#define TILE_KINDS_IN_ALL(number)                                                                  \
    {                                                                                              \
        "exploration.cards", "tile", NULL, NULL, number                                            \
    }
#define TRANSMITTERS_OF(letter, number)                                                            \
    {                                                                                              \
        "transmitters.cards", "transmitter", "letter", letter, number                              \
    }
#define SIDES_OF_TILE(tile, number)                                                                \
    {                                                                                              \
        "goals.cards", "goal", "tile", tile, number                                                \
    }
#define GOALS_IN_ALL(number)                                                                       \
    {                                                                                              \
        "goals.cards", "goal", NULL, NULL, number                                                  \
    }

/* Has the line these words? */
static inline bool line_is(struct span line, const char *key, const char *value)
{
    char first[64] = "", second[64] = "", text[256];
    snprintf(text, sizeof text, "%.*s", (int)line.length, line.at);
    return sscanf(text, " %63s %63s", first, second) == 2 && strcmp(first, key) == 0 &&
           (value == NULL || strcmp(second, value) == 0);
}

static inline struct span next_line(struct span *rest)
{
    const char *end = memchr(rest->at, '\n', rest->length);
    size_t length = end != NULL ? (size_t)(end - rest->at) + 1 : rest->length;
    struct span line = {rest->at, length};
    *rest = (struct span){rest->at + length, rest->length - length};
    return line;
}

/* The lines of a card: its heading and those that are indented. */
static inline struct span next_card(struct span *rest)
{
    struct span card = next_line(rest);
    while (rest->length > 0 && *rest->at == ' ')
        card.length += next_line(rest).length;
    return card;
}

static inline bool card_fits(struct span card, const struct size *size)
{
    if (!line_is(next_line(&card), size->kind, NULL))
        return false;
    bool fits = size->key == NULL;
    while (card.length > 0)
        fits = line_is(next_line(&card), size->key != NULL ? size->key : "", size->value) || fits;
    return fits;
}

/* Adds a card again under another id. Of what only some cards may be it is none. */
static inline void add_twin(struct text *out, struct span card, int number)
{
    struct span heading = next_line(&card);
    text_addf(out, "%.*s-%d\n", (int)heading.length - 1, heading.at, number);
    while (card.length > 0) {
        struct span line = next_line(&card);
        if (!line_is(line, "first-game", NULL) && !line_is(line, "light", NULL))
            text_add_span(out, line);
    }
}

/* The cards of the file, of those that are meant so many. */
static inline void add_sized(struct text *out, struct span file, const struct size *size)
{
    int there = 0, number = 0;
    for (struct span rest = file; rest.length > 0;)
        there += card_fits(next_card(&rest), size);
    assert_true(there > 0);
    for (struct span rest = file; rest.length > 0;) {
        struct span card = next_card(&rest);
        bool fits = card_fits(card, size);
        if (!fits || number < size->count)
            text_add_span(out, card);
        /* The first ones are repeated once more often. */
        for (int twin = number + there; fits && twin < size->count; twin += there)
            add_twin(out, card, 1 + twin / there);
        number += fits;
    }
}

/* Goals count their tiles, two sides for each. */
static inline void number_tiles(struct text *file)
{
    struct text numbered = {0};
    int goals = 0;
    for (struct span rest = text_span(file); rest.length > 0;) {
        struct span line = next_line(&rest);
        if (line_is(line, "tile", NULL) && *line.at == ' ')
            text_addf(&numbered, "    tile        %d\n", 1 + goals++ / 2);
        else
            text_add_span(&numbered, line);
    }
    text_free(file);
    *file = numbered;
}

/* Texts of the set, which live in `made`. */
static inline int sized_texts(const struct sized_set *set, struct card_text files[CARD_FILES_MAX],
                              struct text made[CARD_FILES_MAX])
{
    const struct game *game = game_find(span_of(set->game));
    struct card_texts texts = {0};
    struct problem problem = {0};
    assert_true(card_texts_find(&texts, game, NULL, &problem));
    for (int i = 0; i < texts.count; i++) {
        files[i].file = texts.files[i].file;
        text_clear(&made[i]);
        text_add_span(&made[i], texts.files[i].text);
        for (const struct size *size = set->sizes; size->file != NULL; size++) {
            struct text sized = {0};
            if (strcmp(size->file, files[i].file) != 0)
                continue;
            add_sized(&sized, text_span(&made[i]), size);
            text_free(&made[i]);
            made[i] = sized;
        }
        if (strcmp(files[i].file, "goals.cards") == 0)
            number_tiles(&made[i]);
        files[i].text = text_span(&made[i]);
    }
    int count = texts.count;
    card_texts_free(&texts);
    return count;
}

static inline struct ruleset *open_sized(const struct sized_set *set, const struct setup *setup,
                                         struct problem *problem)
{
    struct card_text files[CARD_FILES_MAX];
    struct text made[CARD_FILES_MAX] = {0};
    int count = sized_texts(set, files, made);
    struct ruleset *rules =
        ruleset_open_texts(game_find(span_of(set->game)), setup, files, count, problem);
    for (int i = 0; i < count; i++)
        text_free(&made[i]);
    return rules;
}

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Describes components in words: sentences filled from the data of a card, one after another, and
 * the list of all components of a card set. The kit knows no component: a game has a function for
 * each kind that provides its sentences. */

#ifndef KIT_CARD_TELLING_H
#define KIT_CARD_TELLING_H

#include "cards.h"
#include "effect.h"

struct card_telling {
    const void *cards;                    /* the game's card set, for the game alone */
    const struct card_sources *sources;   /* of its values */
    const struct effect_grammar *grammar; /* of its programs, */
    const struct effect *rows;            /* and their rows */
    enum language language;
    struct text *out;
};

/* What the slots of a sentence are filled from. */
struct card_facts {
    int a, b;                /* {a} {b}, also as {a|cube|cubes} */
    const char *text, *more; /* {text} {more}; phrases or notation */
    const struct text *list; /* {list}; ready in the language */
    struct program program;  /* {program} */
};

/* Adds a sentence to those that are there. */
void card_say(const struct card_telling *telling, const char *sentence,
              const struct card_facts *facts);

#define SAY(telling, sentence, ...) card_say(telling, sentence, &(struct card_facts){__VA_ARGS__})

/* Says a sentence with {program}, unless the program is empty. */
void card_say_program(const struct card_telling *telling, const char *sentence,
                      struct program program);

/* Says a sentence with {list}: numbers between commas. */
void card_say_numbers(const struct card_telling *telling, const char *sentence,
                      const uint8_t *numbers, int count);

/* Tells a program without a sentence around it. */
void card_tell_program(const struct card_telling *telling, struct program program);

/* One list of components: where in the card set they are, and how they are told. */
struct card_shelf {
    const char *kind, *file; /* as in struct component */
    size_t offset, stride;
    int count;
    size_t face; /* where in the item its face is */
    void (*tell)(const struct card_telling *telling, const void *item);
    int (*level)(const struct card_telling *telling, const void *item); /* or NULL: it has none */
    const char *(*token)(const void *item);       /* or NULL: as in struct component */
    bool (*in_play)(const struct ruleset *rules); /* or NULL: in every setup */
};

/* The place of a shelf: a number of items of a list in a card set, the first of them at `from`. */
#define SHELF_OF(set, list, from, number)                                                          \
    .offset = offsetof(set, list[from]), .stride = sizeof((set *)0)->list[0], .count = (number)

/* The same for a component whose values have members of their own in the card set. */
#define SHELF_OF_ONE(set, its_face) .count = 1, .face = offsetof(set, its_face)

/* The component number `index` on the shelves, which end with a row without a kind; false past the
 * last one. An item without an id is not there. */
bool card_component(const struct card_shelf *shelves, const struct ruleset *rules,
                    struct card_telling *telling, int index, struct component *component);

#endif

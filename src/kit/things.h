/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Shorthand for the notation and names of things (struct thing) in a game's words. */

#ifndef KIT_THINGS_H
#define KIT_THINGS_H

#include "cards.h"

#include <assert.h>

/* A kind of thing that is a card: `table` is the member of the card set with an item for each value
 * up to `last`. Its notation is the id, its name that of the card; 0 is none. Defines
 * <thing>_token and <thing>_title. */
#define CARD_THING(thing, cards_type, table, last)                                                 \
    CARD_THING_AT(thing, cards_type, table[value], last)

/* The same where the card of a `value` is found in another way: sides[value].front */
#define CARD_THING_AT(thing, cards_type, card, last)                                               \
    static const char *thing##_token(const struct ruleset *rules, int value)                       \
    {                                                                                              \
        const cards_type *cards = rules->cards;                                                    \
        if (value > (last))                                                                        \
            return NULL;                                                                           \
        return value == 0 ? "none" : cards->card.face.id;                                          \
    }                                                                                              \
    static const char *thing##_title(const struct ruleset *rules, int value,                       \
                                     enum language language)                                       \
    {                                                                                              \
        const cards_type *cards = rules->cards;                                                    \
        return value == 0 ? phrase(language, _("nothing"))                                         \
                          : card_face_name(&cards->card.face, language);                           \
    }

/* Cards without a none: `card` is that of a `value` from 0 on, such as lines[value], and there are
 * `count` of them. Define <thing>_token and <thing>_title. */
#define CARD_TOKEN(thing, cards_type, card, count)                                                 \
    static const char *thing##_token(const struct ruleset *rules, int value)                       \
    {                                                                                              \
        const cards_type *cards = rules->cards;                                                    \
        return value < (count) ? cards->card.face.id : NULL;                                       \
    }
#define CARD_TITLE(thing, cards_type, card)                                                        \
    static const char *thing##_title(const struct ruleset *rules, int value,                       \
                                     enum language language)                                       \
    {                                                                                              \
        const cards_type *cards = rules->cards;                                                    \
        return card_face_name(&cards->card.face, language);                                        \
    }

/* Things that are fixed words, and the phrases that they are told with. Define <thing>_token and
 * <thing>_title. */
#define WORD_THING(thing, ...)                                                                     \
    static const char *thing##_token(const struct ruleset *rules, int value)                       \
    {                                                                                              \
        static const char *const words[] = {__VA_ARGS__};                                          \
        (void)rules;                                                                               \
        return value < (int)(sizeof words / sizeof words[0]) ? words[value] : NULL;                \
    }

#define TEXT_THING(thing, ...)                                                                     \
    static const char *thing##_title(const struct ruleset *rules, int value,                       \
                                     enum language language)                                       \
    {                                                                                              \
        static const char *const texts[] = {__VA_ARGS__};                                          \
        (void)rules;                                                                               \
        assert(value < (int)(sizeof texts / sizeof texts[0]));                                     \
        return phrase(language, texts[value]);                                                     \
    }

/* Tasks, by the names of their questions. Defines task_token. */
#define TASK_THING(questions, count)                                                               \
    static const char *task_token(const struct ruleset *rules, int value)                          \
    {                                                                                              \
        (void)rules;                                                                               \
        return value < (count) ? questions[value].name : NULL;                                     \
    }

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Texts for people, in English and German.
 * The English text is in the code, marked _("…"); po/de.po has the German one, and the build makes
 * a table of it (phrases_german.c). A phrase is looked up only when it is written, so rules
 * and parsers carry the English text around and need not know who will read it.
 *
 * A phrase has slots in braces. {name} is filled in by the caller; {name|one|many} writes `one` if
 * the number in that slot is 1 or -1 and `many` otherwise, and both may hold slots; {{ writes a
 * brace.
 *     "{seat} pays {a} ore and returns {b} {b|cube|cubes}." */

#ifndef BASE_PHRASE_H
#define BASE_PHRASE_H

#include "text.h"

enum language { ENGLISH, GERMAN, LANGUAGE_COUNT };

/* Marks a text for translation; tools/phrases collects the texts between the brackets. */
#define _(english) english

/* The text in that language; the English one itself if there is no translation. */
const char *phrase(enum language language, const char *english);

/* How the slots of a phrase are filled. */
struct phrase_slots {
    void (*write)(const void *context, struct span slot, struct text *out);
    int64_t (*number)(const void *context, struct span slot); /* for {slot|one|many} */
    const void *context;
};

/* Writes the phrase in that language with its slots filled. */
void phrase_write(struct text *out, enum language language, const char *english,
                  const struct phrase_slots *slots);

/* The same with up to three ready texts for the slots {0}, {1}, {2}; NULL for those not used. */
void phrase_write_with(struct text *out, enum language language, const char *english,
                       const char *first, const char *second, const char *third);

/* "en" or "de", also "de_DE.UTF-8" and the like. False if it is neither. */
bool language_from_name(const char *name, enum language *out);

const char *language_name(enum language language); /* "en", "de" */

/* One row of the table that the build makes from po/de.po, sorted by the English text. */
struct phrase_row {
    const char *english;
    const char *translated;
};
extern const struct phrase_row phrases_german[];
extern const size_t phrases_german_count;

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Texts for people, in English and in every language that has a file po/XX.po.
 * The English text is in the code, marked _("…"); the files have the others, and the build makes
 * tables of them (tools/phrases_to_c.py). A phrase is looked up only when it is written, so rules
 * and parsers carry the English text around and need not know who will read it. What is not
 * translated is told in English.
 *
 * A phrase has slots in braces. {name} is filled in by the caller; {name|one|many} writes one of
 * the forms by the number in that slot, of which the sign does not count, and they may hold slots;
 * {{ writes a brace. English has two forms; each language has as many as its file says, chosen by
 * the expression there. A slot that is someone instead of a number ({seat|You have|{seat} has}) has
 * two in every language: for the one who reads, and for others.
 *     "{seat} pays {a} ore and returns {b} {b|cube|cubes}." */

#ifndef BASE_PHRASE_H
#define BASE_PHRASE_H

#include "text.h"

/* enum language: ENGLISH, LANGUAGE_XX for each file and LANGUAGE_COUNT; LANGUAGE_NAMES as "en|de"
 */
#include <languages.h>

_Static_assert(LANGUAGE_COUNT <= 32, "a set of languages is a word of bits (json.h)");

/* Marks a text for translation; tools/phrases collects the texts between the brackets. */
#define _(english) english

/* The text in that language; the English one itself if there is no translation. */
const char *phrase(enum language language, const char *english);

/* The same for the name of a component, which may be someone's own: the name itself if it is not
 * one that was translated. */
const char *phrase_name(enum language language, const char *english);

/* The number of a slot that is someone. */
#define PHRASE_READER INT64_MIN
#define PHRASE_OTHER  (INT64_MIN + 1)

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

/* The language that a name such as "de", "de-AT" or "de_DE.UTF-8" means; of several that fit, the
 * one that says most. False if there is none. */
bool language_from_name(const char *name, enum language *out);

/* The language that a browser asks for in its header Accept-Language ("fr-CH, fr;q=0.9, en;q=0.8"):
 * of those that are known the one it likes best. False if it names none. */
bool language_from_header(const char *header, enum language *out);

const char *language_name(enum language language);   /* "en", "de", "pt-BR" */
const char *language_native(enum language language); /* what it calls itself: "Deutsch" */

/* The names of all languages as "en, de, fr". */
void language_list(struct text *out);

/* A translated name, for names that are not phrases of the code. */
struct phrase_name {
    const char *english;
    const char *translated;
};

/* What the build knows of a language. */
struct language_row {
    const char *name;
    const char *native;
    const char *card_key;                /* of its names in card files: "name.fr" */
    unsigned forms;                      /* of the plural */
    unsigned (*plural)(unsigned long n); /* which of them */
    const char *const
        *texts; /* in the order of phrases_english; NULL: not translated, or not here */
    const struct phrase_name *names; /* sorted by the English one */
    size_t name_count;
};
extern const struct language_row languages[LANGUAGE_COUNT];
extern const char *const phrases_english[]; /* sorted; all that have a translation somewhere */
extern const size_t phrases_count;

/* Are the texts of a language here? In browsers they are only once they were loaded. */
bool phrases_are_here(enum language language);

/* Gives a language its texts where the program came without them (in browsers): the bytes of its
 * file phrases.XX.txt. They are copied. False if they are not those of this program. Not for
 * several threads. */
bool phrases_load(enum language language, struct span texts);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads card files: text made to be read and edited by an owner of the printed game.
 *
 *     # comment
 *     line row-1                   a heading: the kind of a card and its id
 *         name     bottom row      an entry: a key and its value, to the end of the line
 *         name.de  untere Reihe
 *         source   printed         or reconstructed, confirmed, corrected
 *         cells    a1 b1 c1
 *         source.cells  confirmed by Ada     where one value has another source
 *
 * A line that begins with a blank is an entry, every other line is a heading. The reader knows no
 * game: the game says which kinds there are and which keys they have, and reads the values. Every
 * card has `name`, `name.de` and `source`; the reader takes them, and the sources of single values.
 * Names in other languages (`name.fr`) are optional and change nothing but what is read: they are
 * not part of the fingerprint of a set (contract/ruleset.c). Those in languages that the program
 * does not have are checked and left out.
 * Errors name file, line, column, what was found and what was expected. docs/cards.md describes the
 * format for owners. */

#ifndef KIT_CARDS_H
#define KIT_CARDS_H

#include "contract/game.h"

#include "base/scan.h"

enum {
    CARDS_MAX = 512,       /* cards in one file */
    CARD_ENTRIES_MAX = 32, /* entries of one card besides its face */
    CARD_KEYS_MAX = 60,    /* keys of one kind besides those of the face */
    CARD_ID_SIZE = 32,     /* bytes with the closing zero */
    CARD_NAME_SIZE = 96,
    CARD_NAMES_MAX = 32,    /* names of one card in further languages */
    CARD_SOURCES_MAX = 64,  /* values of one card that have a source of their own */
    SET_SOURCES_MAX = 4096, /* and of a card set */
};

/* The sources of single values of all cards of a set. A game keeps them beside its cards, after
 * what its rules read. */
struct card_sources {
    int count;
    struct value_source list[SET_SOURCES_MAX];
};

/* What every card has. A game keeps it beside its own data. */
struct card_face {
    char id[CARD_ID_SIZE];                     /* letters, digits, - and . */
    char name[LANGUAGE_COUNT][CARD_NAME_SIZE]; /* without control characters; English is there */
    enum provenance provenance;
    uint16_t first_source, source_count; /* in the sources of the set */
};

/* Its name in that language: as its card file has it, else as po/XX.po translates the English one,
 * else the English one. Never empty. */
const char *card_face_name(const struct card_face *face, enum language language);

/* A key that a kind of card has besides those of the face. */
struct card_key {
    const char *name;
    bool required;
    bool repeated; /* may stand more than once */
};

/* The keys of the face, ending with a row without a name; the one that says where the values come
 * from, in provenance_words. */
extern const struct card_key *const card_face_keys;
extern const char *const card_source_key;

/* A kind of card. Lists of kinds and keys end with a row without a name. */
struct card_kind {
    const char *name;
    const struct card_key *keys;
};

/* One card as read. Its scans point into the file's text. */
struct card {
    int kind; /* row in the kinds */
    struct card_face face;
    int count;
    struct card_entry {
        int key;                 /* row in the keys of the kind */
        struct scan value;       /* stands before the first word of the value, ready to be read */
    } entries[CARD_ENTRIES_MAX]; /* in the order of the file */
    int name_count;
    struct span names[CARD_NAMES_MAX]; /* keys of names in further languages, name.XX */
    struct scan heading; /* the line with kind and id, for problems with the card as a whole */
    int source_count;
    struct card_source {
        struct value_source value;
        int key;          /* counted through the keys of the face first */
        struct scan line; /* for problems, */
        struct span word; /* with its first word, source.KEY */
    } sources[CARD_SOURCES_MAX];
};

struct card_reader {
    struct scan scan;
    const struct card_kind *kinds;
    bool line_waits; /* the scan already stands on the next heading */
    int count;       /* cards begun so far */
    struct card_mark {
        int kind, line;
        struct span id;
    } seen[CARDS_MAX]; /* their headings */
};

/* Opens a file, whose text and name must outlive the reader and its cards. False with a problem
 * noted if it is not a text that can be read. */
bool cards_open(struct card_reader *reader, const struct card_text *file,
                const struct card_kind *kinds, struct problem *problem);

/* Reads the next card. False at the end of the file or with a problem noted, by the reader or by
 * the game while it read the values. A card that comes back has a known kind, an id that no other
 * card of that kind in the file has, its face, all required keys, no unknown or doubled key, and no
 * empty value. */
bool cards_next(struct card_reader *reader, struct card *card);

/* The scan of the first value with that key, or NULL if the card has none. */
struct scan *card_value(struct card *card, int key);

/* Reads one word of a value that must be one of `words` (NULL ends them); `out` is its number. The
 * problem noted otherwise lists them. */
bool card_word_in(struct scan *value, const char *const *words, int *out);

/* Adds the sources of the card's values to those of the set and notes in its face where they are.
 * False with a problem noted if there are too many. */
bool card_keep_sources(struct card *card, struct card_sources *sources);

/* Fills what a component has from its face: id, name and sources. */
void card_face_tell(const struct card_face *face, const struct card_sources *sources,
                    enum language language, struct component *component);

/* Notes a problem with the card as a whole at its heading. Returns false. */
bool card_problem(struct card *card, const char *sentence, const char *first, const char *second);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card files read by tables: a game describes each kind of card as a list of keys, and each key
 * says how its value is read and where in the card it goes. kit/cards finds the cards and their
 * entries; this reads the values. */

#ifndef KIT_CARD_TABLE_H
#define KIT_CARD_TABLE_H

#include "cards.h"
#include "effect.h"

/* What is on its way from the files to the cards. A game embeds it as `base` in a struct with more
 * of what it keeps meanwhile; the kit only hands it on. */
struct table_reading {
    struct problem *problem;
    struct card_sources *sources; /* where the cards keep them */
};

enum presence { OPTIONAL, REQUIRED, REPEATED }; /* a key that is repeated is optional too */

/* What a value is, for those who help to edit it (kit/card_format). */
enum table_value {
    VALUE_OF_READER, /* what the function reads says it: those below, and that of effects */
    VALUE_NUMBER,    /* from `min` to `max` */
    VALUE_NUMBERS,   /* `count` of them, at most `most`, or as many as the card needs */
    VALUE_WORD,      /* one of `words` */
    VALUE_WORDS,     /* the same for several */
    VALUE_SET,       /* and none of them twice */
    VALUE_FLAG,
    VALUE_EFFECT,
    VALUE_TEXT, /* anything else: `hint` says what */
};

struct table_key;
typedef bool table_read_value(struct table_reading *reading, struct scan *value,
                              const struct table_key *key, void *at);

/* One key of a kind of card. */
struct table_key {
    const char *name;
    enum presence presence;
    table_read_value *read; /* the value, to `at`, which is `offset` bytes into the card */
    size_t offset;
    const char *const *words; /* for those that read words; the first is worth `min` */
    const char *ids_of;       /* the kind of card that the words are ids of; NULL: of none */
    int min, max;             /* for those that read numbers; otherwise the game's own */
    int count;                /* numbers or words in a list; 0: see `most` */
    int most;                 /* of them, at most; 0: any number */
    enum table_value value;   /* what `read` takes; needed where it is the game's own */
    const char *hint;         /* a phrase: what a text may be */
};

enum { TABLE_KEYS_MAX = 12, TABLE_KINDS_MAX = 6 };

struct table_kind {
    const char *name;
    const struct table_key *keys; /* ends with a row without a name */
    /* Where the card goes; NULL with a problem noted. */
    void *(*place)(struct table_reading *reading, struct card *card);
    size_t face; /* where its face goes, from there */
    /* Looks at the card as a whole when its values are there. May be NULL. */
    bool (*check)(struct table_reading *reading, struct card *card, void *at);
};

/* One card file. */
struct table_file {
    const struct table_kind *kinds; /* ends with a row without a name */
    /* Looks at the cards of the file together. May be NULL. */
    bool (*check)(struct table_reading *reading, const char *file);
    int side; /* tells files with the same kinds apart, for the game alone */
};

/* Reads all cards of a file. False with a problem noted. */
bool table_read(struct table_reading *reading, const struct table_file *file,
                const struct card_text *text);

/* ---- ways to read a value: for the keys of a table ------------------------------------------- */

/* A number from `min` to `max`; `count` of them; to uint8_t. */
table_read_value table_number, table_numbers;

/* One of the words, to uint8_t; "yes" or "no", to bool. */
table_read_value table_word, table_flag;

/* One word after another, as bits of an uint8_t; at most `most` of them. */
table_read_value table_set;

/* ---- parts of such ways ------------------------------------------------------------------------
 */

/* A number between limits. */
bool table_need_number(struct scan *value, int min, int max, uint8_t *out);

/* The literal word and nothing else. */
bool table_need_word(struct scan *value, const char *word);

/* Where the programs of a card set go. */
struct table_programs {
    const struct effect_grammar *grammar;
    struct effect *rows;
    uint16_t *ends; /* for each row, where its program ends */
    int *count;
    int most;
};

/* Reads a program and keeps its rows; `check` looks at them beyond their grammar, with `context`.
 */
typedef bool table_check_rows(struct scan *value, struct span word, const struct effect *rows,
                              int count, unsigned context);
bool table_program(const struct table_programs *programs, struct scan *value,
                   table_check_rows *check, unsigned context, struct program *out);

/* Notes that the row cannot stand here. Returns false. */
bool table_cannot_stand(const struct effect_grammar *grammar, struct scan *value, struct span word,
                        const struct effect *row);

/* ---- cards as a whole --------------------------------------------------------------------------
 */

/* Room for one more of at most `most` cards, counted in `count`; its number from 0, or -1 with a
 * problem noted. */
int table_next(struct card *card, int *count, int most);

/* The number that the card's id is in the list, or -1 with a problem noted. */
int table_known_id(struct card *card, const char *const *ids);

/* Notes that the card needs a key. Returns false. */
bool table_lacks(struct card *card, const char *key);

/* Cards stand in the order of their levels or decks. */
bool table_check_order(struct card *card, int before, int now);

/* Are there as many as must be? `what` is a phrase of several words. */
bool table_check_count(struct problem *problem, const char *file, const char *what, int found,
                       int wanted);

/* Is their number within these limits? */
bool table_check_range(struct problem *problem, const char *file, const char *what, int found,
                       int least, int most);

#endif

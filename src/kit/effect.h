/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The effect language: what a card does, as a short program of rows.
 *
 * In a card file an effect is a line such as
 *     pay 4 ore, return 2 population: research IIII
 *     choose 1 of {grow 2; pay 1 ore: 2 ships of level 1 from supply, jump 1}
 * Steps stand between commas; steps that are costs come first, with a colon behind the last of
 * them. A step may hold a program of its own in round brackets, or several to choose from in curly
 * ones.
 *
 * A game has one list of its *operations*, and a table of their texts made from it: the word that
 * front ends know an operation by, a short text, and its *forms*, one for each way to write a step:
 * a pattern, and the text for players. The same form reads the step from a card, writes it back,
 * and tells it to people in their language, so a card always says what it does. The kit knows no
 * operation: what one does is the game's. */

#ifndef KIT_EFFECT_H
#define KIT_EFFECT_H

#include "base/phrase.h"
#include "base/scan.h"

/* One row of a program. */
struct effect {
    uint8_t op;
    int8_t a, b;
    uint8_t body; /* rows that belong to this one and follow it directly */
};

/* A program of a card set: where among all its rows it begins, and how many it has. */
struct program {
    uint16_t start;
    uint8_t count; /* 0: none */
};

/* The words that an argument may be; NULL words: a number from 1 on. How it is told: by its
 * name, else by its text, else by the word itself. */
struct effect_words {
    const char *const *words; /* ends with NULL; the value is the place; "" is never matched */
    const char *const *texts; /* a phrase for each */
    const char *(*name)(const void *context, int value, enum language language);
};

enum effect_shape {
    EFFECT_STEP,    /* an operation */
    EFFECT_COST,    /* an operation that is a cost */
    EFFECT_BODY,    /* "pattern (program)" */
    EFFECT_CHOICES, /* "pattern {program; program; …}": each has a row of op `option` before it */
};

struct effect_form {
    enum effect_shape shape;
    const char *pattern; /* words, with {a} and {b} for the arguments: "ship {a} from supply" */
    const char *text; /* a phrase with {a} {b} and, for brackets, {body}: "{body} for each …" */
    struct effect_words a, b;
    int8_t fixed_a, fixed_b; /* what an argument is that the pattern does not have */
    int8_t most_a, most_b;   /* the largest number that an argument may be; 0: 99 */
};

/* How an operation is read and told. `brief_other` stands in for `brief` where the row's b is what
 * it is about. */
struct operation_texts {
    const char *brief;               /* in few words (kit/brief.h) */
    const char *brief_other;         /* the same for rows whose b is at least `other_from` */
    int8_t other_from;               /* from 1 on */
    const struct effect_form *forms; /* ends with a row without a pattern; NULL: none */
};

struct operation {
    const char *word; /* for front ends: "research" */
    const struct operation_texts *texts;
};

/* The forms among these texts: .forms = FORMS({.pattern = …, .text = …}, { … }). */
#define FORMS(...)                                                                                 \
    (const struct effect_form[])                                                                   \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }

struct effect_grammar {
    const struct operation *operations; /* by number, */
    int operation_count;                /* this many */
    uint8_t option;                     /* op of the row before each program of EFFECT_CHOICES */
    const void *context;                /* for the names of arguments */
};

enum { EFFECT_ROWS_MAX = 64, EFFECT_DEPTH_MAX = 6 };

/* Reads a program from the rest of the line to `out` (room for EFFECT_ROWS_MAX) and returns the
 * number of rows, or -1 with a problem noted. */
int effect_read(const struct effect_grammar *grammar, struct scan *scan, struct effect *out);

/* Writes a program as it stands in a card file. */
void effect_write(const struct effect_grammar *grammar, const struct effect *rows, int count,
                  struct text *out);

/* Tells a program to people: one sentence without a full stop. */
void effect_tell(const struct effect_grammar *grammar, const struct effect *rows, int count,
                 enum language language, struct text *out);

/* The first row of the program, brackets included, that has this operation, or NULL; is there one?
 */
const struct effect *effect_find(const struct effect *rows, struct program program, uint8_t op);
bool effect_uses(const struct effect *rows, struct program program, uint8_t op);

/* The form that a row is written and told by: the first that can express it. */
const struct effect_form *effect_form_of(const struct effect_grammar *grammar,
                                         const struct effect *row);

/* The largest number that an argument of a form may be, from its most_a or most_b. */
int effect_largest(int most);

/* The shape of a row that is not an option; is the row a cost? */
enum effect_shape effect_shape_of(const struct effect_grammar *grammar, const struct effect *row);
bool effect_is_cost(const struct effect_grammar *grammar, const struct effect *row);

#endif

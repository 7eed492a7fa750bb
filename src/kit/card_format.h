/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How the card files of a game are written, told as JSON (struct card_format of the contract). What
 * it says comes from the tables by which the files are read: kit/card_table has the kinds and keys,
 * kit/effect the forms of effects. A game only names them. */

#ifndef KIT_CARD_FORMAT_H
#define KIT_CARD_FORMAT_H

#include "card_table.h"

struct table_format {
    struct card_format base;              /* CARD_FORMAT_BASE */
    const struct table_file *files;       /* in the order of game->card_files, */
    int file_count;                       /* this many */
    const struct effect_grammar *grammar; /* NULL: no card has an effect */
    table_read_value *read_program;       /* the keys with this reader are effects; may be NULL */
};

void table_format_put_kinds(const struct card_format *format, int file, struct json *json);
void table_format_put_face(const struct card_format *format, struct json *json);
void table_format_put_effects(const struct card_format *format, const struct ruleset *rules,
                              struct json *json);
bool table_format_read_effect(const struct card_format *format, const struct ruleset *rules,
                              struct span text, struct json *json, struct problem *problem);

#define CARD_FORMAT_BASE                                                                           \
    {                                                                                              \
        table_format_put_kinds, table_format_put_face, table_format_put_effects,                   \
            table_format_read_effect                                                               \
    }

#endif

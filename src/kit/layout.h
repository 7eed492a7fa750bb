/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Values used in the layout of every game: what a front end needs to draw the table besides the
 * state. */

#ifndef KIT_LAYOUT_H
#define KIT_LAYOUT_H

#include "brief.h"
#include "cards.h"

/* The texts that `write` makes from `item`, in each language that is wanted. */
void layout_written(struct json *json, const char *key, const void *item,
                    void (*write)(const void *item, enum language language, struct text *out));

/* What `tell` says of a value; the name of a thing. */
void layout_told(struct json *json, const char *key, int value,
                 const char *(*tell)(int value, enum language language));
void layout_thing(struct json *json, const char *key, const struct ruleset *rules, int kind,
                  int value);
void layout_name(struct json *json, const struct card_face *face); /* as "name" */
void layout_point(struct json *json, int x, int y);                /* as "x" and "y" */
void layout_numbers(struct json *json, const char *key, const uint8_t *numbers, int count);

/* The members of a set by the notation of that kind of thing. */
void layout_set(const struct ruleset *rules, struct json *json, const char *key, int kind,
                uint64_t set);

/* A program: in few words, as a sentence without a full stop, and as rows; null for an empty one.
 * A row's body is the number of rows behind it that belong to it. */
void layout_program(const struct brief_book *book, struct json *json, const char *key,
                    struct program program);

#endif

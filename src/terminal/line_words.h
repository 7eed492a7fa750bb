/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The words of the line mode: what a person can type besides a move. */

#ifndef TERMINAL_LINE_WORDS_H
#define TERMINAL_LINE_WORDS_H

#include "connection.h"
#include "output.h"

/* A game in line mode. */
struct line_game {
    struct game_connection *connection;
    struct output output;
    size_t told; /* lines of the log that were told, the forgotten ones included */
    bool quit_warned;
    bool over; /* leave */
    /* The last picture of the leading sections, who saw it, and in which turn. */
    struct text picture;
    int seen_by;
    struct node seen_at;
};

/* Prints a phrase with one detail; a text with long lines; a refusal. */
void line_say(const struct line_game *game, const char *sentence, const char *detail);
void line_print(const struct line_game *game, struct text *text, size_t hang);

/* Does what the word says, if it is one: `rest` is what follows it. False if there is no such word.
 * `again` becomes whether the decision is to be shown again. */
bool line_word(struct line_game *game, struct span word, struct span rest, bool *again);

/* How to look at the sections of the table, in one line. */
void line_add_sections(const struct line_game *game, struct text *out);

#endif

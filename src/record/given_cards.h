/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Values of cards that a scenario rests on: it is played with them, whatever the card set says. So
 * a card that is corrected breaks the scenarios that show this card, and no others.
 *
 *     given technology II-BB space = pay 5 ore: research III
 *
 * The words are those of the card files: the kind and id of a card, one of its keys, its value.
 * Where a card has several lines with that key, the first such line of a scenario is about the
 * first, and so on. Nothing here knows what a key means. */

#ifndef RECORD_GIVEN_CARDS_H
#define RECORD_GIVEN_CARDS_H

#include "heading.h"

#include "contract/ruleset.h"

enum { GIVEN_CARDS_MAX = 32 };

/* The spans are parts of the text that was scanned. */
struct given_card {
    struct span kind, id, key, value;
    int line;
    bool found;
    const char *card_file; /* where it was put in, once it is found */
    int card_line;
};

struct given_cards {
    int count;
    struct given_card values[GIVEN_CARDS_MAX];
};

/* Reads such lines from the current line of the scan on and leaves it on the first other one. False
 * with a problem noted. */
bool given_cards_read(struct scan *scan, struct given_cards *given);

void given_cards_write(const struct given_cards *given, struct text *out);

/* Opens the ruleset of a heading, with the cards in `folder` (NULL: those in the program) changed
 * to what is given. NULL with a problem noted: also if no card has such a line. */
struct ruleset *given_cards_open(struct given_cards *given, const struct heading *heading,
                                 const char *folder, struct scan *scan);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The lines that records, positions and scenarios share: which game, which rules, cards and setup.
 *
 *     game noughts
 *     rules 1                   optional: the version of the rules
 *     cards 62e1f0c59ab34d77    optional: the fingerprint of the card set
 *     players 2
 *     option goal line          any number; what is not said is at its standard
 */

#ifndef RECORD_HEADING_H
#define RECORD_HEADING_H

#include "base/scan.h"
#include "contract/game.h"

/* Writes all heading lines of a ruleset. */
void heading_write(const struct ruleset *rules, struct text *out);

/* What heading lines say. */
struct heading {
    const struct game *game;
    struct setup setup;
    bool has_players, has_rules, has_cards;
    uint8_t options_said; /* bits */
    uint64_t cards;       /* the fingerprint, if has_cards */
    int cards_line;
};

/* Reads heading lines from the current line of the scan on and leaves it on the first other line.
 * False with a problem noted if something is wrong, or if the rules of the version that the lines
 * name are not played any more. */
bool heading_read_lines(struct scan *scan, struct heading *heading);

/* The ruleset that the lines describe, with the cards in `folder`. NULL: with those in the program;
 * if the lines name the default set of an earlier version, with that. Whether the cards are those
 * that the lines name is not compared. NULL with a problem noted. */
struct ruleset *heading_open(const struct heading *heading, const char *folder,
                             struct problem *problem);

/* Does the ruleset have the cards that the lines name? Notes a problem if not. */
bool heading_check_cards(const struct heading *heading, const struct ruleset *rules,
                         struct scan *scan);

/* Reads the lines and opens their ruleset. NULL with a problem noted if its cards are not those
 * that the lines name, too. */
struct ruleset *heading_read(struct scan *scan, const char *folder);

/* The same with the cards of a document (contract/card_document.h). */
struct ruleset *heading_read_document(struct scan *scan, struct span document);

/* Reads the first line, "orrery record 1" and the like, and goes to the second. */
bool heading_read_title(struct scan *scan, const char *what);

#endif

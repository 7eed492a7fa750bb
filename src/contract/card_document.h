/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A whole card set as one text, so that a game can be played on with the cards that it began with,
 * whatever cards the program has by then.
 *
 *     orrery cards 1
 *     game noughts
 *     file lines.cards 1141     its name and bytes; then the bytes and a line end
 *     …
 */

#ifndef CONTRACT_CARD_DOCUMENT_H
#define CONTRACT_CARD_DOCUMENT_H

#include "ruleset.h"

/* The name of a card set: its game and fingerprint. */
enum { CARD_SET_NAME_SIZE = 64 };
void card_set_name(const struct game *game, uint64_t fingerprint, char name[CARD_SET_NAME_SIZE]);

void card_document_write(const struct game *game, const struct card_texts *texts, struct text *out);

/* Finds the texts of a document, which must be of that game and outlive them; `name` is what it is
 * called in messages. False with a problem noted. */
bool card_document_read(const struct game *game, const char *name, struct span document,
                        struct card_texts *texts, struct problem *problem);

/* The game that a document says it belongs to; NULL if it is not a document or the game is unknown.
 */
const struct game *card_document_game(struct span document);

/* Opens a ruleset with the cards of a document, which must be those of that game. NULL with a
 * problem noted. */
struct ruleset *card_document_open(const struct game *game, const struct setup *setup,
                                   struct span document, struct problem *problem);

#endif

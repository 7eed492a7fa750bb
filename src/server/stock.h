/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The card sets that new tables are made with: those in the program, or those of folders that the
 * host has named. They are read once, at the start; what is changed in a folder afterwards counts
 * from the next start on. Tables that were made with other sets keep theirs (room.h). */

#ifndef SERVER_STOCK_H
#define SERVER_STOCK_H

#include "contract/ruleset.h"
#include "store/store.h"

struct stock;

/* Each folder holds the card files of one game. NULL with a problem noted. */
struct stock *stock_open(const char *const *folders, int count, struct problem *problem);
void stock_close(struct stock *stock); /* NULL is fine */

/* A ruleset with the cards that new tables get. NULL with a problem noted. From any thread. */
struct ruleset *stock_rules(const struct stock *stock, const struct game *game,
                            const struct setup *setup, struct problem *problem);

/* The folder of that card set; NULL if it is the one in the program, or none of ours. */
const char *stock_folder(const struct stock *stock, const struct game *game, uint64_t fingerprint);

/* Keeps all sets in the store, also those in the program, for tables that are made from now on. */
bool stock_keep(const struct stock *stock, struct store *store, struct problem *problem);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The card sets for new tables: those in the program, or those in folders named by the host. They
 * are read once, at the start; later changes in a folder take effect at the next start. Tables
 * created with other sets keep theirs (table.h). */

#ifndef SERVER_CARD_SETS_H
#define SERVER_CARD_SETS_H

#include "contract/ruleset.h"
#include "store/store.h"

struct card_sets;

/* Each folder, or file, holds the card set of one game. NULL with a problem noted. */
struct card_sets *card_sets_open(const char *const *folders, int count, struct problem *problem);
void card_sets_close(struct card_sets *card_sets); /* NULL is fine */

/* A ruleset with the cards that new tables get. NULL with a problem noted. From any thread. */
struct ruleset *card_sets_rules(const struct card_sets *card_sets, const struct game *game,
                                const struct setup *setup, struct problem *problem);

/* The texts of these cards; they stay valid as long as the sets, and `texts` holds nothing of its
 * own. From any thread. */
void card_sets_texts(const struct card_sets *card_sets, const struct game *game,
                     struct card_texts *texts);

/* The folder of that card set; NULL if it is the one in the program, or none of ours. */
const char *card_sets_folder(const struct card_sets *card_sets, const struct game *game,
                             uint64_t fingerprint);

/* Keeps all sets in the store, also those in the program, for tables that are made from now on. */
bool card_sets_keep(const struct card_sets *card_sets, struct store *store,
                    struct problem *problem);

#endif

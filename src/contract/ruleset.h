/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Puts a ruleset together: a game, its setup, and a card set from the program, from a folder, or
 * from one file that holds a whole set (card_document.h). */

#ifndef CONTRACT_RULESET_H
#define CONTRACT_RULESET_H

#include "game.h"

/* The setup with the fewest players and every option at its standard. */
struct setup setup_standard(const struct game *game);

/* All setups of a game, whether its options contradict each other or not: the first one, and the
 * one after a setup: the next combination of options, then the next number of players. False after
 * the last. */
struct setup setup_first(const struct game *game);
bool setup_next(const struct game *game, struct setup *setup);

/* In how many choices, that of the players included, a setup differs from the standard one. */
int setup_distance(const struct game *game, const struct setup *setup);

/* Sets the option `name` to the choice `choice`. */
bool setup_option(const struct game *game, struct setup *setup, struct span name,
                  struct span choice, struct problem *problem);

/* How many options a game has, and how many choices an option. */
int option_count(const struct game *game);
int choice_count(const struct option *option);

/* Opens a ruleset. `folder` holds the card files, or is one file with all of them; NULL takes those
 * in the program, which are read once and shared by all rulesets that use them. NULL with a problem
 * noted if the cards or the setup are wrong. Release it with ruleset_close. Rulesets may be opened
 * and closed by several threads. */
struct ruleset *ruleset_open(const struct game *game, const struct setup *setup, const char *folder,
                             struct problem *problem);

/* The same with the default set that has this fingerprint: the one in the program, or one that an
 * earlier version of it had. If there is none, with the one in the program; whoever was told the
 * fingerprint compares it (record/heading.h). */
struct ruleset *ruleset_open_default(const struct game *game, const struct setup *setup,
                                     uint64_t fingerprint, struct problem *problem);

/* With the cards in the program, for as many players as the game takes: what its tables are counted
 * by. It can always be opened. */
struct ruleset *ruleset_open_largest(const struct game *game);

/* The same with card texts that the caller has (files in the order of game->card_files). Equal sets
 * are shared, too. */
struct ruleset *ruleset_open_texts(const struct game *game, const struct setup *setup,
                                   const struct card_text *files, int count,
                                   struct problem *problem);

/* A ruleset like another one, with the same cards: for another thread, or for a longer life. */
struct ruleset *ruleset_open_again(const struct ruleset *rules);

/* The same cards with another setup. NULL with a problem noted if the setup is wrong. */
struct ruleset *ruleset_open_setup(const struct ruleset *rules, const struct setup *setup,
                                   struct problem *problem);

void ruleset_close(struct ruleset *rules); /* NULL is fine */

/* Must every card have a name in that language? English and German have been asked for from the
 * beginning; names in further languages are optional. */
bool cards_are_named_in(enum language language);

/* The texts of a card set, in the order of game->card_files. Zeroed is empty; card_texts_free
 * releases what it holds. */
struct card_texts {
    struct card_text files[CARD_FILES_MAX];
    int count;
    struct text read[CARD_FILES_MAX]; /* what was read from a folder */
};

/* Those that the cards of a ruleset were read from; valid as long as it is open. */
void ruleset_texts(const struct ruleset *rules, struct card_texts *texts);

/* Those in a folder or file, or in the program if it is NULL. */
bool card_texts_find(struct card_texts *texts, const struct game *game, const char *folder,
                     struct problem *problem);
void card_texts_free(struct card_texts *texts);

/* The files under data/, put into the program by the build. */
struct embedded_file {
    const char *game;
    const char *file;
    const char *text;
    size_t length;
};
extern const struct embedded_file embedded_files[]; /* ends with a row without a game */

/* The default sets of earlier versions, as far as they differ from the present one: each of their
 * files is made of pieces in the order of the list, and all files of the game are there. */
struct embedded_piece {
    const char *file;
    const char *text; /* NULL: a part of the present file */
    size_t from;      /* there */
    size_t length;
};
struct embedded_set {
    const char *game;
    uint64_t fingerprint;
    const struct embedded_piece *pieces; /* end with a row without a file */
};
extern const struct embedded_set embedded_sets[]; /* ends with a row without a game */

#endif

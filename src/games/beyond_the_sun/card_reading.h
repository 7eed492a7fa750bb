/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: how card files are read into struct bts_cards. A kind of card is a table with one
 * row for each key: how its value is read and where it goes. read_values.c has the ways to read a
 * value, read_cards.c the tables of the cards, read_boards.c those of mats and boards, and cards.c
 * runs them all. */

#ifndef GAMES_BEYOND_THE_SUN_CARD_READING_H
#define GAMES_BEYOND_THE_SUN_CARD_READING_H

#include "cards.h"

/* Where a program stands; it decides which operations it may have. */
enum stand {
    ON_SPACE = 1,      /* the action space of a technology */
    ON_ACTION = 2,     /* another action space */
    ON_IMMEDIATE = 4,  /* of a technology */
    ON_BONUS = 8,      /* for colonizing, of an innovation */
    ON_CONTROL = 16,   /* for gaining control */
    ON_EVENT = 32,     /* when it is revealed */
    ON_ANYTIME = 64,   /* a power used at any time */
    ON_LAID_CARD = 128 /* the action space on an event */
};

/* What is on the way from the files to the cards. */
struct reading {
    struct bts_cards *cards;
    struct problem *problem;
    int tech_count, event_count, system_count, achievement_count, faction_count;
    int slot_count, basic_count;
    int map;                   /* which map the present file is */
    struct scan edges[PLACES]; /* where its edges stand, for messages */
};

enum presence { OPTIONAL, REQUIRED, REPEATED }; /* a key that is repeated is optional too */

/* One key of a kind of card. */
struct entry {
    const char *key;
    enum presence presence;
    /* Reads the value to `at`, which is `offset` bytes into the card. */
    bool (*read)(struct reading *reading, struct scan *value, const struct entry *entry, void *at);
    size_t offset;
    const char *const *words; /* for those that read words; the first is worth `min` */
    int min, max;             /* for those that read numbers; max: also the stand of a program */
    int count;                /* numbers in a list */
};

enum { ENTRIES_MAX = 12, KINDS_MAX = 6 };

struct reading_kind {
    const char *name;
    const struct entry *entries; /* ends with a row without a name */
    /* Where the card goes; NULL with a problem noted. */
    void *(*place)(struct reading *reading, struct card *card);
    size_t face; /* where its face goes, from there */
    /* Looks at the card as a whole when its values are there. May be NULL. */
    bool (*check)(struct reading *reading, struct card *card, void *at);
};

/* One card file. */
struct reading_file {
    const struct reading_kind *kinds; /* ends with a row without a name */
    /* Looks at the cards of the file together. */
    bool (*check)(struct reading *reading, const char *file);
    int map; /* of a side of the Exploration board */
};

/* ---- read_values.c ------------------------------------------------------------------------- */

bool read_number(struct reading *reading, struct scan *value, const struct entry *entry, void *at);
bool read_numbers(struct reading *reading, struct scan *value, const struct entry *entry, void *at);
bool read_word(struct reading *reading, struct scan *value, const struct entry *entry, void *at);
bool read_flag(struct reading *reading, struct scan *value, const struct entry *entry, void *at);
bool read_set(struct reading *reading, struct scan *value, const struct entry *entry, void *at);
bool read_program(struct reading *reading, struct scan *value, const struct entry *entry, void *at);

/* A number between limits. */
bool need_number(struct scan *value, int min, int max, uint8_t *out);

/* The literal word and nothing else. */
bool need_word(struct scan *value, const char *word);

/* Does one of the rows of the program, brackets included, have this operation? */
bool program_uses(const struct bts_cards *cards, struct program program, enum op op);

/* Room for one more of at most `most` cards, counted in `count`; its number from 0, or -1 with a
 * problem noted. */
int next_card(struct card *card, int *count, int most);

/* The number that the card's id is in the list, or -1 with a problem noted. */
int known_id(struct card *card, const char *const *ids);

/* Cards stand in the order of their levels or decks. */
bool check_order(struct card *card, int before, int now);

/* Are there as many as must be? `what` is a phrase of several words. */
bool check_count(struct reading *reading, const char *file, const char *what, int found,
                 int wanted);

/* ---- read_cards.c, read_boards.c ------------------------------------------------------------- */

extern const char *const bts_specialty_words[]; /* food, ore */
extern const char *const bts_place_ids[];       /* by place */

extern const struct reading_kind bts_power_kinds[], bts_guild_kinds[], bts_tech_kinds[],
    bts_event_kinds[], bts_system_kinds[], bts_achievement_kinds[];
bool check_powers(struct reading *reading, const char *file);
bool check_guilds(struct reading *reading, const char *file);
bool check_techs(struct reading *reading, const char *file);
bool check_events(struct reading *reading, const char *file);
bool check_systems(struct reading *reading, const char *file);
bool check_achievements(struct reading *reading, const char *file);

extern const struct reading_kind bts_faction_kinds[], bts_slot_kinds[], bts_place_kinds[];
bool check_factions(struct reading *reading, const char *file);
bool check_slots(struct reading *reading, const char *file);
bool check_places(struct reading *reading, const char *file);

#endif

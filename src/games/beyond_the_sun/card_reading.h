/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: how card files are read into struct bts_cards. A kind of card is a table with one
 * row for each key (kit/card_table). read_values.c reads programs, read_cards.c has the tables of
 * the cards, read_boards.c those of mats and boards, and cards.c runs them all. */

#ifndef GAMES_BEYOND_THE_SUN_CARD_READING_H
#define GAMES_BEYOND_THE_SUN_CARD_READING_H

#include "cards.h"

#include "base/container_of.h"
#include "kit/card_format.h"

struct bts_reading {
    struct table_reading base;
    struct bts_cards *cards;
    int faction_count, slot_count, basic_count;
    int map;                   /* which map the current file is */
    struct scan edges[PLACES]; /* where its edges stand, for messages */
};

static inline struct bts_reading *bts_reading_of(struct table_reading *base)
{
    return container_of(base, struct bts_reading, base);
}

/* ---- read_values.c ------------------------------------------------------------------------- */

/* A program; `max` of the key says where it stands. */
bool bts_read_program(struct table_reading *base, struct scan *value, const struct table_key *key,
                      void *at);

/* ---- read_cards.c, read_boards.c ------------------------------------------------------------- */

extern const char *const bts_specialty_words[]; /* food, ore */
extern const char *const bts_place_ids[];       /* by place */

extern const struct table_kind bts_power_kinds[], bts_guild_kinds[], bts_tech_kinds[],
    bts_event_kinds[], bts_system_kinds[], bts_achievement_kinds[];
bool bts_check_powers(struct table_reading *base, const char *file);
bool bts_check_guilds(struct table_reading *base, const char *file);
bool bts_check_techs(struct table_reading *base, const char *file);
bool bts_check_events(struct table_reading *base, const char *file);
bool bts_check_systems(struct table_reading *base, const char *file);
bool bts_check_achievements(struct table_reading *base, const char *file);

extern const struct table_kind bts_faction_kinds[], bts_slot_kinds[], bts_place_kinds[];
bool bts_check_factions(struct table_reading *base, const char *file);
bool bts_check_slots(struct table_reading *base, const char *file);
bool bts_check_places(struct table_reading *base, const char *file);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: how card files are read into struct pulsar_cards. A kind of card is a table with one
 * row for each key (kit/card_table). read_values.c reads programs, read_tiles.c has the tables of
 * technologies, systems, tiles, transmitters, headquarters and goals, read_boards.c those of the
 * star cluster, the gyrodynes and the dice board, and cards.c runs them all. */

#ifndef GAMES_PULSAR_2849_CARD_READING_H
#define GAMES_PULSAR_2849_CARD_READING_H

#include "cards.h"

#include "base/container_of.h"
#include "kit/card_format.h"

/* What is on the way from the files to the cards. */
struct pulsar_reading {
    struct table_reading base;
    struct pulsar_cards *cards;
    int tech_count, project_count;
    int board;                       /* to which the next technologies belong */
    struct scan effect;              /* where the effect of the present technology stands */
    int ranks, seats;                /* of the present card of the dice board */
    int side;                        /* of the star cluster, in the current file */
    struct scan segments[NODES + 1]; /* where the segments of its locations stand */
};

static inline struct pulsar_reading *pulsar_reading_of(struct table_reading *base)
{
    return container_of(base, struct pulsar_reading, base);
}

/* ---- read_values.c ------------------------------------------------------------------------- */

/* A program; `max` of the key says where it is printed. */
bool pulsar_read_program(struct table_reading *base, struct scan *value,
                         const struct table_key *key, void *at);
bool pulsar_read_program_on(struct pulsar_reading *reading, struct scan *value,
                            enum pulsar_context context, struct program *out);

/* Numbers within the limits of the key to the end of the line; `count` is how many there are. */
bool pulsar_read_list(struct scan *value, const struct table_key *key, uint8_t *out,
                      uint8_t *count);

/* For cards whose values stand in struct pulsar_cards itself. */
void *pulsar_place_shared(struct table_reading *base, struct card *card);

/* ---- read_tiles.c, read_boards.c ----------------------------------------------------------- */

extern const struct table_kind pulsar_tech_kinds[], pulsar_system_kinds[], pulsar_tile_kinds[],
    pulsar_transmitter_kinds[], pulsar_headquarters_kinds[], pulsar_goal_kinds[];
bool pulsar_check_techs(struct table_reading *base, const char *file);
bool pulsar_check_systems(struct table_reading *base, const char *file);
bool pulsar_check_tiles(struct table_reading *base, const char *file);
bool pulsar_check_transmitters(struct table_reading *base, const char *file);
bool pulsar_check_headquarters(struct table_reading *base, const char *file);
bool pulsar_check_goals(struct table_reading *base, const char *file);

extern const struct table_kind pulsar_node_kinds[], pulsar_gyrodyne_kinds[],
    pulsar_dice_board_kinds[];
bool pulsar_check_map(struct table_reading *base, const char *file);
bool pulsar_check_gyrodynes(struct table_reading *base, const char *file);
bool pulsar_check_dice_board(struct table_reading *base, const char *file);

#endif

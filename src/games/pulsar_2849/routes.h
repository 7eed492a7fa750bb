/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: which flights are possible in the star cluster. Knows only the map. */

#ifndef GAMES_PULSAR_2849_ROUTES_H
#define GAMES_PULSAR_2849_ROUTES_H

#include "cards.h"

#include "base/bits.h"

#include <assert.h>

enum { FLIGHT_MAX = 9 }; /* a 6 with a plus-two token and a tolerance */

/* A set of segments. */
struct pulsar_segments {
    uint64_t bits[2];
};

static inline bool segment_is_used(const struct pulsar_segments *used, int segment)
{
    return bits_have(used->bits[segment / 64], (unsigned)segment % 64);
}

/* Uses it, or frees it again. */
static inline void toggle_segment(struct pulsar_segments *used, int segment)
{
    assert(segment >= 1 && segment <= SEGMENTS);
    used->bits[segment / 64] ^= bit((unsigned)segment % 64);
}

/* What a flight must still do: visit a gate of a colour, or end at one of some pulsars. */
struct pulsar_errand {
    uint8_t colour;   /* COLOUR_NONE: nothing */
    bool claims;      /* ends at one of `pulsars` */
    unsigned pulsars; /* as bits from 0 */
};

/* Is there a flight of exactly that length from there, without the used segments? */
bool pulsar_trail_exists(const struct pulsar_map *map, int from, int length,
                         struct pulsar_segments used, struct pulsar_errand errand);

/* The locations that a flight may go to next, as a list; it can be completed from each. */
int pulsar_next_locations(const struct pulsar_map *map, const uint8_t *path, int at, int length,
                          struct pulsar_errand errand, uint8_t next[LINKS_MAX]);

/* Is there more than one of them? */
bool pulsar_way_forks(const struct pulsar_map *map, const uint8_t *path, int at, int length,
                      struct pulsar_errand errand);

/* The segment that leads from one location to the next: of a double one the first that is free; 0
 * if there is none. */
int pulsar_segment_between(const struct pulsar_map *map, int from, int to,
                           const struct pulsar_segments *used);

/* ---- reach.c --------------------------------------------------------------------------------- */

/* Systems and pulsars where flights can end, as bits from 0, by their length. */
struct pulsar_flight_ends {
    uint16_t systems[FLIGHT_LENGTHS], pulsars[FLIGHT_LENGTHS];
};

/* The ends of flights that continue from a path of this many segments. */
struct pulsar_flight_ends pulsar_ends_of_path(const struct pulsar_map *map, const uint8_t *path,
                                              int at);

/* Fills the table of the ends from every location. */
void pulsar_make_reach(struct pulsar_map *map);

#endif

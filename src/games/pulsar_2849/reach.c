/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: where flights of each length can end. The table of ends from every location is made
 * once, when the cards are read: no one needs to search the star cluster later. Knows only the map.
 * */

#include "routes.h"

_Static_assert((int)FLIGHT_LENGTHS == (int)FLIGHT_MAX + 1, "0 and all lengths");

/* Notes the ends of all flights that continue from a location, which is one itself. */
static void note_ends(const struct pulsar_map *map, int at, int length, struct pulsar_segments used,
                      struct pulsar_flight_ends *ends)
{
    assert(at >= 1 && at <= map->node_count && length <= FLIGHT_MAX);
    const struct pulsar_node *node = &map->nodes[at];
    if (node->kind == NODE_SYSTEM)
        ends->systems[length] |= (uint16_t)(1u << (node->number - 1));
    if (node->kind == NODE_PULSAR)
        ends->pulsars[length] |= (uint16_t)(1u << (node->number - 1));
    for (int i = 0; length < FLIGHT_MAX && i < node->link_count; i++) {
        struct pulsar_link link = node->links[i];
        struct pulsar_segments more = used;
        if (map->nodes[link.to].kind == NODE_ENTRY || segment_is_used(&used, link.segment))
            continue;
        toggle_segment(&more, link.segment);
        note_ends(map, link.to, length + 1, more, ends);
    }
}

struct pulsar_flight_ends pulsar_ends_of_path(const struct pulsar_map *map, const uint8_t *path,
                                              int at)
{
    assert(at >= 0 && at <= FLIGHT_MAX);
    struct pulsar_segments used = {{0}};
    struct pulsar_flight_ends ends = {{0}, {0}};
    for (int i = 1; i <= at; i++)
        toggle_segment(&used, pulsar_segment_between(map, path[i - 1], path[i], &used));
    note_ends(map, path[at], at, used, &ends);
    return ends;
}

void pulsar_make_reach(struct pulsar_map *map)
{
    for (uint8_t i = 1; i <= map->node_count; i++) {
        struct pulsar_flight_ends ends = pulsar_ends_of_path(map, &i, 0);
        for (int length = 1; length <= FLIGHT_MAX; length++) {
            map->system_ends[i][length] = ends.systems[length];
            map->pulsar_ends[i][length] = ends.pulsars[length];
        }
    }
}

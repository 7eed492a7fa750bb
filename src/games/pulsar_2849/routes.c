/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: flights in the star cluster. A flight has exactly the length of its die and uses no
 * segment twice; it may come to a location again. Knows only the map. */

#include "routes.h"

/* Is the errand done by coming to this location, with this many segments to go? */
static bool is_done(const struct pulsar_node *node, int rest, struct pulsar_errand *errand)
{
    if (errand->colour == node->colour)
        errand->colour = COLOUR_NONE;
    if (rest > 0)
        return false;
    if (errand->colour != COLOUR_NONE)
        return false;
    return !errand->claims ||
           (node->kind == NODE_PULSAR && (errand->pulsars >> (node->number - 1) & 1));
}

/* Entry gates are never entered. */
static bool can_enter(const struct pulsar_map *map, int location)
{
    return map->nodes[location].kind != NODE_ENTRY;
}

static bool search(const struct pulsar_map *map, int from, int rest, struct pulsar_segments *used,
                   struct pulsar_errand errand)
{
    const struct pulsar_node *node = &map->nodes[from];
    for (int i = 0; i < node->link_count; i++) {
        struct pulsar_link link = node->links[i];
        struct pulsar_errand left = errand;
        assert(rest >= 1);
        if (segment_is_used(used, link.segment) || !can_enter(map, link.to))
            continue;
        if (is_done(&map->nodes[link.to], rest - 1, &left))
            return true;
        if (rest == 1)
            continue;
        toggle_segment(used, link.segment);
        bool found = search(map, link.to, rest - 1, used, left);
        toggle_segment(used, link.segment);
        if (found)
            return true;
    }
    return false;
}

bool pulsar_trail_exists(const struct pulsar_map *map, int from, int length,
                         struct pulsar_segments used, struct pulsar_errand errand)
{
    assert(from >= 1 && from <= map->node_count && length <= FLIGHT_MAX);
    return length > 0 && search(map, from, length, &used, errand);
}

int pulsar_segment_between(const struct pulsar_map *map, int from, int to,
                           const struct pulsar_segments *used)
{
    const struct pulsar_node *node = &map->nodes[from];
    for (int i = 0; i < node->link_count; i++)
        if (node->links[i].to == to && !segment_is_used(used, node->links[i].segment))
            return node->links[i].segment;
    return 0;
}

/* The first of the next locations, until there are enough of them. */
static int first_locations(const struct pulsar_map *map, const uint8_t *path, int at, int length,
                           struct pulsar_errand errand, int enough, uint8_t next[LINKS_MAX])
{
    assert(at >= 0 && at < length && length <= FLIGHT_MAX);
    struct pulsar_segments used = {{0}};
    const struct pulsar_node *node = &map->nodes[path[at]];
    int count = 0;
    for (int i = 1; i <= at; i++) {
        toggle_segment(&used, pulsar_segment_between(map, path[i - 1], path[i], &used));
        if (map->nodes[path[i]].colour == errand.colour)
            errand.colour = COLOUR_NONE;
    }
    for (int i = 0; i < node->link_count && count < enough; i++) {
        struct pulsar_link link = node->links[i];
        struct pulsar_errand left = errand;
        if (segment_is_used(&used, link.segment) || !can_enter(map, link.to) ||
            (count > 0 && next[count - 1] == link.to))
            continue;
        int rest = length - at - 1;
        bool fine = is_done(&map->nodes[link.to], rest, &left);
        if (!fine && rest > 0) {
            toggle_segment(&used, link.segment);
            fine = search(map, link.to, rest, &used, left);
            toggle_segment(&used, link.segment);
        }
        if (fine)
            next[count++] = link.to;
    }
    assert(count <= LINKS_MAX);
    return count;
}

int pulsar_next_locations(const struct pulsar_map *map, const uint8_t *path, int at, int length,
                          struct pulsar_errand errand, uint8_t next[LINKS_MAX])
{
    return first_locations(map, path, at, length, errand, LINKS_MAX, next);
}

bool pulsar_way_forks(const struct pulsar_map *map, const uint8_t *path, int at, int length,
                      struct pulsar_errand errand)
{
    uint8_t next[LINKS_MAX];
    return first_locations(map, path, at, length, errand, 2, next) == 2;
}

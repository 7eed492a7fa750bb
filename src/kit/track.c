/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tracks with stacks of counters. Knows no game: neither how long a track is nor which end is the
 * better one. */

#include "track.h"

#include "base/bits.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* Takes a counter off the track; those above it come down by one. */
static void take_off(struct track *track, int counter)
{
    uint8_t space = track->space[counter];
    uint8_t height = track->height[counter];
    for (int i = 0; i < TRACK_COUNTERS; i++)
        if (track->space[i] == space && track->height[i] > height)
            track->height[i]--;
    track->space[counter] = 0;
    track->height[counter] = 0;
}

static int stack_size(const struct track *track, int space)
{
    int count = 0;
    for (int i = 0; i < TRACK_COUNTERS; i++)
        count += track->space[i] == space;
    return count;
}

/* Takes a counter up to put it onto a space; false if that is none, and it stays off the track. */
static bool lift(struct track *track, int counter, int space)
{
    assert(counter >= 0 && counter < TRACK_COUNTERS);
    assert(space >= 0 && space <= TRACK_SPACES_MAX);
    take_off(track, counter);
    return space != 0;
}

void track_put_on_top(struct track *track, int counter, int space)
{
    if (!lift(track, counter, space))
        return;
    track->height[counter] = (uint8_t)(stack_size(track, space) + 1);
    track->space[counter] = (uint8_t)space;
    assert(track->height[counter] <= TRACK_COUNTERS);
}

void track_put_under(struct track *track, int counter, int space)
{
    if (!lift(track, counter, space))
        return;
    for (int i = 0; i < TRACK_COUNTERS; i++)
        if (track->space[i] == space)
            track->height[i]++;
    track->height[counter] = 1;
    track->space[counter] = (uint8_t)space;
}

/* Does counter a come before counter b? */
static bool is_ahead(const struct track *track, int a, int b)
{
    if (track->space[a] != track->space[b])
        return track->space[a] < track->space[b];
    return track->height[a] > track->height[b];
}

int track_order(const struct track *track, uint8_t order[TRACK_COUNTERS])
{
    int count = 0;
    for (int i = 0; i < TRACK_COUNTERS; i++) {
        if (track->space[i] == 0)
            continue;
        int at = count++;
        for (; at > 0 && is_ahead(track, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    return count;
}

/* A number for each counter side by side, none above TRACK_SPACES_MAX. */
enum { BYTE_TOP = 0x80 };
static const uint64_t all_ones = 0x0101010101010101;

static uint64_t bytes_of(const uint8_t numbers[TRACK_COUNTERS])
{
    uint64_t bytes;
    _Static_assert(sizeof bytes == TRACK_COUNTERS, "a byte for each counter");
    memcpy(&bytes, numbers, sizeof bytes);
    return bytes;
}

/* Which of them are below the other's: the top bits of their bytes. */
static uint64_t below(uint64_t bytes, uint64_t others)
{
    uint64_t tops = BYTE_TOP * all_ones;
    return ~((bytes | tops) - others) & tops;
}

/* All counters are looked at together: players that search ask very often. */
int track_rank(const struct track *track, int counter)
{
    assert(track->space[counter] != 0);
    uint64_t spaces = bytes_of(track->space), own_space = track->space[counter] * all_ones;
    uint64_t heights = bytes_of(track->height), own_height = track->height[counter] * all_ones;
    uint64_t off = below(spaces, all_ones);
    uint64_t ahead = below(spaces, own_space);
    uint64_t above = below(own_height, heights) & ~below(own_space, spaces);
    return bits_count((ahead | above) & ~off);
}

static bool shares_height(const struct track *track, int counter)
{
    for (int i = 0; i < TRACK_COUNTERS; i++)
        if (i != counter && track->space[i] == track->space[counter] &&
            track->height[i] == track->height[counter])
            return true;
    return false;
}

const char *track_check(const struct track *track, int spaces)
{
    assert(spaces >= 0 && spaces <= TRACK_SPACES_MAX);
    for (int i = 0; i < TRACK_COUNTERS; i++) {
        int space = track->space[i];
        int height = track->height[i];
        if (space > spaces)
            return "a counter stands on a space that the track does not have";
        if ((space == 0) != (height == 0))
            return "a counter has a space without a height or a height without a space";
        /* n different heights from 1 to n leave no gap. */
        if (space != 0 && (height > stack_size(track, space) || shares_height(track, i)))
            return "the heights of a stack are not 1, 2, 3 … from the bottom";
    }
    return NULL;
}

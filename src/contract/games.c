/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of games: the only place outside src/games that names one. */

#include "games.h"

extern const struct game beyond_the_sun;
extern const struct game noughts;
extern const struct game pulsar_2849;

const struct game *const games[] = {
    &beyond_the_sun,
    &noughts,
    &pulsar_2849,
    NULL,
};

const struct game *game_find(struct span name)
{
    for (int i = 0; games[i] != NULL; i++)
        if (span_is(name, games[i]->name))
            return games[i];
    return NULL;
}

const char *game_nearest(struct span name)
{
    const char *names[sizeof games / sizeof games[0]] = {0};
    for (int i = 0; games[i] != NULL; i++)
        names[i] = games[i]->name;
    return nearest_word(name, names);
}

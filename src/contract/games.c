/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of games: the only place outside src/games that names one. */

#include "games.h"

#include <strings.h>

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

const struct game *game_beginning(struct span name)
{
    const struct game *found = NULL;
    for (int i = 0; games[i] != NULL; i++) {
        if (name.length == 0 || strncasecmp(games[i]->name, name.at, name.length) != 0)
            continue;
        if (found != NULL)
            return NULL;
        found = games[i];
    }
    return found;
}

const char *game_nearest(struct span name)
{
    const struct game *begun = game_beginning(name);
    if (begun != NULL)
        return begun->name;
    const char *names[sizeof games / sizeof games[0]] = {0};
    for (int i = 0; games[i] != NULL; i++)
        names[i] = games[i]->name;
    return nearest_word(name, names);
}

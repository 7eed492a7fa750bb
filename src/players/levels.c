/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The levels: one ladder for games with a rule of thumb, one for those that are only searched. */

#include "levels.h"

#include "evaluate.h"

#include <strings.h>

#define CADET     _("Cadet"), _("plays what looks plausible; for a first game")
#define PILOT     _("Pilot"), _("knows the way, but is often careless")
#define NAVIGATOR _("Navigator"), _("knows what it is doing, but is sometimes careless")
#define COMMANDER _("Commander"), _("makes the most of nearly every turn")
#define CAPTAIN   _("Captain"), _("has learned from many games which turns win")
#define ADMIRAL   _("Admiral"), _("has learned the same, and weighs what everyone does next")
#define ORACLE    _("Oracle"), _("thinks like the Admiral, for up to ten seconds a turn")

/* The weaker ones err as people do: they make moves that good players make in other positions. The
 * Admiral is as strong on every machine; only the Oracle takes what time there is. */
static const struct level judging[] = {
    {CADET, "learned:careless=100"},
    {PILOT, "learned:careless=75"},
    {NAVIGATOR, "learned:careless=50"},
    {COMMANDER, "learned:careless=28"},
    {CAPTAIN, "learned:careless=10"},
    {ADMIRAL, "expert:nodes=1000"},
    {ORACLE, "expert:ms=3000,turn=10000,threads=2,tree=1000000"},
    {0},
};

/* A small game ends level between good players: there is no room for more. */
static const struct level searching[] = {
    {CADET, "mcts:nodes=10"},
    {PILOT, "mcts:nodes=50"},
    {NAVIGATOR, "mcts:nodes=5000"},
    {0},
};

enum { FOR_ABSENT = 3 }; /* Commander */

const struct level *level_for_absent(const struct game *game)
{
    const struct level *levels = player_levels(game);
    int chosen = 0;
    while (chosen < FOR_ABSENT && levels[chosen + 1].name != NULL)
        chosen++;
    return &levels[chosen];
}

const struct level *player_levels(const struct game *game)
{
    return has_evaluation(game) ? judging : searching;
}

const struct level *level_of_player(const struct game *game, struct span player)
{
    for (const struct level *level = player_levels(game); level->name != NULL; level++)
        if (span_is(player, level->player))
            return level;
    return NULL;
}

static bool is_called(const struct level *level, struct span name)
{
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        struct span known = span_of(phrase((enum language)i, level->name));
        if (known.length == name.length && strncasecmp(known.at, name.at, name.length) == 0)
            return true;
    }
    return false;
}

const char *level_nearest(struct span name)
{
    const char *names[sizeof judging / sizeof judging[0]] = {0};
    const char *nearest = NULL;
    for (int i = 0; nearest == NULL && i < LANGUAGE_COUNT; i++) {
        for (int k = 0; judging[k].name != NULL; k++) /* the others have the same names */
            names[k] = phrase((enum language)i, judging[k].name);
        nearest = nearest_word(name, names);
    }
    return nearest;
}

struct span level_player(const struct game *game, struct span player)
{
    for (const struct level *level = player_levels(game); level->name != NULL; level++)
        if (is_called(level, span_trim(player)))
            return span_of(level->player);
    return player;
}

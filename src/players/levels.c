/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The levels: one ladder for games with a rule of thumb, one for those that are only searched. */

#include "levels.h"

#include "evaluate.h"

#define CADET     _("Cadet"), _("makes many mistakes; for a first game")
#define PILOT     _("Pilot"), _("knows what it does, but is careless at times")
#define NAVIGATOR _("Navigator"), _("weighs every move many times; the strongest so far")

static const struct level judging[] = {
    {CADET, "heuristic:careless=60"},
    {PILOT, "heuristic:careless=15"},
    {NAVIGATOR, "heuristic:samples=64"},
    {0},
};

static const struct level searching[] = {
    {CADET, "mcts:nodes=10"},
    {PILOT, "mcts:nodes=50"},
    {NAVIGATOR, "mcts:nodes=5000"},
    {0},
};

const struct level *player_levels(const struct game *game)
{
    return has_evaluation(game) ? judging : searching;
}

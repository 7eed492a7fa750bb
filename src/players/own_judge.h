/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A judge from the file of a network that the user of this computer has, in place of the built-in
 * one: what `orrery train` wrote. Strangers never name a file. */

#ifndef PLAYERS_OWN_JUDGE_H
#define PLAYERS_OWN_JUDGE_H

#include "network.h"

struct own_judge {
    struct network network;
    struct judge judge; /* asks the network */
};

/* Reads the network of a file for that game; NULL with a problem noted. */
struct own_judge *own_judge_open(const struct game *game, const char *file,
                                 struct problem *problem);
void own_judge_close(struct own_judge *own); /* NULL is fine */

#endif

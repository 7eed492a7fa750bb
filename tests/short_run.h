/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How much of what repeats itself a test does. ORRERY_TEST_GAMES is 1 in the short run (`make
 * test`) and more in the long one. What a test leaves out of the short run is more of the same:
 * each path is reached there, too. */

#ifndef TESTS_SHORT_RUN_H
#define TESTS_SHORT_RUN_H

#include <stdbool.h>
#include <stdlib.h>

/* How many times as many random games as usual are wanted. */
static inline int games_factor(void)
{
    const char *factor = getenv("ORRERY_TEST_GAMES");
    int number = factor != NULL ? atoi(factor) : 1;
    return number > 0 ? number : 1;
}

static inline bool is_short_run(void)
{
    return games_factor() == 1;
}

/* So many in the short run, and so many in the long one. */
static inline int short_or_long(int in_short, int in_long)
{
    return is_short_run() ? in_short : in_long;
}

#endif

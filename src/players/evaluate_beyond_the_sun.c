/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun by rule of thumb: points first, then what brings more of them: production, cubes
 * and ore to act with, ships. */

#include "evaluate.h"

#include "games/beyond_the_sun/bts.h"

/* The more of it, the less one more is worth. */
static int32_t diminishing(int amount, int full, int32_t worth)
{
    return worth * (amount < full ? amount : full) +
           worth / 4 * (amount > full ? amount - full : 0);
}

static int32_t value(const struct ruleset *rules, const void *state, const struct score *score,
                     int seat)
{
    struct bts_view v = bts_view_of(rules, state);
    const struct bts_seat *me = seat_of(&v, seat);
    int power = 0;
    for (int place = 0; place < PLACES; place++)
        power += bts_power_at(&v, seat, place);
    return 100 * score->total[seat] +
           60 * (bts_food_symbols(&v, seat) + bts_ore_symbols(&v, seat)) +
           diminishing(me->ore, 8, 20) + diminishing(me->population, 4, 35) +
           diminishing(power, 10, 18) + 15 * bits_count(bts_techs_of(&v, seat));
}

extern const struct game beyond_the_sun;
const struct evaluation evaluate_beyond_the_sun = {&beyond_the_sun, value};

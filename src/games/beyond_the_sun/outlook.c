/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what the next production brings each seat as things are: this much population
 * or this much ore, whichever it chooses. The points if the game ended now are the score. */

#include "bts.h"

int bts_ore_income(const struct bts_view *v, int seat)
{
    assert(seat >= 0 && seat < players_of(v));
    const struct bts_seat *me = seat_of(v, seat);
    if (me->faction == 0) /* it has no tracks yet */
        return 0;
    return bts_ore_after(me, bts_ore_symbols(v, seat)) - me->ore;
}

void bts_put_production(const struct bts_view *v, struct json *json)
{
    json_open(json, "production", '[');
    for (int seat = 0; seat < players_of(v); seat++) {
        json_open(json, NULL, '{');
        json_put_number(json, "population", bts_growth(v, seat));
        json_put_number(json, "ore", bts_ore_income(v, seat));
        json_close(json, '}');
    }
    json_close(json, ']');
}

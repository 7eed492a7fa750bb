/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: a faction's mat. Cubes in columns, discs on tracks, ore, production, and which
 * lasting powers a faction has. Nothing here asks anybody. */

#include "bts.h"

const struct bts_mat *mat_of(const struct table *g, int seat)
{
    const struct bts_faction *faction = &g->cards->factions[seat_of(g, seat)->faction];
    return is_advanced(g) ? &faction->advanced : &faction->basic;
}

/* ---- cubes ----------------------------------------------------------------------------------- */

int supply_of(const struct bts_seat *seat)
{
    int cubes = 0;
    for (int i = 0; i < COLUMNS; i++)
        cubes += seat->columns[i];
    return cubes;
}

void supply_take(struct bts_seat *seat)
{
    int column = 0;
    while (seat->columns[column] == 0)
        column++;
    assert(column < COLUMNS);
    seat->columns[column]--;
}

/* The rightmost column with a gap; column A grows without limit if there is none. */
void supply_return(const struct table *g, int seat)
{
    struct bts_seat *me = seat_of(g, seat);
    const struct bts_mat *mat = mat_of(g, seat);
    int column = COLUMNS - 1;
    while (column > 0 && me->columns[column] >= mat->columns[column])
        column--;
    me->columns[column]++;
}

int grow(struct table *g, int seat, int amount)
{
    struct bts_seat *me = seat_of(g, seat);
    int done = 0;
    assert(amount >= 0);
    for (; done < amount && supply_of(me) > 0; done++) {
        supply_take(me);
        me->population++;
    }
    if (done > 0) {
        g->s->changed = 1;
        tell(g, EVENT_GREW, seat, done, 0, 0);
    }
    return done;
}

void return_population(struct table *g, int seat, int amount)
{
    struct bts_seat *me = seat_of(g, seat);
    assert(amount >= 0 && me->population >= amount);
    for (int i = 0; i < amount; i++) {
        me->population--;
        supply_return(g, seat);
    }
    if (amount > 0) {
        g->s->changed = 1;
        tell(g, EVENT_RETURNED, seat, amount, 0, 0);
    }
}

int shift_source(const struct bts_seat *seat)
{
    int column = COLUMNS - 1;
    while (column >= 0 && seat->columns[column] == 0)
        column--;
    return column;
}

void shift_cube(struct table *g, int seat, int column)
{
    struct bts_seat *me = seat_of(g, seat);
    int from = shift_source(me);
    assert(from >= 0 && column >= 0 && column < COLUMNS);
    me->columns[from]--;
    me->columns[column]++;
    if (from == column)
        return; /* it stays where it is */
    g->s->changed = 1;
    tell(g, EVENT_SHIFTED, seat, from, column, 0);
}

/* ---- ore ------------------------------------------------------------------------------------- */

int ore_after(const struct bts_seat *seat, int amount)
{
    return seat->ore + amount < ORE_MAX ? seat->ore + amount : ORE_MAX;
}

void gain_ore(struct table *g, int seat, int amount)
{
    if (amount <= 0)
        return;
    struct bts_seat *me = seat_of(g, seat);
    me->ore = (uint16_t)ore_after(me, amount);
    g->s->changed = 1;
    tell(g, EVENT_ORE, seat, amount, 0, 0);
}

static void take_ore(struct table *g, int seat, int amount, enum event_kind told)
{
    if (amount <= 0)
        return;
    struct bts_seat *me = seat_of(g, seat);
    assert(me->ore >= amount);
    me->ore = (uint16_t)(me->ore - amount);
    g->s->changed = 1;
    tell(g, told, seat, amount, 0, 0);
}

void pay_ore(struct table *g, int seat, int amount)
{
    take_ore(g, seat, amount, EVENT_PAID_ORE);
}

void pay_surcharge(struct table *g, int seat, int amount)
{
    take_ore(g, seat, amount, EVENT_PAID_SURCHARGE);
}

void pay_for_population(struct table *g, int seat, int amount)
{
    take_ore(g, seat, amount, EVENT_PAID_INSTEAD);
}

/* ---- discs and production -------------------------------------------------------------------- */

/* Symbols that show when so many discs are left on the track. */
static int symbols(const uint8_t *positions, int left)
{
    int visible = 0;
    assert(left >= 0 && left <= DISCS);
    for (int i = 0; i < 5; i++)
        visible += positions[i] <= DISCS - left;
    return visible;
}

int food_symbols(const struct table *g, int seat)
{
    return symbols(mat_of(g, seat)->food_symbols, seat_of(g, seat)->food);
}

int ore_symbols(const struct table *g, int seat)
{
    return symbols(mat_of(g, seat)->ore_symbols, seat_of(g, seat)->ore_discs);
}

/* One cube from each column whose letter shows. The symbols are A to E in order. */
int growth(const struct table *g, int seat)
{
    int visible = food_symbols(g, seat), grown = 0;
    for (int i = 0; i < visible; i++)
        grown += seat_of(g, seat)->columns[i] > 0;
    return grown;
}

static void produce_food(struct table *g, int seat)
{
    struct bts_seat *me = seat_of(g, seat);
    int visible = food_symbols(g, seat), grown = growth(g, seat);
    for (int i = 0; i < visible; i++)
        if (me->columns[i] > 0)
            me->columns[i]--;
    me->population += (uint8_t)grown;
    if (grown > 0) {
        g->s->changed = 1;
        tell(g, EVENT_GREW, seat, grown, 0, 0);
    }
}

void produce(struct table *g, int seat, int kind)
{
    if (kind == DISC_FOOD)
        produce_food(g, seat);
    else
        gain_ore(g, seat, ore_symbols(g, seat));
}

int automation_level(const struct bts_seat *seat)
{
    return seat->automated[0] + seat->automated[1] + seat->automated[2];
}

unsigned discs_available(const struct table *g, int seat, unsigned specialty)
{
    const struct bts_seat *me = seat_of(g, seat);
    unsigned wanted = has_power(g, seat, POWER_EITHER_TRACK) ? 3 : specialty;
    unsigned there = (me->food > 0 ? 1u : 0) | (me->ore_discs > 0 ? 2u : 0);
    return wanted & there;
}

int disc_take(struct table *g, int seat, int kind)
{
    struct bts_seat *me = seat_of(g, seat);
    assert(kind >= DISC_FOOD && kind <= DISC_STAR);
    g->s->changed = 1;
    if (kind == DISC_FOOD) {
        assert(me->food > 0);
        me->food--;
    } else if (kind == DISC_ORE) {
        assert(me->ore_discs > 0);
        me->ore_discs--;
    }
    return kind;
}

void disc_return(struct table *g, int seat, int kind)
{
    struct bts_seat *me = seat_of(g, seat);
    if (kind == DISC_FOOD)
        me->food++;
    else if (kind == DISC_ORE)
        me->ore_discs++;
    assert(me->food <= DISCS && me->ore_discs <= DISCS);
}

void automate(struct table *g, int seat, int kind)
{
    struct bts_seat *me = seat_of(g, seat);
    disc_take(g, seat, kind);
    me->automated[kind - 1]++;
    tell(g, EVENT_AUTOMATED, seat, kind, automation_level(me), 0);
}

/* ---- technologies and powers ----------------------------------------------------------------- */

uint64_t techs_of(const struct table *g, int seat)
{
    const struct bts_seat *me = seat_of(g, seat);
    uint64_t techs = me->private_techs;
    for (uint64_t slots = me->slots; slots != 0;) {
        unsigned tech = g->s->slots[bits_pop(&slots)];
        techs |= tech > 0 ? bit(tech) : 0;
    }
    return techs;
}

int tech_count(const struct table *g, int seat, int level)
{
    return bits_count(techs_of(g, seat) &
                      bits_below((unsigned)(tech_first(level) + tech_size(level))) &
                      ~bits_below((unsigned)tech_first(level)));
}

bool has_tech(const struct table *g, int seat, int tech)
{
    const struct bts_seat *me = seat_of(g, seat);
    assert(tech >= 1 && tech <= TECHS);
    int level = g->cards->techs[tech].level;
    for (uint64_t slots = me->slots & g->cards->level_slots[level]; slots != 0;)
        if (g->s->slots[bits_pop(&slots)] == tech)
            return true;
    return bits_have(me->private_techs, (unsigned)tech);
}

bool has_power(const struct table *g, int seat, enum power power)
{
    if (seat_of(g, seat)->systems & g->cards->power_systems[power])
        return true;
    for (uint64_t techs = g->cards->power_techs[power]; techs != 0;)
        if (has_tech(g, seat, (int)bits_pop(&techs)))
            return true;
    return false;
}

bool has_innovation(const struct table *g, int seat, enum innovation innovation)
{
    if (!is_advanced(g))
        return false;
    const struct bts_mat *mat = mat_of(g, seat);
    if (mat->innovations[0] != innovation && mat->innovations[1] != innovation)
        return false;
    int number = g->cards->innovations[innovation].number;
    switch (innovation) {
    case INNOVATION_CHEAP_TRADE:
    case INNOVATION_BUILD_DEEP:
        return food_symbols(g, seat) >= number;
    case INNOVATION_BETTER_SHIP:
    case INNOVATION_CHEAP_COLONY:
        return ore_symbols(g, seat) >= number;
    default:
        return true;
    }
}

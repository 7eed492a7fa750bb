/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: a faction's mat. Cubes in columns, discs on tracks, ore, production, and which
 * lasting powers a faction has. Nothing here asks a player. */

#include "bts.h"

const struct bts_mat *bts_mat_of(const struct bts_view *v, int seat)
{
    assert(seat_of(v, seat)->faction <= FACTIONS);
    const struct bts_faction *faction = &v->cards->factions[seat_of(v, seat)->faction];
    return is_advanced(v) ? &faction->advanced : &faction->basic;
}

/* ---- cubes ----------------------------------------------------------------------------------- */

int bts_supply_of(const struct bts_seat *seat)
{
    int cubes = 0;
    for (int i = 0; i < COLUMNS; i++)
        cubes += seat->columns[i];
    return cubes;
}

void bts_supply_take(struct bts_seat *seat)
{
    int column = 0;
    while (column < COLUMNS - 1 && seat->columns[column] == 0)
        column++;
    assert(seat->columns[column] > 0);
    seat->columns[column]--;
}

/* The rightmost column with a gap; column A grows without limit if there is none. */
void bts_supply_return(struct bts_table *t, int seat)
{
    struct bts_seat *me = seat_at(t, seat);
    const struct bts_mat *mat = bts_mat_of(&t->view, seat);
    int column = COLUMNS - 1;
    while (column > 0 && me->columns[column] >= mat->columns[column])
        column--;
    me->columns[column]++;
    assert(bts_supply_of(me) <= CUBES);
}

int bts_grow(struct bts_table *t, int seat, int amount)
{
    struct bts_seat *me = seat_at(t, seat);
    int done = 0;
    assert(amount >= 0);
    for (; done < amount && bts_supply_of(me) > 0; done++) {
        bts_supply_take(me);
        me->population++;
    }
    assert(done <= amount && bts_supply_of(me) + me->population <= CUBES);
    if (done > 0) {
        t->s->changed = 1;
        tell(t, EVENT_GREW, seat, done, 0, 0);
    }
    return done;
}

void bts_return_population(struct bts_table *t, int seat, int amount)
{
    struct bts_seat *me = seat_at(t, seat);
    assert(amount >= 0 && me->population >= amount);
    for (int i = 0; i < amount; i++) {
        me->population--;
        bts_supply_return(t, seat);
    }
    if (amount > 0) {
        t->s->changed = 1;
        tell(t, EVENT_RETURNED, seat, amount, 0, 0);
    }
}

int bts_shift_source(const struct bts_seat *seat)
{
    int column = COLUMNS - 1;
    while (column >= 0 && seat->columns[column] == 0)
        column--;
    return column;
}

void bts_shift_cube(struct bts_table *t, int seat, int column)
{
    struct bts_seat *me = seat_at(t, seat);
    int from = bts_shift_source(me);
    assert(from >= 0 && column >= 0 && column < COLUMNS);
    me->columns[from]--;
    me->columns[column]++;
    assert(bts_supply_of(me) <= CUBES);
    if (from == column)
        return; /* it stays where it is */
    t->s->changed = 1;
    tell(t, EVENT_SHIFTED, seat, from, column, 0);
}

/* ---- ore ------------------------------------------------------------------------------------- */

int bts_ore_after(const struct bts_seat *seat, int amount)
{
    assert(amount >= 0);
    return seat->ore + amount < ORE_MAX ? seat->ore + amount : ORE_MAX;
}

void bts_gain_ore(struct bts_table *t, int seat, int amount)
{
    if (amount <= 0)
        return;
    struct bts_seat *me = seat_at(t, seat);
    me->ore = (uint16_t)bts_ore_after(me, amount);
    assert(me->ore <= ORE_MAX);
    t->s->changed = 1;
    tell(t, EVENT_ORE, seat, amount, 0, 0);
}

static void take_ore(struct bts_table *t, int seat, int amount, enum bts_event_kind told)
{
    if (amount <= 0)
        return;
    struct bts_seat *me = seat_at(t, seat);
    assert(me->ore >= amount);
    me->ore = (uint16_t)(me->ore - amount);
    t->s->changed = 1;
    tell(t, told, seat, amount, 0, 0);
}

void bts_pay_ore(struct bts_table *t, int seat, int amount)
{
    take_ore(t, seat, amount, EVENT_PAID_ORE);
}

void bts_pay_surcharge(struct bts_table *t, int seat, int amount)
{
    take_ore(t, seat, amount, EVENT_PAID_SURCHARGE);
}

void bts_pay_for_population(struct bts_table *t, int seat, int amount)
{
    take_ore(t, seat, amount, EVENT_PAID_INSTEAD);
}

/* ---- discs and production -------------------------------------------------------------------- */

/* Symbols that show when this many discs are left on the track. */
static int symbols(const uint8_t *positions, int left)
{
    int visible = 0;
    assert(left >= 0 && left <= DISCS);
    for (int i = 0; i < 5; i++)
        visible += positions[i] <= DISCS - left;
    return visible;
}

int bts_food_symbols(const struct bts_view *v, int seat)
{
    return symbols(bts_mat_of(v, seat)->food_symbols, seat_of(v, seat)->food);
}

int bts_ore_symbols(const struct bts_view *v, int seat)
{
    return symbols(bts_mat_of(v, seat)->ore_symbols, seat_of(v, seat)->ore_discs);
}

/* One cube from each column whose letter shows. The symbols are A to E in order. */
int bts_growth(const struct bts_view *v, int seat)
{
    int visible = bts_food_symbols(v, seat), grown = 0;
    for (int i = 0; i < visible; i++)
        grown += seat_of(v, seat)->columns[i] > 0;
    return grown;
}

static void produce_food(struct bts_table *t, int seat)
{
    struct bts_seat *me = seat_at(t, seat);
    int visible = bts_food_symbols(&t->view, seat), grown = bts_growth(&t->view, seat);
    for (int i = 0; i < visible; i++)
        if (me->columns[i] > 0)
            me->columns[i]--;
    me->population += (uint8_t)grown;
    assert(grown <= visible && bts_supply_of(me) + me->population <= CUBES);
    if (grown > 0) {
        t->s->changed = 1;
        tell(t, EVENT_GREW, seat, grown, 0, 0);
    }
}

void bts_produce(struct bts_table *t, int seat, int kind)
{
    assert(kind == DISC_FOOD || kind == DISC_ORE);
    if (kind == DISC_FOOD)
        produce_food(t, seat);
    else
        bts_gain_ore(t, seat, bts_ore_symbols(&t->view, seat));
}

int bts_automation_level(const struct bts_seat *seat)
{
    return seat->automated[0] + seat->automated[1] + seat->automated[2];
}

unsigned bts_discs_available(const struct bts_view *v, int seat, unsigned specialty)
{
    assert(specialty <= 3);
    const struct bts_seat *me = seat_of(v, seat);
    unsigned wanted = bts_has_power(v, seat, POWER_EITHER_TRACK) ? 3 : specialty;
    unsigned there = (me->food > 0 ? 1u : 0) | (me->ore_discs > 0 ? 2u : 0);
    return wanted & there;
}

int bts_disc_take(struct bts_table *t, int seat, int kind)
{
    struct bts_seat *me = seat_at(t, seat);
    assert(kind >= DISC_FOOD && kind <= DISC_STAR);
    t->s->changed = 1;
    if (kind == DISC_FOOD) {
        assert(me->food > 0);
        me->food--;
    } else if (kind == DISC_ORE) {
        assert(me->ore_discs > 0);
        me->ore_discs--;
    }
    return kind;
}

void bts_disc_return(struct bts_table *t, int seat, int kind)
{
    assert(kind >= DISC_FOOD && kind <= DISC_STAR);
    struct bts_seat *me = seat_at(t, seat);
    if (kind == DISC_FOOD)
        me->food++;
    else if (kind == DISC_ORE)
        me->ore_discs++;
    assert(me->food <= DISCS && me->ore_discs <= DISCS);
}

void bts_automate(struct bts_table *t, int seat, int kind)
{
    struct bts_seat *me = seat_at(t, seat);
    bts_disc_take(t, seat, kind);
    me->automated[kind - 1]++;
    assert(bts_automation_level(me) > 0);
    tell(t, EVENT_AUTOMATED, seat, kind, bts_automation_level(me), 0);
}

/* ---- technologies and powers ----------------------------------------------------------------- */

uint64_t bts_techs_of(const struct bts_view *v, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    uint64_t techs = me->private_techs;
    for (uint64_t slots = me->slots; slots != 0;)
        techs |= id_bit_if_any(v->s->slots[bits_pop(&slots)]);
    return techs;
}

int bts_techs_of_level(const struct bts_view *v, uint64_t techs, int level)
{
    return bits_count(techs & techs_of_level(v, level));
}

bool bts_has_tech(const struct bts_view *v, int seat, int tech)
{
    const struct bts_seat *me = seat_of(v, seat);
    assert(tech >= 1 && tech <= v->cards->tech_count);
    int level = v->cards->techs[tech].level;
    for (uint64_t slots = me->slots & v->cards->level_slots[level]; slots != 0;)
        if (v->s->slots[bits_pop(&slots)] == tech)
            return true;
    return id_in(me->private_techs, tech);
}

/* Only slots of the levels that such technologies have are looked at. */
static bool has_any_of(const struct bts_view *v, int seat, uint64_t techs, uint32_t on_slots,
                       uint32_t systems)
{
    const struct bts_seat *me = seat_of(v, seat);
    if ((me->systems & systems) != 0 || (me->private_techs & techs) != 0)
        return true;
    for (uint64_t slots = me->slots & on_slots; slots != 0;)
        if (id_in(techs, v->s->slots[bits_pop(&slots)]))
            return true;
    return false;
}

bool bts_has_power(const struct bts_view *v, int seat, enum bts_power_kind power)
{
    assert(power > POWER_NONE && power < POWER_COUNT);
    const struct bts_cards *cards = v->cards;
    return has_any_of(v, seat, cards->power_techs[power], cards->power_slots[power],
                      cards->power_systems[power]);
}

bool bts_has_any_time_power(const struct bts_view *v, int seat)
{
    const struct bts_cards *cards = v->cards;
    return has_any_of(v, seat, cards->any_time_techs, cards->any_time_slots,
                      cards->any_time_systems);
}

bool bts_has_innovation(const struct bts_view *v, int seat, enum bts_innovation_kind innovation)
{
    if (!is_advanced(v))
        return false;
    const struct bts_mat *mat = bts_mat_of(v, seat);
    if (mat->innovations[0] != innovation && mat->innovations[1] != innovation)
        return false;
    int number = v->cards->innovations[innovation].number;
    switch (innovation) {
    case INNOVATION_CHEAP_TRADE:
    case INNOVATION_BUILD_DEEP:
        return bts_food_symbols(v, seat) >= number;
    case INNOVATION_BETTER_SHIP:
    case INNOVATION_CHEAP_COLONY:
        return bts_ore_symbols(v, seat) >= number;
    case INNOVATION_NONE:
    case INNOVATION_TRADE:
    case INNOVATION_LAST_DISC:
    case INNOVATION_LEVEL_THREE:
    case INNOVATION_EMPTY_COLUMN:
        break;
    }
    return true;
}

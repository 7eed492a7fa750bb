/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: which technology slots may be researched, and of which type a new one is. */

#include "bts.h"

int tech_first(int level)
{
    static const int first[] = {0, 1, 5, 21, 37};
    assert(level >= 0 && level <= 4);
    return first[level];
}

int tech_size(int level)
{
    static const int size[] = {0, 4, 16, 16, 10};
    assert(level >= 0 && level <= 4);
    return size[level];
}

uint8_t *tech_pile(const struct table *g, int level)
{
    assert(level >= 2 && level <= 4);
    return g->s->tech_piles[level - 2];
}

static bool row_has_cards(const struct table *g, int level)
{
    for (int type = 0; type < TYPES; type++)
        if (g->s->tableau[(level - 2) * TYPES + type] != 0)
            return true;
    return false;
}

bool deck_has_cards(const struct table *g, int level)
{
    const uint8_t *pile = tech_pile(g, level);
    for (int i = 0; i < tech_size(level); i++)
        if (pile[i] != 0)
            return true;
    return has_tableau(g) && row_has_cards(g, level);
}

unsigned levels_of(const struct table *g, int seat, int level)
{
    int systems = bits_count(seat_of(g, seat)->systems);
    switch (level) {
    case LEVEL_OWN_SYSTEMS:
        return 1u << (systems < 3 ? systems + 1 : 4);
    case LEVEL_I_OR_II:
        return 1u << 1 | 1u << 2;
    case LEVEL_II_OR_III:
        return 1u << 2 | 1u << 3;
    default:
        return 1u << level;
    }
}

int prerequisites_missing(const struct table *g, int seat, int slot, int flags)
{
    const struct bts_slot *about = &g->cards->slots[slot];
    int have = bits_count(about->prerequisites & seat_of(g, seat)->slots);
    int need = about->need;
    bool discovered = g->s->slots[slot] != 0;
    if (flags & RESEARCH_FREE)
        return 0;
    if (have < need && need >= 2 && discovered && has_power(g, seat, POWER_MISSING_PREREQUISITE))
        need--;
    return have < need ? need - have : 0;
}

/* Is somebody about to discover it? Its event is gone then, or on level IIII there is a cube. */
static bool is_being_discovered(const struct table *g, int slot)
{
    int level = g->cards->slots[slot].level;
    if (level == 2 || level == 3)
        return !(g->s->facedown >> (slot - 4) & 1);
    for (int seat = 0; seat < players_of(g); seat++)
        if (seat_of(g, seat)->slots >> slot & 1)
            return true;
    return false;
}

enum slot_refusal slot_refusal(const struct table *g, int seat, int slot, unsigned levels,
                               int flags)
{
    int level = g->cards->slots[slot].level;
    bool discovered = g->s->slots[slot] != 0;
    if (!(levels >> level & 1))
        return SLOT_LEVEL;
    if (seat_of(g, seat)->slots >> slot & 1)
        return SLOT_HAVE;
    if ((flags & RESEARCH_DISCOVERED) && !discovered)
        return SLOT_UNDISCOVERED;
    if (prerequisites_missing(g, seat, slot, flags) > 0)
        return SLOT_PREREQUISITE;
    if (!discovered && (!deck_has_cards(g, level) || is_being_discovered(g, slot)))
        return SLOT_DECK;
    if ((flags & RESEARCH_PAID) && g->s->rival > 0 &&
        !(seat_of(g, g->s->rival - 1)->slots >> slot & 1))
        return SLOT_RIVAL;
    return SLOT_FINE;
}

uint32_t open_slots(const struct table *g, int seat, unsigned levels, int flags)
{
    uint64_t candidates = 0;
    uint32_t open = 0;
    for (int level = 1; level <= 4; level++)
        if (levels >> level & 1)
            candidates |= g->cards->level_slots[level];
    for (candidates &= ~(uint64_t)seat_of(g, seat)->slots; candidates != 0;) {
        int slot = (int)bits_pop(&candidates);
        if (slot_refusal(g, seat, slot, levels, flags) == SLOT_FINE)
            open |= 1u << slot;
    }
    return open;
}

unsigned slot_types(const struct table *g, int seat, int slot)
{
    unsigned types = 0;
    for (uint64_t left = g->cards->slots[slot].prerequisites & seat_of(g, seat)->slots;
         left != 0;) {
        int tech = g->s->slots[bits_pop(&left)];
        types |= 1u << g->cards->techs[tech].right;
    }
    return types & ((1u << TYPES) - 1);
}

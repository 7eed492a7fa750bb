/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: which technology slots may be researched, and of which type a new one is. */

#include "bts.h"

#include <string.h>

static bool row_has_cards(const struct bts_view *v, int level)
{
    for (int type = 0; type < TYPES; type++)
        if (v->s->tableau[(level - 2) * TYPES + type] != 0)
            return true;
    return false;
}

/* Bytes of a pile above the cards of its level are zero. */
bool bts_deck_has_cards(const struct bts_view *v, int level)
{
    uint64_t parts[DECK_MAX / 8];
    _Static_assert(sizeof parts == sizeof v->s->tech_piles[0], "the parts are the whole pile");
    memcpy(parts, tech_pile(v, level), sizeof parts);
    return (parts[0] | parts[1] | parts[2]) != 0 || (has_tableau(v) && row_has_cards(v, level));
}

unsigned bts_levels_of(const struct bts_view *v, int seat, int level)
{
    assert(level >= 1 && level <= LEVEL_II_OR_III);
    int systems = bits_count(seat_of(v, seat)->systems);
    if (level == LEVEL_OWN_SYSTEMS)
        return 1u << (systems < 3 ? systems + 1 : 4);
    if (level == LEVEL_I_OR_II)
        return 1u << 1 | 1u << 2;
    return level == LEVEL_II_OR_III ? 1u << 2 | 1u << 3 : 1u << level;
}

int bts_prerequisites_missing(const struct bts_view *v, int seat, int slot, int flags)
{
    assert(slot >= 0 && slot < SLOTS);
    const struct bts_slot *about = &v->cards->slots[slot];
    int have = bits_count(about->prerequisites & seat_of(v, seat)->slots);
    int need = about->need;
    bool discovered = v->s->slots[slot] != 0;
    if (flags & RESEARCH_FREE)
        return 0;
    if (have < need && need >= 2 && discovered &&
        bts_has_power(v, seat, POWER_MISSING_PREREQUISITE))
        need--;
    return have < need ? need - have : 0;
}

/* Is someone about to discover it? Its event is gone then, or on level IIII there is a cube. */
static bool is_being_discovered(const struct bts_view *v, int slot)
{
    int level = v->cards->slots[slot].level;
    if (level == 2 || level == 3)
        return !(v->s->facedown >> (slot - FIRST_EVENT_SLOT) & 1);
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat_of(v, seat)->slots >> slot & 1)
            return true;
    return false;
}

enum bts_slot_refusal bts_slot_refusal(const struct bts_view *v, int seat, int slot,
                                       unsigned levels, int flags)
{
    assert(slot >= 0 && slot < SLOTS);
    int level = v->cards->slots[slot].level;
    bool discovered = v->s->slots[slot] != 0;
    if (!(levels >> level & 1))
        return SLOT_LEVEL;
    if (seat_of(v, seat)->slots >> slot & 1)
        return SLOT_HAVE;
    if ((flags & RESEARCH_DISCOVERED) && !discovered)
        return SLOT_UNDISCOVERED;
    if (bts_prerequisites_missing(v, seat, slot, flags) > 0)
        return SLOT_PREREQUISITE;
    if (!discovered && (!bts_deck_has_cards(v, level) || is_being_discovered(v, slot)))
        return SLOT_DECK;
    if ((flags & RESEARCH_PAID) && v->s->rival > 0 &&
        !(seat_of(v, v->s->rival - 1)->slots >> slot & 1))
        return SLOT_RIVAL;
    return SLOT_FINE;
}

static uint32_t find_open_slots(const struct bts_view *v, int seat, unsigned levels, int flags)
{
    assert(levels < 1u << 5);
    uint64_t candidates = 0;
    uint32_t open = 0;
    for (int level = 1; level <= 4; level++)
        if (levels >> level & 1)
            candidates |= v->cards->level_slots[level];
    for (candidates &= ~(uint64_t)seat_of(v, seat)->slots; candidates != 0;) {
        int slot = (int)bits_pop(&candidates);
        if (bts_slot_refusal(v, seat, slot, levels, flags) == SLOT_FINE)
            open |= 1u << slot;
    }
    return open;
}

uint32_t bts_open_slots(const struct bts_view *v, int seat, unsigned levels, int flags)
{
    struct bts_findings *found = findings_about(v, seat);
    if (found == NULL)
        return find_open_slots(v, seat, levels, flags);
    int count = found->research_count;
    for (int i = 0; i < count; i++)
        if (found->research[i].levels == levels && found->research[i].flags == flags)
            return found->research[i].slots;
    uint32_t slots = find_open_slots(v, seat, levels, flags);
    if (count < (int)(sizeof found->research / sizeof found->research[0])) {
        found->research[count].levels = levels;
        found->research[count].flags = flags;
        found->research[count].slots = slots;
        found->research_count++;
    }
    return slots;
}

unsigned bts_slot_types(const struct bts_view *v, int seat, int slot)
{
    assert(slot >= FIRST_EVENT_SLOT && slot < SLOTS);
    unsigned types = 0;
    for (uint64_t left = v->cards->slots[slot].prerequisites & seat_of(v, seat)->slots;
         left != 0;) {
        int tech = v->s->slots[bits_pop(&left)];
        types |= 1u << v->cards->techs[tech].right;
    }
    return types & ((1u << TYPES) - 1);
}

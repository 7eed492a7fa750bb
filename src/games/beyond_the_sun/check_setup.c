/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: can the set-up be at this point? What is on the table and what is still to be
 * dealt or picked is checked against the current step. The frames themselves are already checked
 * (check_agenda.c). */

#include "bts.h"

#include <string.h>

/* The task that each step of the set-up asks by. */
static const uint8_t setup_tasks[SETUP_END] = {
    [SETUP_TECHS] = TASK_DEAL_TECH,
    [SETUP_SYSTEMS] = TASK_DEAL_SYSTEM,
    [SETUP_ACHIEVEMENTS] = TASK_DEAL_ACHIEVEMENT,
    [SETUP_TABLEAU] = TASK_TABLEAU_FILL,
    [SETUP_FIRST] = TASK_DEAL_FIRST,
    [SETUP_FACTIONS] = TASK_DEAL_FACTION,
};

static bool tasks_fit(const struct bts_view *v, int step)
{
    int task = setup_tasks[step];
    if (step == SETUP_FACTIONS && v->rules->setup.options[OPTION_FACTIONS] == FACTIONS_PICKED)
        task = TASK_PICK_FACTION;
    for (int i = 1; i < v->s->agenda.depth; i++)
        if (v->s->agenda.frames[i].task != task)
            return false;
    return v->s->agenda.depth > 1;
}

/* Technologies and systems are dealt from the first slot and location on; the top says how far. */
static bool layout_fits(const struct bts_view *v, int step)
{
    const struct frame *top = task_top(v);
    int slots = step == SETUP_TECHS ? as_deal_tech(top)->slot : FIRST_EVENT_SLOT;
    int places = step < SETUP_SYSTEMS    ? 0
                 : step == SETUP_SYSTEMS ? as_deal_system(top)->place
                                         : ROGUE;
    for (int slot = 0; slot < FIRST_EVENT_SLOT; slot++)
        if ((v->s->slots[slot] != 0) != (slot < slots))
            return false;
    for (int place = 0; place < PLACES; place++) {
        int kind = place < ROGUE ? map_of(v)[place].kind : KIND_NONE;
        bool laid = place < places && (kind == KIND_A || kind == KIND_B);
        if ((v->s->cards[place] != 0) != laid)
            return false;
    }
    return true;
}

/* Those missing are to be dealt, from decks that none is in play of. */
static bool achievements_fit(const struct bts_view *v, int step)
{
    const struct frame *frames = v->s->agenda.frames;
    unsigned missing = 0, dealt = 0, decks = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        int achievement = v->s->achievements[row];
        if (achievement == 0)
            missing |= 1u << row;
        else
            decks |= 1u << v->cards->achievements[achievement].deck;
    }
    if (step != SETUP_ACHIEVEMENTS)
        return missing == (step > SETUP_ACHIEVEMENTS ? 0u : (1u << ACHIEVEMENTS_IN_PLAY) - 1);
    for (int i = 1; i < v->s->agenda.depth; i++) {
        int row = as_deal_achievement(&frames[i])->row;
        if ((dealt >> row & 1) || (decks >> (row - 1) & 1))
            return false;
        dealt |= 1u << row;
    }
    return missing == dealt;
}

/* Seats without a faction are to get one. */
static bool factions_fit(const struct bts_view *v, int step)
{
    unsigned missing = 0, dealt = 0, taken = 0, all = (1u << players_of(v)) - 1;
    for (int seat = 0; seat < players_of(v); seat++) {
        int faction = seat_of(v, seat)->faction;
        if (faction > FACTIONS || (faction != 0 && (taken >> faction & 1)) ||
            (faction != 0 && players_of(v) == 2 && !v->cards->factions[faction].with_two))
            return false;
        taken |= 1u << faction;
        missing |= (faction == 0 ? 1u : 0) << seat;
    }
    if (step != SETUP_FACTIONS)
        return missing == all;
    for (int i = 1; i < v->s->agenda.depth; i++) {
        if (dealt >> v->s->agenda.frames[i].seat & 1)
            return false;
        dealt |= 1u << v->s->agenda.frames[i].seat;
    }
    return missing == dealt;
}

static bool tableau_fits(const struct bts_view *v, int step)
{
    static const uint8_t nothing[TABLEAU];
    bool laid = has_tableau(v) && step >= SETUP_TABLEAU;
    if (v->s->rows_open != (laid ? 1u << 2 : 0) || (step == SETUP_TABLEAU && !laid))
        return false;
    return laid ? v->s->agenda.depth == 2 || step != SETUP_TABLEAU
                : memcmp(v->s->tableau, nothing, sizeof nothing) == 0;
}

/* Nothing else has happened: the rest of the state is as it was laid out. */
static bool rest_is_new(const struct bts_view *v)
{
    const struct bts_state *s = v->s;
    struct bts_state begin = {.facedown = (uint16_t)bits_below(EVENT_SLOTS),
                              .rows_open = s->rows_open,
                              .revealed = s->revealed,
                              .first = s->first};
    for (int seat = 0; seat < players_of(v); seat++)
        begin.seats[seat].faction = seat_of(v, seat)->faction;
    memcpy(begin.cards, s->cards, sizeof begin.cards);
    memcpy(begin.system_piles, s->system_piles, sizeof begin.system_piles);
    memcpy(begin.slots, s->slots, FIRST_EVENT_SLOT);
    memcpy(begin.tech_piles, s->tech_piles, sizeof begin.tech_piles);
    memcpy(begin.tableau, s->tableau, sizeof begin.tableau);
    memcpy(begin.achievements, s->achievements, sizeof begin.achievements);
    memcpy(&begin.agenda, &s->agenda, sizeof begin.agenda);
    return memcmp(&begin, s, sizeof begin) == 0;
}

const char *bts_check_setup(const struct bts_view *v)
{
    int step = v->s->agenda.frames[0].step - 1; /* the one that asks now */
    if (step < 0 || step >= SETUP_END || !tasks_fit(v, step))
        return "the set-up cannot be this far";
    if (!layout_fits(v, step) || !achievements_fit(v, step) || !tableau_fits(v, step) ||
        !factions_fit(v, step) || (v->s->first != 0) != (step > SETUP_FIRST))
        return "the set-up does not agree with what lies on the table";
    return rest_is_new(v) ? NULL : "something has happened before the set-up is over";
}

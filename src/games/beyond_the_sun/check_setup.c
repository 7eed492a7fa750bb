/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: can the set-up be this far? What lies on the table and what is still to be dealt
 * or picked is held against the step that it is at. The frames themselves fit (check_agenda.c). */

#include "bts.h"

#include <string.h>

/* The steps of the set-up while their work is on the agenda. */
enum {
    STEP_TECHS = 1,
    STEP_SYSTEMS,
    STEP_ACHIEVEMENTS,
    STEP_TABLEAU,
    STEP_FIRST,
    STEP_FACTIONS,
    SETUP_STEPS,
};

static const uint8_t setup_works[SETUP_STEPS] = {
    [STEP_TECHS] = WORK_DEAL_TECH,
    [STEP_SYSTEMS] = WORK_DEAL_SYSTEM,
    [STEP_ACHIEVEMENTS] = WORK_DEAL_ACHIEVEMENT,
    [STEP_TABLEAU] = WORK_TABLEAU_FILL,
    [STEP_FIRST] = WORK_DEAL_FIRST,
    [STEP_FACTIONS] = WORK_DEAL_FACTION,
};

static bool works_fit(const struct table *g, int step)
{
    int work = setup_works[step];
    if (step == STEP_FACTIONS && g->rules->setup.options[OPTION_FACTIONS] == FACTIONS_PICKED)
        work = WORK_PICK_FACTION;
    for (int i = 1; i < g->s->agenda.depth; i++)
        if (g->s->agenda.frames[i].work != work)
            return false;
    return g->s->agenda.depth > 1;
}

/* Technologies and systems are dealt from the first slot and location on; the top says how far. */
static bool layout_fits(const struct table *g, int step)
{
    int next = agenda_top(&g->s->agenda)->args[0];
    int slots = step > STEP_TECHS ? 4 : next;
    int places = step > STEP_SYSTEMS ? ROGUE : step == STEP_SYSTEMS ? next : 0;
    for (int slot = 0; slot < 4; slot++)
        if ((g->s->slots[slot] != 0) != (slot < slots))
            return false;
    for (int place = 0; place < PLACES; place++) {
        int kind = place < ROGUE ? map_of(g)[place].kind : KIND_NONE;
        bool laid = place < places && (kind == KIND_A || kind == KIND_B);
        if ((g->s->cards[place] != 0) != laid)
            return false;
    }
    return true;
}

/* Those missing are to be dealt, from decks that none is in play of. */
static bool achievements_fit(const struct table *g, int step)
{
    const struct frame *frames = g->s->agenda.frames;
    unsigned missing = 0, dealt = 0, decks = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        int achievement = g->s->achievements[row];
        if (achievement == 0)
            missing |= 1u << row;
        else
            decks |= 1u << g->cards->achievements[achievement].deck;
    }
    if (step != STEP_ACHIEVEMENTS)
        return missing == (step > STEP_ACHIEVEMENTS ? 0u : (1u << ACHIEVEMENTS_IN_PLAY) - 1);
    for (int i = 1; i < g->s->agenda.depth; i++) {
        int row = frames[i].args[0];
        if ((dealt >> row & 1) || (decks >> (row - 1) & 1))
            return false;
        dealt |= 1u << row;
    }
    return missing == dealt;
}

/* Seats without a faction are to get one. */
static bool factions_fit(const struct table *g, int step)
{
    unsigned missing = 0, dealt = 0, taken = 0, all = (1u << players_of(g)) - 1;
    for (int seat = 0; seat < players_of(g); seat++) {
        int faction = seat_of(g, seat)->faction;
        if (faction > FACTIONS || (faction != 0 && (taken >> faction & 1)) ||
            (faction != 0 && players_of(g) == 2 && !g->cards->factions[faction].with_two))
            return false;
        taken |= 1u << faction;
        missing |= (faction == 0 ? 1u : 0) << seat;
    }
    if (step != STEP_FACTIONS)
        return missing == all;
    for (int i = 1; i < g->s->agenda.depth; i++) {
        if (dealt >> g->s->agenda.frames[i].seat & 1)
            return false;
        dealt |= 1u << g->s->agenda.frames[i].seat;
    }
    return missing == dealt;
}

static bool tableau_fits(const struct table *g, int step)
{
    static const uint8_t nothing[TABLEAU];
    bool laid = has_tableau(g) && step >= STEP_TABLEAU;
    if (g->s->rows_open != (laid ? 1u << 2 : 0) || (step == STEP_TABLEAU && !laid))
        return false;
    return laid ? g->s->agenda.depth == 2 || step != STEP_TABLEAU
                : memcmp(g->s->tableau, nothing, sizeof nothing) == 0;
}

/* Nothing else has happened: the rest of the state is as it was laid out. */
static bool rest_is_new(const struct table *g)
{
    const struct bts_state *s = g->s;
    struct bts_state begin = {.facedown = (uint16_t)bits_below(12),
                              .rows_open = s->rows_open,
                              .revealed = s->revealed,
                              .first = s->first};
    for (int seat = 0; seat < players_of(g); seat++)
        begin.seats[seat].faction = seat_of(g, seat)->faction;
    memcpy(begin.cards, s->cards, sizeof begin.cards);
    memcpy(begin.system_piles, s->system_piles, sizeof begin.system_piles);
    memcpy(begin.slots, s->slots, 4);
    memcpy(begin.tech_piles, s->tech_piles, sizeof begin.tech_piles);
    memcpy(begin.tableau, s->tableau, sizeof begin.tableau);
    memcpy(begin.achievements, s->achievements, sizeof begin.achievements);
    memcpy(&begin.agenda, &s->agenda, sizeof begin.agenda);
    return memcmp(&begin, s, sizeof begin) == 0;
}

const char *bts_check_setup(const struct table *g)
{
    int step = g->s->agenda.frames[0].step;
    if (step == 0 || step >= SETUP_STEPS || !works_fit(g, step))
        return "the set-up cannot be this far";
    if (!layout_fits(g, step) || !achievements_fit(g, step) || !tableau_fits(g, step) ||
        !factions_fit(g, step) || (g->s->first != 0) != (step > STEP_FIRST))
        return "the set-up does not agree with what lies on the table";
    return rest_is_new(g) ? NULL : "something has happened before the set-up is over";
}

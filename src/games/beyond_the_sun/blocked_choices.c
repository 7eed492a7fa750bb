/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what cannot be chosen inside effects, and why. Slots, types and cards; options
 * and copied actions; ships, places, systems and discs. One function for each work that asks. */

#include "reasons.h"

/* ---- research -------------------------------------------------------------------------------- */

/* Which technologies to the left are missing; a number where there is a choice between them. */
static struct message prerequisite_reason(const struct table *g, int seat, int slot, int flags)
{
    uint64_t absent = g->cards->slots[slot].prerequisites & ~seat_of(g, seat)->slots;
    int missing = prerequisites_missing(g, seat, slot, flags);
    if (missing > 2 || bits_count(absent) != missing)
        return reason_of(REASON_PREREQUISITE_COUNT, seat, missing, 0);
    int first = (int)bits_pop(&absent);
    return absent == 0 ? reason_of(REASON_PREREQUISITE, seat, first, 0)
                       : reason_of(REASON_PREREQUISITES, seat, first, (int)bits_first(absent));
}

static struct message slot_reason(const struct table *g, int seat, int slot, unsigned levels,
                                  int flags)
{
    int level = g->cards->slots[slot].level;
    switch (slot_refusal(g, seat, slot, levels, flags)) {
    case SLOT_HAVE:
        return reason_of(REASON_SLOT_HAVE, seat, slot, 0);
    case SLOT_PREREQUISITE:
        return prerequisite_reason(g, seat, slot, flags);
    case SLOT_UNDISCOVERED:
        return reason_of(REASON_UNDISCOVERED, NOBODY, slot, 0);
    case SLOT_DECK:
        return reason_of(REASON_DECK_EMPTY, NOBODY, level, 0);
    case SLOT_RIVAL:
        return reason_of(REASON_RIVAL_LACKS, g->s->rival - 1, 0, 0);
    default:
        return reason_of(REASON_SLOT_LEVEL, NOBODY, slot, level);
    }
}

static void block_slots(struct refusals *r)
{
    for (int slot = 0; slot < SLOTS; slot++)
        block(r, move_of(MOVE_SLOT, slot, 0, 0),
              slot_reason(r->table, r->seat, slot, r->frame->args[0], r->frame->args[1]));
}

/* Of a slot with a choice of prerequisites, one that is not researched may have the type. */
static struct message type_reason(const struct table *g, int seat, int slot, int type)
{
    for (uint64_t left = g->cards->slots[slot].prerequisites & ~seat_of(g, seat)->slots;
         left != 0;) {
        int before = (int)bits_pop(&left), tech = g->s->slots[before];
        if (tech != 0 && g->cards->techs[tech].right == type)
            return reason_of(REASON_TYPE_UNRESEARCHED, seat, type, before);
    }
    return reason_of(REASON_TYPE, NOBODY, type, 0);
}

static void block_types(struct refusals *r)
{
    for (int type = 0; type < TYPES; type++)
        block(r, move_of(MOVE_TYPE, type, 0, 0),
              type_reason(r->table, r->seat, r->frame->args[0], type));
}

/* Cards that lie open in a search, or in the tableau. */
static void block_cards(struct refusals *r)
{
    const struct table *g = r->table;
    int level = g->cards->slots[r->frame->args[0]].level;
    for (uint64_t cards = g->s->revealed; cards != 0;) {
        int tech = (int)bits_pop(&cards);
        block(r, move_of(MOVE_CARD, tech, 0, 0), reason_of(REASON_CARD_TYPE, NOBODY, tech, 0));
    }
    if (!r->frame->args[2])
        return;
    for (int cell = 0; cell < TABLEAU; cell++) {
        int tech = g->s->tableau[cell], lies_at = cell / TYPES + 2;
        if (tech != 0)
            block(r, move_of(MOVE_CARD, tech, 0, 0),
                  lies_at != level ? reason_of(REASON_CARD_LEVEL, NOBODY, tech, lies_at)
                                   : reason_of(REASON_TABLEAU_TYPE, NOBODY, tech, 0));
    }
    block(r, move_of(MOVE_BLIND, 0, 0, 0), reason_of(REASON_BLIND, NOBODY, level, 0));
}

/* ---- options and copies ---------------------------------------------------------------------- */

static struct message option_reason(const struct refusals *r, int number, struct program rows)
{
    const struct table *g = r->table;
    const struct frame *frame = r->frame;
    bool repeats = g->cards->rows[frame_start(frame)].b != 0;
    if (!repeats && (frame->args[3] >> number & 1))
        return reason_of(REASON_OPTION_TAKEN, NOBODY, number, 0);
    if (g->s->must_research && !is_research_action(g->cards, rows))
        return reason_of(REASON_OPTION_RESEARCH, NOBODY, number, 0);
    int end = rows.start + rows.count;
    struct lack lack = rows_lack(g, r->seat, rows.start, end, frame->args[4]);
    return lack_reason(g, r->seat, lack, rows, true);
}

static void block_options(struct refusals *r)
{
    const struct effect *rows = r->table->cards->rows;
    int at = frame_start(r->frame), number = 0;
    int end = at + 1 + rows[at].body;
    for (int option = at + 1; option < end; option += 1 + rows[option].body, number++) {
        struct program program = {(uint16_t)(option + 1), (uint8_t)rows[option].body};
        block(r, move_of(MOVE_OPTION, number, 0, 0), option_reason(r, number, program));
    }
}

/* Is it a copying action that this chain has used? */
static bool is_in_chain(const struct table *g, struct program program)
{
    for (int i = 0; i < program.count; i++) {
        const struct effect *row = &g->cards->rows[program.start + i];
        if (row->op == OP_COPY && (g->s->copied >> row->a & 1))
            return true;
    }
    return false;
}

static struct message copy_reason(const struct refusals *r, int space)
{
    const struct table *g = r->table;
    struct program program = space_program(g, space);
    int tech = space_tech(space);
    enum space_refusal access = access_refusal(g, r->seat, space);
    if (!is_research_action(g->cards, program))
        return reason_of(REASON_COPY_KIND, NOBODY, 0, 0);
    if (access == SPACE_COVERED)
        return reason_of(REASON_COVERED, NOBODY, space - SPACE_GUILD + 1, 0);
    if (access == SPACE_PRIVATE)
        return reason_of(REASON_COPY_PRIVATE, private_owner(g, tech), tech, 0);
    if (access == SPACE_UNKNOWN && r->frame->args[0] != 0)
        return reason_of(REASON_UNKNOWN, r->seat, tech, 0);
    if (is_in_chain(g, program))
        return reason_of(REASON_COPY_CHAIN, NOBODY, 0, 0);
    return lack_reason(g, r->seat, copy_lack(g, r->seat, space), program, true);
}

static bool is_legal(const struct refusals *r, int kind, int a)
{
    for (int i = 0; i < r->legal_count; i++)
        if (r->legal[i].kind == kind && r->legal[i].a == a)
            return true;
    return false;
}

/* Every action that can be seen. Spaces with the same action count once. */
static void block_copies(struct refusals *r)
{
    const struct table *g = r->table;
    struct program before = {0};
    int first = 0;
    for (int space = 1; space < SPACES; space++) {
        struct program program = space_program(g, space);
        if (program.count == 0 || access_refusal(g, r->seat, space) == SPACE_ABSENT)
            continue;
        if (program.start != before.start)
            first = space;
        before = program;
        block(r, move_of(MOVE_COPY, space, 0, 0),
              is_legal(r, MOVE_COPY, first) ? reason_of(REASON_COPY_SAME, NOBODY, first, 0)
                                            : copy_reason(r, first));
    }
}

/* Technologies whose immediate effect cannot be repeated. */
static struct message again_reason(const struct refusals *r, int tech)
{
    const struct bts_tech *about = &r->table->cards->techs[tech];
    if (!has_tech(r->table, r->seat, tech))
        return reason_of(REASON_AGAIN_UNKNOWN, r->seat, tech, 0);
    if (about->level == 4)
        return reason_of(REASON_AGAIN_LEVEL, NOBODY, tech, 0);
    return about->immediate.count == 0 ? reason_of(REASON_AGAIN_NOTHING, NOBODY, tech, 0)
                                       : reason_of(REASON_AGAIN_TAKEN, NOBODY, tech, 0);
}

static void block_repeats(struct refusals *r)
{
    uint64_t techs = seat_of(r->table, r->seat)->private_techs;
    for (int slot = 0; slot < SLOTS; slot++)
        techs |= r->table->s->slots[slot] != 0 ? bit(r->table->s->slots[slot]) : 0;
    while (techs != 0) {
        int tech = (int)bits_pop(&techs);
        block(r, move_of(MOVE_CARD, tech, 0, 0), again_reason(r, tech));
    }
}

static void block_rivals(struct refusals *r)
{
    for (int other = 0; other < players_of(r->table); other++)
        if (other != r->seat)
            block(r, move_of(MOVE_RIVAL, other, 0, 0),
                  reason_of(REASON_RIVAL_USELESS, r->seat, other, 0));
}

/* ---- ships ----------------------------------------------------------------------------------- */

/* Does another faction have such a ship there, and the seat has none? */
static bool only_rivals(const struct refusals *r, int level, int place)
{
    if (seat_of(r->table, r->seat)->ships[place][level - 1] > 0)
        return false;
    for (int other = 0; other < players_of(r->table); other++)
        if (seat_of(r->table, other)->ships[place][level - 1] > 0)
            return true;
    return false;
}

static void block_building(struct refusals *r)
{
    const struct table *g = r->table;
    for (int place = 0; place < PLACES; place++)
        if (place_exists(g, place)) {
            bool yard = place != ROGUE && map_of(g)[place].kind == KIND_YARD;
            block(r, move_of(MOVE_BUILD, place, 0, 0),
                  reason_of(yard ? REASON_BUILD_YARD : REASON_BUILD_PLACE, r->seat, place, 0));
        }
}

static void block_upgrades(struct refusals *r)
{
    for (int place = 0; place < PLACES; place++)
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            struct move move = move_of(MOVE_UPGRADE, level, place, 0);
            if (only_rivals(r, level, place))
                block(r, move, reason_of(REASON_UPGRADE_RIVAL, r->seat, level, place));
            else if (seat_of(r->table, r->seat)->ships[place][level - 1] > 0)
                block(r, move,
                      level == SHIP_LEVELS
                          ? reason_of(REASON_UPGRADE_TOP, NOBODY, 0, 0)
                          : reason_of(REASON_UPGRADE_AGAIN, r->seat, level, place));
        }
    /* "Up to" so many may end, unless nothing would change. */
    bool up_to = r->frame->args[2] == 0 && r->frame->args[3] > 1;
    block(r, move_of(MOVE_DONE, 0, 0, 0),
          reason_of(up_to ? REASON_NULL : REASON_UPGRADE_MUST, r->seat, 0, 0));
}

/* Why a step to a neighbour is refused: a colonization must stay possible, or the ship would be
 * back where it was. */
static enum reason step_reason(const struct refusals *r, int level, int from, int to)
{
    int ahead = r->frame->args[1];
    if (ahead == 0)
        return REASON_NULL;
    struct bts_state trial = *r->table->s;
    struct table h = {r->table->rules, r->table->cards, &trial, NULL};
    ship_move(&h, r->seat, level, from, to);
    return can_reach_colony(&h, r->seat, r->frame->args[0] - 1, ahead == 2) ? REASON_NULL
                                                                            : REASON_STEP_COLONY;
}

static void block_steps(struct refusals *r, int level, int from)
{
    unsigned targets = jump_targets(r->table, r->seat, from);
    for (int to = 0; to < PLACES; to++) {
        if (to == from || !place_exists(r->table, to))
            continue;
        block(r, move_of(MOVE_JUMP, level, from, to),
              targets >> to & 1 ? reason_of(step_reason(r, level, from, to), r->seat, 0, 0)
                                : reason_of(REASON_NOT_ADJACENT, NOBODY, from, to));
    }
}

static void block_jumps(struct refusals *r)
{
    const struct table *g = r->table;
    int ahead = r->frame->args[1];
    bool ready = ahead == 0 || can_reach_colony(g, r->seat, 0, ahead == 2);
    block(r, move_of(MOVE_DONE, 0, 0, 0),
          reason_of(ready ? REASON_NULL : REASON_STEP_COLONY, r->seat, 0, 0));
    for (int from = 0; from < PLACES; from++)
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            if (seat_of(g, r->seat)->ships[from][level - 1] > 0)
                block_steps(r, level, from);
            else if (only_rivals(r, level, from))
                block(r, move_of(MOVE_JUMP, level, from, (int)bits_first(neighbours(g, from))),
                      reason_of(REASON_JUMP_RIVAL, r->seat, level, from));
        }
}

static void block_warps(struct refusals *r)
{
    for (int from = 0; from < PLACES; from++)
        for (int level = 1; level <= SHIP_LEVELS; level++)
            for (int to = 0; to < PLACES; to++)
                if (to != from && place_exists(r->table, to) &&
                    seat_of(r->table, r->seat)->ships[from][level - 1] > 0)
                    block(r, move_of(MOVE_JUMP, level, from, to),
                          reason_of(REASON_WARPED, r->seat, level, from));
}

static void block_sending(struct refusals *r)
{
    for (int from = 0; from < PLACES; from++)
        for (int level = 1; level <= SHIP_LEVELS; level++)
            for (int to = 0; to < PLACES; to++)
                if (to != from && place_exists(r->table, to) &&
                    seat_of(r->table, r->seat)->ships[from][level - 1] > 0)
                    block(r, move_of(MOVE_SEND, level, from, to),
                          reason_of(REASON_SEND_PLACE, r->seat, to, 0));
}

/* ---- places, systems, discs ------------------------------------------------------------------ */

static struct message colonize_reason(const struct refusals *r, int place)
{
    const struct table *g = r->table;
    int card = g->s->cards[place];
    bool stealth = r->frame->args[0] != 0;
    if (card == 0) {
        int kind = map_of(g)[place].kind;
        return reason_of(kind == KIND_A || kind == KIND_B ? REASON_EMPTY_SLOT : REASON_NO_SYSTEM,
                         NOBODY, place, 0);
    }
    if (stealth && (g->s->outposts_before >> place & 1))
        return reason_of(REASON_STEALTH_OUTPOST, NOBODY, card, 0);
    if (!stealth && g->s->outposts[place] != r->seat + 1)
        return reason_of(REASON_NOT_CONTROLLED, r->seat, card, 0);
    return reason_of(REASON_POWER_SHORT, r->seat, card,
                     g->cards->systems[card].strength - power_at(g, r->seat, place));
}

static void block_colonizing(struct refusals *r)
{
    for (int place = 0; place < PLACES; place++)
        if (place_exists(r->table, place))
            block(r, move_of(MOVE_COLONIZE, place, 0, 0), colonize_reason(r, place));
}

static void block_settling(struct refusals *r)
{
    const struct table *g = r->table;
    int at = r->frame->args[0];
    int missing = g->cards->systems[g->s->cards[at]].strength - r->frame->args[2];
    block(r, move_of(MOVE_DONE, 0, 0, 0), reason_of(REASON_SETTLE_MORE, r->seat, missing, 0));
    for (int place = 0; place < PLACES; place++)
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            struct move move = move_of(MOVE_SETTLE, level, place, 0);
            if (place != at && seat_of(g, r->seat)->ships[place][level - 1] > 0)
                block(r, move, reason_of(REASON_SETTLE_ELSEWHERE, r->seat, at, 0));
            else if (place == at && only_rivals(r, level, place))
                block(r, move, reason_of(REASON_SETTLE_RIVAL, r->seat, level, place));
        }
}

static void block_discs(struct refusals *r)
{
    static const enum reason reasons[] = {[DISC_FOR_AUTOMATION] = REASON_STAR_AUTOMATION,
                                          [DISC_FOR_OUTPOST] = REASON_STAR_OUTPOST,
                                          [DISC_FOR_COLONY] = REASON_STAR_COLONY};
    if (r->frame->args[0] > DISC_FOR_COLONY)
        return;
    block(r, move_of(MOVE_DISC, DISC_STAR, 0, 0),
          reason_of(reasons[r->frame->args[0]], NOBODY, 0, 0));
}

/* Places that an event cannot be attached to. */
static void block_places(struct refusals *r, int kind, enum reason reason)
{
    for (int place = 0; place < ROGUE; place++)
        if (place_exists(r->table, place))
            block(r, move_of(kind, place, 0, 0), reason_of(reason, NOBODY, place, 0));
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void block_board_choice(struct refusals *r)
{
    switch (r->frame->work) {
    case WORK_BUILD:
        block_building(r);
        break;
    case WORK_UPGRADE:
        block_upgrades(r);
        break;
    case WORK_JUMP:
        block_jumps(r);
        break;
    case WORK_WARP:
        block_warps(r);
        break;
    case WORK_SEND:
        block_sending(r);
        break;
    case WORK_COLONIZE:
        block_colonizing(r);
        break;
    case WORK_SETTLE:
        block_settling(r);
        break;
    case WORK_DISC:
        block_discs(r);
        break;
    case WORK_FORTIFY:
        block_places(r, MOVE_YARD, REASON_NOT_YARD);
        break;
    case WORK_HANG:
        block_places(r, MOVE_HANG, REASON_NOT_SYSTEM_SLOT);
        break;
    default:
        break;
    }
}

/* Something that has to be done cannot be passed over. */
static void block_pass(struct refusals *r)
{
    switch (r->frame->work) {
    case WORK_MAY:
        block(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_NULL, r->seat, 0, 0));
        break;
    case WORK_SLOT:
    case WORK_CARD:
    case WORK_CHOOSE:
    case WORK_COPY:
    case WORK_RIVAL:
    case WORK_BUILD:
    case WORK_COLONIZE:
    case WORK_DISC:
        block(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_COMPULSORY, r->seat, 0, 0));
        break;
    default:
        break;
    }
}

void block_choice(struct refusals *r)
{
    switch (r->frame->work) {
    case WORK_SLOT:
        block_slots(r);
        break;
    case WORK_TYPE:
        block_types(r);
        break;
    case WORK_CARD:
        block_cards(r);
        break;
    case WORK_CHOOSE:
        block_options(r);
        break;
    case WORK_COPY:
        block_copies(r);
        break;
    case WORK_AGAIN:
        block_repeats(r);
        break;
    case WORK_RIVAL:
        block_rivals(r);
        break;
    default:
        block_board_choice(r);
        break;
    }
    block_pass(r);
}

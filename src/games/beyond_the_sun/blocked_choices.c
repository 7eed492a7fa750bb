/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what cannot be chosen inside effects, and why. Slots, types and cards; options
 * and copied actions; ships, places, systems and discs. One function for each task that asks. */

#include "reasons.h"

/* Something that has to be done cannot be passed over. */
static void refuse_pass(struct bts_refusals *r, enum bts_reason reason)
{
    refuse(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(reason, r->seat, 0, 0));
}

/* An optional part can be skipped, unless the action would then do nothing at all. */
void bts_block_skipping(struct bts_refusals *r)
{
    refuse_pass(r, REASON_NULL);
}

/* ---- research -------------------------------------------------------------------------------- */

/* Which technologies to the left are missing; a number where there is a choice between them. */
static struct message prerequisite_reason(const struct bts_view *v, int seat, int slot, int flags)
{
    uint64_t absent = v->cards->slots[slot].prerequisites & ~seat_of(v, seat)->slots;
    int missing = bts_prerequisites_missing(v, seat, slot, flags);
    if (missing > 2 || bits_count(absent) != missing)
        return reason_of(REASON_PREREQUISITE_COUNT, seat, missing, 0);
    int first = (int)bits_pop(&absent);
    return absent == 0 ? reason_of(REASON_PREREQUISITE, seat, first, 0)
                       : reason_of(REASON_PREREQUISITES, seat, first, (int)bits_first(absent));
}

static struct message slot_reason(const struct bts_view *v, int seat, int slot, unsigned levels,
                                  int flags)
{
    int level = v->cards->slots[slot].level;
    switch (bts_slot_refusal(v, seat, slot, levels, flags)) {
    case SLOT_HAVE:
        return reason_of(REASON_SLOT_HAVE, seat, slot, 0);
    case SLOT_PREREQUISITE:
        return prerequisite_reason(v, seat, slot, flags);
    case SLOT_UNDISCOVERED:
        return reason_of(REASON_UNDISCOVERED, NOBODY, slot, 0);
    case SLOT_DECK:
        return reason_of(REASON_DECK_EMPTY, NOBODY, level, 0);
    case SLOT_RIVAL:
        return reason_of(REASON_RIVAL_LACKS, v->s->rival - 1, 0, 0);
    case SLOT_FINE: /* not asked for one that is */
    case SLOT_LEVEL:
        break;
    }
    return reason_of(REASON_SLOT_LEVEL, NOBODY, slot, level);
}

void bts_block_slots(struct bts_refusals *r)
{
    const struct bts_slot_task *f = as_slot(r->frame);
    for (int slot = 0; slot < SLOTS; slot++)
        refuse(r, move_of(MOVE_SLOT, slot, 0, 0),
               slot_reason(r->v, r->seat, slot, f->levels, f->flags));
    refuse_pass(r, REASON_COMPULSORY);
}

/* Of a slot with a choice of prerequisites, one that is not researched may have the type. */
static struct message type_reason(const struct bts_view *v, int seat, int slot, int type)
{
    for (uint64_t left = v->cards->slots[slot].prerequisites & ~seat_of(v, seat)->slots;
         left != 0;) {
        int before = (int)bits_pop(&left), tech = v->s->slots[before];
        if (tech != 0 && v->cards->techs[tech].right == type)
            return reason_of(REASON_TYPE_UNRESEARCHED, seat, type, before);
    }
    return reason_of(REASON_TYPE, NOBODY, type, 0);
}

void bts_block_types(struct bts_refusals *r)
{
    for (int type = 0; type < TYPES; type++)
        refuse(r, move_of(MOVE_TYPE, type, 0, 0),
               type_reason(r->v, r->seat, as_type(r->frame)->slot, type));
}

static void block_tableau(struct bts_refusals *r, int level)
{
    const struct bts_view *v = r->v;
    for (int cell = 0; cell < TABLEAU; cell++) {
        int tech = v->s->tableau[cell], lies_at = cell / TYPES + 2;
        if (tech != 0)
            refuse(r, move_of(MOVE_CARD, tech, 0, 0),
                   lies_at != level ? reason_of(REASON_CARD_LEVEL, NOBODY, tech, lies_at)
                                    : reason_of(REASON_TABLEAU_TYPE, NOBODY, tech, 0));
    }
    refuse(r, move_of(MOVE_BLIND, 0, 0, 0), reason_of(REASON_BLIND, NOBODY, level, 0));
}

/* Cards that lie open in a search, or in the tableau. */
void bts_block_cards(struct bts_refusals *r)
{
    const struct bts_card_task *f = as_card(r->frame);
    for (uint64_t cards = r->v->s->revealed; cards != 0;) {
        int tech = id_pop(&cards);
        refuse(r, move_of(MOVE_CARD, tech, 0, 0), reason_of(REASON_CARD_TYPE, NOBODY, tech, 0));
    }
    if (f->from_tableau)
        block_tableau(r, r->v->cards->slots[f->slot].level);
    refuse_pass(r, REASON_COMPULSORY);
}

/* ---- options and copies ---------------------------------------------------------------------- */

static struct message option_reason(const struct bts_refusals *r, int number, struct program rows)
{
    const struct bts_view *v = r->v;
    const struct bts_choose_task *f = as_choose(r->frame);
    bool repeats = v->cards->rows[row_number(f->row)].b != 0;
    if (!repeats && (f->taken >> number & 1))
        return reason_of(REASON_OPTION_TAKEN, NOBODY, number, 0);
    if (v->s->must_research && !bts_is_research_action(v->cards, rows))
        return reason_of(REASON_OPTION_RESEARCH, NOBODY, number, 0);
    int end = rows.start + rows.count;
    struct bts_shortfall shortfall = bts_rows_shortfall(v, r->seat, rows.start, end, f->flags);
    return bts_shortfall_reason(v, r->seat, shortfall, rows, true);
}

void bts_block_options(struct bts_refusals *r)
{
    const struct effect *rows = r->v->cards->rows;
    int at = row_number(as_choose(r->frame)->row), number = 0;
    int end = at + 1 + rows[at].body;
    for (int option = at + 1; option < end; option += 1 + rows[option].body, number++) {
        struct program program = {(uint16_t)(option + 1), (uint8_t)rows[option].body};
        refuse(r, move_of(MOVE_OPTION, number, 0, 0), option_reason(r, number, program));
    }
    refuse_pass(r, REASON_COMPULSORY);
}

/* Is it a copying action that this chain has used? */
static bool is_in_chain(const struct bts_view *v, struct program program)
{
    for (int i = 0; i < program.count; i++) {
        const struct effect *row = &v->cards->rows[program.start + i];
        if (row->op == OP_COPY && (v->s->copied >> row->a & 1))
            return true;
    }
    return false;
}

static struct message copy_reason(const struct bts_refusals *r, int space)
{
    const struct bts_view *v = r->v;
    struct program program = bts_space_program(v, space);
    int tech = bts_space_tech(space);
    enum bts_space_refusal access = bts_access_refusal(v, r->seat, space);
    if (!bts_is_research_action(v->cards, program))
        return reason_of(REASON_COPY_KIND, NOBODY, 0, 0);
    if (access == SPACE_COVERED)
        return reason_of(REASON_COVERED, NOBODY, space - SPACE_GUILD + 1, 0);
    if (access == SPACE_PRIVATE)
        return reason_of(REASON_COPY_PRIVATE, bts_private_owner(v, tech), tech, 0);
    if (access == SPACE_UNKNOWN && as_copy(r->frame)->whose != 0)
        return reason_of(REASON_UNKNOWN, r->seat, tech, 0);
    if (is_in_chain(v, program))
        return reason_of(REASON_COPY_CHAIN, NOBODY, 0, 0);
    return bts_shortfall_reason(v, r->seat, bts_copy_shortfall(v, r->seat, space), program, true);
}

static bool is_legal(const struct bts_refusals *r, int kind, int a)
{
    for (int i = 0; i < r->list.legal_count; i++)
        if (r->list.legal[i].kind == kind && r->list.legal[i].a == a)
            return true;
    return false;
}

/* Every action that can be seen. Spaces with the same action count once. */
void bts_block_copies(struct bts_refusals *r)
{
    const struct bts_view *v = r->v;
    struct program before = {0};
    int first = 0;
    for (int space = 1; space < v->cards->space_count; space++) {
        struct program program = bts_space_program(v, space);
        if (program.count == 0 || bts_access_refusal(v, r->seat, space) == SPACE_ABSENT)
            continue;
        if (program.start != before.start)
            first = space;
        before = program;
        refuse(r, move_of(MOVE_COPY, space, 0, 0),
               is_legal(r, MOVE_COPY, first) ? reason_of(REASON_COPY_SAME, NOBODY, first, 0)
                                             : copy_reason(r, first));
    }
    refuse_pass(r, REASON_COMPULSORY);
}

/* Technologies whose immediate effect cannot be repeated. */
static struct message again_reason(const struct bts_refusals *r, int tech)
{
    const struct bts_tech *about = &r->v->cards->techs[tech];
    if (!bts_has_tech(r->v, r->seat, tech))
        return reason_of(REASON_AGAIN_UNKNOWN, r->seat, tech, 0);
    if (about->level == 4)
        return reason_of(REASON_AGAIN_LEVEL, NOBODY, tech, 0);
    return about->immediate.count == 0 ? reason_of(REASON_AGAIN_NOTHING, NOBODY, tech, 0)
                                       : reason_of(REASON_AGAIN_TAKEN, NOBODY, tech, 0);
}

void bts_block_repeats(struct bts_refusals *r)
{
    uint64_t techs = seat_of(r->v, r->seat)->private_techs;
    for (int slot = 0; slot < SLOTS; slot++)
        techs |= id_bit_if_any(r->v->s->slots[slot]);
    while (techs != 0) {
        int tech = id_pop(&techs);
        refuse(r, move_of(MOVE_CARD, tech, 0, 0), again_reason(r, tech));
    }
}

void bts_block_rivals(struct bts_refusals *r)
{
    for (int other = 0; other < players_of(r->v); other++)
        if (other != r->seat)
            refuse(r, move_of(MOVE_RIVAL, other, 0, 0),
                   reason_of(REASON_RIVAL_USELESS, r->seat, other, 0));
    refuse_pass(r, REASON_COMPULSORY);
}

/* ---- ships ----------------------------------------------------------------------------------- */

/* Does another faction have such a ship there, and the seat has none? */
static bool only_rivals(const struct bts_refusals *r, int level, int place)
{
    if (seat_of(r->v, r->seat)->ships[place][level - 1] > 0)
        return false;
    for (int other = 0; other < players_of(r->v); other++)
        if (seat_of(r->v, other)->ships[place][level - 1] > 0)
            return true;
    return false;
}

void bts_block_building(struct bts_refusals *r)
{
    const struct bts_view *v = r->v;
    for (int place = 0; place < PLACES; place++)
        if (bts_place_exists(v, place)) {
            bool yard = place != ROGUE && map_of(v)[place].kind == KIND_YARD;
            refuse(r, move_of(MOVE_BUILD, place, 0, 0),
                   reason_of(yard ? REASON_BUILD_YARD : REASON_BUILD_PLACE, r->seat, place, 0));
        }
    refuse_pass(r, REASON_COMPULSORY);
}

void bts_block_upgrades(struct bts_refusals *r)
{
    for (int place = 0; place < PLACES; place++)
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            struct move move = move_of(MOVE_UPGRADE, level, place, 0);
            if (only_rivals(r, level, place))
                refuse(r, move, reason_of(REASON_UPGRADE_RIVAL, r->seat, level, place));
            else if (seat_of(r->v, r->seat)->ships[place][level - 1] > 0)
                refuse(r, move,
                       level == SHIP_LEVELS
                           ? reason_of(REASON_UPGRADE_TOP, NOBODY, 0, 0)
                           : reason_of(REASON_UPGRADE_AGAIN, r->seat, level, place));
        }
    /* "Up to" this many may end, unless nothing would change. */
    const struct bts_upgrade_task *f = as_upgrade(r->frame);
    bool up_to = !f->is_split && f->times > 1;
    refuse(r, move_of(MOVE_DONE, 0, 0, 0),
           reason_of(up_to ? REASON_NULL : REASON_UPGRADE_MUST, r->seat, 0, 0));
}

static enum bts_reason aim_reason(int aim)
{
    return aim == AIM_GROWTH ? REASON_STEP_GROWTH : REASON_STEP_COLONY;
}

/* Why a step to a neighbour is refused: what the action needs must stay possible, or the ship would
 * be back where it was. */
static enum bts_reason step_reason(const struct bts_refusals *r, int level, int from, int to)
{
    const struct bts_jump_task *f = as_jump(r->frame);
    if (f->aim == AIM_NONE)
        return REASON_NULL;
    struct bts_state copy;
    struct bts_table trial = bts_trial(r->v, &copy);
    bts_ship_move(&trial, r->seat, level, from, to);
    return bts_can_reach(&trial.view, r->seat, f->points_left - 1, (enum bts_aim)f->aim)
               ? REASON_NULL
               : aim_reason(f->aim);
}

static void block_steps(struct bts_refusals *r, int level, int from)
{
    unsigned targets = bts_jump_targets(r->v, r->seat, from);
    for (int to = 0; to < PLACES; to++) {
        if (to == from || !bts_place_exists(r->v, to))
            continue;
        refuse(r, move_of(MOVE_JUMP, level, from, to),
               targets >> to & 1 ? reason_of(step_reason(r, level, from, to), r->seat, 0, 0)
                                 : reason_of(REASON_NOT_ADJACENT, NOBODY, from, to));
    }
}

void bts_block_jumps(struct bts_refusals *r)
{
    const struct bts_view *v = r->v;
    int aim = as_jump(r->frame)->aim;
    bool ready = bts_can_reach(v, r->seat, 0, (enum bts_aim)aim);
    refuse(r, move_of(MOVE_DONE, 0, 0, 0),
           reason_of(ready ? REASON_NULL : aim_reason(aim), r->seat, 0, 0));
    for (int from = 0; from < PLACES; from++)
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            if (seat_of(v, r->seat)->ships[from][level - 1] > 0)
                block_steps(r, level, from);
            else if (only_rivals(r, level, from))
                refuse(r, move_of(MOVE_JUMP, level, from, (int)bits_first(bts_neighbours(v, from))),
                       reason_of(REASON_JUMP_RIVAL, r->seat, level, from));
        }
}

/* Every ship to every other place, with the reason for each. */
static void block_ways(struct bts_refusals *r, int kind,
                       struct message (*reason)(int seat, struct move move))
{
    for (int from = 0; from < PLACES; from++)
        for (int level = 1; level <= SHIP_LEVELS; level++)
            for (int to = 0; to < PLACES; to++)
                if (to != from && bts_place_exists(r->v, to) &&
                    seat_of(r->v, r->seat)->ships[from][level - 1] > 0) {
                    struct move move = move_of(kind, level, from, to);
                    refuse(r, move, reason(r->seat, move));
                }
}

static struct message warped(int seat, struct move move)
{
    return reason_of(REASON_WARPED, seat, move.a, move.b);
}

void bts_block_warps(struct bts_refusals *r)
{
    block_ways(r, MOVE_JUMP, warped);
}

static struct message not_sent_there(int seat, struct move move)
{
    return reason_of(REASON_SEND_PLACE, seat, move.c, 0);
}

void bts_block_sending(struct bts_refusals *r)
{
    block_ways(r, MOVE_SEND, not_sent_there);
}

/* ---- places, systems, discs ------------------------------------------------------------------ */

static struct message colonize_reason(const struct bts_refusals *r, int place)
{
    const struct bts_view *v = r->v;
    int card = v->s->cards[place];
    bool stealth = as_colonize(r->frame)->in_stealth;
    if (card == 0) {
        int kind = map_of(v)[place].kind;
        return reason_of(kind == KIND_A || kind == KIND_B ? REASON_EMPTY_SLOT : REASON_NO_SYSTEM,
                         NOBODY, place, 0);
    }
    if (stealth && (v->s->outposts_before >> place & 1))
        return reason_of(REASON_STEALTH_OUTPOST, NOBODY, card, 0);
    if (!stealth && v->s->outposts[place] != r->seat + 1)
        return reason_of(REASON_NOT_CONTROLLED, r->seat, card, 0);
    return reason_of(REASON_POWER_SHORT, r->seat, card,
                     v->cards->systems[card].strength - bts_power_at(v, r->seat, place));
}

void bts_block_colonizing(struct bts_refusals *r)
{
    for (int place = 0; place < PLACES; place++)
        if (bts_place_exists(r->v, place))
            refuse(r, move_of(MOVE_COLONIZE, place, 0, 0), colonize_reason(r, place));
    refuse_pass(r, REASON_COMPULSORY);
}

void bts_block_settling(struct bts_refusals *r)
{
    const struct bts_view *v = r->v;
    const struct bts_settle_task *f = as_settle(r->frame);
    int at = f->place;
    int missing = v->cards->systems[v->s->cards[at]].strength - f->levels_settled;
    refuse(r, move_of(MOVE_DONE, 0, 0, 0), reason_of(REASON_SETTLE_MORE, r->seat, missing, 0));
    for (int place = 0; place < PLACES; place++)
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            struct move move = move_of(MOVE_SETTLE, level, place, 0);
            if (place != at && seat_of(v, r->seat)->ships[place][level - 1] > 0)
                refuse(r, move, reason_of(REASON_SETTLE_ELSEWHERE, r->seat, at, 0));
            else if (place == at && only_rivals(r, level, place))
                refuse(r, move, reason_of(REASON_SETTLE_RIVAL, r->seat, level, place));
        }
}

void bts_block_discs(struct bts_refusals *r)
{
    static const enum bts_reason reasons[] = {[DISC_FOR_AUTOMATION] = REASON_STAR_AUTOMATION,
                                              [DISC_FOR_OUTPOST] = REASON_STAR_OUTPOST,
                                              [DISC_FOR_COLONY] = REASON_STAR_COLONY};
    int purpose = as_disc(r->frame)->purpose;
    assert(purpose <= DISC_FOR_COLONY);
    refuse(r, move_of(MOVE_DISC, DISC_STAR, 0, 0), reason_of(reasons[purpose], NOBODY, 0, 0));
    refuse_pass(r, REASON_COMPULSORY);
}

/* Places that an event cannot be attached to. */
static void block_places(struct bts_refusals *r, int kind, enum bts_reason reason)
{
    for (int place = 0; place < ROGUE; place++)
        if (bts_place_exists(r->v, place))
            refuse(r, move_of(kind, place, 0, 0), reason_of(reason, NOBODY, place, 0));
}

void bts_block_fortifying(struct bts_refusals *r)
{
    block_places(r, MOVE_YARD, REASON_NOT_YARD);
}

void bts_block_hanging(struct bts_refusals *r)
{
    block_places(r, MOVE_HANG, REASON_NOT_SYSTEM_SLOT);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: can the work on the agenda be gone on with? A position may come from anywhere, so
 * every argument of every frame is held against what its work can have, the rows of effects against
 * the programs, each frame against the one below it, what it speaks of against the table, and the
 * top against a decision. */

#include "bts.h"

#include "kit/frame_check.h"

#include <string.h>

/* ---- arguments ------------------------------------------------------------------------------- */

/* What an argument may be where it is not at most a number. */
enum {
    ROW = LIMIT_GAME,
    PLACE,
    SLOT,
    HIGH_SLOT,
    EVENT_SLOT,
    SHIP,
    TYPE_SET,
    SYSTEM,
    TECH,
    LEVELS,
    SEATS,
    ANY
};

/* The step and the five arguments of each work; what is not named is 0. */
static const struct frame_limits limits[WORKS] = {
    [WORK_SETUP] = {7, {0}},
    [WORK_DEAL_TECH] = {0, {3}},
    [WORK_DEAL_SYSTEM] = {0, {ROGUE}},
    [WORK_DEAL_ACHIEVEMENT] = {0, {3}},
    [WORK_TURN] = {6, {0}},
    [WORK_RUN] = {1, {ROW, ANY, ANY, ANY, 15}},
    [WORK_CHOOSE] = {0, {ROW, ANY, 8, ANY, 15}},
    [WORK_MAY] = {0, {ROW, ANY, 0, 0, 15}},
    [WORK_PER] = {CUBES, {ROW, ANY}},
    [WORK_FACTIONS] = {0, {ROW, ANY, SEATS}},
    [WORK_PAY] = {0, {9}},
    [WORK_RIVAL] = {0, {9}},
    [WORK_SUPPLY] = {0, {SHIP, 4, 1, 1}},
    [WORK_BUILD] = {0, {SHIP, 1}},
    [WORK_BETTER] = {0, {SHIP, PLACE}},
    [WORK_DISC] = {0, {2, SYSTEMS, 3}},
    [WORK_SHIFT] = {0, {9}},
    [WORK_TRADE] = {0, {1}},
    [WORK_UPGRADE] = {0, {9, 3, 1, 9}},
    [WORK_JUMP] = {0, {7, 2, 1}},
    [WORK_WARP] = {0, {9}},
    [WORK_SLOT] = {0, {LEVELS, 15, 1}},
    [WORK_EVENT] = {0, {EVENT_SLOT}},
    [WORK_TYPE] = {0, {HIGH_SLOT, 1}},
    [WORK_REVEAL] = {0, {HIGH_SLOT, TYPE_SET, 2}},
    [WORK_CARD] = {0, {HIGH_SLOT, TYPE_SET, 1}},
    [WORK_LEARN] = {0, {SLOT, 15}},
    [WORK_TABLEAU_FILL] = {0, {4, TYPES, 1}},
    [WORK_PRIVATE] = {0, {4, 3}},
    [WORK_COLONIZE] = {0, {1}},
    [WORK_SETTLE] = {0, {PLACE, 1, 80}},
    [WORK_TAKE_SYSTEM] = {0, {SYSTEM, 2}},
    [WORK_DRAW_SYSTEM] = {0, {3, 1, 4, PLACE}},
    [WORK_AGAIN] = {0, {2, TECH, TECH, TECH}},
    [WORK_COPY] = {0, {1}},
    [WORK_BANK] = {0, {9}},
    [WORK_HANG] = {0, {SYSTEM}},
};

static bool fits(const struct table *g, int limit, int value)
{
    switch (limit) {
    case PLACE:
        return value < PLACES;
    case SLOT:
        return value < SLOTS;
    case HIGH_SLOT:
        return value >= 4 && value < SLOTS;
    case EVENT_SLOT:
        return value >= 4 && value < 16;
    case SHIP:
        return value >= 1 && value <= SHIP_LEVELS;
    case TYPE_SET:
        return value >= 1 && value < 1 << TYPES;
    case SYSTEM:
        return value >= 1 && value <= SYSTEMS;
    case TECH:
        return value <= TECHS;
    case LEVELS:
        return value >= 2 && value <= 30 && value % 2 == 0;
    case SEATS:
        return value < 1 << players_of(g);
    default:
        assert(limit == ROW || limit == ANY);
        return true;
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Do the steps from `at` on end exactly at `end`, in the same program, with no lone option among
 * them? */
static bool are_steps(const struct table *g, int at, int end)
{
    if (at > end || end > g->cards->row_count || (at < end && g->cards->row_ends[at] < end))
        return false;
    while (at < end) {
        if (g->cards->rows[at].op == OP_OPTION)
            return false;
        at += 1 + g->cards->rows[at].body;
    }
    return at == end;
}

static bool is_row(const struct table *g, int at, enum op op)
{
    return at < g->cards->row_count && g->cards->rows[at].op == op;
}

static bool rows_fit(const struct table *g, const struct frame *frame)
{
    int at = frame_start(frame);
    switch (frame->work) {
    case WORK_RUN:
        return are_steps(g, at, frame_end(frame));
    case WORK_CHOOSE:
        return is_row(g, at, OP_CHOOSE) && frame->args[2] <= g->cards->rows[at].a;
    case WORK_MAY:
        return is_row(g, at, OP_MAY);
    case WORK_PER:
        return is_row(g, at, OP_PER);
    case WORK_FACTIONS:
        return is_row(g, at, OP_EACH) || is_row(g, at, OP_LEAST);
    default:
        return true;
    }
}

/* ---- what a frame speaks of ------------------------------------------------------------------ */

/* Cards of a level that a search can still find. */
static bool level_has_cards(const struct table *g, int level)
{
    uint64_t open = g->s->revealed >> tech_first(level) & bits_below((unsigned)tech_size(level));
    return open != 0 || deck_has_cards(g, level);
}

/* A slot that is being discovered: there is no technology yet, and there are some to choose from.
 */
static bool discovery_fits(const struct table *g, const struct frame *frame)
{
    int slot = frame->args[0];
    bool variant = frame->work == WORK_TYPE   ? frame->args[1] != 0
                   : frame->work == WORK_CARD ? frame->args[2] != 0
                                              : false;
    return g->s->slots[slot] == 0 && level_has_cards(g, g->cards->slots[slot].level) &&
           (!variant || has_tableau(g));
}

/* All discs of a colony are on it or still to come. */
static bool colony_fits(const struct table *g, const struct frame *frame)
{
    int system = frame->args[0], discs = g->s->colony_discs[system];
    const struct frame *top = agenda_top(&g->s->agenda);
    int there = ((discs & 3) != 0) + (discs >> 2 != 0) + frame->args[1];
    return (seat_of(g, frame->seat)->systems >> system & 1) &&
           there + (top->work == WORK_DISC && top == frame + 1) == 2;
}

static bool disc_fits(const struct table *g, const struct frame *frame)
{
    const struct bts_seat *me = seat_of(g, frame->seat);
    if (me->food == 0 || me->ore_discs == 0)
        return false;
    if (frame->args[0] == DISC_FOR_OUTPOST)
        return frame->args[1] < PLACES && g->s->outposts[frame->args[1]] == 0 &&
               (g->s->gained[frame->seat] >> frame->args[1] & 1) &&
               can_be_controlled(g, frame->args[1]);
    return frame->args[0] != DISC_FOR_AUTOMATION || frame->args[1] == 0;
}

/* What is drawn has a place to go to. */
static bool draw_fits(const struct table *g, const struct frame *frame)
{
    int place = frame->args[3];
    switch (frame->args[0]) {
    case DRAW_REFILL:
        return frame->args[2] == 1 && place < ROGUE && g->s->cards[place] == 0 &&
               map_of(g)[place].kind == (frame->args[1] ? KIND_B : KIND_A);
    case DRAW_DYSON:
        return frame->args[2] == 1 && place == 0 && g->s->dyson == 0;
    case DRAW_ROGUE:
        return frame->args[2] == 1 && place == 0 && g->s->cards[ROGUE] == 0;
    default:
        return place == 0;
    }
}

static bool settling_fits(const struct table *g, const struct frame *frame)
{
    int place = frame->args[0], card = g->s->cards[place];
    return card != 0 &&
           power_at(g, frame->seat, place) + frame->args[2] >= g->cards->systems[card].strength;
}

/* What a frame speaks of must be on the table. */
static bool things_are_there(const struct table *g, const struct frame *frame)
{
    const uint8_t *args = frame->args;
    const struct bts_seat *me = seat_of(g, frame->seat);
    switch (frame->work) {
    case WORK_SETTLE:
        return settling_fits(g, frame);
    case WORK_TAKE_SYSTEM:
        return colony_fits(g, frame);
    case WORK_BETTER:
        return args[0] < SHIP_LEVELS && me->ships[args[1]][args[0] - 1] > 0;
    case WORK_EVENT:
        return g->s->facedown >> (args[0] - 4) & 1;
    case WORK_LEARN:
        return me->slots >> args[0] & 1;
    case WORK_TYPE:
    case WORK_REVEAL:
    case WORK_CARD:
        return discovery_fits(g, frame);
    case WORK_SLOT:
        return me->population > 0 && open_slots(g, frame->seat, args[0], args[1]) != 0;
    case WORK_PRIVATE:
        return args[0] >= 2;
    case WORK_TABLEAU_FILL:
        return args[0] >= 2 && (g->s->rows_open >> args[0] & 1);
    case WORK_DEAL_ACHIEVEMENT:
        return args[0] >= 2;
    case WORK_DISC:
        return disc_fits(g, frame);
    case WORK_DRAW_SYSTEM:
        return draw_fits(g, frame);
    case WORK_HANG:
        return g->s->cards[ROGUE] == 0;
    case WORK_PAY:
        return args[0] >= 1;
    case WORK_RIVAL:
        return me->ore >= args[0];
    default:
        return true;
    }
}

static const char *check_frame(const struct table *g, const struct frame *frame)
{
    if (!rows_fit(g, frame))
        return "the agenda has work with arguments that cannot be";
    return things_are_there(g, frame) ? NULL : "the agenda speaks of something that is not there";
}

/* ---- one frame above another ----------------------------------------------------------------- */

#define ON(work) (UINT64_C(1) << (work))

/* Works in whose midst powers may be used, and one-time innovations come. */
#define WITH_POWERS (ON(WORK_ACTION) | ON(WORK_PRODUCTION) | ON(WORK_TRADE) | ON(WORK_WINDOW))

/* The works that each work may lie on; set-up and turn lie at the bottom. Whatever asks something
 * without going on afterwards is nobody's: it lies on top, where it is seen to be possible. */
static const uint64_t parents[WORKS] = {
    [WORK_DEAL_FIRST] = ON(WORK_SETUP),
    [WORK_DEAL_TECH] = ON(WORK_SETUP),
    [WORK_DEAL_SYSTEM] = ON(WORK_SETUP),
    [WORK_DEAL_ACHIEVEMENT] = ON(WORK_SETUP) | ON(WORK_DEAL_ACHIEVEMENT),
    [WORK_DEAL_FACTION] = ON(WORK_SETUP) | ON(WORK_DEAL_FACTION),
    [WORK_PICK_FACTION] = ON(WORK_SETUP) | ON(WORK_PICK_FACTION),
    [WORK_END_ACTION] = ON(WORK_TURN),
    [WORK_ACTION] = ON(WORK_END_ACTION),
    [WORK_PRODUCTION] = ON(WORK_TURN),
    [WORK_ACHIEVEMENT] = ON(WORK_TURN),
    [WORK_RUN] = ON(WORK_TURN) | ON(WORK_END_ACTION) | ON(WORK_RUN) | ON(WORK_CHOOSE) |
                 ON(WORK_PER) | ON(WORK_FACTIONS) | ON(WORK_AGAIN) | ON(WORK_TYPE) |
                 ON(WORK_CONTROL) | WITH_POWERS,
    [WORK_CHOOSE] = ON(WORK_RUN),
    [WORK_MAY] = ON(WORK_RUN),
    [WORK_PER] = ON(WORK_RUN),
    [WORK_PAY] = ON(WORK_RUN),
    [WORK_RIVAL] = ON(WORK_RUN),
    [WORK_SUPPLY] = ON(WORK_RUN),
    [WORK_BUILD] = ON(WORK_SUPPLY),
    [WORK_BETTER] = ON(WORK_SUPPLY),
    [WORK_RETIRE] = WITH_POWERS,
    [WORK_DISC] = ON(WORK_RUN) | ON(WORK_CONTROL) | ON(WORK_TAKE_SYSTEM),
    [WORK_SHIFT] = ON(WORK_RUN),
    [WORK_TRADE] = ON(WORK_TURN) | ON(WORK_RUN),
    [WORK_UPGRADE] = ON(WORK_RUN),
    [WORK_JUMP] = ON(WORK_RUN),
    [WORK_WARP] = ON(WORK_RUN),
    [WORK_CONTROL] = ON(WORK_RUN) | ON(WORK_SETTLE) | WITH_POWERS,
    [WORK_GAIN] = ON(WORK_CONTROL),
    [WORK_SLOT] = ON(WORK_RUN),
    [WORK_EVENT] = ON(WORK_TYPE),
    [WORK_TYPE] = ON(WORK_LEARN),
    [WORK_REVEAL] = ON(WORK_CARD),
    [WORK_CARD] = ON(WORK_LEARN),
    [WORK_LEARN] = ON(WORK_RUN),
    [WORK_TABLEAU_FILL] = ON(WORK_SETUP) | ON(WORK_TURN) | ON(WORK_RUN) | ON(WORK_SLOT) |
                          ON(WORK_LEARN) | ON(WORK_TABLEAU_FILL),
    [WORK_PRIVATE] = ON(WORK_RUN),
    [WORK_COLONIZE] = ON(WORK_RUN),
    [WORK_SETTLE] = ON(WORK_RUN),
    [WORK_TAKE_SYSTEM] = ON(WORK_RUN),
    [WORK_DRAW_SYSTEM] = ON(WORK_RUN) | ON(WORK_TAKE_SYSTEM) | ON(WORK_ANNEX),
    [WORK_ANNEX] = ON(WORK_RUN),
    [WORK_AGAIN] = ON(WORK_RUN),
    [WORK_COPY] = ON(WORK_RUN),
    [WORK_FACTIONS] = ON(WORK_RUN),
    [WORK_BANK] = ON(WORK_RUN),
    [WORK_KEEP] = ON(WORK_RUN),
    [WORK_FORTIFY] = ON(WORK_RUN),
    [WORK_HANG] = ON(WORK_RUN),
    [WORK_SEND] = WITH_POWERS,
    [WORK_WINDOW] = ON(WORK_TURN) | ON(WORK_RUN),
};

/* What lies on a turn that is so far; an innovation may come at any time. */
static const uint64_t works_of_step[] = {
    0,
    ON(WORK_END_ACTION),
    ON(WORK_PRODUCTION) | ON(WORK_TRADE),
    0,
    ON(WORK_WINDOW),
    ON(WORK_ACHIEVEMENT),
    ON(WORK_TABLEAU_FILL),
};
enum { TURN_STEPS = sizeof works_of_step / sizeof works_of_step[0] };

/* Most work is for the seat that the work below it is for. Effects may reach others. */
static bool seats_fit(const struct table *g, const struct frame *below, const struct frame *frame)
{
    const uint64_t for_anybody = ON(WORK_RUN) | ON(WORK_CONTROL) | ON(WORK_TABLEAU_FILL);
    if (below->work == WORK_SETUP || below->work == WORK_CONTROL || g->s->round == 0)
        return true;
    if (frame->work == WORK_WINDOW)
        return frame->seat == turn_seat(g) && frame->seat == below->seat;
    if (below->work != WORK_END_ACTION && (for_anybody & ON(frame->work)))
        return true;
    return frame->seat == below->seat;
}

/* A slot is discovered step by step: LEARN, then TYPE and EVENT, or CARD and REVEAL. */
static bool research_fits(const struct table *g, const struct frame *below,
                          const struct frame *frame)
{
    int slot = below->args[0];
    switch (below->work) {
    case WORK_LEARN:
        return frame->work == WORK_TABLEAU_FILL ? g->s->slots[slot] != 0 : frame->args[0] == slot;
    case WORK_TYPE:
        return frame->work != WORK_EVENT || frame->args[0] == slot;
    case WORK_CARD:
        return frame->args[0] == slot && frame->args[1] == below->args[1] && !below->args[2];
    default:
        return true;
    }
}

static bool pair_fits(const struct table *g, const struct frame *below, const struct frame *frame)
{
    const uint8_t *args = frame->args;
    if (!(parents[frame->work] & ON(below->work)) || !seats_fit(g, below, frame) ||
        !research_fits(g, below, frame))
        return false;
    switch (frame->work) {
    case WORK_BUILD:
        return args[0] == below->args[0] && args[1] == below->args[2];
    case WORK_BETTER:
        return args[0] == below->args[0];
    case WORK_DISC:
        return below->work == WORK_TAKE_SYSTEM
                   ? args[0] == DISC_FOR_COLONY && args[1] == below->args[0]
                   : args[0] ==
                         (below->work == WORK_CONTROL ? DISC_FOR_OUTPOST : DISC_FOR_AUTOMATION);
    case WORK_DRAW_SYSTEM:
        return below->work == WORK_RUN
                   ? args[0] == DRAW_DYSON || args[0] == DRAW_ROGUE
                   : (args[0] == DRAW_ANNEX) == (below->work == WORK_ANNEX) &&
                         (args[0] == DRAW_REFILL) == (below->work == WORK_TAKE_SYSTEM);
    case WORK_CONTROL:
        return below->work != WORK_SETTLE || below->args[1] != 0;
    default:
        return true;
    }
}

/* The turn is as far as what lies on it, and effects leave room for what they bring. */
static bool order_fits(const struct table *g)
{
    const struct frame *frames = g->s->agenda.frames;
    int depth = g->s->agenda.depth;
    if (frames[0].work != (g->s->round == 0 ? WORK_SETUP : WORK_TURN))
        return false;
    for (int i = 1; i < depth; i++)
        if (!pair_fits(g, &frames[i - 1], &frames[i]) ||
            (frames[i].work == WORK_RUN && i >= RUN_DEPTH_MAX))
            return false;
    if (frames[0].work == WORK_SETUP)
        return true;
    int step = frames[0].step;
    return step < TURN_STEPS && depth > 1 &&
           ((works_of_step[step] | ON(WORK_RUN)) & ON(frames[1].work)) &&
           g->s->turn == (step > 0 ? frames[0].seat + 1 : 0);
}

/* ---- the agenda and the table ---------------------------------------------------------------- */

/* Slots being discovered, as bits; each by one search alone: `twice` if not. */
static uint32_t slots_in_work(const struct table *g, bool *twice)
{
    uint32_t slots = 0;
    for (int i = 0; i < g->s->agenda.depth; i++) {
        const struct frame *frame = &g->s->agenda.frames[i];
        if ((frame->work != WORK_TYPE && frame->work != WORK_CARD) || frame->args[0] >= SLOTS)
            continue;
        *twice = *twice || (slots >> frame->args[0] & 1);
        slots |= 1u << frame->args[0];
    }
    return slots;
}

/* Every slot without a technology has its event, until it is being discovered; the only cube on it
 * is that of whoever does so. The frames may hold anything. */
static const char *check_slots(const struct table *g)
{
    const struct bts_state *s = g->s;
    const struct frame *top = agenda_is_empty(&s->agenda) ? NULL : agenda_top(&s->agenda);
    bool twice = false;
    uint32_t in_work = slots_in_work(g, &twice), cubes = 0;
    uint32_t unrevealed = (uint32_t)s->facedown << 4;
    if (twice)
        return "a slot is being discovered twice";
    if (top != NULL && top->work == WORK_EVENT && top->args[0] < SLOTS)
        in_work &= ~(1u << top->args[0]);
    for (int seat = 0; seat < players_of(g); seat++)
        cubes |= seat_of(g, seat)->slots;
    for (int slot = 0; slot < SLOTS; slot++) {
        bool has_event = g->cards->slots[slot].level == 2 || g->cards->slots[slot].level == 3;
        bool facedown = unrevealed >> slot & 1, working = in_work >> slot & 1;
        if (s->slots[slot] != 0 ? facedown : has_event && facedown == working)
            return facedown ? "a discovered slot still has its event"
                            : "a slot without a technology has no event";
        if (s->slots[slot] == 0 && (cubes >> slot & 1) && !working &&
            !(top != NULL && top->work == WORK_EVENT && top->args[0] == slot))
            return "a cube lies on a slot without a technology";
    }
    return NULL;
}

/* One cube alone lies on a slot that is being discovered. */
static bool searches_fit(const struct table *g)
{
    const struct frame *frames = g->s->agenda.frames;
    for (int i = 0; i < g->s->agenda.depth; i++) {
        int slot = frames[i].args[0];
        if (frames[i].work == WORK_LEARN && g->s->slots[slot] == 0 &&
            !(i + 1 < g->s->agenda.depth && frames[i + 1].args[0] == slot &&
              (frames[i + 1].work == WORK_TYPE || frames[i + 1].work == WORK_CARD)))
            return false;
        if (frames[i].work != WORK_TYPE && frames[i].work != WORK_CARD)
            continue;
        for (int seat = 0; seat < players_of(g); seat++)
            if (seat != frames[i].seat && (seat_of(g, seat)->slots >> slot & 1))
                return false;
    }
    return true;
}

/* The level whose cards lie open, 0 if none may. */
static int level_open(const struct table *g, const struct frame *top)
{
    switch (top->work) {
    case WORK_REVEAL:
        return g->cards->slots[top->args[0]].level;
    case WORK_CARD:
        return top->args[2] ? 0 : g->cards->slots[top->args[0]].level;
    case WORK_PRIVATE:
    case WORK_TABLEAU_FILL:
        return top->args[0];
    default:
        return 0;
    }
}

/* What lies open or is kept in mind belongs to the work that is under way. */
static const char *check_leftovers(const struct table *g)
{
    static const struct frame none;
    static const uint8_t no_ships[PLACES][SHIP_LEVELS];
    const struct bts_state *s = g->s;
    const struct frame *top = agenda_is_empty(&s->agenda) ? &none : agenda_top(&s->agenda);
    int level = level_open(g, top);
    uint64_t fitting =
        level == 0 ? 0 : bits_below((unsigned)tech_size(level)) << (unsigned)tech_first(level);
    uint16_t gained = 0;
    if (s->revealed & ~fitting)
        return "technologies lie open that nobody looks at";
    if (s->drawn != 0 && !agenda_has(g, WORK_ANNEX))
        return "systems lie open that nobody looks at";
    if (top->work != WORK_UPGRADE && top->work != WORK_JUMP && top->work != WORK_WARP &&
        memcmp(s->scratch, no_ships, sizeof no_ships) != 0)
        return "ships are counted for a work that is not under way";
    for (int seat = 0; seat < players_of(g); seat++) {
        if (s->gained[seat] & gained)
            return "two seats gain control of one location";
        gained |= s->gained[seat];
        for (uint64_t places = s->gained[seat]; places != 0;) {
            unsigned place = bits_pop(&places);
            if (place >= PLACES || (s->outposts[place] != 0 && s->outposts[place] != seat + 1))
                return "a bonus is due for a location of somebody else";
        }
    }
    return gained != 0 && !agenda_has(g, WORK_CONTROL) ? "a bonus is due that nobody settles"
                                                       : NULL;
}

const char *bts_check_agenda(const struct table *g)
{
    static const struct frame_rules rules = {.limits = limits,
                                             .works = WORKS,
                                             .frames = AGENDA_FRAMES_MAX,
                                             .room = 2,
                                             .fits = fits,
                                             .check = check_frame};
    const struct bts_state *s = g->s;
    bool over = agenda_is_empty(&s->agenda);
    const char *wrong = s->round > 0 ? check_slots(g) : NULL;
    if (wrong == NULL)
        wrong = frames_check(&rules, g, s->agenda.frames, s->agenda.depth, players_of(g));
    if (wrong != NULL)
        return wrong;
    if (over && (s->round == 0 || s->turn != 0 || !is_last_round(g)))
        return "nothing is on the agenda, but the game is not over";
    if (!over && !order_fits(g))
        return "the work on the agenda does not lie in this order";
    if (s->round == 0)
        wrong = bts_check_setup(g);
    if (wrong == NULL)
        wrong = check_leftovers(g);
    if (wrong == NULL && !searches_fit(g))
        wrong = "a technology is searched for that is not there to be found";
    return wrong != NULL || bts_at_rest(g) ? wrong : "nobody has a decision to make";
}

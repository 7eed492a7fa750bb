/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: can the work on the agenda be gone on with? A position may come from anywhere, so
 * every argument of every frame is held against what its work can have, the rows of effects against
 * the programs, the order of the frames against the course of a turn, and the top against a
 * decision. */

#include "bts.h"

#include "kit/frame_check.h"

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
        return is_row(g, at, OP_CHOOSE);
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

/* ---- frames ---------------------------------------------------------------------------------- */

/* What a frame speaks of must be on the table. */
static bool things_are_there(const struct table *g, const struct frame *frame)
{
    const uint8_t *args = frame->args;
    switch (frame->work) {
    case WORK_SETTLE:
        return g->s->cards[args[0]] != 0;
    case WORK_TAKE_SYSTEM:
        return seat_of(g, frame->seat)->systems >> args[0] & 1;
    case WORK_BETTER:
        return args[0] < SHIP_LEVELS && seat_of(g, frame->seat)->ships[args[1]][args[0] - 1] > 0;
    case WORK_EVENT:
        return g->s->facedown >> (args[0] - 4) & 1;
    case WORK_LEARN:
        return seat_of(g, frame->seat)->slots >> args[0] & 1;
    case WORK_TYPE:
    case WORK_REVEAL:
    case WORK_CARD:
        return g->s->slots[args[0]] == 0;
    case WORK_PRIVATE:
    case WORK_TABLEAU_FILL:
        return args[0] >= 2;
    case WORK_DEAL_ACHIEVEMENT:
        return args[0] >= 2;
    case WORK_DISC:
        return args[0] != DISC_FOR_OUTPOST ||
               (args[1] < PLACES && g->s->outposts[args[1]] == 0 && can_be_controlled(g, args[1]));
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

/* The set-up or a turn lies at the bottom and nowhere else; an action ends above its turn. */
static bool order_fits(const struct table *g)
{
    const struct frame *frames = g->s->agenda.frames;
    int bottom = g->s->round == 0 ? WORK_SETUP : WORK_TURN;
    for (int i = 0; i < g->s->agenda.depth; i++) {
        int work = frames[i].work;
        bool is_bottom = work == WORK_SETUP || work == WORK_TURN;
        if ((i == 0) != is_bottom || (i == 0 && work != bottom))
            return false;
        if (work == WORK_END_ACTION && i != 1)
            return false;
        if ((work == WORK_ACTION || work == WORK_PRODUCTION) && frames[i].seat != frames[0].seat)
            return false;
    }
    return true;
}

const char *bts_check_agenda(const struct table *g)
{
    static const struct frame_rules rules = {.limits = limits,
                                             .works = WORKS,
                                             .frames = AGENDA_FRAMES_MAX,
                                             .room = 6,
                                             .fits = fits,
                                             .check = check_frame};
    const struct bts_state *s = g->s;
    const char *wrong = frames_check(&rules, g, s->agenda.frames, s->agenda.depth, players_of(g));
    if (wrong != NULL)
        return wrong;
    if (!order_fits(g))
        return "the work on the agenda does not lie in this order";
    return bts_at_rest(g) ? NULL : "nobody has a decision to make";
}

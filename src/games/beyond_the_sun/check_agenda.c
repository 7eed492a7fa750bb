/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: can the tasks on the agenda be continued? A position may come from anywhere,
 * so every argument of every frame is checked against its limit, what it refers to against the
 * table (the is_valid of each task), each frame against the one below it, and the top against a
 * decision. */

#include "bts.h"

#include <string.h>

/* ---- arguments and frames -------------------------------------------------------------------- */

static bool limit_fits(const struct bts_view *v, enum bts_limit limit, int value)
{
    switch (limit) {
    case LIMIT_PLACE:
        return value < PLACES;
    case LIMIT_SLOT:
        return value < SLOTS;
    case LIMIT_HIGH_SLOT:
        return value >= FIRST_EVENT_SLOT && value < SLOTS;
    case LIMIT_EVENT_SLOT:
        return value >= FIRST_EVENT_SLOT && value < FIRST_EVENT_SLOT + EVENT_SLOTS;
    case LIMIT_SHIP_LEVEL:
        return value >= 1 && value <= SHIP_LEVELS;
    case LIMIT_TYPE_SET:
        return value >= 1 && value < 1 << TYPES;
    case LIMIT_SYSTEM:
        return value >= 1 && value <= v->cards->system_count;
    case LIMIT_TECH:
        return value <= v->cards->tech_count;
    case LIMIT_LEVEL_SET:
        return value >= 2 && value <= 30 && value % 2 == 0;
    case LIMIT_SEAT_SET:
        return value < 1 << players_of(v);
    }
    assert(!"every limit is known");
    return false;
}

#define TASK_HAS_LIMITS
#include "kit/task_check.h"

/* ---- one frame above another ----------------------------------------------------------------- */

/* What lies on a turn while a step asks; an innovation may come at any time. */
static const uint64_t tasks_of_step[TURN_END] = {
    [TURN_ACTION] = ON(END_ACTION),    [TURN_PRODUCTION] = ON(PRODUCTION) | ON(TRADE),
    [TURN_WINDOW] = ON(WINDOW),        [TURN_ACHIEVEMENT] = ON(ACHIEVEMENT),
    [TURN_TABLEAU] = ON(TABLEAU_FILL),
};

/* Most tasks are for the seat that the task below is for. Effects may reach others. */
static bool seats_fit(const struct bts_view *v, const struct frame *below,
                      const struct frame *frame)
{
    const uint64_t for_anybody = ON(RUN) | ON(CONTROL) | ON(TABLEAU_FILL);
    if (below->task == TASK_SETUP || below->task == TASK_CONTROL || v->s->round == 0)
        return true;
    if (frame->task == TASK_WINDOW)
        return frame->seat == turn_seat(v) && frame->seat == below->seat;
    if (below->task != TASK_END_ACTION && (for_anybody >> frame->task & 1))
        return true;
    return frame->seat == below->seat;
}

/* The slot that a task of a discovery is about, or -1. */
static int discovered_slot(const struct frame *frame)
{
    switch (frame->task) {
    case TASK_LEARN:
        return as_learn(frame)->slot;
    case TASK_EVENT:
        return as_event(frame)->slot;
    case TASK_TYPE:
        return as_type(frame)->slot;
    case TASK_CARD:
        return as_card(frame)->slot;
    case TASK_REVEAL:
        return as_reveal(frame)->slot;
    default: /* all others are about something else */
        return -1;
    }
}

/* A slot is discovered step by step: LEARN, then TYPE and EVENT, or CARD and REVEAL. */
static bool research_fits(const struct bts_view *v, const struct frame *below,
                          const struct frame *frame)
{
    int slot = discovered_slot(below);
    switch (below->task) {
    case TASK_LEARN:
        return frame->task == TASK_TABLEAU_FILL ? v->s->slots[slot] != 0
                                                : discovered_slot(frame) == slot;
    case TASK_TYPE:
        return frame->task != TASK_EVENT || discovered_slot(frame) == slot;
    case TASK_CARD:
        return discovered_slot(frame) == slot && !as_card(below)->from_tableau &&
               as_reveal(frame)->types == as_card(below)->types;
    default: /* no part of a discovery */
        return true;
    }
}

static bool build_fits(const struct bts_supply_task *below, const struct bts_build_task *f)
{
    return f->level == below->level && f->in_deep_space == below->in_deep_space;
}

static bool disc_fits(const struct frame *below, const struct bts_disc_task *f)
{
    if (below->task == TASK_TAKE_SYSTEM)
        return f->purpose == DISC_FOR_COLONY && f->where == as_take_system(below)->system;
    return f->purpose == (below->task == TASK_CONTROL ? DISC_FOR_OUTPOST : DISC_FOR_AUTOMATION);
}

static bool draw_fits(const struct frame *below, const struct bts_draw_system_task *f)
{
    if (below->task == TASK_RUN)
        return f->purpose == DRAW_DYSON || f->purpose == DRAW_ROGUE;
    return f->purpose == (below->task == TASK_ANNEX ? DRAW_ANNEX : DRAW_REFILL);
}

static bool pair_fits(const struct bts_view *v, const struct frame *below,
                      const struct frame *frame)
{
    if (!may_lie_on(frame, below) || !seats_fit(v, below, frame) || !research_fits(v, below, frame))
        return false;
    switch (frame->task) {
    case TASK_BUILD:
        return build_fits(as_supply(below), as_build(frame));
    case TASK_BETTER:
        return as_better(frame)->level == as_supply(below)->level;
    case TASK_DISC:
        return disc_fits(below, as_disc(frame));
    case TASK_DRAW_SYSTEM:
        return draw_fits(below, as_draw_system(frame));
    case TASK_CONTROL:
        return below->task != TASK_SETTLE || as_settle(below)->in_stealth;
    default: /* the list of tasks says all about the others */
        return true;
    }
}

/* The turn is as far as what lies on it, and effects leave room for what they bring. */
static bool order_fits(const struct bts_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    int depth = v->s->agenda.depth;
    if (frames[0].task != (v->s->round == 0 ? TASK_SETUP : TASK_TURN))
        return false;
    for (int i = 1; i < depth; i++)
        if (!pair_fits(v, &frames[i - 1], &frames[i]) ||
            (frames[i].task == TASK_RUN && i >= RUN_DEPTH_MAX))
            return false;
    if (frames[0].task == TASK_SETUP)
        return true;
    int step = frames[0].step - 1; /* the one that asks now, none if the turn has not begun */
    if (step >= TURN_END || depth < 2)
        return false;
    uint64_t tasks = (step >= 0 ? tasks_of_step[step] : 0) | ON(RUN);
    return (tasks >> frames[1].task & 1) && v->s->turn == (step >= 0 ? frames[0].seat + 1 : 0);
}

/* ---- the agenda and the table ---------------------------------------------------------------- */

/* Is a card being looked for, for a slot? The frames may hold anything. */
static bool is_search(const struct frame *frame)
{
    return (frame->task == TASK_TYPE || frame->task == TASK_CARD) && discovered_slot(frame) < SLOTS;
}

/* Slots being discovered, as bits; each by one search alone: `twice` if not. */
static uint32_t slots_in_search(const struct bts_view *v, bool *twice)
{
    uint32_t slots = 0;
    for (int i = 0; i < v->s->agenda.depth; i++) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (!is_search(frame))
            continue;
        *twice = *twice || (slots >> discovered_slot(frame) & 1);
        slots |= 1u << discovered_slot(frame);
    }
    return slots;
}

/* Every slot without a technology has its event, until it is being discovered; the only cube on it
 * is that of whoever does so. The frames may hold anything. */
static const char *check_slots(const struct bts_view *v)
{
    const struct bts_state *s = v->s;
    const struct frame *top = agenda_is_empty(&s->agenda) ? NULL : agenda_top(&s->agenda);
    bool twice = false;
    uint32_t in_search = slots_in_search(v, &twice), cubes = 0;
    uint32_t unrevealed = (uint32_t)s->facedown << FIRST_EVENT_SLOT;
    if (twice)
        return "a slot is being discovered twice";
    int revealing = top != NULL && top->task == TASK_EVENT ? as_event(top)->slot : -1;
    if (revealing >= 0 && revealing < SLOTS)
        in_search &= ~(1u << revealing);
    for (int seat = 0; seat < players_of(v); seat++)
        cubes |= seat_of(v, seat)->slots;
    for (int slot = 0; slot < SLOTS; slot++) {
        bool has_event = v->cards->slots[slot].level == 2 || v->cards->slots[slot].level == 3;
        bool facedown = unrevealed >> slot & 1, working = in_search >> slot & 1;
        if (s->slots[slot] != 0 ? facedown : has_event && facedown == working)
            return facedown ? "a discovered slot still has its event"
                            : "a slot without a technology has no event";
        if (s->slots[slot] == 0 && (cubes >> slot & 1) && !working && slot != revealing)
            return "a cube lies on a slot without a technology";
    }
    return NULL;
}

/* A slot without a technology is being discovered, and one cube alone lies on it. */
static bool searches_fit(const struct bts_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    for (int i = 0; i < v->s->agenda.depth; i++) {
        int slot = discovered_slot(&frames[i]);
        if (frames[i].task == TASK_LEARN && v->s->slots[slot] == 0 &&
            !(i + 1 < v->s->agenda.depth && is_search(&frames[i + 1]) &&
              discovered_slot(&frames[i + 1]) == slot))
            return false;
        if (!is_search(&frames[i]))
            continue;
        for (int seat = 0; seat < players_of(v); seat++)
            if (seat != frames[i].seat && (seat_of(v, seat)->slots >> slot & 1))
                return false;
    }
    return true;
}

/* The level whose cards lie open, 0 if none may. */
static int level_open(const struct bts_view *v, const struct frame *top)
{
    switch (top->task) {
    case TASK_REVEAL:
        return v->cards->slots[as_reveal(top)->slot].level;
    case TASK_CARD:
        return as_card(top)->from_tableau ? 0 : v->cards->slots[as_card(top)->slot].level;
    case TASK_PRIVATE:
        return as_private(top)->level;
    case TASK_TABLEAU_FILL:
        return as_tableau_fill(top)->level;
    default: /* no other task deals technologies that lie open */
        return 0;
    }
}

/* What lies open or is kept in mind belongs to the task that is under way. */
static const char *check_leftovers(const struct bts_view *v)
{
    static const struct frame none;
    static const uint8_t no_ships[PLACES][SHIP_LEVELS];
    const struct bts_state *s = v->s;
    const struct frame *top = agenda_is_empty(&s->agenda) ? &none : agenda_top(&s->agenda);
    int level = level_open(v, top);
    uint64_t fitting = level == 0 ? 0 : techs_of_level(v, level);
    uint16_t gained = 0;
    if (s->revealed & ~fitting)
        return "technologies lie open that nobody looks at";
    if (s->drawn != 0 && !bts_agenda_has(v, TASK_ANNEX))
        return "systems lie open that nobody looks at";
    if (top->task != TASK_UPGRADE && top->task != TASK_JUMP && top->task != TASK_WARP &&
        memcmp(s->scratch, no_ships, sizeof no_ships) != 0)
        return "ships are counted for a work that is not under way";
    for (int seat = 0; seat < players_of(v); seat++) {
        if (s->gained[seat] & gained)
            return "two seats gain control of one location";
        gained |= s->gained[seat];
        for (uint64_t places = s->gained[seat]; places != 0;) {
            unsigned place = bits_pop(&places);
            if (place >= PLACES || (s->outposts[place] != 0 && s->outposts[place] != seat + 1))
                return "a bonus is due for a location of somebody else";
        }
    }
    return gained != 0 && !bts_agenda_has(v, TASK_CONTROL) ? "a bonus is due that nobody settles"
                                                           : NULL;
}

const char *bts_check_agenda(const struct bts_view *v)
{
    const struct bts_state *s = v->s;
    bool over = agenda_is_empty(&s->agenda);
    const char *wrong = s->round > 0 ? check_slots(v) : NULL;
    if (wrong == NULL)
        wrong = check_frames(v, 2);
    if (wrong != NULL)
        return wrong;
    if (over && (s->round == 0 || s->turn != 0 || !bts_is_last_round(v)))
        return "nothing is on the agenda, but the game is not over";
    if (!over && !order_fits(v))
        return "the work on the agenda does not lie in this order";
    if (s->round == 0)
        wrong = bts_check_setup(v);
    if (wrong == NULL)
        wrong = check_leftovers(v);
    if (wrong == NULL && !searches_fit(v))
        wrong = "a technology is searched for that is not there to be found";
    return wrong != NULL || bts_at_rest(v) ? wrong : "nobody has a decision to make";
}

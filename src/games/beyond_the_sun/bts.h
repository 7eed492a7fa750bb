/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what the files of this game share, in one section for each.
 * - mat, board, research: cubes, discs, production; places, ships, control; slots and types
 * - plan, changes: what an action needs and what it can do; legality and reasons share it
 * - run: what the operations of effects do
 * - setup, turn, powers: the course of the game
 * - building, movement, control, systems, discs, research_tasks, choices: the tasks inside effects
 * - score, check: points and places; what can be
 * - words, fields, reasons, blocked*, draw*, layout, features: for people and programs outside
 * Outside this folder only the players' rule of thumb for this game may include it. */

#ifndef GAMES_BEYOND_THE_SUN_BTS_H
#define GAMES_BEYOND_THE_SUN_BTS_H

#include "tasks.h"

#include <endian.h>
#include <string.h>

/* ---- mat.c ----------------------------------------------------------------------------------- */

const struct bts_mat *bts_mat_of(const struct bts_view *v, int seat);
int bts_supply_of(const struct bts_seat *seat);           /* cubes in the columns */
void bts_supply_take(struct bts_seat *seat);              /* the leftmost cube leaves */
void bts_supply_return(struct bts_table *t, int seat);    /* a cube goes to the rightmost gap */
int bts_food_symbols(const struct bts_view *v, int seat); /* visible ones */
int bts_ore_symbols(const struct bts_view *v, int seat);
int bts_growth(const struct bts_view *v, int seat); /* population that food production brings now */
int bts_automation_level(const struct bts_seat *seat);
int bts_ore_after(const struct bts_seat *seat, int amount); /* a gain, ORE_MAX at most */
int bts_ore_income(const struct bts_view *v, int seat);     /* ore that production brings now */
/* Writes what the next production brings each seat under the key "production". */
void bts_put_production(const struct bts_view *v, struct json *json);
void bts_gain_ore(struct bts_table *t, int seat, int amount);
void bts_pay_ore(struct bts_table *t, int seat, int amount);
void bts_pay_surcharge(struct bts_table *t, int seat, int amount);      /* of a space */
void bts_pay_for_population(struct bts_table *t, int seat, int amount); /* ore instead of it */
void bts_return_population(struct bts_table *t, int seat, int amount);
int bts_grow(struct bts_table *t, int seat, int amount);   /* supply to population; how many did */
void bts_produce(struct bts_table *t, int seat, int kind); /* DISC_FOOD or DISC_ORE */
void bts_shift_cube(struct bts_table *t, int seat, int column); /* from the rightmost column */
int bts_shift_source(const struct bts_seat *seat);              /* that column, or -1 */
unsigned bts_discs_available(const struct bts_view *v, int seat,
                             unsigned specialty);           /* kinds as bits 1, 2 */
int bts_disc_take(struct bts_table *t, int seat, int kind); /* off its track; returns the kind */
void bts_disc_return(struct bts_table *t, int seat, int kind);
void bts_automate(struct bts_table *t, int seat, int kind);
bool bts_has_tech(const struct bts_view *v, int seat, int tech);
bool bts_has_power(const struct bts_view *v, int seat, enum bts_power_kind power);
bool bts_has_any_time_power(const struct bts_view *v, int seat); /* used whenever one likes */
bool bts_has_innovation(const struct bts_view *v, int seat,
                        enum bts_innovation_kind innovation); /* and it works now */
uint64_t bts_techs_of(const struct bts_view *v, int seat);    /* on the board and private */
int bts_techs_of_level(const struct bts_view *v, uint64_t techs, int level); /* how many of them */

/* ---- board.c --------------------------------------------------------------------------------- */

static inline int bts_power_at(const struct bts_view *v, int seat, int place) /* of its ships */
{
    assert(place >= 0 && place < PLACES);
    uint32_t ships;
    memcpy(&ships, seat_of(v, seat)->ships[place], sizeof ships);
    /* Once, twice, three and four times the four bytes meet in the highest one; nobody has so many
     * ships that a lower one would run over. */
    return (int)(le32toh(ships) * UINT32_C(0x01020304) >> 24);
}

unsigned bts_own_places(const struct bts_view *v, int seat); /* controlled, as bits */
bool bts_place_exists(const struct bts_view *v, int place);  /* on this side, or the added system */
bool bts_can_be_controlled(const struct bts_view *v, int place);
bool bts_is_shipyard(const struct bts_view *v, int seat, int place); /* controlled, for building */
unsigned bts_specialty_of(const struct bts_view *v, int place);
unsigned bts_neighbours(const struct bts_view *v, int place); /* as bits */
unsigned bts_jump_targets(const struct bts_view *v, int seat, int from);
int bts_ship_count(const struct bts_view *v, int seat); /* on the board */
bool bts_has_ships(const struct bts_view *v, int seat);
void bts_ship_add(struct bts_table *t, int seat, int level, int place);
void bts_ship_remove(struct bts_table *t, int seat, int level, int place);
void bts_ship_move(struct bts_table *t, int seat, int level, int from, int to);
void bts_clear_scratch(struct bts_table *t); /* after an operation that counted ships there */
int bts_offer_ships(const struct bts_view *v, int seat, int kind, int max_level,
                    const uint8_t used[PLACES][SHIP_LEVELS], struct move *moves, int count);
unsigned bts_colonizable(const struct bts_view *v, int seat); /* places, as bits */
unsigned bts_stealth_targets(const struct bts_view *v, int seat);
bool bts_can_reach_colony(const struct bts_view *v, int seat, int points, bool stealth);

/* What a movement must leave possible, as the rest of its action needs it: a colonization, or
 * control of a system that brings population (R76). */
enum bts_aim { AIM_NONE, AIM_COLONY, AIM_STEALTH, AIM_GROWTH };
bool bts_can_reach(const struct bts_view *v, int seat, int points, enum bts_aim aim);
void bts_lose_control(struct bts_table *t, int place); /* the outpost leaves, its disc goes back */

/* Would the rest of this action, which may have to colonize, still be possible if the ship went to
 * another place (or nowhere, -1)? */
bool bts_ship_is_free(const struct bts_view *v, int seat, int level, int from, int to);

/* Settles control of all places but `skip` (-1: of all) and pushes what follows. Returns how many
 * the active player takes from others. */
int bts_control_check(struct bts_table *t, int skip);
unsigned bts_build_places(const struct bts_view *v, int seat);

/* ---- research.c ------------------------------------------------------------------------------ */

enum bts_slot_refusal {
    SLOT_FINE,
    SLOT_LEVEL,
    SLOT_HAVE,
    SLOT_PREREQUISITE,
    SLOT_UNDISCOVERED,
    SLOT_DECK,
    SLOT_RIVAL,
};
enum bts_slot_refusal bts_slot_refusal(const struct bts_view *v, int seat, int slot,
                                       unsigned levels, int flags);
uint32_t bts_open_slots(const struct bts_view *v, int seat, unsigned levels, int flags);
int bts_prerequisites_missing(const struct bts_view *v, int seat, int slot, int flags);
unsigned bts_levels_of(const struct bts_view *v, int seat,
                       int level); /* of a RESEARCH row, as bits 1 … 4 */
unsigned bts_slot_types(const struct bts_view *v, int seat, int slot); /* permitted, as bits */
bool bts_deck_has_cards(const struct bts_view *v, int level);
void bts_open_row_if_unlocked(struct bts_table *t, struct program program);
void bts_open_row(struct bts_table *t,
                  int level); /* of the tableau, unless it lies there or is not needed */

/* ---- plan.c ---------------------------------------------------------------------------------- */

/* What stands beside a space. */
struct program bts_space_program(const struct bts_view *v, int space);
int bts_space_surcharge(const struct bts_view *v, int space);

enum bts_space_refusal {
    SPACE_FINE,
    SPACE_ABSENT,  /* not in this game, or nothing there */
    SPACE_COVERED, /* guild */
    SPACE_UNKNOWN, /* technology not researched */
    SPACE_PRIVATE, /* another's private technology */
    SPACE_SAME,    /* own pawn stands there */
    SPACE_OCCUPIED,
    SPACE_ORE,        /* a: missing */
    SPACE_POPULATION, /* a: missing */
    SPACE_IMPOSSIBLE, /* a mandatory part cannot be done */
    SPACE_NO_SLOT,    /* such as research; a: the level, 0 for several */
    SPACE_NO_COLONY,  /* a: movement points before it */
    SPACE_NO_COPY,
    SPACE_NO_RIVAL,
    SPACE_NULL, /* nothing would change */
};
enum bts_space_refusal bts_space_refusal(const struct bts_view *v, int seat, int space,
                                         int *missing);
int bts_accessible_spaces(const struct bts_view *v, int seat,
                          struct move *moves); /* their actions, possible or not */
bool bts_can_act(const struct bts_view *v, int seat, int space); /* an accessible one */
int bts_offer_actions(const struct bts_view *v, int seat,
                      struct move *moves); /* all that can be chosen */

/* All that is missing for some rows: ore, population, and a mandatory part that cannot be done
 * (SPACE_FINE if all can) with its number. */
struct bts_shortfall {
    int ore, population, number;
    enum bts_space_refusal part;
};
struct bts_shortfall bts_rows_shortfall(const struct bts_view *v, int seat, int start, int end,
                                        int flags);
struct bts_shortfall bts_space_shortfall(const struct bts_view *v, int seat, int space);
struct bts_shortfall bts_copy_shortfall(const struct bts_view *v, int seat, int space);
int bts_private_owner(const struct bts_view *v, int tech); /* whose private technology, or NOBODY */
enum bts_space_refusal bts_access_refusal(const struct bts_view *v, int seat,
                                          int space); /* the first few */

/* Can the rows be carried out in full from here on, costs included, and each mandatory part? Flags
 * as for bts_run_rows. */
bool bts_plan_possible(const struct bts_view *v, int seat, int start, int end, int flags);

/* And the rest of this action after them? */
bool bts_plan_with_rest(const struct bts_view *v, int seat, int start, int end, int flags);

/* Can the rows change anything at all? */
bool bts_rows_can_change(const struct bts_view *v, int seat, int start, int end, int tech);

/* Can the tasks below the top of the agenda still change anything in this action? */
bool bts_later_can_change(const struct bts_view *v);
/* Has the action changed something, and is it still so? (R66) */
uint64_t bts_digest_of_table(const struct bts_view *v);
static inline bool bts_has_changed(const struct bts_view *v)
{
    return v->s->changed && (v->s->before == 0 || v->s->before != bts_digest_of_table(v));
}

/* Would the rest of this action still be possible with so much less, and more supply? */
bool bts_plan_rest(const struct bts_view *v, int seat, int ore_less, int population_less,
                   int supply_more);
bool bts_rest_has(const struct bts_view *v,
                  enum bts_op op); /* the rest of this action has such a row */

/* Of a copied action with options (TASK_CHOOSE): can the one that researches still be chosen after
 * these rows? */
bool bts_leaves_research(const struct bts_view *v, const struct frame *frame, int start, int end);

/* The actions that the seat may copy; the first `most` of them. `whose` as in OP_COPY. */
int bts_offer_copies(const struct bts_view *v, int seat, int whose, struct move *moves, int most);

/* Ore that an action with colonizing costs less. */
int bts_colony_discount(const struct bts_view *v, int seat, struct program program);
int bts_space_tech(int space); /* the technology that a space stands on, or 0 */

/* ---- run_effects.c --------------------------------------------------------------------------- */

/* Flags: the rows are an action, which must be done in full; they are the bonus of a colony; no
 * power is used in between; they are an option that was chosen and must be done in full. */
enum { RUN_ACTION = 1, RUN_BONUS = 2, RUN_QUIET = 4, RUN_CHOSEN = 8 };
void bts_run_program(struct bts_table *t, int seat, struct program program, int flags);
void bts_run_rows(struct bts_table *t, int seat, int start, int end, int flags);
void bts_own_system(struct bts_table *t, int seat, int system);
unsigned bts_usable_powers(const struct bts_view *v, int seat); /* at any time, as bits */
bool bts_agenda_has(const struct bts_view *v, enum bts_task task);

/* What a disc is for (of the task DISC); where it goes is the place or system. */
enum { DISC_FOR_AUTOMATION, DISC_FOR_OUTPOST, DISC_FOR_COLONY };
void bts_place_disc(struct bts_table *t, int seat, int purpose, int where, unsigned specialty);
void bts_put_disc(struct bts_table *t, int seat, int purpose, int where, int kind);

/* What a system is drawn for (of the task DRAW_SYSTEM). */
enum bts_draw_purpose { DRAW_REFILL, DRAW_DYSON, DRAW_ROGUE, DRAW_ANNEX };

/* ---- tasks ------------------------------------------------------------------------------------
 */

bool bts_at_rest(const struct bts_view *v); /* someone has to decide, or it is over; the step of
                                             * the task on top has been made */
const char *bts_check_agenda(const struct bts_view *v); /* check_agenda.c */
const char *
bts_check_setup(const struct bts_view *v); /* check_setup.c; the set-up is on the agenda */

/* A game that nobody can end any more stops there; docs/rulings.md, R60. */
enum { ROUNDS_MAX = 200 };

/* Effects within effects go no deeper than this: a row brings four frames at most before the
 * next effect begins, and the agenda has room for them. No game gets there. */
enum { RUN_DEPTH_MAX = AGENDA_FRAMES_MAX - 6 };

/* ---- turn.c ---------------------------------------------------------------------------------- */

bool bts_is_last_round(const struct bts_view *v);
int bts_claims_to_end(const struct bts_view *v); /* discs that trigger the end */
int bts_open_claim_slots(const struct bts_view *v, int achievement); /* with this many players */
unsigned bts_unclaimed(const struct bts_view *v,
                       int seat); /* achievements with room for it, as bits of their row */
unsigned bts_claimable(const struct bts_view *v, int seat); /* those whose conditions it meets */
/* Puts innovations that are due on the agenda; the second is asked all the time, of all mats. */
bool bts_run_innovations(struct bts_table *t);
static inline bool bts_innovations_due(struct bts_table *t)
{
    return is_advanced(&t->view) && bts_run_innovations(t);
}

int bts_offer_powers(const struct bts_view *v, int seat, struct move *moves, int count);
void bts_replace_all_discs(struct bts_table *t, int seat); /* what W8 does at the end of the game */
unsigned bts_starred_rows(const struct bts_view *v,
                          int seat); /* achievements with its star, by row */
struct move bts_pick_with_powers(
    const struct bts_view *v, int seat, struct move *moves, int count,
    struct random *random); /* one of these or of the powers; only spaces may turn out closed */
bool bts_take_power(struct bts_table *t, int seat, struct move move); /* false if not a power */
enum { PRODUCE_TRADE = 3 }; /* besides DISC_FOOD and DISC_ORE */
int bts_trade_price(const struct bts_view *v, int seat);
int bts_offer_sends(const struct bts_view *v, int seat, struct move *moves,
                    int most); /* one ship elsewhere; the first `most` of them */
int bts_offer_retires(const struct bts_view *v, int seat, struct move *moves,
                      int most); /* one ship off the board */

/* ---- others ---------------------------------------------------------------------------------- */

int bts_noun_count(const struct bts_view *v, int seat, int noun);
int bts_measure_of(const struct bts_view *v, int seat, int measure);
bool bts_condition_met(const struct bts_view *v, int seat, uint64_t techs, int achievement);

/* How much is missing for an achievement; of two kinds, the second is population. `techs` are the
 * technologies of the seat: who asks for several achievements finds them once. */
int bts_condition_missing(const struct bts_view *v, int seat, uint64_t techs, int achievement,
                          int *population);
void bts_score(const struct ruleset *rules, const void *state, struct score *score);
int bts_blocked(const struct ruleset *rules, const void *state, struct blocked *blocked);
void bts_explain_question(const struct ruleset *rules, const void *state, enum language language,
                          struct text *out);
void bts_name_things(const struct ruleset *rules, const void *state, struct message *told);
void bts_explain(const struct ruleset *rules, const void *state, struct move move,
                 enum language language, struct text *out);
const char *bts_check(const struct ruleset *rules, const void *state);
void bts_draw(const struct ruleset *rules, const void *state, int section,
              const struct drawing *drawing, struct text *out);
void bts_layout(const struct ruleset *rules, struct json *json);
void bts_progress(const struct ruleset *rules, const void *state, struct json *json,
                  const char *key);
void bts_features(const struct ruleset *rules, const void *state, const struct score *score,
                  int seat, int16_t *features);
void bts_feature_names(const struct ruleset *rules, const void *state, const struct score *score,
                       int seat, int16_t *features, struct feature_name *names);
enum { BTS_SEAT_FEATURES = 115, BTS_FEATURES = 1166 };
extern const struct words bts_words;

#endif

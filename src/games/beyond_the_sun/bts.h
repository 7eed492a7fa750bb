/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what the files of this game share, in one section for each.
 * - mat, board, research: cubes, discs, production; places, ships, control; slots and types
 * - plan: what an action needs and what it can do; legality and reasons share it
 * - run, works_*, setup, turn: operations of effects; decisions and their answers; the course
 * - score, check: points and places; what can be
 * - words, fields, reasons, blocked*, draw*, layout, features: for people and programs outside
 * Outside this folder only the players' rule of thumb for this game may include it. */

#ifndef GAMES_BEYOND_THE_SUN_BTS_H
#define GAMES_BEYOND_THE_SUN_BTS_H

#include "state.h"

#include "kit/run.h"

/* A state with its rules, and where events go (NULL: nowhere). Functions that only ask take it
 * const; they leave the state alone. */
struct table {
    const struct ruleset *rules;
    const struct bts_cards *cards;
    struct bts_state *s;
    struct events *events;
};

static inline struct table bts_open(const struct ruleset *rules, void *state, struct events *events)
{
    return (struct table){rules, rules->cards, state, events};
}

/* For questions only: the state is not changed through it. */
static inline struct table bts_view(const struct ruleset *rules, const void *state)
{
    return (struct table){rules, rules->cards, (struct bts_state *)(uintptr_t)state, NULL};
}

static inline int players_of(const struct table *g)
{
    return g->rules->setup.players;
}

/* A place for an event. */
static inline int told_place(const struct table *g, int place)
{
    return place + PLACE_OF_SYSTEM * g->s->cards[place];
}

static inline bool is_advanced(const struct table *g)
{
    return g->rules->setup.options[OPTION_MATS] == MATS_ADVANCED;
}

static inline bool has_tableau(const struct table *g)
{
    return g->rules->setup.options[OPTION_TECHNOLOGIES] == TECHNOLOGIES_TABLEAU;
}

static inline struct bts_seat *seat_of(const struct table *g, int seat)
{
    assert(seat >= 0 && seat < SEATS_MAX);
    return &g->s->seats[seat];
}

static inline const struct bts_place *map_of(const struct table *g)
{
    return g->cards->maps[players_of(g) > 2];
}

/* The seat whose turn it is, or NOBODY. */
static inline int turn_seat(const struct table *g)
{
    return g->s->turn > 0 ? g->s->turn - 1 : NOBODY;
}

static inline int next_seat(const struct table *g, int seat)
{
    return seat + 1 < players_of(g) ? seat + 1 : 0;
}

/* ---- mat.c ----------------------------------------------------------------------------------- */

const struct bts_mat *mat_of(const struct table *g, int seat);
int supply_of(const struct bts_seat *seat);          /* cubes in the columns */
void supply_take(struct bts_seat *seat);             /* the leftmost cube leaves */
void supply_return(const struct table *g, int seat); /* a cube goes to the rightmost gap */
int food_symbols(const struct table *g, int seat);   /* visible ones */
int ore_symbols(const struct table *g, int seat);
int growth(const struct table *g, int seat); /* population that food production brings now */
int automation_level(const struct bts_seat *seat);
int ore_after(const struct bts_seat *seat, int amount); /* a gain, ORE_MAX at the most */
void gain_ore(struct table *g, int seat, int amount);
void pay_ore(struct table *g, int seat, int amount);
void pay_surcharge(struct table *g, int seat, int amount);      /* of a space */
void pay_for_population(struct table *g, int seat, int amount); /* ore instead of it */
void return_population(struct table *g, int seat, int amount);
int grow(struct table *g, int seat, int amount);        /* supply to population; how many did */
void produce(struct table *g, int seat, int kind);      /* DISC_FOOD or DISC_ORE */
void shift_cube(struct table *g, int seat, int column); /* from the rightmost column */
int shift_source(const struct bts_seat *seat);          /* that column, or -1 */
unsigned discs_available(const struct table *g, int seat,
                         unsigned specialty);       /* kinds as bits 1, 2 */
int disc_take(struct table *g, int seat, int kind); /* off its track; returns the kind */
void disc_return(struct table *g, int seat, int kind);
void automate(struct table *g, int seat, int kind);
bool has_tech(const struct table *g, int seat, int tech);
bool has_power(const struct table *g, int seat, enum power power);
bool has_innovation(const struct table *g, int seat,
                    enum innovation innovation);    /* and it works now */
uint64_t techs_of(const struct table *g, int seat); /* on the board and private, as bits */
int tech_count(const struct table *g, int seat, int level);

/* ---- board.c --------------------------------------------------------------------------------- */

int power_at(const struct table *g, int seat, int place);
unsigned own_places(const struct table *g, int seat); /* controlled, as bits */
bool place_exists(const struct table *g, int place);  /* on this side, or the added system */
bool can_be_controlled(const struct table *g, int place);
bool is_shipyard(const struct table *g, int seat, int place); /* controlled, for building */
unsigned specialty_of(const struct table *g, int place);
unsigned neighbours(const struct table *g, int place); /* as bits */
unsigned jump_targets(const struct table *g, int seat, int from);
int ship_count(const struct table *g, int seat); /* on the board */
void ship_add(struct table *g, int seat, int level, int place);
void ship_remove(struct table *g, int seat, int level, int place);
void ship_move(struct table *g, int seat, int level, int from, int to);
unsigned colonizable(const struct table *g, int seat); /* places, as bits */
unsigned stealth_targets(const struct table *g, int seat);
bool can_reach_colony(const struct table *g, int seat, int points, bool stealth);
void lose_control(struct table *g, int place); /* the outpost leaves, its disc goes back */

/* Would the rest of this action, which may have to colonize, still be possible if the ship went to
 * another place (or nowhere, -1)? */
bool ship_is_free(const struct table *g, int seat, int level, int from, int to);

/* Settles control of all places but `skip` (-1: of all) and pushes what follows. Returns how many
 * the active player takes from others. */
int control_check(struct table *g, int skip);
unsigned build_places(const struct table *g, int seat);

/* ---- research.c ------------------------------------------------------------------------------ */

enum slot_refusal {
    SLOT_FINE,
    SLOT_LEVEL,
    SLOT_HAVE,
    SLOT_PREREQUISITE,
    SLOT_UNDISCOVERED,
    SLOT_DECK,
    SLOT_RIVAL,
};
enum slot_refusal slot_refusal(const struct table *g, int seat, int slot, unsigned levels,
                               int flags);
uint32_t open_slots(const struct table *g, int seat, unsigned levels, int flags);
int prerequisites_missing(const struct table *g, int seat, int slot, int flags);
unsigned levels_of(const struct table *g, int seat,
                   int level); /* of a RESEARCH row, as bits 1 … 4 */
unsigned slot_types(const struct table *g, int seat, int slot); /* permitted, as bits */
uint8_t *tech_pile(const struct table *g, int level);
int tech_first(int level); /* first technology of a level */
int tech_size(int level);  /* how many there are */
bool deck_has_cards(const struct table *g, int level);
void open_row_if_unlocked(struct table *g, struct program program);
void open_row(struct table *g,
              int level); /* of the tableau, unless it lies there or is not needed */

/* ---- plan.c ---------------------------------------------------------------------------------- */

/* What stands beside a space. */
struct program space_program(const struct table *g, int space);
int space_surcharge(const struct table *g, int space);

enum space_refusal {
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
enum space_refusal space_refusal(const struct table *g, int seat, int space, int *missing);
int bts_offer_actions(const struct table *g, int seat,
                      struct move *moves); /* all that can be chosen */

/* All that is missing for some rows: ore, population, and a mandatory part that cannot be done
 * (SPACE_FINE if all can) with its number. */
struct lack {
    int ore, population, number;
    enum space_refusal part;
};
struct lack rows_lack(const struct table *g, int seat, int start, int end, int flags);
struct lack space_lack(const struct table *g, int seat, int space);
struct lack copy_lack(const struct table *g, int seat, int space);
int private_owner(const struct table *g, int tech); /* whose private technology, or NOBODY */
enum space_refusal access_refusal(const struct table *g, int seat, int space); /* the first few */

/* Can the rows be carried out in full from here on, costs included, and each mandatory part? Flags
 * as for bts_run_rows. */
bool plan_possible(const struct table *g, int seat, int start, int end, int flags);

/* And the rest of this action after them? */
bool plan_with_rest(const struct table *g, int seat, int start, int end, int flags);

/* Can the rows change anything at all? */
bool rows_can_change(const struct table *g, int seat, int start, int end, int tech);

/* Can the work below the top of the agenda still change anything in this action? */
bool later_can_change(const struct table *g);

/* Would the rest of this action still be possible with so much less, and more supply? */
bool plan_rest(const struct table *g, int seat, int ore_less, int population_less, int supply_more);
bool rest_has(const struct table *g, enum op op); /* the rest of this action has such a row */

/* Of a copied action with options (WORK_CHOOSE): can the one that researches still be chosen after
 * these rows? */
bool leaves_research(const struct table *g, const struct frame *frame, int start, int end);

/* May the seat copy the action of this space? `whose` as in OP_COPY. */
bool can_copy(const struct table *g, int seat, int space, int whose);

/* Ore that an action with colonizing costs less. */
int colony_discount(const struct table *g, int seat, struct program program);
int space_tech(int space); /* the technology that a space stands on, or 0 */

/* ---- run.c ----------------------------------------------------------------------------------- */

/* Flags: the rows are an action, which must be done in full; they are the bonus of a colony; no
 * power is used in between; they are an option that was chosen and must be done in full. */
enum { RUN_ACTION = 1, RUN_BONUS = 2, RUN_QUIET = 4, RUN_CHOSEN = 8 };
void bts_run_program(struct table *g, int seat, struct program program, int flags);
void bts_run_rows(struct table *g, int seat, int start, int end, int flags);
void own_system(struct table *g, int seat, int system);
unsigned usable_powers(const struct table *g, int seat); /* at any time, as bits */
bool agenda_has(const struct table *g, enum work work);

/* What a disc is for (WORK_DISC, args 0; args 1 is the place or system). */
enum { DISC_FOR_AUTOMATION, DISC_FOR_OUTPOST, DISC_FOR_COLONY };
void place_disc(struct table *g, int seat, int purpose, int where, unsigned specialty);
void put_disc(struct table *g, int seat, int purpose, int where, int kind);

/* What a system is drawn for (WORK_DRAW_SYSTEM, args 0). */
enum { DRAW_REFILL, DRAW_DYSON, DRAW_ROGUE, DRAW_ANNEX };

/* ---- works ----------------------------------------------------------------------------------- */

/* All of them: defined in works_*.c, run.c, turn.c and setup.c, put into a table in works.c. */
#define WORK_LIST(X)                                                                               \
    X(setup, SETUP)                                                                                \
    X(deal_first, DEAL_FIRST)                                                                      \
    X(deal_tech, DEAL_TECH)                                                                        \
    X(deal_system, DEAL_SYSTEM)                                                                    \
    X(deal_achievement, DEAL_ACHIEVEMENT)                                                          \
    X(deal_faction, DEAL_FACTION)                                                                  \
    X(pick_faction, PICK_FACTION)                                                                  \
    X(turn, TURN)                                                                                  \
    X(action, ACTION)                                                                              \
    X(end_action, END_ACTION)                                                                      \
    X(production, PRODUCTION)                                                                      \
    X(achievement, ACHIEVEMENT)                                                                    \
    X(run, RUN)                                                                                    \
    X(choose, CHOOSE)                                                                              \
    X(may, MAY)                                                                                    \
    X(per, PER)                                                                                    \
    X(pay, PAY)                                                                                    \
    X(rival, RIVAL)                                                                                \
    X(supply, SUPPLY)                                                                              \
    X(build, BUILD)                                                                                \
    X(better, BETTER)                                                                              \
    X(retire, RETIRE)                                                                              \
    X(disc, DISC)                                                                                  \
    X(shift, SHIFT)                                                                                \
    X(trade, TRADE)                                                                                \
    X(upgrade, UPGRADE)                                                                            \
    X(jump, JUMP)                                                                                  \
    X(warp, WARP)                                                                                  \
    X(control, CONTROL)                                                                            \
    X(gain, GAIN)                                                                                  \
    X(slot, SLOT)                                                                                  \
    X(event, EVENT)                                                                                \
    X(type, TYPE)                                                                                  \
    X(reveal, REVEAL)                                                                              \
    X(card, CARD)                                                                                  \
    X(learn, LEARN)                                                                                \
    X(tableau_fill, TABLEAU_FILL)                                                                  \
    X(private, PRIVATE)                                                                            \
    X(colonize, COLONIZE)                                                                          \
    X(settle, SETTLE)                                                                              \
    X(take_system, TAKE_SYSTEM)                                                                    \
    X(draw_system, DRAW_SYSTEM)                                                                    \
    X(annex, ANNEX)                                                                                \
    X(again, AGAIN)                                                                                \
    X(copy, COPY)                                                                                  \
    X(factions, FACTIONS)                                                                          \
    X(bank, BANK)                                                                                  \
    X(keep, KEEP)                                                                                  \
    X(fortify, FORTIFY)                                                                            \
    X(hang, HANG)                                                                                  \
    X(send, SEND)                                                                                  \
    X(window, WINDOW)
#define WORK_DECLARE(name, NAME) extern const struct work_kind work_##name;
WORK_LIST(WORK_DECLARE)
#undef WORK_DECLARE
bool bts_at_rest(const struct table *g); /* somebody has to decide, or it is over; the step of the
                                          * work on top has been made */
const char *bts_check_agenda(const struct table *g); /* check_agenda.c */
const char *bts_check_setup(const struct table *g); /* check_setup.c; the set-up is on the agenda */

/* A game that nobody can end any more stops there; docs/rulings.md, R60. */
enum { ROUNDS_MAX = 200 };

/* Effects within effects go no deeper than this: a row brings four frames at the most before the
 * next effect begins, and the agenda has room for them. No game gets there. */
enum { RUN_DEPTH_MAX = AGENDA_FRAMES_MAX - 6 };

/* ---- turn.c ---------------------------------------------------------------------------------- */

bool is_last_round(const struct table *g);
int claims_to_end(const struct table *g);                     /* discs that trigger the end */
int open_claim_slots(const struct table *g, int achievement); /* with so many players */
unsigned claimable(const struct table *g, int seat); /* achievements, as bits of their row */
bool innovations_due(struct table *g);               /* puts them on the agenda */
int offer_powers(const struct table *g, int seat, struct move *moves, int count);
bool take_power(struct table *g, int seat, struct move move); /* false if it is no power */
enum { PRODUCE_TRADE = 3 };                                   /* beside DISC_FOOD and DISC_ORE */
int trade_price(const struct table *g, int seat);
int offer_sends(const struct table *g, int seat, struct move *moves);   /* one ship elsewhere */
int offer_retires(const struct table *g, int seat, struct move *moves); /* one ship off the board */

/* ---- others ---------------------------------------------------------------------------------- */

int bts_noun_count(const struct table *g, int seat, int noun);
int measure_of(const struct table *g, int seat, int measure);
bool condition_met(const struct table *g, int seat, int achievement);

/* How much is missing for an achievement; of two kinds, the second is population. */
int condition_missing(const struct table *g, int seat, int achievement, int *population);
void bts_score(const struct ruleset *rules, const void *state, struct score *score);
int bts_blocked(const struct ruleset *rules, const void *state, struct blocked *blocked);
void bts_explain(const struct ruleset *rules, const void *state, struct move move,
                 enum language language, struct text *out);
const char *bts_check(const struct ruleset *rules, const void *state);
void bts_draw(const struct ruleset *rules, const void *state, enum language language,
              struct text *out);
void bts_layout(const struct ruleset *rules, struct json *json);
void bts_features(const struct ruleset *rules, const void *state, int seat, int16_t *features);
enum { BTS_SEAT_FEATURES = 115, BTS_FEATURES = 598 };
extern const struct words bts_words;

#endif

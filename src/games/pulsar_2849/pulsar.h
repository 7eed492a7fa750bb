/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what the files of this game share, in one section for each.
 * - holdings, purse: what a seat has; dice, tokens and tolerances. Flights are in routes.h.
 * - actions, pay: what a die can be used for; how it is paid and what then happens
 * - flight, transmit, run: flights and what they bring; transmitters; operations of effects
 * - setup, turn, production, final: the course of the game
 * - score, check: points and places; what can be
 * - words, fields, reasons, blocked, draw, layout, features: for people and programs outside
 * Outside this folder only the players' rule of thumb for this game may include it. */

#ifndef GAMES_PULSAR_2849_PULSAR_H
#define GAMES_PULSAR_2849_PULSAR_H

#include "state.h"

#include "base/bits.h"
#include "kit/works.h"

struct table {
    const struct ruleset *rules;
    const struct pulsar_cards *cards;
    struct pulsar_state *s;
    struct events *events;
};

static inline struct table pulsar_open(const struct ruleset *rules, void *state,
                                       struct events *events)
{
    return (struct table){rules, rules->cards, state, events};
}

/* For questions only: the state is not changed through it. */
static inline struct table pulsar_view(const struct ruleset *rules, const void *state)
{
    return (struct table){rules, rules->cards, (struct pulsar_state *)(uintptr_t)state, NULL};
}

static inline int players_of(const struct table *t)
{
    return t->rules->setup.players;
}

static inline bool has_headquarters(const struct table *t)
{
    return t->rules->setup.options[OPTION_GAME] == GAME_STANDARD;
}

static inline const struct pulsar_players *players_card(const struct table *t)
{
    return &t->cards->players[players_of(t) - 2];
}

static inline const struct pulsar_map *map_of(const struct table *t)
{
    return &t->cards->maps[t->rules->setup.options[OPTION_CLUSTER]];
}

static inline const struct pulsar_node *node_of(const struct table *t, int location)
{
    return &map_of(t)->nodes[location];
}

static inline struct pulsar_seat *seat_of(const struct table *t, int seat)
{
    return &t->s->seats[seat];
}

/* The first row of a program with this operation, or NULL; is there one? */
static inline const struct effect *row_with(const struct table *t, struct program program,
                                            enum op op)
{
    return effect_find(t->cards->rows, program, (uint8_t)op);
}

static inline bool program_uses(const struct table *t, struct program program, enum op op)
{
    return row_with(t, program, op) != NULL;
}

/* ---- holdings.c ------------------------------------------------------------------------------ */

/* Technologies: their id by the index 0 … 16 in play, and all with something, as bits of it. */
int tech_id(const struct table *t, int index);
static inline const struct pulsar_tech *tech_at(const struct table *t, int index)
{
    return &t->cards->techs[tech_id(t, index)];
}
static inline uint32_t techs_mixed(const struct table *t, const uint32_t *of_letter, int stride)
{
    const uint8_t *boards = t->s->boards;
    return (of_letter[pulsar_board_letter[boards[0]] * stride] & pulsar_category_techs[0]) |
           (of_letter[pulsar_board_letter[boards[1]] * stride] & pulsar_category_techs[1]) |
           (of_letter[pulsar_board_letter[boards[2]] * stride] & pulsar_category_techs[2]);
}
#define TECHS_WITH(t, member, which)                                                               \
    techs_mixed(t, &(t)->cards->member[0][which],                                                  \
                (int)(sizeof(t)->cards->member[0] / sizeof(t)->cards->member[0][0]))
uint32_t own_techs_with_op(const struct table *t, int seat, enum op op, int *amount);

/* Pulsars. */
unsigned claimed_pulsars(const struct table *t); /* by anybody, as bits */
int rings_left(const struct table *t, int seat);
int gyrodyne_stock(const struct table *t, int size);
unsigned sizes_in_stock(const struct table *t); /* as bits */
void spinning_counts(const struct table *t, int seat, int counts[SIZES]);
int noun_in(const int counts[SIZES], int noun); /* of the nouns about spinning gyrodynes */

/* Systems. */
bool has_station(const struct table *t, int seat, int system); /* systems from 0 */
unsigned free_planets(const struct table *t, int system);      /* as bits; of one turned up */
uint32_t unseen_systems(const struct table *t); /* tiles not turned up, as bits from 1 */
int station_count(const struct table *t, int seat);

int noun_count(const struct table *t, int seat, int noun);

/* The play order: the first space of a seat, from 1, or 0; the seat on place 0, 1 …, each once. */
int first_space(const struct table *t, int seat);
int seat_in_order(const struct table *t, int place);
int counters_of_seat(const struct table *t);
int counter_of(const struct table *t, int seat, int number); /* number 0 or 1 */
/* Own counters on a track from the leading one on; returns their number. */
int counters_in_order(const struct table *t, int seat, int track, uint8_t counters[2]);

/* Points, and cubes paid; the event is the caller's. */
void add_points(struct table *t, int seat, int amount, enum source source);
void pay_cubes(struct table *t, int seat, int amount);

/* Gains, each with its event. */
void gain_points(struct table *t, int seat, int amount, enum source source);
void gain_cubes(struct table *t, int seat, int amount);
void gain_tokens(struct table *t, int seat, int modifier, int amount);
void gain_gyrodyne(struct table *t, int seat, int size);
int points_of(const struct pulsar_seat *seat);

/* Something happens to the seat that its technologies may wait for. */
void fire(struct table *t, int seat, enum event_kind event);

/* ---- purse.c --------------------------------------------------------------------------------- */

/* A die as one number: 0 none, then the values of each source. */
int die_of(enum die_source source, int value);
enum die_source die_source(int die);
int die_value(int die);
enum { DICE_NUMBERS = 32 };

static inline int off_of(int scope, bool less)
{
    return 1 + 2 * (scope - 1) + less;
}

static inline int off_scope(int off)
{
    return off == OFF_NONE ? SCOPE_NONE : (off + 1) / 2;
}

static inline int off_amount(int off)
{
    return off == OFF_NONE ? 0 : off % 2 == 1 ? 1 : -1;
}

extern const int8_t change_amount[CHANGES];

/* What a seat can pay with in its turn: values as bits, after one token each. */
struct purse {
    uint16_t silver, all;
    uint16_t plain;  /* without tokens */
    uint16_t scopes; /* tolerances that it has now, as bits */
};
struct purse purse_of(const struct table *t, int seat);

/* The values that an action with this tolerance can have. */
uint16_t purse_reach(const struct purse *purse, unsigned scopes, bool silver_alone);
int copy_price(const struct table *t, int seat);
uint16_t bonus_values(const struct table *t, int seat); /* of the bonus dice at hand, as bits */
unsigned silver_values(const struct table *t, int seat);
unsigned board_values(const struct table *t);          /* of the dice on the board */
unsigned own_scopes(const struct table *t, int seat);  /* tolerances, used in this turn or not */
unsigned copy_values(const struct table *t, int seat); /* of the dice that can be copied now */

/* ---- actions.c ------------------------------------------------------------------------------- */

/* What an action costs: a die of one of these values, as bits (none: a flight, any value), the
 * tolerances that fit it, as bits, and whether it must be a silver die. */
struct price {
    uint32_t costs;
    uint16_t scopes;
    bool silver_alone;
};
struct price price_of(const struct table *t, enum action action, int a, int b);

/* Technologies that the seat may patent, whatever they cost; the reasons are those of the rules. */
enum patent_refusal {
    PATENT_FINE,
    PATENT_ROW, /* not open yet */
    PATENT_OWN,
    PATENT_FULL,  /* two players have it */
    PATENT_FRESH, /* patented in this round */
    PATENT_LOCK,  /* one icon with two players */
    PATENT_BONUS, /* the bonus die is used or reserved */
    PATENT_CUBES,
};
enum patent_refusal patent_refusal(const struct table *t, int seat, int index);
uint32_t open_patents(const struct table *t, int seat);

enum project_refusal { PROJECT_FINE, PROJECT_DONE, PROJECT_NEEDS, PROJECT_BONUS };
enum project_refusal project_refusal(const struct table *t, int seat, int place);
int project_id(const struct table *t, int seat, int place);

/* Costs of a transmitter that are not covered, as bits of its dice. */
unsigned open_costs(const struct table *t, int transmitter);

int offer_actions(const struct table *t, int seat, struct move *moves);
int offer_constructions(const struct table *t, int seat, struct move *moves, int count);
bool may_end_turn(const struct table *t);

bool can_fly(const struct table *t, int seat, const struct purse *purse);
int offer_payments(const struct table *t, const struct frame *frame, struct move *moves);
struct errand errand_of(const struct table *t, int seat, int scope);

/* ---- the others ------------------------------------------------------------------------------ */

void start_construction(struct table *t, int seat, int size, int location); /* pay.c */
void complete_gyrodyne(struct table *t, int seat, int location);
void complete_project(struct table *t, int seat, int project);
void take_patent(struct table *t, int seat, int index);
void take_transmitter(struct table *t, int seat, int transmitter, int die); /* transmit.c */
void begin_flight(struct table *t, int seat, int length, int scope);        /* flight.c */
void begin_teleport(struct table *t, int seat, int location);
unsigned unused_runs(const struct table *t, int seat); /* projects, as bits */
const struct effect *run_row(const struct table *t, int seat,
                             int place); /* its gate run, or NULL */
void claim_pulsar(struct table *t, int seat, int location);
unsigned free_isolated(const struct table *t);        /* pulsars, as bits */
bool bonus_yields(const struct table *t, int system); /* anything now */
bool tiles_left(const struct table *t);
void pay_cost(struct table *t, int seat, int transmitter, int die); /* transmit.c */
int link_die(const struct table *t, int transmitter, int end);
void offer_link_dice(struct table *t, int seat, int transmitter);
void run_program(struct table *t, int seat, struct program program, enum source source); /* run.c */
bool run_row_now(struct table *t, int seat, const struct effect *row, enum source source);
int row_points(const struct table *t, int seat, const struct effect *row);
int steps_to(int median, int value); /* turn.c: left below 0, right above */
int median_of(const uint8_t dice[DIE_SIDES]);
int seat_of_pick(const struct table *t, int pick);         /* who takes die number 0, 1 … */
uint32_t purchases_left(const struct frame *frame);        /* of WORK_BUY, transmitters as bits */
int row_bonus(const struct table *t);                      /* production.c: of this round */
int goal_count(const struct table *t, int seat, int goal); /* final.c: how many of what it counts */
unsigned goals_met(const struct table *t, int seat, unsigned wanted); /* alone, as bits */
bool goals_together(const struct table *t, int seat, unsigned goals);
int station_points(const struct table *t, int stations);
int bonuses_bought(const struct frame *frame, int number); /* of a goal in play */

#define WORK_LIST(X)                                                                               \
    X(setup, SETUP)                                                                                \
    X(deal_board, DEAL_BOARD)                                                                      \
    X(deal_goal, DEAL_GOAL)                                                                        \
    X(deal_headquarters, DEAL_HEADQUARTERS)                                                        \
    X(deal_order, DEAL_ORDER)                                                                      \
    X(deal_offer, DEAL_OFFER)                                                                      \
    X(entry, ENTRY)                                                                                \
    X(side, SIDE)                                                                                  \
    X(round, ROUND)                                                                                \
    X(roll, ROLL)                                                                                  \
    X(take, TAKE)                                                                                  \
    X(act, ACT)                                                                                    \
    X(pay, PAY)                                                                                    \
    X(gate_run, GATE_RUN)                                                                          \
    X(flight, FLIGHT)                                                                              \
    X(arrive, ARRIVE)                                                                              \
    X(reveal, REVEAL)                                                                              \
    X(bonus, BONUS)                                                                                \
    X(tile, TILE)                                                                                  \
    X(link, LINK)                                                                                  \
    X(online, ONLINE)                                                                              \
    X(run, RUN)                                                                                    \
    X(size, SIZE)                                                                                  \
    X(isolated, ISOLATED)                                                                          \
    X(teleport, TELEPORT)                                                                          \
    X(spin, SPIN)                                                                                  \
    X(production, PRODUCTION)                                                                      \
    X(buy, BUY)                                                                                    \
    X(final, FINAL)                                                                                \
    X(deal, DEAL)                                                                                  \
    X(goals, GOALS)                                                                                \
    X(split, SPLIT)                                                                                \
    X(wild, WILD)                                                                                  \
    X(goal_bonus, GOAL_BONUS)
#define WORK_DECLARE(name, NAME) extern const struct work_kind pulsar_work_##name;
WORK_LIST(WORK_DECLARE)
#undef WORK_DECLARE

void pulsar_score(const struct ruleset *rules, const void *state, struct score *score);
void pulsar_explain(const struct ruleset *rules, const void *state, struct move move,
                    enum language language, struct text *out);
int pulsar_blocked(const struct ruleset *rules, const void *state, struct blocked *blocked);
const char *pulsar_check(const struct ruleset *rules, const void *state);
const char *pulsar_check_agenda(const struct table *t);
bool pulsar_setup_fits(const struct table *t);  /* check_setup.c */
bool pulsar_flight_fits(const struct table *t); /* check_flight.c */
bool pulsar_at_rest(const struct table *t);     /* works.c */
void pulsar_draw(const struct ruleset *rules, const void *state, enum language language,
                 struct text *out);
void pulsar_layout(const struct ruleset *rules, struct json *json);
/* Numbers for a seat, and in all; features.c says what they are. */
enum { PULSAR_SEAT_FEATURES = 181, PULSAR_FEATURES = 987 };
void pulsar_features(const struct ruleset *rules, const void *state, int seat, int16_t *features);
extern const struct words pulsar_words;

#endif

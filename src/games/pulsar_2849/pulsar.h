/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what the files of this game share, in one section for each.
 * - holdings, purse: what a seat has; dice, tokens and tolerances. Flights are in routes.h.
 * - actions, pay: what a die can be used for; how it is paid and what then happens
 * - flight, transmit: flights and what they bring; transmitters
 * - operations, run, choices: what effects do, row by row, and what they ask
 * - setup, turn, production, final: the course of the game
 * - score, outlook, check: points and places; what is to come as things are; what can be
 * - words, fields, reasons, blocked, draw, layout, plans, features: for people and programs outside
 * Outside this folder only the players' rule of thumb for this game may include it. */

#ifndef GAMES_PULSAR_2849_PULSAR_H
#define GAMES_PULSAR_2849_PULSAR_H

#include "tasks.h"

/* ---- holdings.c ------------------------------------------------------------------------------ */

/* Technologies: their id by the index 0 … 16 in play, and all with something, as bits of it. */
int pulsar_tech_id(const struct pulsar_view *v, int index);
static inline const struct pulsar_tech *tech_at(const struct pulsar_view *v, int index)
{
    return &v->cards->techs[pulsar_tech_id(v, index)];
}
static inline uint32_t techs_mixed(const struct pulsar_view *v, const uint32_t *of_letter,
                                   int stride)
{
    const uint8_t *boards = v->s->boards;
    return (of_letter[pulsar_board_letter[boards[0]] * stride] & pulsar_category_techs[0]) |
           (of_letter[pulsar_board_letter[boards[1]] * stride] & pulsar_category_techs[1]) |
           (of_letter[pulsar_board_letter[boards[2]] * stride] & pulsar_category_techs[2]);
}
#define TECHS_WITH(v, member, which)                                                               \
    techs_mixed(v, &(v)->cards->member[0][which],                                                  \
                (int)(sizeof(v)->cards->member[0] / sizeof(v)->cards->member[0][0]))
uint32_t pulsar_own_techs_with_op(const struct pulsar_view *v, int seat, enum pulsar_op op,
                                  int *amount);

/* Pulsars. */
unsigned pulsar_claimed_pulsars(const struct pulsar_view *v); /* by anyone, as bits */
int pulsar_rings_left(const struct pulsar_view *v, int seat);
int pulsar_gyrodyne_stock(const struct pulsar_view *v, int size);
void pulsar_gyrodyne_stocks(const struct pulsar_view *v, int stocks[SIZES]);
unsigned pulsar_sizes_in_stock(const struct pulsar_view *v); /* as bits */
void pulsar_spinning_counts(const struct pulsar_view *v, int seat, int counts[SIZES]);
int pulsar_noun_in(const int counts[SIZES], int noun); /* of the nouns about spinning gyrodynes */

/* Systems. */
bool pulsar_has_station(const struct pulsar_view *v, int seat, int system); /* systems from 0 */
unsigned pulsar_free_planets(const struct pulsar_view *v,
                             int system); /* as bits; of one turned up */
uint64_t
pulsar_unseen_systems(const struct pulsar_view *v); /* tiles not turned up, as bits from 1 */
int pulsar_station_count(const struct pulsar_view *v, int seat);
uint64_t pulsar_transmitters_of(const struct pulsar_view *v, int letter); /* as bits from 0 */
int pulsar_stack_size(const struct pulsar_view *v); /* transmitters that are still to come */

int pulsar_noun_count(const struct pulsar_view *v, int seat, int noun);

/* The play order: the first space of a seat, from 1, or 0; the seat on place 0, 1 …, each once. */
int pulsar_first_space(const struct pulsar_view *v, int seat);
int pulsar_seat_in_order(const struct pulsar_view *v, int place);
int pulsar_counters_of_seat(const struct pulsar_view *v);
int pulsar_counter_of(const struct pulsar_view *v, int seat, int number); /* number 0 or 1 */

/* Whose counter it is. */
static inline int pulsar_counter_seat(int players, int counter)
{
    assert(counter >= 0 && counter < 2 * players);
    return counter < players ? counter : counter - players;
}

/* Own counters on a track from the leading one on; returns their number. */
int pulsar_counters_in_order(const struct pulsar_view *v, int seat, int track, uint8_t counters[2]);

/* Points, and cubes paid; the event is the caller's. */
void pulsar_add_points(struct pulsar_table *t, int seat, int amount, enum pulsar_source source);
void pulsar_pay_cubes(struct pulsar_table *t, int seat, int amount);

/* Gains, each with its event. */
void pulsar_gain_points(struct pulsar_table *t, int seat, int amount, enum pulsar_source source);
void pulsar_gain_cubes(struct pulsar_table *t, int seat, int amount);
void pulsar_gain_tokens(struct pulsar_table *t, int seat, int modifier, int amount);
void pulsar_gain_gyrodyne(struct pulsar_table *t, int seat, int size);
int pulsar_points_of(const struct pulsar_seat *seat);

/* Something happens to the seat that its technologies may wait for. */
void pulsar_fire(struct pulsar_table *t, int seat, enum pulsar_event_kind event);

/* ---- purse.c --------------------------------------------------------------------------------- */

/* A die as one number: 0 none, then the values of each source. */
int pulsar_die_of(enum pulsar_die_source source, int value);
enum pulsar_die_source pulsar_die_source(int die);
int pulsar_die_value(int die);
enum { DICE_NUMBERS = 32 };

static inline int off_of(int scope, bool less)
{
    assert(scope > SCOPE_NONE && scope < SCOPE_COUNT);
    return 1 + 2 * (scope - 1) + less;
}

static inline int off_scope(int off)
{
    assert(off >= OFF_NONE && off < OFFS);
    return off == OFF_NONE ? SCOPE_NONE : (off + 1) / 2;
}

static inline int off_amount(int off)
{
    return off == OFF_NONE ? 0 : off % 2 == 1 ? 1 : -1;
}

extern const int8_t pulsar_change_amount[CHANGES];

/* What a seat can pay with in its turn: values as bits, after one token each. */
struct pulsar_purse {
    uint16_t silver, all;
    uint16_t plain;  /* without tokens */
    uint16_t scopes; /* tolerances that it has now, as bits */
};
struct pulsar_purse pulsar_purse_of(const struct pulsar_view *v, int seat);

/* The values that an action with this tolerance can have. */
uint16_t pulsar_purse_reach(const struct pulsar_purse *purse, unsigned scopes, bool silver_alone);
int pulsar_copy_price(const struct pulsar_view *v, int seat);
uint16_t pulsar_bonus_values(const struct pulsar_view *v,
                             int seat); /* of the bonus dice at hand, as bits */
unsigned pulsar_silver_values(const struct pulsar_view *v, int seat);
unsigned pulsar_board_values(const struct pulsar_view *v); /* of the dice on the board */
unsigned pulsar_own_scopes(const struct pulsar_view *v,
                           int seat); /* tolerances, used in this turn or not */
uint16_t pulsar_scopes_left(const struct pulsar_view *v, int seat); /* those that were not used */
unsigned pulsar_copy_values(const struct pulsar_view *v,
                            int seat); /* of the dice that can be copied now */

/* ---- actions.c ------------------------------------------------------------------------------- */

/* What an action costs: a die of one of these values, as bits (none: a flight, any value), the
 * tolerances that fit it, as bits, and whether it must be a silver die. */
struct pulsar_price {
    uint32_t costs;
    uint16_t scopes;
    bool silver_alone;
};
struct pulsar_price pulsar_price_of(const struct pulsar_view *v, enum pulsar_action action, int a,
                                    int b);

/* Technologies that the seat may patent, whatever they cost; the reasons are those of the rules. */
enum pulsar_patent_refusal {
    PATENT_FINE,
    PATENT_ROW, /* not open yet */
    PATENT_OWN,
    PATENT_FULL,  /* two players have it */
    PATENT_FRESH, /* patented in this round */
    PATENT_LOCK,  /* one icon with two players */
    PATENT_BONUS, /* the bonus die is used or reserved */
    PATENT_CUBES,
};
enum pulsar_patent_refusal pulsar_patent_refusal(const struct pulsar_view *v, int seat, int index);
uint32_t pulsar_open_patents(const struct pulsar_view *v, int seat);

enum pulsar_project_refusal { PROJECT_FINE, PROJECT_DONE, PROJECT_NEEDS, PROJECT_BONUS };
enum pulsar_project_refusal pulsar_project_refusal(const struct pulsar_view *v, int seat,
                                                   int place);
unsigned pulsar_open_projects(const struct pulsar_view *v, int seat); /* places, as bits */
int pulsar_project_id(const struct pulsar_view *v, int seat, int place);

/* Costs of a transmitter that are not covered, as bits of its dice. */
unsigned pulsar_open_costs(const struct pulsar_view *v, int transmitter);

int pulsar_offer_actions(const struct pulsar_view *v, int seat, struct move *moves);
int pulsar_offer_constructions(const struct pulsar_view *v, int seat, struct move *moves,
                               int count);
bool pulsar_may_end_turn(const struct pulsar_view *v);

bool pulsar_can_fly(const struct pulsar_view *v, int seat, const struct pulsar_purse *purse);
int pulsar_offer_payments(const struct pulsar_view *v, const struct frame *frame,
                          struct move *moves);
int pulsar_offer_first_payments(const struct pulsar_view *v, const struct frame *frame,
                                struct move *moves, int enough); /* this many will do */
struct pulsar_errand pulsar_errand_of(const struct pulsar_view *v, int seat, int scope);

/* ---- pay.c, transmit.c ----------------------------------------------------------------------- */

/* The ways to pay for an action, as moves; is the only one taken without asking? */
int pulsar_payments_for(const struct pulsar_view *v, int seat, struct move action,
                        struct move *moves);
bool pulsar_pays_unasked(const struct move *ways, int count);

/* What a payment is made of. */
struct pulsar_payment {
    int die, change, off;
    int value; /* of the die, after both */
};
struct pulsar_payment pulsar_payment_of(struct move way);

void pulsar_start_construction(struct pulsar_table *t, int seat, int size, int location);
void pulsar_complete_gyrodyne(struct pulsar_table *t, int seat, int location);
void pulsar_complete_project(struct pulsar_table *t, int seat, int project);
void pulsar_take_patent(struct pulsar_table *t, int seat, int index);
void pulsar_take_transmitter(struct pulsar_table *t, int seat, int transmitter, int die);
void pulsar_pay_cost(struct pulsar_table *t, int seat, int transmitter, int die);
int pulsar_link_die(const struct pulsar_view *v, int transmitter, int end);
void pulsar_offer_link_dice(struct pulsar_table *t, int seat, int transmitter);

/* ---- flight.c -------------------------------------------------------------------------------- */

void pulsar_begin_flight(struct pulsar_table *t, int seat, int length, int scope);
void pulsar_begin_teleport(struct pulsar_table *t, int seat, int location);
void pulsar_claim_pulsar(struct pulsar_table *t, int seat, int location);
bool pulsar_bonus_yields(const struct pulsar_view *v, int system); /* anything now */
bool pulsar_tiles_left(const struct pulsar_view *v);

/* Projects with a gate run that was not used, as bits; the gate run of a project, or NULL. */
unsigned pulsar_unused_runs(const struct pulsar_view *v, int seat);
const struct effect *pulsar_gate_run_of(const struct pulsar_view *v, int seat, int place);

/* ---- run_effects.c, choices.c
 * ------------------------------------------------------------------------ */

/* A program is put on the agenda; one that asks nothing is run at once; a single row is run. */
void pulsar_run_program(struct pulsar_table *t, int seat, struct program program,
                        enum pulsar_source source);
void pulsar_run_at_once(struct pulsar_table *t, int seat, struct program program,
                        enum pulsar_source source);
void pulsar_run_row(struct pulsar_table *t, int seat, const struct effect *row,
                    enum pulsar_source source);
bool pulsar_row_changes(const struct pulsar_view *v, const struct effect *row); /* anything now */
unsigned pulsar_free_isolated(const struct pulsar_view *v); /* pulsars, as bits */

/* ---- turn.c, production.c, final_scoring.c
 * ----------------------------------------------------------- */

int pulsar_steps_to(int median, int value); /* left below 0, right above */
int pulsar_landing(int from, int steps);    /* of a counter: no further than the ends of a track */
int pulsar_dice_on_board(const struct pulsar_view *v);
int pulsar_median_of(const uint8_t dice[DIE_SIDES]);
int pulsar_seat_of_pick(const struct pulsar_view *v, int pick); /* who takes die number 0, 1 … */

int pulsar_row_bonus(const struct pulsar_view *v);                 /* of this round */
uint64_t pulsar_purchases_left(const struct pulsar_buy_task *buy); /* transmitters, as bits */

void pulsar_set_play_order(struct pulsar_table *t); /* by the initiative track */

/* Goals in play, as bits: those that are met, each by itself; can these be met together? */
unsigned pulsar_goals_met(const struct pulsar_view *v, int seat, unsigned wanted);
bool pulsar_goals_together(const struct pulsar_view *v, int seat, unsigned goals);
int pulsar_bonuses_bought(const struct pulsar_goal_bonus_task *task, int number);
int pulsar_station_points(const struct pulsar_view *v, int stations);

/* ---- outlook.c ------------------------------------------------------------------------------- */

/* What a step of production gives a seat. */
struct pulsar_income {
    int points, cubes;
    int tokens, gyrodynes; /* however they look */
};
void pulsar_next_production(const struct ruleset *rules, const void *state,
                            struct pulsar_income incomes[SEATS_MAX][PRODUCTION_NEXT_ROUND]);
void pulsar_put_production(const struct ruleset *rules, const void *state, struct json *json,
                           const char *key);

/* ---- for the contract ------------------------------------------------------------------------ */

void pulsar_score(const struct ruleset *rules, const void *state, struct score *score);
void pulsar_projected(const struct ruleset *rules, const void *state, struct score *score);
void pulsar_explain(const struct ruleset *rules, const void *state, struct move move,
                    enum language language, struct text *out);
int pulsar_abridge(const struct ruleset *rules, const void *state, const struct move *line,
                   int count, struct move *told); /* abridge.c */
int pulsar_blocked(const struct ruleset *rules, const void *state, struct blocked *blocked);
const char *pulsar_check(const struct ruleset *rules, const void *state);
const char *pulsar_check_agenda(const struct pulsar_view *v);
bool pulsar_setup_fits(const struct pulsar_view *v);  /* check_setup.c */
bool pulsar_flight_fits(const struct pulsar_view *v); /* check_flight.c */
bool pulsar_at_rest(const struct pulsar_view *v);     /* game.c */
int pulsar_actor(const struct pulsar_view *v);        /* the same: who decides, as in a node */
void pulsar_advance(struct pulsar_table *t);          /* the same: to the next decision */
void pulsar_draw(const struct ruleset *rules, const void *state, int section,
                 const struct drawing *drawing, struct text *out);
void pulsar_layout(const struct ruleset *rules, struct json *json);
void pulsar_progress(const struct ruleset *rules, const void *state, struct json *json,
                     const char *key);
void pulsar_plans(const struct ruleset *rules, const void *state, struct json *json,
                  const char *key);
/* Numbers for a seat, and in all; features.c says what they are. */
enum { PULSAR_SEAT_FEATURES = 181, PULSAR_SEAT_TILES = 212, PULSAR_FEATURES = 1927 };
void pulsar_features(const struct ruleset *rules, const void *state, const struct score *score,
                     int seat, int16_t *features);
void pulsar_feature_names(const struct ruleset *rules, const void *state, const struct score *score,
                          int seat, int16_t *features, struct feature_name *names);
extern const struct words pulsar_words;

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the state, and the rows of its tables of words. */

#ifndef GAMES_PULSAR_2849_STATE_H
#define GAMES_PULSAR_2849_STATE_H

#include "cards.h"
#include "routes.h"

#include "kit/agenda.h"
#include "kit/track.h"

enum {
    ROUNDS = 8,
    SCORE_SPACES = 100, /* of the score track; tiles show the hundreds */
    ORDER_SPACES = 4,   /* of the play order; with two players each has two */
    DICE_OF_SEAT = 2,   /* silver dice that everyone takes */
    DIE_SIDES = 6,
    ON_OFFER = 3, /* transmitters in a round */
    GOALS_IN_PLAY = 3,
    PATH_MAX = FLIGHT_MAX + 1,
    AGENDA_FRAMES_MAX = 16,
    /* Far more than eight rounds can bring; nobody gets more. Points are those of one source: all
     * of them together fit a score. */
    CUBES_MAX = 9999,
    TOKENS_MAX = 150,
    POINTS_MAX = 2000,
};

enum { INITIATIVE, ENGINEERING, TRACKS };

/* Actions that a die pays for, in the order of the rules. */
enum pulsar_action {
    ACTION_NONE,
    ACTION_FLY,
    ACTION_GYRODYNE,    /* take a tile: size */
    ACTION_COMPLETE,    /* location */
    ACTION_TRANSMITTER, /* take: transmitter, die */
    ACTION_PAYMENT,     /* transmitter, die */
    ACTION_PROJECT,     /* project */
    ACTION_PATENT,      /* technology */
    ACTION_MODIFIER,    /* modifier */
    ACTIONS,
};

/* Where a die comes from. In moves a die is a number for source and value (die_of in pulsar.h). */
enum pulsar_die_source {
    DIE_NONE,
    DIE_SILVER,
    DIE_LINK,
    DIE_PLANET,
    DIE_COPY,
    DIE_RED,
    DIE_SOURCES
};

/* How a token changes a die. */
enum pulsar_change { CHANGE_NONE, CHANGE_LESS, CHANGE_MORE, CHANGE_TWO, CHANGES };

/* How a tolerance changes it: none, then 1 more and 1 less by each scope. */
enum { OFF_NONE, OFFS = 2 * SCOPE_COUNT - 1 };

/* The bonus die of the turn. */
enum { BONUS_FREE, BONUS_RESERVED, BONUS_USED };

/* What happened; words.c has the texts. */
enum pulsar_log_kind {
    LOG_BOARD,         /* technology board a */
    LOG_GOAL,          /* goal a is in play */
    LOG_HEADQUARTERS,  /* seat gets board a */
    LOG_ORDER,         /* seat has space a of the play order */
    LOG_OFFER,         /* transmitter a */
    LOG_ENTRY,         /* ship starts at a */
    LOG_SIDE,          /* side a */
    LOG_ROUND,         /* a begins */
    LOG_ROLLED,        /* die a */
    LOG_MEDIAN,        /* marker at a */
    LOG_TOOK,          /* die a */
    LOG_COUNTER,       /* counter on track a from b to c */
    LOG_COUNTER_STAYS, /* counter on track a at b: the end, or other counters */
    LOG_TURN,
    LOG_PAID,        /* with die a, counted as b */
    LOG_CUBES_PAID,  /* a */
    LOG_TOKEN_SPENT, /* modifier a */
    LOG_FLIES,       /* a segments from b to c */
    LOG_TELEPORTS,   /* to a */
    LOG_GATE_RUN,    /* project a: b gates, c points */
    LOG_REVEALED,    /* system a at b */
    LOG_STATION,     /* in system a at b, blue or lifeless c */
    LOG_CLAIMED,     /* pulsar a */
    LOG_TILE,        /* exploration tile a */
    LOG_NO_TILE,
    LOG_GYRODYNE,         /* takes size a */
    LOG_CONSTRUCTION,     /* size a at b */
    LOG_COMPLETED,        /* size a at b */
    LOG_AWARD,            /* size a: b points */
    LOG_TRANSMITTER,      /* takes a */
    LOG_LINKED,           /* a to b */
    LOG_PAID_TRANSMITTER, /* a with die b */
    LOG_ONLINE,           /* a */
    LOG_LINK_DIE,         /* red die a offered */
    LOG_PLANET_DIE,       /* red die a offered */
    LOG_DOUBLED,          /* silver a, red b */
    LOG_RED,              /* red die a */
    LOG_PROJECT,          /* a */
    LOG_PATENT,           /* a */
    LOG_POINTS,           /* a points from source b */
    LOG_CUBES,            /* a */
    LOG_TOKENS,           /* a of modifier b */
    LOG_EFFECT,           /* technology a takes effect */
    LOG_LOST_DICE,        /* a dice unused */
    LOG_STEP,             /* step a of the production phase */
    LOG_PLACE,            /* seat has space a of the play order */
    LOG_PENALTY,          /* a points */
    LOG_PRODUCES,         /* transmitter a */
    LOG_BOUGHT,           /* b points with transmitter a */
    LOG_SPINS,            /* a points by gyrodynes */
    LOG_REMOVED,          /* transmitter a leaves the game */
    LOG_FINAL,            /* step a of the final scoring */
    LOG_DEAL,             /* technology a: b points */
    LOG_ACHIEVED,         /* goal a: b points */
    LOG_WILD,             /* goal a counts as achieved */
    LOG_GOAL_BONUS,       /* goal a: b points for c cubes */
    LOG_SCORED,           /* a points from source b */
    LOG_OVER,
    LOG_KINDS,
};

/* Moves. */
enum pulsar_move_kind {
    /* of the dealer */
    MOVE_BOARD,        /* technology board */
    MOVE_LAY_GOAL,     /* goal */
    MOVE_HEADQUARTERS, /* board of headquarters */
    MOVE_ORDER,        /* seat */
    MOVE_OFFER,        /* transmitter */
    MOVE_ROLL,         /* value */
    MOVE_REVEAL,       /* system, location */
    MOVE_TILE,         /* kind of exploration tile */
    /* of the seats */
    MOVE_ENTRY,     /* location */
    MOVE_SIDE,      /* side of the headquarters */
    MOVE_TAKE_DIE,  /* value; no counter moves */
    MOVE_TAKE_FOR,  /* value, track */
    MOVE_TAKE_WITH, /* value, track, counter: where a seat has two */
    MOVE_FLY,
    MOVE_GYRODYNE,        /* size */
    MOVE_COMPLETE,        /* location */
    MOVE_TRANSMITTER,     /* transmitter, die */
    MOVE_PAY_TRANSMITTER, /* transmitter, die */
    MOVE_PROJECT,         /* project */
    MOVE_PATENT,          /* technology */
    MOVE_MODIFIER,        /* modifier */
    MOVE_BUILD,           /* size, location */
    MOVE_END,
    MOVE_PAY,       /* die */
    MOVE_PAY_TOKEN, /* die, change */
    MOVE_PAY_OFF,   /* die, tolerance */
    MOVE_PAY_BOTH,  /* die, change, tolerance */
    MOVE_GATE_RUN,  /* project, colour */
    MOVE_NO_RUN,
    MOVE_STEP,     /* location */
    MOVE_LINK,     /* own transmitter, its end, end of the new one */
    MOVE_ARRAY,    /* a new array */
    MOVE_SIZE,     /* size */
    MOVE_CLAIM,    /* location */
    MOVE_TELEPORT, /* location */
    MOVE_BONUS,
    MOVE_EXPLORE,
    MOVE_SPIN, /* location */
    MOVE_BUY,  /* transmitter */
    MOVE_DEAL, /* technology */
    MOVE_GOAL, /* goal */
    MOVE_GOAL_BONUS,
    MOVE_PASS,
    MOVE_KINDS,
};

enum { OPTION_GAME, OPTION_CLUSTER, OPTION_START };
enum { GAME_STANDARD, GAME_NO_HEADQUARTERS, GAME_FIRST };
enum { START_ROLLED, START_EVEN };

/* Sources of points, in the order of the table of words. */
enum pulsar_source {
    SOURCE_START,
    SOURCE_TRACKS, /* engineering rewards less penalties */
    SOURCE_TRANSMITTERS,
    SOURCE_GYRODYNES,
    SOURCE_AWARDS,
    SOURCE_TECHNOLOGIES, /* immediate and permanent ones */
    SOURCE_ROUNDS,       /* technologies that score in every round */
    SOURCE_HEADQUARTERS,
    SOURCE_RUNS,
    SOURCE_EXPLORATION,
    SOURCE_PATENTS, /* technologies of the final scoring */
    SOURCE_GOALS,
    SOURCE_PULSARS, /* and gyrodynes that do not spin */
    SOURCE_CUBES,
    SOURCE_INITIATIVE,
    SOURCE_STATIONS,
    SOURCES,
};

/* What lies on a pulsar: nothing, a size under construction from 1, a spinning one from 4. */
enum {
    RING_NONE,
    RING_UNFINISHED = 1,
    RING_SPINNING = RING_UNFINISHED + SIZES,
    RINGS = 2 * SIZES + 1
};

struct pulsar_seat {
    uint64_t transmitters; /* own ones, as bits from 0 */
    uint64_t online;       /* those that are online */
    int16_t points[SOURCES];
    uint32_t patents; /* technologies in play, as bits of their index */
    uint16_t claims;  /* pulsars, as bits from 0 */
    uint16_t cubes;
    uint8_t tokens[MODIFIERS];
    uint8_t hand[SIZES]; /* gyrodynes not placed yet */
    uint8_t ship;        /* location, 0 before it is placed */
    uint8_t board;       /* headquarters: 1 … 4, 0 without */
    uint8_t side;        /* 1 … 8, 0 until it is chosen */
    uint8_t projects;    /* completed, as bits */
    uint8_t runs;        /* projects whose gate run was used, as bits */
    uint8_t extra_stations;
    uint8_t dice[DICE_OF_SEAT]; /* silver; 0 none */
    uint8_t goals;              /* achieved at the end, as bits */
    uint8_t spare[2];
};

struct pulsar_state {
    struct pulsar_seat seats[SEATS_MAX];
    /* the dice board; with two players seat s has the counters s and s + 2 */
    struct track tracks[TRACKS];
    uint8_t order[ORDER_SPACES]; /* seat + 1 */
    uint8_t dice[DIE_SIDES];     /* on the board: how many of 1 … 6 */
    uint8_t median;              /* marker: 2 v on value v, 2 v + 1 between v and v + 1 */
    uint8_t round;               /* the time marker; 0 during the set-up */
    uint8_t turn;                /* seat + 1 */
    /* the star cluster */
    uint8_t systems[NODE_SYSTEMS];          /* turned up; 0 face down */
    uint8_t planets[NODE_SYSTEMS][PLANETS]; /* stations: seat + 1 */
    uint8_t gyrodynes[NODE_PULSARS];        /* what lies on each pulsar */
    uint8_t tiles[TILE_KINDS_MAX];          /* exploration tiles in the stack, by kind */
    uint8_t discards[TILE_KINDS_MAX];
    /* boards and tiles */
    uint8_t boards[CATEGORIES];
    uint8_t goals[GOALS_IN_PLAY];
    uint8_t awards[SIZES][2]; /* seat + 1 */
    uint8_t offer[ON_OFFER];  /* transmitters; 0 taken */
    uint8_t transmitter_pile[TRANSMITTERS_MAX];
    uint8_t paid[TRANSMITTERS_MAX];      /* costs covered, as bits; 0 once it is online */
    uint8_t joined[TRANSMITTERS_MAX][2]; /* the transmitter at its left and right end, or 0 */
    uint8_t spare_1[4];
    uint32_t fresh; /* technologies patented in this round, as bits */
    /* the turn */
    uint8_t bonus;          /* BONUS_FREE … */
    uint8_t red;            /* the reserved red die */
    uint8_t link_dice;      /* offered, as bits 0 … 6 */
    uint8_t planet_dice;    /* offered, as bits 1 … 6 */
    uint8_t tolerance_used; /* that of once a turn */
    /* the flight */
    uint8_t flight_length, flight_at; /* segments in all and so far */
    uint8_t flight_scope;             /* what the tolerance asks for */
    uint8_t flight_run;               /* project of the gate run, 1 … 8, or 0 */
    uint8_t flight_colour;
    uint8_t path[PATH_MAX]; /* locations, the start first */
    AGENDA(AGENDA_FRAMES_MAX) agenda;
};

_Static_assert(sizeof(struct pulsar_state) <= 832,
               "13 cache lines: one more costs every copy a tenth");

#endif

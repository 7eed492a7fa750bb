/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: every component as data, read from data/pulsar_2849. No rules: only what is printed
 * on tiles and boards. Ids count from 1 in the order of the files; 0 is none. */

#ifndef GAMES_PULSAR_2849_CARDS_H
#define GAMES_PULSAR_2849_CARDS_H

#include "operations.h"

#include "contract/game.h"
#include "kit/card_format.h"

/* How many tiles there are is up to the card set. These are the most it may have: */
enum {
    SYSTEMS_MAX = 32,
    TILE_KINDS_MAX = 16,     /* kinds of exploration tiles, */
    TILES_MAX = 60,          /* and tiles of all kinds together */
    EXTRA_STATIONS_MAX = 20, /* of one tile; those of all tiles fit a byte of the state */
    TRANSMITTERS_MAX = 48,
    GOAL_TILES_MAX = 16,
    GOALS_MAX = 2 * GOAL_TILES_MAX, /* the sides */
};

/* What boards have room for: */
enum {
    LETTERS = 4,        /* of technology boards and headquarters: A to D */
    CATEGORIES = 3,     /* of technology boards: I, II, III */
    TECHS_IN_PLAY = 17, /* on three boards: 0 … 5 on I, 6 … 11 on II, 12 … 16 on III */
    TECHS = LETTERS * TECHS_IN_PLAY,
    ROWS = 8, /* of technologies, one for each round */
    NODES = 87,
    SEGMENTS = 106,
    LINKS_MAX = 6,       /* segments at one location */
    FLIGHT_LENGTHS = 10, /* 0 … 9 */
    NODE_SYSTEMS = 16,
    NODE_PULSARS = 16, /* 13 on routes, then 3 isolated ones */
    NODE_ENTRIES = 4,
    ROUTE_PULSARS = 13,
    PLANETS = 4,                /* of one system at most */
    SILVER_MAX = 9,             /* dice; every player takes two, some are left */
    TRANSMITTER_LETTERS = 3,    /* A, B, C */
    TRANSMITTERS_OF_LETTER = 8, /* in a game, whether or not there are more to draw from */
    TRANSMITTER_DICE = 3,
    HEADQUARTERS = 2 * LETTERS,
    PROJECTS_OF_SIDE = 8,
    PROJECTS = HEADQUARTERS * PROJECTS_OF_SIDE,
    TRACK_SPACES = 15,
    STATION_STEPS = 14, /* points for 0 … 13 stations */
    PROGRAM_ROWS = 1000,
};

/* Types of technology. */
enum { TYPE_IMMEDIATE, TYPE_PERMANENT, TYPE_PRODUCTION, TYPE_FINAL, TYPES };

/* A row bonus that is the median of the round. */
enum { BONUS_MEDIAN = 255 };

/* Sides of the star cluster, its locations, and the colours of gates. */
enum { SIDE_PLAIN, SIDE_DEAD_ENDS, SIDES };
enum pulsar_node_kind {
    NODE_NONE,
    NODE_ENTRY,
    NODE_SYSTEM,
    NODE_PULSAR,
    NODE_ISOLATED,
    NODE_GATE,
    NODE_KINDS,
};
enum { COLOUR_NONE, GREEN, MAGENTA, ORANGE, COLOUR_ANY }; /* the last one of gate runs alone */

/* Sizes of gyrodynes; a set of them is bits. */
enum { SMALL, MEDIUM, LARGE, SIZES };

enum { PLUS_MINUS, PLUS_TWO, MODIFIERS };

/* The end of a transmitter that cannot link. */
enum { END_NONE = 255 };

/* Projects of a headquarters, from the bottom row to the top. */
enum { BASE_1, BASE_2, BASE_3, SECOND_1, SECOND_2, THIRD_1, THIRD_2, TOP };

enum pulsar_destination { TO_NONE, TO_SYSTEM, TO_PULSAR, TO_ANY };

/* What is counted. */
enum pulsar_noun {
    NOUN_NONE,
    NOUN_STATIONS, /* own tokens on planets */
    NOUN_PULSARS,  /* own rings */
    NOUN_SPINNING, /* own spinning gyrodynes */
    NOUN_TYPES,    /* different types among them */
    NOUN_SAME,     /* the most of one type among them */
    NOUN_ONLINE,   /* own transmitters online */
    NOUN_LINKS,    /* links with both transmitters online */
    NOUN_PATENTS,  /* own patents, a new one included */
    NOUN_PROJECTS, /* completed projects */
    NOUN_BASE,     /* those of the bottom row */
    NOUN_RUNS,     /* used gate runs */
    NOUN_AWARDS,   /* award tiles */
    NOUN_GOALS,    /* achieved goals */
    NOUN_COUNT,
};

/* What OP_WHEN waits for. */
enum pulsar_event_kind {
    EVENT_NONE,
    EVENT_PATENT,       /* another patent; before its own effect */
    EVENT_CLAIM,        /* a flight or teleport ends on a route pulsar and claims it */
    EVENT_CONSTRUCTION, /* a tile is placed on a claimed pulsar */
    EVENT_COMPLETION,   /* an own gyrodyne begins to spin */
    EVENT_PAYMENT,      /* a die is paid for a transmitter, taking it included */
    EVENT_ONLINE,       /* a transmitter is completed; before its benefit */
    EVENT_PROJECT,      /* a project is completed; before its benefit */
    EVENT_RUN,          /* a gate run is used, even for 0 */
    EVENT_BONUS_DIE,    /* the bonus die is spent */
    EVENT_BONUS,        /* an exploration bonus is due */
    EVENT_STATION,      /* a station is established */
    EVENT_PLUS_MINUS,   /* such a token is spent */
    EVENT_PLUS_TWO,
    EVENT_TILE, /* an exploration tile is drawn */
    EVENT_COUNT,
};

/* Where OP_TOLERANCE lets a die be 1 off. */
enum pulsar_scope {
    SCOPE_NONE,
    SCOPE_GREEN, /* a flight that visits such a gate; in the order of colours */
    SCOPE_MAGENTA,
    SCOPE_ORANGE,
    SCOPE_CLAIM, /* a flight that claims a pulsar */
    SCOPE_COMPLETION,
    SCOPE_PAYMENT, /* for a transmitter */
    SCOPE_PATENT,
    SCOPE_PROJECT,
    SCOPE_ONCE, /* one die in each turn, for anything */
    SCOPE_COUNT,
};

/* Technology `index` of letter l has the id 1 + l * TECHS_IN_PLAY + index. */
struct pulsar_tech {
    struct card_face face;
    uint8_t letter, category, index;
    uint8_t row;   /* 1 … 8 */
    uint8_t cost;  /* a die */
    uint8_t icons; /* 1 or 2 */
    uint8_t type;
    struct program effect;
    uint16_t scopes, events; /* made from it: of its tolerances and what it waits for, as bits */
};

struct pulsar_board {
    struct card_face face;
    uint8_t bonus[CATEGORIES]; /* of its rows, for each spinning gyrodyne; or BONUS_MEDIAN */
};

/* A way out of a location: a flight uses each segment at most once. */
struct pulsar_link {
    uint8_t to;      /* location */
    uint8_t segment; /* 1 … segment_count */
};

struct pulsar_node {
    struct card_face face;
    uint8_t kind, colour; /* the colour of a gate */
    bool dead_end;
    uint8_t number; /* 1 … 16 among the systems or the pulsars, 1 … 4 among the entries, else 0 */
    uint16_t x, y; /* in hundredths of a percent of the board */
    uint8_t link_count;
    struct pulsar_link links[LINKS_MAX]; /* both segments of a double one, next to each other */
};

struct pulsar_map {
    int node_count, segment_count;
    struct pulsar_node nodes[NODES + 1];
    struct pulsar_segment {
        uint8_t from, to; /* locations, from < to */
        uint8_t twin;     /* the other one of a double segment, or 0 */
    } segments[SEGMENTS + 1];
    /* Made from the locations, by their numbers: */
    uint8_t systems[NODE_SYSTEMS + 1], pulsars[NODE_PULSARS + 1], entries[NODE_ENTRIES + 1];
    /* The systems and pulsars, as bits from 0, where a flight from a location can end, by its
     * length. */
    uint16_t system_ends[NODES + 1][FLIGHT_LENGTHS], pulsar_ends[NODES + 1][FLIGHT_LENGTHS];
};

struct pulsar_system {
    struct card_face face;
    uint8_t planet_count;
    uint8_t blue;    /* planets, as bits; the others are lifeless */
    uint8_t open[3]; /* planets that are open with 2, 3, 4 players, as bits */
    struct program bonus;
};

struct pulsar_tile {
    struct card_face face;
    uint8_t count;
    struct program effect;
};

/* What a program gives by itself. */
struct pulsar_gains {
    int16_t points, cubes;
    bool are_all; /* it does nothing else */
};

struct pulsar_transmitter {
    struct card_face face;
    uint8_t letter;
    uint8_t dice_count, dice[TRANSMITTER_DICE];
    uint8_t ends[2]; /* left and right: half dice, or END_NONE */
    struct program immediate, production;
    /* Made from them: */
    uint8_t dice_of_value[7];
    struct pulsar_gains gives_at_once, gives_each_round;
};

/* The project at place p of side s has the id 1 + (s - 1) * PROJECTS_OF_SIDE + p. */
struct pulsar_project {
    struct card_face face;
    uint8_t die;
    struct program benefit;
    bool reserves; /* made from it: it brings a red die that must be used */
};

struct pulsar_side {
    struct card_face face;
    uint8_t board; /* 0 … 3 */
    uint8_t runs;  /* made from its projects: those with a gate run, as bits of their places */
};

struct pulsar_gyrodyne {
    struct card_face face;
    uint8_t tiles, take, complete, produces;
    uint8_t awards[2]; /* for the first player and the second */
};

struct pulsar_modifier {
    struct card_face face;
    uint8_t dice; /* those that buy it, as bits 1 … 6 */
    uint8_t start;
};

/* What depends on the number of players. A rank is that of a counter: with two players each has two
 * of them on a track. */
struct pulsar_players {
    struct card_face face;
    uint8_t silver, leftover, counters, ranks;
    uint8_t cubes[4], points[4], initiative[4]; /* by rank */
    uint8_t start_points[SEATS_MAX];
    uint8_t even_count, even_dice[6]; /* set in the first round of an even start */
};

struct pulsar_goal {
    struct card_face face;
    uint8_t tile; /* from 1 on */
    bool first_game;
    uint8_t noun, number;
    uint8_t points;
    uint8_t bonus_count, bonus[2]; /* cubes */
};

struct pulsar_cards {
    int system_count, tile_count, transmitter_count, goal_count; /* tiles: their kinds */
    int row_count;
    struct effect rows[PROGRAM_ROWS];
    uint16_t row_ends[PROGRAM_ROWS]; /* where the program of each row ends */
    struct pulsar_tech techs[TECHS + 1];
    struct pulsar_board boards[LETTERS * CATEGORIES + 1]; /* 1 + letter * CATEGORIES + category */
    struct pulsar_map maps[SIDES];
    struct pulsar_system systems[SYSTEMS_MAX + 1];
    struct pulsar_tile tiles[TILE_KINDS_MAX + 1];
    struct pulsar_transmitter transmitters[TRANSMITTERS_MAX + 1];
    struct pulsar_side sides[HEADQUARTERS + 1]; /* 1 + 2 * board + 0 or 1 */
    struct pulsar_project projects[PROJECTS + 1];
    struct pulsar_gyrodyne gyrodynes[SIZES];
    struct pulsar_modifier modifiers[MODIFIERS];
    struct pulsar_goal goals[GOALS_MAX + 1];           /* 1 + 2 * (tile - 1) + 0 or 1 */
    struct pulsar_players players[3];                  /* with 2, 3, 4 players */
    uint8_t track_start, track_loss[TRACK_SPACES + 1]; /* by space, 1 … 15 */
    uint8_t copy_price, rings;
    uint8_t station_points[STATION_STEPS], station_further;
    uint8_t idle_points, tile_points, cubes_per_point; /* of the final scoring */
    struct card_face track_face, copy_face, rings_face, stations_face, leftovers_face;
    /* Made from the cards, for speed: */
    uint8_t letter_first[TRANSMITTER_LETTERS + 1]; /* first transmitter of each letter */
    /* The technologies of each letter, as bits of their index: those that have an event, a type, a
     * cost, a number of icons, an operation. In a game they are masked by the category of each
     * letter in play. */
    uint32_t event_techs[LETTERS][EVENT_COUNT];
    uint32_t type_techs[LETTERS][TYPES];
    uint32_t cost_techs[LETTERS][7]; /* by die */
    uint32_t icon_techs[LETTERS][3];
    uint32_t op_techs[LETTERS][OP_COUNT];
    struct card_sources sources;
};

/* Is that counted on the headquarters? */
static inline bool pulsar_is_about_projects(int noun)
{
    return noun == NOUN_PROJECTS || noun == NOUN_BASE || noun == NOUN_RUNS;
}

extern const char *const pulsar_card_files[];
extern const struct table_format pulsar_card_format;
extern const struct effect_grammar pulsar_grammar;

/* The projects of a side that another one needs, as bits of their places. */
extern const uint8_t pulsar_project_needs[PROJECTS_OF_SIDE];

/* The letter of each technology board, 0 … 3; that of none is 0. */
extern const uint8_t pulsar_board_letter[LETTERS * CATEGORIES + 1];

/* The technologies of each category, as bits of their index; its first row of them, and the one
 * after the last. */
extern const uint32_t pulsar_category_techs[CATEGORIES];
extern const uint8_t pulsar_first_row[CATEGORIES + 1];

void *pulsar_read_cards(const struct card_text *files, int count, struct problem *problem);

/* Writes the text of a program for players; nothing for an empty one. */
void pulsar_tell_program(const struct pulsar_cards *cards, struct program program,
                         enum language language, struct text *out);

bool pulsar_component(const struct ruleset *rules, int index, enum language language,
                      struct component *component);

#endif

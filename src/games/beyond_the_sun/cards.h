/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: every component as data, read from data/beyond_the_sun. No rules: only what is
 * printed on cards, mats and boards. Ids count from 1 in the order of the files; 0 is none. */

#ifndef GAMES_BEYOND_THE_SUN_CARDS_H
#define GAMES_BEYOND_THE_SUN_CARDS_H

#include "operations.h"

#include "contract/game.h"
#include "kit/card_format.h"
#include "kit/effect.h"

/* How many cards there are is up to the card set. These are the most it may have: */
enum {
    TECHS_MAX = 64,
    EVENT_CARDS_MAX = 32,
    SYSTEMS_MAX = 32,
    ACHIEVEMENTS_MAX = 16,
    DECK_MAX = 24, /* technologies of a level from II on, systems of a deck */
};

/* What boards and mats have room for: */
enum {
    GUILDS = 4,
    FACTIONS = 4,
    SLOTS = 20,
    FIRST_EVENT_SLOT = 4, /* those of level I come first, then those with an event */
    EVENT_SLOTS = 12,     /* levels II and III; then come those of level IIII */
    COLUMNS = 5,
    DISCS = 8, /* on each production track */
    BASIC_ROWS = 4,
    AUTOMATION_LEVELS = 7,
    PROGRAM_ROWS = 2000,
};

/* Types of technology; a set of them is bits. */
enum { SCIENTIFIC, ECONOMIC, MILITARY, COMMERCIAL, TYPES };

/* Kinds of production disc; a specialty is a set of food and ore as bits 1 and 2. */
enum { DISC_NONE, DISC_FOOD, DISC_ORE, DISC_STAR };

/* Places of the Exploration board. The side for two lacks A2 and Y3. ROGUE is the added system. */
enum { SOL, A1, A2, Y1, Y2, Y3, B1, B2, DEEP, ROGUE, PLACES };
enum { KIND_NONE, KIND_SOL, KIND_DEEP, KIND_YARD, KIND_A, KIND_B };

/* Action spaces, where a pawn may stand: 0 is beside the board. */
enum {
    SPACE_NONE,
    SPACE_BASIC_1 = 1,  /* three spaces */
    SPACE_BASIC_2 = 4,  /* four */
    SPACE_BASIC_3 = 8,  /* two */
    SPACE_BASIC_4 = 10, /* one, without limit */
    SPACE_GUILD = 11,   /* four */
    SPACE_DYSON = 15,
    SPACE_TECH = 16, /* two for each technology, from technology 1 on */
    SPACES_MAX = SPACE_TECH + 2 * TECHS_MAX,
};

enum { AUTOMATE_EITHER = 3 };
enum { LEVEL_OWN_SYSTEMS = 5, LEVEL_I_OR_II = 6, LEVEL_II_OR_III = 7 }; /* besides levels 1 … 4 */
enum { RESEARCH_DISCOVERED = 1, RESEARCH_FREE = 2, RESEARCH_SILENT = 4, RESEARCH_PAID = 8 };

/* What OP_PER and points count. */
enum bts_noun {
    NOUN_NONE,
    NOUN_CONTROLLED,  /* locations controlled */
    NOUN_SYSTEM,      /* own systems */
    NOUN_TWO_SYSTEMS, /* pairs of own systems */
    NOUN_TAKEN,       /* locations taken from another faction by this Jump */
    NOUN_TWO_TECHS,   /* pairs of other technologies */
};

/* What OP_LEAST and awards compare. */
enum bts_measure {
    MEASURE_NONE,
    MEASURE_ORE,
    MEASURE_AUTOMATION,
    MEASURE_DEEP_POWER,
    MEASURE_LEVEL_II,
    MEASURE_SYSTEMS,
};

/* Lasting powers of technologies and systems. */
enum bts_power_kind {
    POWER_NONE,
    POWER_MISSING_PREREQUISITE, /* W1 */
    POWER_ORE_FOR_POPULATION,   /* W2 */
    POWER_EITHER_TRACK,         /* W3 */
    POWER_WORMHOLES,            /* W4 */
    POWER_BLACK_MARKET,         /* W5 */
    POWER_ASSIMILATION,         /* W6 */
    POWER_HEADQUARTERS,         /* W7 */
    POWER_REPLACE_DISCS,        /* W8 */
    POWER_FREE_RETIRE,          /* W9 */
    POWER_PUSH_PAWN,            /* W10 */
    POWER_IS_SHIPYARD,          /* W11 */
    POWER_COUNT,
};

/* What W8 replaces. In card sets without a word about it outposts become stars, and without an
 * effect W7 sends a ship home: games that began with them are played to their end. */
enum bts_replaced { REPLACES_OUTPOSTS, REPLACES_ACHIEVEMENTS };

enum bts_innovation_kind {
    INNOVATION_NONE,
    INNOVATION_TRADE,        /* UN A */
    INNOVATION_CHEAP_TRADE,  /* UN B */
    INNOVATION_BETTER_SHIP,  /* NO A */
    INNOVATION_LAST_DISC,    /* NO B */
    INNOVATION_LEVEL_THREE,  /* DC A */
    INNOVATION_BUILD_DEEP,   /* DC B */
    INNOVATION_EMPTY_COLUMN, /* MR A */
    INNOVATION_CHEAP_COLONY, /* MR B */
};

enum bts_condition {
    CONDITION_NONE,
    CONDITION_LEVEL_IIII, /* technologies of level IIII */
    CONDITION_SYSTEMS,    /* own systems */
    CONDITION_FLEET,      /* levels of all ships */
    CONDITION_CONTROLLED, /* locations */
    CONDITION_AUTOMATION, /* levels */
    CONDITION_RICHES,     /* ore, and population */
    CONDITION_LEVEL_III,  /* technologies of level III */
    CONDITION_SPECIALTY,  /* icons of one kind */
    CONDITION_TYPES,      /* 2 of three types and 1 of the fourth */
    CONDITION_SYMBOLS,    /* visible on both tracks */
};

struct bts_tech {
    struct card_face face;
    uint8_t level; /* 1 … 4 */
    uint8_t left;  /* types, as bits */
    uint8_t right; /* type handed on; TYPES for level IIII */
    struct program immediate;
    uint8_t space_count;             /* 0 … 2 */
    struct program spaces[2];        /* the same one twice, or two different ones */
    uint8_t power;                   /* enum bts_power_kind */
    uint8_t points;                  /* at the end; by level, or printed on level IIII */
    uint8_t points_noun, points_max; /* and 1 for each of these, at most this many */
};

struct bts_event {
    struct card_face face;
    uint8_t level; /* 2 or 3 */
    bool light;    /* always in play */
    struct program resolve;
    bool stays;                      /* stays in play after it is resolved */
    uint8_t award;                   /* enum bts_measure; who has most of it at the end … */
    uint8_t award_first, award_tied; /* … scores so much, alone or tied */
    uint8_t points;                  /* for whoever it is attached to at the end */
    uint8_t bank_points[4];          /* for a banked ship of each level */
    struct program action;           /* the action space on it (Dyson Sphere) */
};

struct bts_system {
    struct card_face face;
    uint8_t deck; /* 0 A, 1 B */
    bool start;
    uint8_t strength; /* power needed to colonize it */
    uint8_t specialty;
    uint8_t points;
    struct program gain, bonus;
    uint8_t power;
};

struct bts_achievement {
    struct card_face face;
    uint8_t deck;    /* 0 basic, 1 A, 2 B */
    bool first_game; /* in the set for beginners */
    uint8_t condition, number, second;
    uint8_t slot_count, slots[4];
    uint8_t closed; /* this many of the last slots are closed with 2 or 3 players */
};

struct bts_guild {
    struct card_face face;
    struct program action;
    uint8_t x, y;
};

/* One side of a faction's mat. */
struct bts_mat {
    struct card_face face;
    uint8_t columns[COLUMNS];
    uint8_t food_symbols[5], ore_symbols[5]; /* discs gone until each shows */
    uint8_t innovations[2];                  /* enum bts_innovation_kind; none on a basic mat */
};

struct bts_faction {
    struct bts_mat basic, advanced;
    bool with_two; /* can be used with two players */
    /* Extra setup of the basic mat. */
    uint8_t extra_shift, extra_ore, ship_level;
    bool deep_ship;
};

struct bts_place {
    struct card_face face;
    uint8_t kind;      /* KIND_NONE: not on this side */
    uint8_t specialty; /* of a shipyard */
    uint8_t x, y;
    uint16_t edges; /* places next to it, as bits */
};

struct bts_slot {
    struct card_face face;
    uint8_t level, need, x, y;
    uint32_t prerequisites; /* slots, as bits */
};

struct bts_basic {
    struct card_face face;
    char token[sizeof "basic-1"]; /* the beginning of the notation of its spaces */
    struct program action;
    uint8_t spaces[3];    /* with 2, 3, 4 players; 0: no limit */
    uint8_t surcharge[3]; /* this many of the last spaces cost 1 ore more */
    uint8_t x, y;
};

struct bts_cards {
    int tech_count, event_count, system_count, achievement_count;
    int row_count;
    struct effect rows[PROGRAM_ROWS];
    uint16_t row_ends[PROGRAM_ROWS]; /* where the program of each row ends */
    struct bts_tech techs[TECHS_MAX + 1];
    struct bts_event events[EVENT_CARDS_MAX + 1];
    struct bts_system systems[SYSTEMS_MAX + 1];
    struct bts_achievement achievements[ACHIEVEMENTS_MAX + 1];
    struct bts_guild guilds[GUILDS + 1];
    struct bts_faction factions[FACTIONS + 1];
    struct bts_place maps[2][PLACES]; /* [0] for two players, [1] for three and four */
    struct bts_slot slots[SLOTS];
    struct bts_basic basics[BASIC_ROWS];
    bool last_row_always_works; /* as printed: so there is always an action to take */
    uint8_t automation_points[AUTOMATION_LEVELS], automation_further;
    uint8_t start_ore[3][SEATS_MAX]; /* with 2, 3, 4 players, from the starting player on */
    uint8_t trade_price;             /* ore for a population cube */
    struct card_face automation_face, ore_face, trade_face; /* of what all mats share */
    struct bts_innovation {
        struct card_face face;
        struct program program; /* what a one-time innovation does */
        uint8_t number;         /* its threshold; of a column, counted from 1 */
        uint8_t second;         /* its price, levels or discount */
    } innovations[9];           /* by enum bts_innovation_kind */
    struct bts_power {
        struct card_face face;
        struct program program; /* of a power used at any time */
        uint8_t times;          /* in a turn at most; 0: no limit */
        uint8_t replaces;       /* which discs W8 replaces: enum bts_replaced */
    } powers[POWER_COUNT];      /* by enum bts_power_kind */
    /* Made from the cards, for speed; sets of cards as in id_set.h: */
    uint8_t tech_first[6];               /* first technology of each level; [5] after the last */
    uint8_t system_first[3];             /* first system of each deck; [2] after the last */
    int space_count;                     /* action spaces up to the last technology */
    uint64_t power_techs[POWER_COUNT];   /* technologies that have a power, as bits */
    uint32_t power_slots[POWER_COUNT];   /* slots of the levels of those technologies */
    uint32_t power_systems[POWER_COUNT]; /* systems that have it for their owner, as bits */
    uint64_t type_techs[TYPES];          /* technologies that hand a type on */
    uint64_t left_techs[TYPES];          /* those that have it on the left */
    uint64_t any_time_techs;             /* those with a power used at any time */
    uint32_t any_time_slots;
    uint32_t any_time_systems;
    uint32_t any_time_powers[TECHS_MAX + 1]; /* that power of a technology as a bit, or none */
    uint32_t level_slots[5];                 /* slots of each level, as bits */
    uint32_t level_events[5], light_events;  /* events of each level, and light ones, as bits */
    struct program space_programs[3][SPACES_MAX]; /* with 2, 3, 4 players; none where no space is */
    uint8_t space_surcharges[3][SPACES_MAX];      /* ore that the space costs more */
    uint8_t research_spaces[SPACES_MAX]; /* the first space of each action that researches, 0 at the
                                            end */
    uint8_t space_copies[SPACES_MAX];    /* what kinds of copying those do, as bits by `whose` */
    char space_ids[SPACES_MAX][CARD_ID_SIZE + 4]; /* notation of the action spaces */
    struct card_sources sources;
};

extern const char *const bts_card_files[];
extern const struct table_format bts_card_format;
extern const struct effect_grammar bts_grammar;

void *bts_read_cards(const struct card_text *files, int count, struct problem *problem);

/* Writes the text of a program for players; nothing for an empty one. */
void bts_tell_program(const struct bts_cards *cards, struct program program, enum language language,
                      struct text *out);

bool bts_component(const struct ruleset *rules, int index, enum language language,
                   struct component *component);

/* Which mats does the setup use? */
bool bts_has_basic_mats(const struct ruleset *rules);
bool bts_has_advanced_mats(const struct ruleset *rules);

static inline bool program_has(const struct bts_cards *cards, struct program program,
                               enum bts_op op)
{
    return effect_uses(cards->rows, program, (uint8_t)op);
}

/* Does it research, itself or by copying? */
bool bts_is_research_action(const struct bts_cards *cards, struct program program);

#endif

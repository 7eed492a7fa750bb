/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the state, and the rows of its tables of words. What can be on the agenda is in
 * tasks.h. */

#ifndef GAMES_BEYOND_THE_SUN_STATE_H
#define GAMES_BEYOND_THE_SUN_STATE_H

#include "cards.h"
#include "id_set.h"

#include "base/bits.h"
#include "kit/agenda.h"

#include <assert.h>
#include <stddef.h>

enum {
    SHIP_LEVELS = 4,
    CUBES = 20,
    ORE_MAX = 9999, /* far more than a game of 200 rounds can bring; nobody gets more */
    AGENDA_FRAMES_MAX = 28,
    TABLEAU = 12,
    ACHIEVEMENTS_IN_PLAY = 4,
    CLAIM_SLOTS = 4,
};

/* A place in an event carries the system that lies there, which people know it by: it is the place
 * and so many times the system. The notation is that of the place. */
enum { PLACE_OF_SYSTEM = 16 };

/* What happened; words.c has the texts. */
enum bts_event_kind {
    EVENT_FIRST,       /* seat begins */
    EVENT_FACTION,     /* seat plays faction a */
    EVENT_LAID_TECH,   /* technology a on slot b */
    EVENT_LAID_SYSTEM, /* system a on place b */
    EVENT_LAID_ACHIEVEMENT,
    EVENT_TURN,           /* seat's turn, round a */
    EVENT_ACT,            /* seat takes space a */
    EVENT_PAID_ORE,       /* a */
    EVENT_PAID_SURCHARGE, /* a */
    EVENT_PAID_INSTEAD,   /* a ore for as much population */
    EVENT_PAID_RIVAL,     /* a ore to seat b */
    EVENT_RETURNED,       /* a population */
    EVENT_ORE,            /* gains a */
    EVENT_GREW,           /* a population */
    EVENT_BUILT,          /* level a at b */
    EVENT_UPGRADED,       /* from level a to b at c */
    EVENT_MOVED,          /* level a from b to c */
    EVENT_RETIRED,        /* level a at b */
    EVENT_SETTLED,        /* level a at b */
    EVENT_EXILED,         /* level a from b to Deep Space */
    EVENT_BANKED,         /* level a from b */
    EVENT_AUTOMATED,      /* disc a, level b */
    EVENT_SHIFTED,        /* from column a to b */
    EVENT_SECOND_DISC,    /* disc a onto system b */
    EVENT_CONTROL,        /* gains control of a */
    EVENT_LOST,           /* loses control of a */
    EVENT_CUBE,           /* researches slot a */
    EVENT_REVEALED,       /* technology a */
    EVENT_DISCOVERED,     /* technology a on slot b */
    EVENT_LEARNED,        /* technology a */
    EVENT_PRIVATE,        /* technology a */
    EVENT_EVENT,          /* event a */
    EVENT_GUILD,          /* guild a opens */
    EVENT_TABLEAU,        /* technology a joins the tableau */
    EVENT_CLEARED,        /* row of level a is cleared */
    EVENT_COLONIZED,      /* system a */
    EVENT_DRAWN,          /* system a */
    EVENT_OWNED,          /* takes system a without discs */
    EVENT_COPIED,         /* space a */
    EVENT_PRODUCED,       /* food or ore or trade a */
    EVENT_POWER,          /* uses power a */
    EVENT_INNOVATION,     /* innovation a */
    EVENT_REPLACED,       /* outpost on a becomes a star */
    EVENT_FORTRESS,       /* on place a */
    EVENT_RELIEVED,
    EVENT_ADDED,      /* system a hangs on place b */
    EVENT_CLAIMED,    /* achievement a for b points */
    EVENT_LAST_ROUND, /* the end is triggered */
    EVENT_OVER,
    EVENT_SWAPPED, /* disc b takes the place of the star on achievement a */
    EVENT_PASSED,  /* seat has no action to take */
    EVENT_KINDS,
};

/* Moves. */
enum bts_move_kind {
    /* of the dealer */
    MOVE_FIRST,      /* seat */
    MOVE_LAY_TECH,   /* technology, slot */
    MOVE_LAY_SYSTEM, /* system, place */
    MOVE_LAY_ACHIEVEMENT,
    MOVE_DEAL_FACTION, /* faction, seat */
    MOVE_EVENT,        /* event */
    MOVE_REVEAL,       /* technology */
    MOVE_DRAW,         /* system */
    /* of the seats */
    MOVE_FACTION,
    MOVE_ACT,     /* space */
    MOVE_PRODUCE, /* food, ore, trade */
    MOVE_CLAIM,   /* achievement */
    MOVE_OPTION,  /* A … */
    MOVE_TAKE,
    MOVE_PASS,
    MOVE_DONE,
    MOVE_PAY,    /* ore or population */
    MOVE_RIVAL,  /* seat */
    MOVE_BUILD,  /* place */
    MOVE_RETIRE, /* level, place */
    MOVE_DISC,   /* kind */
    MOVE_COLUMN,
    MOVE_BUY,     /* population for ore */
    MOVE_SELL,    /* population to ore */
    MOVE_UPGRADE, /* level, place */
    MOVE_JUMP,    /* level, from, to */
    MOVE_BONUS,   /* place */
    MOVE_SLOT,
    MOVE_TYPE,
    MOVE_CARD,     /* technology */
    MOVE_BLIND,    /* draw from the deck instead of the tableau */
    MOVE_COLONIZE, /* place */
    MOVE_SETTLE,   /* level, place */
    MOVE_SYSTEM,   /* system */
    MOVE_COPY,     /* space */
    MOVE_BANK,     /* level, place */
    MOVE_KEEP,     /* level */
    MOVE_YARD,     /* place */
    MOVE_HANG,     /* place */
    MOVE_SEND,     /* level, from, to */
    MOVE_POWER,    /* power */
    MOVE_REPLACE,  /* place: the outpost that becomes a star */
    MOVE_OUTPOST,  /* place */
    MOVE_SWAP,     /* achievement, kind: the disc that takes the place of the star there */
    MOVE_KINDS,
};

enum { OPTION_MATS, OPTION_FACTIONS, OPTION_TECHNOLOGIES, OPTION_ACHIEVEMENTS };
enum { MATS_BASIC, MATS_ADVANCED };
enum { FACTIONS_RANDOM, FACTIONS_PICKED };
enum { TECHNOLOGIES_DECKS, TECHNOLOGIES_TABLEAU };
enum { ACHIEVEMENTS_RANDOM, ACHIEVEMENTS_FIRST };

struct bts_seat {
    uint64_t private_techs; /* as id_set.h has it, like all sets of cards */
    uint32_t slots;         /* researched, as bits */
    uint32_t systems;       /* own systems */
    uint16_t ore;
    uint8_t faction;
    uint8_t population;
    uint8_t columns[COLUMNS];
    uint8_t food, ore_discs;     /* discs on the two tracks */
    uint8_t automated[3];        /* food, ore, star */
    uint8_t pawn;                /* action space */
    uint8_t innovations;         /* bit 0, 1: one-time innovation used */
    uint8_t banked[SHIP_LEVELS]; /* ships on the museum card */
    uint8_t ships[PLACES][SHIP_LEVELS];
    uint8_t
        claim_discs[ACHIEVEMENTS_IN_PLAY]; /* kind in place of its star on an achievement, or 0 */
};

struct bts_state {
    struct bts_seat seats[SEATS_MAX];
    /* the Exploration board */
    uint8_t cards[PLACES];                 /* system on each place */
    uint8_t outposts[PLACES];              /* seat + 1 */
    uint8_t outpost_discs[PLACES];         /* kind */
    uint8_t colony_discs[SYSTEMS_MAX + 1]; /* first and second disc: kind | kind << 2 */
    uint8_t system_piles[2][DECK_MAX];     /* A, B */
    uint8_t dyson;                         /* system on the Dyson Sphere */
    uint8_t rogue_parent;                  /* place that ROGUE hangs on */
    uint8_t fortress;                      /* place + 1 of the Customs Fortress */
    uint8_t relieved;                      /* seat + 1 of the Relief Mandate */
    /* the Technology board */
    uint8_t slots[SLOTS];            /* technology on each slot */
    uint8_t tech_piles[3][DECK_MAX]; /* levels II, III, IIII */
    uint8_t tableau[TABLEAU];        /* level II row, then III, IIII; a column for each type */
    uint8_t rows_open;               /* rows of the tableau laid out, as bits */
    uint8_t guilds;                  /* open, as bits */
    uint8_t spare_1;
    uint16_t facedown;    /* slots A … M that still have their event, as bits from slot 4 on */
    uint32_t events;      /* revealed so far */
    uint32_t events_kept; /* still in play */
    uint8_t achievements[ACHIEVEMENTS_IN_PLAY];
    uint8_t claims[ACHIEVEMENTS_IN_PLAY][CLAIM_SLOTS]; /* seat + 1 on each slot */
    uint32_t fresh; /* slots researched in this turn before the action, as bits */
    /* the course of the game */
    uint64_t revealed; /* technologies lying open in a search */
    uint64_t before;   /* digest of the table when the action began, if a power may undo it */
    uint32_t drawn;    /* systems lying open */
    uint16_t round;
    uint16_t last_round; /* 0 until the end is triggered */
    uint8_t first;       /* seat that began, + 1 */
    uint8_t turn;        /* seat whose turn it is, + 1 */
    /* of this turn */
    uint16_t outposts_before; /* places that had an outpost when the turn began */
    uint8_t market_used, assimilation_used, headquarters_used, better_used;
    uint8_t changed;       /* something has changed by this action */
    uint8_t copied;        /* copying actions used in this chain, as bits: 1 exchange, 2 guild */
    uint8_t must_research; /* a copied action has to research */
    uint8_t rival;         /* seat + 1 that was paid */
    uint8_t taken;         /* locations taken from others by this Jump */
    uint8_t traded;        /* exchanges in this trade phase */
    uint8_t spare_3;
    uint8_t source;             /* technology whose immediate bonus runs */
    uint16_t gained[SEATS_MAX]; /* places whose gain-control bonus is due */
    uint8_t scratch[PLACES]
                   [SHIP_LEVELS]; /* ships already used by this operation, or where they were */
    AGENDA(AGENDA_FRAMES_MAX) agenda;
};
_Static_assert(sizeof(struct bts_state) <= 896,
               "14 cache lines: one more costs every copy a tenth");

#endif

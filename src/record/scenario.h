/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A scenario: a small story that a rule must tell, as text. docs/scenario.md describes the format,
 * for people who do not read C.
 *
 *     scenario three marks in a row win
 *     rule NGT-END-01 NGT-SCORE-01
 *     game noughts
 *     option start first
 *     set marks 1 = a1 b1
 *     set marks 2 = a2 b2
 *     move 1 mark c1
 *     expect score 1 = 1
 */

#ifndef RECORD_SCENARIO_H
#define RECORD_SCENARIO_H

#include "base/scan.h"
#include "contract/fields.h"
#include "contract/game.h"
#include "contract/play.h"

enum { SCENARIO_TITLE_SIZE = 160, SCENARIO_RULES_MAX = 32, SCENARIO_STATEMENTS_MAX = 4096 };
enum { BASE_SIZE_MAX = 256 * 1024 }; /* bytes of a file that a scenario starts from */

/* What a line of a scenario does or expects. */
enum statement_kind {
    SAY_SET,    /* set FIELD = VALUE */
    SAY_DEAL,   /* deal NUMBER: chance moves by the generator with that seed until a seat decides */
    SAY_CHANCE, /* chance [SEAT] MOVE: the dealer makes exactly this move, for this seat */
    SAY_MOVE,   /* move SEAT MOVE */
    SAY_PAUSE,  /* pause at EVENT: of the next of these moves, when this is told */
    SAY_GO_ON,  /* go on: to where the move led */
    EXPECT_LEGAL,    /* expect legal MOVE */
    EXPECT_ILLEGAL,  /* expect illegal MOVE */
    EXPECT_BLOCKED,  /* expect blocked MOVE because REASON, with or without its arguments */
    EXPECT_CHOICES,  /* expect choices = NUMBER: how many legal moves there are; or
                      * expect choices = MOVE ; MOVE …: exactly these, in any order */
    EXPECT_DECISION, /* expect decision SEAT|dealer|nobody [QUESTION] */
    EXPECT_SCORE,    /* expect score SEAT [SOURCE] = NUMBER */
    EXPECT_PLACE,    /* expect place SEAT = NUMBER */
    EXPECT_EVENT,    /* expect event EVENT: among those of the last move */
    EXPECT_NO_EVENT, /* expect no event NAME */
    EXPECT_EVENTS,   /* expect events = EVENT ; EVENT …: exactly those of the last move */
    EXPECT_REFUSED,  /* expect refused [because SENTENCE]: the edits lead to no position */
    EXPECT_TOTAL,    /* expect total FIELD = NUMBER: numbers added up, members counted */
    EXPECT_PROGRESS, /* expect progress KEY … = VALUE: what only the rules can count */
    EXPECT_VALUE,    /* expect FIELD = VALUE */
};

enum { VALUE_BYTES = 64, EVENT_LIST_MAX = 32 };

struct statement {
    uint8_t kind; /* enum statement_kind */
    int line;
    int8_t seat;  /* who moves or decides; a seat, DEALER or NOBODY */
    bool in_full; /* reason with arguments, score of one source, question named, sentence said */
    uint8_t row;  /* of the question or source */
    struct move move;
    struct cell cell;
    uint8_t value[VALUE_BYTES]; /* bytes of the cell */
    int64_t number;
    struct text name;   /* what is added up, or the keys of what only the rules can count */
    struct text wanted; /* the value that stands there, or why a position is refused */
    int message_count;
    struct message *messages; /* the reason or the events; its own */
    int move_count;
    struct move *moves; /* all that are legal; its own. NULL: only their number matters */
};

/* One scenario as read; scenario_free releases what it holds. */
struct scenario {
    char title[SCENARIO_TITLE_SIZE];
    int line;
    int rule_count;
    char rules_cited[SCENARIO_RULES_MAX][24];
    struct ruleset *rules; /* its own */
    struct text given;     /* the lines with values of cards that it rests on */
    bool has_state;        /* it starts from a position, which may be an impossible one */
    int state_line;        /* where that is said */
    union any_state state;
    int count;
    struct statement *statements;
};

/* Reads the next scenario of a text; the scan is opened by the caller and stands on its first line
 * (scan_line). The cards are those in `folder`; a base is looked for beside the file of the scan.
 * False at the end of the text or with a problem noted. */
bool scenario_read(struct scenario *scenario, struct scan *scan, const char *folder);

/* After a problem, which the caller has cleared, with the scenario that began on this line: goes to
 * the first line of the next one. */
void scenario_skip(struct scan *scan, int began);

/* Complete in itself: a base has become its lines. */
void scenario_write(const struct scenario *scenario, struct text *out);
void statement_write(const struct ruleset *rules, const struct statement *statement,
                     struct text *out);
void scenario_free(struct scenario *scenario);

/* Plays the scenario. False if something is not as expected: then the report says where, what was
 * expected, what is, and, if that is wanted, shows the position. */
bool scenario_run(const struct scenario *scenario, const char *file, bool with_position,
                  struct text *report);

#endif

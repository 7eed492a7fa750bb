/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the language of its effects. How each operation of operations.h is written on a
 * card, and the texts that players read. What the operations do is in operations.c. */

#include "card_words.h"
#include "cards.h"

/* ---- words --------------------------------------------------------------------------------- */

const char *const pulsar_noun_words[] = {
    [NOUN_NONE] = "",
    [NOUN_STATIONS] = "stations",
    [NOUN_PULSARS] = "pulsars",
    [NOUN_SPINNING] = "spinning",
    [NOUN_TYPES] = "types",
    [NOUN_SAME] = "same-type",
    [NOUN_ONLINE] = "online",
    [NOUN_LINKS] = "links",
    [NOUN_PATENTS] = "patents",
    [NOUN_PROJECTS] = "projects",
    [NOUN_BASE] = "base-projects",
    [NOUN_RUNS] = "runs",
    [NOUN_AWARDS] = "awards",
    [NOUN_GOALS] = "goals",
    NULL,
};

const char *const pulsar_noun_texts[] = {
    [NOUN_NONE] = "",
    [NOUN_STATIONS] = _("your stations on planets"),
    [NOUN_PULSARS] = _("your claimed pulsars"),
    [NOUN_SPINNING] = _("your spinning gyrodynes"),
    [NOUN_TYPES] = _("the different types of your spinning gyrodynes"),
    [NOUN_SAME] = _("your spinning gyrodynes of one type"),
    [NOUN_ONLINE] = _("your transmitters online"),
    [NOUN_LINKS] = _("your links with both transmitters online"),
    [NOUN_PATENTS] = _("your patents"),
    [NOUN_PROJECTS] = _("your completed headquarters projects"),
    [NOUN_BASE] = _("your completed projects of the bottom row of the headquarters"),
    [NOUN_RUNS] = _("your used gate runs"),
    [NOUN_AWARDS] = _("your awards"),
    [NOUN_GOALS] = _("your achieved goals"),
    NULL,
};

static const char *const event_words[] = {
    [EVENT_NONE] = "",
    [EVENT_PATENT] = "patent",
    [EVENT_CLAIM] = "claim",
    [EVENT_CONSTRUCTION] = "construction",
    [EVENT_COMPLETION] = "completion",
    [EVENT_PAYMENT] = "transmitter-payment",
    [EVENT_ONLINE] = "transmitter-online",
    [EVENT_PROJECT] = "project",
    [EVENT_RUN] = "gate-run",
    [EVENT_BONUS_DIE] = "bonus-die",
    [EVENT_BONUS] = "exploration-bonus",
    [EVENT_STATION] = "station",
    [EVENT_PLUS_MINUS] = "plus-minus-spent",
    [EVENT_PLUS_TWO] = "plus-two-spent",
    [EVENT_TILE] = "exploration-tile",
    NULL,
};

static const char *const event_texts[] = {
    [EVENT_NONE] = "",
    [EVENT_PATENT] = _("you patent another technology"),
    [EVENT_CLAIM] = _("your ship claims a pulsar"),
    [EVENT_CONSTRUCTION] = _("you place a gyrodyne on a pulsar"),
    [EVENT_COMPLETION] = _("a gyrodyne of yours begins to spin"),
    [EVENT_PAYMENT] = _("you pay a die for a transmitter"),
    [EVENT_ONLINE] = _("a transmitter of yours goes online"),
    [EVENT_PROJECT] = _("you complete a headquarters project"),
    [EVENT_RUN] = _("you use a gate run"),
    [EVENT_BONUS_DIE] = _("you spend your bonus die"),
    [EVENT_BONUS] = _("you get an exploration bonus"),
    [EVENT_STATION] = _("you establish a station"),
    [EVENT_PLUS_MINUS] = _("you spend a ±1 token"),
    [EVENT_PLUS_TWO] = _("you spend a +2 token"),
    [EVENT_TILE] = _("you draw an exploration tile"),
    NULL,
};

static const char *const scope_words[] = {
    [SCOPE_NONE] = "",
    [SCOPE_GREEN] = "flight-green",
    [SCOPE_MAGENTA] = "flight-magenta",
    [SCOPE_ORANGE] = "flight-orange",
    [SCOPE_CLAIM] = "flight-claim",
    [SCOPE_COMPLETION] = "completion",
    [SCOPE_PAYMENT] = "transmitter-payment",
    [SCOPE_PATENT] = "patent",
    [SCOPE_PROJECT] = "project",
    [SCOPE_ONCE] = "once-a-turn",
    NULL,
};

static const char *const scope_texts[] = {
    [SCOPE_NONE] = "",
    [SCOPE_GREEN] = _("for a flight that visits a green gate"),
    [SCOPE_MAGENTA] = _("for a flight that visits a magenta gate"),
    [SCOPE_ORANGE] = _("for a flight that visits an orange gate"),
    [SCOPE_CLAIM] = _("for a flight that claims a pulsar"),
    [SCOPE_COMPLETION] = _("for completing a gyrodyne"),
    [SCOPE_PAYMENT] = _("for paying a transmitter"),
    [SCOPE_PATENT] = _("for a patent"),
    [SCOPE_PROJECT] = _("for a headquarters project"),
    [SCOPE_ONCE] = _("once in each of your turns, for any action"),
    NULL,
};

static const char *const colour_words[] = {"", "green", "magenta", "orange", "any", NULL};
static const char *const gate_texts[] = {
    "",
    _("green gate"),
    _("magenta gate"),
    _("orange gate"),
    _("gate of one colour of your choice"),
    NULL,
};

/* A set of sizes as bits. */
static const char *const size_words[] = {"", "S", "M", "SM", "L", "SL", "ML", "any", NULL};
static const char *const size_texts[] = {
    "",
    _("a small gyrodyne"),
    _("a medium gyrodyne"),
    _("a small or medium gyrodyne"),
    _("a large gyrodyne"),
    _("a small or large gyrodyne"),
    _("a medium or large gyrodyne"),
    _("a gyrodyne of any size"),
    NULL,
};
_Static_assert(1 << SMALL == 1 && 1 << MEDIUM == 2 && 1 << LARGE == 4, "sizes are bits");

static const char *const destination_words[] = {
    [TO_NONE] = "", [TO_SYSTEM] = "system", [TO_PULSAR] = "pulsar", [TO_ANY] = "any", NULL,
};
static const char *const destination_texts[] = {
    [TO_NONE] = "",
    [TO_SYSTEM] = _("any system"),
    [TO_PULSAR] = _("any pulsar on a route"),
    [TO_ANY] = _("any system, gate or pulsar on a route"),
    NULL,
};

static const char *const die_words[] = {"", "1", "2", "3", "4", "5", "6", NULL};

#define NOUN                                                                                       \
    {                                                                                              \
        pulsar_noun_words, pulsar_noun_texts, NULL                                                 \
    }
#define DIE                                                                                        \
    {                                                                                              \
        die_words, NULL, NULL                                                                      \
    }

/* ---- operations ------------------------------------------------------------------------------ */

/* How each operation is written, told in a sentence, and told in few words. The words have slots
 * besides {a} {b} {body}, which brief.c fills: {noun} {nouns} {when} {scope} {size} {gate} {place}.
 */

static const struct operation_texts none_texts = {
    .brief = "",
};
/* Gains */
static const struct operation_texts points_texts = {
    .brief = _("{a} {a|pt|pts}"),
    .forms = FORMS({.pattern = "points {a}", .text = _("score {a} {a|point|points}")}),
};
static const struct operation_texts cubes_texts = {
    .brief = _("{a} {a|cube|cubes}"),
    .forms = FORMS({.pattern = "cubes {a}", .text = _("gain {a} engineering {a|cube|cubes}")}),
};
static const struct operation_texts plus_minus_texts = {
    .brief = _("{a} ±1 {a|token|tokens}"),
    .forms = FORMS({.pattern = "plus-minus {a}", .text = _("gain {a} ±1 {a|token|tokens}")}),
};
static const struct operation_texts plus_two_texts = {
    .brief = _("{a} +2 {a|token|tokens}"),
    .forms = FORMS({.pattern = "plus-two {a}", .text = _("gain {a} +2 {a|token|tokens}")}),
};
static const struct operation_texts gyrodyne_texts = {
    .brief = "{size}",
    .forms = FORMS(
        {.pattern = "gyrodyne {a}", .text = _("take {a}"), .a = {size_words, size_texts, NULL}}),
};
static const struct operation_texts gyrodynes_texts = {
    .brief = _("2 different gyrodynes"),
    .forms =
        FORMS({.pattern = "two gyrodynes", .text = _("take two gyrodynes of different sizes")}),
};
static const struct operation_texts explore_texts = {
    .brief = _("{a} exploration {a|tile|tiles}"),
    .forms =
        FORMS({.pattern = "exploration {a}", .text = _("draw {a} exploration {a|tile|tiles}")}),
};
static const struct operation_texts stations_texts = {
    .brief = _("+{a} {a|station|stations} at the end"),
    .forms = FORMS({.pattern = "extra stations {a}",
                    .text = _("{a} {a|station|stations} more when stations are scored"),
                    .most_a = EXTRA_STATIONS_MAX}),
};
/* In the star cluster */
static const struct operation_texts isolated_texts = {
    .brief = _("claim isolated pulsar"),
    .forms = FORMS(
        {.pattern = "claim an isolated pulsar", .text = _("you may claim an isolated pulsar")}),
};
static const struct operation_texts teleport_texts = {
    .brief = _("teleport to {place}"),
    .forms = FORMS({.pattern = "teleport to {a}",
                    .text = _("put your ship on {a}, as at the end of a flight"),
                    .a = {destination_words, destination_texts, NULL}}),
};
static const struct operation_texts run_texts = {
    .brief = _("{gate} gate run ({b} {b|pt|pts} each)"),
    .forms = FORMS(
        {.pattern = "gate run {a} {b}",
         .text = _("a gate run: on one later flight {b} {b|point|points} for each different {a}"),
         .a = {colour_words, gate_texts, NULL}}),
};
static const struct operation_texts spin_texts = {
    .brief = _("complete up to {a} gyrodynes"),
    .forms = FORMS(
        {.pattern = "spin up to {a} gyrodynes",
         .text =
             _("you may complete up to {a} of your gyrodynes under construction without a die")}),
};
/* Dice */
static const struct operation_texts red_texts = {
    .brief = _("red die {a}"),
    .forms = FORMS(
        {.pattern = "red die {a}", .text = _("gain a red {a} as this turn's bonus die"), .a = DIE}),
};
static const struct operation_texts double_texts = {
    .brief = _("die becomes {a}, red die {b}"),
    .forms = FORMS(
        {.pattern = "silver die {a} and red die {b}",
         .text = _("the die that paid becomes a {a} and can be used again; a red die {b} is this "
                   "turn's bonus die and must be used"),
         .a = DIE,
         .b = DIE}),
};
static const struct operation_texts buy_red_texts = {
    .brief = _("{a} {a|cube|cubes}: red die {b}"),
    .forms = FORMS(
        {.pattern = "pay {a} cubes for red die {b}",
         .text = _("pay {a} engineering {a|cube|cubes}: a red die {b} is this turn's bonus die and "
                   "must be used"),
         .b = DIE}),
};
static const struct operation_texts tolerance_texts = {
    .brief = _("die 1 off for {scope}"),
    .forms = FORMS({.pattern = "tolerance {a}",
                    .text = _("your die may count as 1 more or 1 less {a}"),
                    .a = {scope_words, scope_texts, NULL}}),
};
static const struct operation_texts copy_texts = {
    .brief = _("copy a die for {a} {a|cube|cubes}"),
    .forms = FORMS({.pattern = "copy a die for {a} cubes",
                    .text = _("copying a leftover die costs you {a} engineering {a|cube|cubes}")}),
};
/* Points for what one has */
static const struct operation_texts per_texts = {
    .brief = _("{b} {b|pt|pts} per {noun}"),
    .forms = FORMS({.pattern = "points {b} per {a}",
                    .text = _("score {b} {b|point|points} for each of {a}"),
                    .a = NOUN}),
};
static const struct operation_texts share_texts = {
    .brief = _("1 pt per {b} {nouns}"),
    .forms = FORMS({.pattern = "points 1 per {b} {a}",
                    .text = _("score 1 point for every {b} of {a}"),
                    .a = NOUN}),
};
static const struct operation_texts table_texts = {
    .brief = _("pts by {nouns}: {body}"),
    .forms = FORMS({.shape = EFFECT_BODY,
                    .pattern = "points by {a}",
                    .text = _("score for {a} {body}"),
                    .a = NOUN}),
};
static const struct operation_texts step_texts = {
    .brief = _("{a} gives {b}"),
    .forms = FORMS({.pattern = "{a} gives {b}", .text = _("{b} {b|point|points} for {a}")}),
};
static const struct operation_texts buy_texts = {
    .brief = _("{a} {a|cube|cubes} for {b} pts"),
    .forms =
        FORMS({.pattern = "buy {b} points for {a} cubes",
               .text = _("you may pay {a} engineering {a|cube|cubes} for {b} {b|point|points}")}),
};
static const struct operation_texts when_texts = {
    .brief = _("{body} for {when}"),
    .forms = FORMS({.shape = EFFECT_BODY,
                    .pattern = "when {a}",
                    .text = _("each time {a}: {body}"),
                    .a = {event_words, event_texts, NULL}}),
};
/* At the end */
static const struct operation_texts goal_texts = {
    .brief = _("1 goal counts as achieved"),
    .forms = FORMS({.pattern = "one goal counts as achieved",
                    .text = _("one goal that you have not achieved counts as achieved")}),
};
static const struct operation_texts initiative_texts = {
    .brief = _("initiative counts x{a}"),
    .forms = FORMS({.pattern = "initiative times {a}",
                    .text = _("your points for initiative count {a} {a|time|times}")}),
};
static const struct operation_texts every_cube_texts = {
    .brief = _("1 pt per cube left"),
    .forms = FORMS({.pattern = "every cube counts",
                    .text = _("each engineering cube left gives you 1 point")}),
};
static const struct operation_texts idle_texts = {
    .brief = _("{a} pts per pulsar without a spinning gyrodyne"),
    .forms = FORMS(
        {.pattern = "idle pulsars count {a}",
         .text =
             _("each claimed pulsar without a spinning gyrodyne gives you {a} {a|point|points}")}),
};

/* [OP_CUBES] = {"cubes", &cubes_texts}, */
#define OPERATION(name, NAME, word, allowed_in, ready, changes, points, run)                       \
    [OP_##NAME] = {word, &name##_texts},
static const struct operation texts[OP_COUNT] = {PULSAR_OPERATIONS(OPERATION)};
#undef OPERATION

const struct effect_grammar pulsar_grammar = {
    .operations = texts, .operation_count = OP_COUNT, .option = OP_NONE};

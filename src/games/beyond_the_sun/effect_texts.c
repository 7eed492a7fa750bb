/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the language of its effects. For each operation a short text, and its forms: one
 * for each way to write a step, with the text that players read. What the steps do is for the
 * rules. Of several forms, the first that can express a step is the one it is written with. */

#include "card_words.h"
#include "cards.h"

/* ---- words --------------------------------------------------------------------------------- */

const char *const bts_level_words[] = {"", "I", "II", "III", "IIII", NULL};

const char *const bts_noun_words[] = {
    [NOUN_NONE] = "",
    [NOUN_CONTROLLED] = "controlled-location",
    [NOUN_SYSTEM] = "own-system",
    [NOUN_TWO_SYSTEMS] = "two-own-systems",
    [NOUN_TAKEN] = "location-taken",
    [NOUN_TWO_TECHS] = "two-other-technologies",
    NULL,
};

const char *const bts_noun_texts[] = {
    [NOUN_NONE] = "",
    [NOUN_CONTROLLED] = _("each location you control"),
    [NOUN_SYSTEM] = _("each of your systems"),
    [NOUN_TWO_SYSTEMS] = _("every 2 of your systems"),
    [NOUN_TAKEN] = _("each location that this jump takes from another faction"),
    [NOUN_TWO_TECHS] = _("every 2 of your other technologies"),
    NULL,
};

const char *const bts_measure_words[] = {
    [MEASURE_NONE] = "",
    [MEASURE_ORE] = "ore",
    [MEASURE_AUTOMATION] = "automation",
    [MEASURE_DEEP_POWER] = "deep-space-power",
    [MEASURE_LEVEL_II] = "level-II-technologies",
    [MEASURE_SYSTEMS] = "systems",
    NULL,
};

static const char *const least_of_texts[] = {
    [MEASURE_NONE] = "",
    [MEASURE_ORE] = _("the least ore"),
    [MEASURE_AUTOMATION] = _("the fewest automation levels"),
    [MEASURE_DEEP_POWER] = _("the least power in Deep Space"),
    [MEASURE_LEVEL_II] = _("the fewest technologies of level II"),
    [MEASURE_SYSTEMS] = _("the fewest systems"),
    NULL,
};

const char *const bts_most_texts[] = {
    [MEASURE_NONE] = "",
    [MEASURE_ORE] = _("the most ore"),
    [MEASURE_AUTOMATION] = _("the most automation levels"),
    [MEASURE_DEEP_POWER] = _("the most power in Deep Space"),
    [MEASURE_LEVEL_II] = _("the most technologies of level II"),
    [MEASURE_SYSTEMS] = _("the most systems"),
    NULL,
};

const char *const bts_guild_ids[] = {"", "GU-1", "GU-2", "GU-3", "GU-4", NULL};

static const char *guild_name(const void *context, int value, enum language language)
{
    const struct bts_cards *cards = context;
    return cards != NULL ? card_face_name(&cards->guilds[value].face, language)
                         : bts_guild_ids[value];
}

static const char *const disc_words[] = {"", "food", "ore", "either", NULL};
static const char *const disc_texts[] = {"", _("food"), _("ore"), _("food or ore"), NULL};

/* The levels of a research: one, one of two, or as many as there are own systems and one more. */
static const char *const research_words[] = {"",          "I",    "II",     "III", "IIII",
                                             "systems+1", "I/II", "II/III", NULL};
static const char *const research_level_texts[] = {
    "",           "I",
    "II",         "III",
    "IIII",       _("X, where X is the number of your systems plus 1 (at most IIII)"),
    _("I or II"), _("II or III"),
    NULL,
};

static const char *const private_words[] = {"", "", "II", "III", "IIII", NULL};
static const char *const ship_words[] = {"", "1", "2", "3", "4", NULL};
static const char *const deck_words[] = {"A", "B", NULL};

#define SHIP                                                                                       \
    {                                                                                              \
        ship_words, NULL, NULL                                                                     \
    }
#define DISC                                                                                       \
    {                                                                                              \
        disc_words, disc_texts, NULL                                                               \
    }
#define RESEARCH                                                                                   \
    {                                                                                              \
        research_words, research_level_texts, NULL                                                 \
    }
#define PRIVATE                                                                                    \
    {                                                                                              \
        private_words, NULL, NULL                                                                  \
    }
#define DECK                                                                                       \
    {                                                                                              \
        deck_words, NULL, NULL                                                                     \
    }
#define NOUN                                                                                       \
    {                                                                                              \
        bts_noun_words, bts_noun_texts, NULL                                                       \
    }
#define LEAST                                                                                      \
    {                                                                                              \
        bts_measure_words, least_of_texts, NULL                                                    \
    }
#define GUILD                                                                                      \
    {                                                                                              \
        bts_guild_ids, NULL, guild_name                                                            \
    }

/* ---- texts of the operations ----------------------------------------------------------------- */

/* Numbers go as far as the arguments of the tasks that count them (tasks.h).
 * Slots of the short texts besides {a} {b} {body}: {level} {disc} {noun} {deck} {guild}; brief.c
 * fills them. */

static const struct operation_texts option_texts = {
    .brief = "",
};

/* Costs */

static const struct operation_texts pay_texts = {
    .brief = _("{a} ore"),
    .forms = FORMS({.shape = EFFECT_COST, .pattern = "pay {a} ore", .text = _("pay {a} ore")}),
};

static const struct operation_texts return_texts = {
    .brief = _("return {a}"),
    .forms = FORMS({.shape = EFFECT_COST,
                    .pattern = "return {a} population",
                    .most_a = 9,
                    .text = _("return {a} population {a|cube|cubes} to the supply")}),
};

static const struct operation_texts pay_rival_texts = {
    .brief = _("{a} ore to a rival"),
    .forms = FORMS({.shape = EFFECT_COST,
                    .pattern = "pay {a} ore to an opponent",
                    .most_a = 9,
                    .text = _("pay {a} ore to an opponent")}),
};

/* On the mat */

static const struct operation_texts ore_texts = {
    .brief = _("+{a} ore"),
    .forms = FORMS({.pattern = "gain {a} ore", .text = _("gain {a} ore")}),
};

static const struct operation_texts grow_texts = {
    .brief = _("+{a} pop"),
    .forms =
        FORMS({.pattern = "grow {a}", .text = _("turn {a} supply {a|cube|cubes} into population")}),
};

static const struct operation_texts automate_texts = {
    .brief = _("automate {disc}"),
    .forms = FORMS({.pattern = "automate {a}", .text = _("automate {a}"), .a = DISC}),
};

static const struct operation_texts shift_texts = {
    .brief = _("shift {a} to A"),
    .brief_other = _("shift {a}"),
    .other_from = 1,
    .forms = FORMS(
        {.pattern = "shift {a} to column A",
         .text = _("move {a} supply {a|cube|cubes} from the right end to column A"),
         .fixed_b = 0},
        {.pattern = "shift {a} to any column",
         .most_a = 9,
         .text = _("move {a} supply {a|cube|cubes} from the right end to any {a|column|columns}"),
         .fixed_b = 1}),
};

static const struct operation_texts produce_texts = {
    .brief = _("{disc} production"),
    .forms = FORMS(
        {.pattern = "produce population",
         .text = _("grow your population as in production"),
         .fixed_a = DISC_FOOD},
        {.pattern = "produce ore", .text = _("gain ore as in production"), .fixed_a = DISC_ORE}),
};

static const struct operation_texts trade_texts = {
    .brief = _("trade"),
    .forms = FORMS({.pattern = "trade", .text = _("trade as often as you like")}),
};

/* Ships */

static const struct operation_texts ship_texts = {
    .brief = _("ship L{a}"),
    .brief_other = _("{b} {b|ship|ships} L{a}"),
    .other_from = 2,
    .forms = FORMS({.pattern = "ship of level {a} from supply",
                    .text = _("build a ship of level {a} from the supply"),
                    .a = SHIP,
                    .fixed_b = 1},
                   {.pattern = "{b} ships of level {a} from supply",
                    .most_b = 4,
                    .text = _("build {b} {b|ship|ships} of level {a} from the supply"),
                    .a = SHIP}),
};

static const struct operation_texts ship_deep_texts = {
    .brief = _("ship L{a} in DS"),
    .forms = FORMS({.pattern = "ship of level {a} from supply in deep space",
                    .text = _("build a ship of level {a} in Deep Space from the supply"),
                    .a = SHIP}),
};

static const struct operation_texts pop_ship_texts = {
    .brief = _("pop to ship L{a}"),
    .forms = FORMS({.pattern = "ship of level {a} from population",
                    .text = _("build a ship of level {a} from population"),
                    .a = SHIP}),
};

static const struct operation_texts upgrade_texts = {
    .brief = _("raise {a} by {b}"),
    .forms = FORMS({.pattern = "upgrade a ship by {b}",
                    .most_b = 3,
                    .text = _("raise one of your ships by {b} {b|level|levels}"),
                    .fixed_a = 1},
                   {.pattern = "upgrade up to {a} ships by {b}",
                    .most_a = 9,
                    .most_b = 3,
                    .text = _("raise up to {a} of your ships by {b} {b|level|levels} each")}),
};

static const struct operation_texts upgrade_sum_texts = {
    .brief = _("raise by {a} in all"),
    .forms = FORMS({.pattern = "upgrade ships by {a} in all",
                    .most_a = 9,
                    .text = _("raise your ships by {a} {a|level|levels} in all")}),
};

static const struct operation_texts jump_texts = {
    .brief = _("jump {a}"),
    .forms = FORMS(
        {.pattern = "jump {a}", .most_a = 7, .text = _("jump with up to {a} {a|move|moves}")}),
};

static const struct operation_texts warp_texts = {
    .brief = _("warp {a}"),
    .forms = FORMS({.pattern = "warp {a}",
                    .most_a = 9,
                    .text = _("move up to {a} of your ships to any {a|location|locations}")}),
};

/* Technologies */

static const struct operation_texts research_texts = {
    .brief = _("research {level}"),
    .brief_other = _("research known {level}"),
    .other_from = 1,
    .forms = FORMS(
        {.pattern = "research {a}",
         .text = _("research a technology of level {a}"),
         .a = RESEARCH,
         .fixed_b = 0},
        {.pattern = "research {a} discovered",
         .text = _("research a discovered technology of level {a}"),
         .a = RESEARCH,
         .fixed_b = RESEARCH_DISCOVERED},
        {.pattern = "research {a} discovered without prerequisites or bonus",
         .text = _(
             "research a discovered technology of level {a} without needing its prerequisites and "
             "without its immediate effect"),
         .a = RESEARCH,
         .fixed_b = RESEARCH_DISCOVERED | RESEARCH_FREE | RESEARCH_SILENT},
        {.pattern = "research {a} that this opponent has",
         .text = _("research a technology of level {a} that this opponent has"),
         .a = RESEARCH,
         .fixed_b = RESEARCH_DISCOVERED | RESEARCH_PAID}),
};

static const struct operation_texts private_texts = {
    .brief = _("private {level}"),
    .forms =
        FORMS({.pattern = "private technology {a}",
               .text = _("reveal 3 technologies of level {a} and keep 1 as a private technology"),
               .a = PRIVATE}),
};

static const struct operation_texts again_texts = {
    .brief = _("repeat {a} {a|other|others}"),
    .forms = FORMS({.pattern = "repeat the immediate effect",
                    .text = _("repeat the immediate effect of this card"),
                    .fixed_a = 0},
                   {.pattern = "repeat the immediate effects of {a} other technologies",
                    .most_a = 2,
                    .text = _("repeat the immediate {a|effect|effects} of up to {a} other "
                              "{a|technology|technologies} of yours of levels I to III")}),
};

static const struct operation_texts copy_texts = {
    .brief = _("copy a research"),
    .forms = FORMS(
        {.pattern = "copy any research action",
         .text = _("carry out an action with research, even if its space is taken: from any "
                   "discovered technology, Basic Spacefaring or an open guild; pay its cost"),
         .fixed_a = 0},
        {.pattern = "copy an own research action",
         .text =
             _("carry out an action with research, even if its space is taken: from one of your "
               "technologies, Basic Spacefaring or an open guild; pay its cost"),
         .fixed_a = 1}),
};

/* Systems */

static const struct operation_texts colonize_texts = {
    .brief = _("colonize"),
    .brief_other = _("colonize by stealth"),
    .other_from = 1,
    .forms = FORMS(
        {.pattern = "colonize", .text = _("colonize a system"), .fixed_b = 0},
        {.pattern = "colonize in stealth",
         .text = _(
             "colonize a system that had no outpost when the turn began; you need not control it"),
         .fixed_b = 1}),
};

static const struct operation_texts annex_texts = {
    .brief = _("1 of {a} systems {deck}"),
    .forms = FORMS(
        {.pattern = "annex 1 of {a} systems from deck {b}",
         .most_a = 4,
         .text = _(
             "draw {a} {a|system|systems} of deck {b} and take 1 as your own with its colonization "
             "bonus, without discs"),
         .b = DECK}),
};

static const struct operation_texts add_system_texts = {
    .brief = _("add a system {deck}"),
    .forms = FORMS(
        {.pattern = "add a system from deck {b}",
         .text = _(
             "the top system of deck {b} becomes a new location next to a system slot of the researcher's choice"),
         .b = DECK}),
};

static const struct operation_texts dyson_texts = {
    .brief = _("place a system {deck}"),
    .forms = FORMS({.pattern = "lay a system from deck {b} on this card",
                    .text = _("place the top system of deck {b} on this card"),
                    .b = DECK}),
};

static const struct operation_texts take_laid_texts = {
    .brief = _("take the system"),
    .forms = FORMS(
        {.pattern = "take the system on this card",
         .text = _(
             "take the system on this card as your own with its colonization bonus, without discs, and "
             "discard this card")}),
};

/* Steps around others */

static const struct operation_texts choose_texts = {
    .brief = _("choose {a}: {body}"),
    .brief_other = _("choose {a}, repeats allowed: {body}"),
    .other_from = 1,
    .forms = FORMS({.shape = EFFECT_CHOICES,
                    .pattern = "choose {a} of",
                    .most_a = 8,
                    .text = _("choose {a}: {body}"),
                    .fixed_b = 0},
                   {.shape = EFFECT_CHOICES,
                    .pattern = "choose {a} with repeats of",
                    .most_a = 8,
                    .text = _("choose {a}, the same one again if you like: {body}"),
                    .fixed_b = 1}),
};

static const struct operation_texts may_texts = {
    .brief = _("may ({body})"),
    .forms = FORMS({.shape = EFFECT_BODY, .pattern = "may", .text = _("you may {body}")}),
};

static const struct operation_texts per_texts = {
    .brief = _("{body} per {noun}"),
    .brief_other = _("{body} per {noun} (max {b})"),
    .other_from = 1,
    .forms = FORMS({.shape = EFFECT_BODY,
                    .pattern = "per {a}",
                    .text = _("{body} for {a}"),
                    .a = NOUN,
                    .fixed_b = 0},
                   {.shape = EFFECT_BODY,
                    .pattern = "per {a} up to {b}",
                    .text = _("{body} for {a}, at most {b} {b|time|times}"),
                    .a = NOUN}),
};

/* Of events */

static const struct operation_texts each_texts = {
    .brief = _("all: {body}"),
    .forms =
        FORMS({.shape = EFFECT_BODY, .pattern = "each faction", .text = _("everyone: {body}")}),
};

static const struct operation_texts least_texts = {
    .brief = _("the last: {body}"),
    .forms = FORMS({.shape = EFFECT_BODY,
                    .pattern = "whoever has least {a}",
                    .text = _("whoever has {a}: {body}"),
                    .a = LEAST}),
};

static const struct operation_texts researcher_texts = {
    .brief = _("the researcher: {body}"),
    .forms = FORMS(
        {.shape = EFFECT_BODY, .pattern = "the researcher", .text = _("the researcher: {body}")}),
};

static const struct operation_texts relieve_texts = {
    .brief = _("the weakest: {body}"),
    .forms = FORMS(
        {.shape = EFFECT_BODY,
         .pattern = "the weakest faction",
         .text = _(
             "the faction with the fewest systems and controlled locations gets this card (if tied: "
             "the fewest technologies, then the first one clockwise from the left of the researcher): "
             "{body}")}),
};

static const struct operation_texts open_texts = {
    .brief = _("open {guild}"),
    .forms = FORMS({.pattern = "open {a}", .text = _("open the {a}"), .a = GUILD}),
};

static const struct operation_texts bank_texts = {
    .brief = _("up to {a} {a|ship|ships} to the museum"),
    .forms =
        FORMS({.pattern = "bank up to {a} ships",
               .most_a = 9,
               .text = _("you may put up to {a} of your ships on this card, out of the game")}),
};

static const struct operation_texts superflare_texts = {
    .brief = _("all but 1 ship from Sol to DS"),
    .forms = FORMS({.pattern = "send all ships but 1 from Sol to deep space",
                    .text = _("keep one of your ships in Sol, all others there go to Deep Space")}),
};

static const struct operation_texts fortify_texts = {
    .brief = _("fortify a shipyard ({a} ore)"),
    .forms = FORMS(
        {.pattern = "fortify a shipyard for {a} ore",
         .text = _(
             "the researcher puts this card at a shipyard: anyone who gains control of it from now on gains {a} ore")}),
};

/* All of them, with the words that the page knows:
 *     [OP_PAY] = {"pay", &pay_texts}, */
#define OPERATION_TEXTS(name, NAME, word, allowed, plan, changes, run)                             \
    [OP_##NAME] = {word, &name##_texts},
static const struct operation operations[] = {BTS_OPERATIONS(OPERATION_TEXTS)};
#undef OPERATION_TEXTS

const struct effect_grammar bts_grammar = {
    .operations = operations, .operation_count = OP_COUNT, .option = OP_OPTION};

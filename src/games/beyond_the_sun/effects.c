/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the language of its effects. One row for each way to write a step, with the text
 * that players read. What the steps do is for the rules. Where several rows have the same
 * operation, the first that can express a step is the one it is written with. */

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
    [NOUN_SYSTEM] = _("each system of yours"),
    [NOUN_TWO_SYSTEMS] = _("every 2 systems of yours"),
    [NOUN_TAKEN] = _("each location that this jump takes from another faction"),
    [NOUN_TWO_TECHS] = _("every 2 other technologies of yours"),
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

static const char *const least_texts[] = {
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
    return cards != NULL ? cards->guilds[value].face.name[language] : bts_guild_ids[value];
}

static const char *const disc_words[] = {"", "food", "ore", "either", NULL};
static const char *const disc_texts[] = {"", _("food"), _("ore"), _("food or ore"), NULL};

/* The levels of a research: one, one of two, or as many as there are own systems and one more. */
static const char *const research_words[] = {"",          "I",    "II",     "III", "IIII",
                                             "systems+1", "I/II", "II/III", NULL};
static const char *const research_texts[] = {
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
        research_words, research_texts, NULL                                                       \
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
        bts_measure_words, least_texts, NULL                                                       \
    }
#define GUILD                                                                                      \
    {                                                                                              \
        bts_guild_ids, NULL, guild_name                                                            \
    }

/* ---- forms --------------------------------------------------------------------------------- */

static const struct effect_form forms[] = {
    /* Costs */
    {OP_PAY, EFFECT_COST, .pattern = "pay {a} ore", .text = _("pay {a} ore")},
    {OP_RETURN, EFFECT_COST, .pattern = "return {a} population",
     .text = _("return {a} population {a|cube|cubes} to the supply")},
    {OP_PAY_RIVAL, EFFECT_COST, .pattern = "pay {a} ore to an opponent",
     .text = _("pay {a} ore to an opponent")},

    /* On the mat */
    {OP_ORE, EFFECT_STEP, .pattern = "gain {a} ore", .text = _("gain {a} ore")},
    {OP_GROW, EFFECT_STEP, .pattern = "grow {a}",
     .text = _("turn {a} supply {a|cube|cubes} into population")},
    {OP_AUTOMATE, EFFECT_STEP, .pattern = "automate {a}", .text = _("automate {a}"), .a = DISC},
    {OP_SHIFT, EFFECT_STEP, .pattern = "shift {a} to column A",
     .text = _("move {a} supply {a|cube|cubes} from the right end to column A"), .fixed_b = 0},
    {OP_SHIFT, EFFECT_STEP, .pattern = "shift {a} to any column",
     .text = _("move {a} supply {a|cube|cubes} from the right end to any {a|column|columns}"),
     .fixed_b = 1},
    {OP_PRODUCE, EFFECT_STEP, .pattern = "produce population",
     .text = _("grow your population as in production"), .fixed_a = DISC_FOOD},
    {OP_PRODUCE, EFFECT_STEP, .pattern = "produce ore", .text = _("gain ore as in production"),
     .fixed_a = DISC_ORE},
    {OP_TRADE, EFFECT_STEP, .pattern = "trade", .text = _("trade as often as you like")},

    /* Ships */
    {OP_SHIP, EFFECT_STEP, .pattern = "ship of level {a} from supply",
     .text = _("build a ship of level {a} from the supply"), .a = SHIP, .fixed_b = 1},
    {OP_SHIP, EFFECT_STEP, .pattern = "{b} ships of level {a} from supply",
     .text = _("build {b} ships of level {a} from the supply"), .a = SHIP},
    {OP_SHIP_DEEP, EFFECT_STEP, .pattern = "ship of level {a} from supply in deep space",
     .text = _("build a ship of level {a} in Deep Space from the supply"), .a = SHIP},
    {OP_POP_SHIP, EFFECT_STEP, .pattern = "ship of level {a} from population",
     .text = _("build a ship of level {a} from population"), .a = SHIP},
    {OP_UPGRADE, EFFECT_STEP, .pattern = "upgrade a ship by {b}",
     .text = _("raise one of your ships by {b} {b|level|levels}"), .fixed_a = 1},
    {OP_UPGRADE, EFFECT_STEP, .pattern = "upgrade up to {a} ships by {b}",
     .text = _("raise up to {a} of your ships by {b} {b|level|levels} each")},
    {OP_UPGRADE_SUM, EFFECT_STEP, .pattern = "upgrade ships by {a} in all",
     .text = _("raise your ships by {a} {a|level|levels} in all")},
    {OP_JUMP, EFFECT_STEP, .pattern = "jump {a}", .text = _("jump with up to {a} {a|move|moves}")},
    {OP_WARP, EFFECT_STEP, .pattern = "warp {a}",
     .text = _("move up to {a} of your ships to any {a|location|locations}")},

    /* Technologies */
    {OP_RESEARCH, EFFECT_STEP, .pattern = "research {a}",
     .text = _("research a technology of level {a}"), .a = RESEARCH, .fixed_b = 0},
    {OP_RESEARCH, EFFECT_STEP, .pattern = "research {a} discovered",
     .text = _("research a discovered technology of level {a}"), .a = RESEARCH,
     .fixed_b = RESEARCH_DISCOVERED},
    {OP_RESEARCH, EFFECT_STEP, .pattern = "research {a} discovered without prerequisites or bonus",
     .text =
         _("research a discovered technology of level {a} without needing its prerequisites and "
           "without its immediate effect"),
     .a = RESEARCH, .fixed_b = RESEARCH_DISCOVERED | RESEARCH_FREE | RESEARCH_SILENT},
    {OP_RESEARCH, EFFECT_STEP, .pattern = "research {a} that this opponent has",
     .text = _("research a technology of level {a} that this opponent has"), .a = RESEARCH,
     .fixed_b = RESEARCH_DISCOVERED | RESEARCH_PAID},
    {OP_PRIVATE, EFFECT_STEP, .pattern = "private technology {a}",
     .text = _("reveal 3 technologies of level {a} and keep 1 as a private technology"),
     .a = PRIVATE},
    {OP_AGAIN, EFFECT_STEP, .pattern = "repeat the immediate effect",
     .text = _("repeat the immediate effect of this card"), .fixed_a = 0},
    {OP_AGAIN, EFFECT_STEP, .pattern = "repeat the immediate effects of {a} other technologies",
     .text = _("repeat the immediate {a|effect|effects} of up to {a} other "
               "{a|technology|technologies} of yours of levels I to III")},
    {OP_COPY, EFFECT_STEP, .pattern = "copy any research action",
     .text =
         _("carry out an action with research, even one whose space is taken: of any discovered "
           "technology, of Basic Spacefaring or of an open guild; pay its cost"),
     .fixed_a = 0},
    {OP_COPY, EFFECT_STEP, .pattern = "copy an own research action",
     .text =
         _("carry out an action with research, even one whose space is taken: of a technology of "
           "yours, of Basic Spacefaring or of an open guild; pay its cost"),
     .fixed_a = 1},

    /* Systems */
    {OP_COLONIZE, EFFECT_STEP, .pattern = "colonize", .text = _("colonize a system"), .fixed_b = 0},
    {OP_COLONIZE, EFFECT_STEP, .pattern = "colonize in stealth",
     .text =
         _("colonize a system that had no outpost when the turn began; you need not control it"),
     .fixed_b = 1},
    {OP_ANNEX, EFFECT_STEP, .pattern = "annex 1 of {a} systems from deck {b}",
     .text =
         _("draw {a} {a|system|systems} of deck {b} and take 1 as your own with its colonization "
           "bonus, without discs"),
     .b = DECK},
    {OP_ADD_SYSTEM, EFFECT_STEP, .pattern = "add a system from deck {b}",
     .text = _("the top system of deck {b} becomes a new location beside a system slot of the "
               "researcher's choice"),
     .b = DECK},
    {OP_DYSON, EFFECT_STEP, .pattern = "lay a system from deck {b} on this card",
     .text = _("lay the top system of deck {b} on this card"), .b = DECK},
    {OP_TAKE_LAID, EFFECT_STEP, .pattern = "take the system on this card",
     .text = _(
         "take the system on this card as your own with its colonization bonus, without discs, and "
         "discard this card")},

    /* Steps around others */
    {OP_CHOOSE, EFFECT_CHOICES, .pattern = "choose {a} of", .text = _("choose {a}: {body}"),
     .fixed_b = 0},
    {OP_CHOOSE, EFFECT_CHOICES, .pattern = "choose {a} with repeats of",
     .text = _("choose {a}, the same one again if you like: {body}"), .fixed_b = 1},
    {OP_MAY, EFFECT_BODY, .pattern = "may", .text = _("you may {body}")},
    {OP_PER, EFFECT_BODY, .pattern = "per {a}", .text = _("{body} for {a}"), .a = NOUN,
     .fixed_b = 0},
    {OP_PER, EFFECT_BODY, .pattern = "per {a} up to {b}",
     .text = _("{body} for {a}, at most {b} {b|time|times}"), .a = NOUN},

    /* Of events */
    {OP_EACH, EFFECT_BODY, .pattern = "each faction", .text = _("every faction: {body}")},
    {OP_LEAST, EFFECT_BODY, .pattern = "whoever has least {a}",
     .text = _("whoever has {a}: {body}"), .a = LEAST},
    {OP_RESEARCHER, EFFECT_BODY, .pattern = "the researcher", .text = _("the researcher: {body}")},
    {OP_RELIEVE, EFFECT_BODY, .pattern = "the weakest faction",
     .text = _(
         "the faction with the fewest systems and controlled locations gets this card (if tied: "
         "the fewest technologies, then the first one clockwise from the left of the researcher): "
         "{body}")},
    {OP_OPEN, EFFECT_STEP, .pattern = "open {a}", .text = _("open the {a}"), .a = GUILD},
    {OP_BANK, EFFECT_STEP, .pattern = "bank up to {a} ships",
     .text = _("you may lay up to {a} of your ships on this card, out of the game")},
    {OP_SUPERFLARE, EFFECT_STEP, .pattern = "send all ships but 1 from Sol to deep space",
     .text = _("keep one of your ships in Sol, all others there go to Deep Space")},
    {OP_FORTIFY, EFFECT_STEP, .pattern = "fortify a shipyard for {a} ore",
     .text =
         _("the researcher lays this card at a shipyard: whoever gains control of it from now on "
           "gains {a} ore")},
    {0},
};

const struct effect_grammar bts_grammar = {.forms = forms, .option = OP_OPTION};

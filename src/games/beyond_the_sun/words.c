/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: its words. Notation of things, texts of moves, events and questions, options.
 * Reasons are in reasons.c, the fields of the state in fields.c. No rules. */

#include "bts.h"

#include "things.h"

#include "kit/things.h"

/* ---- things ---------------------------------------------------------------------------------- */

CARD_THING(tech, struct bts_cards, techs, cards->tech_count)
CARD_THING(event, struct bts_cards, events, cards->event_count)
CARD_THING(system, struct bts_cards, systems, cards->system_count)
CARD_THING(achievement, struct bts_cards, achievements, cards->achievement_count)
CARD_THING(guild, struct bts_cards, guilds, GUILDS)
CARD_THING(power, struct bts_cards, powers, POWER_COUNT - 1)
CARD_THING(innovation, struct bts_cards, innovations, 8)
CARD_THING_AT(faction, struct bts_cards, factions[value].basic, FACTIONS)
CARD_TOKEN(slot, struct bts_cards, slots[value], SLOTS)
CARD_TITLE(slot, struct bts_cards, slots[value])

/* Cards from 0 on, as sets count them. */
CARD_TOKEN(tech_at, struct bts_cards, techs[1 + value], cards->tech_count)
CARD_TOKEN(event_at, struct bts_cards, events[1 + value], cards->event_count)
CARD_TOKEN(system_at, struct bts_cards, systems[1 + value], cards->system_count)

/* Cards within a level or deck, as piles count them. */
#define TECH_OF_LEVEL(level)                                                                       \
    CARD_TOKEN(tech_##level, struct bts_cards, techs[cards->tech_first[level] + value],            \
               cards->tech_first[level + 1] - cards->tech_first[level])
TECH_OF_LEVEL(2)
TECH_OF_LEVEL(3)
TECH_OF_LEVEL(4)
CARD_TOKEN(system_a, struct bts_cards, systems[1 + value], cards->system_first[1] - 1)
CARD_TOKEN(system_b, struct bts_cards, systems[cards->system_first[1] + value],
           cards->system_first[2] - cards->system_first[1])

/* Places have the same notation on both sides. */
WORD_THING(bare_place, "SOL", "A1", "A2", "Y1", "Y2", "Y3", "B1", "B2", "DS", "RW")

static const char *place_token(const struct ruleset *rules, int value)
{
    return bare_place_token(rules, value < PLACE_OF_SYSTEM ? value : value % PLACE_OF_SYSTEM);
}

static const char *place_title(const struct ruleset *rules, int value, enum language language)
{
    const struct bts_cards *cards = rules->cards;
    if (value >= PLACE_OF_SYSTEM)
        return card_face_name(&cards->systems[value / PLACE_OF_SYSTEM].face, language);
    if (value == ROGUE)
        return phrase(language, _("the added system"));
    return card_face_name(&cards->maps[rules->setup.players > 2][value].face, language);
}

/* Spaces: "basic-2.3", "GU-1", "dyson", "II-BB.2". */
static const char *space_token(const struct ruleset *rules, int value)
{
    const struct bts_cards *cards = rules->cards;
    return value < cards->space_count ? cards->space_ids[value] : NULL;
}

static const char *space_title(const struct ruleset *rules, int value, enum language language)
{
    const struct bts_cards *cards = rules->cards;
    if (value >= SPACE_TECH)
        return card_face_name(&cards->techs[bts_space_tech(value)].face, language);
    if (value == SPACE_DYSON)
        return phrase(language, _("the system on the event card"));
    if (value >= SPACE_GUILD)
        return card_face_name(&cards->guilds[value - SPACE_GUILD + 1].face, language);
    int row = value >= SPACE_BASIC_4 ? 3 : value >= SPACE_BASIC_3 ? 2 : value >= SPACE_BASIC_2;
    return value == SPACE_NONE ? phrase(language, _("off the board"))
                               : card_face_name(&cards->basics[row].face, language);
}

/* Fixed words. */
WORD_THING(type, "science", "economy", "military", "commerce")
TEXT_THING(type, _("scientific"), _("economic"), _("military"), _("commercial"))
WORD_THING(disc, "none", "food", "ore", "star")
TEXT_THING(disc, _("no disc"), _("a food disc"), _("an ore disc"), _("a star disc"))
WORD_THING(purpose, "automation", "outpost", "colony")
TEXT_THING(purpose, _("is automated"), _("becomes the outpost"), _("goes on the new system"))
WORD_THING(column, "A", "B", "C", "D", "E")
WORD_THING(production, "none", "food", "ore", "trade")
TEXT_THING(production, _("nothing"), _("population growth"), _("ore production"), _("trade"))
WORD_THING(payment, "none", "population", "ore")
TEXT_THING(payment, _("nothing"), _("population"), _("ore"))
WORD_THING(option, "A", "B", "C", "D", "E", "F", "G", "H")
WORD_THING(owner, "nobody", "1", "2", "3", "4")
WORD_THING(level, "none", "I", "II", "III", "IIII")
WORD_THING(ship, "none", "1", "2", "3", "4")
WORD_THING(hull, "1", "2", "3", "4")
WORD_THING(cell, "II-science", "II-economy", "II-military", "II-commerce", "III-science",
           "III-economy", "III-military", "III-commerce", "IIII-science", "IIII-economy",
           "IIII-military", "IIII-commerce")
WORD_THING(facedown, "A", "B", "C", "D", "E", "F", "G", "H", "J", "K", "L", "M")

static const struct wording questions[];
TASK_THING(questions, TASK_COUNT)

static const struct thing things[] = {
    [BTS_TECH - THING_GAME] = {"tech", _("a technology"), tech_token, tech_title},
    [BTS_EVENT - THING_GAME] = {"event", _("an event"), event_token, event_title},
    [BTS_SYSTEM - THING_GAME] = {"system", _("a system"), system_token, system_title},
    [BTS_ACHIEVEMENT -
        THING_GAME] = {"achievement", _("an achievement"), achievement_token, achievement_title},
    [BTS_GUILD - THING_GAME] = {"guild", _("a guild"), guild_token, guild_title},
    [BTS_FACTION - THING_GAME] = {"faction", _("a faction"), faction_token, faction_title},
    [BTS_SLOT - THING_GAME] = {"slot", _("a technology slot"), slot_token, slot_title},
    [BTS_PLACE - THING_GAME] = {"place", _("a location"), place_token, place_title},
    [BTS_SPACE - THING_GAME] = {"space", _("an action space"), space_token, space_title},
    [BTS_TYPE - THING_GAME] = {"type", _("a type of technology"), type_token, type_title},
    [BTS_DISC - THING_GAME] = {"disc", _("a kind of disc"), disc_token, disc_title},
    [BTS_PURPOSE - THING_GAME] = {"purpose", _("what a disc is for"), purpose_token, purpose_title},
    [BTS_COLUMN - THING_GAME] = {"column", _("a column"), column_token, NULL},
    [BTS_PRODUCTION -
        THING_GAME] = {"production", _("food, ore or trade"), production_token, production_title},
    [BTS_PAYMENT - THING_GAME] = {"payment", _("population or ore"), payment_token, payment_title},
    [BTS_POWER - THING_GAME] = {"power", _("a power"), power_token, power_title},
    [BTS_INNOVATION -
        THING_GAME] = {"innovation", _("an innovation"), innovation_token, innovation_title},
    [BTS_OPTION - THING_GAME] = {"option", _("the letter of an option"), option_token, NULL},
    [BTS_OWNER - THING_GAME] = {"owner", _("a seat or nobody"), owner_token, NULL},
    [BTS_LEVEL - THING_GAME] = {"level", _("a level"), level_token, NULL},
    [BTS_SHIP - THING_GAME] = {"ship", _("the level of a ship"), ship_token, NULL},
    [BTS_HULL - THING_GAME] = {"hull", _("the level of a ship"), hull_token, NULL},
    [BTS_CELL - THING_GAME] = {"cell", _("a place in the tableau"), cell_token, NULL},
    [BTS_FACEDOWN - THING_GAME] = {"facedown", _("a slot with an event"), facedown_token, NULL},
    [BTS_TECH_AT - THING_GAME] = {"tech-at", _("a technology"), tech_at_token, NULL},
    [BTS_EVENT_AT - THING_GAME] = {"event-at", _("an event"), event_at_token, NULL},
    [BTS_SYSTEM_AT - THING_GAME] = {"system-at", _("a system"), system_at_token, NULL},
    [BTS_TECH_2 - THING_GAME] = {"tech-2", _("a technology of level II"), tech_2_token, NULL},
    [BTS_TECH_3 - THING_GAME] = {"tech-3", _("a technology of level III"), tech_3_token, NULL},
    [BTS_TECH_4 - THING_GAME] = {"tech-4", _("a technology of level IIII"), tech_4_token, NULL},
    [BTS_SYSTEM_A - THING_GAME] = {"system-a", _("a system of deck A"), system_a_token, NULL},
    [BTS_SYSTEM_B - THING_GAME] = {"system-b", _("a system of deck B"), system_b_token, NULL},
    [BTS_WORK - THING_GAME] = {"work", _("a kind of task"), task_token, NULL},
    {0},
};

/* Where 0 is none there is one more than cards. */
static const struct thing_count thing_counts[] = {
    {BTS_TECH, TECHS_MAX + 1},       {BTS_EVENT, EVENT_CARDS_MAX + 1},
    {BTS_SYSTEM, SYSTEMS_MAX + 1},   {BTS_ACHIEVEMENT, ACHIEVEMENTS_MAX + 1},
    {BTS_SPACE, SPACES_MAX},         {BTS_TECH_AT, TECHS_MAX},
    {BTS_EVENT_AT, EVENT_CARDS_MAX}, {BTS_SYSTEM_AT, SYSTEMS_MAX},
    {BTS_TECH_2, DECK_MAX},          {BTS_TECH_3, DECK_MAX},
    {BTS_TECH_4, DECK_MAX},          {BTS_SYSTEM_A, DECK_MAX},
    {BTS_SYSTEM_B, DECK_MAX},        {0},
};

/* ---- moves ----------------------------------------------------------------------------------- */

#define NUMBER THING_NUMBER

static const struct wording moves[] = {
    [MOVE_FIRST] = {"first", "BTS-SETUP-13", {THING_SEAT}, _("{a} begins")},
    [MOVE_LAY_TECH] = {"lay", "BTS-SETUP-01", {BTS_TECH, BTS_SLOT}, _("{a} onto {b}")},
    [MOVE_LAY_SYSTEM] = {"place", "BTS-SETUP-07", {BTS_SYSTEM, BTS_PLACE}, _("{a} onto {b}")},
    [MOVE_LAY_ACHIEVEMENT] = {"goal", "BTS-SETUP-10", {BTS_ACHIEVEMENT}, _("{a} is in play")},
    [MOVE_DEAL_FACTION] = {"deal", "BTS-SETUP-14", {BTS_FACTION}, _("the mat of {a}")},
    [MOVE_EVENT] = {"event", "BTS-EVT-01", {BTS_EVENT}, _("the event {a}")},
    [MOVE_REVEAL] = {"reveal", "BTS-RES-18", {BTS_TECH}, _("{a} is revealed")},
    [MOVE_DRAW] = {"draw", "BTS-COL-11", {BTS_SYSTEM}, _("{a} is drawn")},
    [MOVE_FACTION] = {"faction", "BTS-ADV-02", {BTS_FACTION}, _("play {a}")},
    [MOVE_ACT] = {"act", "BTS-ACT-01", {BTS_SPACE}, _("{a}")},
    [MOVE_PRODUCE] = {"produce", "BTS-PROD-01", {BTS_PRODUCTION}, _("{a}")},
    [MOVE_CLAIM] = {"claim", "BTS-ACH-02", {BTS_ACHIEVEMENT}, _("claim {a}")},
    [MOVE_OPTION] = {"option", "", {BTS_OPTION}, _("option {a}")},
    [MOVE_TAKE] = {"take", "BTS-OPT-02", {0}, _("do it")},
    [MOVE_PASS] = {"pass", "BTS-OPT-02", {0}, _("skip")},
    [MOVE_DONE] = {"done", "BTS-JUMP-06", {0}, _("done")},
    [MOVE_PAY] = {"pay", "", {BTS_PAYMENT}, _("pay one with {a}")},
    [MOVE_RIVAL] = {"pay-to", "BTS-ORE-02", {THING_SEAT}, _("pay {a}")},
    [MOVE_BUILD] = {"build", "BTS-SHIP-02", {BTS_PLACE}, _("build at {a}")},
    [MOVE_RETIRE] = {"retire",
                     "BTS-TRADE-04",
                     {BTS_SHIP, BTS_PLACE},
                     _("retire a level {a} ship at {b}")},
    [MOVE_DISC] = {"disc", "BTS-CTRL-16", {BTS_DISC}, _("{a}")},
    [MOVE_COLUMN] = {"column", "", {BTS_COLUMN}, _("to column {a}")},
    [MOVE_BUY] = {"buy", "BTS-TRADE-02", {0}, _("ore → population")},
    [MOVE_SELL] = {"sell", "BTS-TRADE-06", {0}, _("population → ore")},
    [MOVE_UPGRADE] = {"upgrade",
                      "BTS-SHIP-07",
                      {BTS_SHIP, BTS_PLACE},
                      _("raise a level {a} ship at {b}")},
    [MOVE_JUMP] = {"jump",
                   "BTS-JUMP-02",
                   {BTS_SHIP, BTS_PLACE, BTS_PLACE},
                   _("level {a} ship: {b} → {c}")},
    [MOVE_BONUS] = {"bonus", "BTS-CTRL-27", {BTS_PLACE}, _("the bonus of {a} first")},
    [MOVE_SLOT] = {"slot", "BTS-RES-01", {BTS_SLOT}, _("research {a}")},
    [MOVE_TYPE] = {"type", "BTS-RES-16", {BTS_TYPE}, _("look for {a}")},
    [MOVE_CARD] = {"card", "BTS-RES-20", {BTS_TECH}, _("choose {a}")},
    [MOVE_BLIND] = {"blind", "BTS-TAB-07", {0}, _("draw from the deck instead")},
    [MOVE_COLONIZE] = {"colonize", "BTS-COL-02", {BTS_PLACE}, _("colonize {a}")},
    [MOVE_SETTLE] = {"settle", "BTS-COL-05", {BTS_SHIP, BTS_PLACE}, _("settle a level {a} ship")},
    [MOVE_SYSTEM] = {"system", "BTS-CLAR-08", {BTS_SYSTEM}, _("take {a}")},
    [MOVE_COPY] = {"copy", "BTS-CLAR-05", {BTS_SPACE}, _("copy the action of {a}")},
    [MOVE_BANK] = {"bank",
                   "BTS-CLAR-11",
                   {BTS_SHIP, BTS_PLACE},
                   _("give the museum a level {a} ship from {b}")},
    [MOVE_KEEP] = {"keep", "", {BTS_SHIP}, _("keep a level {a} ship in Sol")},
    [MOVE_YARD] = {"yard", "", {BTS_PLACE}, _("fortify {a}")},
    [MOVE_HANG] = {"hang", "BTS-CTRL-30", {BTS_PLACE}, _("next to {a}")},
    [MOVE_SEND] = {"send",
                   "",
                   {BTS_SHIP, BTS_PLACE, BTS_PLACE},
                   _("send a level {a} ship from {b} to {c}")},
    [MOVE_POWER] = {"use", "", {BTS_POWER}, _("use {a}")},
    [MOVE_REPLACE] = {"replace", "", {BTS_PLACE}, _("automate the disc on {a}")},
    [MOVE_OUTPOST] = {"outpost", "BTS-CTRL-16", {BTS_PLACE}, _("the outpost at {a} first")},
    [MOVE_SWAP] = {"swap",
                   "",
                   {BTS_ACHIEVEMENT, BTS_DISC},
                   _("automate the star on {a}, {b} takes its place")},
    {0},
};

/* ---- events ---------------------------------------------------------------------------------- */

static const struct wording events[] = {
    [EVENT_FIRST] = {"begins", "BTS-SETUP-13", {0}, _("{seat} begins.")},
    [EVENT_FACTION] = {"faction", "BTS-SETUP-14", {BTS_FACTION}, _("{seat} plays the {a}.")},
    [EVENT_LAID_TECH] = {"laid-technology",
                         "BTS-SETUP-01",
                         {BTS_TECH, BTS_SLOT},
                         _("{a} is placed on {b}.")},
    [EVENT_LAID_SYSTEM] = {"laid-system",
                           "BTS-SETUP-07",
                           {BTS_SYSTEM, BTS_PLACE},
                           _("{a} is now at {b}.")},
    [EVENT_LAID_ACHIEVEMENT] = {"goal", "BTS-SETUP-10", {BTS_ACHIEVEMENT}, _("{a} is in play.")},
    [EVENT_TURN] = {"turn", "BTS-TURN-01", {NUMBER}, _("Round {a}: {seat}'s turn.")},
    [EVENT_ACT] = {"acts", "BTS-ACT-01", {BTS_SPACE}, _("{seat} chooses {a}.")},
    [EVENT_PAID_ORE] = {"pays", "BTS-ORE-01", {NUMBER}, _("{seat} pays {a} ore.")},
    [EVENT_PAID_SURCHARGE] = {"pays-surcharge",
                              "BTS-ACT-13",
                              {NUMBER},
                              _("{seat} pays {a} more ore for the space.")},
    [EVENT_PAID_INSTEAD] = {"pays-instead",
                            "BTS-ORE-01",
                            {NUMBER},
                            _("{seat} pays {a} ore instead of {a} population.")},
    [EVENT_PAID_RIVAL] = {"pays-rival",
                          "BTS-ORE-02",
                          {NUMBER, THING_SEAT},
                          _("{seat} pays {a} ore to {b}.")},
    [EVENT_RETURNED] = {"returns",
                        "BTS-POP-04",
                        {NUMBER},
                        _("{seat} returns {a} population to the supply.")},
    [EVENT_ORE] = {"ore", "BTS-ORE-03", {NUMBER}, _("{seat} gains {a} ore.")},
    [EVENT_GREW] = {"grows", "BTS-SUPPLY-01", {NUMBER}, _("{seat} gains {a} population.")},
    [EVENT_BUILT] = {"builds",
                     "BTS-SHIP-01",
                     {BTS_SHIP, BTS_PLACE},
                     _("{seat} builds a level {a} ship at {b}.")},
    [EVENT_UPGRADED] = {"upgrades",
                        "BTS-SHIP-07",
                        {BTS_SHIP, BTS_SHIP, BTS_PLACE},
                        _("{seat} raises a ship at {c} from level {a} to {b}.")},
    [EVENT_MOVED] = {"moves",
                     "BTS-JUMP-02",
                     {BTS_SHIP, BTS_PLACE, BTS_PLACE},
                     _("{seat}'s level {a} ship jumps from {b} to {c}.")},
    [EVENT_RETIRED] = {"retires",
                       "BTS-TRADE-04",
                       {BTS_SHIP, BTS_PLACE},
                       _("{seat} retires a level {a} ship at {b}.")},
    [EVENT_SETTLED] = {"settles",
                       "BTS-COL-05",
                       {BTS_SHIP, BTS_PLACE},
                       _("{seat} settles a level {a} ship.")},
    [EVENT_EXILED] = {"exiled",
                      "BTS-COL-09",
                      {BTS_SHIP, BTS_PLACE},
                      _("{seat}'s level {a} ship goes from {b} to Deep Space.")},
    [EVENT_BANKED] = {"banks",
                      "BTS-CLAR-11",
                      {BTS_SHIP, BTS_PLACE},
                      _("{seat} gives the museum a level {a} ship from {b}.")},
    [EVENT_AUTOMATED] = {"automates",
                         "BTS-AUTO-01",
                         {BTS_DISC, NUMBER},
                         _("{seat} automates {a}: level {b}.")},
    [EVENT_SHIFTED] = {"shifts",
                       "BTS-SUPPLY-10",
                       {BTS_COLUMN, BTS_COLUMN},
                       _("{seat} moves a supply cube from column {a} to {b}.")},
    [EVENT_SECOND_DISC] = {"colony-disc",
                           "BTS-COL-14",
                           {BTS_DISC, BTS_SYSTEM},
                           _("{seat} puts {a} on {b}.")},
    [EVENT_CONTROL] = {"controls",
                       "BTS-CTRL-15",
                       {BTS_PLACE, BTS_DISC},
                       _("{seat} takes control of {a} with {b}.")},
    [EVENT_LOST] = {"loses", "BTS-CTRL-19", {BTS_PLACE}, _("{seat} loses control of {a}.")},
    [EVENT_CUBE] = {"researches", "BTS-RES-09", {BTS_SLOT}, _("{seat} researches {a}.")},
    [EVENT_REVEALED] = {"revealed", "BTS-RES-18", {BTS_TECH}, _("{a} is revealed.")},
    [EVENT_DISCOVERED] = {"discovers",
                          "BTS-RES-20",
                          {BTS_TECH, BTS_SLOT},
                          _("{seat} discovers {a} on {b}.")},
    [EVENT_LEARNED] = {"learns", "BTS-RES-23", {BTS_TECH}, _("{seat} now has {a}.")},
    [EVENT_PRIVATE] = {"keeps",
                       "BTS-CLAR-17",
                       {BTS_TECH},
                       _("{seat} keeps {a} as a private technology.")},
    [EVENT_EVENT] = {"event", "BTS-EVT-01", {BTS_EVENT}, _("Event: {a}.")},
    [EVENT_GUILD] = {"guild", "BTS-EVT-05", {BTS_GUILD}, _("The {a} is open to all.")},
    [EVENT_TABLEAU] = {"tableau", "BTS-TAB-03", {BTS_TECH}, _("{a} joins the tableau.")},
    [EVENT_CLEARED] = {"cleared", "BTS-TAB-13", {BTS_LEVEL}, _("The row of level {a} is cleared.")},
    [EVENT_COLONIZED] = {"colonizes",
                         "BTS-COL-10",
                         {BTS_SYSTEM, BTS_PLACE},
                         _("{seat} colonizes {a}.")},
    [EVENT_DRAWN] = {"drawn", "BTS-COL-11", {BTS_SYSTEM}, _("{a} is drawn.")},
    [EVENT_OWNED] = {"owns", "BTS-CLAR-13", {BTS_SYSTEM}, _("{seat} takes {a}, without discs.")},
    [EVENT_COPIED] = {"copies", "BTS-CLAR-05", {BTS_SPACE}, _("{seat} copies {a}.")},
    [EVENT_PRODUCED] = {"produces", "BTS-PROD-01", {BTS_PRODUCTION}, _("{seat}: {a}.")},
    [EVENT_POWER] = {"uses", "", {BTS_POWER}, _("{seat} uses {a}.")},
    [EVENT_INNOVATION] = {"innovates",
                          "BTS-ADV-05",
                          {BTS_INNOVATION},
                          _("{seat}'s innovation: {a}.")},
    [EVENT_REPLACED] = {"replaces", "", {BTS_PLACE}, _("{seat} automates the disc on {a}.")},
    [EVENT_FORTRESS] = {"fortress", "BTS-EVT-04", {BTS_PLACE}, _("{seat} fortifies {a}.")},
    [EVENT_RELIEVED] = {"relieved", "BTS-EVT-04", {0}, _("{seat} gets relief.")},
    [EVENT_ADDED] = {"added",
                     "BTS-CTRL-30",
                     {BTS_SYSTEM, BTS_PLACE},
                     _("{a} appears next to {b}.")},
    [EVENT_CLAIMED] = {"claims",
                       "BTS-ACH-04",
                       {BTS_ACHIEVEMENT, NUMBER},
                       _("{seat} claims {a}: {b} {b|point|points}.")},
    [EVENT_LAST_ROUND] = {"last-round",
                          "BTS-END-01",
                          {NUMBER},
                          _("The end is near: round {a} will be the last.")},
    [EVENT_OVER] = {"over", "BTS-END-10", {0}, _("The game is over.")},
    [EVENT_SWAPPED] = {"swaps",
                       "",
                       {BTS_ACHIEVEMENT, BTS_DISC},
                       _("{seat} automates the star on {a}; {b} takes its place.")},
    [EVENT_PASSED] = {"passes", "BTS-ACT-30", {0}, _("{seat} cannot take any action and passes.")},
    {0},
};

/* ---- questions ------------------------------------------------------------------------------- */

static const struct wording questions[] = {
    [TASK_NONE] = {"none", "", {0}, _("The game is over.")},
    [TASK_SETUP] = {"setup", "", {0}, _("The table is set up.")},
    [TASK_DEAL_FIRST] = {"deal-first", "", {0}, _("The dealer draws who begins.")},
    [TASK_DEAL_TECH] = {"deal-technology", "", {0}, _("The dealer lays out level I.")},
    [TASK_DEAL_SYSTEM] = {"deal-system", "", {0}, _("The dealer lays out a system.")},
    [TASK_DEAL_ACHIEVEMENT] = {"deal-achievement", "", {0}, _("The dealer draws an achievement.")},
    [TASK_DEAL_FACTION] = {"deal-faction", "", {0}, _("The dealer deals a faction.")},
    [TASK_PICK_FACTION] = {"faction", "", {0}, _("{seat|Choose|{seat} is choosing} a faction.")},
    [TASK_TURN] = {"turn", "", {0}, _("The turn continues.")},
    [TASK_ACTION] = {"action", "", {0}, _("{seat|Choose|{seat} is choosing} an action space.")},
    [TASK_END_ACTION] = {"end-action", "", {0}, _("The action ends.")},
    [TASK_PRODUCTION] =
        {"production",
         "",
         {0},
         _("{seat|Production: choose growth|{seat} is choosing between growth}, ore or trade.")},
    [TASK_ACHIEVEMENT] = {"achievement",
                          "",
                          {0},
                          _("{seat|Claim|{seat} is claiming} an achievement.")},
    [TASK_RUN] = {"run", "", {0}, _("An effect continues.")},
    [TASK_CHOOSE] = {"choose", "", {0}, _("{seat|Choose|{seat} is choosing} an option.")},
    [TASK_MAY] = {"may",
                  "",
                  {0},
                  _("{seat|Do the optional part?|{seat} is deciding on the optional part.}")},
    [TASK_PER] = {"per", "", {0}, _("An effect repeats.")},
    [TASK_PAY] =
        {"pay",
         "",
         {0},
         _("{seat|Pay 1 ore instead of 1 population?|{seat} is choosing whether to pay 1 ore instead of 1 population.}")},
    [TASK_RIVAL] = {"rival", "", {0}, _("{seat|Choose|{seat} is choosing} whom to pay.")},
    [TASK_SUPPLY] =
        {"supply",
         "",
         {BTS_SHIP},
         _("{seat|No supply cubes left. Build the level {a} ship from population?|{seat} has no supply cubes left and is deciding whether to build the level {a} ship from population.}")},
    [TASK_BUILD] =
        {"build",
         "",
         {BTS_SHIP},
         _("{seat|Choose where to build your|{seat} is choosing where to build a} level {a} ship.")},
    [TASK_BETTER] =
        {"better",
         "",
         {BTS_SHIP},
         _("{seat|Raise your new level {a} ship?|{seat} is deciding whether to raise the new level {a} ship.}")},
    [TASK_RETIRE] =
        {"retire",
         "",
         {0},
         _("{seat|Choose a ship to turn|{seat} is choosing a ship to turn} into population.")},
    [TASK_DISC] = {"disc",
                   "",
                   {BTS_PURPOSE},
                   _("{seat|Choose the disc that {a}|{seat} is choosing the disc that {a}}.")},
    [TASK_SHIFT] = {"shift",
                    "",
                    {NUMBER},
                    _("{seat|Choose a column for the cube|{seat} is moving cubes} ({a} left).")},
    [TASK_TRADE] = {"trade", "", {0}, _("{seat|Trade as often as you like.|{seat} is trading.}")},
    [TASK_UPGRADE] = {"upgrade",
                      "",
                      {NUMBER},
                      _("{seat|Raise a ship|{seat} is raising ships} ({a} left).")},
    [TASK_JUMP] = {"jump",
                   "",
                   {NUMBER},
                   _("{seat|Jump|{seat} is jumping} ({a} {a|move|moves} left).")},
    [TASK_WARP] = {"warp",
                   "",
                   {NUMBER},
                   _("{seat|Move|{seat} is moving} up to {a} {a|ship|ships} anywhere.")},
    [TASK_CONTROL] = {"control", "", {0}, _("Control is resolved.")},
    [TASK_GAIN] =
        {"gain",
         "",
         {0},
         _("{seat|Choose which bonus comes first.|{seat} is choosing which bonus comes first.}")},
    [TASK_SLOT] = {"slot",
                   "",
                   {0},
                   _("{seat|Choose a technology|{seat} is choosing a technology} to research.")},
    [TASK_EVENT] = {"event", "", {0}, _("The dealer reveals an event.")},
    [TASK_TYPE] =
        {"type",
         "",
         {0},
         _("{seat|Choose the type of technology to look for.|{seat} is choosing the type of technology to look for.}")},
    [TASK_REVEAL] = {"reveal", "", {0}, _("The dealer reveals a technology.")},
    [TASK_CARD] = {"card", "", {0}, _("{seat|Choose|{seat} is choosing} a technology.")},
    [TASK_LEARN] = {"learn", "", {0}, _("The research ends.")},
    [TASK_TABLEAU_FILL] = {"fill", "", {0}, _("The dealer fills the tableau.")},
    [TASK_PRIVATE] =
        {"private",
         "",
         {0},
         _("{seat|Choose a technology to keep for yourself.|{seat} is choosing a private technology.}")},
    [TASK_COLONIZE] = {"colonize",
                       "",
                       {0},
                       _("{seat|Choose|{seat} is choosing} a system to colonize.")},
    [TASK_SETTLE] = {"settle",
                     "",
                     {0},
                     _("{seat|Choose the ships that settle.|{seat} is choosing ships to settle.}")},
    [TASK_TAKE_SYSTEM] = {"take-system", "", {0}, _("The system is taken.")},
    [TASK_DRAW_SYSTEM] = {"draw-system", "", {0}, _("The dealer draws a system.")},
    [TASK_ANNEX] = {"annex", "", {0}, _("{seat|Choose|{seat} is choosing} a system to take.")},
    [TASK_AGAIN] =
        {"again",
         "",
         {0},
         _("{seat|Choose a technology and repeat its immediate effect.|{seat} is choosing a technology to repeat.}")},
    [TASK_COPY] = {"copy", "", {0}, _("{seat|Choose|{seat} is choosing} an action to copy.")},
    [TASK_FACTIONS] = {"factions", "", {0}, _("An event goes around the table.")},
    [TASK_BANK] =
        {"bank",
         "",
         {NUMBER},
         _("{seat|Give the museum up to {a} {a|ship|ships}?|{seat} may give the museum up to {a} {a|ship|ships}.}")},
    [TASK_KEEP] =
        {"keep",
         "",
         {0},
         _("{seat|Choose the ship that stays in Sol; all others go|{seat} is choosing the ship that stays in Sol; all others go} to Deep Space.")},
    [TASK_FORTIFY] = {"fortify",
                      "",
                      {0},
                      _("{seat|Choose|{seat} is choosing} a shipyard to fortify.")},
    [TASK_HANG] = {"hang",
                   "",
                   {BTS_SYSTEM},
                   _("{seat|Choose|{seat} is choosing} where {a} appears.")},
    [TASK_SEND] = {"send",
                   "",
                   {0},
                   _("{seat|Choose a ship and where to send it.|{seat} is sending a ship.}")},
    [TASK_WINDOW] = {"window",
                     "",
                     {0},
                     _("{seat|Use a power, or choose “done”.|{seat} may use a power.}")},
    [TASK_OUTPOST] =
        {"outpost",
         "",
         {0},
         _("{seat|Choose which outpost comes first.|{seat} is choosing which outpost comes first.}")},
    {0},
};

/* ---- sources and options --------------------------------------------------------------------- */

static const struct wording sources[] = {
    {"level-I", "BTS-SCORE-01", {0}, _("level I")},
    {"level-II", "BTS-SCORE-02", {0}, _("level II")},
    {"level-III", "BTS-SCORE-03", {0}, _("level III")},
    {"level-IIII", "BTS-SCORE-05", {0}, _("level IIII")},
    {"automation", "BTS-SCORE-07", {0}, _("automation")},
    {"systems", "BTS-SCORE-09", {0}, _("systems")},
    {"outposts", "BTS-SCORE-10", {0}, _("outposts")},
    {"sol", "BTS-SCORE-13", {0}, _("Sol")},
    {"deep-space", "BTS-SCORE-14", {0}, _("Deep Space")},
    {"events", "BTS-SCORE-17", {0}, _("events")},
    {"achievements", "BTS-SCORE-18", {0}, _("achievements")},
    {0},
};

static const char *const mats_choices[] = {"basic", "advanced", NULL};
static const char *const mats_texts[] = {_("basic mats"), _("advanced mats with innovations"),
                                         NULL};
static const char *const factions_choices[] = {"random", "picked", NULL};
static const char *const factions_texts[] = {_("dealt at random"),
                                             _("picked, the last player first"), NULL};
static const char *const technologies_choices[] = {"decks", "tableau", NULL};
static const char *const technologies_texts[] = {_("searched in the decks"),
                                                 _("taken from a tableau everyone can see"), NULL};
static const char *const achievements_choices[] = {"random", "first-game", NULL};
static const char *const achievements_texts[] = {_("one of deck A and one of deck B are drawn"),
                                                 _("the set for a first game"), NULL};

static const struct option options[] = {
    [OPTION_MATS] = {"mats", _("Faction mats"), mats_choices, mats_texts, MATS_BASIC},
    [OPTION_FACTIONS] = {"factions", _("Factions"), factions_choices, factions_texts,
                         FACTIONS_RANDOM},
    [OPTION_TECHNOLOGIES] = {"technologies", _("New technologies"), technologies_choices,
                             technologies_texts, TECHNOLOGIES_DECKS},
    [OPTION_ACHIEVEMENTS] = {"achievements", _("Achievements"), achievements_choices,
                             achievements_texts, ACHIEVEMENTS_RANDOM},
    {0},
};

/* ---- what becomes of components -------------------------------------------------------------- */

static const struct component_use component_uses[] = {
    {EVENT_FACTION, 0, COMPONENT_TAKEN, "basic", bts_has_basic_mats},
    {EVENT_FACTION, 0, COMPONENT_TAKEN, "advanced", bts_has_advanced_mats},
    {EVENT_INNOVATION, 0, COMPONENT_TAKEN, "innovation", NULL},
    {EVENT_LAID_TECH, 0, COMPONENT_SHOWN, "technology", NULL},
    {EVENT_REVEALED, 0, COMPONENT_SHOWN, "technology", NULL},
    {EVENT_TABLEAU, 0, COMPONENT_SHOWN, "technology", NULL},
    {EVENT_LEARNED, 0, COMPONENT_TAKEN, "technology", NULL},
    {EVENT_PRIVATE, 0, COMPONENT_TAKEN, "technology", NULL},
    {EVENT_ACT, 0, COMPONENT_USED, "technology", NULL},
    {EVENT_COPIED, 0, COMPONENT_USED, "technology", NULL},
    {EVENT_CUBE, 0, COMPONENT_TAKEN, "slot", NULL},
    {EVENT_EVENT, 0, COMPONENT_TAKEN, "event", NULL},
    {EVENT_GUILD, 0, COMPONENT_SHOWN, "guild", NULL},
    {EVENT_ACT, 0, COMPONENT_TAKEN, "guild", NULL},
    {EVENT_COPIED, 0, COMPONENT_TAKEN, "guild", NULL},
    {EVENT_LAID_SYSTEM, 0, COMPONENT_SHOWN, "system", NULL},
    {EVENT_ADDED, 0, COMPONENT_SHOWN, "system", NULL},
    {EVENT_DRAWN, 0, COMPONENT_SHOWN, "system", NULL},
    {EVENT_COLONIZED, 0, COMPONENT_TAKEN, "system", NULL},
    {EVENT_OWNED, 0, COMPONENT_TAKEN, "system", NULL},
    {EVENT_LAID_ACHIEVEMENT, 0, COMPONENT_SHOWN, "achievement", NULL},
    {EVENT_CLAIMED, 0, COMPONENT_TAKEN, "achievement", NULL},
    {0},
};

/* Questions with which a new action begins: whatever was decided before is done. */
static const bool begins_action[TASK_COUNT] = {
    [TASK_PICK_FACTION] = true, [TASK_ACTION] = true, [TASK_PRODUCTION] = true,
    [TASK_ACHIEVEMENT] = true,  [TASK_TRADE] = true,  [TASK_WINDOW] = true,
};

const struct words bts_words = {
    .things = things,
    .thing_counts = thing_counts,
    .moves = moves,
    .events = events,
    .reasons = bts_reasons,
    .questions = questions,
    .sources = sources,
    .options = options,
    .fields = bts_fields,
    .component_uses = component_uses,
    .begins_action = begins_action,
    .sections = bts_sections,
};

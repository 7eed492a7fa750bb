/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: its words. Notation of things, texts of moves, events and questions, options.
 * Reasons are in reasons.c, the fields of the state in fields.c. No rules. */

#include "pulsar.h"

#include "things.h"

#include "kit/things.h"

/* ---- things ---------------------------------------------------------------------------------- */

CARD_THING(tech, struct pulsar_cards, techs, TECHS)
CARD_THING(board, struct pulsar_cards, boards, LETTERS *CATEGORIES)
CARD_THING(goal, struct pulsar_cards, goals, cards->goal_count)
CARD_THING(side, struct pulsar_cards, sides, HEADQUARTERS)
CARD_THING(project, struct pulsar_cards, projects, PROJECTS)
CARD_THING(transmitter, struct pulsar_cards, transmitters, cards->transmitter_count)
CARD_THING(system, struct pulsar_cards, systems, cards->system_count)
CARD_TOKEN(transmitter_at, struct pulsar_cards, transmitters[value + 1], cards->transmitter_count)
CARD_THING(tile, struct pulsar_cards, tiles, cards->tile_count)
CARD_TOKEN(tile_at, struct pulsar_cards, tiles[value + 1], cards->tile_count)
CARD_TOKEN(size, struct pulsar_cards, gyrodynes[value], SIZES)
CARD_TITLE(size, struct pulsar_cards, gyrodynes[value])
CARD_TOKEN(modifier, struct pulsar_cards, modifiers[value], MODIFIERS)
CARD_TITLE(modifier, struct pulsar_cards, modifiers[value])

/* Locations of the side in use. */
static const struct pulsar_map *map_in(const struct ruleset *rules)
{
    const struct pulsar_cards *cards = rules->cards;
    return &cards->maps[rules->setup.options[OPTION_CLUSTER]];
}

static const char *location_token(const struct ruleset *rules, int value)
{
    if (value > map_in(rules)->node_count)
        return NULL;
    return value == 0 ? "none" : map_in(rules)->nodes[value].face.id;
}

static const char *location_title(const struct ruleset *rules, int value, enum language language)
{
    return value == 0 ? phrase(language, _("nothing"))
                      : card_face_name(&map_in(rules)->nodes[value].face, language);
}

static const char *system_at_token(const struct ruleset *rules, int value)
{
    return value < NODE_SYSTEMS ? location_token(rules, map_in(rules)->systems[value + 1]) : NULL;
}

static const char *pulsar_at_token(const struct ruleset *rules, int value)
{
    return value < NODE_PULSARS ? location_token(rules, map_in(rules)->pulsars[value + 1]) : NULL;
}

/* A place on a technology board is also called by its technology, on whichever board of that
 * category. */
static const char *tech_by_id(const struct ruleset *rules, int value, int which)
{
    assert(value >= 0 && which >= 0);
    if (value >= TECHS_IN_PLAY || which >= LETTERS)
        return NULL;
    return tech_token(rules, 1 + which * TECHS_IN_PLAY + value);
}

/* The same for a project, on whichever side. */
static const char *project_by_id(const struct ruleset *rules, int value, int which)
{
    assert(value >= 0 && which >= 0);
    if (value >= PROJECTS_OF_SIDE || which >= HEADQUARTERS)
        return NULL;
    return project_token(rules, 1 + which * PROJECTS_OF_SIDE + value);
}

/* With two players a and b are the counters of one seat. */
static const char *counter_at_token(const struct ruleset *rules, int value)
{
    static const char *const single[] = {"1", "2", "3", "4"};
    static const char *const doubled[] = {"1a", "2a", "1b", "2b"};
    if (rules->setup.players == 2)
        return value < 4 ? doubled[value] : NULL;
    return value < rules->setup.players ? single[value] : NULL;
}

WORD_THING(headquarters, "none", "A", "B", "C", "D")
WORD_THING(die, "none", "silver-1", "silver-2", "silver-3", "silver-4", "silver-5", "silver-6",
           "link-0", "link-1", "link-2", "link-3", "link-4", "link-5", "link-6", "planet-1",
           "planet-2", "planet-3", "planet-4", "planet-5", "planet-6", "copy-1", "copy-2", "copy-3",
           "copy-4", "copy-5", "copy-6", "red-1", "red-2", "red-3", "red-4", "red-5", "red-6")
TEXT_THING(die, _("no die"), _("the silver 1"), _("the silver 2"), _("the silver 3"),
           _("the silver 4"), _("the silver 5"), _("the silver 6"), _("the link die 0"),
           _("the link die 1"), _("the link die 2"), _("the link die 3"), _("the link die 4"),
           _("the link die 5"), _("the link die 6"), _("the system's red 1"),
           _("the system's red 2"), _("the system's red 3"), _("the system's red 4"),
           _("the system's red 5"), _("the system's red 6"), _("a copied 1"), _("a copied 2"),
           _("a copied 3"), _("a copied 4"), _("a copied 5"), _("a copied 6"), _("the red 1"),
           _("the red 2"), _("the red 3"), _("the red 4"), _("the red 5"), _("the red 6"))
WORD_THING(change, "none", "less", "more", "plus-two")
TEXT_THING(change, _("no token"), _("a ±1 token makes it 1 less"), _("a ±1 token makes it 1 more"),
           _("a +2 token makes it 2 more"))
WORD_THING(off, "none", "green+1", "green-1", "magenta+1", "magenta-1", "orange+1", "orange-1",
           "claim+1", "claim-1", "completion+1", "completion-1", "payment+1", "payment-1",
           "patent+1", "patent-1", "project+1", "project-1", "once+1", "once-1")
TEXT_THING(off, _("no tolerance"), _("counted as 1 more, with a visit to a green gate"),
           _("counted as 1 less, with a visit to a green gate"),
           _("counted as 1 more, with a visit to a magenta gate"),
           _("counted as 1 less, with a visit to a magenta gate"),
           _("counted as 1 more, with a visit to an orange gate"),
           _("counted as 1 less, with a visit to an orange gate"),
           _("counted as 1 more, claiming a pulsar"), _("counted as 1 less, claiming a pulsar"),
           _("counted as 1 more"), _("counted as 1 less"), _("counted as 1 more"),
           _("counted as 1 less"), _("counted as 1 more"), _("counted as 1 less"),
           _("counted as 1 more"), _("counted as 1 less"), _("counted as 1 more, once this turn"),
           _("counted as 1 less, once this turn"))
WORD_THING(colour, "none", "green", "magenta", "orange")
TEXT_THING(colour, _("no colour"), _("green"), _("magenta"), _("orange"))
WORD_THING(track, "initiative", "engineering")
TEXT_THING(track, _("Initiative"), _("Engineering"))
WORD_THING(counter, "lead", "rear")
TEXT_THING(counter, _("your leading counter"), _("your rear counter"))
WORD_THING(end, "left", "right")
TEXT_THING(end, _("the left end"), _("the right end"))
WORD_THING(owner, "nobody", "1", "2", "3", "4")
WORD_THING(median, "none", "0/1", "1", "1/2", "2", "2/3", "3", "3/4", "4", "4/5", "5", "5/6", "6")
TEXT_THING(median, "", _("between 0 and 1"), "1", _("between 1 and 2"), "2", _("between 2 and 3"),
           "3", _("between 3 and 4"), "4", _("between 4 and 5"), "5", _("between 5 and 6"), "6")
WORD_THING(planet, "lifeless", "blue")
TEXT_THING(planet, _("a lifeless planet"), _("a blue planet"))
WORD_THING(action, "none", "fly", "gyrodyne", "complete", "transmitter", "payment", "project",
           "patent", "modifier")
TEXT_THING(action, _("nothing"), _("the flight"), _("the gyrodyne"), _("completing the gyrodyne"),
           _("taking the transmitter"), _("the transmitter"), _("the project"), _("the patent"),
           _("the token"))
WORD_THING(step, "order", "engineering", "penalties", "transmitters", "gyrodynes", "technologies",
           "next-round")
TEXT_THING(step, _("play order"), _("engineering"), _("penalties"), _("transmitters"),
           _("gyrodynes"), _("technologies"), _("the next round is prepared"))
WORD_THING(final_step, "patents", "goals", "pulsars", "gyrodynes", "cubes", "initiative",
           "stations")
TEXT_THING(final_step, _("technologies"), _("goals"), _("pulsars without a spinning gyrodyne"),
           _("unfinished gyrodynes"), _("engineering cubes"), _("initiative"), _("stations"))
WORD_THING(ring, "none", "S", "M", "L", "S-spinning", "M-spinning", "L-spinning")
WORD_THING(bonus, "free", "reserved", "used")
WORD_THING(scope, "none", "green", "magenta", "orange", "claim")
WORD_THING(tech_at, "I-0", "I-1", "I-2", "I-3", "I-4", "I-5", "II-6", "II-7", "II-8", "II-9",
           "II-10", "II-11", "III-12", "III-13", "III-14", "III-15", "III-16")
WORD_THING(project_at, "b1", "b2", "b3", "s1", "s2", "t1", "t2", "top")
WORD_THING(value_at, "1", "2", "3", "4", "5", "6")

static const struct wording questions[];
TASK_THING(questions, TASK_COUNT)

static const struct wording sources[];

static const char *source_token(const struct ruleset *rules, int value)
{
    (void)rules;
    return value < SOURCES ? sources[value].name : NULL;
}

static const char *source_title(const struct ruleset *rules, int value, enum language language)
{
    (void)rules;
    return phrase(language, sources[value].text);
}

static const struct thing things[] = {
    [PUL_TECH - THING_GAME] = {"tech", _("a technology"), tech_token, tech_title},
    [PUL_BOARD - THING_GAME] = {"board", _("a technology board"), board_token, board_title},
    [PUL_GOAL - THING_GAME] = {"goal", _("a goal"), goal_token, goal_title},
    [PUL_HEADQUARTERS -
        THING_GAME] = {"headquarters", _("a headquarters board"), headquarters_token, NULL},
    [PUL_SIDE - THING_GAME] = {"side", _("a side of a headquarters board"), side_token, side_title},
    [PUL_PROJECT - THING_GAME] = {"project", _("a project"), project_token, project_title},
    [PUL_TRANSMITTER -
        THING_GAME] = {"transmitter", _("a transmitter"), transmitter_token, transmitter_title},
    [PUL_SYSTEM - THING_GAME] = {"system", _("a planetary system"), system_token, system_title},
    [PUL_TILE - THING_GAME] = {"tile", _("an exploration tile"), tile_token, tile_title},
    [PUL_LOCATION - THING_GAME] = {"location", _("a location"), location_token, location_title},
    [PUL_SIZE - THING_GAME] = {"size", _("a size of gyrodynes"), size_token, size_title},
    [PUL_MODIFIER -
        THING_GAME] = {"modifier", _("a modifier token"), modifier_token, modifier_title},
    [PUL_DIE - THING_GAME] = {"die", _("a die"), die_token, die_title},
    [PUL_CHANGE - THING_GAME] = {"change", _("a change by a token"), change_token, change_title},
    [PUL_OFF - THING_GAME] = {"off", _("a change by a technology"), off_token, off_title},
    [PUL_COLOUR - THING_GAME] = {"colour", _("a colour of gates"), colour_token, colour_title},
    [PUL_TRACK - THING_GAME] = {"track", _("a track"), track_token, track_title},
    [PUL_COUNTER - THING_GAME] = {"counter", _("lead or rear"), counter_token, counter_title},
    [PUL_END - THING_GAME] = {"end", _("left or right"), end_token, end_title},
    [PUL_OWNER - THING_GAME] = {"owner", _("a seat or nobody"), owner_token, NULL},
    [PUL_MEDIAN -
        THING_GAME] = {"median", _("a space of the median marker"), median_token, median_title},
    [PUL_PLANET - THING_GAME] = {"planet", _("lifeless or blue"), planet_token, planet_title},
    [PUL_ACTION - THING_GAME] = {"action", _("an action"), action_token, action_title},
    [PUL_SOURCE - THING_GAME] = {"source", _("a source of points"), source_token, source_title},
    [PUL_STEP - THING_GAME] = {"step", _("a step of production"), step_token, step_title},
    [PUL_FINAL_STEP - THING_GAME] = {"final-step", _("a step of the final scoring"),
                                     final_step_token, final_step_title},
    [PUL_RING - THING_GAME] = {"ring", _("a gyrodyne on a pulsar"), ring_token, NULL},
    [PUL_BONUS - THING_GAME] = {"bonus", _("free, reserved or used"), bonus_token, NULL},
    [PUL_SCOPE - THING_GAME] = {"scope", _("what a flight must do"), scope_token, NULL},
    [PUL_TASK - THING_GAME] = {"work", _("a kind of task"), task_token, NULL},
    [PUL_TECH_AT - THING_GAME] = {"tech-at", _("a technology by its place"), tech_at_token, NULL},
    [PUL_PROJECT_AT -
        THING_GAME] = {"project-at", _("a project by its place"), project_at_token, NULL},
    [PUL_TRANSMITTER_AT -
        THING_GAME] = {"transmitter-at", _("a transmitter"), transmitter_at_token, NULL},
    [PUL_SYSTEM_AT -
        THING_GAME] = {"system-at", _("the location of a system"), system_at_token, NULL},
    [PUL_PULSAR_AT -
        THING_GAME] = {"pulsar-at", _("the location of a pulsar"), pulsar_at_token, NULL},
    [PUL_TILE_AT - THING_GAME] = {"tile-at", _("an exploration tile"), tile_at_token, NULL},
    [PUL_COUNTER_AT - THING_GAME] = {"counter-at", _("a counter"), counter_at_token, NULL},
    [PUL_VALUE_AT - THING_GAME] = {"value-at", _("a value of dice"), value_at_token, NULL},
    {0},
};

/* Where 0 is none there is one more than tiles. */
static const struct thing_alias aliases[] = {
    {PUL_TECH_AT, tech_by_id},
    {PUL_PROJECT_AT, project_by_id},
    {0},
};

static const struct thing_count thing_counts[] = {
    {PUL_GOAL, GOALS_MAX + 1},
    {PUL_TRANSMITTER, TRANSMITTERS_MAX + 1},
    {PUL_SYSTEM, SYSTEMS_MAX + 1},
    {PUL_TILE, TILE_KINDS_MAX + 1},
    {PUL_LOCATION, NODES + 1},
    {PUL_TRANSMITTER_AT, TRANSMITTERS_MAX},
    {PUL_TILE_AT, TILE_KINDS_MAX},
    {PUL_SYSTEM_AT, NODE_SYSTEMS},
    {PUL_PULSAR_AT, NODE_PULSARS},
    {PUL_COUNTER_AT, SEATS_MAX},
    {0},
};

/* ---- moves ----------------------------------------------------------------------------------- */

#define NUMBER THING_NUMBER

static const struct wording moves[] = {
    [MOVE_BOARD] = {"board", "PUL-SETUP-06", {PUL_BOARD}, _("{a} is in play")},
    [MOVE_LAY_GOAL] = {"lay-goal", "PUL-SETUP-05", {PUL_GOAL}, _("the goal {a} is in play")},
    [MOVE_HEADQUARTERS] = {"headquarters",
                           "PUL-SETUP-17",
                           {PUL_HEADQUARTERS},
                           _("headquarters {a}")},
    [MOVE_ORDER] = {"order", "PUL-SETUP-13", {THING_SEAT}, _("{a} is next in play order")},
    [MOVE_OFFER] = {"offer", "PUL-SETUP-11", {PUL_TRANSMITTER}, _("new transmitter: {a}")},
    [MOVE_ROLL] = {"roll", "PUL-MED-01", {NUMBER}, _("a {a} is rolled")},
    [MOVE_REVEAL] = {"reveal",
                     "PUL-PLANET-01",
                     {PUL_SYSTEM, PUL_LOCATION},
                     _("{b} turns out to be {a}")},
    [MOVE_TILE] = {"tile", "PUL-EXPL-03", {PUL_TILE}, _("the tile {a}")},
    [MOVE_ENTRY] = {"enter", "PUL-SETUP-16", {PUL_LOCATION}, _("start at {a}")},
    [MOVE_SIDE] = {"side", "PUL-SETUP-18", {PUL_SIDE}, _("choose {a}")},
    [MOVE_TAKE_DIE] = {"take", "PUL-TAKE-06", {NUMBER}, _("take a {a}")},
    [MOVE_TAKE_FOR] = {"take-for",
                       "PUL-TAKE-03",
                       {NUMBER, PUL_TRACK},
                       _("take a {a} and move your counter on {b}")},
    [MOVE_TAKE_WITH] = {"take-with",
                        "PUL-TWO-05",
                        {NUMBER, PUL_TRACK, PUL_COUNTER},
                        _("take a {a} and move {c} on {b}")},
    [MOVE_FLY] = {"fly", "PUL-FLY-01", {0}, _("fly")},
    [MOVE_GYRODYNE] = {"gyrodyne", "PUL-GYRO-01", {PUL_SIZE}, _("take a {a}")},
    [MOVE_COMPLETE] = {"complete",
                       "PUL-GYRO-07",
                       {PUL_LOCATION},
                       _("complete the gyrodyne on {a}")},
    [MOVE_TRANSMITTER] = {"transmitter",
                          "PUL-TRANS-02",
                          {PUL_TRANSMITTER, NUMBER},
                          _("take {a} for its {b}")},
    [MOVE_PAY_TRANSMITTER] = {"cover",
                              "PUL-TRANS-03",
                              {PUL_TRANSMITTER, NUMBER},
                              _("pay the {b} of {a}")},
    [MOVE_PROJECT] = {"project", "PUL-HQ-01", {PUL_PROJECT}, _("complete the project {a}")},
    [MOVE_PATENT] = {"patent", "PUL-PAT-02", {PUL_TECH}, _("patent {a}")},
    [MOVE_MODIFIER] = {"modifier", "PUL-BUY-01", {PUL_MODIFIER}, _("buy a {a} token")},
    [MOVE_BUILD] = {"build", "PUL-GYRO-04", {PUL_SIZE, PUL_LOCATION}, _("put a {a} on {b}")},
    [MOVE_END] = {"end", "PUL-ACT-05", {0}, _("end the turn")},
    [MOVE_PAY] = {"pay", "PUL-PAY-01", {PUL_DIE}, _("pay with {a}")},
    [MOVE_PAY_TOKEN] = {"modify", "PUL-MOD-01", {PUL_DIE, PUL_CHANGE}, _("pay with {a}; {b}")},
    [MOVE_PAY_OFF] = {"stretch", "PUL-MOD-05", {PUL_DIE, PUL_OFF}, _("pay with {a}, {b}")},
    [MOVE_PAY_BOTH] = {"combine",
                       "PUL-MOD-05",
                       {PUL_DIE, PUL_CHANGE, PUL_OFF},
                       _("pay with {a}; {b}, {c}")},
    [MOVE_GATE_RUN] = {"run",
                       "PUL-RUN-01",
                       {PUL_PROJECT, PUL_COLOUR},
                       _("use the gate run of {a}: {b} gates")},
    [MOVE_NO_RUN] = {"no-run", "PUL-RUN-02", {0}, _("no gate run")},
    [MOVE_STEP] = {"to", "PUL-FLY-02", {PUL_LOCATION}, _("fly to {a}")},
    [MOVE_LINK] = {"link",
                   "PUL-LINK-02",
                   {PUL_TRANSMITTER, PUL_END, PUL_END},
                   _("join {c} to {b} of {a}")},
    [MOVE_ARRAY] = {"array", "PUL-LINK-02", {0}, _("begin a new array")},
    [MOVE_SIZE] = {"size", "PUL-ICON-03", {PUL_SIZE}, _("take a {a}")},
    [MOVE_CLAIM] = {"claim", "PUL-ICON-07", {PUL_LOCATION}, _("claim {a}")},
    [MOVE_TELEPORT] = {"teleport", "PUL-ICON-10", {PUL_LOCATION}, _("teleport to {a}")},
    [MOVE_BONUS] = {"bonus", "PUL-EXPL-01", {PUL_SYSTEM}, _("take the bonus of {a}")},
    [MOVE_EXPLORE] = {"explore", "PUL-EXPL-01", {0}, _("draw an exploration tile")},
    [MOVE_SPIN] = {"spin", "PUL-GYRO-07", {PUL_LOCATION}, _("complete the gyrodyne on {a}")},
    [MOVE_BUY] = {"buy", "PUL-PROD-11", {PUL_TRANSMITTER}, _("buy points from {a}")},
    [MOVE_DEAL] = {"deal", "PUL-FINAL-02", {PUL_TECH}, _("buy points from {a}")},
    [MOVE_GOAL] = {"goal", "PUL-GOAL-13", {PUL_GOAL}, _("count {a}")},
    [MOVE_GOAL_BONUS] = {"goal-bonus", "PUL-GOAL-02", {PUL_GOAL}, _("buy a bonus of {a}")},
    [MOVE_PASS] = {"pass", "", {0}, _("skip")},
    {0},
};

/* ---- events ---------------------------------------------------------------------------------- */

static const struct wording events[] = {
    [LOG_BOARD] = {"board", "PUL-SETUP-06", {PUL_BOARD}, _("{a} is in play.")},
    [LOG_GOAL] = {"goal", "PUL-SETUP-05", {PUL_GOAL}, _("The goal {a} is in play.")},
    [LOG_HEADQUARTERS] = {"headquarters",
                          "PUL-SETUP-17",
                          {PUL_HEADQUARTERS},
                          _("{seat} gets headquarters {a}.")},
    [LOG_ORDER] = {"order", "PUL-SETUP-13", {NUMBER}, _("{seat} is number {a} in play order.")},
    [LOG_OFFER] = {"offer", "PUL-SETUP-11", {PUL_TRANSMITTER}, _("New transmitter: {a}.")},
    [LOG_ENTRY] = {"enters", "PUL-SETUP-16", {PUL_LOCATION}, _("{seat} starts at {a}.")},
    [LOG_SIDE] = {"side", "PUL-SETUP-18", {PUL_SIDE}, _("{seat} chooses {a}.")},
    [LOG_ROUND] = {"round", "PUL-ROUND-02", {NUMBER}, _("Round {a} begins.")},
    [LOG_ROLLED] = {"rolled", "PUL-MED-01", {NUMBER}, _("A die shows {a}.")},
    [LOG_MEDIAN] = {"median", "PUL-MED-02", {PUL_MEDIAN}, _("Median: {a}.")},
    [LOG_TOOK] = {"takes", "PUL-TAKE-01", {NUMBER}, _("{seat} takes a {a}.")},
    [LOG_COUNTER] = {"counter",
                     "PUL-TAKE-04",
                     {PUL_TRACK, NUMBER, NUMBER},
                     _("{seat}'s counter on {a} goes from {b} to {c}.")},
    [LOG_COUNTER_STAYS] = {"stays",
                           "PUL-TAKE-04",
                           {PUL_TRACK, NUMBER},
                           _("{seat}'s counter on {a} stays at {b}.")},
    [LOG_TURN] = {"turn", "PUL-ROUND-03", {0}, _("{seat}'s turn.")},
    [LOG_PAID] = {"pays", "PUL-PAY-01", {PUL_DIE, NUMBER}, _("{seat} pays a {b} with {a}.")},
    [LOG_CUBES_PAID] = {"pays-cubes",
                        "PUL-BONUS-03",
                        {NUMBER},
                        _("{seat} pays {a} {a|cube|cubes}.")},
    [LOG_TOKEN_SPENT] = {"spends", "PUL-MOD-03", {PUL_MODIFIER}, _("{seat} spends a {a} token.")},
    [LOG_FLIES] = {"flies",
                   "PUL-FLY-01",
                   {NUMBER, PUL_LOCATION, PUL_LOCATION},
                   _("{seat} flies {a} {a|segment|segments} from {b} to {c}.")},
    [LOG_TELEPORTS] = {"teleports",
                       "PUL-ICON-10",
                       {PUL_LOCATION},
                       _("{seat}'s ship is teleported to {a}.")},
    [LOG_GATE_RUN] = {"gate-run",
                      "PUL-RUN-04",
                      {PUL_PROJECT, NUMBER, NUMBER},
                      _("{seat}'s gate run of {a}: {b} {b|gate|gates}, {c} {c|point|points}.")},
    [LOG_REVEALED] = {"revealed",
                      "PUL-PLANET-01",
                      {PUL_SYSTEM, PUL_LOCATION},
                      _("{b} turns out to be {a}.")},
    [LOG_STATION] = {"station",
                     "PUL-PLANET-09",
                     {PUL_SYSTEM, PUL_LOCATION, PUL_PLANET},
                     _("{seat} establishes a station on {c} of {a}.")},
    [LOG_CLAIMED] = {"claims", "PUL-CLAIM-01", {PUL_LOCATION}, _("{seat} claims {a}.")},
    [LOG_TILE] = {"tile", "PUL-EXPL-03", {PUL_TILE}, _("{seat} draws an exploration tile: {a}.")},
    [LOG_NO_TILE] = {"no-tile",
                     "PUL-EXPL-04",
                     {0},
                     _("There is no exploration tile left for {seat}.")},
    [LOG_GYRODYNE] = {"gyrodyne", "PUL-GYRO-03", {PUL_SIZE}, _("{seat} takes a {a}.")},
    [LOG_CONSTRUCTION] = {"constructs",
                          "PUL-GYRO-04",
                          {PUL_SIZE, PUL_LOCATION},
                          _("{seat} puts a {a} on {b}.")},
    [LOG_COMPLETED] = {"completes",
                       "PUL-GYRO-07",
                       {PUL_SIZE, PUL_LOCATION},
                       _("{seat}'s {a} on {b} begins to spin.")},
    [LOG_AWARD] =
        {"award",
         "PUL-AWARD-01",
         {PUL_SIZE, NUMBER},
         _("{seat} wins the award of {b} {b|point|points} for gyrodynes of one size ({a}).")},
    [LOG_TRANSMITTER] = {"transmitter", "PUL-TRANS-02", {PUL_TRANSMITTER}, _("{seat} takes {a}.")},
    [LOG_LINKED] = {"linked",
                    "PUL-LINK-06",
                    {PUL_TRANSMITTER, PUL_TRANSMITTER, NUMBER},
                    _("{a} is linked to {b}; the link die is a {c}.")},
    [LOG_PAID_TRANSMITTER] = {"covers",
                              "PUL-TRANS-03",
                              {PUL_TRANSMITTER, NUMBER},
                              _("{seat} covers the {b} of {a}.")},
    [LOG_ONLINE] = {"online", "PUL-TRANS-04", {PUL_TRANSMITTER}, _("{seat}'s {a} goes online.")},
    [LOG_LINK_DIE] = {"link-die", "PUL-LINK-07", {NUMBER}, _("The link offers {seat} a red {a}.")},
    [LOG_PLANET_DIE] = {"planet-die",
                        "PUL-BONUS-09",
                        {NUMBER},
                        _("The system offers {seat} a red {a}.")},
    [LOG_DOUBLED] = {"doubled",
                     "PUL-BONUS-05",
                     {NUMBER, NUMBER},
                     _("{seat}'s silver die becomes a {a}, plus a red {b}.")},
    [LOG_RED] = {"red", "PUL-BONUS-08", {NUMBER}, _("{seat} gets a red {a}.")},
    [LOG_PROJECT] = {"project", "PUL-HQ-01", {PUL_PROJECT}, _("{seat} completes {a}.")},
    [LOG_PATENT] = {"patent", "PUL-PAT-02", {PUL_TECH}, _("{seat} patents {a}.")},
    [LOG_POINTS] = {"points",
                    "PUL-SCORE-01",
                    {NUMBER, PUL_SOURCE},
                    _("{seat} scores {a} {a|point|points} ({b}).")},
    [LOG_CUBES] = {"cubes", "PUL-ICON-01", {NUMBER}, _("{seat} gains {a} {a|cube|cubes}.")},
    [LOG_TOKENS] = {"tokens",
                    "PUL-ICON-01",
                    {NUMBER, PUL_MODIFIER},
                    _("{seat} gains {a} {b} {a|token|tokens}.")},
    [LOG_EFFECT] = {"effect", "PUL-PAT-08", {PUL_TECH}, _("{seat} benefits from {a}.")},
    [LOG_LOST_DICE] = {"lost-dice",
                       "PUL-ACT-05",
                       {NUMBER},
                       _("{seat} leaves {a} {a|die|dice} unused.")},
    [LOG_STEP] = {"step", "PUL-PROD-01", {PUL_STEP}, _("Production: {a}.")},
    [LOG_PLACE] = {"place", "PUL-PROD-02", {NUMBER}, _("{seat} is number {a} in play order.")},
    [LOG_PENALTY] = {"penalty", "PUL-PROD-07", {NUMBER}, _("{seat} loses {a} {a|point|points}.")},
    [LOG_PRODUCES] = {"produces", "PUL-PROD-10", {PUL_TRANSMITTER}, _("{seat}'s {a} produces.")},
    [LOG_BOUGHT] = {"bought",
                    "PUL-PROD-11",
                    {PUL_TRANSMITTER, NUMBER, NUMBER},
                    _("{seat} buys {b} {b|point|points} with {a} for {c} {c|cube|cubes}.")},
    [LOG_SPINS] = {"spins",
                   "PUL-PROD-13",
                   {NUMBER},
                   _("{seat}'s gyrodynes produce {a} {a|point|points}.")},
    [LOG_REMOVED] = {"removed", "PUL-PROD-19", {PUL_TRANSMITTER}, _("{a} leaves the game.")},
    [LOG_FINAL] = {"final", "PUL-FINAL-01", {PUL_FINAL_STEP}, _("Final scoring: {a}.")},
    [LOG_DEAL] = {"deal",
                  "PUL-FINAL-02",
                  {PUL_TECH, NUMBER, NUMBER},
                  _("{seat} pays {c} {c|cube|cubes} for {b} {b|point|points} from {a}.")},
    [LOG_ACHIEVED] = {"achieved",
                      "PUL-GOAL-01",
                      {PUL_GOAL, NUMBER},
                      _("{seat} has achieved {a}: {b} {b|point|points}.")},
    [LOG_WILD] = {"wild", "PUL-FINAL-02", {PUL_GOAL}, _("{a} counts as achieved by {seat}.")},
    [LOG_GOAL_BONUS] = {"goal-bonus",
                        "PUL-GOAL-02",
                        {PUL_GOAL, NUMBER, NUMBER},
                        _("{seat} buys {b} {b|point|points} from {a} for {c} {c|cube|cubes}.")},
    [LOG_SCORED] = {"scored",
                    "PUL-FINAL-01",
                    {NUMBER, PUL_SOURCE},
                    _("{seat} scores {a} {a|point|points}: {b}.")},
    [LOG_OVER] = {"over", "PUL-ROUND-01", {0}, _("The game is over.")},
    {0},
};

/* ---- questions ------------------------------------------------------------------------------- */

static const struct wording questions[] = {
    [TASK_NONE] = {"none", "", {0}, _("The game is over.")},
    [TASK_SETUP] = {"setup", "", {0}, _("The table is set up.")},
    [TASK_DEAL_BOARD] = {"deal-board", "", {0}, _("The dealer draws a technology board.")},
    [TASK_DEAL_GOAL] = {"deal-goal", "", {0}, _("The dealer draws a goal.")},
    [TASK_DEAL_HEADQUARTERS] = {"deal-headquarters", "", {0}, _("The dealer deals headquarters.")},
    [TASK_DEAL_ORDER] = {"deal-order", "", {0}, _("The dealer draws the play order.")},
    [TASK_DEAL_OFFER] = {"deal-offer", "", {0}, _("The dealer lays out transmitters.")},
    [TASK_ENTRY] =
        {"entry",
         "",
         {0},
         _("{seat|Choose an entry gate for your ship.|{seat} is choosing an entry gate.}")},
    [TASK_SIDE] =
        {"side",
         "",
         {0},
         _("{seat|Choose a side of your headquarters.|{seat} is choosing a side of the headquarters.}")},
    [TASK_ROUND] = {"round", "", {0}, _("The round continues.")},
    [TASK_ROLL] = {"roll", "", {NUMBER}, _("The dealer rolls the dice ({a} left).")},
    [TASK_TAKE] =
        {"take",
         "",
         {0},
         _("{seat|Take a die: it moves one of your counters unless it is the median.|{seat} is taking a die.}")},
    [TASK_ACT] = {"act",
                  "",
                  {0},
                  _("{seat|Choose an action, or end your turn.|{seat} is choosing an action.}")},
    [TASK_PAY] = {"pay",
                  "",
                  {PUL_ACTION},
                  _("{seat|Choose|{seat} is choosing} the die that pays for {a}.")},
    [TASK_GATE_RUN] =
        {"gate-run",
         "",
         {0},
         _("{seat|Use a gate run on this flight?|{seat} is deciding on a gate run for this flight.}")},
    [TASK_FLIGHT] =
        {"flight",
         "",
         {NUMBER},
         _("{seat|Choose where your ship flies next|{seat} is flying} ({a} {a|segment|segments} left).")},
    [TASK_ARRIVE] = {"arrive", "", {0}, _("The flight is resolved.")},
    [TASK_REVEAL] = {"reveal", "", {PUL_LOCATION}, _("The dealer reveals {a}.")},
    [TASK_BONUS] =
        {"bonus",
         "",
         {PUL_LOCATION},
         _("{seat|Take the bonus of {a}, or draw an exploration tile.|{seat} is choosing between the bonus of {a} and an exploration tile.}")},
    [TASK_TILE] = {"tile", "", {NUMBER}, _("The dealer draws an exploration tile.")},
    [TASK_LINK] = {"link",
                   "",
                   {PUL_TRANSMITTER},
                   _("{seat|Choose|{seat} is choosing} where {a} goes.")},
    [TASK_ONLINE] = {"online", "", {PUL_TRANSMITTER}, _("{a} goes online.")},
    [TASK_RUN] = {"run", "", {0}, _("An effect continues.")},
    [TASK_SIZE] = {"size", "", {0}, _("{seat|Take a gyrodyne?|{seat} is choosing a gyrodyne.}")},
    [TASK_ISOLATED] = {"isolated",
                       "",
                       {0},
                       _("{seat|Claim an isolated pulsar?|{seat} may claim an isolated pulsar.}")},
    [TASK_TELEPORT] =
        {"teleport",
         "",
         {0},
         _("{seat|Choose where to teleport your ship.|{seat} is choosing where to teleport.}")},
    [TASK_SPIN] =
        {"spin",
         "",
         {NUMBER},
         _("{seat|Complete|{seat} may complete} up to {a} {a|gyrodyne|gyrodynes} without a die{seat|?|.}")},
    [TASK_PRODUCTION] = {"production", "", {0}, _("Production continues.")},
    [TASK_BUY] =
        {"buy",
         "",
         {0},
         _("{seat|Buy points from your transmitters with cubes?|{seat} may buy points from transmitters.}")},
    [TASK_FINAL] = {"final", "", {0}, _("The final scoring continues.")},
    [TASK_DEAL] =
        {"deal",
         "",
         {0},
         _("{seat|Buy points from a technology with cubes?|{seat} may buy points from a technology.}")},
    [TASK_GOALS] = {"goals", "", {0}, _("Goals are scored.")},
    [TASK_SPLIT] =
        {"split",
         "",
         {0},
         _("{seat|Choose which goal your gyrodynes count for.|{seat} is choosing a goal for the gyrodynes.}")},
    [TASK_WILD] = {"wild",
                   "",
                   {0},
                   _("{seat|Choose|{seat} is choosing} the goal that counts as achieved.")},
    [TASK_GOAL_BONUS] = {"goal-bonus",
                         "",
                         {0},
                         _("{seat|Buy bonuses of your goals?|{seat} may buy bonuses of goals.}")},
    {0},
};

/* ---- sources and options --------------------------------------------------------------------- */

static const struct wording sources[] = {
    [SOURCE_START] = {"start", "PUL-SETUP-14", {0}, _("start")},
    [SOURCE_TRACKS] = {"tracks", "PUL-PROD-07", {0}, _("tracks")},
    [SOURCE_TRANSMITTERS] = {"transmitters", "PUL-PROD-10", {0}, _("transmitters")},
    [SOURCE_GYRODYNES] = {"gyrodynes", "PUL-PROD-13", {0}, _("gyrodynes")},
    [SOURCE_AWARDS] = {"awards", "PUL-AWARD-01", {0}, _("awards")},
    [SOURCE_TECHNOLOGIES] = {"technologies", "PUL-PAT-08", {0}, _("technologies")},
    [SOURCE_ROUNDS] = {"rounds", "PUL-PROD-18", {0}, _("technologies of every round")},
    [SOURCE_HEADQUARTERS] = {"headquarters", "PUL-HQ-06", {0}, _("headquarters")},
    [SOURCE_RUNS] = {"runs", "PUL-RUN-04", {0}, _("gate runs")},
    [SOURCE_EXPLORATION] = {"exploration", "PUL-EXPL-03", {0}, _("exploration")},
    [SOURCE_PATENTS] = {"patents", "PUL-FINAL-02", {0}, _("technologies at the end")},
    [SOURCE_GOALS] = {"goals", "PUL-FINAL-03", {0}, _("goals")},
    [SOURCE_PULSARS] = {"pulsars", "PUL-FINAL-04", {0}, _("pulsars and unfinished gyrodynes")},
    [SOURCE_CUBES] = {"cubes", "PUL-FINAL-06", {0}, _("engineering cubes")},
    [SOURCE_INITIATIVE] = {"initiative", "PUL-FINAL-07", {0}, _("initiative")},
    [SOURCE_STATIONS] = {"stations", "PUL-FINAL-08", {0}, _("stations")},
    {0},
};

static const char *const game_choices[] = {"standard", "no-headquarters", "first-game", NULL};
static const char *const game_texts[] = {
    _("random boards and goals, with headquarters"), _("boards A, random goals, no headquarters"),
    _("first game: boards A, the marked goals, no headquarters"), NULL};
static const char *const cluster_choices[] = {"plain", "dead-ends", NULL};
static const char *const cluster_texts[] = {_("without dead ends"), _("with dead ends"), NULL};
static const char *const start_choices[] = {"rolled", "even", NULL};
static const char *const start_texts[] = {_("all dice are rolled"),
                                          _("some dice of the first round are set"), NULL};

static const struct option options[] = {
    [OPTION_GAME] = {"game", _("Set-up"), game_choices, game_texts, GAME_STANDARD},
    [OPTION_CLUSTER] = {"cluster", _("Star cluster"), cluster_choices, cluster_texts, SIDE_PLAIN},
    [OPTION_START] = {"start", _("First roll"), start_choices, start_texts, START_ROLLED},
    {0},
};

/* ---- what becomes of components -------------------------------------------------------------- */

static const struct component_use component_uses[] = {
    {LOG_SIDE, 0, COMPONENT_TAKEN, "headquarters", NULL},
    {LOG_SIDE, 0, COMPONENT_SHOWN, "project", NULL},
    {LOG_PROJECT, 0, COMPONENT_TAKEN, "project", NULL},
    {LOG_GATE_RUN, 0, COMPONENT_USED, "project", NULL},
    {LOG_BOARD, 0, COMPONENT_SHOWN, "technology", NULL},
    {LOG_PATENT, 0, COMPONENT_TAKEN, "technology", NULL},
    {LOG_EFFECT, 0, COMPONENT_USED, "technology", NULL},
    {LOG_DEAL, 0, COMPONENT_USED, "technology", NULL},
    {LOG_OFFER, 0, COMPONENT_SHOWN, "transmitter", NULL},
    {LOG_TRANSMITTER, 0, COMPONENT_TAKEN, "transmitter", NULL},
    {LOG_PRODUCES, 0, COMPONENT_USED, "transmitter", NULL},
    {LOG_BOUGHT, 0, COMPONENT_USED, "transmitter", NULL},
    {LOG_GYRODYNE, 0, COMPONENT_TAKEN, "gyrodyne", NULL},
    {LOG_COMPLETED, 0, COMPONENT_USED, "gyrodyne", NULL},
    {LOG_TOKENS, 1, COMPONENT_TAKEN, "modifier", NULL},
    {LOG_TOKEN_SPENT, 0, COMPONENT_USED, "modifier", NULL},
    {LOG_REVEALED, 0, COMPONENT_SHOWN, "system", NULL},
    {LOG_STATION, 0, COMPONENT_TAKEN, "system", NULL},
    {LOG_CLAIMED, 0, COMPONENT_TAKEN, "location", NULL},
    {LOG_ENTRY, 0, COMPONENT_TAKEN, "location", NULL},
    {LOG_TILE, 0, COMPONENT_TAKEN, "tile", NULL},
    {LOG_GOAL, 0, COMPONENT_SHOWN, "goal", NULL},
    {LOG_ACHIEVED, 0, COMPONENT_TAKEN, "goal", NULL},
    {LOG_WILD, 0, COMPONENT_TAKEN, "goal", NULL},
    {0},
};

/* Questions with which a new action begins: whatever was decided before is done. */
static const bool begins_action[TASK_COUNT] = {
    [TASK_ENTRY] = true, [TASK_SIDE] = true, [TASK_TAKE] = true,
    [TASK_ACT] = true,   [TASK_BUY] = true,  [TASK_DEAL] = true,
    [TASK_SPLIT] = true, [TASK_WILD] = true, [TASK_GOAL_BONUS] = true,
};

const struct words pulsar_words = {
    .things = things,
    .aliases = aliases,
    .thing_counts = thing_counts,
    .moves = moves,
    .events = events,
    .reasons = pulsar_reasons,
    .questions = questions,
    .sources = sources,
    .options = options,
    .fields = pulsar_fields,
    .component_uses = component_uses,
    .begins_action = begins_action,
    .sections = pulsar_sections,
};

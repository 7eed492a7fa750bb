/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what every component says, made from its data in the language asked for. Nothing
 * here is written on a card a second time: a changed value changes the text. */

#include "card_words.h"
#include "cards.h"
#include "state.h"

#include "base/bits.h"
#include "kit/card_telling.h"

void pulsar_tell_program(const struct pulsar_cards *cards, struct program program,
                         enum language language, struct text *out)
{
    effect_tell(&pulsar_grammar, &cards->rows[program.start], program.count, language, out);
}

static const struct pulsar_cards *cards_of(const struct card_telling *telling)
{
    return telling->cards;
}

static const char *const letters[LETTERS] = {"A", "B", "C", "D"};

static void list_add(struct text *list, const char *item)
{
    text_addf(list, "%s%s", list->length > 0 ? ", " : "", item);
}

/* ---- technologies -------------------------------------------------------------------------- */

/* What lasts has no order: a sentence for each step. */
static void say_lasting(const struct card_telling *telling, struct program program)
{
    const struct effect *rows = &telling->rows[program.start];
    for (int i = 0; i < program.count; i += 1 + rows[i].body) {
        struct program step = {(uint16_t)(program.start + i), (uint8_t)(1 + rows[i].body)};
        SAY(telling, i == 0 ? _("From then on: {program}.") : _("Also: {program}."),
            .program = step);
    }
}

static void tell_tech(const struct card_telling *telling, const void *item)
{
    static const char *const types[TYPES] = {
        [TYPE_IMMEDIATE] = _("Immediately: {program}."),
        [TYPE_PRODUCTION] = _("In every production phase: {program}."),
        [TYPE_FINAL] = _("At the end: {program}."),
    };
    const struct pulsar_tech *tech = item;
    const struct pulsar_board *board =
        &cards_of(telling)->boards[1 + tech->letter * CATEGORIES + tech->category];
    SAY(telling, _("Technology of board {text}, row {a}. Costs a {b}."), .a = tech->row,
        .b = tech->cost, .text = board->face.id);
    SAY(telling,
        tech->icons == 2 ? _("Two players may patent it in the same round.")
                         : _("One player may patent it in each round."),
        0);
    if (tech->type == TYPE_PERMANENT)
        say_lasting(telling, tech->effect);
    else
        card_say_program(telling, types[tech->type], tech->effect);
}

static void tell_board(const struct card_telling *telling, const void *item)
{
    const struct pulsar_board *board = item;
    int category = (int)(board - &cards_of(telling)->boards[1]) % CATEGORIES;
    int rows = category == 0 ? 2 : 3;
    struct text list = {0};
    for (int i = 0; i < rows; i++) {
        if (board->bonus[i] == BONUS_MEDIAN)
            list_add(&list, phrase(telling->language, _("the median of the round")));
        else
            text_addf(&list, "%s%d", list.length > 0 ? ", " : "", board->bonus[i]);
    }
    SAY(telling,
        _("Technology board. Points of its rows for each spinning gyrodyne, inner row first: "
          "{list}."),
        .list = &list);
    text_free(&list);
}

/* ---- the star cluster ------------------------------------------------------------------------ */

/* The locations at the other ends; the two segments of a double one are next to each other. */
static void say_links(const struct card_telling *telling, const struct pulsar_map *map,
                      const struct pulsar_node *node)
{
    struct text list = {0};
    for (int i = 0; i < node->link_count; i++) {
        bool is_double = map->segments[node->links[i].segment].twin != 0;
        list_add(&list, card_face_name(&map->nodes[node->links[i].to].face, telling->language));
        if (is_double)
            text_add(&list, " (2)");
        i += is_double;
    }
    SAY(telling, _("Segments lead to {list}."), .list = &list);
    text_free(&list);
}

static void tell_node(const struct card_telling *telling, const struct pulsar_map *map,
                      const struct pulsar_node *node)
{
    static const char *const kinds[NODE_KINDS] = {
        [NODE_ENTRY] = _("An entry gate, where ships start; no ship returns to it."),
        [NODE_SYSTEM] = _("A place for a planetary system."),
        [NODE_PULSAR] = _("A pulsar on a route."),
        [NODE_ISOLATED] = _("An isolated pulsar, which no flight reaches."),
        [NODE_GATE] = _("A gate. Its colour: {text}."),
    };
    static const char *const colours[] = {"", _("green"), _("magenta"), _("orange")};
    SAY(telling, kinds[node->kind], .text = colours[node->colour]);
    if (node->dead_end)
        SAY(telling, _("A dead end: the ship that claims or settles it draws an exploration tile."),
            0);
    if (node->link_count > 0)
        say_links(telling, map, node);
}

static void tell_plain(const struct card_telling *telling, const void *item)
{
    SAY(telling, _("Side without dead ends."), 0);
    tell_node(telling, &cards_of(telling)->maps[SIDE_PLAIN], item);
}

static void tell_dead_ends(const struct card_telling *telling, const void *item)
{
    SAY(telling, _("Side with dead ends."), 0);
    tell_node(telling, &cards_of(telling)->maps[SIDE_DEAD_ENDS], item);
}

/* ---- systems and tiles ----------------------------------------------------------------------- */

static const char *planet_text(const struct pulsar_system *system, int planet)
{
    static const char *const texts[2][3] = {
        {_("lifeless"), _("lifeless (closed with 2 players)"),
         _("lifeless (closed with 2 and 3 players)")},
        {_("blue"), _("blue (closed with 2 players)"), _("blue (closed with 2 and 3 players)")},
    };
    int closed = 0;
    while (closed < 2 && (system->open[closed] >> planet & 1) == 0)
        closed++;
    return texts[system->blue >> planet & 1][closed];
}

static void tell_system(const struct card_telling *telling, const void *item)
{
    const struct pulsar_system *system = item;
    struct text list = {0};
    for (int i = 0; i < system->planet_count; i++)
        list_add(&list, phrase(telling->language, planet_text(system, i)));
    SAY(telling, _("Planetary system. Planets: {list}."), .list = &list);
    text_free(&list);
    card_say_program(telling, _("Exploration bonus: {program}."), system->bonus);
}

static int tiles_in_all(const struct pulsar_cards *cards)
{
    int count = 0;
    for (int kind = 1; kind <= cards->tile_count; kind++)
        count += cards->tiles[kind].count;
    return count;
}

static void tell_tile(const struct card_telling *telling, const void *item)
{
    const struct pulsar_tile *tile = item;
    SAY(telling, _("Exploration tile, {a} of {b}."), .a = tile->count,
        .b = tiles_in_all(telling->cards));
    card_say_program(telling, _("It gives: {program}."), tile->effect);
    if (effect_uses(telling->rows, tile->effect, OP_STATIONS))
        SAY(telling, _("It is kept."), 0);
}

static void tell_transmitter(const struct card_telling *telling, const void *item)
{
    static const char *const halves[] = {"0", "1", "2", "3"};
    const struct pulsar_transmitter *transmitter = item;
    const char *ends[2];
    for (int i = 0; i < 2; i++)
        ends[i] =
            transmitter->ends[i] == END_NONE ? _("no link") : halves[transmitter->ends[i] & 3];
    SAY(telling, _("Transmitter, letter {text}."), .text = letters[transmitter->letter]);
    card_say_numbers(telling, _("Its costs, one die each: {list}."), transmitter->dice,
                     transmitter->dice_count);
    SAY(telling, _("Half dice: {text} on the left, {more} on the right."), .text = ends[0],
        .more = ends[1]);
    card_say_program(telling, _("When it goes online: {program}."), transmitter->immediate);
    card_say_program(telling, _("In every production phase: {program}."), transmitter->production);
}

/* ---- headquarters ---------------------------------------------------------------------------- */

static void tell_side(const struct card_telling *telling, const void *item)
{
    const struct pulsar_side *side = item;
    const struct pulsar_cards *cards = cards_of(telling);
    int first = 1 + (int)(side - &cards->sides[1]) * PROJECTS_OF_SIDE, runs = 0;
    for (int i = first; i < first + PROJECTS_OF_SIDE; i++)
        runs += effect_uses(cards->rows, cards->projects[i].benefit, OP_RUN);
    SAY(telling,
        _("A side of headquarters board {text}: {a} projects, {b} of them with a gate run."),
        .a = PROJECTS_OF_SIDE, .b = runs, .text = letters[side->board]);
}

static void tell_project(const struct card_telling *telling, const void *item)
{
    const struct pulsar_project *project = item;
    const struct pulsar_project *projects = &cards_of(telling)->projects[1];
    int place = (int)(project - projects) % PROJECTS_OF_SIDE;
    SAY(telling, _("Headquarters project. Costs a {a}."), .a = project->die);
    if (pulsar_project_needs[place] == 0) {
        SAY(telling, _("Needs no other project."), 0);
    } else if (place == TOP) {
        SAY(telling, _("Needs all other projects."), 0);
    } else {
        struct text list = {0};
        for (uint64_t needs = pulsar_project_needs[place]; needs != 0;)
            list_add(&list, card_face_name(&project[(int)bits_pop(&needs) - place].face,
                                           telling->language));
        SAY(telling, _("Needs {list}."), .list = &list);
        text_free(&list);
    }
    card_say_program(telling, _("When completed: {program}."), project->benefit);
}

/* ---- gyrodynes, modifiers, rings --------------------------------------------------------------
 */

static void tell_gyrodyne(const struct card_telling *telling, const void *item)
{
    const struct pulsar_gyrodyne *gyrodyne = item;
    SAY(telling,
        _("{a} tiles. Each spinning one makes {b} {b|point|points} in every production phase, "
          "plus the bonus of the row."),
        .a = gyrodyne->tiles, .b = gyrodyne->produces);
    SAY(telling, _("Taking a tile costs a {a}, completing it a {b}."), .a = gyrodyne->take,
        .b = gyrodyne->complete);
    SAY(telling,
        _("The first player with 2 of them on pulsars scores {a} {a|point|points}, the second {b}."),
        .a = gyrodyne->awards[0], .b = gyrodyne->awards[1]);
}

static void tell_modifier(const struct card_telling *telling, const void *item)
{
    const struct pulsar_modifier *modifier = item;
    bool is_plus_two = modifier == &cards_of(telling)->modifiers[PLUS_TWO];
    struct text list = {0};
    for (uint64_t dice = modifier->dice; dice != 0;)
        text_addf(&list, "%s%d", list.length > 0 ? ", " : "", (int)bits_pop(&dice));
    SAY(telling,
        is_plus_two ? _("A token that makes a die 2 higher.")
                    : _("A token that makes a die 1 higher or 1 lower."),
        0);
    SAY(telling, _("Dice that buy it: {list}."), .list = &list);
    SAY(telling, _("Each player starts with {a}."), .a = modifier->start);
    text_free(&list);
}

static void tell_rings(const struct card_telling *telling, const void *item)
{
    SAY(telling, _("Each player can claim {a} {a|pulsar|pulsars}."),
        .a = ((const struct pulsar_cards *)item)->rings);
}

/* ---- the dice board ----------------------------------------------------------------------------
 */

static void tell_tracks(const struct card_telling *telling, const void *item)
{
    const struct pulsar_cards *cards = item;
    SAY(telling,
        _("Two tracks with {a} spaces each; space 1 is the best. Counters start on space {b}."),
        .a = TRACK_SPACES, .b = cards->track_start);
    for (int i = 1; i <= TRACK_SPACES; i++)
        if (cards->track_loss[i] > 0)
            SAY(telling, _("A counter on space {a} loses {b} {b|point|points} in every round."),
                .a = i, .b = cards->track_loss[i]);
}

static void tell_players(const struct card_telling *telling, const void *item)
{
    const struct pulsar_players *players = item;
    int seats = 2 + (int)(players - cards_of(telling)->players), points = 0;
    SAY(telling, _("With {a} players: {b} silver dice."), .a = seats, .b = players->silver);
    SAY(telling, _("Dice left over: {a}. Counters of each player on each track: {b}."),
        .a = players->leftover, .b = players->counters);
    card_say_numbers(telling, _("Engineering cubes by place: {list}."), players->cubes,
                     players->ranks);
    for (int i = 0; i < players->ranks; i++)
        points += players->points[i];
    if (points > 0)
        card_say_numbers(telling, _("Points by place on the engineering track: {list}."),
                         players->points, players->ranks);
    card_say_numbers(telling, _("Points for initiative at the end: {list}."), players->initiative,
                     players->ranks);
    card_say_numbers(telling, _("Points at the start: {list}."), players->start_points, seats);
    card_say_numbers(telling, _("Dice that are set in an even start: {list}."), players->even_dice,
                     players->even_count);
}

static void tell_copy(const struct card_telling *telling, const void *item)
{
    SAY(telling,
        _("{a} engineering {a|cube|cubes} for a bonus die with the value of a leftover die."),
        .a = ((const struct pulsar_cards *)item)->copy_price);
}

/* ---- the end -----------------------------------------------------------------------------------
 */

static void tell_goal(const struct card_telling *telling, const void *item)
{
    const struct pulsar_goal *goal = item;
    SAY(telling, _("Goal, tile {a}."), .a = goal->tile);
    SAY(telling, _("Counted: {text}. Needed: {a} or more."), .a = goal->number,
        .text = pulsar_noun_texts[goal->noun]);
    SAY(telling, _("{a} {a|point|points}."), .a = goal->points);
    if (goal->bonus_count == 2)
        SAY(telling, _("The same again for {a} {a|cube|cubes}, and once more for {b} more."),
            .a = goal->bonus[0], .b = goal->bonus[1]);
    else
        SAY(telling, _("The same again for {a} {a|cube|cubes}."), .a = goal->bonus[0]);
    if (goal->first_game)
        SAY(telling, _("Recommended for a first game."), 0);
}

static void tell_stations(const struct card_telling *telling, const void *item)
{
    const struct pulsar_cards *cards = item;
    card_say_numbers(telling, _("Points for 0, 1, 2 and more stations at the end: {list}."),
                     cards->station_points, STATION_STEPS);
    SAY(telling, _("Every further station: {a}."), .a = cards->station_further);
}

static void tell_leftovers(const struct card_telling *telling, const void *item)
{
    const struct pulsar_cards *cards = item;
    SAY(telling,
        _("At the end each claimed pulsar without a spinning gyrodyne gives {a} {a|point|points}, "
          "each gyrodyne under construction or not placed {b}."),
        .a = cards->idle_points, .b = cards->tile_points);
    SAY(telling, _("Every {a} engineering {a|cube|cubes} give 1 point."),
        .a = cards->cubes_per_point);
}

/* ---- all components ----------------------------------------------------------------------------
 */

static int level_of_tech(const struct card_telling *telling, const void *item)
{
    (void)telling;
    return 1 + ((const struct pulsar_tech *)item)->category;
}

static int level_of_transmitter(const struct card_telling *telling, const void *item)
{
    (void)telling;
    return 1 + ((const struct pulsar_transmitter *)item)->letter;
}

/* The rows of a headquarters. */
static int level_of_project(const struct card_telling *telling, const void *item)
{
    static const uint8_t rows[PROJECTS_OF_SIDE] = {1, 1, 1, 2, 2, 3, 3, 4};
    const struct pulsar_project *project = item;
    return rows[(project - &cards_of(telling)->projects[1]) % PROJECTS_OF_SIDE];
}

static bool is_plain(const struct ruleset *rules)
{
    return rules->setup.options[OPTION_CLUSTER] == SIDE_PLAIN;
}

static bool has_dead_ends(const struct ruleset *rules)
{
    return rules->setup.options[OPTION_CLUSTER] == SIDE_DEAD_ENDS;
}

#define ITEMS(list, from, number) SHELF_OF(struct pulsar_cards, list, from, number)
#define SHARED(face)              SHELF_OF_ONE(struct pulsar_cards, face)

static const struct card_shelf shelves[] = {
    {"board", "technologies.cards", ITEMS(boards, 1, LETTERS *CATEGORIES), .tell = tell_board},
    {"technology", "technologies.cards", ITEMS(techs, 1, TECHS), .tell = tell_tech,
     .level = level_of_tech},
    {"location", "star_cluster_plain.cards", ITEMS(maps[SIDE_PLAIN].nodes, 1, NODES),
     .tell = tell_plain, .in_play = is_plain},
    {"location", "star_cluster_dead_ends.cards", ITEMS(maps[SIDE_DEAD_ENDS].nodes, 1, NODES),
     .tell = tell_dead_ends, .in_play = has_dead_ends},
    {"system", "systems.cards", ITEMS(systems, 1, SYSTEMS_MAX), .tell = tell_system},
    {"tile", "exploration.cards", ITEMS(tiles, 1, TILE_KINDS_MAX), .tell = tell_tile},
    {"transmitter", "transmitters.cards", ITEMS(transmitters, 1, TRANSMITTERS_MAX),
     .tell = tell_transmitter, .level = level_of_transmitter},
    {"headquarters", "headquarters.cards", ITEMS(sides, 1, HEADQUARTERS), .tell = tell_side},
    {"project", "headquarters.cards", ITEMS(projects, 1, PROJECTS), .tell = tell_project,
     .level = level_of_project},
    {"gyrodyne", "gyrodynes.cards", ITEMS(gyrodynes, 0, SIZES), .tell = tell_gyrodyne},
    {"modifier", "gyrodynes.cards", ITEMS(modifiers, 0, MODIFIERS), .tell = tell_modifier},
    {"rings", "gyrodynes.cards", SHARED(rings_face), .tell = tell_rings},
    {"tracks", "dice_board.cards", SHARED(track_face), .tell = tell_tracks},
    {"players", "dice_board.cards", ITEMS(players, 0, 3), .tell = tell_players},
    {"copy", "dice_board.cards", SHARED(copy_face), .tell = tell_copy},
    {"goal", "goals.cards", ITEMS(goals, 1, GOALS_MAX), .tell = tell_goal},
    {"stations", "goals.cards", SHARED(stations_face), .tell = tell_stations},
    {"leftovers", "goals.cards", SHARED(leftovers_face), .tell = tell_leftovers},
    {0},
};

bool pulsar_component(const struct ruleset *rules, int index, enum language language,
                      struct component *component)
{
    const struct pulsar_cards *cards = rules->cards;
    struct card_telling telling = {cards,       &cards->sources, &pulsar_grammar,
                                   cards->rows, language,        &component->text};
    return card_component(shelves, rules, &telling, index, component);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what a front end needs to draw the table besides the state and the texts of the
 * components. Where everything lies, what is printed on boards and tiles as data, effects as rows
 * and in few words. Only what this game uses: one side of the star cluster, the dice board for its
 * players, and headquarters if they are in play. No rules. */

#include "pulsar.h"

#include "brief.h"
#include "card_words.h"
#include "things.h"

#include "contract/notation.h"
#include "kit/layout.h"

static void put_program(const struct pulsar_view *v, struct json *json, const char *key,
                        struct program program)
{
    struct brief_book book = pulsar_brief_book(v->cards);
    layout_program(&book, json, key, program);
}

/* A thing by its notation. */
static void put_thing(const struct pulsar_view *v, struct json *json, const char *key, int kind,
                      int value)
{
    json_put_string(json, key, thing_token(v->rules, kind, value));
}

/* A letter from A on. */
static void put_letter(struct json *json, const char *key, int letter)
{
    static const char *const letters[] = {"A", "B", "C", "D"};
    json_put_string(json, key, letters[letter]);
}

/* ---- the star cluster ------------------------------------------------------------------------ */

/* What front ends write for each location: in percent of the board. */
static void put_place(struct json *json, const struct pulsar_node *node)
{
    json_put_decimal(json, "x", node->x / 100.0, 2);
    json_put_decimal(json, "y", node->y / 100.0, 2);
}

static void put_location(const struct pulsar_view *v, struct json *json, int location)
{
    static const char *const kinds[NODE_KINDS] = {
        [NODE_NONE] = "none",     [NODE_ENTRY] = "entry",       [NODE_SYSTEM] = "system",
        [NODE_PULSAR] = "pulsar", [NODE_ISOLATED] = "isolated", [NODE_GATE] = "gate",
    };
    const struct pulsar_node *node = node_of(v, location);
    json_open(json, node->face.id, '{');
    layout_name(json, &node->face);
    json_put_string(json, "kind", kinds[node->kind]);
    if (node->kind == NODE_GATE)
        put_thing(v, json, "colour", PUL_COLOUR, node->colour);
    else
        json_put_null(json, "colour");
    json_put_boolean(json, "dead_end", node->dead_end);
    put_place(json, node);
    json_close(json, '}');
}

/* A double segment is there twice. */
static void put_segments(const struct pulsar_view *v, struct json *json)
{
    json_open(json, "segments", '[');
    for (int i = 1; i <= map_of(v)->segment_count; i++) {
        const struct pulsar_segment *segment = &map_of(v)->segments[i];
        json_open(json, NULL, '{');
        put_thing(v, json, "from", PUL_LOCATION, segment->from);
        put_thing(v, json, "to", PUL_LOCATION, segment->to);
        json_put_boolean(json, "double", segment->twin != 0);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_cluster(const struct pulsar_view *v, struct json *json)
{
    json_open(json, "star_cluster", '{');
    json_put_boolean(json, "dead_ends", v->rules->setup.options[OPTION_CLUSTER] == SIDE_DEAD_ENDS);
    json_open(json, "locations", '{');
    for (int i = 1; i <= map_of(v)->node_count; i++)
        put_location(v, json, i);
    json_close(json, '}');
    put_segments(v, json);
    json_close(json, '}');
}

static void put_system(const struct pulsar_view *v, struct json *json, int system)
{
    const struct pulsar_system *card = &v->cards->systems[system];
    json_open(json, card->face.id, '{');
    layout_name(json, &card->face);
    json_open(json, "planets", '[');
    for (int planet = 0; planet < card->planet_count; planet++) {
        json_open(json, NULL, '{');
        put_thing(v, json, "kind", PUL_PLANET, card->blue >> planet & 1);
        json_put_boolean(json, "open", card->open[players_of(v) - 2] >> planet & 1);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_program(v, json, "bonus", card->bonus);
    json_close(json, '}');
}

/* ---- the dice board -------------------------------------------------------------------------- */

static void put_dice_board(const struct pulsar_view *v, struct json *json)
{
    const struct pulsar_players *card = players_card(v);
    const struct thing *tracks = &pulsar_words.things[PUL_TRACK - THING_GAME];
    json_open(json, "dice_board", '{');
    json_put_number(json, "silver", card->silver);
    json_put_number(json, "leftover", card->leftover);
    json_put_number(json, "order_spaces", players_of(v) * card->counters);
    json_put_number(json, "copy_price", v->cards->copy_price);
    json_open(json, "tracks", '{');
    for (int track = 0; track < TRACKS; track++) {
        json_open(json, tracks->token(v->rules, track), '{');
        layout_thing(json, "name", v->rules, PUL_TRACK, track);
        json_put_number(json, "spaces", TRACK_SPACES);
        json_put_number(json, "counters", card->counters);
        json_close(json, '}');
    }
    json_close(json, '}');
    json_put_number(json, "start", v->cards->track_start);
    layout_numbers(json, "loss", &v->cards->track_loss[1], TRACK_SPACES);
    layout_numbers(json, "cubes", card->cubes, card->ranks);
    layout_numbers(json, "points", card->points, card->ranks);
    layout_numbers(json, "final_initiative", card->initiative, card->ranks);
    json_close(json, '}');
}

/* ---- technologies ---------------------------------------------------------------------------- */

static void put_tech(const struct pulsar_view *v, struct json *json, int id)
{
    assert(id >= 1 && id <= TECHS);
    static const char *const types[TYPES] = {"immediate", "permanent", "production", "final"};
    const struct pulsar_tech *tech = &v->cards->techs[id];
    json_open(json, tech->face.id, '{');
    layout_name(json, &tech->face);
    put_thing(v, json, "place", PUL_TECH_AT, tech->index);
    json_put_number(json, "row", tech->row);
    json_put_number(json, "cost", tech->cost);
    json_put_number(json, "icons", tech->icons);
    json_put_string(json, "type", types[tech->type]);
    layout_told(json, "when", tech->type, pulsar_brief_type);
    put_program(v, json, "effect", tech->effect);
    json_close(json, '}');
}

/* The technologies of a row, from left to right. */
static void put_row(const struct pulsar_view *v, struct json *json, int letter, int row, int bonus)
{
    json_open(json, NULL, '{');
    json_put_number(json, "row", row);
    if (bonus == BONUS_MEDIAN)
        json_put_string(json, "bonus", "median");
    else
        json_put_number(json, "bonus", bonus);
    json_open(json, "technologies", '[');
    for (int i = 1 + letter * TECHS_IN_PLAY; i <= (letter + 1) * TECHS_IN_PLAY; i++)
        if (v->cards->techs[i].row == row)
            put_thing(v, json, NULL, PUL_TECH, i);
    json_close(json, ']');
    json_close(json, '}');
}

static void put_board(const struct pulsar_view *v, struct json *json, int id)
{
    assert(id >= 1 && id <= LETTERS * CATEGORIES);
    const struct pulsar_board *board = &v->cards->boards[id];
    int letter = (id - 1) / CATEGORIES, category = (id - 1) % CATEGORIES;
    json_open(json, board->face.id, '{');
    layout_name(json, &board->face);
    json_put_number(json, "category", category + 1);
    put_letter(json, "letter", letter);
    json_open(json, "rows", '[');
    const uint8_t *first = &pulsar_first_row[category];
    for (int row = first[0]; row < first[1]; row++)
        put_row(v, json, letter, row, board->bonus[row - first[0]]);
    json_close(json, ']');
    json_close(json, '}');
}

/* Without headquarters the boards of the letter A alone are used. */
static void put_boards(const struct pulsar_view *v, struct json *json)
{
    int letters = has_headquarters(v) ? LETTERS : 1;
    json_open(json, "technology_boards", '{');
    for (int id = 1; id <= letters * CATEGORIES; id++)
        put_board(v, json, id);
    json_close(json, '}');
    json_open(json, "technologies", '{');
    for (int id = 1; id <= letters * TECHS_IN_PLAY; id++)
        put_tech(v, json, id);
    json_close(json, '}');
}

/* ---- headquarters ---------------------------------------------------------------------------- */

/* The pyramid: its places in percent, from the bottom row to the top, and what each needs. */
static void put_pyramid(const struct pulsar_view *v, struct json *json)
{
    static const uint8_t points[PROJECTS_OF_SIDE][2] = {
        [BASE_1] = {18, 87},   [BASE_2] = {50, 87},  [BASE_3] = {82, 87},  [SECOND_1] = {34, 62},
        [SECOND_2] = {66, 62}, [THIRD_1] = {34, 37}, [THIRD_2] = {66, 37}, [TOP] = {50, 12},
    };
    json_open(json, "pyramid", '{');
    for (int place = 0; place < PROJECTS_OF_SIDE; place++) {
        json_open(json, thing_token(v->rules, PUL_PROJECT_AT, place), '{');
        layout_point(json, points[place][0], points[place][1]);
        layout_set(v->rules, json, "needs", PUL_PROJECT_AT, pulsar_project_needs[place]);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void put_side(const struct pulsar_view *v, struct json *json, int side)
{
    assert(side >= 1 && side <= HEADQUARTERS);
    const struct pulsar_side *about = &v->cards->sides[side];
    json_open(json, about->face.id, '{');
    layout_name(json, &about->face);
    put_letter(json, "board", about->board);
    json_open(json, "projects", '{');
    for (int place = 0; place < PROJECTS_OF_SIDE; place++) {
        int id = 1 + (side - 1) * PROJECTS_OF_SIDE + place;
        const struct pulsar_project *project = &v->cards->projects[id];
        json_open(json, project->face.id, '{');
        layout_name(json, &project->face);
        put_thing(v, json, "place", PUL_PROJECT_AT, place);
        json_put_number(json, "die", project->die);
        put_program(v, json, "benefit", project->benefit);
        json_close(json, '}');
    }
    json_close(json, '}');
    json_close(json, '}');
}

static void put_headquarters(const struct pulsar_view *v, struct json *json)
{
    put_pyramid(v, json);
    json_open(json, "headquarters", '{');
    for (int side = 1; has_headquarters(v) && side <= HEADQUARTERS; side++)
        put_side(v, json, side);
    json_close(json, '}');
}

/* ---- tiles ----------------------------------------------------------------------------------- */

static void put_transmitter(const struct pulsar_view *v, struct json *json, int transmitter)
{
    const struct pulsar_transmitter *card = &v->cards->transmitters[transmitter];
    json_open(json, card->face.id, '{');
    layout_name(json, &card->face);
    put_letter(json, "letter", card->letter);
    layout_numbers(json, "dice", card->dice, card->dice_count);
    json_open(json, "ends", '[');
    for (int end = 0; end < 2; end++) {
        if (card->ends[end] == END_NONE)
            json_put_null(json, NULL);
        else
            json_put_number(json, NULL, card->ends[end]);
    }
    json_close(json, ']');
    put_program(v, json, "immediate", card->immediate);
    put_program(v, json, "production", card->production);
    json_close(json, '}');
}

static void put_tile(const struct pulsar_view *v, struct json *json, int kind)
{
    const struct pulsar_tile *tile = &v->cards->tiles[kind];
    if (tile->count == 0)
        return;
    json_open(json, tile->face.id, '{');
    layout_name(json, &tile->face);
    json_put_number(json, "count", tile->count);
    put_program(v, json, "effect", tile->effect);
    json_close(json, '}');
}

static void write_goal(const void *item, enum language language, struct text *out)
{
    pulsar_brief_goal(item, language, out);
}

static void put_goal(const struct pulsar_view *v, struct json *json, int id)
{
    const struct pulsar_goal *goal = &v->cards->goals[id];
    json_open(json, goal->face.id, '{');
    layout_name(json, &goal->face);
    layout_written(json, "brief", goal, write_goal);
    json_put_number(json, "tile", goal->tile);
    json_put_number(json, "number", goal->number);
    json_put_number(json, "points", goal->points);
    layout_numbers(json, "bonus", goal->bonus, goal->bonus_count);
    json_close(json, '}');
}

/* One entry for each card of a kind. */
static void put_all(const struct pulsar_view *v, struct json *json, const char *key, int count,
                    void (*put)(const struct pulsar_view *v, struct json *json, int id))
{
    json_open(json, key, '{');
    for (int id = 1; id <= count; id++)
        put(v, json, id);
    json_close(json, '}');
}

/* ---- supplies and the end -------------------------------------------------------------------- */

static void put_gyrodynes(const struct pulsar_view *v, struct json *json)
{
    json_open(json, "gyrodynes", '{');
    for (int size = 0; size < SIZES; size++) {
        const struct pulsar_gyrodyne *card = &v->cards->gyrodynes[size];
        json_open(json, card->face.id, '{');
        layout_name(json, &card->face);
        json_put_number(json, "tiles", card->tiles);
        json_put_number(json, "take", card->take);
        json_put_number(json, "complete", card->complete);
        json_put_number(json, "produces", card->produces);
        layout_numbers(json, "awards", card->awards, 2);
        json_close(json, '}');
    }
    json_close(json, '}');
    json_put_number(json, "rings", v->cards->rings);
}

static void put_modifiers(const struct pulsar_view *v, struct json *json)
{
    json_open(json, "modifiers", '{');
    for (int i = 0; i < MODIFIERS; i++) {
        const struct pulsar_modifier *card = &v->cards->modifiers[i];
        json_open(json, card->face.id, '{');
        layout_name(json, &card->face);
        json_open(json, "dice", '[');
        for (uint64_t dice = card->dice; dice != 0;)
            json_put_number(json, NULL, bits_pop(&dice));
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void put_end(const struct pulsar_view *v, struct json *json)
{
    json_open(json, "final", '{');
    layout_numbers(json, "stations", v->cards->station_points, STATION_STEPS);
    json_put_number(json, "further_station", v->cards->station_further);
    json_put_number(json, "idle_pulsar", v->cards->idle_points);
    json_put_number(json, "idle_gyrodyne", v->cards->tile_points);
    json_put_number(json, "cubes_per_point", v->cards->cubes_per_point);
    json_close(json, '}');
}

void pulsar_layout(const struct ruleset *rules, struct json *json)
{
    struct pulsar_state nothing = {0}; /* a table has a state */
    struct pulsar_view v = pulsar_view_of(rules, &nothing);
    json_open(json, NULL, '{');
    json_put_number(json, "rounds", ROUNDS);
    json_put_number(json, "score_spaces", SCORE_SPACES);
    put_cluster(&v, json);
    put_dice_board(&v, json);
    put_boards(&v, json);
    put_headquarters(&v, json);
    put_all(&v, json, "systems", v.cards->system_count, put_system);
    put_all(&v, json, "transmitters", v.cards->transmitter_count, put_transmitter);
    put_all(&v, json, "tiles", v.cards->tile_count, put_tile);
    put_all(&v, json, "goals", v.cards->goal_count, put_goal);
    put_gyrodynes(&v, json);
    put_modifiers(&v, json);
    put_end(&v, json);
    json_close(json, '}');
}

/* ---- how far seats are ----------------------------------------------------------------------- */

static void put_goal_counts(const struct pulsar_view *v, struct json *json, int id)
{
    const struct pulsar_goal *goal = &v->cards->goals[id];
    json_open(json, goal->face.id, '[');
    for (int seat = 0; seat < players_of(v); seat++)
        json_put_number(json, NULL, pulsar_noun_count(v, seat, goal->noun));
    json_close(json, ']');
}

static void put_landings_of(const struct pulsar_view *v, struct json *json, int track, int counter)
{
    json_open(json, thing_token(v->rules, PUL_COUNTER_AT, counter), '[');
    for (int value = 1; value <= DIE_SIDES; value++)
        json_put_number(json, NULL,
                        pulsar_landing(v->s->tracks[track].space[counter],
                                       pulsar_steps_to(v->s->median, value)));
    json_close(json, ']');
}

/* While dice are taken: of each counter on a track, the space on which it lands for a 1, 2 … 6. */
static void put_landings(const struct pulsar_view *v, struct json *json)
{
    const struct thing *tracks = &pulsar_words.things[PUL_TRACK - THING_GAME];
    int counters = players_of(v) * pulsar_counters_of_seat(v);
    json_open(json, "landings", '{');
    for (int track = 0; track < TRACKS; track++) {
        json_open(json, tracks->token(v->rules, track), '{');
        for (int counter = 0; counter < counters; counter++)
            put_landings_of(v, json, track, counter);
        json_close(json, '}');
    }
    json_close(json, '}');
}

/* Of each goal in play, how much of what it asks for each seat has; how many transmitters are still
 * to come; what the next production gives; and where counters land. */
void pulsar_progress(const struct ruleset *rules, const void *state, struct json *json,
                     const char *key)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    json_open(json, key, '{');
    json_open(json, "goals", '{');
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        if (v.s->goals[i] != 0)
            put_goal_counts(&v, json, v.s->goals[i]);
    json_close(json, '}');
    json_put_number(json, "to_come", pulsar_stack_size(&v));
    pulsar_put_production(rules, state, json, "production");
    if (!agenda_is_empty(&v.s->agenda) && task_top(&v)->task == TASK_TAKE)
        put_landings(&v, json);
    json_close(json, '}');
}

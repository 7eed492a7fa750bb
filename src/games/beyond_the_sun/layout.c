/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what a front end needs to draw the table besides the state and the texts of the
 * components. Where everything lies on the two boards, what is printed on cards and mats as data,
 * effects as rows and in few words. Only what this game uses: the side of the Exploration board and
 * the mats for its players. No rules. */

#include "bts.h"

#include "brief.h"
#include "card_words.h"
#include "things.h"

#include "contract/notation.h"
#include "kit/layout.h"

/* The kinds of disc of a specialty. */
static void put_specialty(const struct ruleset *rules, struct json *json, unsigned specialty)
{
    layout_set(rules, json, "specialty", BTS_DISC, (uint64_t)specialty << DISC_FOOD);
}

static void put_program(const struct bts_cards *cards, struct json *json, const char *key,
                        struct program program)
{
    struct brief_book book = bts_brief_book(cards);
    layout_program(&book, json, key, program);
}

/* ---- the Technology board -------------------------------------------------------------------- */

static void put_slots(const struct ruleset *rules, struct json *json)
{
    const struct bts_cards *cards = rules->cards;
    json_open(json, "slots", '{');
    for (int slot = 0; slot < SLOTS; slot++) {
        const struct bts_slot *about = &cards->slots[slot];
        json_open(json, about->face.id, '{');
        json_put_string(json, "level", bts_level_words[about->level]);
        json_put_number(json, "need", about->need);
        layout_set(rules, json, "after", BTS_SLOT, about->prerequisites);
        layout_point(json, about->x, about->y);
        json_close(json, '}');
    }
    json_close(json, '}');
}

/* The rows with the spaces that this number of players uses. */
static void put_basics(const struct bts_view *v, struct json *json)
{
    static const uint8_t first[] = {SPACE_BASIC_1, SPACE_BASIC_2, SPACE_BASIC_3, SPACE_BASIC_4,
                                    SPACE_GUILD};
    json_open(json, "basic", '[');
    for (int row = 0; row < BASIC_ROWS; row++) {
        const struct bts_basic *about = &v->cards->basics[row];
        json_open(json, NULL, '{');
        json_put_string(json, "id", about->face.id);
        layout_name(json, &about->face);
        layout_point(json, about->x, about->y);
        json_put_boolean(json, "unlimited", about->spaces[players_of(v) - 2] == 0);
        put_program(v->cards, json, "action", about->action);
        json_open(json, "spaces", '[');
        for (int space = first[row]; space < first[row + 1]; space++) {
            if (bts_space_program(v, space).count == 0)
                continue;
            json_open(json, NULL, '{');
            json_put_string(json, "id", v->cards->space_ids[space]);
            json_put_number(json, "surcharge", bts_space_surcharge(v, space));
            json_close(json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_guilds(const struct bts_cards *cards, struct json *json)
{
    json_open(json, "guilds", '{');
    for (int guild = 1; guild <= GUILDS; guild++) {
        const struct bts_guild *about = &cards->guilds[guild];
        json_open(json, about->face.id, '{');
        layout_name(json, &about->face);
        layout_point(json, about->x, about->y);
        json_put_string(json, "space", cards->space_ids[SPACE_GUILD + guild - 1]);
        put_program(cards, json, "action", about->action);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void put_types(const struct ruleset *rules, struct json *json)
{
    const struct thing *types = &bts_words.things[BTS_TYPE - THING_GAME];
    json_open(json, "types", '{');
    for (int type = 0; type < TYPES; type++) {
        json_open(json, types->token(rules, type), '{');
        layout_thing(json, "name", rules, BTS_TYPE, type);
        layout_told(json, "brief", type, bts_brief_type);
        json_close(json, '}');
    }
    json_close(json, '}');
}

/* ---- the Exploration board ------------------------------------------------------------------- */

static void put_places(const struct bts_view *v, struct json *json)
{
    static const char *const kinds[] = {
        [KIND_NONE] = "none",     [KIND_SOL] = "sol", [KIND_DEEP] = "deep-space",
        [KIND_YARD] = "shipyard", [KIND_A] = "A",     [KIND_B] = "B",
    };
    json_open(json, "places", '{');
    for (int place = 0; place < ROGUE; place++) {
        const struct bts_place *about = &map_of(v)[place];
        if (about->kind == KIND_NONE)
            continue;
        json_open(json, thing_token(v->rules, BTS_PLACE, place), '{');
        layout_name(json, &about->face);
        json_put_string(json, "kind", kinds[about->kind]);
        put_specialty(v->rules, json, about->specialty);
        layout_set(v->rules, json, "edges", BTS_PLACE, about->edges);
        layout_point(json, about->x, about->y);
        json_close(json, '}');
    }
    json_close(json, '}');
    json_put_string(json, "added_place", thing_token(v->rules, BTS_PLACE, ROGUE));
}

/* ---- cards ----------------------------------------------------------------------------------- */

/* The id of a lasting power, or null. */
static void put_power(const struct bts_cards *cards, struct json *json, int power)
{
    if (power == POWER_NONE)
        json_put_null(json, "power");
    else
        json_put_string(json, "power", cards->powers[power].face.id);
}

static void put_tech(const struct ruleset *rules, struct json *json, int tech)
{
    const struct bts_cards *cards = rules->cards;
    const struct bts_tech *about = &cards->techs[tech];
    json_open(json, about->face.id, '{');
    json_put_string(json, "level", bts_level_words[about->level]);
    layout_set(rules, json, "matches", BTS_TYPE, about->left);
    if (about->right == TYPES)
        json_put_null(json, "hands_on");
    else
        json_put_string(json, "hands_on", thing_token(rules, BTS_TYPE, about->right));
    json_put_number(json, "points", about->points);
    json_put_number(json, "more_points", about->points_max);
    put_program(cards, json, "immediate", about->immediate);
    json_open(json, "spaces", '[');
    for (int i = 0; i < about->space_count; i++) {
        json_open(json, NULL, '{');
        json_put_string(json, "id", cards->space_ids[SPACE_TECH + 2 * (tech - 1) + i]);
        put_program(cards, json, "action", about->spaces[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_power(cards, json, about->power);
    json_close(json, '}');
}

static void put_system(const struct ruleset *rules, struct json *json, int system)
{
    const struct bts_cards *cards = rules->cards;
    const struct bts_system *about = &cards->systems[system];
    json_open(json, about->face.id, '{');
    json_put_string(json, "deck", about->deck == 0 ? "A" : "B");
    json_put_number(json, "strength", about->strength);
    put_specialty(rules, json, about->specialty);
    json_put_number(json, "points", about->points);
    put_program(cards, json, "gain", about->gain);
    put_program(cards, json, "bonus", about->bonus);
    put_power(cards, json, about->power);
    json_close(json, '}');
}

static void put_event(const struct bts_cards *cards, struct json *json, int event)
{
    const struct bts_event *about = &cards->events[event];
    json_open(json, about->face.id, '{');
    json_put_string(json, "level", bts_level_words[about->level]);
    json_put_boolean(json, "light", about->light);
    json_put_boolean(json, "stays", about->stays);
    put_program(cards, json, "resolve", about->resolve);
    put_program(cards, json, "action", about->action);
    json_close(json, '}');
}

static void write_condition(const void *item, enum language language, struct text *out)
{
    bts_brief_condition(item, language, out);
}

static void put_achievement(const struct bts_view *v, struct json *json, int achievement)
{
    const struct bts_achievement *about = &v->cards->achievements[achievement];
    json_open(json, about->face.id, '{');
    layout_written(json, "brief", about, write_condition);
    layout_numbers(json, "slots", about->slots, about->slot_count);
    json_put_number(json, "closed", players_of(v) < 4 ? about->closed : 0);
    json_close(json, '}');
}

static void put_cards(const struct bts_view *v, struct json *json)
{
    json_open(json, "technologies", '{');
    for (int tech = 1; tech <= v->cards->tech_count; tech++)
        put_tech(v->rules, json, tech);
    json_close(json, '}');
    json_open(json, "systems", '{');
    for (int system = 1; system <= v->cards->system_count; system++)
        put_system(v->rules, json, system);
    json_close(json, '}');
    json_open(json, "events", '{');
    for (int event = 1; event <= v->cards->event_count; event++)
        put_event(v->cards, json, event);
    json_close(json, '}');
    json_open(json, "achievements", '{');
    for (int achievement = 1; achievement <= v->cards->achievement_count; achievement++)
        put_achievement(v, json, achievement);
    json_close(json, '}');
}

/* ---- mats ------------------------------------------------------------------------------------ */

static void put_mat(const struct bts_view *v, struct json *json, const struct bts_mat *mat)
{
    json_open(json, mat->face.id, '{');
    layout_name(json, &mat->face);
    layout_numbers(json, "columns", mat->columns, COLUMNS);
    layout_numbers(json, "food", mat->food_symbols, 5);
    layout_numbers(json, "ore", mat->ore_symbols, 5);
    layout_set(v->rules, json, "innovations", BTS_INNOVATION,
               (bit(mat->innovations[0]) | bit(mat->innovations[1])) & ~bit(INNOVATION_NONE));
    json_close(json, '}');
}

static void put_mats(const struct bts_view *v, struct json *json)
{
    json_open(json, "mats", '{');
    for (int faction = 1; faction <= FACTIONS; faction++) {
        const struct bts_faction *about = &v->cards->factions[faction];
        put_mat(v, json, is_advanced(v) ? &about->advanced : &about->basic);
    }
    json_close(json, '}');
    json_put_number(json, "discs", DISCS);
    json_put_number(json, "cubes", CUBES);
    json_put_number(json, "trade_price", v->cards->trade_price);
    json_open(json, "automation", '{');
    layout_numbers(json, "points", v->cards->automation_points, AUTOMATION_LEVELS);
    json_put_number(json, "further", v->cards->automation_further);
    json_close(json, '}');
}

void bts_layout(const struct ruleset *rules, struct json *json)
{
    struct bts_state nothing = {0}; /* questions about spaces take a state */
    struct bts_view v = bts_view_of(rules, &nothing);
    json_open(json, NULL, '{');
    json_open(json, "technology_board", '{');
    put_slots(rules, json);
    put_basics(&v, json);
    put_guilds(v.cards, json);
    json_close(json, '}');
    json_open(json, "exploration_board", '{');
    put_places(&v, json);
    json_close(json, '}');
    put_types(rules, json);
    put_cards(&v, json);
    put_mats(&v, json);
    json_put_string(json, "event_space", v.cards->space_ids[SPACE_DYSON]);
    json_put_boolean(json, "tableau", has_tableau(&v));
    json_put_number(json, "claims_to_end", bts_claims_to_end(&v));
    json_close(json, '}');
}

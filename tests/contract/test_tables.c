/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The facts and tables of every game in the list: complete, within bounds, without contradictions.
 */

#include "../unit/helpers.h"

#include "setups.h"

#include "contract/notation.h"
#include "contract/variants.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Does it for every game with its standard setup. */
static void for_each_game(void (*test)(const struct ruleset *rules))
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        test(rules);
        ruleset_close(rules);
    }
}

static void facts(const struct ruleset *rules)
{
    const struct game *game = rules->game;
    assert_ptr_equal(game_find(span_of(game->name)), game);
    assert_in_range(game->state_size, 1, 1024);
    assert_in_range(game->players_min, 1, game->players_max);
    assert_in_range(game->players_max, game->players_min, SEATS_MAX);
    assert_in_range(game->feature_count, 1, FEATURES_MAX);
    assert_true(game->rules_version > 0 && game->moves_bound > 0);
}

TEST(test_facts)
{
    for_each_game(facts);
}

/* Marks the bytes of one value; each may be marked once. */
static void mark_bytes(uint8_t *marked, size_t size, unsigned offset, unsigned count,
                       const char *name)
{
    for (unsigned i = offset; i < offset + count; i++) {
        if (i >= size || marked[i])
            fail_msg("byte %u of field %s is outside the state or in another field", i, name);
        marked[i] = 1;
    }
}

static void mark_field(const struct field *field, uint8_t *marked, size_t size)
{
    int outer = field->index[0].by != THING_NONE ? field->index[0].count : 1;
    int inner = field->index[1].by != THING_NONE ? field->index[1].count : 1;
    for (int i = 0; i < outer; i++)
        for (int k = 0; k < inner; k++)
            mark_bytes(marked, size,
                       field->offset + (unsigned)(i * field->index[0].stride) +
                           (unsigned)(k * field->index[1].stride),
                       field->size, field->name);
}

static void fields_cover_the_state(const struct ruleset *rules)
{
    uint8_t marked[STATE_SIZE_MAX] = {0};
    size_t size = rules->game->state_size;
    for (const struct field *field = rules->game->words->fields; field->name != NULL; field++)
        mark_field(field, marked, size);
    for (size_t i = 0; i < size; i++)
        if (!marked[i])
            fail_msg("%s: byte %zu of the state is in no field", rules->game->name, i);
}

TEST(test_fields)
{
    for_each_game(fields_cover_the_state);
}

static void check_word(const char *word)
{
    assert_true(strlen(word) > 0);
    assert_null(strpbrk(word, " \t\n\"#="));
}

/* A slot of a text names an argument that the row has. */
static void check_slots(const struct wording *row)
{
    for (const char *at = strchr(row->text, '{'); at != NULL; at = strchr(at + 1, '{')) {
        bool is_seat = strncmp(at, "{seat}", 6) == 0 || strncmp(at, "{seat|", 6) == 0;
        bool is_argument = at[1] >= 'a' && at[1] <= 'c' && (at[2] == '}' || at[2] == '|') &&
                           row->slots[at[1] - 'a'] != THING_NONE;
        if (!is_seat && !is_argument)
            fail_msg("%s: the text has a slot that the row has not: %s", row->name, row->text);
    }
}

static void check_table(const struct wording *table)
{
    for (int i = 0; table[i].name != NULL; i++) {
        check_word(table[i].name);
        assert_int_equal(wording_find(table, span_of(table[i].name)), i);
        assert_non_null(table[i].rule);
        check_slots(&table[i]);
    }
}

static void words(const struct ruleset *rules)
{
    const struct words *words = rules->game->words;
    check_table(words->moves);
    check_table(words->events);
    check_table(words->reasons);
    check_table(words->questions);
    check_table(words->sources);
    for (int i = 0; words->reasons[i].name != NULL; i++)
        assert_true(strlen(words->reasons[i].rule) > 0); /* every "no" names its rule */
}

TEST(test_words)
{
    for_each_game(words);
}

/* A kind has a word of its own, which no colon cuts. */
static void check_kind(const struct ruleset *rules, int kind)
{
    check_word(thing_word(rules, kind));
    assert_null(strchr(thing_word(rules, kind), ':'));
    for (int other = THING_NUMBER; other < kind; other++)
        assert_string_not_equal(thing_word(rules, kind), thing_word(rules, other));
}

/* Tokens are words, none twice. */
static void things(const struct ruleset *rules)
{
    for (int kind = THING_GAME; rules->game->words->things[kind - THING_GAME].name; kind++) {
        int count = 0;
        check_kind(rules, kind);
        for (; thing_token(rules, kind, count) != NULL; count++) {
            check_word(thing_token(rules, kind, count));
            for (int k = 0; k < count; k++)
                assert_string_not_equal(thing_token(rules, kind, count),
                                        thing_token(rules, kind, k));
        }
        assert_in_range(count, 1, 256);
    }
}

TEST(test_things)
{
    for_each_game(things);
}

/* Every component has a name and a text in both languages, and an id of its own within its kind. */
static void components(const struct ruleset *rules)
{
    struct component first = {0}, other = {0};
    int count = 0;
    for (; rules->game->component(rules, count, ENGLISH, &first); count++) {
        assert_true(strlen(first.name) > 0 && first.text.length > 0);
        for (int k = 0; k < count; k++) {
            assert_true(rules->game->component(rules, k, LANGUAGE_DE, &other));
            assert_true(strlen(other.name) > 0 && other.text.length > 0);
            assert_false(strcmp(first.kind, other.kind) == 0 && strcmp(first.id, other.id) == 0);
            text_clear(&other.text);
        }
        text_clear(&first.text);
    }
    assert_true(count > 0);
    text_free(&first.text);
    text_free(&other.text);
}

TEST(test_components)
{
    for_each_game(components);
}

/* The file that a component names is one of its game, and says what is in it. */
static void component_files(const struct ruleset *rules)
{
    struct component component = {0};
    for (int i = 0; rules->game->component(rules, i, ENGLISH, &component); i++) {
        const struct embedded_file *file = embedded_files;
        while (file->game != NULL && (strcmp(file->game, rules->game->name) != 0 ||
                                      strcmp(file->file, component.file) != 0))
            file++;
        assert_non_null(file->game);
        assert_non_null(strstr(file->text, component.id));
        text_clear(&component.text);
    }
    text_free(&component.text);
}

TEST(test_component_files)
{
    for_each_game(component_files);
}

/* Of the components that a setup uses no two have the same id, whatever their kind: front ends find
 * them by it. */
static void components_in_play(const struct ruleset *rules)
{
    struct component component = {0};
    const char *ids[1024];
    int count = 0;
    for (int i = 0; rules->game->component(rules, i, ENGLISH, &component); i++) {
        assert_in_range(i, 0, 1023);
        for (int k = 0; component.in_play && k < count; k++)
            if (strcmp(ids[k], component.id) == 0)
                fail_msg("%s: %s is there twice", rules->game->name, component.id);
        if (component.in_play)
            ids[count++] = component.id;
        text_clear(&component.text);
    }
    assert_true(count > 0);
    text_free(&component.text);
}

TEST(test_components_in_play)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct setup setup = setup_first(games[i]);
        do {
            struct problem problem = {0};
            struct ruleset *rules = ruleset_open(games[i], &setup, NULL, &problem);
            if (rules != NULL) /* else the options contradict each other */
                components_in_play(rules);
            ruleset_close(rules);
        } while (setup_next(games[i], &setup));
    }
}

/* Every component is in play in a setup that is found, the standard one if that uses it; and each
 * setup lists the same components. */
static void variants(const struct ruleset *rules)
{
    struct component component = {0}, there = {0};
    struct problem problem = {0};
    struct variants variants;
    variants_find(&variants, rules);
    for (int i = 0; i < variants.count; i++) {
        assert_true(rules->game->component(rules, i, ENGLISH, &component));
        if (!variants.list[i].is_found)
            fail_msg("%s: no setup uses %s", rules->game->name, component.id);
        const struct setup *setup = &variants.list[i].setup;
        struct ruleset *other = ruleset_open_setup(rules, setup, &problem);
        assert_true(other->game->component(other, i, ENGLISH, &there));
        assert_true(there.in_play);
        assert_string_equal(there.kind, component.kind);
        assert_string_equal(there.id, component.id);
        assert_int_equal(setup_distance(rules->game, setup) == 0, component.in_play);
        ruleset_close(other);
        text_clear(&component.text);
        text_clear(&there.text);
    }
    assert_false(rules->game->component(rules, variants.count, ENGLISH, &component));
    text_free(&component.text);
    text_free(&there.text);
    variants_free(&variants);
}

TEST(test_variants)
{
    for_each_game(variants);
}

/* Is it the notation of something, or the beginning of one up to a dot? */
static bool is_notation(const struct ruleset *rules, const char *token)
{
    const size_t length = strlen(token);
    for (const struct thing *thing = rules->game->words->things; thing->word != NULL; thing++) {
        const char *written = thing->token(rules, 0);
        for (int value = 0; written != NULL; written = thing->token(rules, ++value))
            if (strncmp(written, token, length) == 0 && strchr(".", written[length]) != NULL)
                return true;
    }
    return false;
}

/* A component has a token if moves and events refer to it by another word than its id. */
static void component_tokens(const struct ruleset *rules)
{
    struct component component = {0};
    for (int i = 0; rules->game->component(rules, i, ENGLISH, &component); i++) {
        text_clear(&component.text);
        if (component.token == NULL)
            continue;
        assert_string_not_equal(component.token, component.id);
        if (!is_notation(rules, component.token))
            fail_msg("%s: nothing is called %s", rules->game->name, component.token);
    }
    text_free(&component.text);
}

TEST(test_component_tokens)
{
    for_each_game(component_tokens);
}

static bool has_component_of(const struct ruleset *rules, const char *kind)
{
    struct component component = {0};
    bool found = false;
    for (int i = 0; !found && rules->game->component(rules, i, ENGLISH, &component); i++) {
        found = strcmp(component.kind, kind) == 0;
        text_clear(&component.text);
    }
    text_free(&component.text);
    return found;
}

/* The use of a component refers to an event with such an argument, a thing with a notation, and
 * components. */
static void component_uses(const struct ruleset *rules)
{
    const struct words *words = rules->game->words;
    int events = 0, count = 0;
    while (words->events[events].name != NULL)
        events++;
    for (const struct component_use *use = words->component_uses; use->kind != NULL;
         use++, count++) {
        assert_in_range(use->event, 0, events - 1);
        assert_in_range(use->argument, 0, 2);
        assert_in_range(use->what, COMPONENT_SHOWN, COMPONENT_USED);
        assert_true(words->events[use->event].slots[use->argument] >= THING_GAME);
        assert_true(has_component_of(rules, use->kind));
    }
    assert_true(count > 0);
}

TEST(test_component_uses)
{
    for_each_game(component_uses);
}

static void layout(const struct ruleset *rules)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_error_t error;
    rules->game->layout(rules, &json);
    json_t *parsed = json_loads(text_string(&text), 0, &error);
    if (!json_is_object(parsed))
        fail_msg("%s: the layout is not a JSON object: %s", rules->game->name, error.text);
    json_decref(parsed);
    text_free(&text);
}

TEST(test_layout)
{
    for_each_game(layout);
}

static void refuses_wrong_numbers_of_players(const struct ruleset *rules)
{
    const struct game *game = rules->game;
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    setup.players = (uint8_t)(game->players_min - 1);
    assert_null(ruleset_open(game, &setup, NULL, &problem));
    assert_true(problem_is_set(&problem));
    setup.players = (uint8_t)(game->players_max + 1);
    assert_null(ruleset_open(game, &setup, NULL, &problem));
}

TEST(test_players)
{
    for_each_game(refuses_wrong_numbers_of_players);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the contract tells about card files: it is JSON, it says of every key what its value may be,
 * and effects come back as they were written. */

#include "helpers.h"

#include "base/json.h"
#include "contract/games.h"

#include <jansson.h>

static struct ruleset *open_game(const struct game *game)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    return rules;
}

static json_t *parse(struct text *text)
{
    json_error_t error;
    json_t *json = json_loads(text_string(text), 0, &error);
    if (json == NULL)
        fail_msg("%s: %s", error.text, text_string(text));
    text_free(text);
    return json;
}

static const char *string_of(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    if (string == NULL)
        fail_msg("no %s", key);
    return string;
}

static json_t *kinds_of(const struct game *game, int file)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    game->card_format->put_kinds(game->card_format, file, &json);
    json_close(&json, '}');
    return parse(&text);
}

static void assert_value(const json_t *key)
{
    const json_t *value = json_object_get(key, "value");
    const char *type = string_of(value, "type");
    bool has_words = json_array_size(json_object_get(value, "words")) > 0;
    if (strcmp(type, "number") == 0 || strcmp(type, "numbers") == 0)
        assert_true(json_integer_value(json_object_get(value, "min")) <
                    json_integer_value(json_object_get(value, "max")));
    else if (strcmp(type, "word") == 0 || strcmp(type, "words") == 0)
        assert_true(has_words);
    else if (strcmp(type, "text") == 0)
        assert_true(strlen(string_of(json_object_get(value, "hint"), "de")) > 0);
    else
        assert_true(strcmp(type, "flag") == 0 || strcmp(type, "effect") == 0);
}

TEST(test_every_key_says_what_it_takes)
{
    for (int g = 0; games[g] != NULL; g++)
        for (int file = 0; games[g]->card_files[file] != NULL; file++) {
            json_t *about = kinds_of(games[g], file);
            json_t *kinds = json_object_get(about, "kinds");
            assert_true(json_array_size(kinds) > 0);
            for (size_t i = 0; i < json_array_size(kinds); i++) {
                json_t *keys = json_object_get(json_array_get(kinds, i), "keys");
                assert_true(json_array_size(keys) > 0);
                for (size_t k = 0; k < json_array_size(keys); k++)
                    assert_value(json_array_get(keys, k));
            }
            json_decref(about);
        }
}

TEST(test_effects_are_told_with_their_forms)
{
    for (int g = 0; games[g] != NULL; g++) {
        struct ruleset *rules = open_game(games[g]);
        struct text text = {0};
        struct json json = {.out = &text};
        json_open(&json, NULL, '{');
        games[g]->card_format->put_face(games[g]->card_format, &json);
        games[g]->card_format->put_effects(games[g]->card_format, rules, &json);
        json_close(&json, '}');
        json_t *about = parse(&text);
        size_t further = LANGUAGE_COUNT - 2; /* names besides the English and the German one */
        assert_int_equal(json_array_size(json_object_get(about, "face")), 3 + further);
        json_t *operations = json_object_get(json_object_get(about, "effects"), "operations");
        for (size_t i = 0; i < json_array_size(operations); i++) {
            json_t *forms = json_object_get(json_array_get(operations, i), "forms");
            assert_true(json_array_size(forms) > 0);
        }
        json_decref(about);
        ruleset_close(rules);
    }
}

/* ---- effects --------------------------------------------------------------------------------- */

static bool read_effect(const char *game_name, const char *effect, struct text *out,
                        struct problem *problem)
{
    const struct game *game = game_find(span_of(game_name));
    struct ruleset *rules = open_game(game);
    struct json json = {.out = out};
    json_open(&json, NULL, '{');
    bool fine =
        game->card_format->read_effect(game->card_format, rules, span_of(effect), &json, problem);
    json_close(&json, '}');
    ruleset_close(rules);
    return fine;
}

TEST(test_effects_come_back)
{
    struct problem problem = {0};
    struct text text = {0};
    assert_true(read_effect("beyond-the-sun",
                            "pay 1 ore:  per own-system up to 3 (grow 2), open GU-2", &text,
                            &problem));
    json_t *read = parse(&text);
    assert_string_equal(string_of(read, "text"),
                        "pay 1 ore: per own-system up to 3 (grow 2), open GU-2");
    assert_non_null(strstr(string_of(json_object_get(read, "tell"), "de"), "Erz"));
    json_t *steps = json_object_get(read, "steps");
    assert_int_equal(json_array_size(steps), 3);
    json_t *per = json_array_get(steps, 1);
    assert_string_equal(string_of(per, "pattern"), "per {a} up to {b}");
    assert_int_equal(json_integer_value(json_object_get(per, "b")), 3);
    assert_int_equal(json_array_size(json_object_get(per, "body")), 1);
    json_decref(read);
}

static void assert_refused(const char *game, const char *effect, const char *told)
{
    struct problem problem = {0};
    struct text text = {0};
    assert_false(read_effect(game, effect, &text, &problem));
    assert_string_equal(text_string(&text), "{}");
    assert_told(&problem, told);
    text_free(&text);
}

TEST(test_wrong_effects)
{
    assert_refused("noughts", "grow 1", "the cards of this game have no effects");
    assert_refused("beyond-the-sun", "grow 1\ngrow 2",
                   "2:1: found \"grow 2\", expected one line only");
    assert_refused("beyond-the-sun", "jump 8", "1:6: found \"8\", expected 1…7");
    assert_refused("beyond-the-sun", "\xff", "1: this is not a UTF-8 text");
}

TEST(test_problems_list_what_is_possible)
{
    struct problem problem = {0};
    struct text text = {0};
    struct span word;
    size_t at = 0;
    int count = 0;
    assert_false(read_effect("beyond-the-sun", "pay 4 ore: jmp 3", &text, &problem));
    assert_string_equal(problem.details[problem.found - 1], "jmp");
    for (; problem_next_listed(&problem, &at, &word); count++)
        assert_false(span_is(word, "…"));
    assert_in_range(count, 10, 40);
    at = 0;
    assert_true(problem_next_listed(&problem, &at, &word) && span_is(word, "pay"));
    problem = (struct problem){0};
    problem_set(&problem, "no list", NULL, NULL, NULL);
    at = 0;
    assert_false(problem_next_listed(&problem, &at, &word));
    text_free(&text);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

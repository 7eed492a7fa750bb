/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Positions as text and states as JSON, both ways, exactly. */

#include "helpers.h"
#include "toy.h"

#include "contract/play.h"
#include "record/position.h"

static const struct ruleset toy_rulesets[] = {
    {.game = &toy, .setup = {.players = TOY_PLAYERS, .options = {TOY_WITHOUT_MOONS}}},
    {.game = &toy, .setup = {.players = SEATS_MAX, .options = {TOY_WITH_MOONS}}},
};

/* ---- positions ------------------------------------------------------------------------------- */

static void assert_position(const struct ruleset *rules, const union any_state *table)
{
    struct problem problem = {0};
    union any_state back;
    struct text once = {0}, twice = {0};
    position_write(rules, table, &once);
    struct ruleset *read = position_read("file", text_span(&once), NULL, &back, &problem);
    assert_told(&problem, NULL);
    assert_non_null(read);
    assert_memory_equal(&back, table, rules->game->state_size);
    assert_memory_equal(&read->setup, &rules->setup, sizeof rules->setup);
    position_write(read, &back, &twice);
    assert_string_equal(text_string(&once), text_string(&twice));
    ruleset_close(read);
    text_free(&once);
    text_free(&twice);
}

/* Every state of some games. */
TEST(test_positions_round_trip)
{
    struct random random = random_stream(21, 0);
    for (int game = 0; game < 20; game++) {
        struct ruleset *rules = open_noughts(game % 2 ? "drawn" : "first");
        struct move moves[MOVES_MAX];
        union any_state table;
        play_start(rules, &table);
        for (int count; (count = rules->game->legal(rules, &table, moves)) > 0;) {
            assert_position(rules, &table);
            rules->game->apply(rules, &table, moves[random_below(&random, (uint32_t)count)], NULL);
        }
        assert_position(rules, &table);
        ruleset_close(rules);
    }
}

/* A position by hand: only the game and what is not zero need be said. */
TEST(test_position_by_hand)
{
    struct problem problem = {0};
    union any_state table;
    struct text text = {0};
    struct ruleset *rules =
        position_read("file",
                      span_of("# a puzzle\norrery position 1\ngame noughts # the old one\n"
                              "option start first\n\nstate\n  marks 2 = -\n  marks 1 = c3\n"
                              "begins = 1\n  agenda = 1\nwork 0 = mark\nwork-seat 0 = 1\nend\n\n"),
                      NULL, &table, &problem);
    assert_told(&problem, NULL);
    assert_non_null(rules);
    state_block_write(rules, &table, &text);
    assert_text(&text,
                "state\nmarks 1 = c3\nbegins = 1\nagenda = 1\nwork 0 = mark\n"
                "work-seat 0 = 1\nend\n");
    text_free(&text);
    ruleset_close(rules);
}

static const char good[] =
    "orrery position 1\n"
    "game noughts\n"
    "rules 1\n"
    "players 2\n"
    "option goal line\n"
    "option start drawn\n"
    "state\n"
    "marks 1 = a1 b2\n"
    "marks 2 = c3\n"
    "begins = 1\n"
    "agenda = 1\n"
    "work 0 = mark\n"
    "work-seat 0 = 1\n"
    "end\n";

static void assert_refused(const char *text, const char *message)
{
    struct problem problem = {0};
    union any_state table;
    assert_null(position_read("file", span_of(text), NULL, &table, &problem));
    assert_told(&problem, message);
}

/* What is changed in the good position, and what is said then. */
static const struct {
    const char *old;
    const char *new;
    const char *message;
} bad[] = {
    /* the heading */
    {"position 1", "position 2",
     "file:1:1: found \"orrery position 2\", expected orrery position 1"},
    {"position 1", "record 1", "file:1:1: found \"orrery record 1\", expected orrery position 1"},
    {"game noughts", "game chess", "file:2:6: found \"chess\", expected the name of a game"},
    {"game noughts", "game", "file:2:5: the line ends here, expected the name of a game"},
    {"game noughts", "game noughts too", "file:2:14: found \"too\", expected the end of the line"},
    {"game noughts\n", "", "file:2:1: found \"rules\", expected game"},
    {"rules 1", "game noughts", "file:3:6: the game was already named"},
    {"rules 1", "rules 2", "file:3:7: the rules differ: this program plays version 1"},
    {"rules 1", "rules one", "file:3:7: found \"one\", expected a number"},
    {"rules 1", "rules 1\nrules 1", "file:4:7: this was already given"},
    {"rules 1", "cards 123",
     "file:3:7: found \"123\", expected a fingerprint of 16 hexadecimal digits"},
    {"rules 1", "cards 0123456789ABCDEF",
     "file:3:7: found \"0123456789ABCDEF\", expected a fingerprint of 16 hexadecimal digits"},
    {"rules 1", "cards 0123456789abcdef\ncards 0123456789abcdef",
     "file:4:7: this was already given"},
    {"players 2", "players 0", "file:4:9: found \"0\", expected the number of players"},
    {"players 2", "players 5", "file:4:9: found \"5\", expected the number of players"},
    {"players 2", "players 3", "file: noughts takes 2 players"},
    {"players 2", "players 2\nplayers 2", "file:5:9: this was already given"},
    {"goal line", "goal win", "file:5:8: the option goal has these choices: line, avoid"},
    {"goal line", "gaol line", "file:5:8: there is no option \"gaol\"; did you mean \"goal\"?"},
    {"goal line", "goal line please", "file:5:18: found \"please\", expected the end of the line"},
    {"start drawn", "goal avoid", "file:6:8: this was already given"},
    {"state", "stats", "file:7:1: found \"stats\", expected state"},
    {"state", "state now", "file:7:1: found \"state now\", expected state"},
    /* the state */
    {"marks 1", "mark 1", "file:8:1: found \"mark\", expected the name of a field"},
    {"marks 1", "marks 3", "file:8:7: found \"3\", expected the number of a seat"},
    {"marks 1 =", "marks 1", "file:8:9: found \"a1\", expected ="},
    {"marks 1 = a1 b2", "marks 1", "file:8:8: the line ends here, expected ="},
    {"= a1 b2", "=", "file:8:10: the line ends here, expected a cell"},
    {"a1 b2", "a1 b2 d4", "file:8:17: found \"d4\", expected a cell"},
    {"a1 b2", "a1 b2 a1", "file:8:17: this appears twice"},
    {"marks 2 = c3", "marks 1 = c3", "file:9:1: this was already given"},
    {"begins = 1", "begins = 3", "file:10:10: found \"3\", expected nobody, 1 or 2"},
    {"agenda = 1", "agenda = 300",
     "file:11:10: found \"300\", expected a number that fits the field"},
    {"work 0", "work 2", "file:12:6: found \"2\", expected a smaller number"},
    {"end\n", "", "file:13: the text ends here, expected end"},
    {"end\n", "end\nend\n", "file:15:1: found \"end\", expected the end of the text"},
    {"end\n", "end of it\n", "file:14:1: found \"end\", expected the name of a field"},
    /* states that cannot be */
    {"c3", "a1",
     "file:14: this position is impossible: a cell is marked twice or is not on the board"},
    {"a1 b2", "a1 b2 c1", "file:14: this position is impossible: the seats did not mark in turn"},
    {"begins = 1", "begins = 1\nwinner = 1",
     "file:15: this position is impossible: the winner does not fit the lines"},
    {"work-seat 0 = 1\n", "", "file:13: this position is impossible: the wrong seat is to move"},
};

TEST(test_bad_positions)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct text text = {0};
        add_replaced(&text, good, bad[i].old, bad[i].new);
        assert_refused(text_string(&text), bad[i].message);
        text_free(&text);
    }
    assert_refused("", "file: the text ends here, expected orrery position 1");
    assert_refused("# nothing\n", "file:1: the text ends here, expected orrery position 1");
    assert_refused("orrery position 1\n", "file:1: the text ends here, expected game");
    assert_refused("orrery position 1\ngame noughts\n",
                   "file:2: the text ends here, expected state");
    assert_refused("orrery position 1\n\xff", "file:2: this is not a UTF-8 text");
}

TEST(test_other_cards)
{
    struct ruleset *rules = open_noughts("drawn");
    struct text text = {0}, message = {0};
    add_replaced(&text, good, "rules 1", "rules 1\ncards 0123456789abcdef");
    text_addf(&message,
              "file:4: this needs the card set 0123456789abcdef, but the current one is %016llx",
              (unsigned long long)rules->fingerprint);
    assert_refused(text_string(&text), text_string(&message));
    text_free(&text);
    text_free(&message);
    ruleset_close(rules);
}

TEST(test_too_long_a_line)
{
    struct text text = {0};
    text_add(&text, good);
    while (text.length < SCAN_LINE_MAX + sizeof good)
        text_add_char(&text, ' ');
    assert_refused(text_string(&text), "file:15: this line is too long");
    text_free(&text);
}

/* ---- any state of the toy -------------------------------------------------------------------- */

static void assert_block(const struct ruleset *rules, const struct toy_state *toys)
{
    struct problem problem = {0};
    struct scan scan;
    struct toy_state back;
    struct text text = {0};
    memset(&back, 0xff, sizeof back);
    state_block_write(rules, toys, &text);
    assert_true(scan_open(&scan, "file", text_span(&text), &problem) && scan_line(&scan));
    assert_true(state_block_read(rules, &scan, &back));
    assert_true(scan_at_end(&scan));
    assert_memory_equal(toys, &back, sizeof back);
    text_free(&text);
}

static void assert_json(const struct ruleset *rules, const struct toy_state *toys)
{
    struct problem problem = {0};
    struct toy_state back;
    struct text text = {0};
    struct json json = {.out = &text};
    memset(&back, 0xff, sizeof back);
    state_json(rules, toys, &json, NULL);
    assert_true(state_from_json(rules, text_span(&text), &back, &problem));
    assert_told(&problem, NULL);
    assert_memory_equal(toys, &back, sizeof back);
    text_free(&text);
}

TEST(test_any_state_round_trips)
{
    struct random random = random_stream(22, 0);
    for (int i = 0; i < 500; i++) {
        const struct ruleset *rules = &toy_rulesets[i % 2];
        struct toy_state toys;
        toy_fill(rules, &toys, &random);
        assert_block(rules, &toys);
        assert_json(rules, &toys);
    }
}

TEST(test_the_game_checks_the_state)
{
    struct problem problem = {0};
    struct scan scan;
    struct toy_state toys;
    assert_true(scan_open(&scan, "file", span_of("state\nbyte = 9\nend\n"), &problem));
    assert_true(scan_line(&scan));
    assert_false(state_block_read(&toy_rulesets[0], &scan, &toys));
    assert_told(&problem, "file:3: this position is impossible: the game is longer than that");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void write_json(const struct ruleset *rules, const void *table, struct text *out)
{
    struct json json = {.out = out};
    state_json(rules, table, &json, NULL);
}

TEST(test_json_of_every_form)
{
    struct toy_state toys = {.huge = -1,
                             .dice = 5,
                             .cargo = {{0, 1, 2}, {-3}},
                             .heaps = {{0}, {2, 1, 0, 1, 2}},
                             .flags = 6,
                             .owner = 1};
    struct text text = {0};
    write_json(&toy_rulesets[0], &toys, &text);
    assert_text(
        &text,
        "{\"huge\":-1,\"total\":0,\"stars\":[],\"large\":0,\"count\":0,\"dice\":[0,2],"
        "\"medium\":0,\"word\":0,\"ports\":{\"1\":[],\"2\":[],\"3\":[]},"
        "\"cargo\":{\"1\":{\"red\":0,\"green\":1,\"blue\":2},"
        "\"2\":{\"red\":-3,\"green\":0,\"blue\":0},\"3\":{\"red\":0,\"green\":0,\"blue\":0}},"
        "\"sky\":[],\"heaps\":{\"0\":[],\"1\":[[\"star-01-in-a-far-constellation.\","
        "\"star-03-in-a-far-constellation.\"],[\"star-00-in-a-far-constellation.\","
        "\"star-04-in-a-far-constellation.\"]]},\"small\":0,\"byte\":0,"
        "\"paint\":{\"0\":\"red\",\"1\":\"red\",\"2\":\"red\"},"
        "\"fuel\":{\"0\":0,\"1\":0,\"2\":0},\"owner\":\"2\",\"flags\":[\"green\",\"blue\"]}");
    text_free(&text);
}

TEST(test_json_under_a_key)
{
    struct ruleset *rules = open_noughts("drawn");
    union any_state table;
    struct text text = {0};
    struct json json = {.out = &text};
    play_start(rules, &table);
    json_open(&json, NULL, '{');
    json_put_number(&json, "move", 0);
    state_json(rules, &table, &json, "state");
    json_put_number(&json, "round", 0);
    json_close(&json, '}');
    assert_text(&text,
                "{\"move\":0,\"state\":{\"marks\":{\"1\":[],\"2\":[]},\"winner\":\"nobody\","
                "\"begins\":\"nobody\",\"agenda\":1,\"work\":{\"0\":\"draw\",\"1\":\"none\"},"
                "\"work-seat\":{\"0\":0,\"1\":0},\"work-step\":{\"0\":0,\"1\":0},"
                "\"work-args\":{\"0\":{\"0\":0,\"1\":0,\"2\":0,\"3\":0,\"4\":0},"
                "\"1\":{\"0\":0,\"1\":0,\"2\":0,\"3\":0,\"4\":0}}},\"round\":0}");
    text_free(&text);
    ruleset_close(rules);
}

static void assert_json_refused(const struct ruleset *rules, const char *text, const char *message)
{
    struct problem problem = {0};
    union any_state table;
    assert_false(state_from_json(rules, span_of(text), &table, &problem));
    assert_told(&problem, message);
}

/* What is changed in the JSON of an empty toy, and what is said then. */
static const struct {
    const char *old;
    const char *new;
    const char *message;
} bad_json[] = {
    {"\"huge\":0,", "", "the value of huge is missing or wrong"},
    {"\"huge\":0,", "\"huge\":1.0,", "the value of huge is missing or wrong"},
    {"\"huge\":0,", "\"huge\":\"0\",", "the value of huge is missing or wrong"},
    {"\"huge\":0,", "\"huge\":null,", "the value of huge is missing or wrong"},
    {"\"huge\":0,", "\"huge\":[0],", "the value of huge is missing or wrong"},
    {"\"huge\":0,", "\"huge\":{\"1\":0},", "the value of huge is missing or wrong"},
    {"\"byte\":0", "\"byte\":256", "the value of byte is missing or wrong"},
    {"\"byte\":0", "\"byte\":-1", "the value of byte is missing or wrong"},
    {"\"byte\":0", "\"byte\":9", "this position is impossible: the game is longer than that"},
    {"\"dice\":[]", "\"dice\":[32]", "the value of dice is missing or wrong"},
    {"\"dice\":[]", "\"dice\":[1,1]", "the value of dice is missing or wrong"},
    {"\"dice\":[]", "\"dice\":[\"1\"]", "the value of dice is missing or wrong"},
    {"\"dice\":[]", "\"dice\":\"-\"", "the value of dice is missing or wrong"},
    {"\"dice\":[]", "\"dice\":{}", "the value of dice is missing or wrong"},
    {"\"flags\":[]", "\"flags\":[\"-\"]", "the value of flags is missing or wrong"},
    {"\"flags\":[]", "\"flags\":[\"\"]", "the value of flags is missing or wrong"},
    {"\"flags\":[]", "\"flags\":[\"red blue\"]", "the value of flags is missing or wrong"},
    {"\"flags\":[]", "\"flags\":[\"red\",\"#\"]", "the value of flags is missing or wrong"},
    {"\"flags\":[]", "\"flags\":[[\"red\"]]", "the value of flags is missing or wrong"},
    {"\"flags\":[]", "\"flags\":[0]", "the value of flags is missing or wrong"},
    {"\"sky\":[]", "\"sky\":[[]]", "the value of sky is missing or wrong"},
    {"\"sky\":[]", "\"sky\":[\"star-00-in-a-far-constellation.\"]",
     "the value of sky is missing or wrong"},
    {"\"sky\":[]",
     "\"sky\":[[\"star-00-in-a-far-constellation.\",\"/\","
     "\"star-01-in-a-far-constellation.\"]]",
     "the value of sky is missing or wrong"},
    {"\"owner\":\"1\"", "\"owner\":1", "the value of owner is missing or wrong"},
    {"\"owner\":\"1\"", "\"owner\":\"4\"", "the value of owner is missing or wrong"},
    {"\"ports\":{\"1\":[]", "\"ports\":{\"0\":[]", "the value of ports 1 is missing or wrong"},
    {"\"green\":0", "\"verde\":0", "the value of cargo 1 green is missing or wrong"},
    {"{\"huge\"", "{\"gold\":0,\"huge\"", "the JSON holds values that the state does not have"},
    {"{\"huge\"", "{\"gold\":{},\"huge\"", "the JSON holds values that the state does not have"},
    {"{\"red\"", "{\"pink\":0,\"red\"", "the JSON holds values that the state does not have"},
};

TEST(test_bad_json)
{
    const struct ruleset *rules = &toy_rulesets[0];
    struct text empty = {0};
    write_json(rules, &(struct toy_state){0}, &empty);
    for (size_t i = 0; i < sizeof bad_json / sizeof bad_json[0]; i++) {
        struct text text = {0};
        add_replaced(&text, text_string(&empty), bad_json[i].old, bad_json[i].new);
        assert_json_refused(rules, text_string(&text), bad_json[i].message);
        text_free(&text);
    }
    text_free(&empty);
    assert_json_refused(rules, "[]", "this is not a JSON object: [");
}

/* What the parser says about it is its own affair. */
TEST(test_no_json_at_all)
{
    static const char *const texts[] = {
        "", "1", "{", "{}}", "{\"huge\":0,\"huge\":0}", "{\"\xff\":0}"};
    static const char message[] = "this is not a JSON object: ";
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct problem problem = {0};
        struct toy_state toys;
        struct text text = {0};
        assert_false(state_from_json(&toy_rulesets[0], span_of(texts[i]), &toys, &problem));
        problem_write(&problem, ENGLISH, &text);
        assert_true(text.length > strlen(message));
        assert_memory_equal(text.at, message, strlen(message));
        text_free(&text);
    }
}

/* Order and blanks do not matter, and what was in the state before does not either. */
TEST(test_json_in_another_dress)
{
    struct ruleset *rules = open_noughts("first");
    struct problem problem = {0};
    union any_state table, expected;
    memset(&table, 0xff, sizeof table);
    play_start(rules, &expected);
    assert_true(state_from_json(
        rules,
        span_of("{ \"agenda\":1, \"work\":{\"1\":\"none\", \"0\":\"mark\"}, \"begins\":\"1\",\n"
                "\"marks\":{\"2\":[],\"1\":[]}, \"winner\":\"nobody\",\n"
                "\"work-seat\":{\"0\":0,\"1\":0}, \"work-step\":{\"0\":0,\"1\":0},\n"
                "\"work-args\":{\"0\":{\"0\":0,\"1\":0,\"2\":0,\"3\":0,\"4\":0},\n"
                "\"1\":{\"4\":0,\"3\":0,\"2\":0,\"1\":0,\"0\":0}}}\n"),
        &table, &problem));
    assert_memory_equal(&table, &expected, rules->game->state_size);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

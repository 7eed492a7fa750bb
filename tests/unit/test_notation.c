/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Moves and messages in notation and in words, for noughts and for a toy with every kind of
 * argument. */

#include "helpers.h"
#include "toy.h"

#include "contract/notation.h"
#include "contract/play.h"

static const struct ruleset toy_rules = {.game = &toy, .setup = {.players = TOY_PLAYERS}};

/* ---- things ---------------------------------------------------------------------------------- */

TEST(test_tokens)
{
    assert_string_equal(thing_token(&toy_rules, THING_SEAT, 0), "1");
    assert_string_equal(thing_token(&toy_rules, THING_SEAT, 2), "3");
    assert_null(thing_token(&toy_rules, THING_SEAT, 3)); /* three players */
    assert_null(thing_token(&toy_rules, THING_SEAT, NOBODY));
    assert_string_equal(thing_token(&toy_rules, TOY_COLOUR, 2), "blue");
    assert_null(thing_token(&toy_rules, TOY_COLOUR, 3));
    assert_null(thing_token(&toy_rules, TOY_COLOUR, -1));
    assert_null(thing_token(&toy_rules, THING_NUMBER, 1));
    assert_null(thing_token(&toy_rules, THING_NONE, 0));
}

static void assert_thing(int kind, int min, int max, const char *word, int expected)
{
    struct problem problem = {0};
    struct scan scan;
    struct text text = {0};
    int value = -77;
    assert_true(scan_open(&scan, "file", span_of(word), &problem) && scan_line(&scan));
    assert_true(thing_read(&toy_rules, kind, min, max, &scan, &value));
    assert_int_equal(value, expected);
    thing_write(&toy_rules, kind, value, &text);
    assert_text(&text, word);
    text_free(&text);
}

TEST(test_reads_what_it_writes)
{
    assert_thing(THING_NUMBER, -5, 5, "-5", -5);
    assert_thing(THING_NUMBER, 0, 255, "255", 255);
    assert_thing(THING_SEAT, 0, 3, "3", 2);
    assert_thing(TOY_COLOUR, 0, 255, "green", 1);
    for (int i = 0; i < STARS; i++)
        assert_thing(TOY_STAR, 0, 255, toy_star(&toy_rules, i), i);
}

static void assert_no_thing(int kind, int min, int max, const char *word, const char *message)
{
    struct problem problem = {0};
    struct scan scan;
    int value = -77;
    assert_true(scan_open(&scan, "file", span_of(word), &problem));
    scan_line(&scan);
    assert_false(thing_read(&toy_rules, kind, min, max, &scan, &value));
    assert_int_equal(value, -77);
    assert_told(&problem, message);
}

TEST(test_refuses_other_things)
{
    assert_no_thing(THING_NUMBER, 0, 5, "6", "file:1:1: found \"6\", expected a number");
    assert_no_thing(THING_NUMBER, 0, 5, "-1", "file:1:1: found \"-1\", expected a number");
    assert_no_thing(THING_SEAT, 0, 3, "4", "file:1:1: found \"4\", expected the number of a seat");
    assert_no_thing(THING_SEAT, 0, 3, "0", "file:1:1: found \"0\", expected the number of a seat");
    assert_no_thing(TOY_COLOUR, 0, 9, " Red", "file:1:2: found \"Red\", expected colour");
    assert_no_thing(TOY_COLOUR, 0, 1, "blue", "file:1:1: found \"blue\", expected colour");
    assert_no_thing(TOY_MOON, 0, 9, "io", "file:1:1: found \"io\", expected moon");
    assert_no_thing(TOY_COLOUR, 0, 9, "", "file: the text ends here, expected colour");
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void assert_move(const struct ruleset *rules, const char *written, const char *canonical)
{
    struct problem problem = {0};
    struct move move = {9, 9, 9, 9}, again;
    struct text text = {0};
    assert_true(move_from_text(rules, span_of(written), &move, &problem));
    move_write(rules, move, &text);
    assert_string_equal(text_string(&text), canonical);
    assert_true(move_from_text(rules, text_span(&text), &again, &problem));
    assert_true(move_equal(move, again));
    text_free(&text);
}

TEST(test_moves)
{
    struct ruleset *rules = open_noughts("drawn");
    assert_move(rules, "mark b2", "mark b2");
    assert_move(rules, "\n  first \t 2  # the other one\n\n", "first 2");
    ruleset_close(rules);
    assert_move(&toy_rules, "draw blue", "draw blue");
    assert_move(&toy_rules, "load 3 red 255", "load 3 red 255");
    assert_move(&toy_rules, "load 1 green 007", "load 1 green 7");
    assert_move(&toy_rules, "pass", "pass");
}

/* What front ends read. */
TEST(test_moves_and_messages_as_json)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '[');
    json_open(&json, NULL, '{');
    move_json(&toy_rules, (struct move){TOY_LOAD, 2, 0, 7}, &json);
    json_close(&json, '}');
    json_open(&json, NULL, '{');
    message_json(&toy_rules, toy_events, (struct message){1, 1, 12, -3, -1}, &json);
    json_close(&json, '}');
    json_open(&json, NULL, '{');
    message_json(&toy_rules, toy_events, (struct message){2, NOBODY, 0, 0, 0}, &json);
    json_close(&json, '}');
    json_close(&json, ']');
    assert_string_equal(
        text_string(&text),
        "[{\"kind\":\"load\",\"things\":[\"seat:3\",\"colour:red\",\"number:7\"]},"
        "{\"seat\":2,\"kind\":\"paid\",\"things\":[\"number:12\",\"number:-3\",\"seat:-\"]},"
        "{\"seat\":null,\"kind\":\"calm\",\"things\":[]}]");
    text_free(&text);
}

/* What they call the things. */
TEST(test_names_of_things_as_json)
{
    const char *const names[] = {"Ada", "Bob", "Cleo", "Dan"};
    const struct teller teller = {.language = ENGLISH, .names = names};
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    message_names_json(&toy_rules, &teller, toy_events, (struct message){1, 1, 12, -3, 0}, &json);
    json_close(&json, '}');
    assert_string_equal(text_string(&text), "{\"names\":[\"12\",\"-3\",\"Ada\"]}");
    text_free(&text);
}

/* Every move that fits the words, and all their arguments. */
TEST(test_every_move_of_the_toy)
{
    for (int seat = 0; seat < TOY_PLAYERS; seat++) {
        for (int colour = 0; colour < COLOURS; colour++) {
            for (int number = 0; number < 256; number += 5) {
                struct problem problem = {0};
                struct text text = {0};
                struct move move = {TOY_LOAD, (uint8_t)seat, (uint8_t)colour, (uint8_t)number};
                struct move back = {0};
                move_write(&toy_rules, move, &text);
                assert_true(move_from_text(&toy_rules, text_span(&text), &back, &problem));
                assert_true(move_equal(move, back));
                text_free(&text);
            }
        }
    }
}

static void assert_no_move(const struct ruleset *rules, const char *written, const char *message)
{
    struct problem problem = {0};
    struct move move = {0};
    assert_false(move_from_text(rules, span_of(written), &move, &problem));
    assert_told(&problem, message);
}

TEST(test_bad_moves)
{
    static const struct {
        const char *text;
        const char *message;
    } bad[] = {
        {"", "a move is missing"},
        {"  # b2\n\n", "a move is missing"},
        {"b2", "1:1: found \"b2\", expected a kind of move"},
        {"Mark b2", "1:1: found \"Mark\", expected a kind of move"},
        {"\n mark", "2:6: the line ends here, expected a cell"},
        {"mark b4", "1:6: found \"b4\", expected a cell"},
        {"first 3", "1:7: found \"3\", expected the number of a seat"},
        {"mark  b2 a1", "1:10: found \"a1\", expected the end of the line"},
        {"mark b2\nmark a1", "2:1: found \"mark a1\", expected the end of the text"},
        {"mark \"b2\"", "1:6: found \"\"b2\"\", expected a cell"},
        {"mark b2\xff", "1: this is not a UTF-8 text"},
    };
    struct ruleset *rules = open_noughts("drawn");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_no_move(rules, bad[i].text, bad[i].message);
    ruleset_close(rules);
    assert_no_move(&toy_rules, "load 1 red 256", "1:12: found \"256\", expected a number");
    assert_no_move(&toy_rules, "load 1 red -1", "1:12: found \"-1\", expected a number");
    assert_no_move(&toy_rules, "load - red 1", "1:6: found \"-\", expected the number of a seat");
}

TEST(test_too_long_a_line_after_the_move)
{
    struct text text = {0};
    text_add(&text, "pass\n");
    while (text.length < SCAN_LINE_MAX + 10)
        text_add_char(&text, ' ');
    assert_no_move(&toy_rules, text_string(&text), "2: this line is too long");
    text_free(&text);
}

/* ---- messages -------------------------------------------------------------------------------- */

static bool read_message(const char *written, struct message *message, struct problem *problem)
{
    struct scan scan;
    assert_true(scan_open(&scan, "file", span_of(written), problem) && scan_line(&scan));
    return message_read(&toy_rules, toy_events, &scan, message);
}

static void assert_message(const char *written, struct message expected)
{
    struct problem problem = {0};
    struct message message = {0};
    struct text text = {0};
    assert_true(read_message(written, &message, &problem));
    assert_memory_equal(&message, &expected, sizeof message);
    message_write(&toy_rules, toy_events, message, &text);
    assert_text(&text, written);
    text_free(&text);
}

TEST(test_messages)
{
    assert_message("drawn 2 blue", (struct message){0, 1, 2, 0, 0});
    assert_message("drawn - -", (struct message){0, NOBODY, -1, 0, 0});
    assert_message("paid 1 -32768 32767 3", (struct message){1, 0, INT16_MIN, INT16_MAX, 2});
    assert_message("paid 3 0 -1 -", (struct message){1, 2, 0, -1, -1});
    assert_message("calm -", (struct message){2, NOBODY, 0, 0, 0});
}

static void assert_no_message(const char *written, const char *expected)
{
    struct problem problem = {0};
    struct message message = {0};
    assert_false(read_message(written, &message, &problem));
    assert_told(&problem, expected);
}

TEST(test_bad_messages)
{
    assert_no_message("paint 1",
                      "file:1:1: found \"paint\", expected the name of an event or reason");
    assert_no_message("drawn", "file:1:6: the line ends here, expected the number of a seat");
    assert_no_message("drawn 4", "file:1:7: found \"4\", expected the number of a seat");
    assert_no_message("drawn 1", "file:1:8: the line ends here, expected colour");
    assert_no_message("drawn 1 pink", "file:1:9: found \"pink\", expected colour");
    assert_no_message("paid 1 - 1 1", "file:1:8: found \"-\", expected a number");
    assert_no_message("paid 1 1 32768 1", "file:1:10: found \"32768\", expected a number");
}

TEST(test_finds_rows)
{
    assert_int_equal(wording_find(toy_moves, span_of("draw")), TOY_DRAW);
    assert_int_equal(wording_find(toy_moves, span_of("pass")), TOY_PASS);
    assert_int_equal(wording_find(toy_moves, span_of("")), -1);
    assert_int_equal(wording_find(toy_moves, span_of("passes")), -1);
}

/* ---- words for people ------------------------------------------------------------------------ */

static const char *const names[] = {"Ada", "Babbage", "Zoë"};

static void assert_message_told(struct teller teller, struct message message, const char *expected)
{
    struct text text = {0};
    tell_message(&toy_rules, &teller, toy_events, message, &text);
    assert_text(&text, expected);
    text_free(&text);
}

TEST(test_tells_messages)
{
    const struct teller named = {.language = ENGLISH, .names = names},
                        unnamed = {.language = ENGLISH};
    assert_message_told(named, (struct message){0, 2, 1, 0, 0}, "Zoë gets emerald.");
    assert_message_told(named, (struct message){1, 0, 1, 0, 1}, "Ada pays 1 coin to Babbage.");
    assert_message_told(named, (struct message){1, 0, -3, 0, 2}, "Ada pays -3 coins to Zoë.");
    assert_message_told(unnamed, (struct message){1, 0, 0, 0, 2},
                        "Player 1 pays 0 coins to Player 3.");
    assert_message_told(unnamed, (struct message){0, NOBODY, -1, 0, 0}, "no one gets -.");
    assert_message_told(unnamed, (struct message){2, NOBODY, 0, 0, 0}, "Nothing happens.");
    assert_message_told((struct teller){.language = LANGUAGE_DE, .names = names},
                        (struct message){0, 0, 2, 0, 0},
                        "Ada gets Azur."); /* the card has a German name, the toy's phrase none */
}

/* Whoever reads it is addressed, in a reason as in a question. */
TEST(test_tells_the_reader)
{
    struct ruleset *rules = open_noughts("drawn");
    struct teller teller = {.language = ENGLISH, .names = names};
    const struct wording *reasons = rules->game->words->reasons;
    const struct message taken = {0, 1, 4, 0, 0};
    struct text text = {0};
    tell_message(rules, &teller, reasons, taken, &text);
    assert_text(&text, "b2 already has Babbage's mark.");
    teller.reader = 1;
    tell_message(rules, &teller, reasons, taken, &text);
    assert_text(&text, "b2 already has Babbage's mark.");
    teller.reader = 2;
    tell_message(rules, &teller, reasons, taken, &text);
    assert_text(&text, "b2 already has your mark.");
    teller.language = LANGUAGE_DE;
    tell_message(rules, &teller, reasons, taken, &text);
    assert_text(&text, "b2 trägt schon dein Zeichen.");
    ruleset_close(rules);
    text_free(&text);
}

TEST(test_tells_moves)
{
    const struct teller teller = {.language = ENGLISH, .names = names};
    struct text text = {0};
    tell_move(&toy_rules, NULL, &teller, 0, (struct move){TOY_LOAD, 1, 0, 12}, &text);
    assert_text(&text, "loads 12 crimson for Babbage");
    tell_move(&toy_rules, NULL, &teller, 0, (struct move){TOY_PASS, 0, 0, 0}, &text);
    assert_text(&text, "passes");
    struct ruleset *rules = open_noughts("drawn");
    tell_move(rules, NULL, &teller, 0, (struct move){.kind = 1, .a = 4}, &text);
    assert_text(&text, "mark b2");
    tell_move(rules, NULL, &teller, DEALER, (struct move){.kind = 0, .a = 1}, &text);
    assert_text(&text, "Babbage begins");
    ruleset_close(rules);
    text_free(&text);
}

TEST(test_tells_seats)
{
    struct text text = {0};
    for (int seat = 0; seat < 3; seat++) {
        tell_seat(&(struct teller){.language = ENGLISH, .names = names}, seat, &text);
        assert_text(&text, names[seat]);
    }
    tell_seat(&(struct teller){.language = ENGLISH}, 3, &text);
    assert_text(&text, "Player 4");
    tell_seat(&(struct teller){.language = ENGLISH, .names = names}, NOBODY, &text);
    assert_text(&text, "no one");
    text_free(&text);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

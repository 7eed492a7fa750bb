/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The state by name: cells and values of every form, both ways. */

#include "helpers.h"
#include "toy.h"

#include "contract/play.h"

static const struct ruleset moonless = {
    .game = &toy, .setup = {.players = TOY_PLAYERS, .options = {TOY_WITHOUT_MOONS}}};
static const struct ruleset moonlit = {
    .game = &toy, .setup = {.players = TOY_PLAYERS, .options = {TOY_WITH_MOONS}}};
static const struct ruleset *const toy_rulesets[] = {&moonless, &moonlit};

static struct scan scan_of(const char *line)
{
    static struct problem problem;
    struct scan scan;
    problem = (struct problem){0};
    assert_true(scan_open(&scan, "file", span_of(line), &problem));
    scan_line(&scan);
    return scan;
}

static struct cell cell_of(const struct ruleset *rules, const char *name)
{
    struct cell cell = {0};
    struct scan scan = scan_of(name);
    assert_true(cell_read(rules, &scan, &cell));
    return cell;
}

/* ---- cells ---------------------------------------------------------------------------------- */

/* Counts how often each byte of the state is visited. */
static void count_visits(const struct ruleset *rules, uint8_t *visits)
{
    for (struct cell p = cell_first(rules); p.field != NULL; p = cell_next(rules, p))
        for (unsigned i = 0; i < p.field->size; i++)
            visits[p.offset + i]++;
}

static bool is_within(size_t at, size_t start, size_t size)
{
    return at >= start && at < start + size;
}

TEST(test_visits_every_value_once)
{
    for (int with_moons = 0; with_moons < 2; with_moons++) {
        uint8_t visits[sizeof(struct toy_state)] = {0};
        count_visits(toy_rulesets[with_moons], visits);
        for (size_t i = 0; i < sizeof visits; i++) {
            bool fourth_seat = is_within(i, offsetof(struct toy_state, ports[3]), 2) ||
                               is_within(i, offsetof(struct toy_state, cargo[3]), 6);
            bool no_moon = !with_moons && is_within(i, offsetof(struct toy_state, moons), 6);
            bool spare = i >= offsetof(struct toy_state, spare);
            assert_int_equal(visits[i], !(fourth_seat || no_moon || spare));
        }
    }
}

TEST(test_cells_in_order)
{
    struct text text = {0};
    for (struct cell p = cell_first(&moonlit); p.field != NULL; p = cell_next(&moonlit, p)) {
        if (strcmp(p.field->name, "cargo") != 0 && strcmp(p.field->name, "moons") != 0)
            continue;
        text_add(&text, "; ");
        cell_write(&moonlit, p, &text);
    }
    assert_text(&text,
                "; cargo 1 red; cargo 1 green; cargo 1 blue; cargo 2 red; cargo 2 green; "
                "cargo 2 blue; cargo 3 red; cargo 3 green; cargo 3 blue; moons red io; "
                "moons red europa; moons green io; moons green europa; moons blue io; "
                "moons blue europa");
    text_free(&text);
}

TEST(test_cells_by_name)
{
    for (int i = 0; i < 2; i++) {
        const struct ruleset *rules = toy_rulesets[i];
        for (struct cell p = cell_first(rules); p.field != NULL; p = cell_next(rules, p)) {
            struct text text = {0};
            cell_write(rules, p, &text);
            struct cell back = cell_of(rules, text_string(&text));
            assert_ptr_equal(back.field, p.field);
            assert_int_equal(back.offset, p.offset);
            assert_memory_equal(back.index, p.index, sizeof p.index);
            text_free(&text);
        }
    }
}

TEST(test_wrong_cells)
{
    static const struct {
        const char *text;
        const char *message;
    } bad[] = {
        {"gold = 1", "file:1:1: found \"gold\", expected the name of a field"},
        {"", "file: the text ends here, expected the name of a field"},
        {"cargo", "file:1:6: the line ends here, expected the number of a seat"},
        {"cargo 4 red", "file:1:7: found \"4\", expected the number of a seat"},
        {"cargo 1", "file:1:8: the line ends here, expected colour"},
        {"cargo 1 pink", "file:1:9: found \"pink\", expected colour"},
        {"fuel 3 = 1", "file:1:6: found \"3\", expected a smaller number"},
        {"fuel 256 = 1", "file:1:6: found \"256\", expected a number"},
        {"fuel -1 = 1", "file:1:6: found \"-1\", expected a number"},
        {"moons red io = 1", "file:1:11: found \"io\", expected moon"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct cell cell = {0};
        struct scan scan = scan_of(bad[i].text);
        assert_false(cell_read(&moonless, &scan, &cell));
        assert_told(scan.problem, bad[i].message);
        assert_null(cell.field);
    }
}

/* A field without a name has spare bytes only; nobody can say its name. */
TEST(test_spare_bytes_have_no_name)
{
    struct cell cell = {0};
    struct scan scan = scan_of("\"\" = 1");
    assert_false(cell_read(&moonless, &scan, &cell));
}

/* ---- values ---------------------------------------------------------------------------------- */

static void read_value(const struct ruleset *rules, struct toy_state *toys, const char *name,
                       const char *value)
{
    struct scan scan = scan_of(value);
    assert_true(value_read(rules, toys, cell_of(rules, name), &scan));
    assert_told(scan.problem, NULL);
}

static void assert_written(const struct toy_state *toys, const char *name, const char *expected)
{
    struct text text = {0};
    value_write(&moonlit, toys, cell_of(&moonlit, name), &text);
    assert_text(&text, expected);
    text_free(&text);
}

TEST(test_numbers_of_every_size)
{
    static const struct {
        const char *name;
        const char *least;
        const char *most;
    } ranges[] = {
        {"small", "-128", "127"},
        {"byte", "0", "255"},
        {"medium", "-32768", "32767"},
        {"word", "0", "65535"},
        {"large", "-2147483648", "2147483647"},
        {"count", "0", "4294967295"},
        {"huge", "-9223372036854775808", "9223372036854775807"},
        {"total", "0", "9223372036854775807"},
    };
    struct toy_state toys = {0};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        read_value(&moonlit, &toys, ranges[i].name, ranges[i].least);
        assert_written(&toys, ranges[i].name, ranges[i].least);
        read_value(&moonlit, &toys, ranges[i].name, ranges[i].most);
        assert_written(&toys, ranges[i].name, ranges[i].most);
    }
    assert_true(toys.small == INT8_MAX && toys.byte == UINT8_MAX && toys.medium == INT16_MAX);
    assert_true(toys.word == UINT16_MAX && toys.large == INT32_MAX && toys.count == UINT32_MAX);
    assert_true(toys.huge == INT64_MAX && toys.total == INT64_MAX);
}

TEST(test_values_with_indices)
{
    struct toy_state toys = {0}, expected = {0};
    read_value(&moonlit, &toys, "cargo 3 blue", "-7");
    read_value(&moonlit, &toys, "paint 2", "blue");
    read_value(&moonlit, &toys, "fuel 1", "-2");
    read_value(&moonlit, &toys, "owner", "3");
    read_value(&moonlit, &toys, "moons green europa", "9");
    expected.cargo[2][2] = -7;
    expected.ships[2].colour = 2;
    expected.ships[1].fuel = -2;
    expected.owner = 2;
    expected.moons[1][1] = 9;
    assert_memory_equal(&toys, &expected, sizeof toys);
    assert_written(&toys, "cargo 3 blue", "-7");
    assert_written(&toys, "paint 2", "blue");
    assert_written(&toys, "paint 0", "red");
    assert_written(&toys, "owner", "3");
}

TEST(test_sets)
{
    struct toy_state toys = {0};
    assert_written(&toys, "dice", "-");
    read_value(&moonlit, &toys, "dice", "31 0 7");
    assert_true(toys.dice == (bit(31) | bit(7) | bit(0)));
    assert_written(&toys, "dice", "0 7 31");
    read_value(&moonlit, &toys, "ports 2", "15 3");
    assert_int_equal(toys.ports[1], 0x8008);
    read_value(&moonlit, &toys, "flags", "blue red");
    assert_int_equal(toys.flags, 5);
    read_value(&moonlit, &toys, "flags", "-");
    assert_int_equal(toys.flags, 0);
}

#define STAR(number) "star-" number "-in-a-far-constellation."

TEST(test_piles)
{
    struct toy_state toys = {0};
    const uint8_t groups[HEAP] = {2, 0, 1, 3, 2};
    assert_written(&toys, "heaps 1", "-");
    read_value(&moonlit, &toys, "heaps 1",
               STAR("02") " / " STAR("04") " " STAR("00") " / " STAR("03"));
    assert_memory_equal(toys.heaps[1], groups, HEAP);
    assert_written(&toys, "heaps 1", STAR("02") " / " STAR("00") " " STAR("04") " / " STAR("03"));
    read_value(&moonlit, &toys, "heaps 1", "-");
    assert_memory_equal(toys.heaps[1], toys.heaps[0], HEAP);
}

/* All stars with the longest names there are still fit on one line. */
TEST(test_the_longest_line)
{
    struct toy_state toys = {.stars = UINT64_MAX}, back = {0};
    struct text text = {0};
    for (int i = 0; i < STARS; i++)
        toys.sky[i] = (uint8_t)(STARS - i);
    value_write(&moonlit, &toys, cell_of(&moonlit, "sky"), &text);
    assert_true(text.length + strlen("expect sky = ") < SCAN_LINE_MAX);
    read_value(&moonlit, &back, "sky", text_string(&text));
    text_clear(&text);
    value_write(&moonlit, &toys, cell_of(&moonlit, "stars"), &text);
    read_value(&moonlit, &back, "stars", text_string(&text));
    assert_memory_equal(&toys, &back, sizeof toys);
    text_free(&text);
}

TEST(test_wrong_values)
{
    static const struct {
        const char *name;
        const char *value;
        const char *message;
    } bad[] = {
        {"small", "128", "file:1:1: found \"128\", expected a number that fits the field"},
        {"small", "-129", "file:1:1: found \"-129\", expected a number that fits the field"},
        {"byte", "-1", "file:1:1: found \"-1\", expected a number that fits the field"},
        {"byte", "256", "file:1:1: found \"256\", expected a number that fits the field"},
        {"count", "4294967296",
         "file:1:1: found \"4294967296\", expected a number that fits the field"},
        {"total", "9223372036854775808",
         "file:1:1: found \"9223372036854775808\", expected a number that fits the field"},
        {"total", "-1", "file:1:1: found \"-1\", expected a number that fits the field"},
        {"huge", "9223372036854775808",
         "file:1:1: found \"9223372036854775808\", expected a number that fits the field"},
        {"byte", "1 2", "file:1:3: found \"2\", expected the end of the line"},
        {"byte", "red", "file:1:1: found \"red\", expected a number that fits the field"},
        {"paint 0", "pink", "file:1:1: found \"pink\", expected colour"},
        {"paint 0", "1", "file:1:1: found \"1\", expected colour"},
        {"paint 0", "red blue", "file:1:5: found \"blue\", expected the end of the line"},
        {"owner", "4", "file:1:1: found \"4\", expected the number of a seat"},
        {"owner", "-", "file:1:1: found \"-\", expected the number of a seat"},
        {"dice", "32", "file:1:1: found \"32\", expected a number"},
        {"dice", "1 2 1", "file:1:5: this appears twice"},
        {"dice", "1 / 2", "file:1:3: found \"/\", expected a number"},
        {"dice", "1 -", "file:1:3: found \"-\", expected a number"},
        {"dice", "- 1", "file:1:3: found \"1\", expected the end of the line"},
        {"dice", "", "file: the text ends here, expected a number"},
        {"flags", "red, blue", "file:1:1: found \"red,\", expected colour"},
        {"heaps 0", "/", "file:1:1: found \"/\", expected star"},
        {"heaps 0", STAR("00") " /", "file:1:34: the line ends here, expected star"},
        {"heaps 0", STAR("00") " / / " STAR("01"), "file:1:35: found \"/\", expected star"},
        {"heaps 0", STAR("00") " / " STAR("00"), "file:1:35: this appears twice"},
        {"heaps 0", STAR("05"), "file:1:1: found \"" STAR("05") "\", expected star"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct toy_state toys = {0};
        const struct toy_state zero = {0};
        struct cell cell = cell_of(&moonlit, bad[i].name);
        struct scan scan = scan_of(bad[i].value);
        assert_false(value_read(&moonlit, &toys, cell, &scan));
        assert_told(scan.problem, bad[i].message);
        if (strstr(bad[i].message, "end of the line") == NULL)
            assert_memory_equal(&toys, &zero, sizeof toys);
    }
}

TEST(test_raw_values)
{
    struct toy_state toys = {.small = -1, .medium = -2, .large = -3, .huge = INT64_MIN};
    assert_true(value_get(&toys, cell_of(&moonlit, "small")) == -1);
    assert_true(value_get(&toys, cell_of(&moonlit, "medium")) == -2);
    assert_true(value_get(&toys, cell_of(&moonlit, "large")) == -3);
    assert_true(value_get(&toys, cell_of(&moonlit, "huge")) == INT64_MIN);
    assert_false(value_is_zero(&toys, cell_of(&moonlit, "small")));
    assert_true(value_is_zero(&toys, cell_of(&moonlit, "byte")));
    value_set(&toys, cell_of(&moonlit, "byte"), 0x1ff); /* touches nothing beside it */
    assert_int_equal(toys.byte, 0xff);
    assert_int_equal(toys.small, -1);
    assert_int_equal(toys.ships[0].colour, 0);
}

/* ---- any state ------------------------------------------------------------------------------- */

/* Writes and reads each value by itself. */
static void copy_by_values(const struct ruleset *rules, const struct toy_state *from,
                           struct toy_state *to)
{
    for (struct cell p = cell_first(rules); p.field != NULL; p = cell_next(rules, p)) {
        struct text text = {0};
        value_write(rules, from, p, &text);
        struct scan scan = scan_of(text_string(&text));
        assert_true(value_read(rules, to, p, &scan));
        text_free(&text);
    }
}

/* What was there before does not shine through. */
TEST(test_any_value_round_trips)
{
    struct random random = random_stream(11, 0);
    struct toy_state back = {0};
    for (int i = 0; i < 1000; i++) {
        const struct ruleset *rules = toy_rulesets[i % 2];
        struct toy_state toys;
        toy_fill(rules, &toys, &random);
        if (i % 2 == 0)
            memset(back.moons, 0, sizeof back.moons);
        copy_by_values(rules, &toys, &back);
        assert_memory_equal(&toys, &back, sizeof toys);
    }
}

TEST(test_states_leave_zero_out)
{
    struct toy_state toys = {0};
    struct text text = {0};
    state_write(&moonlit, &toys, &text);
    assert_text(&text, "");
    toys.cargo[1][0] = -5;
    toys.flags = 6;
    toys.ships[1].colour = 1;
    state_write(&moonlit, &toys, &text);
    assert_text(&text, "cargo 2 red = -5\npaint 1 = green\nflags = green blue\n");
    text_free(&text);
}

TEST(test_noughts_by_name)
{
    struct ruleset *rules = open_noughts("first");
    union any_state table;
    struct text text = {0};
    play_start(rules, &table);
    state_write(rules, &table, &text);
    assert_text(&text, "begins = 1\nagenda = 1\nwork 0 = mark\n");
    assert_true(play_move(rules, &table, (struct move){1, 4, 0, 0}, NULL));
    assert_true(play_move(rules, &table, (struct move){1, 8, 0, 0}, NULL));
    assert_true(play_move(rules, &table, (struct move){1, 0, 0, 0}, NULL));
    state_write(rules, &table, &text);
    assert_text(&text,
                "marks 1 = a1 b2\nmarks 2 = c3\nbegins = 1\nagenda = 1\nwork 0 = mark\n"
                "work-seat 0 = 1\n");
    text_free(&text);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

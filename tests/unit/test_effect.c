/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The effect language with a small grammar of its own: what is read, what is refused and how, that
 * writing gives the text back, and what players are told. */

#include "effect_lines.h"

/* ---- a small grammar ------------------------------------------------------------------------- */

enum { OPTION, PAY, SPEND, GAIN, MOVE, SEND, PICK, MAY, FOR, HIRE };

static const char *const colours[] = {"", "red", "blue", NULL};
static const char *const colour_texts[] = {"", "crimson", "azure", NULL};
static const char *const captains[] = {"", "C-1", "C-2", NULL};

static const char *captain_name(const void *context, int value, enum language language)
{
    const char *const *names = context;
    return language == LANGUAGE_DE ? captains[value] : names[value];
}

static const struct operation_texts option_texts = {.brief = ""};
static const struct operation_texts pay_texts = {
    .brief = "",
    .forms = FORMS({.shape = EFFECT_COST, .pattern = "pay {a}", .text = "pay {a} {a|coin|coins}"},
                   {.shape = EFFECT_COST,
                    .pattern = "pay {a} to the {b}",
                    .text = "pay {a} to the {b}",
                    .b = {colours, NULL, NULL}})};
static const struct operation_texts spend_texts = {
    .brief = "", .forms = FORMS({.shape = EFFECT_COST, .pattern = "spend it", .text = "spend it"})};
static const struct operation_texts gain_texts = {
    .brief = "", .forms = FORMS({.pattern = "gain {a}", .text = "gain {a} {a|coin|coins}"})};
static const struct operation_texts move_texts = {
    .brief = "",
    .forms = FORMS({.pattern = "move the {a}",
                    .text = "move the {a} cart",
                    .fixed_b = 1,
                    .a = {colours, colour_texts, NULL}},
                   {.pattern = "move the {a} by {b}",
                    .text = "move the {a} cart by {b} {b|step|steps}",
                    .a = {colours, colour_texts, NULL}})};
static const struct operation_texts send_texts = {
    .brief = "", .forms = FORMS({.pattern = "send", .text = "send a cart"})};
static const struct operation_texts pick_texts = {
    .brief = "",
    .forms =
        FORMS({.shape = EFFECT_CHOICES, .pattern = "pick {a} of", .text = "pick {a}: {body}"})};
static const struct operation_texts may_texts = {
    .brief = "",
    .forms = FORMS({.shape = EFFECT_BODY, .pattern = "may", .text = "you may {body}"})};
static const struct operation_texts for_texts = {.brief = "",
                                                 .forms =
                                                     FORMS({.shape = EFFECT_BODY,
                                                            .pattern = "for each {a}",
                                                            .text = "{body} for each {a} cart",
                                                            .a = {colours, colour_texts, NULL}})};
static const struct operation_texts hire_texts = {
    .brief = "",
    .forms =
        FORMS({.pattern = "hire {a}", .text = "hire {a}", .a = {captains, NULL, captain_name}})};

static const struct operation operations[] = {
    [OPTION] = {"option", &option_texts}, [PAY] = {"pay", &pay_texts},
    [SPEND] = {"spend", &spend_texts},    [GAIN] = {"gain", &gain_texts},
    [MOVE] = {"move", &move_texts},       [SEND] = {"send", &send_texts},
    [PICK] = {"pick", &pick_texts},       [MAY] = {"may", &may_texts},
    [FOR] = {"for", &for_texts},          [HIRE] = {"hire", &hire_texts}};

static const char *const names[] = {"", "Anna", "Bob", NULL};
static const struct effect_grammar grammar = {
    .operations = operations, .operation_count = HIRE + 1, .option = OPTION, .context = names};

static int read_good(const char *text, struct effect *rows)
{
    return read_good_effect(&grammar, text, rows);
}

/* ---- reading and writing -----------------------------------------------------------------------
 */

static void assert_row(struct effect row, int op, int a, int b, int body)
{
    assert_int_equal(row.op, op);
    assert_int_equal(row.a, a);
    assert_int_equal(row.b, b);
    assert_int_equal(row.body, body);
}

TEST(test_reads_rows)
{
    struct effect rows[EFFECT_ROWS_MAX];
    assert_int_equal(read_good("pay 3, spend it: gain 12, move the blue", rows), 4);
    assert_row(rows[0], PAY, 3, 0, 0);
    assert_row(rows[1], SPEND, 0, 0, 0);
    assert_row(rows[2], GAIN, 12, 0, 0);
    assert_row(rows[3], MOVE, 2, 1, 0);
}

TEST(test_reads_brackets_in_one_another)
{
    struct effect rows[EFFECT_ROWS_MAX];
    assert_int_equal(
        read_good("may (pay 1: pick 1 of {send; for each red (gain 1, send)}), send", rows), 10);
    assert_row(rows[0], MAY, 0, 0, 8);
    assert_row(rows[1], PAY, 1, 0, 0);
    assert_row(rows[2], PICK, 1, 0, 6);
    assert_row(rows[3], OPTION, 0, 0, 1);
    assert_row(rows[4], SEND, 0, 0, 0);
    assert_row(rows[5], OPTION, 0, 0, 3);
    assert_row(rows[6], FOR, 1, 0, 2);
    assert_row(rows[7], GAIN, 1, 0, 0);
    assert_row(rows[8], SEND, 0, 0, 0);
    assert_row(rows[9], SEND, 0, 0, 0);
}

/* Each is exactly what comes back. */
static const char *const good[] = {
    "send",
    "pay 1",
    "pay 1, spend it",
    "pay 2 to the red: gain 99",
    "pay 2, pay 2 to the blue: send, send, send",
    "move the red, move the blue by 2",
    "pick 2 of {gain 1; pay 3; pay 1, spend it: send, gain 2}",
    "may (may (may (send)))",
    "may (pay 1: for each blue (pick 1 of {send; may (pay 2: gain 5)})), gain 1",
    "hire C-2",
};

TEST(test_writes_what_it_read)
{
    struct effect rows[EFFECT_ROWS_MAX];
    struct text written = {0};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        int count = read_good(good[i], rows);
        effect_write(&grammar, rows, count, &written);
        assert_text(&written, good[i]);
    }
    text_free(&written);
}

TEST(test_writes_the_shortest_form)
{
    struct effect rows[EFFECT_ROWS_MAX];
    struct text written = {0};
    int count = read_good(" pay 3 :  move  the red by 1 ,\tmay(send)  # and that is all", rows);
    effect_write(&grammar, rows, count, &written);
    assert_text(&written, "pay 3: move the red, may (send)");
    text_free(&written);
}

TEST(test_tells_costs)
{
    struct effect rows[EFFECT_ROWS_MAX];
    int count = read_good("pay 2 to the red, spend it: may (pay 1), gain 1", rows);
    assert_int_equal(count, 5);
    assert_true(effect_is_cost(&grammar, &rows[0]));
    assert_true(effect_is_cost(&grammar, &rows[1]));
    assert_false(effect_is_cost(&grammar, &rows[2]));
    assert_true(effect_is_cost(&grammar, &rows[3]));
    assert_false(effect_is_cost(&grammar, &rows[4]));
    assert_int_equal(read_good("pick 1 of {send}", rows), 3);
    assert_false(effect_is_cost(&grammar, &rows[1]));
}

/* ---- telling --------------------------------------------------------------------------------- */

static const struct {
    const char *effect, *told;
} told[] = {
    {"gain 1, gain 2", "gain 1 coin, then gain 2 coins"},
    {"pay 1, spend it: move the red", "pay 1 coin and spend it: move the crimson cart"},
    {"pay 2 to the blue: send", "pay 2 to the blue: send a cart"},
    {"may (pay 2: send), gain 1", "you may pay 2 coins: send a cart, then gain 1 coin"},
    /* a body of several steps is told apart from what comes after it */
    {"may (send, send), gain 1", "you may (send a cart, then send a cart), then gain 1 coin"},
    {"for each blue (gain 2), send", "gain 2 coins for each azure cart, then send a cart"},
    {"pick 1 of {send; pay 1: gain 3; spend it}",
     "pick 1: A) send a cart; B) pay 1 coin: gain 3 coins; C) spend it"},
    {"may (pick 1 of {send; gain 1})", "you may (pick 1: A) send a cart; B) gain 1 coin)"},
    {"pick 1 of {send; gain 1}, send",
     "(pick 1: A) send a cart; B) gain 1 coin), then send a cart"},
    {"hire C-1", "hire Anna"},
};

TEST(test_tells)
{
    struct effect rows[EFFECT_ROWS_MAX];
    struct text text = {0};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        int count = read_good(told[i].effect, rows);
        effect_tell(&grammar, rows, count, ENGLISH, &text);
        assert_text(&text, told[i].told);
    }
    effect_tell(&grammar, rows, 0, ENGLISH, &text);
    assert_text(&text, "");
    text_free(&text);
}

TEST(test_tells_in_german)
{
    struct effect rows[EFFECT_ROWS_MAX];
    struct text text = {0};
    int count = read_good("pay 1, spend it: send, hire C-2", rows);
    effect_tell(&grammar, rows, count, LANGUAGE_DE, &text);
    assert_text(&text, "pay 1 coin und spend it: send a cart, dann hire C-2");
    text_free(&text);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static const struct wrong_effect wrong_effects[] = {
    {"sent", "1:5: found \"sent\", expected pay, spend, gain, move, send, pick, may, for, hire"},
    {"gain", "1:9: the line ends here, expected 1…99"},
    {"gain 0", "1:10: found \"0\", expected 1…99"},
    {"gain 100", "1:10: found \"100\", expected 1…99"},
    {"gain -1", "1:10: found \"-1\", expected 1…99"},
    {"gain 1 coin", "1:12: found \"coin\", expected a comma or the end of the line"},
    {"pay 2 of the red", "1:11: found \"of\", expected to"},
    {"pay 2 to the", "1:17: the line ends here, expected red, blue"},
    {"move the green", "1:14: found \"green\", expected red, blue"},
    {"move the red for 2", "1:18: found \"for\", expected by"},
    {"move the", "1:13: the line ends here, expected red, blue"},
    {"send send", "1:10: found \"send\", expected a comma or the end of the line"},
    {"send, ",
     "1:10: the line ends here, expected pay, spend, gain, move, send, pick, may, for, "
     "hire"},
    {"send; gain 1", "1:9: found \";\", expected a comma or the end of the line"},
    {"send: gain 1", "1:9: found \":\", expected a comma or the end of the line"},
    {"send)", "1:9: found \")\", expected a comma or the end of the line"},
    {"pay 1:",
     "1:11: the line ends here, expected pay, spend, gain, move, send, pick, may, for, "
     "hire"},
    {"pay 1, send", "1:12: found \"send\", expected costs, then a colon, then the rest"},
    {"send, pay 1", "1:11: found \"pay\", expected costs, then a colon, then the rest"},
    {"pay 1: send, spend it", "1:18: found \"spend\", expected costs, then a colon, then the rest"},
    {"may", "1:8: the line ends here, expected ("},
    {"may {send}", "1:9: found \"{\", expected ("},
    {"may (send", "1:14: the line ends here, expected )"},
    {"may ()", "1:10: found \")\", expected pay, spend, gain, move, send, pick, may, for, hire"},
    {"pick 1 of (send)", "1:15: found \"(\", expected {"},
    {"pick 1 of {send, gain 1", "1:28: the line ends here, expected }"},
    {"pick 1 of {send; }",
     "1:22: found \"}\", expected pay, spend, gain, move, send, pick, may, for, hire"},
    {"hire C-3", "1:10: found \"C-3\", expected C-1, C-2"},
    {"may (may (may (may (may (may (may (send)))))))", "1:40: brackets are nested too deeply"},
};

TEST(test_refuses)
{
    for (size_t i = 0; i < sizeof wrong_effects / sizeof wrong_effects[0]; i++)
        assert_effect_refused(&grammar, &wrong_effects[i]);
}

TEST(test_refuses_too_long_an_effect)
{
    struct effect rows[EFFECT_ROWS_MAX];
    struct text effect = {0};
    text_add(&effect, "gain 1");
    for (int i = 1; i < EFFECT_ROWS_MAX; i++)
        text_add(&effect, ", send");
    assert_int_equal(read_good(text_string(&effect), rows), EFFECT_ROWS_MAX);
    text_add(&effect, ", send");
    assert_effect_refused(
        &grammar, &(struct wrong_effect){text_string(&effect), "1:395: this effect is too long"});
    text_free(&effect);
}

/* A list of more words than a message can hold is cut. */
TEST(test_cuts_a_long_list)
{
    enum { MANY = 40 };
    static char patterns[MANY][16];
    static struct effect_form many[MANY + 1];
    for (int i = 0; i < MANY; i++) {
        char word[] = {'w', 'o', 'r', 'd', (char)('a' + i / 10), (char)('0' + i % 10), '\0'};
        memcpy(patterns[i], word, sizeof word);
        many[i] = (struct effect_form){.pattern = patterns[i], .text = "word"};
    }
    struct problem problem = {0};
    struct scan scan;
    struct effect rows[EFFECT_ROWS_MAX];
    assert_true(scan_open(&scan, "x.cards", span_of("x"), &problem));
    assert_true(scan_line(&scan));
    const struct operation_texts texts = {.forms = many};
    const struct operation one = {"one", &texts};
    const struct effect_grammar grammar_of_one = {.operations = &one, .operation_count = 1};
    assert_int_equal(effect_read(&grammar_of_one, &scan, rows), -1);
    assert_non_null(strstr(problem.details[1], "worda0, worda1, "));
    assert_non_null(strstr(problem.details[1], ", …"));
}

int main(void)
{
    return run_registered(NULL, NULL);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Scenarios: every kind of line, as it passes and as it fails, how they are read and written, and
 * what is said about bad ones. */

#include "helpers.h"

#include "record/given_cards.h"
#include "record/position.h"
#include "record/scenario.h"

/* Reads the only scenario of a text; it must be fine. */
static void read_one(struct scenario *scenario, const char *text)
{
    struct problem problem = {0};
    struct scan scan;
    assert_true(scan_open(&scan, "file", span_of(text), &problem) && scan_line(&scan));
    if (!scenario_read(scenario, &scan, NULL))
        assert_told(&problem, "a scenario without a problem");
    assert_true(scan_at_end(&scan));
}

/* Runs the only scenario of a text. The report must be empty if it passes. */
static bool run_one(const char *text, struct text *report)
{
    struct scenario scenario;
    read_one(&scenario, text);
    bool passed = scenario_run(&scenario, "file", false, report);
    assert_int_equal(passed, report->length == 0);
    scenario_free(&scenario);
    return passed;
}

/* ---- lines that pass and fail ---------------------------------------------------------------- */

/* Eight lines; what is tried stands on the ninth. */
#define BEGINNING                                                                                  \
    "scenario a title\nrule NGT-MARK-01\ngame noughts\noption start first\n"                       \
    "move 1 mark b2\nmove 2 mark a1\n\n# the line in question:\n"

/* The same, played to its end: seat 1 has won. */
#define END                                                                                        \
    "scenario a title\ngame noughts\n\nset marks 1 = b2 a2\nset marks 2 = a1 a3\nset begins = 1\n" \
    "set agenda = 1\nset work 0 = mark\nmove 1 mark c2\n"

/* With a bottom row that bends upwards: seat 1 has two of its cells. */
#define GIVEN                                                                                      \
    "scenario s\ngame noughts\noption start first\ngiven line row-1 cells = a1 b1 c2\n"            \
    "set marks 1 = a1 b1\nset marks 2 = a2 b2\n"

static const char *const passing[] = {
    BEGINNING "move 1 mark c3\n",
    BEGINNING "expect legal mark c3\n",
    BEGINNING "expect illegal mark b2\n",
    BEGINNING "expect illegal first 1\n",
    BEGINNING "expect blocked mark b2 because taken\n",
    BEGINNING "expect blocked mark b2 because taken 1 b2\n",
    BEGINNING "expect blocked mark a1 because taken 2 a1\n",
    BEGINNING "expect choices = 7\n",
    BEGINNING "expect decision 1\n",
    BEGINNING "expect decision 1 mark\n",
    BEGINNING "expect score 1 = 0\n",
    BEGINNING "expect place 2 = 1\n",
    BEGINNING "expect event marked 2 a1\n",
    BEGINNING "expect no event wins\n",
    BEGINNING "expect events = marked 2 a1\n",
    BEGINNING "expect marks 1 = b2\n",
    BEGINNING "expect winner = nobody\n",
    BEGINNING "expect work-args 1 4 = 0\n",
    BEGINNING "deal 1\nexpect events = -\nexpect decision 1\n", /* there is nothing to deal */
    BEGINNING
    "expect choices = mark c3 ; mark b1 ; mark c1 ; mark a2 ; mark c2 ; mark a3 ; mark b3\n",
    "scenario s\ngame noughts\nexpect decision dealer draw\nexpect choices = 2\n"
    "chance first 2\nexpect event begins 2\nexpect decision 2 mark\nexpect begins = 2\n",
    "scenario s\ngame noughts\nexpect events = -\nexpect no event begins\n",
    END "expect decision nobody\nexpect decision nobody over\nexpect choices = 0\n",
    END
    "expect score 1 = 1\nexpect score 1 line = 1\nexpect score 2 = 0\nexpect score 2 line = 0\n",
    END "expect place 1 = 1\nexpect place 2 = 2\nexpect winner = 1\n",
    END "expect event line 1 row-2\nexpect event wins 1\nexpect no event draw\n",
    END "expect events = marked 1 c2 ; line 1 row-2 ; wins 1\n",
    END "expect illegal mark c3\n",
    GIVEN "move 1 mark c2\nexpect events = marked 1 c2 ; line 1 row-1 ; wins 1\n",
    GIVEN "move 1 mark c1\nexpect events = marked 1 c1\n",
    /* what is refused leads back to where the edits began */
    BEGINNING "set marks 2 = b2\nexpect refused\nexpect marks 2 = a1\nmove 1 mark c3\n",
    BEGINNING
    "set marks 2 = b2\nexpect refused because a cell is marked twice or is not on the "
    "board\nset marks 2 = -\nexpect refused because the wrong seat is to move\n",
    "scenario s\ngame noughts\nstate\nend\nexpect refused\nexpect decision dealer\n",
    "scenario s\ngame noughts\nstate\nend\nset agenda = 1\nset work 0 = mark\n"
    "set begins = 1\nexpect decision 1\n",
    BEGINNING
    "expect total marks 1 = 1\nexpect total marks = 2\nexpect total work-args 1 = 0\n"
    "expect total agenda = 1\n",
    "scenario s\ngame noughts\nchance 2 first 2\n",
    "scenario s\ngame pulsar-2849\nexpect total transmitter-stack = 24\n"
    "expect total tiles = 12\nexpect progress to_come = 24\nexpect progress goals = {}\n",
    "scenario s\ngame beyond-the-sun\nexpect total deck-A = 12\n"
    "expect progress production 2 ore = 0\n",
    /* a move that is looked at before it has led anywhere */
    "scenario s\ngame noughts\noption start first\nset marks 1 = a1 b1\nset marks 2 = a2 b2\n"
    "pause at marked 1 c1\nmove 1 mark c1\nexpect marks 1 = a1 b1 c1\nexpect winner = nobody\n"
    "expect events = marked 1 c1\nexpect no event line\nexpect total marks = 5\n"
    "go on\nexpect winner = 1\nexpect event wins 1\nexpect decision nobody\n",
    "scenario s\ngame noughts\npause at begins 2\nchance first 2\ngo on\nmove 2 mark a1\n",
    "scenario s\ngame beyond-the-sun\nplayers 4\noption achievements first-game\ndeal 64\n"
    "set ships-1 SOL 4 = 3\nset column 1 A = 0\nmove 1 act basic-4.1\npause at ore 1 1\n"
    "move 1 produce ore\nexpect no event claims\ngo on\n"
    "expect event claims 1 AC-A1 4\nexpect decision 2\n",
};

TEST(test_passing_lines)
{
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++) {
        struct text report = {0};
        run_one(passing[i], &report);
        assert_text(&report, "");
        text_free(&report);
    }
}

/* The line that fails, what it expected and what is. */
static const struct {
    const char *text;
    int line;
    const char *expected;
    const char *actual;
} failing[] = {
    {BEGINNING "move 2 mark c3\n", 9, "decision 2", "decision 1"},
    {BEGINNING "move 1 mark b2\n", 9, "legal mark b2",
     "blocked because taken 1 b2; asked: mark; legal: mark b1 ; mark c1 ; mark a2 ; mark c2 ; "
     "mark a3 ; mark b3 ; mark c3"},
    {BEGINNING "chance first 1\n", 9, "decision dealer", "decision 1"},
    {BEGINNING "expect legal mark b2\n", 9, "legal", "blocked because taken 1 b2"},
    {BEGINNING "expect legal first 1\n", 9, "legal", "illegal, no reason given"},
    {BEGINNING "expect illegal mark c3\n", 9, "not legal", "legal"},
    {BEGINNING "expect blocked mark c3 because taken\n", 9, "blocked because taken", "legal"},
    {BEGINNING "expect blocked first 1 because taken\n", 9, "blocked because taken",
     "illegal, no reason given"},
    {BEGINNING "expect blocked mark b2 because taken 2 b2\n", 9, "blocked because taken 2 b2",
     "blocked because taken 1 b2"},
    {BEGINNING "expect blocked mark b2 because taken - a1\n", 9, "blocked because taken - a1",
     "blocked because taken 1 b2"},
    {BEGINNING "expect choices = 9\n", 9, "9", "7"},
    {BEGINNING "expect choices = mark b1 ; mark b1\n", 9, "mark b1 ; mark b1",
     "mark b1 ; mark c1 ; mark a2 ; mark c2 ; mark a3 ; mark b3 ; mark c3"},
    {"scenario s\ngame noughts\nexpect choices = first 1 ; first 1\n", 3, "first 1 ; first 1",
     "first 1 ; first 2"},
    {"scenario s\ngame noughts\nexpect choices = first 1\n", 3, "first 1", "first 1 ; first 2"},
    {BEGINNING "expect decision 2\n", 9, "2", "1 mark"},
    {BEGINNING "expect decision 1 over\n", 9, "1 over", "1 mark"},
    {BEGINNING "expect decision nobody\n", 9, "nobody", "1 mark"},
    {BEGINNING "expect score 1 = -5\n", 9, "-5", "0"},
    {BEGINNING "expect score 2 line = 1\n", 9, "1", "0"},
    {BEGINNING "expect place 1 = 2\n", 9, "2", "1"},
    {BEGINNING "expect event marked 1 a1\n", 9, "marked 1 a1", "marked 2 a1"},
    {BEGINNING "expect event draw -\n", 9, "draw -", "marked 2 a1"},
    {BEGINNING "expect no event marked\n", 9, "no event marked", "marked 2 a1"},
    {BEGINNING "expect events = -\n", 9, "-", "marked 2 a1"},
    {BEGINNING "expect events = marked 2 a1 ; wins 2\n", 9, "marked 2 a1 ; wins 2", "marked 2 a1"},
    {BEGINNING "expect marks 1 = b2 c3\n", 9, "b2 c3", "b2"},
    {BEGINNING "expect marks 1 = -\n", 9, "-", "b2"},
    {BEGINNING "expect begins = nobody\n", 9, "nobody", "1"},
    {BEGINNING "expect agenda = 0\n", 9, "0", "1"},
    {"scenario s\ngame noughts\nmove 1 mark a1\n", 3, "decision 1", "decision dealer"},
    {"scenario s\ngame noughts\nchance mark a1\n", 3, "legal mark a1",
     "illegal, no reason given; asked: draw; legal: first 1 ; first 2"},
    {"scenario s\ngame noughts\nexpect event begins 1\n", 3, "begins 1", "-"},
    {END "expect events = marked 1 c2 ; wins 1 ; line 1 row-2\n", 10,
     "marked 1 c2 ; wins 1 ; line 1 row-2", "marked 1 c2 ; line 1 row-2 ; wins 1"},
    {END "expect score 1 = 0\n", 10, "0", "1"},
    {END "expect place 2 = 1\n", 10, "1", "2"},
    {END "move 2 mark c3\n", 10, "decision 2", "decision nobody"},
    {GIVEN "move 1 mark c2\nexpect decision 2\n", 8, "2", "nobody over"},
    /* edits */
    {BEGINNING "set marks 2 = b2\nexpect choices = 8\n", 9, "a possible position",
     "a cell is marked twice or is not on the board"},
    {BEGINNING "set marks 2 = b2\n", 9, "a possible position",
     "a cell is marked twice or is not on the board"},
    {BEGINNING "set winner = 1\nset marks 1 = -\n\nmove 1 mark c3\n", 10, "a possible position",
     "the seats did not mark in turn"},
    {BEGINNING "set work-seat 0 = 1\ndeal 1\n", 9, "a possible position",
     "the wrong seat is to move"},
    {BEGINNING "expect refused\n", 9, "an impossible position", "a possible position"},
    {BEGINNING "set marks 1 = c3\nexpect refused\n", 10, "an impossible position",
     "a possible position"},
    {BEGINNING "set marks 2 = -\nexpect refused because it is late\n", 10,
     "an impossible position: it is late", "the wrong seat is to move"},
    {BEGINNING "set marks 2 = -\nexpect refused\nexpect total marks = 3\n", 11, "3", "2"},
    /* derived numbers, and whom chance is about */
    {BEGINNING "expect total marks 2 = 2\n", 9, "2", "1"},
    {BEGINNING "expect progress to_come = 3\n", 9, "3", "nothing of that name"},
    {"scenario s\ngame noughts\nchance 1 first 2\n", 3, "for 1", "for 2"},
    /* pauses */
    {BEGINNING "pause at wins 1\nmove 1 mark c3\n", 10, "an event to pause at: wins 1",
     "marked 1 c3"},
    {BEGINNING "pause at marked 1 c3\nmove 1 mark c3\nmove 2 mark c2\n", 11,
     "go on, or values and events of this moment", "a line that needs a decision"},
    {BEGINNING "pause at marked 1 c3\nmove 1 mark c3\nexpect score 1 = 0\n", 11,
     "go on, or values and events of this moment", "a line that needs a decision"},
    {BEGINNING "pause at marked 1 c3\nmove 1 mark c3\nexpect marks 2 = -\n", 11, "-", "a1"},
    {BEGINNING "pause at marked 1 c3\nmove 1 mark c3\n", 9, "go on", "the end of the scenario"},
    {BEGINNING "pause at marked 1 c3\n", 9, "go on", "the end of the scenario"},
    {BEGINNING "go on\n", 9, "a pause", "nothing to go on with"},
};

/* Line number `line` of a text. */
static struct span line_of(const char *text, int line)
{
    for (; line > 1; line--)
        text = strchr(text, '\n') + 1;
    return (struct span){text, (size_t)(strchr(text, '\n') - text)};
}

/* The report says where, what was expected and what is. */
static void assert_failed(size_t row)
{
    struct text report = {0}, expected = {0};
    assert_false(run_one(failing[row].text, &report));
    text_addf(&expected, "file:%d: ", failing[row].line);
    text_add_span(&expected, line_of(failing[row].text, failing[row].line));
    text_addf(&expected, "\n  expected: %s\n  actual:   %s\n", failing[row].expected,
              failing[row].actual);
    assert_string_equal(text_string(&report), text_string(&expected));
    text_free(&report);
    text_free(&expected);
}

TEST(test_failing_lines)
{
    for (size_t i = 0; i < sizeof failing / sizeof failing[0]; i++)
        assert_failed(i);
}

/* A position that cannot be is told where it stands. */
TEST(test_impossible_start)
{
    struct text report = {0};
    assert_false(run_one("scenario s\ngame noughts\nstate\nend\ndeal 1\n", &report));
    assert_text(&report,
                "file:3: the position to start from\n  expected: a possible position\n"
                "  actual:   the game is not over, but nothing is on the agenda\n");
    text_free(&report);
}

/* Of many moves that could have been made instead, the first are told. */
TEST(test_long_lists_are_cut)
{
    struct text report = {0};
    assert_false(
        run_one("scenario s\ngame noughts\noption start first\nmove 1 first 1\n", &report));
    assert_non_null(strstr(text_string(&report), "; mark b3 ; … 1 more\n"));
    text_free(&report);
}

/* The position in a report is one that position_read takes, at the line that failed. */
TEST(test_position_in_the_report)
{
    struct scenario scenario;
    struct problem problem = {0};
    union any_state table;
    struct text report = {0}, block = {0};
    read_one(&scenario, BEGINNING "expect choices = 9\nmove 1 mark c3\n");
    assert_false(scenario_run(&scenario, "file", true, &report));
    scenario_free(&scenario);
    const char *position = strstr(text_string(&report), "orrery position 1\n");
    assert_non_null(position);
    struct ruleset *rules = position_read("file", span_of(position), NULL, &table, &problem);
    assert_non_null(rules);
    state_block_write(rules, &table, &block);
    assert_text(&block,
                "state\nmarks 1 = b2\nmarks 2 = a1\nbegins = 1\nagenda = 1\n"
                "work 0 = mark\nend\n");
    ruleset_close(rules);
    text_free(&report);
    text_free(&block);
}

/* ---- where a scenario starts ----------------------------------------------------------------- */

#define POSITION                                                                                   \
    "state\nmarks 1 = a1 b1\nmarks 2 = a2 b2\nbegins = 1\nagenda = 1\nwork 0 = mark\nend\n"

TEST(test_starts_from_a_state)
{
    struct text report = {0};
    run_one("scenario s\ngame noughts\n" POSITION
            "expect events = -\nexpect choices = 5\n"
            "move 1 mark c1\nexpect score 1 = 1\n",
            &report);
    assert_text(&report, "");
    run_one("scenario s\ngame noughts\noption goal avoid\n" POSITION
            "move 1 mark c1\nexpect event wins 2\nexpect score 2 = 1\nexpect score 1 = 0\n",
            &report);
    assert_text(&report, "");
    text_free(&report);
}

/* Edits on the way to a state may pass through ones that cannot be. */
TEST(test_edits)
{
    struct text report = {0};
    run_one("scenario s\ngame noughts\n" POSITION
            "set marks 1 = a1 b1 c1\nset winner = 1\n"
            "set agenda = 0\nset work 0 = none\nexpect decision nobody\nexpect score 1 = 1\n",
            &report);
    assert_text(&report, "");
    text_free(&report);
}

/* The same number always deals the same, and both outcomes come. */
TEST(test_deals)
{
    int begun[2] = {0};
    for (int seed = 0; seed < 20; seed++) {
        struct text text = {0}, report = {0};
        text_addf(&text, "scenario s\ngame noughts\ndeal %d\nexpect decision 1\n", seed);
        bool first = run_one(text_string(&text), &report);
        text_clear(&report);
        assert_int_equal(run_one(text_string(&text), &report), first);
        begun[first]++;
        text_free(&text);
        text_free(&report);
    }
    assert_true(begun[0] > 0 && begun[1] > 0);
}

/* ---- moves with more events than there is room for --------------------------------------------
 */

enum { EVENTS_LOST = 3 };

/* Marks as noughts does, and tells more of it than a list can hold. */
static void apply_and_flood(const struct ruleset *rules, void *state, struct move move,
                            struct events *events)
{
    game_find(span_of("noughts"))->apply(rules, state, move, events);
    while (events != NULL && events->dropped < EVENTS_LOST)
        event_add(events, events->list[0]);
}

/* Such a move fails, although it is legal: nobody could say what its events are. */
TEST(test_lost_events)
{
    struct scenario scenario;
    struct text report = {0};
    read_one(&scenario, BEGINNING "expect event marked 2 a1\n");
    struct game flooding = *scenario.rules->game;
    flooding.apply = apply_and_flood;
    scenario.rules->game = &flooding;
    assert_false(scenario_run(&scenario, "file", false, &report));
    assert_non_null(strstr(text_string(&report), "file:5: move 1 mark b2\n"));
    assert_non_null(strstr(text_string(&report), "actual:   3 events more than a move can have\n"));
    text_free(&report);
    scenario_free(&scenario);
}

/* ---- reading and writing --------------------------------------------------------------------- */

/* What the writer writes: every line of the heading, every kind of statement. */
static const char canonical_statements[] =
    "state\nmarks 1 = a1 b1\nmarks 2 = a2 b2\nbegins = 1\nagenda = 1\nwork 0 = mark\nend\n"
    "set marks 1 = a1 b1\n"
    "set marks 2 = -\n"
    "set work-args 1 4 = 255\n"
    "set winner = nobody\n"
    "deal 4294967295\n"
    "chance first 2\n"
    "chance 1 first 2\n"
    "move 1 mark c1\n"
    "expect legal mark a1\n"
    "expect illegal first 1\n"
    "expect blocked mark a1 because taken\n"
    "expect blocked mark a1 because taken - c3\n"
    "expect blocked mark a1 because taken 2 -\n"
    "pause at line - -\n"
    "go on\n"
    "expect choices = 255\n"
    "expect decision 2\n"
    "expect decision 1 mark\n"
    "expect decision dealer draw\n"
    "expect decision nobody\n"
    "expect score 2 = -32768\n"
    "expect score 1 line = 32767\n"
    "expect place 1 = 4\n"
    "expect event marked 1 c1\n"
    "expect event draw -\n"
    "expect event line - -\n"
    "expect no event wins\n"
    "expect events = -\n"
    "expect events = marked 1 c1 ; line 1 row-1 ; wins 1\n"
    "expect refused\n"
    "expect refused because the seats did not mark in turn\n"
    "expect total work-args 1 = -32768\n"
    "expect progress goals \"a b\" 1 = [1,\"# x\"]\n"
    "expect marks 2 = a1 b1 c1 a2 b2 c2 a3 b3 c3\n"
    "expect agenda = 0\n";

static void write_canonical(struct text *out)
{
    struct ruleset *rules = open_noughts("first");
    text_addf(out,
              "scenario three in a row, \"so # to say\", win\nrule NGT-END-01\nrule NGT-SCORE-01\n"
              "game noughts\nrules 1\ncards %016llx\nplayers 2\noption goal line\n"
              "option start first\n%s",
              (unsigned long long)rules->fingerprint, canonical_statements);
    ruleset_close(rules);
}

TEST(test_canonical_text_round_trips)
{
    struct scenario scenario;
    struct text text = {0}, back = {0};
    write_canonical(&text);
    read_one(&scenario, text_string(&text));
    scenario_write(&scenario, &back);
    assert_string_equal(text_string(&text), text_string(&back));
    assert_string_equal(scenario.title, "three in a row, \"so # to say\", win");
    assert_int_equal(scenario.rule_count, 2);
    assert_string_equal(scenario.rules_cited[1], "NGT-SCORE-01");
    assert_int_equal(scenario.line, 1);
    assert_true(scenario.has_state);
    assert_int_equal(scenario.statements[0].line, 17);
    scenario_free(&scenario);
    text_free(&text);
    text_free(&back);
}

/* Written once, every scenario above is canonical. */
TEST(test_every_scenario_round_trips)
{
    for (size_t i = 0; i < sizeof failing / sizeof failing[0]; i++) {
        struct scenario scenario;
        struct text once = {0}, twice = {0};
        read_one(&scenario, failing[i].text);
        scenario_write(&scenario, &once);
        scenario_free(&scenario);
        read_one(&scenario, text_string(&once));
        scenario_write(&scenario, &twice);
        scenario_free(&scenario);
        assert_string_equal(text_string(&once), text_string(&twice));
        text_free(&once);
        text_free(&twice);
    }
}

TEST(test_several_scenarios_in_one_text)
{
    static const char text[] =
        "# three of them\n\n"
        "scenario first\nrule A B\nrule C\ngame noughts\n\n"
        "scenario second\ngame noughts\noption goal avoid\ndeal 1\n"
        "scenario third\ngame noughts\n" POSITION;
    static const struct {
        const char *title;
        int line, rules, statements;
        bool avoid, has_state;
    } expected[] = {
        {"first", 3, 3, 0, false, false},
        {"second", 8, 0, 1, true, false},
        {"third", 12, 0, 0, false, true},
    };
    struct problem problem = {0};
    struct scan scan;
    struct scenario scenario;
    assert_true(scan_open(&scan, "file", span_of(text), &problem) && scan_line(&scan));
    for (int i = 0; i < 3; i++) {
        assert_true(scenario_read(&scenario, &scan, NULL));
        assert_string_equal(scenario.title, expected[i].title);
        assert_int_equal(scenario.line, expected[i].line);
        assert_int_equal(scenario.rule_count, expected[i].rules);
        assert_int_equal(scenario.count, expected[i].statements);
        assert_int_equal(scenario.rules->setup.options[0], expected[i].avoid);
        assert_int_equal(scenario.has_state, expected[i].has_state);
        scenario_free(&scenario);
    }
    assert_false(scenario_read(&scenario, &scan, NULL));
    assert_told(&problem, NULL);
}

/* What is given as it is printed changes nothing: not even the fingerprint. Several lines with one
 * key are given in their order. */
TEST(test_given_as_printed)
{
    struct scenario plain, given;
    read_one(&plain, "scenario s\ngame pulsar-2849\n");
    read_one(&given, "scenario s\ngame pulsar-2849\ngiven technology AI-0 cost = 1\n");
    assert_int_equal(given.rules->fingerprint, plain.rules->fingerprint);
    assert_ptr_equal(given.rules->cards, plain.rules->cards);
    scenario_free(&given);
    read_one(&given, "scenario s\ngame pulsar-2849\ngiven technology AI-0 cost = 2\n");
    assert_int_not_equal(given.rules->fingerprint, plain.rules->fingerprint);
    scenario_free(&given);
    scenario_free(&plain);
}

/* ---- bad scenarios --------------------------------------------------------------------------- */

static void assert_refused(const char *text, const char *message)
{
    struct problem problem = {0};
    struct scan scan;
    struct scenario scenario;
    assert_true(scan_open(&scan, "file", span_of(text), &problem));
    scan_line(&scan);
    assert_false(scenario_read(&scenario, &scan, NULL));
    assert_told(&problem, message);
    assert_null(scenario.rules);
    assert_null(scenario.statements);
}

#define HEAD "scenario s\ngame noughts\n"

static const struct {
    const char *text;
    const char *message;
} bad[] = {
    /* the head */
    {"story s\n", "file:1:1: found \"story\", expected scenario"},
    {"scenario\n", "file:1:9: the line ends here, expected a title of 1 to 159 bytes"},
    {"scenario s\nrule\n", "file:2:5: the line ends here, expected the id of a rule"},
    {"scenario s\nrule A 123456789012345678901234\n",
     "file:2:8: found \"123456789012345678901234\", expected a shorter id, or fewer of them"},
    {"scenario s\n", "file:1: the text ends here, expected game"},
    {"scenario s\nplayers 2\n", "file:2:1: found \"players\", expected game"},
    {"scenario s\nmove 1 mark a1\n", "file:2:1: found \"move 1 mark a1\", expected game"},
    {"scenario s\ngame noughts\nplayers 3\n", "file: noughts takes 2 players"},
    {HEAD "rule A\n",
     "file:3:1: found \"rule\", expected set, deal, chance, move, pause at, go on, expect"},
    {HEAD "moves 1 mark a1\n",
     "file:3:1: found \"moves\", expected set, deal, chance, move, pause at, go on, expect"},
    /* values of cards */
    {HEAD "given\n", "file:3:6: the line ends here, expected the kind of a card"},
    {HEAD "given line\n", "file:3:11: the line ends here, expected the id of a card"},
    {HEAD "given line row-1\n", "file:3:17: the line ends here, expected a key of this card"},
    {HEAD "given line row-1 cells a1\n", "file:3:24: found \"a1\", expected ="},
    {HEAD "given line row-1 cells =\n", "file:3:25: the line ends here, expected a value"},
    {HEAD "given line row-2 name = bent\ngiven line row-1 cells = a0 b1 c1\n",
     "file:4: found \"a0\", expected a1, b1, c1, a2, b2, c2, a3, b3, c3"},
    {HEAD "given line row-9 cells = a1 b1 c1\n", "file:3: no card row-9 has a line cells"},
    {HEAD "given row row-1 cells = a1 b1 c1\n", "file:3: no card row-1 has a line cells"},
    {HEAD "given line row-1 cost = 5\n", "file:3: no card row-1 has a line cost"},
    {HEAD "given line row-1 cells = a1 b1 c1\ngiven line row-1 cells = a1 b1 c1\n",
     "file:4: no card row-1 has a line cells"},
    {HEAD "given line row-1 cells = a1 b1 d4\n",
     "file:3: found \"d4\", expected a1, b1, c1, a2, b2, c2, a3, b3, c3"},
    {HEAD "deal 1\ngiven line row-1 cells = a1 b1 c1\n",
     "file:4:1: found \"given\", expected set, deal, chance, move, pause at, go on, expect"},
    /* the state */
    {HEAD "state\n", "file:3: the text ends here, expected end"},
    {HEAD "deal 1\nstate\n",
     "file:4:1: found \"state\", expected set, deal, chance, move, pause at, go on, expect"},
    /* doing */
    {HEAD "set marks 1\n", "file:3:12: the line ends here, expected ="},
    {HEAD "set marks 1 = d4\n", "file:3:15: found \"d4\", expected a cell"},
    {HEAD "set stars = 1\n", "file:3:5: found \"stars\", expected the name of a field"},
    {HEAD "set begins = 1 2\n", "file:3:16: found \"2\", expected the end of the line"},
    {HEAD "deal\n", "file:3:5: the line ends here, expected a number"},
    {HEAD "deal -1\n", "file:3:6: found \"-1\", expected a number"},
    {HEAD "deal 4294967296\n", "file:3:6: found \"4294967296\", expected a number"},
    {HEAD "deal 1 2\n", "file:3:8: found \"2\", expected the end of the line"},
    {HEAD "chance\n", "file:3:7: the line ends here, expected a kind of move"},
    {HEAD "chance 3 first 1\n", "file:3:8: found \"3\", expected the number of a seat"},
    {HEAD "chance 1 1 first 1\n", "file:3:10: found \"1\", expected a kind of move"},
    {HEAD "move mark a1\n", "file:3:6: found \"mark\", expected the number of a seat"},
    {HEAD "move 1 mark a1 a2\n", "file:3:16: found \"a2\", expected the end of the line"},
    /* expecting */
    {HEAD "expect\n", "file:3:7: the line ends here, expected the name of a field"},
    {HEAD "expect marks 1\n", "file:3:15: the line ends here, expected ="},
    {HEAD "expect legal\n", "file:3:13: the line ends here, expected a kind of move"},
    {HEAD "expect illegal mark\n", "file:3:20: the line ends here, expected a cell"},
    {HEAD "expect blocked mark a1\n", "file:3:23: the line ends here, expected because"},
    {HEAD "expect blocked mark a1 because\n",
     "file:3:31: the line ends here, expected the name of a reason"},
    {HEAD "expect blocked mark a1 because full\n",
     "file:3:32: found \"full\", expected the name of a reason"},
    {HEAD "expect blocked mark a1 because full 1\n",
     "file:3:32: found \"full\", expected the name of an event or reason"},
    {HEAD "expect blocked mark a1 because taken 1\n",
     "file:3:39: the line ends here, expected a cell"},
    {HEAD "expect choices 7\n", "file:3:16: found \"7\", expected ="},
    {HEAD "expect choices = 256\n", "file:3:18: found \"256\", expected a number"},
    {HEAD "expect decision\n", "file:3:16: the line ends here, expected the number of a seat"},
    {HEAD "expect decision 3\n", "file:3:17: found \"3\", expected the number of a seat"},
    {HEAD "expect decision dealer roll\n",
     "file:3:24: found \"roll\", expected the name of a question"},
    {HEAD "expect score 1\n",
     "file:3:15: the line ends here, expected = or the name of a source of points"},
    {HEAD "expect score 1 gold = 1\n",
     "file:3:16: found \"gold\", expected = or the name of a source of points"},
    {HEAD "expect score 1 = 32768\n", "file:3:18: found \"32768\", expected a number"},
    {HEAD "expect place 1 = 0\n", "file:3:18: found \"0\", expected a number"},
    {HEAD "expect event\n",
     "file:3:13: the line ends here, expected the name of an event or reason"},
    {HEAD "expect event marked 1\n", "file:3:22: the line ends here, expected a cell"},
    {HEAD "expect event wins 1 a1\n", "file:3:21: found \"a1\", expected the end of the line"},
    {HEAD "expect no wins\n", "file:3:11: found \"wins\", expected event"},
    {HEAD "expect no event win\n", "file:3:17: found \"win\", expected the name of an event"},
    {HEAD "expect events wins 1\n", "file:3:15: found \"wins\", expected ="},
    {HEAD "expect events = wins 1 ;\n",
     "file:3:25: the line ends here, expected the name of an event or reason"},
    {HEAD "expect events = wins 1 , wins 2\n",
     "file:3:24: found \",\", expected the end of the line"},
    {HEAD "expect events = wins 1 wins\n",
     "file:3:24: found \"wins\", expected the end of the line"},
    {HEAD "expect events = - ; wins 1\n", "file:3:19: found \";\", expected the end of the line"},
    {HEAD "expect refused surely\n", "file:3:16: found \"surely\", expected because"},
    {HEAD "expect refused because\n", "file:3:23: the line ends here, expected a sentence"},
    {HEAD "expect total = 1\n", "file:3:14: found \"=\", expected a name"},
    {HEAD "expect total marks 1\n", "file:3:21: the line ends here, expected ="},
    {HEAD "expect total mark = 1\n",
     "file:3:14: found \"mark\", expected a field with numbers, or with members to count"},
    {HEAD "expect total marks 3 = 1\n",
     "file:3:14: found \"marks\", expected a field with numbers, or with members to count"},
    {HEAD "expect total winner = 1\n",
     "file:3:14: found \"winner\", expected a field with numbers, or with members to count"},
    {HEAD "expect total marks = many\n", "file:3:22: found \"many\", expected a number"},
    {HEAD "expect progress to_come =\n", "file:3:26: the line ends here, expected a value"},
    /* bases */
    {"scenario s\nfrom\n", "file:2:5: the line ends here, expected the name of a file"},
    {"scenario s\nfrom a b\n", "file:2:8: found \"b\", expected the end of the line"},
    {"scenario s\nfrom ../a\n", "file:2: ../a is not the plain name of a file in this folder"},
    {"scenario s\nfrom /etc/passwd\n",
     "file:2: /etc/passwd is not the plain name of a file in this folder"},
    {"scenario s\nfrom .hidden\n",
     "file:2: .hidden is not the plain name of a file in this folder"},
    {"scenario s\nfrom missing.position\n",
     "file:2: missing.position cannot be opened: No such file or directory."},
};

TEST(test_bad_scenarios)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_refused(bad[i].text, bad[i].message);
}

/* Adds `text` this many times. */
static void add_times(struct text *out, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        text_add(out, text);
}

TEST(test_too_much)
{
    struct scenario scenario;
    struct text text = {0};
    text_add(&text, HEAD);
    add_times(&text, "deal 1\n", SCENARIO_STATEMENTS_MAX);
    read_one(&scenario, text_string(&text));
    assert_int_equal(scenario.count, SCENARIO_STATEMENTS_MAX);
    scenario_free(&scenario);
    text_add(&text, "deal 1\n");
    assert_refused(text_string(&text), "file:4099:1: this scenario is too long");
    text_clear(&text);

    text_add(&text, HEAD "expect events = wins 1");
    add_times(&text, " ; wins 1", EVENT_LIST_MAX - 1);
    read_one(&scenario, text_string(&text));
    assert_int_equal(scenario.statements[0].message_count, EVENT_LIST_MAX);
    scenario_free(&scenario);
    text_add(&text, " ; wins 1");
    assert_refused(text_string(&text),
                   "file:3:305: found \"wins\", expected fewer events on one line");
    text_clear(&text);

    text_add(&text, "scenario s\n");
    add_times(&text, "rule A\n", SCENARIO_RULES_MAX + 1);
    assert_refused(text_string(&text),
                   "file:34:6: found \"A\", expected a shorter id, or fewer of them");
    text_clear(&text);

    text_add(&text, HEAD);
    add_times(&text, "given line row-1 cells = a1 b1 c1\n", GIVEN_CARDS_MAX + 1);
    assert_refused(text_string(&text), "file:35:1: this scenario is too long");
    text_clear(&text);

    text_add(&text, "scenario ");
    add_times(&text, "x", SCENARIO_TITLE_SIZE);
    struct problem problem = {0};
    struct scan scan;
    assert_true(scan_open(&scan, "file", text_span(&text), &problem) && scan_line(&scan));
    assert_false(scenario_read(&scenario, &scan, NULL));
    assert_string_equal(problem.details[1], "a title of 1 to 159 bytes");
    text_free(&text);
}

/* A problem in one scenario ends the reading. */
TEST(test_nothing_after_a_problem)
{
    struct problem problem = {0};
    struct scan scan;
    struct scenario scenario;
    assert_true(scan_open(&scan, "file", span_of(HEAD "deal x\n" HEAD), &problem));
    assert_true(scan_line(&scan));
    for (int i = 0; i < 3; i++) {
        assert_false(scenario_read(&scenario, &scan, NULL));
        assert_told(&problem, "file:3:6: found \"x\", expected a number");
    }
}

/* After a problem the next scenario can be read, wherever the one before broke off. */
TEST(test_next_after_a_problem)
{
    static const char *const broken[] = {
        HEAD "deal x\n",            /* a line of it */
        "scenario s\n",             /* its end: the next one stands where its game should */
        "scenario\ngame noughts\n", /* its first line */
        HEAD "state\nagenda = 1\n", /* a block that does not end */
        "scenario s\nfrom ../secret\ndeal 1\n",
        HEAD "given line row-9 cells = a1 b1 c1\ndeal 1\n",
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct problem problem = {0};
        struct scan scan;
        struct scenario scenario;
        struct text text = {0};
        text_addf(&text, "%s\nscenario the next\ngame noughts\n", broken[i]);
        assert_true(scan_open(&scan, "file", text_span(&text), &problem) && scan_line(&scan));
        assert_false(scenario_read(&scenario, &scan, NULL));
        assert_true(problem_is_set(&problem));
        problem = (struct problem){0};
        scenario_skip(&scan, 1);
        assert_true(scenario_read(&scenario, &scan, NULL));
        assert_string_equal(scenario.title, "the next");
        scenario_free(&scenario);
        assert_false(scenario_read(&scenario, &scan, NULL));
        assert_told(&problem, NULL);
        text_free(&text);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}

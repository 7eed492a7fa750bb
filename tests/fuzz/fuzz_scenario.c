/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the reader of scenarios. They are refused with a problem, or they are
 * scenarios that are written and read again the same, and that run to a verdict, always the same
 * one. What is refused does not end the reading. */

#include "require.h"

#include "record/scenario.h"

/* Beside it lie positions to start from, if it is run where tools/fuzz runs it. */
#define FILE_NAME "tests/scenarios/noughts/fuzz.scenario"

/* Runs it; the report tells about a failure and nothing else. */
static void run(const struct scenario *scenario, struct text *report)
{
    bool passed = scenario_run(scenario, "fuzz", true, report);
    REQUIRE(passed == (report->length == 0));
    REQUIRE(passed || strstr(report->at, "\n  expected: ") != NULL);
    REQUIRE(passed || strstr(report->at, "\n  actual:   ") != NULL);
    REQUIRE(passed || strstr(report->at, "\norrery position 1\n") != NULL);
}

/* The report without its first line, which holds the number of the line. */
static struct span verdict(const struct text *report)
{
    const char *second = strchr(text_string(report), '\n');
    return span_of(second != NULL ? second : "");
}

static void require_round_trip(const struct scenario *scenario)
{
    struct problem problem = {0};
    struct scan scan;
    struct scenario back;
    struct text once = {0}, twice = {0}, report = {0}, report_again = {0};
    scenario_write(scenario, &once);
    REQUIRE(scan_open(&scan, FILE_NAME, text_span(&once), &problem) && scan_line(&scan));
    REQUIRE(scenario_read(&back, &scan, NULL));
    REQUIRE(scan_at_end(&scan) && !problem_is_set(&problem));
    scenario_write(&back, &twice);
    require_same(&once, &twice);
    run(scenario, &report);
    run(&back, &report_again);
    REQUIRE(span_equal(verdict(&report), verdict(&report_again)));
    scenario_free(&back);
    text_free(&once);
    text_free(&twice);
    text_free(&report);
    text_free(&report_again);
}

/* A problem may stand in a position that the input names. */
static void require_told_somewhere(const struct problem *problem, struct span input)
{
    struct problem told = *problem;
    if (strcmp(told.file, FILE_NAME) != 0)
        told.line = 0;
    require_told(&told, input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span input = {(const char *)data, size};
    struct problem problem = {0};
    struct scan scan;
    struct scenario scenario;
    bool more = scan_open(&scan, FILE_NAME, input, &problem) && scan_line(&scan);
    while (more) {
        int began = scan.line;
        if (scenario_read(&scenario, &scan, NULL)) {
            require_round_trip(&scenario);
            scenario_free(&scenario);
        } else {
            REQUIRE(scenario.rules == NULL && scenario.statements == NULL);
            require_told_somewhere(&problem, input);
            problem = (struct problem){0};
            scenario_skip(&scan, began);
            REQUIRE(scan_at_end(&scan) || scan.line > began);
        }
        more = !scan_at_end(&scan);
    }
    if (problem_is_set(&problem))
        require_told_somewhere(&problem, input);
    return 0;
}

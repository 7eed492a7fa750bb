/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery scenario: runs scenario files and reports what is not as expected. */

#include "arguments.h"

#include "base/file.h"
#include "contract/ruleset.h"
#include "record/scenario.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct tally {
    int passed, failed;
    struct ruleset *last; /* of the scenario before: who has the same cards need not read them */
};

static void count(struct tally *tally, const struct scenario *scenario, bool passed)
{
    *(passed ? &tally->passed : &tally->failed) += 1;
    ruleset_close(tally->last);
    tally->last = ruleset_open_again(scenario->rules);
}

/* How they are run and reported. */
struct manner {
    const char *cards;
    bool quiet, with_position;
    enum language language;
};

static void run_one(const struct scenario *scenario, const char *path, const struct manner *manner,
                    struct tally *tally)
{
    struct text report = {0};
    bool passed = scenario_run(scenario, path, manner->with_position, &report);
    count(tally, scenario, passed);
    if (!passed || !manner->quiet)
        printf("%s  %s\n", phrase(manner->language, passed ? _("fine  ") : _("FAILED")),
               scenario->title);
    print_text(&report);
    text_free(&report);
}

/* Tells the problem, which counts as a failure, and forgets it. */
static void fail(struct problem *problem, const struct manner *manner, struct tally *tally)
{
    assert(problem_is_set(problem));
    complain(problem, manner->language);
    *problem = (struct problem){0};
    tally->failed++;
}

/* One that cannot be read does not take the others with it. */
static void run_all(struct scan *scan, const char *path, const struct manner *manner,
                    struct tally *tally)
{
    struct scenario *scenario = memory_new_at_line(sizeof *scenario);
    while (!scan_at_end(scan)) {
        int began = scan->line;
        if (scenario_read(scenario, scan, manner->cards)) {
            run_one(scenario, path, manner, tally);
            scenario_free(scenario);
        } else {
            fail(scan->problem, manner, tally);
            scenario_skip(scan, began);
        }
    }
    free(scenario);
}

/* Runs the scenarios of one file. A file that cannot be read counts as one failure. */
static void run_file(const char *path, const struct manner *manner, struct tally *tally)
{
    struct text text = {0};
    struct problem problem = {0};
    struct scan scan;
    if (file_read(path, &text, &problem) && scan_open(&scan, path, text_span(&text), &problem)) {
        if (!scan_line(&scan) && !problem_is_set(&problem))
            scan_expected(&scan, scan.text, "scenario");
        else
            run_all(&scan, path, manner, tally);
    }
    if (problem_is_set(&problem))
        fail(&problem, manner, tally);
    text_free(&text);
}

static int run(struct invocation *invocation)
{
    struct manner manner = {0};
    const struct argument arguments[] = {
        CARDS_ARGUMENT(manner.cards),
        {"quiet", NULL, _("print only scenarios that fail"), ARGUMENT_FLAG, &manner.quiet, 0, 0},
        {"position", NULL, _("show the position in which a scenario fails"), ARGUMENT_FLAG,
         &manner.with_position, 0, 0},
        {0}};
    struct tally tally = {0};
    int code = arguments_read(invocation, arguments, 1, GIVEN_MAX);
    if (code >= 0)
        return code;
    manner.language = invocation->language;
    for (int i = 0; i < invocation->given.count; i++)
        run_file(invocation->given.list[i], &manner, &tally);
    ruleset_close(tally.last);
    printf("scenarios: %d passed, %d failed\n", tally.passed, tally.failed);
    return tally.failed > 0 ? EXIT_FAILED : EXIT_FINE;
}

const struct command scenario_command = {
    "scenario",
    "FILE…",
    _("run scenarios: what the rules must do, as text"),
    run,
    _("docs/scenario.md describes the format."),
    NULL,
};

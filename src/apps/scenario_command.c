/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery scenario: runs scenario files and reports what is not as expected. */

#include "arguments.h"

#include "base/file.h"
#include "contract/ruleset.h"
#include "record/scenario.h"

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

/* Runs the scenarios of one file. A file that cannot be read counts as one failure. */
static void run_file(const char *path, const char *cards, bool quiet, enum language language,
                     struct tally *tally)
{
    struct text text = {0}, report = {0};
    struct problem problem = {0};
    struct scan scan;
    struct scenario *scenario = memory_new_at_line(sizeof *scenario);
    if (file_read(path, &text, &problem) && scan_open(&scan, path, text_span(&text), &problem) &&
        !scan_line(&scan))
        scan_expected(&scan, scan.text, "scenario");
    while (!problem_is_set(&problem) && scenario_read(scenario, &scan, cards)) {
        bool passed = scenario_run(scenario, path, &report);
        count(tally, scenario, passed);
        if (!passed || !quiet)
            printf("%s  %s\n", phrase(language, passed ? _("fine  ") : _("FAILED")),
                   scenario->title);
        print_text(&report);
        text_clear(&report);
        scenario_free(scenario);
    }
    if (problem_is_set(&problem)) {
        complain(&problem, language);
        tally->failed++;
    }
    free(scenario);
    text_free(&report);
    text_free(&text);
}

static int run(struct invocation *invocation)
{
    const char *cards = NULL;
    bool quiet = false;
    const struct argument arguments[] = {
        CARDS_ARGUMENT(cards),
        {"quiet", NULL, _("print only scenarios that fail"), ARGUMENT_FLAG, &quiet, 0, 0},
        {0}};
    struct tally tally = {0};
    int code = arguments_read(invocation, arguments, 1, GIVEN_MAX);
    if (code >= 0)
        return code;
    for (int i = 0; i < invocation->given.count; i++)
        run_file(invocation->given.list[i], cards, quiet, invocation->language, &tally);
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
};

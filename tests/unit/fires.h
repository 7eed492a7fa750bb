/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What fired in the games of a test, and how often: printed as comments of the test, and an error
 * if something never did. */

#ifndef TESTS_UNIT_FIRES_H
#define TESTS_UNIT_FIRES_H

#include "helpers.h"

#include "../contract/setups.h"

#include "base/text.h"

#include <stdio.h>

/* Lines of a group: names with their counts in the random games, and in the others where they did
 * not fire in those. What fired in neither is noted. */
struct report {
    struct text line, silent;
    const char *between;
};

static inline void report_begin(struct report *report, const char *group)
{
    text_addf(&report->line, "# %s:", group);
    report->between = "";
}

static inline void report_line(struct report *report)
{
    printf("%s\n", text_string(&report->line));
    text_clear(&report->line);
}

static inline void report_count(struct report *report, const char *name, uint32_t count,
                                uint32_t sought)
{
    text_addf(&report->line, "%s", report->between);
    if (report->line.length > 80) {
        report_line(report);
        text_add(&report->line, "#    ");
    }
    text_addf(&report->line, " %s %u", name, count);
    if (count == 0)
        text_addf(&report->line, " (sought: %u)", sought);
    report->between = ",";
    if (count + sought == 0)
        text_addf(&report->silent, " %s", name);
}

/* Fails if something never fired. */
static inline void report_check(struct report *report)
{
    char silent[1024];
    fflush(stdout);
    snprintf(silent, sizeof silent, "%s",
             report->silent.length > 0 ? text_string(&report->silent) : "");
    text_free(&report->line);
    text_free(&report->silent);
    if (silent[0] != '\0')
        fail_msg("never fired:%s", silent);
}

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reading and writing positions. */

#include "position.h"

#include "heading.h"

#include "contract/fields.h"
#include "contract/play.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <string.h>

void state_block_write(const struct ruleset *rules, const void *state, struct text *out)
{
    text_add(out, "state\n");
    state_write(rules, state, out);
    text_add(out, "end\n");
}

void position_write(const struct ruleset *rules, const void *state, struct text *out)
{
    text_add(out, "orrery position 1\n");
    heading_write(rules, out);
    state_block_write(rules, state, out);
}

/* One line "field = value" into the state. Zero is not written, so whatever is not zero yet was not
 * said before. */
static bool read_value(const struct ruleset *rules, struct scan *scan, void *state)
{
    struct span start = scan_peek(scan);
    struct cell cell;
    if (!cell_read(rules, scan, &cell))
        return false;
    struct span sign = scan_word(scan);
    if (!span_is(sign, "="))
        return scan_expected(scan, sign, "=");
    if (!value_is_zero(state, cell))
        return scan_problem(scan, start, _("this was already given"), NULL, NULL);
    return value_read(rules, state, cell, scan);
}

/* Up to its line "end". */
static bool read_block(const struct ruleset *rules, struct scan *scan, void *state)
{
    if (!span_is(scan->text, "state"))
        return scan_expected(scan, scan->text, "state");
    memset(state, 0, rules->game->state_size);
    while (scan_line(scan) && !span_is(scan->text, "end"))
        if (!read_value(rules, scan, state))
            return false;
    if (problem_is_set(scan->problem))
        return false;
    return !scan_at_end(scan) || scan_expected(scan, scan->text, "end");
}

bool state_lines_read(const struct ruleset *rules, struct scan *scan, void *state)
{
    if (!read_block(rules, scan, state))
        return false;
    scan_line(scan);
    return !problem_is_set(scan->problem);
}

bool state_block_read(const struct ruleset *rules, struct scan *scan, void *state)
{
    if (!read_block(rules, scan, state) || !state_check(rules, state, scan))
        return false;
    scan_line(scan);
    return !problem_is_set(scan->problem);
}

bool state_check(const struct ruleset *rules, const void *state, struct scan *scan)
{
    const char *wrong = rules->game->check(rules, state);
    return wrong == NULL ||
           scan_problem(scan, (struct span){0}, _("this position is impossible: {0}"), wrong, NULL);
}

struct ruleset *position_read(const char *file, struct span text, const char *folder, void *state,
                              struct problem *problem)
{
    struct scan scan;
    if (!scan_open(&scan, file, text, problem) || !heading_read_title(&scan, "position"))
        return NULL;
    struct ruleset *rules = heading_read(&scan, folder);
    bool fine = rules != NULL && state_block_read(rules, &scan, state);
    if (fine && !scan_at_end(&scan))
        fine = scan_expected(&scan, scan.text, _("the end of the text"));
    if (!fine) {
        ruleset_close(rules);
        rules = NULL;
    }
    assert((rules == NULL) == problem_is_set(problem));
    return rules;
}

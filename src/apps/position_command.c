/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery position: checks a position and prints it. */

#include "arguments.h"

#include "base/file.h"
#include "contract/fields.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "record/position.h"
#include "terminal/telling.h"

#include <stdio.h>

static void write_json(const struct ruleset *rules, const void *state, struct text *out)
{
    struct json json = {.out = out};
    json_open(&json, NULL, '{');
    json_put_string(&json, "game", rules->game->name);
    state_json(rules, state, &json, "state");
    json_close(&json, '}');
    text_add_char(out, '\n');
}

static void write_for_people(const struct ruleset *rules, const void *state, enum language language,
                             struct text *out)
{
    struct teller teller = {.language = language};
    show_table(rules, state, &teller, out);
    show_question(rules, state, &teller, out);
    show_moves(rules, state, &teller, out);
    show_blocked(rules, state, &teller, out);
    show_score(rules, state, &teller, out);
}

static int run(struct invocation *invocation)
{
    const char *cards = NULL;
    bool json = false, plain = false;
    const struct argument arguments[] = {
        {"json", NULL, _("print the state as JSON"), ARGUMENT_FLAG, &json, 0, 0},
        {"text", NULL, _("print the position in its own notation"), ARGUMENT_FLAG, &plain, 0, 0},
        CARDS_ARGUMENT(cards),
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    struct text text = {0}, *out = &invocation->out;
    struct problem *problem = &invocation->problem;
    union any_state state;
    const char *path = invocation->given.list[0];
    struct ruleset *rules = file_read(path, &text, problem)
                                ? position_read(path, text_span(&text), cards, &state, problem)
                                : NULL;
    text_free(&text);
    if (rules == NULL)
        return EXIT_USAGE;
    if (json)
        write_json(rules, &state, out);
    else if (plain)
        position_write(rules, &state, out);
    else
        write_for_people(rules, &state, invocation->language, out);
    ruleset_close(rules);
    return EXIT_FINE;
}

const struct command position_command = {
    "position",
    "FILE",
    _("check a position and print it"),
    run,
    _("docs/position.md describes the format."),
};

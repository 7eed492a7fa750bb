/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery position: checks a position and prints it. */

#include "arguments.h"

#include "base/file.h"
#include "contract/fields.h"
#include "contract/moment.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "record/position.h"
#include "terminal/telling.h"

#include <stdio.h>

static void write_json(const struct ruleset *rules, const void *state, enum language language,
                       struct text *out)
{
    struct json json = {.out = out};
    struct actions actions;
    actions_open(&actions, rules->game);
    json_open(&json, NULL, '{');
    json_put_string(&json, "game", rules->game->name);
    state_json(rules, state, &json, "state");
    moment_json(&(struct told_moment){rules, &actions, state, language}, &json, "moment");
    json_close(&json, '}');
    text_add_char(out, '\n');
}

static void write_for_people(const struct ruleset *rules, const void *state, enum language language,
                             struct text *out)
{
    struct teller teller = {.language = language};
    show_table(rules, state, &(struct drawing){.language = teller.language, .width = DRAWING_WIDTH},
               out);
    show_question(rules, state, &teller, out);
    show_moves(rules, state, &teller, out);
    show_blocked(rules, state, &teller, 0, out);
    show_score(rules, state, &teller, out);
}

static struct ruleset *begin_game(const char *game, const struct setup_choice *choice,
                                  union any_state *state, struct problem *problem)
{
    struct ruleset *rules = open_chosen(game, choice, problem);
    if (rules != NULL)
        play_start(rules, state);
    return rules;
}

/* A position says itself which setup it has. */
static struct ruleset *read_file(const char *path, const struct setup_choice *choice,
                                 union any_state *state, struct problem *problem)
{
    struct text text = {0};
    struct ruleset *rules = NULL;
    if (choice->players != 0 || choice->options.count > 0)
        problem_set(problem, _("--players and --option need --start."), NULL, NULL, NULL);
    else if (file_read(path, &text, problem))
        rules = position_read(path, text_span(&text), choice->cards, state, problem);
    text_free(&text);
    return rules;
}

static int run(struct invocation *invocation)
{
    struct setup_choice choice = {0};
    bool json = false, plain = false, start = false;
    const struct argument arguments[] = {
        {"start", NULL, _("print the start of a game, named instead of the file"), ARGUMENT_FLAG,
         &start, 0, 0},
        {"json", NULL, _("print the state and the moment as JSON"), ARGUMENT_FLAG, &json, 0, 0},
        {"text", NULL, _("print the position in its own notation"), ARGUMENT_FLAG, &plain, 0, 0},
        SETUP_ARGUMENTS(choice),
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    struct text *out = &invocation->out;
    union any_state state;
    const char *given = invocation->given.list[0];
    struct ruleset *rules = start ? begin_game(given, &choice, &state, &invocation->problem)
                                  : read_file(given, &choice, &state, &invocation->problem);
    if (rules == NULL)
        return EXIT_USAGE;
    plain = plain || (start && !json);
    if (json)
        write_json(rules, &state, invocation->language, out);
    else if (plain)
        position_write(rules, &state, out);
    else
        write_for_people(rules, &state, invocation->language, out);
    ruleset_close(rules);
    return EXIT_FINE;
}

const struct command position_command = {
    "position",
    "FILE|GAME",
    _("check a position and print it, or print the start of a game"),
    run,
    _("docs/position.md describes the format."),
    NULL,
};

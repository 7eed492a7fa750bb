/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery selfplay: computer players play many games; prints what they were like. */

#include "arguments.h"

#include "contract/ruleset.h"
#include "players/selfplay.h"
#include "terminal/progress.h"
#include "terminal/selfplay_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Says which game went wrong first and how to see it again. */
static void complain_of_errors(const struct selfplay_result *result, enum language language)
{
    char number[24];
    struct problem problem = {0};
    snprintf(number, sizeof number, "%" PRIu64, result->error_game);
    problem_set(&problem, _("game {0} went wrong: {1}."), number, result->error, NULL);
    complain(&problem, language);
}

static bool play_all(struct selfplay *task, const char *with, bool as_json, enum language language,
                     struct problem *problem, int *code)
{
    struct selfplay_result result;
    struct progress progress;
    struct span players[SEATS_MAX];
    struct span rest = span_of(with);
    while (rest.length > 0 && task->player_count < SEATS_MAX)
        players[task->player_count++] = player_cut(&rest);
    if (rest.length > 0 || task->player_count > task->rules->setup.players)
        return problem_set(problem, _("--with names more players than there are seats."), NULL,
                           NULL, NULL);
    task->players = players;
    task->progress = progress_follow;
    task->context = &progress;
    progress_start(&progress, task->rules->game->name, task->games);
    bool fine = selfplay_run(task, &result, problem);
    progress_end(&progress);
    if (!fine)
        return false;
    struct text out = {0};
    if (as_json)
        selfplay_json(task, &result, &out);
    else
        selfplay_table(task, &result, language, &out);
    print_text(&out);
    text_free(&out);
    if (result.errors > 0)
        complain_of_errors(&result, language);
    *code = result.errors > 0 ? EXIT_FAILED : EXIT_FINE;
    return true;
}

static int run(const struct command *command, int argc, char **argv, enum language language)
{
    struct setup_choice choice = {0};
    int64_t games = 1000, seed = 1, skip = 0;
    const char *with = "random";
    bool json = false;
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(choice),
        {"games", "K", _("number of games"), ARGUMENT_NUMBER, &games, 1, 1000000000},
        {"seed", "S", _("seed of all chance"), ARGUMENT_NUMBER, &seed, 0, INT32_MAX},
        {"skip", "K", _("begin after this number of games"), ARGUMENT_NUMBER, &skip, 0, 1000000000},
        {"with", "PLAYER,…", _("who plays; fewer than the seats take them in turn"), ARGUMENT_TEXT,
         &with, 0, 0},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &json, 0, 0},
        {0}};
    struct problem problem = {0};
    struct given given;
    int code = arguments_read(command, arguments, argc, argv, &language, 1, 1, &given);
    if (code >= 0)
        return code;
    struct selfplay task = {
        .games = (uint64_t)games, .seed = (uint64_t)seed, .skip = (uint64_t)skip};
    struct ruleset *rules = open_chosen(given.list[0], &choice, &problem);
    task.rules = rules;
    if (rules == NULL || !play_all(&task, with, json, language, &problem, &code)) {
        complain(&problem, language);
        code = EXIT_USAGE;
    }
    ruleset_close(rules);
    return code;
}

extern const struct command selfplay_command;
const struct command selfplay_command = {
    "selfplay",
    "GAME [options]",
    _("let computer players play many games"),
    run,
    _("docs/players.md lists the computer players and their settings."),
};

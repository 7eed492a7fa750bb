/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery balance: what play says of the components of a game. */

#include "arguments.h"

#include "contract/ruleset.h"
#include "players/balance.h"
#include "players/threads.h"
#include "terminal/balance_report.h"
#include "terminal/progress.h"

enum { PLAYERS_WANTED = 4 }; /* if nothing is said, and the game is for so many */

/* As many players as people like to have at the table. */
static struct ruleset *open_table(const char *name, struct setup_choice *choice,
                                  struct problem *problem)
{
    const struct game *game = find_game(name, problem);
    if (game == NULL)
        return NULL;
    if (choice->players == 0)
        choice->players = game->players_max < PLAYERS_WANTED ? game->players_max : PLAYERS_WANTED;
    return open_chosen(name, choice, problem);
}

/* The exit code. */
static int weigh(struct balance *task, bool json, enum language language, struct problem *problem)
{
    struct balance_result result;
    struct progress progress;
    struct text out = {0};
    int code = EXIT_USAGE;
    task->progress = progress_follow;
    task->context = &progress;
    progress_start(&progress, task->rules->game->name, task->games);
    bool fine = balance_run(task, &result, problem);
    progress_end(&progress);
    if (fine) {
        if (json)
            balance_json(task, &result, language, &out);
        else
            balance_markdown(task, &result, language, &out);
        print_text(&out);
        code = result.errors == 0 ? EXIT_FINE : EXIT_FAILED;
        if (result.errors > 0)
            problem_set(problem, _("a game went wrong: {0}."), result.error, NULL, NULL);
    }
    text_free(&out);
    balance_free(&result);
    return code;
}

static int run(const struct command *command, int argc, char **argv, enum language language)
{
    struct setup_choice choice = {0};
    int64_t games = 200, seed = 1, threads = core_count(THREADS_MAX);
    const char *with = "learned";
    bool json = false;
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(choice),
        {"with", "PLAYER", _("who plays, on all seats"), ARGUMENT_TEXT, &with, 0, 0},
        {"games", "K", _("number of games"), ARGUMENT_NUMBER, &games, 1, 10000000},
        {"seed", "S", _("seed of all chance"), ARGUMENT_NUMBER, &seed, 0, INT32_MAX},
        {"threads", "N", _("games played at the same time"), ARGUMENT_NUMBER, &threads, 1,
         THREADS_MAX},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &json, 0, 0},
        {0}};
    struct problem problem = {0};
    struct given given;
    int code = arguments_read(command, arguments, argc, argv, &language, 1, 1, &given);
    if (code >= 0)
        return code;
    struct ruleset *rules = open_table(given.list[0], &choice, &problem);
    struct balance task = {.rules = rules,
                           .player = span_of(with),
                           .games = (uint64_t)games,
                           .seed = (uint64_t)seed,
                           .threads = (int)threads};
    code = rules != NULL ? weigh(&task, json, language, &problem) : EXIT_USAGE;
    if (problem_is_set(&problem))
        complain(&problem, language);
    ruleset_close(rules);
    return code;
}

extern const struct command balance_command;
const struct command balance_command = {
    "balance",
    "GAME [options]",
    _("tell from many games how strong the components are"),
    run,
    _("Writes Markdown. docs/players.md explains it."),
};

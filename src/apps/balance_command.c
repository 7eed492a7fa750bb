/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery balance: what many games say about the components of a game. */

#include "arguments.h"

#include "contract/ruleset.h"
#include "players/balance.h"
#include "players/levels.h"
#include "players/threads.h"
#include "terminal/balance_report.h"
#include "terminal/progress.h"

enum { PLAYERS_WANTED = 4 }; /* if nothing is said, and the game is for this many */

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
static int weigh(struct balance *task, bool json, struct invocation *invocation)
{
    struct balance_result result;
    struct progress progress;
    task->progress = progress_follow;
    task->context = &progress;
    progress_start(&progress, task->rules->game->name, task->games);
    bool played = balance_run(task, &result, &invocation->problem);
    bool fine = played && result.errors == 0;
    progress_end(&progress);
    if (played && json)
        balance_json(task, &result, invocation->language, &invocation->out);
    else if (played)
        balance_markdown(task, &result, invocation->language, &invocation->out);
    if (played && !fine)
        problem_set(&invocation->problem, _("a game went wrong: {0}."), result.error, NULL, NULL);
    balance_free(&result);
    return exit_code(played, fine);
}

static int run(struct invocation *invocation)
{
    struct setup_choice choice = {0};
    int64_t games = 200, seed = 1, threads = ALL_CORES;
    const char *with = "learned";
    bool json = false;
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(choice),
        {"with", "PLAYER", _("who plays, on all seats"), ARGUMENT_TEXT, &with, 0, 0},
        {"games", "K", _("number of games"), ARGUMENT_NUMBER, &games, 1, 10000000},
        {"seed", "S", _("seed for all chance moves and players"), ARGUMENT_NUMBER, &seed, 0,
         INT32_MAX},
        {"threads", "N", _("games played at the same time"), ARGUMENT_NUMBER, &threads, 1,
         THREADS_MAX},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &json, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    struct ruleset *rules = open_table(invocation->given.list[0], &choice, &invocation->problem);
    struct balance task = {.rules = rules,
                           .player = span_of(with),
                           .games = (uint64_t)games,
                           .seed = (uint64_t)seed,
                           .threads = (int)thread_count(threads, THREADS_MAX)};
    if (rules != NULL)
        task.player = level_player(rules->game, task.player);
    code = rules != NULL ? weigh(&task, json, invocation) : EXIT_USAGE;
    ruleset_close(rules);
    return code;
}

const struct command balance_command = {
    "balance",
    "GAME [options]",
    _("show from many games how strong the components are"),
    run,
    _("Writes Markdown. docs/players.md explains it."),
    NULL,
};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery arena: who plays better, and by how much. */

#include "arguments.h"

#include "base/file.h"
#include "contract/ruleset.h"
#include "players/arena.h"
#include "terminal/arena_report.h"
#include "terminal/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void show_progress(void *context, uint64_t done)
{
    progress_update(context, done);
}

static bool read_players(const char *with, struct span *players, int *count,
                         struct problem *problem)
{
    struct span rest = span_of(with);
    while (rest.length > 0 && *count < ARENA_PLAYERS_MAX)
        players[(*count)++] = player_cut(&rest);
    if (rest.length > 0 || *count == 0)
        return problem_set(problem, _("--with takes 1 to 16 players."), NULL, NULL, NULL);
    return true;
}

static bool write_plot(const char *path, const struct arena *task,
                       const struct arena_result *result, enum language language,
                       struct problem *problem)
{
    struct text picture = {0};
    arena_plot(task, result, language, &picture);
    bool fine = file_write(path, text_span(&picture), problem);
    text_free(&picture);
    return fine;
}

struct wishes {
    const char *with, *plot;
    bool json;
};

static bool contest(struct arena *task, const struct wishes *wishes, enum language language,
                    struct problem *problem, int *code)
{
    static struct arena_result result;
    struct span players[ARENA_PLAYERS_MAX];
    struct progress progress;
    struct text out = {0};
    if (!read_players(wishes->with, players, &task->player_count, problem))
        return false;
    task->players = players;
    task->progress = show_progress;
    task->context = &progress;
    progress_start(&progress, task->rules->game->name, task->games);
    bool fine = arena_run(task, &result, problem);
    progress_end(&progress);
    if (!fine)
        return false;
    if (wishes->json)
        arena_json(task, &result, &out);
    else
        arena_table(&result, language, &out);
    print_text(&out);
    text_free(&out);
    *code = result.errors > 0 ? EXIT_FAILED : EXIT_FINE;
    return wishes->plot == NULL || write_plot(wishes->plot, task, &result, language, problem);
}

static int run(const struct command *command, int argc, char **argv, enum language language)
{
    struct setup_choice choice = {0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t games = 200, seed = 1, threads = cores > 0 ? cores : 1;
    struct wishes wishes = {.with = "heuristic,random"};
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(choice),
        {"games", "K", _("number of games, rounded up to full rotations of the seats"),
         ARGUMENT_NUMBER, &games, 1, 100000000},
        {"seed", "S", _("seed of all chance"), ARGUMENT_NUMBER, &seed, 0, INT32_MAX},
        {"threads", "N", _("games played at the same time"), ARGUMENT_NUMBER, &threads, 1, 64},
        {"with", "PLAYER,…", _("who plays; fewer than the seats are taken in turn, of more all choices meet"),
         ARGUMENT_TEXT, &wishes.with, 0, 0},
        {"plot", "FILE.svg", _("draw the ratings"), ARGUMENT_TEXT, &wishes.plot, 0, 0},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &wishes.json, 0, 0},
        {0}};
    struct problem problem = {0};
    struct given given;
    int code = arguments_read(command, arguments, argc, argv, &language, 1, 1, &given);
    if (code >= 0)
        return code;
    struct ruleset *rules = open_chosen(given.list[0], &choice, &problem);
    struct arena task = {.rules = rules,
                         .games = (uint64_t)games,
                         .seed = (uint64_t)seed,
                         .threads = (int)threads};
    if (rules == NULL || !contest(&task, &wishes, language, &problem, &code)) {
        complain(&problem, language);
        code = EXIT_USAGE;
    }
    ruleset_close(rules);
    return code;
}

extern const struct command arena_command;
const struct command arena_command = {
    "arena",
    "GAME [options]",
    _("measure which computer player is stronger"),
    run,
    _("Every deal is played once for each rotation of the seats. docs/players.md lists the players."),
};

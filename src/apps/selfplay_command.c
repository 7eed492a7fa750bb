/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery selfplay: computer players play many games; prints what they were like. */

#include "arguments.h"
#include "game_records.h"
#include "interrupt.h"

#include "contract/ruleset.h"
#include "players/levels.h"
#include "players/selfplay.h"
#include "terminal/progress.h"
#include "terminal/selfplay_report.h"

#include <inttypes.h>
#include <stdio.h>

/* Says which game went wrong first and how to see it again. */
static bool note_errors(const struct selfplay_result *result, struct problem *problem)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, result->error_game);
    return problem_set(problem, _("game {0} went wrong: {1}."), number, result->error, NULL);
}

/* What follows the games. */
struct selfplay_watch {
    struct progress progress;
    const struct selfplay *task;
    struct game_records records;
};

static void show_progress(void *context, uint64_t games_done)
{
    progress_follow(&((struct selfplay_watch *)context)->progress, games_done);
}

static void keep_record(void *context, const struct selfplay_game *game)
{
    struct selfplay_watch *watch = context;
    struct span players[SEATS_MAX];
    if (game->error != NULL)
        return;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        players[seat] = watch->task->players[seat % watch->task->player_count];
    game_records_add(&watch->records, &(struct played_game){.number = game->number,
                                                            .players = players,
                                                            .moves = game->moves,
                                                            .visits = game->visits,
                                                            .move_count = game->move_count});
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool read_players(const char *with, struct span players[SEATS_MAX], struct selfplay *task,
                         struct problem *problem)
{
    struct span rest = span_of(with);
    while (rest.length > 0 && task->player_count < SEATS_MAX)
        players[task->player_count++] = level_player(task->rules->game, player_cut(&rest));
    task->players = players;
    return (rest.length == 0 && task->player_count <= task->rules->setup.players) ||
           problem_set(problem, _("--with names more players than there are seats."), NULL, NULL,
                       NULL);
}

/* What the command line asks for, apart from the games themselves. */
struct selfplay_wishes {
    const char *with, *records; /* NULL: no records */
    bool json;
};

/* The exit code. */
static int play_all(struct selfplay *task, const struct selfplay_wishes *wishes,
                    struct invocation *invocation)
{
    struct selfplay_result result;
    struct selfplay_watch watch = {.task = task};
    struct span players[SEATS_MAX];
    if (!read_players(wishes->with, players, task, &invocation->problem) ||
        !game_records_open(&watch.records, wishes->records, task->rules, task->skip + 1,
                           &invocation->problem))
        return EXIT_USAGE;
    task->stop = interrupt_watch();
    task->progress = show_progress;
    task->observe = keep_record;
    task->context = &watch;
    progress_start(&watch.progress, task->rules->game->name, task->games);
    bool played = selfplay_run(task, &result, &invocation->problem);
    progress_end(&watch.progress);
    bool kept = game_records_close(&watch.records, &invocation->problem);
    if (played && wishes->json)
        selfplay_json(task, &result, &invocation->out);
    else if (played)
        selfplay_table(task, &result, invocation->language, &invocation->out);
    bool fine = played && kept &&
                (result.errors == 0 || note_errors(&result, &invocation->problem)) &&
                interrupt_note(&invocation->problem);
    return exit_code(played, fine);
}

static int run(struct invocation *invocation)
{
    struct setup_choice choice = {0};
    int64_t games = 1000, seed = 1, skip = 0;
    bool visits = false;
    struct selfplay_wishes wishes = {.with = "random"};
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(choice),
        {"games", "K", _("number of games"), ARGUMENT_NUMBER, &games, 1, 1000000000},
        {"seed", "S", _("seed for all chance moves and players"), ARGUMENT_NUMBER, &seed, 0,
         INT32_MAX},
        {"skip", "K", _("skip this many games first"), ARGUMENT_NUMBER, &skip, 0, 1000000000},
        {"with", "PLAYER,…", _("who plays; fewer players than seats repeat"), ARGUMENT_TEXT,
         &wishes.with, 0, 0},
        RECORDS_ARGUMENTS(wishes.records, visits),
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &wishes.json, 0, 0},
        {0}};
    struct ruleset *rules;
    int code = arguments_open(invocation, arguments, &choice, &rules);
    if (code >= 0)
        return code;
    struct selfplay task = {.rules = rules,
                            .games = (uint64_t)games,
                            .seed = (uint64_t)seed,
                            .skip = (uint64_t)skip,
                            .visits = visits};
    code = play_all(&task, &wishes, invocation);
    ruleset_close(rules);
    return code;
}

const struct command selfplay_command = {
    "selfplay",
    "GAME [options]",
    _("let computer players play many games"),
    run,
    _("docs/players.md lists the computer players and their settings."),
    NULL,
};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery calibrate: are positions that the judge calls won with 70 % won with 70 %? */

#include "arguments.h"
#include "interrupt.h"

#include "contract/ruleset.h"
#include "players/calibration.h"
#include "players/levels.h"
#include "players/own_judge.h"
#include "terminal/calibration_report.h"
#include "terminal/progress.h"

struct calibrate_wishes {
    const char *plot, *network;
    bool json;
};

static bool report(const struct calibration *task, const struct calibrate_wishes *wishes,
                   const struct calibration_result *result, struct invocation *invocation)
{
    enum language language = invocation->language;
    struct text picture = {0};
    if (wishes->json)
        calibration_json(task, result, &invocation->out);
    else
        calibration_table(result, language, &invocation->out);
    if (wishes->plot != NULL)
        calibration_plot(task, result, language, &picture);
    return write_plot(wishes->plot, &picture, &invocation->problem) &&
           interrupt_note(&invocation->problem);
}

/* The exit code. */
static int play(struct calibration *task, const struct calibrate_wishes *wishes,
                struct invocation *invocation)
{
    struct calibration_result result;
    struct progress progress;
    task->stop = interrupt_watch();
    task->progress = progress_follow;
    task->context = &progress;
    progress_start(&progress, task->rules->game->name, task->games);
    bool played = calibration_run(task, &result, &invocation->problem);
    progress_end(&progress);
    return exit_code(played, played && report(task, wishes, &result, invocation));
}

/* With the network of a file as the judge. */
static int play_with_own(struct calibration *task, const struct calibrate_wishes *wishes,
                         struct invocation *invocation)
{
    struct own_judge *own =
        own_judge_open(task->rules->game, wishes->network, &invocation->problem);
    if (own == NULL)
        return EXIT_USAGE;
    task->judge = &own->judge;
    int code = play(task, wishes, invocation);
    own_judge_close(own);
    return code;
}

static int run(struct invocation *invocation)
{
    struct setup_choice choice = {0};
    struct calibrate_wishes wishes = {0};
    int64_t games = 1000, seed = 1;
    const char *with = "learned";
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(choice),
        {"with", "PLAYER", _("who plays, on all seats"), ARGUMENT_TEXT, &with, 0, 0},
        NETWORK_ARGUMENT(wishes.network),
        {"games", "K", _("number of games"), ARGUMENT_NUMBER, &games, 1, 10000000},
        {"seed", "S", _("seed for all chance moves and players"), ARGUMENT_NUMBER, &seed, 0,
         INT32_MAX},
        {"plot", "FILE.svg", _("draw the table"), ARGUMENT_TEXT, &wishes.plot, 0, 0},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &wishes.json, 0, 0},
        {0}};
    struct ruleset *rules;
    int code = arguments_open(invocation, arguments, &choice, &rules);
    if (code >= 0)
        return code;
    struct calibration task = {.rules = rules,
                               .judge = judge_of(rules->game),
                               .player = level_player(rules->game, span_of(with)),
                               .games = (uint64_t)games,
                               .seed = (uint64_t)seed};
    code = wishes.network != NULL ? play_with_own(&task, &wishes, invocation)
                                  : play(&task, &wishes, invocation);
    ruleset_close(rules);
    return code;
}

const struct command calibrate_command = {
    "calibrate",
    "GAME [options]",
    _("check whether the computer's chances to win are true"),
    run,
    _("Of the positions that it calls won with 70 %, 70 % should be won. docs/players.md explains "
      "it."),
    NULL,
};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery analyse: where a recorded game was won and lost. */

#include "arguments.h"

#include "base/file.h"
#include "contract/play.h"
#include "players/analysis_json.h"
#include "players/own_judge.h"
#include "record/record.h"
#include "terminal/analysis_report.h"
#include "terminal/progress.h"

#include <stdlib.h>

/* What is wanted. */
struct analyse_wishes {
    const char *path, *cards, *plot, *network;
    int64_t most; /* entries of a list */
    bool json;
    struct budget budget;
};

static bool show_progress(void *context, uint32_t done, uint32_t total)
{
    (void)total;
    progress_update(context, done);
    return true;
}

/* Writes what was found out. The picture comes first: it may fail. */
static bool report(const struct analysis_task *task, const struct analysis *analysis,
                   const struct analyse_wishes *wishes, const struct teller *teller,
                   struct text *out, struct problem *problem)
{
    struct text picture = {0};
    if (wishes->plot != NULL)
        analysis_plot(task, analysis, (int)wishes->most, teller, &picture);
    if (!write_plot(wishes->plot, &picture, problem))
        return false;
    if (wishes->json) {
        struct json json = {.out = out};
        analysis_json(task, analysis, teller->names, &json, NULL);
        text_add_char(out, '\n');
    } else {
        analysis_table(task, analysis, (int)wishes->most, teller, out);
    }
    return true;
}

static bool analyse(const struct record *record, const struct analyse_wishes *wishes,
                    struct invocation *invocation)
{
    struct problem *problem = &invocation->problem;
    union any_state last;
    struct progress progress;
    struct analysis analysis = {0};
    const char *names[SEATS_MAX];
    if (!record_replay(record, &last, NULL, NULL, problem))
        return false;
    for (int i = 0; i < SEATS_MAX; i++)
        names[i] = record->seats[i].name;
    struct teller teller = {.language = invocation->language, .names = names};
    struct move *moves = memory_new((size_t)record->count + 1, sizeof *moves);
    for (int i = 0; i < record->count; i++)
        moves[i] = record->moves[i].move;
    struct analysis_task task = {.rules = record->rules,
                                 .moves = moves,
                                 .count = (uint32_t)record->count,
                                 .budget = wishes->budget,
                                 .hint_nodes = HINT_NODES,
                                 .progress = show_progress,
                                 .context = &progress};
    progress_start(&progress, record->rules->game->name, task.count + 1);
    bool fine = analysis_run(&task, &analysis, problem);
    progress_end(&progress);
    fine = fine && report(&task, &analysis, wishes, &teller, &invocation->out, problem);
    analysis_free(&analysis);
    free(moves);
    return fine;
}

/* With the judge that was asked for. */
static bool analyse_with(const struct record *record, struct analyse_wishes *wishes,
                         struct invocation *invocation)
{
    struct own_judge *own = NULL;
    if (wishes->network != NULL) {
        own = own_judge_open(record->rules->game, wishes->network, &invocation->problem);
        if (own == NULL)
            return false;
        wishes->budget.judge = &own->judge;
    }
    bool fine = analyse(record, wishes, invocation);
    own_judge_close(own);
    return fine;
}

static int run(struct invocation *invocation)
{
    int64_t threads = ALL_CORES;
    struct analyse_wishes wishes = {.most = 8, .budget.nodes = UNLESS_LIMITED(ANALYSIS_NODES)};
    const struct argument arguments[] = {
        {"most", "N", _("list at most this many decisions and chance moves"), ARGUMENT_NUMBER,
         &wishes.most, 1, 100},
        BUDGET_ARGUMENTS(wishes.budget, threads),
        NETWORK_ARGUMENT(wishes.network),
        CARDS_ARGUMENT(wishes.cards),
        {"plot", "FILE.svg", _("draw the win chances over the game"), ARGUMENT_TEXT, &wishes.plot,
         0, 0},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &wishes.json, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    struct record record = {0};
    wishes.path = invocation->given.list[0];
    wishes.budget.threads = (int)thread_count(threads, BUDGET_THREADS_MAX);
    wishes.budget.nodes = number_unless(wishes.budget.ms > 0, wishes.budget.nodes);
    bool read = read_record(&record, wishes.path, wishes.cards, &invocation->problem);
    bool fine = read && analyse_with(&record, &wishes, invocation);
    record_free(&record);
    return exit_code(read, fine);
}

const struct command analyse_command = {
    "analyse",
    "RECORD [options]",
    _("show where a recorded game was won and lost"),
    run,
    _("docs/analysis.md explains the numbers. With --ms they differ from run to run."),
    NULL,
};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery work: runs hints and analyses for the servers of a store, and serves no one itself. */

#include "arguments.h"

#include "server/analysis_queue.h"
#include "server/log.h"

#include <signal.h>
#include <unistd.h>

static struct loop *working_loop; /* for the signals */

static void stop(int number)
{
    (void)number;
    loop_stop(working_loop);
}

/* What to do at signals that end the work. */
static void on_signals(void (*handler)(int number))
{
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static int work(const struct analysis_queue_settings *settings, struct problem *problem)
{
    struct analysis_queue *analysis_queue = NULL;
    if (!store_is_there(settings->store))
        problem_set(problem, _("There is no file {0}; --store names another one."), settings->store,
                    NULL, NULL);
    else if ((working_loop = loop_open(problem)) != NULL)
        analysis_queue = analysis_queue_open(working_loop, settings, problem);
    bool works = analysis_queue != NULL;
    if (works) {
        on_signals(stop);
        signal(SIGPIPE, SIG_IGN);
        loop_run(working_loop);
        on_signals(SIG_IGN); /* it ends already */
    }
    analysis_queue_close(analysis_queue);
    loop_close(working_loop);
    return works ? EXIT_FINE : EXIT_FAILED;
}

static int run(struct invocation *invocation)
{
    const char *store = "orrery.db", *log = "normal";
    int64_t jobs = 0, lease = ANALYSIS_LEASE_MS / 1000;
    int64_t hint_nodes = HINT_NODES, analysis_nodes = ANALYSIS_NODES;
    const struct argument arguments[] = {
        {"store", "FILE", _("where tables are kept: a file or postgres://…"), ARGUMENT_TEXT, &store,
         0, 0},
        {"jobs", "N", _("threads; 0: one for each core"), ARGUMENT_NUMBER, &jobs, 0,
         ANALYSIS_THREADS_MAX},
        {"lease", "SECONDS",
         _("seconds without a sign of life until another server takes over a hint or analysis"),
         ARGUMENT_NUMBER, &lease, 2, 3600},
        {"hint-nodes", "N", _("positions searched for a hint"), ARGUMENT_NUMBER, &hint_nodes, 1,
         BUDGET_NODES_MAX},
        {"analysis-nodes", "N", _("positions searched for each moment of an analysis"),
         ARGUMENT_NUMBER, &analysis_nodes, 1, BUDGET_NODES_MAX},
        {"log", "AMOUNT", _("how much to log on standard error: quiet, normal or all"),
         ARGUMENT_TEXT, &log, 0, 0},
        {0}};
    enum log_amount amount;
    int code = arguments_read(invocation, arguments, 0, 0);
    if (code >= 0)
        return code;
    if (!read_log_amount(log, &amount, &invocation->problem))
        return EXIT_USAGE;
    log_set(amount);
    if (jobs == 0)
        jobs = sysconf(_SC_NPROCESSORS_ONLN);
    struct analysis_queue_settings settings = {
        .store = store,
        .threads = jobs < ANALYSIS_THREADS_MAX ? (int)jobs : ANALYSIS_THREADS_MAX,
        .lease_ms = (int)lease * 1000,
        .alone = true,
        .effort = {.hint_nodes = hint_nodes, .analysis_nodes = analysis_nodes}};
    return work(&settings, &invocation->problem);
}

const struct command work_command = {
    "work",
    "",
    _("do hints and analyses for the servers of a store"),
    run,
    _("Run as many as you like, on any machine that can reach the store. SIGTERM stops it "
      "cleanly."),
    NULL,
};

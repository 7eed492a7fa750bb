/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery admin: looks into a store, and takes care of it. */

#include "arguments.h"

#include "base/file.h"
#include "base/json.h"
#include "server/admin.h"
#include "store/ship.h"
#include "terminal/progress.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

/* What was asked for. */
struct errand {
    struct store *store;
    enum language language;
    const char *phase;  /* or NULL */
    const char *first;  /* a table, a file, an address */
    const char *second; /* a file, or NULL */
    bool sure;          /* --yes */
    int64_t days;
    bool once;
    int64_t every;   /* seconds */
    struct text out; /* for the standard output */
    struct problem problem;
};

/* Who did what to a store is told to the system's log: this program has none of its own. The
 * address of a database may have a password in it, and is not told. */
static void tell_system(const char *act, const char *on, const char *result)
{
    bool named = on != NULL && strstr(on, "://") == NULL;
    struct text line = {0};
    struct json json = {.out = &line};
    json_open(&json, NULL, '{');
    json_put_string(&json, "what", "admin");
    json_put_string(&json, "event", "security");
    json_put_string(&json, "act", act);
    json_put_string(&json, "on", named ? on : "");
    json_put_number(&json, "user", (int64_t)getuid());
    json_put_string(&json, "result", result);
    json_close(&json, '}');
    openlog("orrery", LOG_PID, LOG_AUTHPRIV);
    syslog(LOG_NOTICE, "%s", text_string(&line));
    closelog();
    text_free(&line);
}

static bool say(struct errand *errand, const char *sentence, const char *first, const char *second)
{
    phrase_write_with(&errand->out, errand->language, sentence, first, second, NULL);
    text_add(&errand->out, "\n");
    return true;
}

/* ---- what only reads ------------------------------------------------------------------------- */

static bool run_list(struct errand *errand)
{
    int phase = -1;
    for (int i = 0; errand->phase != NULL && room_phase_words[i] != NULL; i++)
        if (strcmp(errand->phase, room_phase_words[i]) == 0)
            phase = i;
    return admin_list(errand->store, phase, errand->language, &errand->out, &errand->problem);
}

/* By the clock that the servers of the store have. */
static int64_t time_now(const struct errand *errand)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return store_time(errand->store, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

static bool run_show(struct errand *errand)
{
    struct admin_table table;
    if (!admin_read(errand->store, errand->first, &table, &errand->problem))
        return false;
    admin_show(&table, time_now(errand), errand->language, &errand->out);
    errand->problem = table.damage;
    admin_forget(&table);
    return !problem_is_set(&errand->problem);
}

static bool run_export(struct errand *errand)
{
    struct admin_table table;
    if (!admin_read(errand->store, errand->first, &table, &errand->problem))
        return false;
    bool done = admin_record(&table, &errand->out, &errand->problem);
    admin_forget(&table);
    if (!done || errand->second == NULL)
        return done;
    done = file_write(errand->second, text_span(&errand->out), &errand->problem);
    text_clear(&errand->out);
    return done;
}

static bool run_users(struct errand *errand)
{
    return admin_users(errand->store, errand->language, &errand->out, &errand->problem);
}

static bool run_jobs(struct errand *errand)
{
    return admin_jobs(errand->store, time_now(errand), errand->language, &errand->out,
                      &errand->problem);
}

/* ---- the check ------------------------------------------------------------------------------- */

struct checking {
    struct admin_check check;
    struct errand *errand;
    struct progress progress;
};

static void table_checked(struct admin_check *check, const struct admin_table *table)
{
    struct checking *checking = (struct checking *)check;
    struct errand *errand = checking->errand;
    if (check->done == 1)
        progress_start(&checking->progress, phrase(errand->language, _("tables")), check->tables);
    progress_update(&checking->progress, check->done);
    if (problem_is_set(&table->damage)) {
        problem_write(&table->damage, errand->language, &errand->out);
        text_add(&errand->out, "\n");
    }
}

static bool run_check(struct errand *errand)
{
    struct checking checking = {.check.seen = table_checked, .errand = errand};
    char tables[24], rows[24], damaged[24];
    bool done = admin_check(errand->store, &checking.check, &errand->problem);
    progress_end(&checking.progress);
    snprintf(tables, sizeof tables, "%" PRIu64, checking.check.done);
    snprintf(rows, sizeof rows, "%" PRIu64, checking.check.rows);
    snprintf(damaged, sizeof damaged, "%" PRIu64, checking.check.damaged);
    say(errand, _("{0} {0|table|tables} with {1} {1|row|rows} read."), tables, rows);
    if (!done)
        return false;
    return checking.check.damaged == 0 ||
           problem_set(&errand->problem, _("{0} {0|table is|tables are} damaged."), damaged, NULL,
                       NULL);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static bool run_backup(struct errand *errand)
{
    return store_backup(errand->store, errand->first, &errand->problem) &&
           say(errand, _("Everything is in {0} now."), errand->first, NULL);
}

/* What a server writes after the copy would be missing in it, so there must be none. */
static bool run_copy(struct errand *errand)
{
    return store_lock(errand->store, &errand->problem) &&
           store_copy(errand->store, errand->first, &errand->problem) &&
           say(errand, _("The store is copied."), NULL, NULL);
}

/* A copy that does not get on is told once, and once again when it does. */
static void tell_shipping(struct errand *errand, bool was_fine, bool fine)
{
    if (!fine && was_fine)
        complain(&errand->problem, errand->language);
    if (fine && !was_fine)
        say(errand, _("The copy is up to date again."), NULL, NULL);
    print_text(&errand->out);
    fflush(stdout);
    text_clear(&errand->out);
}

/* Follows the store until it is killed, which does no harm at any time. */
static bool follow(struct errand *errand, struct ship *ship)
{
    bool was_fine = true;
    for (;;) {
        struct ship_round round;
        errand->problem = (struct problem){0};
        bool fine = ship_follow(ship, &round, &errand->problem);
        if (errand->once || (!fine && !round.may_try_again))
            return fine && say(errand, _("The store is copied."), NULL, NULL);
        tell_shipping(errand, was_fine, fine);
        was_fine = fine;
        poll(NULL, 0, (int)errand->every * 1000);
    }
}

static bool run_ship(struct errand *errand)
{
    struct ship *ship = ship_open(errand->store, errand->first, &errand->problem);
    if (ship == NULL)
        return false;
    if (!errand->once) /* most are killed one day */
        tell_system("ship", errand->first, "begun");
    bool done = follow(errand, ship);
    ship_close(ship);
    return done;
}

/* ---- removing -------------------------------------------------------------------------------- */

/* A server with the table in its memory must hear of it, which only PostgreSQL can do. */
static bool run_remove(struct errand *errand)
{
    if (!store_lock(errand->store, &errand->problem))
        return false;
    enum store_result result = store_remove(errand->store, errand->first);
    if (result == STORE_DONE)
        return say(errand, _("The table {0} is gone."), errand->first, NULL);
    if (result == STORE_MISSING)
        return problem_set(&errand->problem, _("There is no table {0}."), errand->first, NULL,
                           NULL);
    return problem_set(&errand->problem, _("The store does not answer: {0}."),
                       store_error(errand->store), NULL, NULL);
}

/* A server does it by itself; this is for a store that none uses, or for fewer days. */
static bool run_clean(struct errand *errand)
{
    return store_lock(errand->store, &errand->problem) &&
           admin_clean(errand->store, time_now(errand), (int)errand->days, errand->language,
                       &errand->out, &errand->problem);
}

/* ---- the command ----------------------------------------------------------------------------- */

static const struct action {
    const char *name;
    const char *usage;
    int least, most; /* arguments behind the name */
    bool (*run)(struct errand *errand);
    bool told; /* to the system's log */
} actions[] = {
    {"list", "", 0, 0, run_list, false},
    {"show", "TABLE", 1, 1, run_show, false},
    {"export", "TABLE [FILE]", 1, 2, run_export, false},
    {"users", "", 0, 0, run_users, false},
    {"jobs", "", 0, 0, run_jobs, false},
    {"check", "", 0, 0, run_check, false},
    {"backup", "FILE", 1, 1, run_backup, true},
    {"copy", "STORE", 1, 1, run_copy, true},
    {"ship", "STORE", 1, 1, run_ship, true},
    {"remove", "TABLE --yes", 1, 1, run_remove, true},
    {"clean", "--yes", 0, 0, run_clean, true},
    {0},
};

static const struct action *find_action(const struct given *given, struct problem *problem)
{
    const struct action *action = actions;
    while (action->name != NULL && strcmp(action->name, given->list[0]) != 0)
        action++;
    if (action->name == NULL)
        problem_set(problem, _("orrery admin cannot \"{0}\"; try --help."), given->list[0], NULL,
                    NULL);
    else if (given->count - 1 < action->least || given->count - 1 > action->most)
        problem_set(problem, _("the command is: orrery admin {0} {1}; try --help."), action->name,
                    action->usage, NULL);
    return problem_is_set(problem) ? NULL : action;
}

/* Is the command line complete? */
static bool check_errand(const struct action *action, const struct errand *errand,
                         struct problem *problem)
{
    bool known = errand->phase == NULL;
    for (int i = 0; !known && room_phase_words[i] != NULL; i++)
        known = strcmp(errand->phase, room_phase_words[i]) == 0;
    if (!known)
        return problem_set(problem, _("--phase takes open, running or over."), NULL, NULL, NULL);
    if ((action->run == run_remove || action->run == run_clean) && !errand->sure)
        return problem_set(problem,
                           _("what is removed is gone for ever; say --yes if you mean it."), NULL,
                           NULL, NULL);
    return true;
}

static int run_errand(const struct action *action, struct errand *errand, const char *store)
{
    errand->store = admin_open(store, &errand->problem);
    bool done = errand->store != NULL && action->run(errand);
    if (action->told)
        tell_system(action->name, errand->first, done ? "done" : "failed");
    print_text(&errand->out);
    fflush(stdout);
    if (!done)
        complain(&errand->problem, errand->language);
    store_close(errand->store);
    text_free(&errand->out);
    return done ? EXIT_FINE : EXIT_FAILED;
}

static int run(const struct command *command, int argc, char **argv, enum language language)
{
    struct errand errand = {.days = 30, .every = 5};
    const char *store = "orrery.db";
    const struct argument arguments[] = {
        {"store", "FILE", _("where tables are kept: a file or postgres://…"), ARGUMENT_TEXT, &store,
         0, 0},
        {"phase", "PHASE", _("list only those that are open, running or over"), ARGUMENT_TEXT,
         &errand.phase, 0, 0},
        {"days", "N", _("clean leaves what was touched within so many days"), ARGUMENT_NUMBER,
         &errand.days, 0, 100000},
        {"every", "SECONDS", _("how often a copy is brought up to date"), ARGUMENT_NUMBER,
         &errand.every, 1, 3600},
        {"once", NULL, _("bring the copy up to date and end"), ARGUMENT_FLAG, &errand.once, 0, 0},
        {"yes", NULL, _("remove without asking"), ARGUMENT_FLAG, &errand.sure, 0, 0},
        {0}};
    struct given given;
    struct problem problem = {0};
    int code = arguments_read(command, arguments, argc, argv, &language, 1, 3, &given);
    if (code >= 0)
        return code;
    const struct action *action = find_action(&given, &problem);
    errand.language = language;
    errand.first = given.list[1];
    errand.second = given.list[2];
    if (action != NULL && check_errand(action, &errand, &problem))
        return run_errand(action, &errand, store);
    complain(&problem, language);
    return EXIT_USAGE;
}

extern const struct command admin_command;
const struct command admin_command = {
    "admin",
    "ACTION",
    _("look into a store and take care of it"),
    run,
    _("list                  all tables: id, phase, game, players, rows, last change, title\n"
      "show TABLE            plan, seats, clocks, who is awaited; whether it is intact\n"
      "export TABLE [FILE]   the record of its game\n"
      "users                 everybody: number, guest or account, language, name\n"
      "jobs                  hints and analyses that wait, are under way or have failed\n"
      "check                 reads every table and plays it again: is all as it was written?\n"
      "backup FILE           a copy of everything, while servers go on\n"
      "copy STORE            everything into an empty store, say postgres://…; no server may run\n"
      "ship STORE            keeps a copy at another address up to date, while servers go on\n"
      "remove TABLE --yes    for ever; from a file only while no server runs\n"
      "clean --yes           removes old tables of guests, as a server does by itself; likewise\n\n"
      "docs/hosting.md says more."),
};

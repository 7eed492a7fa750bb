/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery admin: inspects and maintains a store. */

#include "arguments.h"

#include "base/file.h"
#include "base/json.h"
#include "server/admin.h"
#include "server/admin_people.h"
#include "store/ship.h"
#include "terminal/progress.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { PASSWORD_LINE_SIZE = 1024 };

/* What was asked for. */
struct admin_task {
    struct store *store;
    enum language language;
    const char *phase;  /* or NULL */
    const char *first;  /* a table, a file, an address */
    const char *second; /* a file, or NULL */
    bool sure;          /* --yes */
    int64_t days;
    bool accounts;
    bool once;
    int64_t every;    /* seconds */
    struct text *out; /* for the standard output */
    struct problem *problem;
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

static bool say(struct admin_task *task, const char *sentence, const char *first,
                const char *second)
{
    phrase_write_with(task->out, task->language, sentence, first, second, NULL);
    text_add(task->out, "\n");
    return true;
}

/* ---- what only reads ------------------------------------------------------------------------- */

static bool run_list(struct admin_task *task)
{
    int phase = -1;
    for (int i = 0; task->phase != NULL && table_phase_words[i] != NULL; i++)
        if (strcmp(task->phase, table_phase_words[i]) == 0)
            phase = i;
    return admin_list(task->store, phase, task->language, task->out, task->problem);
}

/* By the clock that the servers of the store have. */
static int64_t time_now(const struct admin_task *task)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return store_time(task->store, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

static bool run_show(struct admin_task *task)
{
    struct admin_table checked;
    if (!admin_read(task->store, task->first, &checked, task->problem))
        return false;
    admin_show(&checked, time_now(task), task->language, task->out);
    *task->problem = checked.damage;
    admin_forget(&checked);
    return !problem_is_set(task->problem);
}

static bool run_export(struct admin_task *task)
{
    struct admin_table checked;
    if (!admin_read(task->store, task->first, &checked, task->problem))
        return false;
    bool done = admin_record(&checked, task->out, task->problem);
    admin_forget(&checked);
    if (!done || task->second == NULL)
        return done;
    done = file_write(task->second, text_span(task->out), task->problem);
    text_clear(task->out);
    return done;
}

static bool run_users(struct admin_task *task)
{
    return admin_users(task->store, task->language, task->out, task->problem);
}

static bool run_jobs(struct admin_task *task)
{
    return admin_jobs(task->store, time_now(task), task->language, task->out, task->problem);
}

/* ---- the check ------------------------------------------------------------------------------- */

struct checking {
    struct admin_check check;
    struct admin_task *task;
    struct progress progress;
};

static void table_checked(struct admin_check *check, const struct admin_table *checked)
{
    struct checking *checking = (struct checking *)check;
    struct admin_task *task = checking->task;
    if (check->done == 1)
        progress_start(&checking->progress, phrase(task->language, _("tables")), check->tables);
    progress_update(&checking->progress, check->done);
    if (problem_is_set(&checked->damage)) {
        problem_write(&checked->damage, task->language, task->out);
        text_add(task->out, "\n");
    }
}

static bool run_check(struct admin_task *task)
{
    struct checking checking = {.check.seen = table_checked, .task = task};
    char tables[24], rows[24], damaged[24];
    bool done = admin_check(task->store, &checking.check, task->problem);
    progress_end(&checking.progress);
    snprintf(tables, sizeof tables, "%" PRIu64, checking.check.done);
    snprintf(rows, sizeof rows, "%" PRIu64, checking.check.rows);
    snprintf(damaged, sizeof damaged, "%" PRIu64, checking.check.damaged);
    say(task, _("{0} {0|table|tables} with {1} {1|row|rows} read."), tables, rows);
    if (!done)
        return false;
    return checking.check.damaged == 0 ||
           problem_set(task->problem, _("{0} {0|table is|tables are} damaged."), damaged, NULL,
                       NULL);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static bool run_backup(struct admin_task *task)
{
    return store_backup(task->store, task->first, task->problem) &&
           say(task, _("Everything is in {0} now."), task->first, NULL);
}

/* What a server writes after the copy would be missing in it, so there must be none. */
static bool run_copy(struct admin_task *task)
{
    return store_lock(task->store, task->problem) &&
           store_copy(task->store, task->first, task->problem) &&
           say(task, _("The store has been copied."), NULL, NULL);
}

/* A copy that does not get on is told once, and once again when it does. */
static void tell_shipping(struct admin_task *task, bool was_fine, bool fine)
{
    if (!fine && was_fine)
        complain(task->problem, task->language);
    if (fine && !was_fine)
        say(task, _("The copy is up to date again."), NULL, NULL);
    print_text(task->out);
    fflush(stdout);
    text_clear(task->out);
}

/* Follows the store until it is killed, which does no harm at any time. */
static bool follow(struct admin_task *task, struct ship *ship)
{
    bool was_fine = true;
    for (;;) {
        struct ship_round round;
        *task->problem = (struct problem){0};
        bool fine = ship_follow(ship, &round, task->problem);
        if (task->once || (!fine && !round.may_try_again))
            return fine && say(task, _("The store has been copied."), NULL, NULL);
        tell_shipping(task, was_fine, fine);
        was_fine = fine;
        poll(NULL, 0, (int)task->every * 1000);
    }
}

static bool run_ship(struct admin_task *task)
{
    struct ship *ship = ship_open(task->store, task->first, task->problem);
    if (ship == NULL)
        return false;
    if (!task->once) /* most are killed one day */
        tell_system("ship", task->first, "begun");
    bool done = follow(task, ship);
    ship_close(ship);
    return done;
}

/* ---- bots ------------------------------------------------------------------------------------ */

/* A server that knows a token must hear that it is void, which only PostgreSQL can do; and the
 * store of a file has one that writes. */
static bool run_bot(struct admin_task *task)
{
    return store_lock(task->store, task->problem) &&
           admin_make_bot(task->store, task->first, task->second, task->out, task->problem);
}

static bool run_renew(struct admin_task *task)
{
    return store_lock(task->store, task->problem) &&
           admin_renew_bot(task->store, task->first, task->out, task->problem);
}

static bool run_revoke(struct admin_task *task)
{
    return store_lock(task->store, task->problem) &&
           admin_revoke_bot(task->store, task->first, task->problem) &&
           say(task, _("The token of bot {0} has been revoked."), task->first, NULL);
}

/* ---- removing -------------------------------------------------------------------------------- */

/* A server with the table in its memory must hear of it, which only PostgreSQL can do. */
static bool run_remove(struct admin_task *task)
{
    if (!store_lock(task->store, task->problem))
        return false;
    enum store_result result = store_remove(task->store, task->first);
    if (result == STORE_DONE)
        return say(task, _("Table {0} has been removed."), task->first, NULL);
    if (result == STORE_MISSING)
        return problem_set(task->problem, _("There is no table {0}."), task->first, NULL, NULL);
    return problem_set(task->problem, _("The store is not responding: {0}."),
                       store_error(task->store), NULL, NULL);
}

/* A server does it by itself; this is for a store that none uses, or for fewer days. */
static bool run_clean(struct admin_task *task)
{
    return store_lock(task->store, task->problem) &&
           admin_clean(task->store, time_now(task), (int)task->days, task->accounts, task->language,
                       task->out, task->problem);
}

/* ---- people ---------------------------------------------------------------------------------- */

/* One line of the standard input; in a terminal nobody sees what is typed. */
static bool read_secret(struct admin_task *task, char *out, size_t size)
{
    struct termios kept, silent;
    bool terminal = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &kept) == 0;
    if (terminal) {
        fputs(phrase(task->language, _("New password: ")), stderr);
        silent = kept;
        silent.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    bool read = fgets(out, (int)size, stdin) != NULL;
    if (terminal) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &kept);
        fputc('\n', stderr);
    }
    if (!read)
        return problem_set(task->problem, _("no password was given"), NULL, NULL, NULL);
    out[strcspn(out, "\r\n")] = '\0';
    return true;
}

static bool run_add(struct admin_task *task)
{
    char password[PASSWORD_LINE_SIZE];
    bool done = read_secret(task, password, sizeof password) &&
                admin_add(task->store, task->first, password, language_name(task->language),
                          time_now(task), task->problem);
    explicit_bzero(password, sizeof password);
    return done && say(task, _("{0} has an account now."), task->first, NULL);
}

static bool run_password(struct admin_task *task)
{
    char password[PASSWORD_LINE_SIZE];
    bool done = store_lock(task->store, task->problem) &&
                read_secret(task, password, sizeof password) &&
                admin_set_password(task->store, task->first, password, task->problem);
    explicit_bzero(password, sizeof password);
    return done &&
           say(task, _("{0} has a new password and is signed out everywhere."), task->first, NULL);
}

static bool run_rename(struct admin_task *task)
{
    return store_lock(task->store, task->problem) &&
           admin_rename(task->store, task->first, task->second, task->problem) &&
           say(task, _("{0} is called {1} now."), task->first, task->second);
}

static bool run_remove_user(struct admin_task *task)
{
    return store_lock(task->store, task->problem) &&
           admin_remove_user(task->store, task->first, task->problem) &&
           say(task, _("{0} has been removed."), task->first, NULL);
}

/* ---- the command ----------------------------------------------------------------------------- */

static const struct action {
    const char *name;
    const char *usage;
    int least, most; /* arguments behind the name */
    bool (*run)(struct admin_task *task);
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
    {"add", "NAME", 1, 1, run_add, true},
    {"password", "NAME", 1, 1, run_password, true},
    {"rename", "NAME NEW", 2, 2, run_rename, true},
    {"remove-user", "NAME --yes", 1, 1, run_remove_user, true},
    {"bot", "ACCOUNT NAME", 2, 2, run_bot, true},
    {"renew-bot", "NUMBER", 1, 1, run_renew, true},
    {"revoke-bot", "NUMBER", 1, 1, run_revoke, true},
    {0},
};

static const struct action *find_action(const struct given *given, struct problem *problem)
{
    const struct action *action = actions;
    while (action->name != NULL && strcmp(action->name, given->list[0]) != 0)
        action++;
    if (action->name == NULL)
        problem_set(problem, _("orrery admin has no command \"{0}\"; try --help."), given->list[0],
                    NULL, NULL);
    else if (given->count - 1 < action->least || given->count - 1 > action->most)
        problem_set(problem, _("the command is: orrery admin {0} {1}; try --help."), action->name,
                    action->usage, NULL);
    return problem_is_set(problem) ? NULL : action;
}

/* Is the command line complete? */
static bool check_task(const struct action *action, const struct admin_task *task,
                       struct problem *problem)
{
    bool known = task->phase == NULL;
    for (int i = 0; !known && table_phase_words[i] != NULL; i++)
        known = strcmp(task->phase, table_phase_words[i]) == 0;
    if (!known)
        return problem_set(problem, _("--phase takes open, running or over."), NULL, NULL, NULL);
    if (strstr(action->usage, "--yes") != NULL && !task->sure)
        return problem_set(problem, _("removal is permanent; add --yes if you mean it."), NULL,
                           NULL, NULL);
    return true;
}

static int run_task(const struct action *action, struct admin_task *task, const char *store)
{
    task->store = admin_open(store, task->problem);
    bool done = task->store != NULL && action->run(task);
    if (action->told)
        tell_system(action->name, task->first, done ? "done" : "failed");
    store_close(task->store);
    return done ? EXIT_FINE : EXIT_FAILED;
}

static int run(struct invocation *invocation)
{
    struct admin_task task = {.days = 30, .every = 5};
    const char *store = "orrery.db";
    const struct argument arguments[] = {
        {"store", "FILE", _("where tables are kept: a file or postgres://…"), ARGUMENT_TEXT, &store,
         0, 0},
        {"phase", "PHASE", _("list only tables that are open, running or over"), ARGUMENT_TEXT,
         &task.phase, 0, 0},
        {"days", "N", _("clean keeps tables used within this many days"), ARGUMENT_NUMBER,
         &task.days, 0, 100000},
        {"accounts", NULL, _("clean also removes old tables of accounts"), ARGUMENT_FLAG,
         &task.accounts, 0, 0},
        {"every", "SECONDS", _("how often a copy is brought up to date"), ARGUMENT_NUMBER,
         &task.every, 1, 3600},
        {"once", NULL, _("bring the copy up to date and exit"), ARGUMENT_FLAG, &task.once, 0, 0},
        {"yes", NULL, _("remove without asking"), ARGUMENT_FLAG, &task.sure, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 1, 3);
    if (code >= 0)
        return code;
    const struct action *action = find_action(&invocation->given, &invocation->problem);
    task.language = invocation->language;
    task.first = invocation->given.list[1];
    task.second = invocation->given.list[2];
    task.out = &invocation->out;
    task.problem = &invocation->problem;
    if (action == NULL || !check_task(action, &task, task.problem))
        return EXIT_USAGE;
    return run_task(action, &task, store);
}

static void add_words(struct text *out)
{
    for (const struct action *action = actions; action->name != NULL; action++)
        text_addf(out, "%s\n", action->name);
}

const struct command admin_command = {
    "admin",
    "ACTION",
    _("inspect and maintain a store"),
    run,
    _("list                  all tables: id, phase, game, players, rows, last change, title\n"
      "show TABLE            plan, seats, clocks, who is awaited; whether it is intact\n"
      "export TABLE [FILE]   the record of its game\n"
      "users                 all users: number, guest, account or bot, language, name\n"
      "jobs                  hints and analyses that are waiting, under way or failed\n"
      "check                 reads and replays every table: is everything as it was written?\n"
      "backup FILE           a copy of everything, while servers keep running\n"
      "copy STORE            everything into an empty store, e.g. postgres://…; no server may run\n"
      "ship STORE            keeps a copy elsewhere up to date, while servers keep running\n"
      "add NAME              makes an account; its password is read from the standard input\n"
      "remove TABLE --yes    permanently; from a file only while no server runs\n"
      "clean --yes           removes old guest tables, as a server does by itself; likewise\n"
      "password NAME         a new password, read from the standard input; likewise\n"
      "rename NAME NEW       another name for an account; likewise\n"
      "remove-user NAME --yes  an account, or #NUMBER for a guest, permanently; likewise\n"
      "bot ACCOUNT NAME      a new bot of that account; prints its token, this once; likewise\n"
      "renew-bot NUMBER      a new token for that bot; the old one is void; likewise\n"
      "revoke-bot NUMBER     takes that bot's token away; likewise\n\n"
      "See docs/hosting.md."),
    add_words,
};

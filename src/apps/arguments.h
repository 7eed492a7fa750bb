/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The command line: what a command is, its options as a table, and what all commands share. */

#ifndef APPS_ARGUMENTS_H
#define APPS_ARGUMENTS_H

#include "contract/game.h"
#include "server/log.h"

/* How the program ends. */
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

enum { GIVEN_MAX = 1000, TEXTS_MAX = 32 };

/* What a value of an option becomes. */
enum argument_kind { ARGUMENT_FLAG, ARGUMENT_NUMBER, ARGUMENT_TEXT, ARGUMENT_TEXTS };

/* An option --name. */
struct argument {
    const char *name;
    const char *value; /* what stands for its value in the help, e.g. "N"; NULL for a flag */
    const char *about; /* a phrase */
    enum argument_kind kind;
    void *target;     /* bool, int64_t, const char *, or struct texts */
    int64_t min, max; /* of a number */
};

/* Values of an option that may be given several times. */
struct texts {
    int count;
    const char *list[TEXTS_MAX];
};

struct invocation;

/* A subcommand. */
struct command {
    const char *name;
    const char *usage;                         /* what follows the name: "GAME [options]" */
    const char *about;                         /* a phrase: what it does, in one line */
    int (*run)(struct invocation *invocation); /* the exit code */
    const char *more;                          /* a phrase: further help, or NULL */
    /* What its first argument may be, one word a line, where the usage does not say it; or NULL. */
    void (*add_words)(struct text *out);
};

extern const struct command games_command, play_command, selfplay_command, replay_command,
    verify_command, scenario_command, position_command, bench_command, cards_command, serve_command,
    admin_command, arena_command, train_command, hint_command, analyse_command, work_command,
    balance_command, calibrate_command, engine_command, data_command, join_command, manual_command,
    completion_command;

extern const struct command *const commands[]; /* all of them, NULL at the end */

extern char **program_words; /* the whole command line, for a program that starts itself again */

/* What a command line gave besides options. */
struct given {
    int count;
    const char *list[GIVEN_MAX];
};

/* A command while it runs: what it was given, and what it has to say at its end. */
struct invocation {
    const struct command *command;
    int argc; /* the words behind its name */
    char **argv;
    enum language language;
    struct given given;     /* once they are read */
    struct text out;        /* goes to the standard output when the command has ended */
    struct problem problem; /* if set, is complained of then */
    /* If set, the command does not run but hands its options to this, which writes something about
     * it into `out`: its help, its manual page. */
    void (*describe)(struct invocation *invocation, const struct argument *arguments);
    const void *context; /* whatever `describe` needs */
};

/* Runs a command from its first word to its end: prints, complains, and returns the exit code. */
int command_run(const struct command *command, int argc, char **argv, enum language language);

/* Has a command described instead: `describe` gets its table of options, as it is by default. */
void command_describe(const struct command *command, enum language language,
                      void (*describe)(struct invocation *, const struct argument *),
                      const void *context, struct text *out);

/* The options that every command has, after its own. */
extern const struct argument common_arguments[];

/* What an option is by default, in words: "" if it is nothing in particular. The same on every
 * machine. */
void write_default(const struct argument *argument, enum language language, struct text *out);

/* Reads the arguments behind the command. Every command also has --help and --lang. Returns -1 if
 * the command is to run, else the exit code: help was asked for, or something is wrong. There must
 * be `least` to `most` arguments that are not options. */
int arguments_read(struct invocation *invocation, const struct argument *arguments, int least,
                   int most);

/* The exit code of a command that first reads what it is about, and then may fail. */
int exit_code(bool was_read, bool fine);

/* Prints "orrery: sentence" on the standard error. */
void complain(const struct problem *problem, enum language language);

/* The row of a table of arguments for a card set. */
#define CARDS_ARGUMENT(folder)                                                                     \
    {                                                                                              \
        "cards", "PATH", _("use the card set in this folder or file"), ARGUMENT_TEXT, &(folder),   \
            0, 0                                                                                   \
    }

/* Options that choose a setup and a card set. */
struct setup_choice {
    int64_t players; /* 0: the fewest */
    struct texts options;
    const char *cards;
};

/* Rows for a table of arguments that fill a setup_choice. */
#define SETUP_ARGUMENTS(choice)                                                                    \
    {"players",                                                                                    \
     "N",                                                                                          \
     _("number of players; by default the fewest"),                                                \
     ARGUMENT_NUMBER,                                                                              \
     &(choice).players,                                                                            \
     1,                                                                                            \
     SEATS_MAX},                                                                                   \
        {"option",                                                                                 \
         "NAME=CHOICE",                                                                            \
         _("an option of the game; may be given several times"),                                   \
         ARGUMENT_TEXTS,                                                                           \
         &(choice).options,                                                                        \
         0,                                                                                        \
         0},                                                                                       \
        CARDS_ARGUMENT((choice).cards)

/* Rows that fill a struct budget (players/hint.h); its threads come through an int64_t. */
#define BUDGET_ARGUMENTS(budget, threads)                                                          \
    {"nodes",                                                                                      \
     "N",                                                                                          \
     _("nodes of the search for each position"),                                                   \
     ARGUMENT_NUMBER,                                                                              \
     &(budget).nodes,                                                                              \
     1,                                                                                            \
     BUDGET_NODES_MAX},                                                                            \
        {"ms", "N",          _("milliseconds for each position"), ARGUMENT_NUMBER, &(budget).ms,   \
         1,    BUDGET_MS_MAX},                                                                     \
    {                                                                                              \
        "threads", "N", _("use this many cores"), ARGUMENT_NUMBER, &(threads), 1,                  \
            BUDGET_THREADS_MAX                                                                     \
    }

/* The row for the network of a file that judges; own_judge_open reads it. */
#define NETWORK_ARGUMENT(file)                                                                     \
    {                                                                                              \
        "network", "FILE", _("the network that judges, instead of the built-in one"),              \
            ARGUMENT_TEXT, &(file), 0, 0                                                           \
    }

/* Rows for the games that are kept: where, and whether with the visits of searches. */
#define RECORDS_ARGUMENTS(records, visits)                                                         \
    {"records",                                                                                    \
     "FOLDER|FILE.gz",                                                                             \
     _("keep every game as a record, in this folder or in one archive"),                           \
     ARGUMENT_TEXT,                                                                                \
     &(records),                                                                                   \
     0,                                                                                            \
     0},                                                                                           \
    {                                                                                              \
        "visits", NULL, _("records tell how often searches visited each legal move"),              \
            ARGUMENT_FLAG, &(visits), 0, 0                                                         \
    }

/* The default of a number of threads that is as large as the machine allows. */
#define ALL_CORES INT64_MIN

/* The default of a number that holds only while nothing else limits the work. */
#define UNLESS_LIMITED(number) (INT64_MIN + (number))

/* The number that was asked for; for UNLESS_LIMITED its number, or 0 if there is another limit. */
int64_t number_unless(bool limited, int64_t wanted);

/* The number of threads that was asked for; for ALL_CORES that of the cores, but at most `most`. */
int64_t thread_count(int64_t wanted, int64_t most);

/* Opens the ruleset of the game with that name; NULL with a problem noted. */
struct ruleset *open_chosen(const char *game, const struct setup_choice *choice,
                            struct problem *problem);

/* Reads the arguments behind a command about one game, and opens its ruleset, which is closed by
 * the caller. Returns -1 if the command is to run, else the exit code. */
int arguments_open(struct invocation *invocation, const struct argument *arguments,
                   const struct setup_choice *choice, struct ruleset **rules);

/* The game with that name; NULL with a problem noted that lists the known ones. */
const struct game *find_game(const char *name, struct problem *problem);

/* Reads a file ("-" is the standard input), or one record of an archive: "games.gz#500". */
bool read_game_text(const char *path, struct text *out, struct problem *problem);

/* Reads the record there; record_free is the caller's, whatever comes out. */
struct record;
bool read_record(struct record *record, const char *path, const char *cards,
                 struct problem *problem);

/* What --log takes; false with a problem noted. */
bool read_log_amount(const char *name, enum log_amount *amount, struct problem *problem);

/* Writes the picture that was asked for by --plot, if it was. The picture is freed. */
bool write_plot(const char *path, struct text *picture, struct problem *problem);

/* Prints a text on the standard output. */
void print_text(const struct text *text);

#endif

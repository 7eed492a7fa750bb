/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The command line: what a command is, its options as a table, and what all commands share. */

#ifndef APPS_ARGUMENTS_H
#define APPS_ARGUMENTS_H

#include "contract/game.h"

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

/* A subcommand. */
struct command {
    const char *name;
    const char *usage; /* what follows the name: "GAME [options]" */
    const char *about; /* a phrase: what it does, in one line */
    int (*run)(const struct command *command, int argc, char **argv, enum language language);
    const char *more; /* a phrase: further help, or NULL */
};

extern const struct command *const commands[]; /* NULL at the end */
extern char **program_words; /* the whole command line, for a program that starts itself again */

/* What a command line gave besides options. */
struct given {
    int count;
    const char *list[GIVEN_MAX];
};

/* Reads the arguments behind the command. Every command also has --help and --lang. Returns -1 if
 * the command is to run, else the exit code: help was printed, or a sentence about what is wrong.
 * There must be `least` to `most` arguments that are not options. */
int arguments_read(const struct command *command, const struct argument *arguments, int argc,
                   char **argv, enum language *language, int least, int most, struct given *given);

/* Prints "orrery: sentence" on the standard error. */
void complain(const struct problem *problem, enum language language);

/* The same with a phrase and a detail; returns EXIT_USAGE. */
int complain_usage(enum language language, const char *sentence, const char *detail);

/* Options that choose a setup and a card set. */
struct setup_choice {
    int64_t players; /* 0: the fewest */
    struct texts options;
    const char *cards;
};

/* Rows for a table of arguments that fill a setup_choice. */
#define SETUP_ARGUMENTS(choice)                                                                    \
    {"players", "N", _("number of players"), ARGUMENT_NUMBER, &(choice).players, 1, SEATS_MAX},    \
        {"option",                                                                                 \
         "NAME=CHOICE",                                                                            \
         _("an option of the game; may be given several times"),                                   \
         ARGUMENT_TEXTS,                                                                           \
         &(choice).options,                                                                        \
         0,                                                                                        \
         0},                                                                                       \
    {                                                                                              \
        "cards", "DIR", _("take the card set in this folder"), ARGUMENT_TEXT, &(choice).cards, 0,  \
            0                                                                                      \
    }

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
        "threads", "N", _("work on so many cores"), ARGUMENT_NUMBER, &(threads), 1,                \
            BUDGET_THREADS_MAX                                                                     \
    }

/* How many cores there are, but no more than that: so many threads are the standard. */
int64_t core_count(int64_t most);

/* Opens the ruleset of the game with that name; NULL with a problem noted. */
struct ruleset *open_chosen(const char *game, const struct setup_choice *choice,
                            struct problem *problem);

/* The game with that name; NULL with a problem noted that lists the known ones. */
const struct game *find_game(const char *name, struct problem *problem);

/* Prints a text on the standard output. */
void print_text(const struct text *text);

#endif

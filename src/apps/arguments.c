/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads command lines and prints help from the same tables. */

#include "arguments.h"

#include "base/file.h"
#include "contract/games.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool write_plot(const char *path, struct text *picture, struct problem *problem)
{
    return path == NULL || file_write_text(path, picture, problem);
}

void print_text(const struct text *text)
{
    fwrite(text_string(text), 1, text->length, stdout);
}

void complain(const struct problem *problem, enum language language)
{
    struct text text = {0};
    problem_write(problem, language, &text);
    fprintf(stderr, "orrery: %s\n", text_string(&text));
    text_free(&text);
}

int exit_code(bool was_read, bool fine)
{
    assert(was_read || !fine);
    return fine ? EXIT_FINE : was_read ? EXIT_FAILED : EXIT_USAGE;
}

int command_run(const struct command *command, int argc, char **argv, enum language language)
{
    struct invocation invocation = {
        .command = command, .argc = argc, .argv = argv, .language = language};
    int code = command->run(&invocation);
    print_text(&invocation.out);
    fflush(stdout); /* what was found comes before what went wrong, also in one stream */
    if (problem_is_set(&invocation.problem))
        complain(&invocation.problem, invocation.language);
    assert(code != EXIT_FINE || !problem_is_set(&invocation.problem));
    text_free(&invocation.out);
    return code;
}

/* ---- help ------------------------------------------------------------------------------------ */

const struct argument common_arguments[] = {
    {"lang", LANGUAGE_NAMES, _("language; by default that of the environment"), ARGUMENT_TEXT, NULL,
     0, 0},
    {"help", NULL, _("print this help"), ARGUMENT_FLAG, NULL, 0, 0},
    {0},
};

static bool is_unless_limited(int64_t number)
{
    return number > ALL_CORES && number < INT64_MIN / 2;
}

int64_t number_unless(bool limited, int64_t wanted)
{
    if (!is_unless_limited(wanted))
        return wanted;
    return limited ? 0 : wanted - INT64_MIN;
}

void write_default(const struct argument *argument, enum language language, struct text *out)
{
    if (argument->target == NULL)
        return;
    if (argument->kind == ARGUMENT_NUMBER) {
        int64_t number = *(const int64_t *)argument->target;
        if (number == ALL_CORES)
            text_add(out, phrase(language, _("all cores")));
        else if (is_unless_limited(number))
            text_add_number(out, number_unless(false, number));
        else if (number >= argument->min && number <= argument->max)
            text_add_number(out, number);
    } else if (argument->kind == ARGUMENT_TEXT) {
        const char *string = *(const char **)argument->target;
        text_add(out, string != NULL ? string : "");
    }
}

static void help_row(struct text *out, enum language language, const struct argument *argument)
{
    struct text standard = {0};
    write_default(argument, language, &standard);
    text_addf(out, "  --%s%s%s", argument->name, argument->value ? " " : "",
              argument->value ? argument->value : "");
    text_add(out, "  ");
    text_pad_to(out, 24);
    text_add(out, phrase(language, argument->about));
    if (standard.length > 0) {
        text_add_char(out, ' ');
        phrase_write_with(out, language, _("(default: {0})"), text_string(&standard), NULL, NULL);
    }
    text_add_char(out, '\n');
    text_free(&standard);
}

static void write_help(struct invocation *invocation, const struct argument *arguments)
{
    const struct command *command = invocation->command;
    enum language language = invocation->language;
    struct text *out = &invocation->out;
    text_addf(out, "orrery %s %s\n%s\n\n", command->name, command->usage,
              phrase(language, command->about));
    for (; arguments->name != NULL; arguments++)
        help_row(out, language, arguments);
    for (arguments = common_arguments; arguments->name != NULL; arguments++)
        help_row(out, language, arguments);
    if (command->more != NULL)
        text_addf(out, "\n%s\n", phrase(language, command->more));
}

void command_describe(const struct command *command, enum language language,
                      void (*describe)(struct invocation *, const struct argument *),
                      const void *context, struct text *out)
{
    struct invocation invocation = {
        .command = command, .language = language, .describe = describe, .context = context};
    int code = command->run(&invocation);
    assert(code == EXIT_FINE && !problem_is_set(&invocation.problem));
    (void)code;
    text_add_span(out, text_span(&invocation.out));
    text_free(&invocation.out);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool take_number(const struct argument *argument, const char *value, struct problem *problem)
{
    char range[64];
    if (span_number(span_of(value), argument->min, argument->max, argument->target))
        return true;
    snprintf(range, sizeof range, "%lld … %lld", (long long)argument->min,
             (long long)argument->max);
    return problem_set(problem, _("--{0} takes a whole number, {1}, not \"{2}\"."), argument->name,
                       range, value);
}

static bool take(const struct argument *argument, const char *value, struct problem *problem)
{
    struct texts *texts = argument->target;
    switch (argument->kind) {
    case ARGUMENT_FLAG:
        *(bool *)argument->target = true;
        return true;
    case ARGUMENT_NUMBER:
        return take_number(argument, value, problem);
    case ARGUMENT_TEXT:
        *(const char **)argument->target = value;
        return true;
    case ARGUMENT_TEXTS:
        if (texts->count == TEXTS_MAX)
            return problem_set(problem, _("--{0} was given too many times."), argument->name, NULL,
                               NULL);
        texts->list[texts->count++] = value;
        return true;
    }
    return false;
}

/* Finds the option that "--name" or "--name=value" names; `value` is what stands behind the sign.
 */
static const struct argument *find_argument(const struct argument *arguments, const char *word,
                                            const char **value)
{
    size_t length = strcspn(word + 2, "=");
    *value = word[2 + length] == '=' ? word + 2 + length + 1 : NULL;
    struct span name = {word + 2, length};
    while (arguments->name != NULL && !span_is(name, arguments->name))
        arguments++;
    return arguments->name != NULL ? arguments : NULL;
}

/* Complains of an option that is not there. */
static bool no_such_option(const struct argument *arguments, const char *word,
                           struct problem *problem)
{
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX] = {"lang", "help"};
    for (int i = 2; i < NAMES_MAX - 1 && arguments->name != NULL; arguments++)
        names[i++] = arguments->name;
    struct span written = {word + 2, strcspn(word + 2, "=")};
    const char *nearest = nearest_word(written, names);
    if (nearest != NULL)
        return problem_set(problem, _("unknown option {0}; did you mean --{1}?"), word, nearest,
                           NULL);
    return problem_set(problem, _("unknown option {0}; try --help."), word, NULL, NULL);
}

/* Reads the option at argv[*at]; its value may be the next word. */
static bool read_option(const struct argument *arguments, int argc, char **argv, int *at,
                        struct problem *problem)
{
    const char *value = NULL;
    const struct argument *argument = find_argument(arguments, argv[*at], &value);
    if (argument == NULL)
        return no_such_option(arguments, argv[*at], problem);
    bool is_flag = argument->kind == ARGUMENT_FLAG;
    if (is_flag && value != NULL)
        return problem_set(problem, _("--{0} takes no value."), argument->name, NULL, NULL);
    if (!is_flag && value == NULL) {
        if (*at + 1 >= argc)
            return problem_set(problem, _("--{0} needs a value."), argument->name, NULL, NULL);
        value = argv[++*at];
    }
    return take(argument, value, problem);
}

/* The options that every command has. True if there was one at argv[*at]. */
static bool read_common(int argc, char **argv, int *at, enum language *language, bool *help,
                        struct problem *problem)
{
    const char *value = NULL;
    const struct argument *argument = find_argument(common_arguments, argv[*at], &value);
    if (argument == NULL)
        return false;
    if (argument->kind == ARGUMENT_FLAG) {
        *help = true;
        return true;
    }
    if (value == NULL && *at + 1 < argc)
        value = argv[++*at];
    if (value != NULL && language_from_name(value, language))
        return true;
    struct text known = {0};
    language_list(&known);
    problem_set(problem, _("--lang takes one of: {0}."), text_string(&known), NULL, NULL);
    text_free(&known);
    return true;
}

static bool read_all(struct invocation *invocation, const struct argument *arguments, bool *help)
{
    struct given *given = &invocation->given;
    struct problem *problem = &invocation->problem;
    char **argv = invocation->argv;
    int argc = invocation->argc;
    bool options_end = false;
    for (int i = 0; i < argc && !problem_is_set(problem); i++) {
        bool is_option = !options_end && strncmp(argv[i], "--", 2) == 0;
        if (is_option && argv[i][2] == '\0')
            options_end = true;
        else if (is_option && !read_common(argc, argv, &i, &invocation->language, help, problem))
            read_option(arguments, argc, argv, &i, problem);
        else if (!is_option && given->count == GIVEN_MAX)
            problem_set(problem, _("there are too many arguments."), NULL, NULL, NULL);
        else if (!is_option)
            given->list[given->count++] = argv[i];
    }
    return !problem_is_set(problem);
}

/* Is help asked for? Then nothing else is read, so that options are still at their defaults. */
static bool asks_for_help(struct invocation *invocation)
{
    struct problem ignored = {0};
    bool help = false;
    for (int i = 0; i < invocation->argc && strcmp(invocation->argv[i], "--") != 0; i++)
        if (strncmp(invocation->argv[i], "--", 2) == 0)
            read_common(invocation->argc, invocation->argv, &i, &invocation->language, &help,
                        &ignored);
    return help;
}

int arguments_read(struct invocation *invocation, const struct argument *arguments, int least,
                   int most)
{
    const struct command *command = invocation->command;
    bool help = false;
    assert(invocation->given.count == 0 && least >= 0 && least <= most && most <= GIVEN_MAX);
    if (invocation->describe == NULL && asks_for_help(invocation)) /* whatever else is wrong */
        invocation->describe = write_help;
    if (invocation->describe != NULL) {
        invocation->describe(invocation, arguments);
        return EXIT_FINE;
    }
    bool fine = read_all(invocation, arguments, &help);
    if (fine && (invocation->given.count < least || invocation->given.count > most))
        fine = problem_set(&invocation->problem, _("the command is: orrery {0} {1}; try --help."),
                           command->name, command->usage, NULL);
    return fine ? -1 : EXIT_USAGE;
}

/* ---- what commands share --------------------------------------------------------------------- */

const struct game *find_game(const char *name, struct problem *problem)
{
    const struct game *game = game_find(span_of(name));
    if (game != NULL)
        return game;
    const char *nearest = game_nearest(span_of(name));
    if (nearest != NULL) {
        problem_set(problem, _("there is no game \"{0}\"; did you mean \"{1}\"?"), name, nearest,
                    NULL);
        return NULL;
    }
    struct text known = {0};
    for (int i = 0; games[i] != NULL; i++)
        text_addf(&known, "%s%s", i > 0 ? ", " : "", games[i]->name);
    problem_set(problem, _("there is no game \"{0}\"; there are: {1}."), name, text_string(&known),
                NULL);
    text_free(&known);
    return NULL;
}

static bool take_options(const struct game *game, const struct texts *options, struct setup *setup,
                         struct problem *problem)
{
    for (int i = 0; i < options->count; i++) {
        const char *text = options->list[i];
        size_t length = strcspn(text, "=");
        if (text[length] == '\0')
            return problem_set(problem, _("--option is written NAME=CHOICE, not \"{0}\"."), text,
                               NULL, NULL);
        if (!setup_option(game, setup, (struct span){text, length}, span_of(text + length + 1),
                          problem))
            return false;
    }
    return true;
}

bool read_log_amount(const char *name, enum log_amount *amount, struct problem *problem)
{
    return log_amount_from_name(name, amount) ||
           problem_set(problem, _("--log takes quiet, normal or all, not \"{0}\"."), name, NULL,
                       NULL);
}

int64_t thread_count(int64_t wanted, int64_t most)
{
    assert(most >= 1 && wanted <= most);
    if (wanted != ALL_CORES)
        return wanted;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores < most ? cores : most;
}

struct ruleset *open_chosen(const char *name, const struct setup_choice *choice,
                            struct problem *problem)
{
    const struct game *game = find_game(name, problem);
    if (game == NULL)
        return NULL;
    struct setup setup = setup_standard(game);
    if (choice->players != 0)
        setup.players = (uint8_t)choice->players;
    if (!take_options(game, &choice->options, &setup, problem))
        return NULL;
    return ruleset_open(game, &setup, choice->cards, problem);
}

int arguments_open(struct invocation *invocation, const struct argument *arguments,
                   const struct setup_choice *choice, struct ruleset **rules)
{
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    *rules = open_chosen(invocation->given.list[0], choice, &invocation->problem);
    return *rules != NULL ? -1 : EXIT_USAGE;
}

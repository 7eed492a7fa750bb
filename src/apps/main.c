/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The program `orrery`: finds the subcommand and runs it. */

#include "arguments.h"
#include "version.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct command *const commands[] = {
    &games_command,     &play_command,   &join_command,       &selfplay_command,
    &replay_command,    &verify_command, &data_command,       &scenario_command,
    &position_command,  &bench_command,  &cards_command,      &serve_command,
    &admin_command,     &arena_command,  &train_command,      &balance_command,
    &calibrate_command, &hint_command,   &analyse_command,    &work_command,
    &engine_command,    &manual_command, &completion_command, NULL,
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* The language that the environment asks for: ORRERY_LANG, then the usual variables. */
static enum language environment_language(void)
{
    static const char *const names[] = {"ORRERY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"};
    enum language language = ENGLISH;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0') {
            language_from_name(value, &language);
            break;
        }
    }
    return language;
}

static void print_overview(enum language language)
{
    struct text out = {0};
    text_addf(&out, "orrery %s\n", program_version);
    text_addf(&out, "%s\n\n", phrase(language, _("Board games with every rule, nothing bent.")));
    for (int i = 0; commands[i] != NULL; i++) {
        text_addf(&out, "  orrery %s %s  ", commands[i]->name, commands[i]->usage);
        text_pad_to(&out, 42);
        text_addf(&out, "%s\n", phrase(language, commands[i]->about));
    }
    text_addf(&out, "\n%s\n", phrase(language, _("orrery COMMAND --help explains a command.")));
    print_text(&out);
    text_free(&out);
}

/* A write error on the standard output (a full disk, say) must not pass as success. */
static int finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fputs("orrery: the output cannot be written\n", stderr);
    return EXIT_FAILED;
}

static int complain_usage(enum language language, const char *sentence, const char *detail)
{
    struct problem problem = {0};
    problem_set(&problem, sentence, detail, NULL, NULL);
    complain(&problem, language);
    return EXIT_USAGE;
}

/* "--lang de" may also stand before the command. Returns how many words it took, or -1. */
static int take_language(int argc, char **argv, enum language *language)
{
    if (argc < 2 || strcmp(argv[1], "--lang") != 0)
        return 0;
    if (argc > 2 && language_from_name(argv[2], language))
        return 2;
    struct text known = {0};
    language_list(&known);
    complain_usage(*language, _("--lang takes one of: {0}."), text_string(&known));
    text_free(&known);
    return -1;
}

static int no_such_command(const char *name, enum language language)
{
    const char *names[COMMAND_COUNT] = {0};
    struct problem problem = {0};
    for (int i = 0; commands[i] != NULL; i++)
        names[i] = commands[i]->name;
    const char *nearest = nearest_word(span_of(name), names);
    if (nearest == NULL)
        return complain_usage(language, _("unknown command \"{0}\"; try orrery --help."), name);
    problem_set(&problem, _("unknown command \"{0}\"; did you mean {1}?"), name, nearest, NULL);
    complain(&problem, language);
    return EXIT_USAGE;
}

char **program_words;

static void say_no_memory(void)
{
    fputs("orrery: out of memory\n", stderr);
}

int main(int argc, char **argv)
{
    program_words = argv;
    memory_last_words(say_no_memory);
    setlocale(LC_CTYPE, "");  /* what the terminal takes; the rest stays as in C */
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write, not the end */
    enum language language = environment_language();
    int taken = take_language(argc, argv, &language);
    if (taken < 0)
        return EXIT_USAGE;
    argc -= taken;
    argv += taken;
    const char *name = argc > 1 ? argv[1] : "help";
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0) {
        print_overview(language);
        return finish(argc > 1 ? EXIT_FINE : EXIT_USAGE);
    }
    if (strcmp(name, "--version") == 0) {
        printf("orrery %s%s%s%s\n", program_version, program_commit[0] != '\0' ? " (" : "",
               program_commit, program_commit[0] != '\0' ? ")" : "");
        return finish(EXIT_FINE);
    }
    for (int i = 0; commands[i] != NULL; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return finish(command_run(commands[i], argc - 2, argv + 2, language));
    return no_such_command(name, language);
}

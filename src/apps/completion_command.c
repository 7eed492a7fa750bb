/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery completion: scripts that complete the command line in bash, zsh and fish, from the same
 * tables as --help. */

#include "arguments.h"

#include "contract/games.h"

#include <ctype.h>
#include <string.h>

/* How a shell is told. Of a command first its own line, then its options. */
struct shell {
    const char *name;
    const char *start, *between, *end; /* in front of the list of commands, behind it, at the end */
    void (*add_to_list)(struct text *out, const struct command *command, enum language language);
    void (*begin)(struct text *out, const struct command *command, const char *words);
    void (*add_option)(struct text *out, const struct command *command,
                       const struct argument *argument, enum language language);
    const char *end_of_command;
};

/* ---- what words there can be ----------------------------------------------------------------- */

/* Is the value of an option, or an argument, the name of a file? */
static bool is_file(const char *value)
{
    static const char *const files[] = {"FILE", "PATH", "FOLDER", "RECORD", NULL};
    for (int i = 0; files[i] != NULL; i++)
        if (strncmp(value, files[i], strlen(files[i])) == 0)
            return true;
    return false;
}

/* "en|de" are the words themselves, "N" stands for others. */
static bool is_choice(const char *value)
{
    return value != NULL && islower((unsigned char)value[0]) && strchr(value, '|') != NULL;
}

/* Words of a line each or between bars, with blanks between them. */
static void add_words_of(struct text *out, const char *words)
{
    while (*words != '\0') {
        size_t length = strcspn(words, "|\n ");
        if (length > 0)
            text_addf(out, "%s%.*s", out->length > 0 ? " " : "", (int)length, words);
        words += length + (words[length] != '\0' ? 1 : 0);
    }
}

/* What the first argument of a command may be; nothing if it is a file or anything else. */
static void add_first_words(struct text *out, const struct command *command)
{
    if (command->add_words != NULL) {
        struct text lines = {0};
        command->add_words(&lines);
        add_words_of(out, text_string(&lines));
        text_free(&lines);
    } else if (is_choice(command->usage)) {
        add_words_of(out, command->usage);
    } else if (strstr(command->usage, "GAME") != NULL) {
        for (int i = 0; games[i] != NULL; i++)
            add_words_of(out, games[i]->name);
    }
}

/* In single quotes, as all three shells read them; without what has a meaning for zsh. */
static void add_quoted(struct text *out, const char *string)
{
    text_add_char(out, '\'');
    for (; *string != '\0'; string++)
        if (*string == '\'')
            text_add(out, "’");
        else
            text_add_char(out, strchr("\\[]:", *string) != NULL ? ' ' : *string);
    text_add_char(out, '\'');
}

/* Ends a line with what a command or an option is for. */
static void end_with_about(struct text *out, const char *about, enum language language)
{
    add_quoted(out, phrase(language, about));
    text_add_char(out, '\n');
}

/* ---- bash ------------------------------------------------------------------------------------ */

static void add_name(struct text *out, const struct command *command, enum language language)
{
    (void)language;
    text_addf(out, " %s", command->name);
}

static void begin_bash(struct text *out, const struct command *command, const char *words)
{
    text_addf(out, "    %s)\n        words='%s'\n", command->name, words);
}

static void add_bash(struct text *out, const struct command *command,
                     const struct argument *argument, enum language language)
{
    (void)command, (void)language;
    text_addf(out, "        options+=' --%s'\n", argument->name);
    if (argument->value == NULL)
        return;
    text_addf(out, "        [[ $before != --%s ]] || kind=", argument->name);
    if (is_choice(argument->value)) {
        struct text words = {0};
        add_words_of(&words, argument->value);
        text_addf(out, "words words='%s'\n", text_string(&words));
        text_free(&words);
    } else {
        text_add(out, is_file(argument->value) ? "files\n" : "none\n");
    }
}

static const struct shell bash = {
    .name = "bash",
    .start =
        "# Completion for bash, made by `orrery completion bash`. SPDX-License-Identifier: MIT\n"
        "# shellcheck shell=bash\n\n"
        "_orrery() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    local words='' options='' kind=words\n"
        "    COMPREPLY=()\n"
        "    if [[ $word == = ]]; then\n"
        "        word=''\n"
        "    elif [[ $before == = ]]; then\n"
        "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "    fi\n"
        "    if ((COMP_CWORD == 1)); then\n"
        "        mapfile -t COMPREPLY < <(compgen -W '--help --version --lang help",
    .between =
        "' -- \"$word\")\n"
        "        return\n"
        "    fi\n"
        "    case ${COMP_WORDS[1]} in\n",
    .end =
        "    esac\n"
        "    [[ $kind != none ]] || return 0\n"
        "    [[ $word != -* ]] || words=$options\n"
        "    [[ $kind == files ]] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
        "    ((${#COMPREPLY[@]} > 0)) || mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
        "}\n\n"
        "complete -o filenames -F _orrery orrery\n",
    .add_to_list = add_name,
    .begin = begin_bash,
    .add_option = add_bash,
    .end_of_command = "        ;;\n",
};

/* ---- zsh ------------------------------------------------------------------------------------- */

static void list_zsh(struct text *out, const struct command *command, enum language language)
{
    text_addf(out, "        %s:", command->name);
    end_with_about(out, command->about, language);
}

static void begin_zsh(struct text *out, const struct command *command, const char *words)
{
    text_addf(out, "    %s)\n        _arguments \\\n", command->name);
    if (words[0] == '\0')
        text_add(out, "            '*:file:_files' \\\n");
    else
        text_addf(out, "            '1:word:(%s)' '*:file:_files' \\\n", words);
}

static void add_zsh(struct text *out, const struct command *command,
                    const struct argument *argument, enum language language)
{
    (void)command;
    text_addf(out, "            %s--%s%s'['", argument->kind == ARGUMENT_TEXTS ? "'*'" : "",
              argument->name, argument->value != NULL ? "=" : "");
    add_quoted(out, phrase(language, argument->about));
    text_add(out, "']'");
    if (argument->value != NULL) {
        struct text words = {0};
        if (is_choice(argument->value))
            add_words_of(&words, argument->value);
        text_add(out, "':");
        text_add(out, words.length > 0           ? "word:("
                      : is_file(argument->value) ? "file:_files"
                                                 : "value:");
        text_add(out, text_string(&words));
        text_add(out, words.length > 0 ? ")'" : "'");
        text_free(&words);
    }
    text_add(out, " \\\n");
}

static const struct shell zsh = {
    .name = "zsh",
    .start =
        "#compdef orrery\n"
        "# Completion for zsh, made by `orrery completion zsh`. SPDX-License-Identifier: MIT\n\n"
        "_orrery() {\n"
        "    local -a commands\n"
        "    commands=(\n",
    .between =
        "    )\n"
        "    if ((CURRENT == 2)); then\n"
        "        _describe -t commands command commands\n"
        "        return\n"
        "    fi\n"
        "    local command=$words[2]\n"
        "    shift words\n"
        "    ((CURRENT--))\n"
        "    case $command in\n",
    .end =
        "    esac\n"
        "}\n\n"
        "if [[ $funcstack[1] == _orrery ]]; then\n"
        "    _orrery \"$@\"\n"
        "else\n"
        "    compdef _orrery orrery\n"
        "fi\n",
    .add_to_list = list_zsh,
    .begin = begin_zsh,
    .add_option = add_zsh,
    .end_of_command = "            && return\n        ;;\n",
};

/* ---- fish ------------------------------------------------------------------------------------ */

static void list_fish(struct text *out, const struct command *command, enum language language)
{
    text_addf(out, "complete -c orrery -f -n __fish_use_subcommand -a %s -d ", command->name);
    end_with_about(out, command->about, language);
}

static void add_condition(struct text *out, const struct command *command)
{
    text_addf(out, "complete -c orrery -n '__fish_seen_subcommand_from %s'", command->name);
}

static void begin_fish(struct text *out, const struct command *command, const char *words)
{
    if (words[0] == '\0')
        return;
    add_condition(out, command);
    text_addf(out, " -a '%s'\n", words);
}

static void add_fish(struct text *out, const struct command *command,
                     const struct argument *argument, enum language language)
{
    add_condition(out, command);
    text_addf(out, " -l %s", argument->name);
    if (is_choice(argument->value)) {
        struct text words = {0};
        add_words_of(&words, argument->value);
        text_addf(out, " -x -a '%s'", text_string(&words));
        text_free(&words);
    } else if (argument->value != NULL) {
        text_add(out, is_file(argument->value) ? " -r -F" : " -x");
    }
    text_add(out, " -d ");
    end_with_about(out, argument->about, language);
}

static const struct shell fish = {
    .name = "fish",
    .start =
        "# Completion for fish, made by `orrery completion fish`. SPDX-License-Identifier: MIT\n\n",
    .between = "",
    .end = "",
    .add_to_list = list_fish,
    .begin = begin_fish,
    .add_option = add_fish,
    .end_of_command = "",
};

/* ---- the command ----------------------------------------------------------------------------- */

static void add_command(struct invocation *invocation, const struct argument *arguments)
{
    const struct shell *shell = invocation->context;
    struct text words = {0};
    add_first_words(&words, invocation->command);
    shell->begin(&invocation->out, invocation->command, text_string(&words));
    for (; arguments->name != NULL; arguments++)
        shell->add_option(&invocation->out, invocation->command, arguments, invocation->language);
    for (arguments = common_arguments; arguments->name != NULL; arguments++)
        shell->add_option(&invocation->out, invocation->command, arguments, invocation->language);
    text_add(&invocation->out, shell->end_of_command);
    text_free(&words);
}

static void write_script(const struct shell *shell, enum language language, struct text *out)
{
    text_add(out, shell->start);
    for (int i = 0; commands[i] != NULL; i++)
        shell->add_to_list(out, commands[i], language);
    text_add(out, shell->between);
    for (int i = 0; commands[i] != NULL; i++)
        command_describe(commands[i], language, add_command, shell, out);
    text_add(out, shell->end);
}

static int run(struct invocation *invocation)
{
    static const struct shell *const shells[] = {&bash, &zsh, &fish, NULL};
    const struct argument arguments[] = {{0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    const char *name = invocation->given.list[0];
    for (int i = 0; shells[i] != NULL; i++) {
        if (strcmp(name, shells[i]->name) == 0) {
            write_script(shells[i], invocation->language, &invocation->out);
            return EXIT_FINE;
        }
    }
    problem_set(&invocation->problem, _("there is no completion for \"{0}\"; there is: {1}."), name,
                "bash, zsh, fish", NULL);
    return EXIT_USAGE;
}

const struct command completion_command = {
    "completion",
    "bash|zsh|fish",
    _("print a script that completes the command line in a shell"),
    run,
    _("For this shell only: source <(orrery completion bash)"),
    NULL,
};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery manual: the manual pages, as man(1) reads them, from the same tables as --help. */

#include "arguments.h"
#include "version.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>

/* ---- roff ------------------------------------------------------------------------------------ */

/* Text in a line of its own or behind a macro: nothing in it is a command, and a hyphen that is
 * typed is one that can be copied. */
static void add_plain(struct text *out, struct span span)
{
    bool starts_line = out->length == 0 || out->at[out->length - 1] == '\n';
    if (starts_line && span.length > 0 && strchr(".'", span.at[0]) != NULL)
        text_add(out, "\\&");
    for (size_t i = 0; i < span.length; i++) {
        if (span.at[i] == '\\')
            text_add(out, "\\e");
        else if (span.at[i] == '-')
            text_add(out, "\\-");
        else
            text_add_char(out, span.at[i]);
    }
}

static void add_line(struct text *out, const char *string)
{
    add_plain(out, span_of(string));
    text_add_char(out, '\n');
}

/* An argument of a macro: in quotes, so without any inside. */
static void add_macro(struct text *out, const char *macro, struct span span)
{
    text_addf(out, ".%s \"", macro);
    for (size_t i = 0; i < span.length; i++)
        if (span.at[i] == '"')
            text_add(out, "\\(dq");
        else
            add_plain(out, (struct span){span.at + i, 1});
    text_add(out, "\"\n");
}

static void add_heading(struct text *out, enum language language, const char *heading)
{
    add_macro(out, "SH", span_of(phrase(language, heading)));
}

/* A line of further help. What is in two columns there is a term and what it means here. */
static void add_help_line(struct text *out, struct span line)
{
    size_t term = 0;
    while (term + 1 < line.length && !(line.at[term] == ' ' && line.at[term + 1] == ' '))
        term++;
    if (line.length == 0) {
        text_add(out, ".PP\n");
    } else if (term + 1 >= line.length) {
        add_plain(out, line);
        text_add(out, "\n");
    } else {
        text_add(out, ".TP\n");
        add_macro(out, "B", (struct span){line.at, term});
        add_plain(out, span_trim((struct span){line.at + term, line.length - term}));
        text_add(out, "\n");
    }
}

static void add_help_lines(struct text *out, const char *lines)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        add_help_line(out, (struct span){lines, length});
        lines += length + (lines[length] == '\n' ? 1 : 0);
    }
}

/* ---- pages ----------------------------------------------------------------------------------- */

static void add_title(struct text *out, const char *command)
{
    text_add(out, ".\\\" made by `orrery manual`; SPDX-License-Identifier: MIT\n.TH ORRERY");
    for (const char *at = command; *at != '\0'; at++)
        text_addf(out, "%s%c", at == command ? "\\-" : "", toupper((unsigned char)*at));
    text_addf(out, " 1 \"%s\" \"orrery %s\" \"Orrery\"\n", program_date, program_version);
}

static void add_option(struct text *out, enum language language, const struct argument *argument)
{
    struct text head = {0}, standard = {0};
    text_addf(&head, "--%s", argument->name);
    text_add(out, ".TP\n");
    if (argument->value == NULL) {
        add_macro(out, "B", text_span(&head));
    } else {
        text_add(out, ".BI ");
        add_plain(out, text_span(&head));
        text_add(out, " \" ");
        add_plain(out, span_of(argument->value));
        text_add(out, "\"\n");
    }
    add_plain(out, span_of(phrase(language, argument->about)));
    write_default(argument, language, &standard);
    if (standard.length > 0) {
        struct text behind = {0};
        phrase_write_with(&behind, language, _("(default: {0})"), text_string(&standard), NULL,
                          NULL);
        text_add_char(out, ' ');
        add_plain(out, text_span(&behind));
        text_free(&behind);
    }
    text_add_char(out, '\n');
    text_free(&head);
    text_free(&standard);
}

/* Every page leads to the others by the one of the program. */
static void add_end(struct text *out, enum language language)
{
    add_heading(out, language, _("EXIT STATUS"));
    add_line(out,
             phrase(language, _("0 if all went well, 1 if it failed, 2 if the command line or a "
                                "file was wrong.")));
    add_heading(out, language, _("SEE ALSO"));
}

static void write_page(struct invocation *invocation, const struct argument *arguments)
{
    const struct command *command = invocation->command;
    enum language language = invocation->language;
    struct text *out = &invocation->out;
    add_title(out, command->name);
    add_heading(out, language, _("NAME"));
    text_addf(out, "orrery\\-%s \\- ", command->name);
    add_line(out, phrase(language, command->about));
    add_heading(out, language, _("SYNOPSIS"));
    text_addf(out, ".B orrery %s\n", command->name);
    if (command->usage[0] != '\0')
        add_line(out, command->usage);
    if (command->more != NULL) {
        add_heading(out, language, _("DESCRIPTION"));
        add_help_lines(out, phrase(language, command->more));
    }
    add_heading(out, language, _("OPTIONS"));
    for (; arguments->name != NULL; arguments++)
        add_option(out, language, arguments);
    for (arguments = common_arguments; arguments->name != NULL; arguments++)
        add_option(out, language, arguments);
    add_end(out, language);
    text_add(out, ".BR orrery (1)\n");
}

static void write_main_page(enum language language, struct text *out)
{
    add_title(out, "");
    add_heading(out, language, _("NAME"));
    text_add(out, "orrery \\- ");
    add_line(out,
             phrase(language, _("board games with every rule, in the browser and the terminal")));
    add_heading(out, language, _("SYNOPSIS"));
    text_add(out, ".B orrery\n");
    add_line(out, phrase(language, _("COMMAND [options]")));
    add_heading(out, language, _("DESCRIPTION"));
    add_line(out, phrase(language, _("Board games with every rule, nothing bent.")));
    add_line(out,
             phrase(language, _("Each command has a manual page of its own. The pages docs/… that "
                                "they name are installed in share/doc/orrery.")));
    add_heading(out, language, _("COMMANDS"));
    for (int i = 0; commands[i] != NULL; i++) {
        struct text head = {0};
        text_addf(&head, "orrery %s%s%s", commands[i]->name, commands[i]->usage[0] ? " " : "",
                  commands[i]->usage);
        text_add(out, ".TP\n");
        add_macro(out, "B", text_span(&head));
        add_line(out, phrase(language, commands[i]->about));
        text_free(&head);
    }
    add_heading(out, language, _("ENVIRONMENT"));
    text_add(out, ".TP\n.BR ORRERY_LANG , \" LC_ALL\" , \" LC_MESSAGES\" , \" LANG\"\n");
    add_line(out, phrase(language, _("the language: the first of these that is set counts")));
    add_end(out, language);
    for (int i = 0; commands[i] != NULL; i++)
        text_addf(out, ".BR orrery\\-%s (1)%s\n", commands[i]->name,
                  commands[i + 1] != NULL ? "," : "");
}

/* The page of a command, or that of the program for NULL. */
static void add_page(const struct command *command, enum language language, struct text *out)
{
    if (command == NULL)
        write_main_page(language, out);
    else
        command_describe(command, language, write_page, NULL, out);
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool write_file(const char *folder, const struct command *command, enum language language,
                       struct problem *problem)
{
    struct text path = {0}, page = {0};
    text_addf(&path, "%s/orrery%s%s.1", folder, command != NULL ? "-" : "",
              command != NULL ? command->name : "");
    add_page(command, language, &page);
    bool fine = file_write(text_string(&path), text_span(&page), problem);
    text_free(&path);
    text_free(&page);
    return fine;
}

static bool write_all(const char *folder, enum language language, struct problem *problem)
{
    bool fine = write_file(folder, NULL, language, problem);
    for (int i = 0; fine && commands[i] != NULL; i++)
        fine = write_file(folder, commands[i], language, problem);
    return fine;
}

static bool print_page(struct invocation *invocation)
{
    const char *name = invocation->given.count > 0 ? invocation->given.list[0] : NULL;
    int i = 0;
    while (name != NULL && commands[i] != NULL && strcmp(commands[i]->name, name) != 0)
        i++;
    if (name != NULL && commands[i] == NULL)
        return problem_set(&invocation->problem, _("unknown command \"{0}\"; try orrery --help."),
                           name, NULL, NULL);
    add_page(name != NULL ? commands[i] : NULL, invocation->language, &invocation->out);
    return true;
}

static int run(struct invocation *invocation)
{
    const char *folder = NULL;
    const struct argument arguments[] = {
        {"into", "FOLDER", _("write all pages into this folder"), ARGUMENT_TEXT, &folder, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 0, 1);
    if (code >= 0)
        return code;
    if (folder == NULL)
        return print_page(invocation) ? EXIT_FINE : EXIT_USAGE;
    if (invocation->given.count > 0) {
        problem_set(&invocation->problem, _("--into writes all pages; name no command with it."),
                    NULL, NULL, NULL);
        return EXIT_USAGE;
    }
    return write_all(folder, invocation->language, &invocation->problem) ? EXIT_FINE : EXIT_FAILED;
}

static void add_words(struct text *out)
{
    for (int i = 0; commands[i] != NULL; i++)
        text_addf(out, "%s\n", commands[i]->name);
}

const struct command manual_command = {
    "manual",
    "[COMMAND]",
    _("print a manual page"),
    run,
    _("To read one: orrery manual play | man -l -"),
    add_words,
};

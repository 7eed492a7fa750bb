/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery cards: checks a card set and prints it as text, with the source of each card. */

#include "arguments.h"

#include "contract/ruleset.h"

#include <inttypes.h>

static const char *source_text(enum provenance provenance)
{
    return provenance == PRINTED ? _("printed") : _("reconstructed");
}

/* Writes all components; returns how many there are. */
static int write_components(const struct ruleset *rules, enum language language, struct text *out)
{
    struct component component = {0};
    int count = 0;
    for (; rules->game->component(rules, count, language, &component); count++) {
        text_addf(out, "%s %s", component.kind, component.id);
        text_add(out, "  ");
        text_pad_to(out, 24);
        text_addf(out, "%s  [%s]\n", component.name,
                  phrase(language, source_text(component.provenance)));
        text_pad_to(out, 24);
        text_addf(out, "%s\n", text_string(&component.text));
        text_clear(&component.text);
    }
    text_free(&component.text);
    return count;
}

static int run(const struct command *command, int argc, char **argv, enum language language)
{
    struct setup_choice choice = {0};
    const struct argument arguments[] = {SETUP_ARGUMENTS(choice), {0}};
    struct problem problem = {0};
    struct given given;
    int code = arguments_read(command, arguments, argc, argv, &language, 1, 1, &given);
    if (code >= 0)
        return code;
    struct ruleset *rules = open_chosen(given.list[0], &choice, &problem);
    if (rules == NULL) {
        complain(&problem, language);
        return EXIT_USAGE;
    }
    struct text out = {0}, number = {0}, fingerprint = {0};
    text_add_number(&number, write_components(rules, language, &out));
    text_addf(&fingerprint, "%016" PRIx64, rules->fingerprint);
    phrase_write_with(&out, language, _("{0} components, card set {1}"), text_string(&number),
                      text_string(&fingerprint), NULL);
    text_add_char(&out, '\n');
    print_text(&out);
    text_free(&out);
    text_free(&number);
    text_free(&fingerprint);
    ruleset_close(rules);
    return EXIT_FINE;
}

extern const struct command cards_command;
const struct command cards_command = {
    "cards", "GAME [--cards DIR]", _("check a card set and print it"), run, NULL,
};

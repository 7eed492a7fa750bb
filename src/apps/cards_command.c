/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery cards: checks a card set and prints it as text, with the source of each card. */

#include "arguments.h"

#include "contract/notation.h"
#include "contract/ruleset.h"

#include <inttypes.h>

static const char *source_text(enum provenance provenance)
{
    static const char *const texts[] = {
        [PRINTED] = _("printed"),
        [RECONSTRUCTED] = _("reconstructed"),
        [CONFIRMED] = _("confirmed"),
        [CORRECTED] = _("corrected"),
    };
    return texts[provenance];
}

/* The sources of single values, on a line of their own. */
static void write_sources(const struct component *component, enum language language,
                          struct text *out)
{
    for (int i = 0; i < component->source_count; i++) {
        const struct value_source *source = &component->sources[i];
        const char *status = phrase(language, source_text(source->status));
        if (i == 0)
            text_pad_to(out, 24);
        else
            text_add(out, "; ");
        value_source_write(source, out);
        text_add(out, ": ");
        if (source->by[0] != '\0')
            phrase_write_with(out, language, _("{0} by {1}"), status, source->by, NULL);
        else
            text_add(out, status);
    }
    if (component->source_count > 0)
        text_add_char(out, '\n');
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
        write_sources(&component, language, out);
        text_clear(&component.text);
    }
    text_free(&component.text);
    return count;
}

static int run(struct invocation *invocation)
{
    struct setup_choice choice = {0};
    const struct argument arguments[] = {SETUP_ARGUMENTS(choice), {0}};
    struct ruleset *rules;
    int code = arguments_open(invocation, arguments, &choice, &rules);
    if (code >= 0)
        return code;
    struct text *out = &invocation->out, number = {0}, fingerprint = {0};
    text_add_number(&number, write_components(rules, invocation->language, out));
    text_addf(&fingerprint, "%016" PRIx64, rules->fingerprint);
    phrase_write_with(out, invocation->language, _("{0} {0|component|components}, card set {1}"),
                      text_string(&number), text_string(&fingerprint), NULL);
    text_add_char(out, '\n');
    text_free(&number);
    text_free(&fingerprint);
    ruleset_close(rules);
    return EXIT_FINE;
}

const struct command cards_command = {
    "cards", "GAME [--cards PATH]", _("check a card set and print it"), run, NULL, NULL,
};

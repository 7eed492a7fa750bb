/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery games: lists the games with their options, or all that there is in one of them. */

#include "arguments.h"

#include "contract/catalogue.h"
#include "contract/games.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <stdio.h>

static void write_option(const struct option *option, enum language language, struct text *out)
{
    text_addf(out, "    %s: %s\n", option->name, phrase(language, option->text));
    for (int i = 0; option->choices[i] != NULL; i++) {
        text_addf(out, "      %s%s", option->choices[i], i == option->standard ? " *" : "");
        text_pad_to(out, 24);
        text_addf(out, "%s\n", phrase(language, option->texts[i]));
    }
}

static void write_game(const struct game *game, enum language language, struct text *out)
{
    char least[8], most[8], version[8];
    snprintf(least, sizeof least, "%d", game->players_min);
    snprintf(most, sizeof most, "%d", game->players_max);
    snprintf(version, sizeof version, "%d", game->rules_version);
    text_addf(out, "%s: %s\n    ", game->name, phrase(language, game->title));
    if (game->players_min == game->players_max)
        phrase_write_with(out, language, _("{0} players, rules version {1}"), least, version, NULL);
    else
        phrase_write_with(out, language, _("{0} to {1} players, rules version {2}"), least, most,
                          version);
    text_add_char(out, '\n');
    for (int i = 0; i < option_count(game); i++)
        write_option(&game->words->options[i], language, out);
}

static void put_all(struct invocation *invocation)
{
    struct json json = {.out = &invocation->out};
    json_open(&json, NULL, '[');
    for (int i = 0; games[i] != NULL; i++)
        catalogue_json(games[i], invocation->language, &json);
    json_close(&json, ']');
}

static void put_one(struct invocation *invocation, const struct game *game, bool as_json)
{
    struct json json = {.out = &invocation->out};
    assert(game != NULL);
    if (as_json) {
        catalogue_json(game, invocation->language, &json);
        return;
    }
    write_game(game, invocation->language, &invocation->out);
    catalogue_write(game, invocation->language, &invocation->out);
}

static int run(struct invocation *invocation)
{
    bool names = false, as_json = false;
    const struct argument arguments[] = {
        {"names", NULL, _("print only the names"), ARGUMENT_FLAG, &names, 0, 0},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &as_json, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 0, 1);
    if (code >= 0)
        return code;
    struct text *out = &invocation->out;
    if (invocation->given.count > 0) {
        const struct game *game = find_game(invocation->given.list[0], &invocation->problem);
        if (game == NULL)
            return EXIT_USAGE;
        put_one(invocation, game, as_json);
    } else if (as_json) {
        put_all(invocation);
    }
    if (as_json)
        text_add_char(out, '\n');
    for (int i = 0; invocation->given.count == 0 && !as_json && games[i] != NULL; i++) {
        if (names)
            text_addf(out, "%s\n", games[i]->name);
        else
            write_game(games[i], invocation->language, out);
    }
    return EXIT_FINE;
}

const struct command games_command = {
    "games",
    "[GAME]",
    _("list the games and their options, or all moves, events, reasons, fields and features of one"),
    run,
    _("A star marks the default choice."),
    NULL,
};

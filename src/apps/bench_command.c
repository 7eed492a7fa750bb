/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery bench: prints how fast the games are, for each number of players, on one core. */

#include "arguments.h"
#include "measure.h"

#include "contract/games.h"
#include "contract/ruleset.h"
#include "terminal/progress.h"

#include <stdio.h>

/* A number that can be read at a glance: 6.21 M. */
static void write_rate(double rate, struct text *out)
{
    if (rate >= 1e6)
        text_addf(out, "%9.2f M/s", rate / 1e6);
    else if (rate >= 1e3)
        text_addf(out, "%9.2f k/s", rate / 1e3);
    else
        text_addf(out, "%9.2f  /s", rate);
}

static void write_table(const struct ruleset *rules, const struct figure *figures,
                        enum language language, struct text *out)
{
    char players[8], bytes[8];
    snprintf(players, sizeof players, "%d", rules->setup.players);
    snprintf(bytes, sizeof bytes, "%d", rules->game->state_size);
    phrase_write_with(out, language, _("{0}, {1} players, a state of {2} bytes"), rules->game->name,
                      players, bytes);
    text_add_char(out, '\n');
    for (int i = 0; i < MEASURES; i++) {
        text_addf(out, "  %s", phrase(language, figures[i].about));
        text_pad_to(out, 44);
        write_rate(figures[i].per_second, out);
        text_add_char(out, '\n');
    }
}

static void add_json(const struct ruleset *rules, const struct figure *figures, struct json *json)
{
    json_open(json, NULL, '{');
    json_put_string(json, "game", rules->game->name);
    json_put_number(json, "players", rules->setup.players);
    json_put_number(json, "state_bytes", rules->game->state_size);
    for (int i = 0; i < MEASURES; i++)
        json_put_decimal(json, figures[i].name, figures[i].per_second, 1);
    json_close(json, '}');
}

/* Measures one game at one number of players. */
static bool bench_one(const struct game *game, int players, bool as_json, enum language language,
                      struct json *json, struct problem *problem)
{
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)players;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, problem);
    if (rules == NULL)
        return false;
    struct figure figures[MEASURES];
    struct progress progress;
    progress_start(&progress, game->name, MEASURES * MEASURE_SAMPLES);
    measure_game(rules, MEASURE_SAMPLE_NS, figures, progress_follow, &progress);
    progress_end(&progress);
    if (as_json) {
        add_json(rules, figures, json);
    } else {
        struct text out = {0};
        write_table(rules, figures, language, &out);
        print_text(&out);
        fflush(stdout);
        text_free(&out);
    }
    ruleset_close(rules);
    return true;
}

static bool bench_game(const struct game *game, bool as_json, enum language language,
                       struct json *json, struct problem *problem)
{
    for (int players = game->players_min; players <= game->players_max; players++)
        if (!bench_one(game, players, as_json, language, json, problem))
            return false;
    return true;
}

static int run(const struct command *command, int argc, char **argv, enum language language)
{
    bool as_json = false;
    const struct argument arguments[] = {
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &as_json, 0, 0}, {0}};
    struct problem problem = {0};
    struct given given;
    int code = arguments_read(command, arguments, argc, argv, &language, 0, 1, &given);
    if (code >= 0)
        return code;
    struct text out = {0};
    struct json json = {.out = &out};
    const struct game *only = given.count > 0 ? find_game(given.list[0], &problem) : NULL;
    bool fine = given.count == 0 || only != NULL;
    json_open(&json, NULL, '[');
    for (int i = 0; fine && games[i] != NULL; i++)
        if (only == NULL || only == games[i])
            fine = bench_game(games[i], as_json, language, &json, &problem);
    json_close(&json, ']');
    text_add_char(&out, '\n');
    if (!fine)
        complain(&problem, language);
    else if (as_json)
        print_text(&out);
    text_free(&out);
    return fine ? EXIT_FINE : EXIT_USAGE;
}

extern const struct command bench_command;
const struct command bench_command = {
    "bench", "[GAME]", _("measure the speed of the games on one core"), run, NULL,
};

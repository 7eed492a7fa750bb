/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery bench: prints how fast the games are, for each number of players, on one core. */

#include "arguments.h"
#include "measure.h"

#include "base/bits.h"
#include "contract/games.h"
#include "contract/ruleset.h"
#include "players/own_judge.h"
#include "terminal/progress.h"

#include <stdio.h>

/* A number that can be read at a glance: 6.21 M. */
static void write_rate(double rate, int width, struct text *out)
{
    const char *unit = rate >= 1e6 ? "M" : rate >= 1e3 ? "k" : "";
    double scale = rate >= 1e6 ? 1e6 : rate >= 1e3 ? 1e3 : 1;
    text_addf(out, "%*.2f %s", width, rate / scale, unit);
}

static void write_table(const struct ruleset *rules, const struct figure *figures, int count,
                        enum language language, struct text *out)
{
    char players[8], bytes[8];
    snprintf(players, sizeof players, "%d", rules->setup.players);
    snprintf(bytes, sizeof bytes, "%d", rules->game->state_size);
    phrase_write_with(out, language, _("{0}, {1} players, a state of {2} bytes"), rules->game->name,
                      players, bytes);
    text_add_char(out, '\n');
    for (int i = 0; i < count; i++) {
        text_addf(out, "  %s", phrase(language, figures[i].about));
        text_pad_to(out, 44);
        write_rate(figures[i].per_second, 9, out);
        text_add(out, "/s");
        text_pad_to(out, 60);
        write_rate(figures[i].low, 0, out);
        text_add(out, " – ");
        write_rate(figures[i].high, 0, out);
        text_add_char(out, '\n');
    }
}

static void add_json(const struct ruleset *rules, const struct figure *figures, int count,
                     struct json *json)
{
    json_open(json, NULL, '{');
    json_put_string(json, "game", rules->game->name);
    json_put_number(json, "players", rules->setup.players);
    json_put_number(json, "state_bytes", rules->game->state_size);
    for (int i = 0; i < count; i++)
        json_put_decimal(json, figures[i].name, figures[i].per_second, 1);
    json_open(json, "ranges", '{');
    for (int i = 0; i < count; i++) {
        json_open(json, figures[i].name, '[');
        json_put_decimal(json, NULL, figures[i].low, 1);
        json_put_decimal(json, NULL, figures[i].high, 1);
        json_close(json, ']');
    }
    json_close(json, '}');
    json_close(json, '}');
}

/* What was asked for. */
struct order {
    struct measure_settings settings;
    int64_t players; /* 0: each number */
    bool as_json;
    enum language language;
};

/* Measures one game at one number of players. */
static bool bench_one(const struct order *order, const struct game *game, int players,
                      struct json *json, struct problem *problem)
{
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)players;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, problem);
    if (rules == NULL)
        return false;
    struct figure figures[MEASURES];
    struct progress progress;
    progress_start(&progress, game->name,
                   (uint64_t)(bits_count(order->settings.wanted) * order->settings.samples));
    int count = measure_game(rules, &order->settings, figures, progress_follow, &progress);
    progress_end(&progress);
    if (order->as_json) {
        add_json(rules, figures, count, json);
    } else {
        struct text out = {0};
        write_table(rules, figures, count, order->language, &out);
        print_text(&out);
        fflush(stdout);
        text_free(&out);
    }
    ruleset_close(rules);
    return true;
}

static bool bench_game(const struct order *order, const struct game *game, struct json *json,
                       struct problem *problem)
{
    for (int players = game->players_min; players <= game->players_max; players++)
        if ((order->players == 0 || order->players == players) &&
            !bench_one(order, game, players, json, problem))
            return false;
    return true;
}

/* The games that are asked for: one, or all. */
static bool bench_games(const struct order *order, const struct game *only, struct json *json,
                        struct problem *problem)
{
    bool fine = true;
    json_open(json, NULL, '[');
    for (int i = 0; fine && games[i] != NULL; i++)
        if (only == NULL || only == games[i])
            fine = bench_game(order, games[i], json, problem);
    json_close(json, ']');
    text_add_char(json->out, '\n');
    return fine;
}

/* With the judge of a file, if there is one. */
static bool bench_with(struct order *order, const char *network, const struct game *only,
                       struct json *json, struct problem *problem)
{
    if (network == NULL)
        return bench_games(order, only, json, problem);
    if (only == NULL)
        return problem_set(problem, _("--network is for one game: name it."), NULL, NULL, NULL);
    struct own_judge *own = own_judge_open(only, network, problem);
    if (own == NULL)
        return false;
    order->settings.judge = &own->judge;
    bool fine = bench_games(order, only, json, problem);
    own_judge_close(own);
    return fine;
}

static int run(struct invocation *invocation)
{
    struct order order = {.settings.wanted = measures_all()};
    const char *only_measures = NULL, *network = NULL;
    int64_t samples = 5, sample_ms = 300, seed = 1;
    const struct argument arguments[] = {
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &order.as_json, 0, 0},
        {"players", "N", _("only with this number of players"), ARGUMENT_NUMBER, &order.players, 1,
         SEATS_MAX},
        {"only", "NAMES", _("only these measures, as JSON names them: decisions,leaves"),
         ARGUMENT_TEXT, &only_measures, 0, 0},
        {"samples", "N", _("samples per value; the median counts"), ARGUMENT_NUMBER, &samples, 1,
         MEASURE_SAMPLES_MAX},
        {"sample", "MS", _("milliseconds per sample"), ARGUMENT_NUMBER, &sample_ms, 1, 60000},
        {"seed", "S", _("seed of the games that are measured on"), ARGUMENT_NUMBER, &seed, 0,
         INT32_MAX},
        NETWORK_ARGUMENT(network),
        {0}};
    int code = arguments_read(invocation, arguments, 0, 1);
    if (code >= 0)
        return code;
    struct json json = {.out = &invocation->out};
    struct problem *problem = &invocation->problem;
    order.language = invocation->language;
    order.settings.samples = (int)samples;
    order.settings.sample_ns = sample_ms * 1000000;
    order.settings.seed = (uint64_t)seed;
    if (only_measures != NULL)
        order.settings.wanted = measures_named(only_measures, problem);
    const char *name = invocation->given.count > 0 ? invocation->given.list[0] : NULL;
    const struct game *only = name != NULL ? find_game(name, problem) : NULL;
    bool fine = !problem_is_set(problem) && bench_with(&order, network, only, &json, problem);
    if (!fine || !order.as_json)
        text_clear(&invocation->out);
    return fine ? EXIT_FINE : EXIT_USAGE;
}

const struct command bench_command = {
    "bench", "[GAME]", _("measure the speed of the games on one core"), run, NULL, NULL,
};

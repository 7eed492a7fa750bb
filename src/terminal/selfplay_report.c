/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Prints the statistics of self-play. */

#include "selfplay_report.h"
#include "report_parts.h"

#include <inttypes.h>

static void write_spread_row(const char *label, const struct spread *spread, struct text *out)
{
    text_addf(out, "%s", label);
    text_pad_to(out, 26);
    text_addf(out, "%10.2f %8" PRId64 " %8" PRId64 " %10.2f\n", spread_mean(spread), spread->min,
              spread->max, spread_deviation(spread));
}

void selfplay_table(const struct selfplay *task, const struct selfplay_result *result,
                    enum language language, struct text *out)
{
    text_addf(out, "%s: %" PRIu64 "\n", phrase(language, _("games")), result->games);
    text_addf(out, "%s: %" PRIu64 "\n", phrase(language, _("errors")), result->errors);
    text_pad_to(out, 26);
    text_addf(out, "%10s %8s %8s %10s\n", phrase(language, _("mean")), phrase(language, _("least")),
              phrase(language, _("most")), phrase(language, _("deviation")));
    write_spread_row(phrase(language, _("decisions")), &result->decisions_each, out);
    write_spread_row(phrase(language, _("rounds")), &result->rounds, out);
    for (int seat = 0; seat < task->rules->setup.players; seat++) {
        struct text label = {0};
        struct span player = task->players[seat % task->player_count];
        text_addf(&label, "%s %d %.*s ", phrase(language, _("score")), seat + 1, (int)player.length,
                  player.at);
        write_spread_row(text_string(&label), &result->score[seat], out);
        text_free(&label);
    }
    for (int seat = 0; seat < task->rules->setup.players && result->games > 0; seat++)
        text_addf(out, "%s %d: %.2f %%\n", phrase(language, _("wins of seat")), seat + 1,
                  100.0 * (double)result->wins[seat] / SELFPLAY_WIN / (double)result->games);
}

static void json_spread(struct json *json, const char *key, const struct spread *spread)
{
    json_open(json, key, '{');
    json_put_decimal(json, "mean", spread_mean(spread), 4);
    json_put_number(json, "min", spread->min);
    json_put_number(json, "max", spread->max);
    json_put_decimal(json, "deviation", spread_deviation(spread), 3);
    json_close(json, '}');
}

void selfplay_json(const struct selfplay *task, const struct selfplay_result *result,
                   struct text *out)
{
    struct json json = {.out = out};
    report_open(&json, task->rules, task->seed, result->games);
    json_put_number(&json, "moves", (int64_t)result->moves);
    json_put_number(&json, "errors", (int64_t)result->errors);
    json_spread(&json, "decisions", &result->decisions_each);
    json_spread(&json, "rounds", &result->rounds);
    json_open(&json, "seats", '[');
    for (int seat = 0; seat < task->rules->setup.players; seat++) {
        char player[PLAYER_DESCRIPTION_MAX + 1];
        span_copy(task->players[seat % task->player_count], player, sizeof player);
        json_open(&json, NULL, '{');
        json_put_string(&json, "player", player);
        json_put_number(&json, "decisions", (int64_t)result->decisions[seat]);
        json_spread(&json, "score", &result->score[seat]);
        json_put_decimal(&json, "wins", (double)result->wins[seat] / SELFPLAY_WIN, 3);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    text_add_char(out, '\n');
}

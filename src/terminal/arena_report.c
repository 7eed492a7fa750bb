/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The outcome of a contest as a table, as JSON and as a picture. */

#include "arena_report.h"

#include <inttypes.h>

/* The strongest first. */
static void sort_players(const struct arena_result *result, int *order)
{
    for (int i = 0; i < result->count; i++) {
        int at = i;
        while (at > 0 &&
               result->players[order[at - 1]].rating < result->players[i].rating) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

void arena_table(const struct arena_result *result, enum language language, struct text *out)
{
    int order[ARENA_PLAYERS_MAX];
    sort_players(result, order);
    text_addf(out, "%s: %" PRIu64 ", %s: %" PRIu64 ", %s: %" PRIu64 ", %s: %.1f\n",
              phrase(language, _("games")), result->games, phrase(language, _("deals")),
              result->deals, phrase(language, _("errors")), result->errors,
              phrase(language, _("rounds")), spread_mean(&result->rounds));
    text_pad_to(out, 34);
    text_addf(out, "%16s %6s %15s %8s %8s %9s\n", phrase(language, _("wins %")),
              phrase(language, _("fair")), phrase(language, _("rating")),
              phrase(language, _("score")), phrase(language, _("margin")),
              phrase(language, _("ms")));
    for (int i = 0; i < result->count; i++) {
        const struct arena_player *player = &result->players[order[i]];
        text_addf(out, "%s ", player->description);
        text_pad_to(out, 34);
        text_addf(out, "%8.1f ± %5.1f %6.1f %8.0f ± %4.0f %8.1f %+8.1f %9.3f\n", 100 * player->win,
                  100 * player->win_error, 100 * player->fair, player->rating,
                  player->rating_error, player->score, player->margin, player->ms);
    }
}

static void put_player(struct json *json, const struct arena_player *player)
{
    json_open(json, NULL, '{');
    json_put_string(json, "player", player->description);
    json_put_number(json, "seats", (int64_t)player->seats);
    json_put_decimal(json, "win_share", player->win, 5);
    json_put_decimal(json, "win_error", player->win_error, 5);
    json_put_decimal(json, "fair_share", player->fair, 5);
    json_put_decimal(json, "rating", player->rating, 1);
    json_put_decimal(json, "rating_error", player->rating_error, 1);
    json_put_decimal(json, "score", player->score, 2);
    json_put_decimal(json, "margin", player->margin, 2);
    json_put_decimal(json, "ms", player->ms, 4);
    json_put_number(json, "decisions", (int64_t)player->decisions);
    json_close(json, '}');
}

void arena_json(const struct arena *task, const struct arena_result *result, struct text *out)
{
    struct json json = {.out = out};
    json_open(&json, NULL, '{');
    json_put_string(&json, "game", task->rules->game->name);
    json_put_number(&json, "players", task->rules->setup.players);
    json_put_number(&json, "seed", (int64_t)task->seed);
    json_put_number(&json, "games", (int64_t)result->games);
    json_put_number(&json, "deals", (int64_t)result->deals);
    json_put_number(&json, "errors", (int64_t)result->errors);
    json_put_decimal(&json, "rounds", spread_mean(&result->rounds), 2);
    json_open(&json, "results", '[');
    for (int i = 0; i < result->count; i++)
        put_player(&json, &result->players[i]);
    json_close(&json, ']');
    json_open(&json, "ahead", '[');
    for (int i = 0; i < result->count; i++) {
        json_open(&json, NULL, '[');
        for (int k = 0; k < result->count; k++)
            json_put_decimal(&json, NULL,
                             result->met[i][k] > 0 ? result->ahead[i][k] / result->met[i][k] : 0,
                             4);
        json_close(&json, ']');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    text_add_char(out, '\n');
}

/* ---- the picture ----------------------------------------------------------------------------- */

enum { LEFT = 250, WIDTH = 800, RIGHT = 60, TOP = 56, ROW = 34 };

static double most(const struct arena_result *result)
{
    double top = 100;
    for (int i = 0; i < result->count; i++) {
        double end = result->players[i].rating + result->players[i].rating_error;
        top = end > top ? end : top;
    }
    return top;
}

static void draw_row(const struct arena_player *player, int y, double scale, struct text *out)
{
    double x = LEFT + player->rating * scale, reach = player->rating_error * scale;
    text_addf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 14, y + 4,
              player->description);
    text_addf(out, "<path d=\"M%.1f %dH%.1f\" stroke=\"#8d7443\" stroke-width=\"3\"/>\n",
              x - reach < LEFT ? LEFT : x - reach, y, x + reach);
    text_addf(out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\" fill=\"#e0b868\"/>\n", x, y);
    text_addf(out, "<text x=\"%.1f\" y=\"%d\" fill=\"#b7bec7\">%.0f · %.1f %%</text>\n",
              x + reach + 10, y + 4, player->rating, 100 * player->win);
}

void arena_plot(const struct arena *task, const struct arena_result *result,
                enum language language, struct text *out)
{
    int order[ARENA_PLAYERS_MAX], height = TOP + ROW * result->count + 20;
    double scale = (WIDTH - LEFT - RIGHT - 80) / most(result);
    sort_players(result, order);
    text_addf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "font-family=\"sans-serif\" font-size=\"13\" fill=\"#efe8d8\">\n"
              "<rect width=\"%d\" height=\"%d\" fill=\"#0b111a\"/>\n",
              WIDTH, height, WIDTH, height);
    text_addf(out, "<text x=\"20\" y=\"28\" font-size=\"16\">%s · %d · %s %" PRIu64 "</text>\n",
              phrase(language, task->rules->game->title), task->rules->setup.players,
              phrase(language, _("games")), result->games);
    text_addf(out, "<path d=\"M%d %dV%d\" stroke=\"#46566b\"/>\n", LEFT, TOP - 14, height - 14);
    for (int i = 0; i < result->count; i++)
        draw_row(&result->players[order[i]], TOP + ROW * i + 8, scale, out);
    text_add(out, "</svg>\n");
}

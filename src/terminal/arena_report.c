/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The outcome of a contest as a table, as JSON and as a picture. */

#include "arena_report.h"
#include "report_parts.h"
#include "svg.h"

#include "players/rating.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The strongest first. */
static void sort_players(const struct arena_result *result, int *order)
{
    assert(result->count <= ARENA_PLAYERS_MAX);
    for (int i = 0; i < result->count; i++) {
        int at = i;
        for (; at > 0 && result->players[order[at - 1]].rating < result->players[i].rating; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Of the games between two players, the share in which the first was ahead. */
static double ahead_share(const struct arena_result *result, int first, int second)
{
    double met = result->met[first][second];
    assert(result->ahead[first][second] <= met);
    return met > 0 ? result->ahead[first][second] / met : 0;
}

/* ---- the table ------------------------------------------------------------------------------- */

/* How wide the column of the players is. */
static size_t name_width(const struct arena_result *result)
{
    size_t width = 0;
    for (int i = 0; i < result->count; i++) {
        size_t length = strlen(result->players[i].description);
        width = length > width ? length : width;
    }
    return width + 2; /* a number and a blank before it */
}

static void add_player(const struct arena_player *player, int number, size_t width,
                       struct text *out)
{
    text_addf(out, "%2d %s", number, player->description);
    text_pad_to(out, width);
    text_addf(out, "%9.1f   %5.1f … %5.1f%8.1f%8.0f ± %4.0f%9.1f%+9.1f%10.3f\n", 100 * player->win,
              100 * player->win_low, 100 * player->win_high, 100 * player->fair, player->rating,
              player->rating_error, player->score, player->margin, player->ms);
}

/* Players that lost games in other ways than by the rules. */
static void add_forfeits(const struct arena_result *result, enum language language,
                         struct text *out)
{
    for (int i = 0; i < result->count; i++) {
        const struct arena_player *player = &result->players[i];
        assert(player->forfeits <= result->games);
        char games[24];
        if (player->forfeits == 0)
            continue;
        snprintf(games, sizeof games, "%" PRIu64, player->forfeits);
        text_add_char(out, '\n');
        phrase_write_with(out, language, _("{0} forfeited games: {1} ({2})"), player->description,
                          games, phrase(language, player->failure));
        text_add_char(out, '\n');
    }
}

/* Who finished before whom how often: for more than two players. */
static void add_meetings(const struct arena_result *result, const int *order, size_t width,
                         enum language language, struct text *out)
{
    text_addf(out, "\n%s", phrase(language, _("ahead of, %")));
    text_pad_to(out, width);
    for (int i = 0; i < result->count; i++)
        text_addf(out, "%7d", i + 1);
    text_add_char(out, '\n');
    for (int i = 0; i < result->count; i++) {
        text_addf(out, "%2d %s", i + 1, result->players[order[i]].description);
        text_pad_to(out, width);
        for (int k = 0; k < result->count; k++)
            if (k == i)
                report_right(out, "–", 7);
            else
                text_addf(out, "%7.1f", 100 * ahead_share(result, order[i], order[k]));
        text_add_char(out, '\n');
    }
}

/* Of a ladder: each against the one before it in the list. */
static void add_steps(const struct arena_result *result, size_t width, enum language language,
                      struct text *out)
{
    static const struct report_column columns[] = {{_("games"), 8},          {_("ahead %"), 9},
                                                   {_("95 % interval"), 16}, {_("points"), 9},
                                                   {_("95 % interval"), 18}, {0}};
    text_addf(out, "\n%s", phrase(language, _("against the one before")));
    text_pad_to(out, width);
    report_titles(out, columns, language);
    for (int i = 1; i < result->count; i++) {
        struct step step = rating_step(result, i, i - 1);
        text_addf(out, "   %s", result->players[i].description);
        text_pad_to(out, width);
        text_addf(out, "%8.0f%9.1f   %5.1f … %5.1f%+9.0f     %+5.0f … %+5.0f\n", step.games,
                  100 * step.share, 100 * step.share_interval.low, 100 * step.share_interval.high,
                  step.points, step.points_interval.low, step.points_interval.high);
    }
}

void arena_table(const struct arena_result *result, enum language language, struct text *out)
{
    static const struct report_column columns[] = {
        {_("wins %"), 9}, {_("95 % interval"), 16}, {_("fair"), 8}, {_("rating"), 15},
        {_("score"), 9},  {_("margin"), 9},         {_("ms"), 10},  {0}};
    int order[ARENA_PLAYERS_MAX];
    size_t width = name_width(result) + 1;
    sort_players(result, order);
    text_addf(out, "%s: %" PRIu64 ", %s: %" PRIu64 ", %s: %" PRIu64 ", %s: %.1f\n",
              phrase(language, _("games")), result->games, phrase(language, _("deals")),
              result->deals, phrase(language, _("errors")), result->errors,
              phrase(language, _("rounds")), spread_mean(&result->rounds));
    text_pad_to(out, width);
    report_titles(out, columns, language);
    for (int i = 0; i < result->count; i++)
        add_player(&result->players[order[i]], i + 1, width, out);
    if (result->ladder)
        add_steps(result, width, language, out);
    else if (result->count > 2)
        add_meetings(result, order, width, language, out);
    add_forfeits(result, language, out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_player(struct json *json, const struct arena_player *player)
{
    json_open(json, NULL, '{');
    json_put_string(json, "player", player->description);
    json_put_number(json, "seats", (int64_t)player->seats);
    json_put_decimal(json, "win_share", player->win, 5);
    json_put_decimal(json, "win_low", player->win_low, 5);
    json_put_decimal(json, "win_high", player->win_high, 5);
    json_put_decimal(json, "fair_share", player->fair, 5);
    json_put_decimal(json, "rating", player->rating, 1);
    json_put_decimal(json, "rating_error", player->rating_error, 1);
    json_put_decimal(json, "score", player->score, 2);
    json_put_decimal(json, "margin", player->margin, 2);
    json_put_decimal(json, "ms", player->ms, 4);
    json_put_number(json, "decisions", (int64_t)player->decisions);
    json_put_number(json, "forfeits", (int64_t)player->forfeits);
    if (player->forfeits > 0)
        json_put_string(json, "failure", player->failure);
    json_close(json, '}');
}

/* A row and a column for each player, in the order of the results; null where two never met. */
static void put_meetings(struct json *json, const struct arena_result *result)
{
    json_open(json, "ahead", '[');
    for (int i = 0; i < result->count; i++) {
        json_open(json, NULL, '[');
        for (int k = 0; k < result->count; k++)
            if (result->met[i][k] > 0)
                json_put_decimal(json, NULL, ahead_share(result, i, k), 4);
            else
                json_put_null(json, NULL);
        json_close(json, ']');
    }
    json_close(json, ']');
}

void arena_json(const struct arena *task, const struct arena_result *result, struct text *out)
{
    struct json json = {.out = out};
    report_open(&json, task->rules, task->seed, result->games);
    json_put_number(&json, "deals", (int64_t)result->deals);
    json_put_number(&json, "errors", (int64_t)result->errors);
    json_put_decimal(&json, "rounds", spread_mean(&result->rounds), 2);
    json_open(&json, "results", '[');
    for (int i = 0; i < result->count; i++)
        put_player(&json, &result->players[i]);
    json_close(&json, ']');
    put_meetings(&json, result);
    json_close(&json, '}');
    text_add_char(out, '\n');
}

/* ---- the picture ----------------------------------------------------------------------------- */

enum { WIDTH = 860, RIGHT = 190, TOP = 84, ROW = 34, LETTER = 8, TICKS = 6 };

static const char style[] =
    ".title { font-size: 17px } .reach { stroke: #c39a4b; stroke-width: 4 }\n"
    ".mark { fill: #8a5f0f }\n"
    "@media (prefers-color-scheme: dark) {\n"
    ".reach { stroke: #8d7443 } .mark { fill: #e0b868 }\n"
    "}\n";

/* What of the picture depends on the results. */
struct plot_frame {
    int left, bottom;
    double scale; /* pixels for a rating point */
    double from, to;
};

/* A round distance of grid lines, so that there are TICKS at most. */
static double tick_step(double range)
{
    double step = 10;
    assert(isfinite(range)); /* else it would never be wide enough */
    for (int i = 0; range / step > TICKS; i++)
        step *= i % 3 == 1 ? 2.5 : 2; /* 20, 50, 100, 200, … */
    return step;
}

static struct plot_frame fit(const struct arena_result *result)
{
    struct plot_frame frame = {
        .left = 40, .bottom = TOP + ROW * result->count, .from = 0, .to = 100};
    frame.left += LETTER * (int)name_width(result);
    for (int i = 0; i < result->count; i++) {
        const struct arena_player *player = &result->players[i];
        frame.from = fmin(frame.from, player->rating - player->rating_error);
        frame.to = fmax(frame.to, player->rating + player->rating_error);
    }
    assert(frame.to > frame.from);
    frame.scale = (WIDTH - RIGHT - frame.left) / (frame.to - frame.from);
    return frame;
}

static double x_of(const struct plot_frame *frame, double rating)
{
    return frame->left + (rating - frame->from) * frame->scale;
}

static void draw_grid(const struct plot_frame *frame, struct text *out)
{
    double step = tick_step(frame->to - frame->from);
    for (double at = ceil(frame->from / step) * step; at <= frame->to; at += step) {
        double x = x_of(frame, at);
        text_addf(out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP - 14, frame->bottom);
        text_addf(out, "<text class=\"faint\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x,
                  frame->bottom + 18);
        text_addf(out, "%.0f</text>\n", at + 0.0); /* no minus before a zero */
    }
}

static void draw_row(const struct plot_frame *frame, const struct arena_player *player, int y,
                     struct text *out)
{
    double x = x_of(frame, player->rating), reach = player->rating_error * frame->scale;
    text_addf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", frame->left - 12,
              y + 5, player->description);
    text_addf(out, "<path class=\"reach\" d=\"M%.1f %dH%.1f\"/>\n", x - reach, y, x + reach);
    text_addf(out, "<circle class=\"mark\" cx=\"%.1f\" cy=\"%d\" r=\"6\"/>\n", x, y);
    text_addf(out, "<text class=\"faint\" x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDTH - 16,
              y + 5);
    text_addf(out, "%.0f ± %.0f · %.1f %%</text>\n", player->rating, player->rating_error,
              100 * player->win);
}

/* The titles of the picture: the game and how much was played; what the columns are. */
static void draw_titles(const struct arena *task, const struct arena_result *result,
                        const struct plot_frame *frame, enum language language, struct text *out)
{
    char players[8], played[24];
    struct text number = {0};
    text_add_number(&number, (int64_t)result->games);
    span_copy(text_span(&number), played, sizeof played);
    text_clear(&number);
    text_add_number(&number, result->seats);
    span_copy(text_span(&number), players, sizeof players);
    text_free(&number);
    text_add(out, "<text class=\"title\" x=\"16\" y=\"30\">");
    phrase_write_with(out, language, _("{0}, {1} players, {2} games"),
                      phrase(language, task->rules->game->title), players, played);
    text_add(out, "</text>\n");
    text_addf(out, "<text class=\"faint\" x=\"%d\" y=\"56\">%s</text>\n", frame->left,
              phrase(language, _("rating with its 95 % interval")));
    text_addf(out, "<text class=\"faint\" x=\"%d\" y=\"56\" text-anchor=\"end\">%s</text>\n",
              WIDTH - 16, phrase(language, _("rating · wins")));
}

void arena_plot(const struct arena *task, const struct arena_result *result, enum language language,
                struct text *out)
{
    int order[ARENA_PLAYERS_MAX];
    struct plot_frame frame = fit(result);
    sort_players(result, order);
    svg_begin(out, WIDTH, frame.bottom + 34, style);
    draw_titles(task, result, &frame, language, out);
    draw_grid(&frame, out);
    for (int i = 0; i < result->count; i++)
        draw_row(&frame, &result->players[order[i]], TOP + ROW * i + 8, out);
    svg_end(out);
}

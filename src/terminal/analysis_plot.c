/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The course of a game as a picture: a line for each seat, marks at what stands out. */

#include "analysis_report.h"
#include "svg.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

enum {
    WIDTH = 960,
    HEIGHT = 470,
    LEFT = 56,
    RIGHT = 780, /* of the lines; names stand behind it */
    TOP = 64,
    BOTTOM = 384,
    NAME_HEIGHT = 18, /* names keep this distance */
    NAME_SIZE = 22,   /* bytes of a name that are shown, at most */
    MARKS_MAX = 100,
    MARK_REACH = 13, /* marks keep this distance from each other */
    ROUND_WIDTH = 15 /* a narrower round has no number */
};

/* Colours of the seats as at the table (web/src/tokens.css). */
static const char style[] =
    ".band { fill: #efe7d5 } .half { stroke: #a3957a; stroke-dasharray: 4 4 }\n"
    ".line { fill: none; stroke-width: 2.2; stroke-linejoin: round }\n"
    ".chance { fill: #f8f3e6; stroke: #7a500c; stroke-width: 1.6 }\n"
    ".sign { stroke: #7a500c; stroke-width: 1.6 }\n"
    ".on { fill: #fff; font-size: 10px; font-weight: 700 } .rim { stroke: #f8f3e6 }\n"
    ".line1 { stroke: #1a5fc4 } .line2 { stroke: #c23a12 }\n"
    ".line3 { stroke: #0e9c74 } .line4 { stroke: #4d1a5c }\n"
    ".fill1 { fill: #1a5fc4 } .fill2 { fill: #c23a12 }\n"
    ".fill3 { fill: #08694d } .fill4 { fill: #4d1a5c }\n"
    "@media (prefers-color-scheme: dark) {\n"
    ".band { fill: #1a2431 } .half { stroke: #6c7e95 } .sign { stroke: #e0b868 }\n"
    ".chance { fill: #121a26; stroke: #e0b868 }\n"
    ".on { fill: #0b111a } .rim { stroke: #121a26 }\n"
    ".line1 { stroke: #3f8cf2 } .line2 { stroke: #f0643a }\n"
    ".line3 { stroke: #46d7a6 } .line4 { stroke: #f3b7ef }\n"
    ".fill1 { fill: #7db3ff } .fill2 { fill: #ff8f6b }\n"
    ".fill3 { fill: #46d7a6 } .fill4 { fill: #f3b7ef }\n"
    "}\n";

/* What all parts of the picture need. */
struct plot {
    const struct analysis_task *task;
    const struct analysis *analysis;
    const struct teller *teller;
    struct text *out;
    struct {
        double x, y;
    } marks[2 * MARKS_MAX]; /* placed so far */
    int mark_count;
};

static double x_of(const struct plot *plot, uint32_t moment)
{
    uint32_t last = plot->analysis->moves > 0 ? plot->analysis->moves : 1;
    assert(moment <= last);
    return LEFT + (double)(RIGHT - LEFT) * moment / last;
}

static double y_of(double part)
{
    return BOTTOM - (BOTTOM - TOP) * part / JUDGE_ONE;
}

static void put_name(const struct plot *plot, int seat, size_t size)
{
    struct text name = {0};
    char cut[64];
    assert(size > 0 && size <= sizeof cut);
    tell_seat(plot->teller, seat, &name);
    span_copy(text_span(&name), cut, size);
    svg_escape(plot->out, cut);
    text_add(plot->out, text_width(text_span(&name)) > text_width(span_of(cut)) ? "…" : "");
    text_free(&name);
}

/* ---- the ground ------------------------------------------------------------------------------ */

static void draw_frame(const struct plot *plot)
{
    struct text *out = plot->out;
    enum language language = plot->teller->language;
    svg_begin(out, WIDTH, HEIGHT, style);
    text_addf(out, "<text x=\"%d\" y=\"34\" font-size=\"18\">%s</text>\n", LEFT,
              phrase(language, plot->task->rules->game->title));
    text_addf(out, "<text class=\"faint\" x=\"%d\" y=\"34\" text-anchor=\"end\">%s</text>\n", RIGHT,
              phrase(language, _("chance to win after each move")));
}

static void draw_scale(const struct plot *plot)
{
    for (int i = 0; i <= 4; i++) {
        double y = y_of(JUDGE_ONE / 4.0 * i);
        text_addf(plot->out, "<path class=\"grid%s\" d=\"M%d %.1fH%d\"/>", i == 2 ? " half" : "",
                  LEFT, y, RIGHT);
        text_addf(plot->out,
                  "<text class=\"faint\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                  LEFT - 8, y + 4.5, 25 * i);
    }
}

/* One round: every other one has a band of its own, those wide enough a number. */
static void draw_round(const struct plot *plot, int round, double from, double to)
{
    if (round % 2 == 1)
        text_addf(plot->out,
                  "<rect class=\"band\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n", from,
                  TOP, to - from, BOTTOM - TOP);
    if (round > 0 && to - from >= ROUND_WIDTH)
        text_addf(plot->out,
                  "<text class=\"faint\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                  (from + to) / 2, BOTTOM + 18, round);
}

static void draw_rounds(const struct plot *plot)
{
    const struct analysis *analysis = plot->analysis;
    uint32_t first = 0;
    for (uint32_t i = 1; i <= analysis->moves; i++) {
        int round = analysis->moments[first].node.round;
        if (i < analysis->moves && analysis->moments[i].node.round == round)
            continue;
        draw_round(plot, round, x_of(plot, first), x_of(plot, i));
        first = i;
    }
    text_addf(plot->out, "<text class=\"faint\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
              LEFT - 8, BOTTOM + 18, phrase(plot->teller->language, _("round")));
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void draw_line(const struct plot *plot, int seat)
{
    const struct analysis *analysis = plot->analysis;
    text_addf(plot->out, "<path class=\"line line%d\" d=\"M", seat + 1);
    for (uint32_t i = 0; i <= analysis->moves; i++)
        text_addf(plot->out, "%.1f %.1f ", x_of(plot, i), y_of(analysis->moments[i].now.win[seat]));
    text_add(plot->out, "\"/>\n");
}

/* The shape of a seat: disc, square, triangle, diamond. */
static void draw_shape(const struct plot *plot, int seat, double x, double y)
{
    static const char *const shapes[SEATS_MAX] = {
        "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
        "M-4.5 -4.5h9v9h-9z",
        "M0 -5.5L5.5 4.5H-5.5z",
        "M0 -6L6 0L0 6L-6 0z",
    };
    text_addf(plot->out, "<path class=\"fill%d\" transform=\"translate(%.1f %.1f)\" d=\"%s\"/>",
              seat + 1, x, y, shapes[seat]);
}

/* Seats by where their line ends, the highest first. */
static void sort_ends(const struct plot *plot, int *order)
{
    const struct estimate *end = &plot->analysis->moments[plot->analysis->moves].now;
    for (int i = 0; i < plot->task->rules->setup.players; i++) {
        int at = i;
        for (; at > 0 && end->win[order[at - 1]] < end->win[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Names behind the ends of the lines, pushed apart where they would touch. */
static void draw_names(const struct plot *plot)
{
    const struct estimate *end = &plot->analysis->moments[plot->analysis->moves].now;
    int players = plot->task->rules->setup.players, order[SEATS_MAX] = {0};
    double ys[SEATS_MAX] = {0};
    sort_ends(plot, order);
    for (int i = 0; i < players; i++) {
        ys[i] = y_of(end->win[order[i]]);
        if (i > 0 && ys[i] < ys[i - 1] + NAME_HEIGHT)
            ys[i] = ys[i - 1] + NAME_HEIGHT;
    }
    for (int i = players - 1, floor = BOTTOM; i >= 0 && ys[i] > floor; i--, floor -= NAME_HEIGHT)
        ys[i] = floor;
    for (int i = 0; i < players; i++) {
        draw_shape(plot, order[i], RIGHT + 14, ys[i]);
        text_addf(plot->out, "<text x=\"%d\" y=\"%.1f\">", RIGHT + 26, ys[i] + 4.5);
        put_name(plot, order[i], NAME_SIZE);
        text_add(plot->out, "</text>\n");
    }
}

/* ---- marks ----------------------------------------------------------------------------------- */

static bool is_free(const struct plot *plot, double x, double y)
{
    for (int i = 0; i < plot->mark_count; i++)
        if (fabs(plot->marks[i].x - x) < MARK_REACH && fabs(plot->marks[i].y - y) < MARK_REACH)
            return false;
    return true;
}

/* Above a point of a line, and higher where other marks are; below it at the upper edge. */
static double place_mark(struct plot *plot, double x, double y)
{
    double step = y - 2 * MARK_REACH < TOP ? MARK_REACH : -MARK_REACH;
    y += step;
    for (int i = 0; i < 2 * MARKS_MAX && !is_free(plot, x, y); i++)
        y += step;
    assert(plot->mark_count < 2 * MARKS_MAX);
    plot->marks[plot->mark_count].x = x;
    plot->marks[plot->mark_count++].y = y;
    return y;
}

/* A costly decision: a seal in the colour of the seat, with its number in the list. */
static void draw_mistake(struct plot *plot, int rank, uint32_t number)
{
    const struct moment *moment = &plot->analysis->moments[number];
    int actor = moment->node.actor;
    assert(actor >= 0); /* chance makes no mistakes */
    double x = x_of(plot, number);
    double y = place_mark(plot, x, y_of(moment->now.win[actor]));
    text_add(plot->out, "<g><title>");
    put_name(plot, actor, 64);
    text_addf(plot->out, ": −%.1f %%</title>", 100.0 * moment->cost / JUDGE_ONE);
    text_addf(plot->out,
              "<path class=\"fill%d rim\" transform=\"translate(%.1f %.1f)\" "
              "d=\"M-7.5 -7h15v9l-7.5 6l-7.5 -6z\"/>",
              actor + 1, x, y);
    text_addf(plot->out,
              "<text class=\"on\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d</text></g>\n", x,
              y + 2.8, rank);
}

static int favoured(const struct moment *moment, int players)
{
    int most = 0;
    for (int i = 1; i < players; i++)
        if (moment->luck[i] > moment->luck[most])
            most = i;
    return most;
}

/* A lucky chance move: a ring on the line of the seat that it favoured, with a plus. */
static void draw_fortune(struct plot *plot, uint32_t number)
{
    const struct moment *moment = &plot->analysis->moments[number];
    int seat = favoured(moment, plot->task->rules->setup.players);
    double x = x_of(plot, number + 1);
    double y = place_mark(plot, x, y_of(moment[1].now.win[seat]));
    text_add(plot->out, "<g><title>");
    put_name(plot, seat, 64);
    text_addf(plot->out, ": +%.1f %%</title>", 100.0 * moment->luck[seat] / JUDGE_ONE);
    text_addf(plot->out,
              "<circle class=\"chance\" cx=\"%.1f\" cy=\"%.1f\" r=\"5.5\"/><path class=\"sign\" "
              "d=\"M%.1f %.1fh6m-3 -3v6\"/></g>\n",
              x, y, x - 3, y);
}

static void draw_marks(struct plot *plot, int max)
{
    uint32_t numbers[MARKS_MAX];
    max = max < MARKS_MAX ? max : MARKS_MAX;
    int count = analysis_costliest(plot->analysis, MISTAKE, numbers, max);
    for (int i = 0; i < count; i++)
        draw_mistake(plot, i + 1, numbers[i]);
    count = analysis_luckiest(plot->analysis, FORTUNE, numbers, max);
    for (int i = 0; i < count; i++)
        draw_fortune(plot, numbers[i]);
}

static void draw_legend(const struct plot *plot)
{
    enum language language = plot->teller->language;
    int y = BOTTOM + 54;
    text_addf(plot->out,
              "<path class=\"faint\" transform=\"translate(%d %d)\" "
              "d=\"M-7.5 -7h15v9l-7.5 6l-7.5 -6z\"/>"
              "<text class=\"faint\" x=\"%d\" y=\"%d\">%s</text>\n",
              LEFT + 8, y, LEFT + 24, y + 4, phrase(language, _("a costly decision of the seat")));
    text_addf(plot->out,
              "<circle class=\"chance\" cx=\"%d\" cy=\"%d\" r=\"5.5\"/>"
              "<path class=\"sign\" d=\"M%d %dh6m-3 -3v6\"/>"
              "<text class=\"faint\" x=\"%d\" y=\"%d\">%s</text>\n",
              LEFT + 328, y, LEFT + 325, y, LEFT + 344, y + 4,
              phrase(language, _("a chance move that favoured the seat")));
}

void analysis_plot(const struct analysis_task *task, const struct analysis *analysis, int max,
                   const struct teller *teller, struct text *out)
{
    struct plot plot = {.task = task, .analysis = analysis, .teller = teller, .out = out};
    draw_frame(&plot);
    draw_rounds(&plot);
    draw_scale(&plot);
    for (int i = 0; i < task->rules->setup.players; i++)
        draw_line(&plot, i);
    draw_names(&plot);
    draw_marks(&plot, max);
    draw_legend(&plot);
    svg_end(out);
}

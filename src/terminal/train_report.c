/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How a training goes. */

#include "train_report.h"
#include "svg.h"

#include <assert.h>
#include <inttypes.h>

void train_heading(enum language language, struct text *out)
{
    text_addf(out, "%10s %10s %10s %10s %10s %10s\n", phrase(language, _("generation")),
              phrase(language, _("samples")), phrase(language, _("surprise")),
              phrase(language, _("points off")), phrase(language, _("moves")),
              phrase(language, _("wins %")));
}

void train_line(const struct training *training, struct text *out)
{
    assert(training->done > 0 && training->done <= TRAIN_GENERATIONS_MAX);
    const struct generation *one = &training->history[training->done - 1];
    text_addf(out, "%10d %10" PRIu64 " %10.4f %10.2f %10.4f %10.1f\n", training->done, one->samples,
              one->win, one->points, one->choices, 100 * one->strength);
}

/* ---- the curve ------------------------------------------------------------------------------- */

enum { WIDTH = 800, PANEL = 200, LEFT = 70, RIGHT = 30, TOP = 60, GAP = 50 };

static const char style[] =
    ".curve { fill: none; stroke-width: 2.5; stroke-linejoin: round }\n"
    ".line-wins { stroke: #8a5f0f } .fill-wins { fill: #8a5f0f }\n"
    ".line-surprise { stroke: #1a5fc4 } .fill-surprise { fill: #1a5fc4 }\n"
    "@media (prefers-color-scheme: dark) {\n"
    ".line-wins { stroke: #e0b868 } .fill-wins { fill: #e0b868 }\n"
    ".line-surprise { stroke: #7fb2e5 } .fill-surprise { fill: #7fb2e5 }\n"
    "}\n";

struct panel {
    const char *title; /* a phrase */
    const char *name;  /* of its styles */
    double (*value)(const struct generation *generation);
    double least, most; /* of the axis */
};

static double wins(const struct generation *generation)
{
    return 100 * generation->strength;
}

static double surprise(const struct generation *generation)
{
    return generation->win;
}

static double x_of(const struct training *training, int number)
{
    int steps = training->done > 1 ? training->done - 1 : 1;
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * number / steps;
}

static double y_of(const struct panel *panel, int top, double value)
{
    assert(panel->most > panel->least);
    return top + PANEL - (value - panel->least) / (panel->most - panel->least) * PANEL;
}

static void draw_axis(const struct training *training, const struct panel *panel, int top,
                      enum language language, struct text *out)
{
    text_addf(out, "<text x=\"%d\" y=\"%d\" class=\"fill-%s\">%s</text>\n", LEFT, top - 12,
              panel->name, phrase(language, panel->title));
    for (int i = 0; i <= 4; i++) {
        double value = panel->least + (panel->most - panel->least) * i / 4;
        double y = y_of(panel, top, value);
        text_addf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, WIDTH - RIGHT);
        text_addf(out,
                  "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" class=\"faint\">%.*f</text>\n",
                  LEFT - 8, y + 4, panel->most - panel->least < 10 ? 2 : 0, value);
    }
    for (int i = 0; i < training->done; i += 1 + training->done / 12)
        text_addf(out,
                  "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" class=\"faint\">%d</text>\n",
                  x_of(training, i), top + PANEL + 18, i + 1);
}

static void draw_curve(const struct training *training, const struct panel *panel, int top,
                       struct text *out)
{
    text_addf(out, "<path class=\"curve line-%s\" d=\"", panel->name);
    for (int i = 0; i < training->done; i++)
        text_addf(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', x_of(training, i),
                  y_of(panel, top, panel->value(&training->history[i])));
    text_add(out, "\"/>\n");
    for (int i = 0; i < training->done; i++)
        text_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" class=\"fill-%s\"/>\n",
                  x_of(training, i), y_of(panel, top, panel->value(&training->history[i])),
                  panel->name);
}

/* An axis around all values, with some air. */
static void fit(const struct training *training, struct panel *panel)
{
    assert(training->done > 0);
    double least = panel->value(&training->history[0]), most = least;
    for (int i = 1; i < training->done; i++) {
        double value = panel->value(&training->history[i]);
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    double air = most - least > 0.02 ? (most - least) / 8 : 0.01;
    panel->least = least - air;
    panel->most = most + air;
}

void train_curve(const struct training *training, enum language language, struct text *out)
{
    struct panel panels[] = {
        {.title = _("Wins against the rule of thumb, in percent"),
         .name = "wins",
         .value = wins,
         .least = 0,
         .most = 100},
        {.title = _("Surprise about who won, in bits, in games that it did not learn from"),
         .name = "surprise",
         .value = surprise},
    };
    int height = TOP + 2 * (PANEL + GAP) + 10;
    fit(training, &panels[1]);
    svg_begin(out, WIDTH, height, style);
    text_addf(out,
              "<text x=\"%d\" y=\"26\" font-size=\"16\">%s · %" PRId64 " %s · %" PRId64
              " %s</text>\n",
              LEFT, phrase(language, training->settings.game->title),
              training->settings.games * training->done, phrase(language, _("games")),
              training->settings.hidden, phrase(language, _("hidden units")));
    for (int i = 0; i < 2; i++) {
        int top = TOP + i * (PANEL + GAP);
        draw_axis(training, &panels[i], top, language, out);
        draw_curve(training, &panels[i], top, out);
    }
    svg_end(out);
}

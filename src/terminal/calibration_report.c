/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How true a judge's chances are, as a table, as JSON and as a picture. */

#include "calibration_report.h"
#include "report_parts.h"
#include "svg.h"

#include "contract/ruleset.h"

#include "base/json.h"

#include <assert.h>
#include <inttypes.h>

/* ---- the table ------------------------------------------------------------------------------- */

static void add_bin(const struct calibration_bin *bin, struct text *out)
{
    text_addf(out, "%12" PRIu64, bin->positions);
    if (bin->positions > 0)
        text_addf(out, "%10.1f%10.1f   %5.1f … %5.1f%+10.1f", 100 * bin->said, 100 * bin->won,
                  100 * bin->interval.low, 100 * bin->interval.high, 100 * (bin->won - bin->said));
    text_add_char(out, '\n');
}

void calibration_table(const struct calibration_result *result, enum language language,
                       struct text *out)
{
    static const struct report_column columns[] = {{_("positions"), 12}, {_("said %"), 10},
                                                   {_("won %"), 10},     {_("95 % interval"), 16},
                                                   {_("off"), 10},       {0}};
    report_titles(out, columns, language);
    for (int i = 0; i < CALIBRATION_BINS; i++)
        add_bin(&result->bins[i], out);
    text_addf(out, "\n%s: %" PRIu64 ", %s: %" PRIu64 ", %s: %.4f, %s: %.2f\n",
              phrase(language, _("games")), result->games, phrase(language, _("positions")),
              result->positions, phrase(language, _("surprise")), result->surprise,
              phrase(language, _("sharpness to be right")), result->sharpness);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

void calibration_json(const struct calibration *task, const struct calibration_result *result,
                      struct text *out)
{
    struct json json = {.out = out};
    report_open(&json, task->rules, task->seed, result->games);
    json_put_number(&json, "positions", (int64_t)result->positions);
    json_put_decimal(&json, "surprise", result->surprise, 5);
    json_put_decimal(&json, "sharpness", result->sharpness, 4);
    json_open(&json, "bins", '[');
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const struct calibration_bin *bin = &result->bins[i];
        json_open(&json, NULL, '{');
        json_put_number(&json, "positions", (int64_t)bin->positions);
        json_put_decimal(&json, "said", bin->said, 5);
        json_put_decimal(&json, "won", bin->won, 5);
        json_put_decimal(&json, "low", bin->interval.low, 5);
        json_put_decimal(&json, "high", bin->interval.high, 5);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    text_add_char(out, '\n');
}

/* ---- the picture ----------------------------------------------------------------------------- */

enum { SIDE = 400, LEFT = 70, TOP = 60, WIDTH = SIDE + LEFT + 40, HEIGHT = SIDE + TOP + 70 };

static const char style[] =
    ".title { font-size: 17px } .true { stroke: #777; stroke-dasharray: 5 5 }\n"
    ".reach { stroke: #c39a4b; stroke-width: 3 } .mark { fill: #8a5f0f }\n"
    "@media (prefers-color-scheme: dark) {\n"
    ".reach { stroke: #8d7443 } .mark { fill: #e0b868 }\n"
    "}\n";

static double x_of(double share)
{
    return LEFT + SIDE * share;
}

static double y_of(double share)
{
    return TOP + SIDE * (1 - share);
}

static void draw_grid(enum language language, struct text *out)
{
    for (int i = 0; i <= 10; i += 2) {
        double share = i / 10.0;
        text_addf(out, "<path class=\"grid\" d=\"M%d %.1fH%dM%.1f %dV%d\"/>\n", LEFT, y_of(share),
                  LEFT + SIDE, x_of(share), TOP, TOP + SIDE);
        text_addf(out,
                  "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" class=\"faint\">%d %%</text>\n"
                  "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" class=\"faint\">%d %%</text>\n",
                  LEFT - 8, y_of(share) + 4, 10 * i, x_of(share), TOP + SIDE + 20, 10 * i);
    }
    text_addf(out, "<path class=\"true\" d=\"M%d %dL%d %d\"/>\n", LEFT, TOP + SIDE, LEFT + SIDE,
              TOP);
    text_addf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", LEFT + SIDE / 2,
              TOP + SIDE + 46, phrase(language, _("chance to win that was said")));
    text_addf(out,
              "<text x=\"20\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 20 %d)\">%s"
              "</text>\n",
              TOP + SIDE / 2, TOP + SIDE / 2, phrase(language, _("games that were won")));
}

void calibration_plot(const struct calibration *task, const struct calibration_result *result,
                      enum language language, struct text *out)
{
    svg_begin(out, WIDTH, HEIGHT, style);
    text_addf(out, "<text x=\"%d\" y=\"32\" class=\"title\">", LEFT);
    svg_escape(out, phrase(language, task->rules->game->title));
    text_add(out, "</text>\n");
    draw_grid(language, out);
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const struct calibration_bin *bin = &result->bins[i];
        assert(bin->interval.low <= bin->interval.high);
        if (bin->positions == 0)
            continue;
        text_addf(out, "<path class=\"reach\" d=\"M%.1f %.1fV%.1f\"/>\n", x_of(bin->said),
                  y_of(bin->interval.low), y_of(bin->interval.high));
        text_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" class=\"mark\"/>\n",
                  x_of(bin->said), y_of(bin->won));
    }
    svg_end(out);
}

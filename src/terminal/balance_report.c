/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The balance of a game as Markdown tables and as JSON. */

#include "balance_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECONSTRUCTED_SIGN "°"

/* What the report works with. */
struct balance_report {
    const struct balance *task;
    const struct balance_result *result;
    enum language language;
    struct text *out;
};

/* The command that makes this report again. */
static void add_command(const struct balance_report *report, struct text *out)
{
    const struct balance *task = report->task;
    const struct game *game = task->rules->game;
    text_addf(out, "orrery balance %s --players %d --with %.*s --games %" PRIu64 " --seed %" PRIu64,
              game->name, report->result->players, (int)task->player.length, task->player.at,
              task->games, task->seed);
    for (int i = 0; game->words->options[i].name != NULL; i++) {
        const struct option *option = &game->words->options[i];
        int choice = task->rules->setup.options[i];
        if (choice != option->standard)
            text_addf(out, " --option %s=%s", option->name, option->choices[choice]);
    }
}

static void add_name(const struct balance_report *report, int component, struct text *out)
{
    const struct ruleset *rules = report->task->rules;
    struct component found = {0};
    if (rules->game->component(rules, component, report->language, &found))
        text_add(out, found.name);
    text_free(&found.text);
}

static bool is_listed(const struct balance_component *component)
{
    return component->shown > 0;
}

/* How often each seat that took it took or used it. */
static double times_each(const struct balance_component *component)
{
    double seats = (double)component->takers.seats;
    return seats > 0 ? (double)(component->taken + component->used) / seats : 0;
}

/* ---- Markdown -------------------------------------------------------------------------------- */

static void add_heading(const struct balance_report *report, const char *title)
{
    text_addf(report->out, "\n## %s\n\n", phrase(report->language, title));
}

/* The head of a table: the first column holds words, the others numbers. */
static void add_columns(const struct balance_report *report, const char *const *titles)
{
    for (int i = 0; titles[i] != NULL; i++)
        text_addf(report->out, "| %s ", phrase(report->language, titles[i]));
    text_add(report->out, "|\n");
    for (int i = 0; titles[i] != NULL; i++)
        text_add(report->out, i == 0 ? "|---" : "|--:");
    text_add(report->out, "|\n");
}

static void add_fared(const struct balance_report *report, const struct fared *fared)
{
    struct figures figures = fared_figures(report->result, fared);
    if (fared->seats == 0)
        text_add(report->out, "| – | – | – |\n");
    else
        text_addf(report->out, "| %.1f | %.1f … %.1f | %+.1f |\n", 100 * figures.win,
                  100 * figures.low, 100 * figures.high, figures.ahead);
}

static void add_spread(const struct balance_report *report, const char *label,
                       const struct spread *spread)
{
    text_addf(report->out, "| %s | %.1f | %.1f | %" PRId64 " | %" PRId64 " |\n",
              phrase(report->language, label), spread_mean(spread), spread_deviation(spread),
              spread->min, spread->max);
}

static void add_games(const struct balance_report *report)
{
    static const char *const columns[] = {"",         _("mean"), _("deviation"),
                                          _("least"), _("most"), NULL};
    const struct balance_result *result = report->result;
    add_heading(report, _("Games"));
    add_columns(report, columns);
    add_spread(report, _("rounds"), &result->rounds);
    add_spread(report, _("points of all seats"), &result->score);
    add_spread(report, _("points of the winners"), &result->best);
}

static void add_order(const struct balance_report *report)
{
    static const char *const columns[] = {_("place in the first round"), _("wins %"),
                                          _("95 % interval"), _("points"), NULL};
    add_heading(report, _("Order of play"));
    add_columns(report, columns);
    for (int place = 0; place < report->result->players; place++) {
        text_addf(report->out, "| %d ", place + 1);
        add_fared(report, &report->result->order[place]);
    }
}

static void add_sources(const struct balance_report *report)
{
    static const char *const columns[] = {_("source of points"), _("all seats"), _("winners"),
                                          NULL};
    const struct balance_result *result = report->result;
    const struct wording *sources = report->task->rules->game->words->sources;
    double games = (double)result->games;
    add_heading(report, _("Points"));
    add_columns(report, columns);
    for (int i = 0; i < SOURCES_MAX && sources[i].name != NULL; i++)
        text_addf(report->out, "| %s | %.1f | %.1f |\n", phrase(report->language, sources[i].text),
                  (double)result->parts[i] / games / result->players,
                  (double)result->parts_of_best[i] / games / SELFPLAY_WIN);
}

/* By level, then the best first, those that nobody took last. */
static bool comes_before(const struct balance_result *result, int one, int other)
{
    const struct balance_component *a = &result->components[one], *b = &result->components[other];
    if (a->level != b->level)
        return a->level < b->level;
    if ((a->takers.seats == 0) != (b->takers.seats == 0))
        return a->takers.seats > 0;
    double difference =
        fared_figures(result, &a->takers).win - fared_figures(result, &b->takers).win;
    return difference > 0 || (difference == 0 && one < other);
}

/* The components of a kind that are listed, in order; returns their number. */
static int sort_kind(const struct balance_result *result, const char *kind, int *order)
{
    int count = 0;
    for (int i = 0; i < result->count; i++) {
        if (strcmp(result->components[i].kind, kind) != 0 || !is_listed(&result->components[i]))
            continue;
        int at = count++;
        for (; at > 0 && comes_before(result, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return count;
}

static void add_component(const struct balance_report *report, int index)
{
    const struct balance_component *component = &report->result->components[index];
    text_add(report->out, "| ");
    add_name(report, index, report->out);
    text_addf(report->out, "%s (%s) ",
              component->provenance == RECONSTRUCTED ? RECONSTRUCTED_SIGN : "", component->id);
    if (component->level > 0)
        text_addf(report->out, "| %d ", component->level);
    else
        text_add(report->out, "| ");
    text_addf(
        report->out, "| %.0f | %.2f | %.0f | %.1f ",
        100.0 * (double)component->shown / (double)report->result->games, balance_rate(component),
        100.0 * (double)component->games_taken / (double)component->shown, times_each(component));
    add_fared(report, &component->takers);
}

static void add_kind(const struct balance_report *report, const char *kind, int *order)
{
    static const char *const columns[] = {
        _("component"), _("level"),  _("in play %"),     _("taken"),  _("by anyone %"),
        _("times"),     _("wins %"), _("95 % interval"), _("points"), NULL};
    int count = sort_kind(report->result, kind, order);
    if (count == 0)
        return;
    text_addf(report->out, "\n### %s\n\n", kind);
    add_columns(report, columns);
    for (int i = 0; i < count; i++)
        add_component(report, order[i]);
}

/* How many components of each kind are taken in a game, and for each number the share of games in
 * which the seat that took most of them took that many. */
static void add_kinds(const struct balance_report *report)
{
    static const char *const columns[] = {_("kind"), _("all seats"), _("most of a seat"), NULL};
    const struct balance_result *result = report->result;
    add_heading(report, _("How many are taken in a game"));
    for (int i = 0; columns[i] != NULL; i++)
        text_addf(report->out, "| %s ", phrase(report->language, columns[i]));
    for (int n = 0; n <= BALANCE_MOST; n++)
        text_addf(report->out, "| %s%d %% ", n < BALANCE_MOST ? "" : "≥ ", n);
    text_add(report->out, "|\n|---|--:|--:");
    for (int n = 0; n <= BALANCE_MOST; n++)
        text_add(report->out, "|--:");
    text_add(report->out, "|\n");
    for (int i = 0; i < result->kind_count; i++) {
        const struct balance_kind *kind = &result->kinds[i];
        if (kind->best.max == 0)
            continue;
        text_addf(report->out, "| %s | %.2f | %.2f ", kind->kind, spread_mean(&kind->all),
                  spread_mean(&kind->best));
        for (int n = 0; n <= BALANCE_MOST; n++)
            text_addf(report->out, "| %.0f ",
                      100.0 * (double)kind->games[n] / (double)result->games);
        text_add(report->out, "|\n");
    }
}

static void add_components(const struct balance_report *report)
{
    const struct balance_result *result = report->result;
    int *order = memory_new((size_t)result->count + 1, sizeof *order);
    add_heading(report, _("Components"));
    text_addf(
        report->out, "%s\n",
        phrase(report->language,
               _("In play: games in which someone could have it. Taken: seats that took it in "
                 "such a game. By anyone: such games in which someone took it. Times: how often "
                 "each of them took or used it. Wins, with the 95 % "
                 "interval: how many of these seats won. Points: how far they were above the mean "
                 "of the others. Leading players can afford more, so compare a component with "
                 "others of its kind and level. ° marks reconstructed values.")));
    for (int i = 0; i < result->kind_count; i++)
        add_kind(report, result->kinds[i].kind, order);
    free(order);
}

/* ---- what stands out ------------------------------------------------------------------------- */

static const char *const finding_phrases[] = {
    [TOO_STRONG] = _(
        "too strong: wins {0} % where others of its kind and level win {1} %; cost +1 or points −{2} could be tried."),
    [TOO_WEAK] = _(
        "too weak: wins {0} % where others of its kind and level win {1} %; cost −1 or points +{2} could be tried."),
    [SHUNNED] =
        _("hardly taken: by {0} seats per game where others of its kind and level are taken by "
          "{1}; cost −1 or points +{2} could be tried."),
};

static void write_finding(const struct balance_report *report, int index,
                          const struct finding *finding)
{
    const struct balance_component *component = &report->result->components[index];
    struct figures figures = fared_figures(report->result, &component->takers);
    char own[32], others[16], step[16];
    if (finding->verdict == SHUNNED) {
        snprintf(own, sizeof own, "%.2f", balance_rate(component));
        snprintf(others, sizeof others, "%.2f", finding->reference);
    } else {
        snprintf(own, sizeof own, "%.0f (%.0f … %.0f)", 100 * figures.win, 100 * figures.low,
                 100 * figures.high);
        snprintf(others, sizeof others, "%.0f", 100 * finding->reference);
    }
    snprintf(step, sizeof step, "%d", finding->step);
    text_addf(report->out, "- **%s %s ", component->kind, component->id);
    add_name(report, index, report->out);
    text_add(report->out, "**: ");
    phrase_write_with(report->out, report->language, finding_phrases[finding->verdict], own, others,
                      step);
    text_add_char(report->out, '\n');
}

static void add_findings(const struct balance_report *report)
{
    int count = 0;
    add_heading(report, _("What stands out"));
    for (int i = 0; i < report->result->count; i++) {
        struct finding finding = balance_judge(report->result, i);
        if (finding.verdict == BALANCED)
            continue;
        write_finding(report, i, &finding);
        count++;
    }
    if (count == 0)
        text_addf(report->out, "%s\n",
                  phrase(report->language,
                         _("No reconstructed component stands out clearly from its kind.")));
}

void balance_markdown(const struct balance *task, const struct balance_result *result,
                      enum language language, struct text *out)
{
    struct balance_report report = {task, result, language, out};
    struct text command = {0}, games = {0}, players = {0}, fair = {0};
    add_command(&report, &command);
    text_addf(&games, "%" PRIu64, result->games);
    text_add_number(&players, result->players);
    text_addf(&fair, "%.1f", 100.0 / result->players);
    text_addf(out, "# %s\n\n`%s`\n\n", phrase(language, task->rules->game->title),
              text_string(&command));
    phrase_write_with(out, language,
                      _("{0} games between {1} equal players; a fair share of wins is {2} %."),
                      text_string(&games), text_string(&players), text_string(&fair));
    text_add_char(out, '\n');
    if (result->games > 0) {
        add_games(&report);
        add_order(&report);
        add_sources(&report);
        add_kinds(&report);
        add_components(&report);
        add_findings(&report);
    }
    text_free(&command);
    text_free(&games);
    text_free(&players);
    text_free(&fair);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_spread(struct json *json, const char *key, const struct spread *spread)
{
    json_open(json, key, '{');
    json_put_decimal(json, "mean", spread_mean(spread), 4);
    json_put_decimal(json, "deviation", spread_deviation(spread), 3);
    json_put_number(json, "min", spread->min);
    json_put_number(json, "max", spread->max);
    json_close(json, '}');
}

/* Members of an open object. */
static void put_fared(const struct balance_report *report, struct json *json,
                      const struct fared *fared)
{
    struct figures figures = fared_figures(report->result, fared);
    json_put_number(json, "seats", (int64_t)fared->seats);
    if (fared->seats == 0)
        return;
    json_put_decimal(json, "win_share", figures.win, 5);
    json_put_decimal(json, "win_low", figures.low, 5);
    json_put_decimal(json, "win_high", figures.high, 5);
    json_put_decimal(json, "points_ahead", figures.ahead, 3);
}

static void put_component(const struct balance_report *report, struct json *json, int index)
{
    static const char *const verdicts[] = {
        [BALANCED] = "balanced",
        [TOO_STRONG] = "too-strong",
        [TOO_WEAK] = "too-weak",
        [SHUNNED] = "shunned",
    };
    const struct balance_component *component = &report->result->components[index];
    struct text name = {0};
    add_name(report, index, &name);
    json_open(json, NULL, '{');
    json_put_string(json, "kind", component->kind);
    json_put_string(json, "id", component->id);
    json_put_string(json, "name", text_string(&name));
    json_put_boolean(json, "reconstructed", component->provenance == RECONSTRUCTED);
    json_put_number(json, "level", component->level);
    json_put_number(json, "games", (int64_t)component->shown);
    json_put_number(json, "taken", (int64_t)component->taken);
    json_put_number(json, "used", (int64_t)component->used);
    json_put_number(json, "games_taken", (int64_t)component->games_taken);
    put_fared(report, json, &component->takers);
    json_put_string(json, "verdict", verdicts[balance_judge(report->result, index).verdict]);
    json_close(json, '}');
    text_free(&name);
}

static void put_kinds(const struct balance_report *report, struct json *json)
{
    const struct balance_result *result = report->result;
    json_open(json, "kinds", '[');
    for (int i = 0; i < result->kind_count; i++) {
        const struct balance_kind *kind = &result->kinds[i];
        json_open(json, NULL, '{');
        json_put_string(json, "kind", kind->kind);
        put_spread(json, "all", &kind->all);
        put_spread(json, "best", &kind->best);
        json_open(json, "best_games", '[');
        for (int n = 0; n <= BALANCE_MOST; n++)
            json_put_number(json, NULL, (int64_t)kind->games[n]);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_sources(const struct balance_report *report, struct json *json)
{
    const struct balance_result *result = report->result;
    const struct wording *sources = report->task->rules->game->words->sources;
    json_open(json, "sources", '{');
    for (int i = 0; result->games > 0 && i < SOURCES_MAX && sources[i].name != NULL; i++) {
        json_open(json, sources[i].name, '{');
        json_put_decimal(json, "all",
                         (double)result->parts[i] / (double)result->games / result->players, 3);
        json_put_decimal(json, "winners",
                         (double)result->parts_of_best[i] / (double)result->games / SELFPLAY_WIN,
                         3);
        json_close(json, '}');
    }
    json_close(json, '}');
}

void balance_json(const struct balance *task, const struct balance_result *result,
                  enum language language, struct text *out)
{
    struct json json = {.out = out};
    struct balance_report report = {task, result, language, out};
    struct text command = {0};
    add_command(&report, &command);
    json_open(&json, NULL, '{');
    json_put_string(&json, "game", task->rules->game->name);
    json_put_string(&json, "command", text_string(&command));
    json_put_number(&json, "players", result->players);
    json_put_number(&json, "games", (int64_t)result->games);
    json_put_number(&json, "errors", (int64_t)result->errors);
    put_spread(&json, "rounds", &result->rounds);
    put_spread(&json, "score", &result->score);
    put_spread(&json, "winners", &result->best);
    json_open(&json, "order", '[');
    for (int place = 0; place < result->players; place++) {
        json_open(&json, NULL, '{');
        put_fared(&report, &json, &result->order[place]);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    put_sources(&report, &json);
    put_kinds(&report, &json);
    json_open(&json, "components", '[');
    for (int i = 0; i < result->count; i++)
        if (is_listed(&result->components[i]))
            put_component(&report, &json, i);
    json_close(&json, ']');
    json_close(&json, '}');
    text_add_char(out, '\n');
    text_free(&command);
}

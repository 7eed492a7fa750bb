/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses in words. */

#include "analysis_report.h"

#include "telling.h"

#include "contract/play.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { NAME_WIDTH = 24, COLUMN = 16, LIST_MAX = 100 };

/* What all parts of a report need. */
struct analysis_report {
    const struct analysis_task *task;
    const struct analysis *analysis;
    const struct teller *teller;
    struct text *out;
};

static double percent(int64_t part)
{
    return 100.0 * (double)part / JUDGE_ONE;
}

static double points(int64_t number)
{
    return (double)number / JUDGE_POINT;
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Ends a text at a column of the current line, after at least one blank. */
static void put_right(struct text *out, size_t column, const char *string)
{
    size_t width = text_width(span_of(string));
    text_add_char(out, ' ');
    if (width < column)
        text_pad_to(out, column - width);
    text_add(out, string);
}

static void put_figure(struct text *out, size_t column, double number)
{
    char figure[32];
    snprintf(figure, sizeof figure, "%.1f", number);
    put_right(out, column, figure);
}

static void put_whole(struct text *out, size_t column, int64_t number)
{
    char figure[32];
    snprintf(figure, sizeof figure, "%" PRId64, number);
    put_right(out, column, figure);
}

/* The name of a seat, cut off where it is longer than this many bytes. */
static void put_seat_name(const struct teller *teller, int seat, size_t most, struct text *out)
{
    struct text name = {0};
    char cut[NAME_WIDTH + 1];
    assert(most > 0 && most < sizeof cut);
    tell_seat(teller, seat, &name);
    bool fits = name.length <= most;
    span_copy(text_span(&name), cut, most + fits);
    text_addf(out, "%s%s", cut, fits ? "" : "…");
    text_free(&name);
}

static void put_heading(const struct analysis_report *report, const char *english)
{
    text_addf(report->out, "\n%s\n", phrase(report->teller->language, english));
}

/* ---- hints ----------------------------------------------------------------------------------- */

void hint_table(const struct ruleset *rules, const void *state, const struct hint *hint, int max,
                const struct teller *teller, struct text *out)
{
    show_question(rules, state, teller, out);
    text_add(out, "    ");
    put_right(out, 10, phrase(teller->language, _("win %")));
    put_right(out, 16, "±");
    put_right(out, 26, phrase(teller->language, _("points")));
    text_addf(out, "   %s\n", phrase(teller->language, _("move")));
    for (int i = 0; i < hint->count && i < max && hint->moves[i].visits > 0; i++) {
        const struct search_move *move = &hint->moves[i];
        text_addf(out, "%3d.", i + 1);
        put_figure(out, 10, percent(move->expected.win[hint->actor]));
        if (move->error[hint->actor] != SEARCH_ERROR_UNKNOWN)
            put_figure(out, 16, percent(move->error[hint->actor]));
        put_figure(out, 26, points(move->expected.points[hint->actor]));
        text_add(out, "   ");
        tell_offer(rules, state, teller, move->move, out);
        text_add(out, "  [");
        move_write(rules, move->move, out);
        text_add(out, "]\n");
    }
}

/* ---- the course of the game ------------------------------------------------------------------ */

static void put_chances(const struct analysis_report *report, const struct moment *moment,
                        uint32_t number)
{
    put_whole(report->out, 16, number);
    for (int i = 0; i < report->task->rules->setup.players; i++)
        put_figure(report->out, (size_t)(16 + COLUMN * (i + 1)), percent(moment->now.win[i]));
    text_add_char(report->out, '\n');
}

/* A row for the beginning of each round, and one for the end. */
static void put_course(const struct analysis_report *report)
{
    const struct analysis *analysis = report->analysis;
    enum language language = report->teller->language;
    int round = -1;
    put_heading(report, _("Chance to win, in %, when a round begins"));
    put_right(report->out, 8, phrase(language, _("round")));
    put_right(report->out, 16, phrase(language, _("moves")));
    for (int i = 0; i < report->task->rules->setup.players; i++) {
        struct text name = {0};
        put_seat_name(report->teller, i, COLUMN - 3, &name);
        put_right(report->out, (size_t)(16 + COLUMN * (i + 1)), text_string(&name));
        text_free(&name);
    }
    text_add_char(report->out, '\n');
    for (uint32_t i = 0; i < analysis->moves; i++) {
        const struct moment *moment = &analysis->moments[i];
        if (moment->node.round == round)
            continue;
        round = moment->node.round;
        put_whole(report->out, 8, round);
        put_chances(report, moment, i);
    }
    put_right(report->out, 8, phrase(language, analysis->over ? _("end") : _("now")));
    put_chances(report, &analysis->moments[analysis->moves], analysis->moves);
}

static void put_seats(const struct analysis_report *report)
{
    static const char *const titles[] = {_("decisions"), _("mistakes"), _("cost %"),
                                         _("luck %"),    NULL,          _("luck in points")};
    static const size_t columns[] = {36, 46, 56, 66, 73, 89};
    struct text *out = report->out;
    put_heading(report, _("What decisions cost and what chance gave"));
    for (int i = 0; i < 6; i++)
        put_right(out, columns[i],
                  titles[i] != NULL ? phrase(report->teller->language, titles[i]) : "±");
    text_add_char(out, '\n');
    for (int i = 0; i < report->task->rules->setup.players; i++) {
        const struct analysis_seat *seat = &report->analysis->seats[i];
        text_add(out, "  ");
        put_seat_name(report->teller, i, NAME_WIDTH, out);
        put_whole(out, columns[0], seat->decisions);
        put_whole(out, columns[1], seat->mistakes);
        put_figure(out, columns[2], percent(seat->cost));
        put_figure(out, columns[3], percent(seat->luck));
        put_figure(out, columns[4], percent(seat->luck_error));
        put_figure(out, columns[5], points(seat->luck_points));
        text_add_char(out, '\n');
    }
}

/* ---- what stands out ------------------------------------------------------------------------- */

/* "  1. round 3, turn of Ada, move 87: " */
static void put_place(const struct analysis_report *report, int rank, uint32_t number)
{
    const struct moment *moment = &report->analysis->moments[number];
    enum language language = report->teller->language;
    char move[16], round[16];
    struct text turn = {0};
    snprintf(move, sizeof move, "%" PRIu32, number + 1);
    snprintf(round, sizeof round, "%d", moment->node.round);
    text_addf(report->out, "%3d. ", rank);
    if (moment->node.turn >= 0) {
        tell_seat(report->teller, moment->node.turn, &turn);
        phrase_write_with(report->out, language, _("round {0}, turn of {1}, move {2}"), round,
                          text_string(&turn), move);
    } else if (moment->node.round > 0) {
        phrase_write_with(report->out, language, _("round {0}, move {1}"), round, move, NULL);
    } else {
        phrase_write_with(report->out, language, _("set-up, move {0}"), move, NULL, NULL);
    }
    text_add(report->out, ": ");
    text_free(&turn);
}

static void put_move(const struct analysis_report *report, const void *state, const char *english,
                     struct move move, double win)
{
    struct text *out = report->out;
    text_addf(out, "       %s", phrase(report->teller->language, english));
    text_pad_to(out, 16);
    text_addf(out, " %5.1f %%  ", win);
    tell_offer(report->task->rules, state, report->teller, move, out);
    text_add_char(out, '\n');
}

static void put_mistake(const struct analysis_report *report, int rank, uint32_t number)
{
    const struct moment *moment = &report->analysis->moments[number];
    int actor = moment->node.actor;
    union any_state state;
    analysis_state(report->task, number, &state);
    put_place(report, rank, number);
    if (actor != moment->node.turn) {
        tell_seat(report->teller, actor, report->out);
        text_add_char(report->out, ' ');
    }
    text_addf(report->out, "−%.1f %%\n", percent(moment->cost));
    put_move(report, &state, _("played"), moment->played, percent(moment[1].now.win[actor]));
    put_move(report, &state, _("better"), moment->best, percent(moment->expected.win[actor]));
}

static void put_fortune(const struct analysis_report *report, int rank, uint32_t number)
{
    const struct moment *moment = &report->analysis->moments[number];
    struct text *out = report->out;
    union any_state state;
    analysis_state(report->task, number, &state);
    put_place(report, rank, number);
    tell_offer(report->task->rules, &state, report->teller, moment->played, out);
    text_add(out, "\n       ");
    for (int i = 0; i < report->task->rules->setup.players; i++) {
        double luck = percent(moment->luck[i]);
        text_add(out, i > 0 ? ", " : "");
        tell_seat(report->teller, i, out);
        text_addf(out, " %s%.1f ± %.1f %%", luck < 0 ? "−" : "+", luck < 0 ? -luck : luck,
                  percent(moment->luck_error[i]));
    }
    text_add_char(out, '\n');
}

static void put_list(const struct analysis_report *report, const char *heading, const char *nothing,
                     const uint32_t *numbers, int count,
                     void (*put)(const struct analysis_report *, int rank, uint32_t number))
{
    put_heading(report, heading);
    if (count == 0)
        text_addf(report->out, "  %s\n", phrase(report->teller->language, nothing));
    for (int i = 0; i < count; i++)
        put(report, i + 1, numbers[i]);
}

static void put_title(const struct analysis_report *report)
{
    char moves[16], nodes[32];
    enum language language = report->teller->language;
    snprintf(moves, sizeof moves, "%" PRIu32, report->analysis->moves);
    snprintf(nodes, sizeof nodes, "%" PRId64, report->task->budget.nodes);
    text_addf(report->out, "%s: ", phrase(language, report->task->rules->game->title));
    if (report->task->budget.ms == 0)
        phrase_write_with(report->out, language,
                          _("{0} {0|move|moves}, each searched with {1} nodes"), moves, nodes,
                          NULL);
    else
        phrase_write_with(report->out, language, _("{0} {0|move|moves}"), moves, NULL, NULL);
    text_add_char(report->out, '\n');
}

void analysis_table(const struct analysis_task *task, const struct analysis *analysis, int max,
                    const struct teller *teller, struct text *out)
{
    struct analysis_report report = {task, analysis, teller, out};
    uint32_t numbers[LIST_MAX];
    max = max < LIST_MAX ? max : LIST_MAX;
    put_title(&report);
    put_course(&report);
    put_seats(&report);
    put_list(&report, _("The costliest decisions"), _("None worth mentioning."), numbers,
             analysis_costliest(analysis, MISTAKE, numbers, max), put_mistake);
    put_list(&report, _("The chance moves that changed most"), _("None worth mentioning."), numbers,
             analysis_luckiest(analysis, FORTUNE, numbers, max), put_fortune);
}

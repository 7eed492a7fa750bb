/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A training run as text, so that it can be resumed. Numbers are written in base 16: none loses a
 * bit; places of moves have two digits each. */

#include "train.h"

#include "base/scan.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define HEAD "orrery-training"

enum {
    VERSION = 3,
    ROW = 64,
    PLACES_OF_ROW = 1000,
};

/* ---- writing --------------------------------------------------------------------------------- */

static void write_row(const char *key, const float *numbers, size_t count, struct text *out)
{
    for (size_t i = 0; i < count; i++) {
        if (i % ROW == 0)
            text_add(out, key);
        text_addf(out, i % ROW == ROW - 1 || i == count - 1 ? " %a\n" : " %a", (double)numbers[i]);
    }
}

/* How many places the row has that begins with this one. */
static uint32_t row_of(const struct past_game *game, uint32_t first)
{
    uint32_t left = game->count - first;
    return left < PLACES_OF_ROW ? left : PLACES_OF_ROW;
}

static void write_game(const struct past_game *game, struct text *out)
{
    text_addf(out, "game %" PRIu64 " %" PRIu32 "\n", game->number, game->count);
    for (uint32_t i = 0; i < game->count; i += PLACES_OF_ROW) {
        text_add(out, "places ");
        text_add_hex(out, game->places + i, row_of(game, i));
        text_add(out, "\n");
    }
}

/* Of all processes, one after another. */
static void write_window(const struct training *training, struct text *out)
{
    struct text games = {0};
    for (size_t i = 0; i < training->window.count; i++)
        write_game(&training->window.list[i], &games);
    process_group_gather(&games);
    text_add_span(out, text_span(&games));
    text_free(&games);
}

void train_write(const struct training *training, struct text *out)
{
    const struct train_settings *settings = &training->settings;
    const struct learner *learner = &training->learner;
    text_addf(out, HEAD " %d\ngame %s\nhidden %" PRId64 "\nseed %" PRId64 "\nsteps %" PRIu64 "\n",
              VERSION, settings->game->name, settings->hidden, settings->seed, learner->steps);
    for (int i = 0; i < training->done; i++) {
        const struct generation *one = &training->history[i];
        text_addf(out, "generation %a %a %a %a %" PRIu64 "\n", one->win, one->points, one->choices,
                  one->strength, one->samples);
    }
    write_window(training, out);
    write_row("scales", learner->scales, (size_t)learner->inputs, out);
    write_row("values", learner->values, learner->count, out);
    write_row("means", learner->means, learner->count, out);
    write_row("squares", learner->squares, learner->count, out);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_float(struct scan *scan, double *out)
{
    struct span word;
    char copy[40], *end = copy;
    if (!scan_need(scan, _("a number"), &word))
        return false;
    span_copy(word, copy, sizeof copy);
    *out = strtod(copy, &end);
    if (word.length >= sizeof copy || *end != '\0' || end == copy || !isfinite(*out) ||
        fabs(*out) > 1e30)
        return scan_expected(scan, word, _("a number"));
    return true;
}

static bool read_number(struct scan *scan, const char *key, int64_t min, int64_t max, int64_t *out)
{
    return scan_key(scan, key) && scan_number(scan, min, max, _("a number"), out) &&
           scan_done(scan);
}

static bool read_row(struct scan *scan, const char *key, float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double number;
        if ((i % ROW == 0 && !scan_key(scan, key)) || !read_float(scan, &number) ||
            ((i % ROW == ROW - 1 || i == count - 1) && !scan_done(scan)))
            return false;
        numbers[i] = (float)number;
    }
    return true;
}

static bool read_generation(struct scan *scan, struct training *training)
{
    struct generation *one = &training->history[training->done];
    int64_t samples = 0;
    scan_word(scan);
    if (training->done == TRAIN_GENERATIONS_MAX - 1)
        return scan_problem(scan, (struct span){0}, _("there are too many generations"), NULL,
                            NULL);
    if (!read_float(scan, &one->win) || !read_float(scan, &one->points) ||
        !read_float(scan, &one->choices) || !read_float(scan, &one->strength) ||
        !scan_number(scan, 0, INT64_MAX, _("a number"), &samples) || !scan_done(scan))
        return false;
    one->samples = (uint64_t)samples;
    training->done++;
    return true;
}

/* A row of as many places as there is room for in it, or as are left of the game. */
static bool read_places(struct scan *scan, uint8_t *places, uint32_t count)
{
    struct span word;
    if (!scan_key(scan, "places") || !scan_need(scan, _("moves"), &word))
        return false;
    return span_hex(word, places, count) ? scan_done(scan) : scan_expected(scan, word, _("moves"));
}

/* A game of another process is read, too, but not kept. */
static bool read_game(struct scan *scan, struct training *training, uint64_t at)
{
    const struct game *game = training->settings.game;
    int64_t number, count;
    scan_word(scan);
    if (!scan_number(scan, 0, INT64_MAX, _("a number"), &number) ||
        !scan_number(scan, 1, game->moves_bound, _("a number"), &count) || !scan_done(scan))
        return false;
    struct past_game one = {.number = (uint64_t)number, .count = (uint32_t)count};
    one.places = memory_new(one.count, 1);
    bool fine = true;
    for (uint32_t i = 0; fine && i < one.count; i += PLACES_OF_ROW)
        fine = read_places(scan, one.places + i, row_of(&one, i));
    if (fine && at % (uint64_t)training->group.size == (uint64_t)training->group.rank)
        past_games_add(&training->window, one);
    else
        free(one.places);
    return fine;
}

/* Generations and games, up to the scales. The line of scales that ends them is read again by its
 * row. */
static bool read_lists(struct scan *scan, struct training *training)
{
    for (uint64_t games = 0;;) {
        struct scan before = *scan;
        bool fine = true;
        if (!scan_line(scan) && problem_is_set(scan->problem))
            return false;
        if (span_is(scan_peek(scan), "generation")) {
            fine = read_generation(scan, training);
        } else if (span_is(scan_peek(scan), "game")) {
            fine = read_game(scan, training, games++);
        } else {
            *scan = before;
            return true;
        }
        if (!fine)
            return false;
    }
}

static bool read_all(struct scan *scan, struct training *training)
{
    const struct train_settings *settings = &training->settings;
    struct learner *learner = &training->learner;
    int64_t version, hidden, seed, steps = 0;
    if (!read_number(scan, HEAD, VERSION, VERSION, &version) ||
        !network_read_game(scan, settings->game) ||
        !read_number(scan, "hidden", settings->hidden, settings->hidden, &hidden) ||
        !read_number(scan, "seed", settings->seed, settings->seed, &seed) ||
        !read_number(scan, "steps", 0, INT64_MAX, &steps) || !read_lists(scan, training))
        return false;
    learner->steps = (uint64_t)steps;
    return read_row(scan, "scales", learner->scales, (size_t)learner->inputs) &&
           read_row(scan, "values", learner->values, learner->count) &&
           read_row(scan, "means", learner->means, learner->count) &&
           read_row(scan, "squares", learner->squares, learner->count);
}

/* Means of squares are none else. */
static bool check_squares(struct scan *scan, const struct learner *learner)
{
    for (size_t i = 0; i < learner->count; i++)
        if (learner->squares[i] < 0)
            return scan_problem(scan, (struct span){0}, _("a square is less than zero"), NULL,
                                NULL);
    return true;
}

static bool check_games(struct scan *scan, const struct training *training)
{
    return train_knows_its_games(training) ||
           problem_set(scan->problem, _("{0}: its games were not played with these settings."),
                       scan->file, NULL, NULL);
}

bool train_read(struct training *training, const char *file, struct span text,
                struct problem *problem)
{
    struct scan scan;
    training->done = 0;
    past_games_free(&training->window);
    return scan_open(&scan, file, text, problem) && read_all(&scan, training) &&
           check_squares(&scan, &training->learner) && check_games(&scan, training);
}

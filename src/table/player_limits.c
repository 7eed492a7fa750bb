/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The server's limits for computer players, checked against a parsed description. */

#include "player_limits.h"

#include "record/record.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* The most that a player may ask for. A setting that is not here is bounded by its own table. */
static const struct {
    const char *setting;
    int64_t most;
} limits[] = {
    {"nodes", 20000}, {"ms", 3000},      {"turn", 10000},
    {"samples", 64},  {"tree", 1000000}, {"threads", 2},
};
enum { LIMITS = sizeof limits / sizeof *limits };

/* Bytes, by all settings together. */
#define MEMORY_MAX (INT64_C(256) << 20)

/* False with a problem noted. */
static bool exceeds(int limit, struct problem *problem)
{
    char most[24];
    snprintf(most, sizeof most, "%" PRId64, limits[limit].most);
    return problem_set(problem, _("on this server the setting {0} is at most {1}"),
                       limits[limit].setting, most, NULL);
}

static bool is_within(struct player_spec *spec, struct problem *problem)
{
    for (int i = 0; i < LIMITS; i++) {
        const int64_t *value = player_value(spec, limits[i].setting);
        if (value != NULL && *value > limits[i].most)
            return exceeds(i, problem);
    }
    return player_memory(spec) <= MEMORY_MAX ||
           problem_set(problem, _("a computer player may not use that much memory here"), NULL,
                       NULL, NULL);
}

bool player_is_allowed(struct span description, struct problem *problem)
{
    struct player_spec spec;
    if (!record_player_fits(description))
        return problem_set(problem, _("there is no such computer player"), NULL, NULL, NULL);
    return player_read(description, &spec, problem) && is_within(&spec, problem);
}

static void lower(struct player_spec *spec)
{
    for (int i = 0; i < LIMITS; i++) {
        int64_t *value = player_value(spec, limits[i].setting);
        if (value != NULL && *value > limits[i].most)
            *value = limits[i].most;
    }
}

struct player_spec player_of_seat(struct span description)
{
    struct problem ignored = {0};
    struct player_spec spec;
    if (!player_read(description, &spec, &ignored))
        return player_without_tree();
    lower(&spec);
    return is_within(&spec, &ignored) ? spec : player_without_tree();
}

struct player_spec player_without_tree(void)
{
    struct problem none = {0};
    struct player_spec spec;
    bool known = player_read(span_of("heuristic:samples=4"), &spec, &none);
    assert(known && player_memory(&spec) == 0 && is_within(&spec, &none));
    (void)known;
    return spec;
}

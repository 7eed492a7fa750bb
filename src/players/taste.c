/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Points that are worth more than they count. See taste.h. */

#include "taste.h"

#include <assert.h>

_Static_assert(SOURCES_MAX <= 32, "there is a bit for each source");

int taste_source_count(const struct game *game)
{
    int count = 0;
    while (count < SOURCES_MAX && game->words->sources[count].name != NULL)
        count++;
    return count;
}

int64_t taste_worth(const void *data, const struct ruleset *rules, const void *state, int seat)
{
    const struct taste *taste = data;
    struct score score;
    int64_t worth = judge_worth(taste->judge, rules, state, seat), points = 0;
    assert(taste->percent >= 0);
    if (taste->percent == 0)
        return worth;
    rules->game->score(rules, state, &score);
    for (int i = 0; i < SOURCES_MAX; i++)
        if (taste->sources >> i & 1)
            points += score.parts[seat][i];
    return worth + (int64_t)JUDGE_ONE * taste->percent * points / 100;
}

/* The row of the source with that name, or -1. */
static int find_source(const struct game *game, struct span name)
{
    for (int i = taste_source_count(game) - 1; i >= 0; i--)
        if (span_is(name, game->words->sources[i].name))
            return i;
    return -1;
}

static bool no_such_source(const struct game *game, struct span name, struct problem *problem)
{
    struct text known = {0};
    for (int i = 0; i < taste_source_count(game); i++)
        text_addf(&known, "%s%s", i > 0 ? ", " : "", game->words->sources[i].name);
    problem_set_spans(problem,
                      _("there is no source of points called \"{0}\"; the sources are: {1}"), name,
                      text_span(&known));
    text_free(&known);
    return false;
}

bool taste_read(const struct game *game, struct span names, uint32_t *sources,
                struct problem *problem)
{
    *sources = 0;
    do {
        struct span name = span_trim(span_cut(&names, '+'));
        int row = find_source(game, name);
        if (row < 0)
            return no_such_source(game, name, problem);
        *sources |= UINT32_C(1) << row;
    } while (names.length > 0);
    return true;
}

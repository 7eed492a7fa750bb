/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints. */

#include "hint.h"

#include "contract/play.h"

#include <assert.h>

static void sort_moves(const struct search *search, struct hint *hint)
{
    for (int i = 1; i < hint->count; i++) {
        struct search_move move = hint->moves[i];
        int at = i;
        for (; at > 0 && search_prefers(search, &move, &hint->moves[at - 1]); at--)
            hint->moves[at] = hint->moves[at - 1];
        hint->moves[at] = move;
    }
}

static void find_lines(struct search *search, struct hint *hint)
{
    for (int i = 0; i < hint->count && i < HINT_LINES; i++)
        hint->lines[i].count =
            search_line(search, hint->moves[i].move, hint->lines[i].moves, HINT_LINE_MAX);
}

const struct judge *budget_judge(const struct budget *budget, const struct game *game)
{
    return budget->judge != NULL ? budget->judge : judge_of(game);
}

bool budget_stopped(const struct budget *budget)
{
    return budget->stop != NULL && *budget->stop;
}

bool hint_find(const struct ruleset *rules, const void *state, const struct budget *budget,
               struct hint *hint, struct problem *problem)
{
    struct search_settings settings = search_standard(rules->game);
    assert(budget->nodes > 0 || budget->ms > 0);
    assert(budget->threads >= 1 && budget->threads <= BUDGET_THREADS_MAX);
    hint->actor = rules->game->node(rules, state).actor;
    if (hint->actor == NOBODY)
        return problem_set(problem, _("the game is over: there is nothing to decide."), NULL, NULL,
                           NULL);
    if (hint->actor == DEALER)
        return problem_set(problem, _("chance decides here: there is nothing to choose."), NULL,
                           NULL, NULL);
    settings.nodes = budget->nodes;
    settings.ms = budget->ms;
    settings.threads = budget->threads;
    settings.always_look = true;
    struct search *search = search_open(&settings, budget_judge(budget, rules->game));
    if (search == NULL)
        return problem_no_memory(problem);
    search_bound(search, (struct player_limit){.stop = budget->stop});
    search_begin(search, 0);
    search_run(search, rules, state);
    hint->count = search_moves(search, hint->moves);
    sort_moves(search, hint);
    find_lines(search, hint);
    search_close(search);
    if (budget_stopped(budget)) /* what a part of the search says is not a hint */
        return problem_set(problem, _("the search was stopped."), NULL, NULL, NULL);
    return true;
}

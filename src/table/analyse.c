/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses, from the state and the moves of a table. */

#include "analyse.h"

#include "players/analysis_json.h"

#include <assert.h>
#include <stdlib.h>

const char *table_why_no_hint(const struct table *table, int64_t user, int seat)
{
    if (!table->plan.hints)
        return _("there are no hints at this table");
    if (table->session == NULL)
        return _("the game has not begun");
    if (table->phase == TABLE_OVER)
        return _("the game is over");
    if (seat < 0 || seat >= table->rules->setup.players || user == 0 ||
        table->seats[seat].user != user)
        return _("this is not your seat");
    if (table->seats[seat].person == PERSON_BOT) /* it is there to think for itself */
        return _("bots get no hints");
    if (table->seats[seat].player[0] != '\0' || session_node(table->session).actor != seat ||
        session_awaits_confirm(table->session) >= 0)
        return _("this seat has nothing to decide now");
    return NULL;
}

/* Names of the seats, for telling moves. */
struct names {
    const char *list[SEATS_MAX];
};

static struct names names_of(const struct table *table)
{
    struct names names = {0};
    for (int i = 0; i < SEATS_MAX; i++)
        names.list[i] = table->seats[i].name;
    return names;
}

bool table_find_hint(const struct table *table, const struct analysis_effort *effort,
                     struct analysis_control *control, struct text *result, struct problem *problem)
{
    const struct budget budget = {
        .nodes = effort->hint_nodes, .threads = 1, .stop = &control->stop};
    assert(table->session != NULL);
    const void *state = session_state(table->session);
    struct names names = names_of(table);
    struct json json = {.out = result};
    struct hint hint;
    if (!hint_find(table->rules, state, &budget, &hint, problem))
        return false;
    hint_json(table->rules, state, &hint, names.list, HINT_LINES, &json, NULL);
    return true;
}

static bool note_progress(void *context, uint32_t done, uint32_t total)
{
    struct analysis_control *control = context;
    assert(total > 0 && done <= total);
    control->done = (int)((uint64_t)done * 1000 / total);
    if (control->told != NULL)
        control->told(control);
    return true;
}

bool table_analyse(const struct table *table, const struct analysis_effort *effort,
                   struct analysis_control *control, struct text *result, struct problem *problem)
{
    uint32_t count = session_move_count(table->session);
    struct move *moves = memory_try_new((size_t)count + 1, sizeof *moves);
    if (moves == NULL)
        return problem_no_memory(problem);
    struct names names = names_of(table);
    struct json json = {.out = result};
    struct analysis analysis;
    struct analysis_task task = {
        .rules = table->rules,
        .moves = moves,
        .count = count,
        .budget = {.nodes = effort->analysis_nodes, .threads = 1, .stop = &control->stop},
        .hint_nodes = effort->hint_nodes,
        .progress = note_progress,
        .context = control};
    for (uint32_t i = 0; i < count; i++)
        moves[i] = session_entry(table->session, i).move;
    bool done = analysis_run(&task, &analysis, problem);
    if (done) {
        analysis_json(&task, &analysis, names.list, &json, NULL);
        analysis_free(&analysis);
    }
    free(moves);
    return done;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses, each a row of one table. */

#include "study.h"

#include "fetch.h"

#include "contract/play.h"
#include "players/analysis_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOUR_MS = 3600 * 1000,
    HINT_MOVES = 5,
    HINT_MS = 3000, /* who asks waits for it */
};

/* ---- the kinds ------------------------------------------------------------------------------- */

/* Names of the seats, for telling moves. */
struct names {
    const char *list[SEATS_MAX];
};

static struct names names_of(const struct room *room)
{
    struct names names = {0};
    for (int i = 0; i < SEATS_MAX; i++)
        names.list[i] = room->seats[i].name;
    return names;
}

static bool do_hint(const struct room *room, const struct study_effort *effort,
                    const atomic_bool *stop, struct text *result, struct problem *problem)
{
    const struct budget budget = {
        .nodes = effort->hint_nodes, .ms = HINT_MS, .threads = 1, .stop = stop};
    const void *state = session_state(room->session);
    struct names names = names_of(room);
    struct json json = {.out = result};
    struct hint hint;
    if (!hint_find(room->rules, state, &budget, &hint, problem))
        return false;
    hint_json(room->rules, state, &hint, names.list, HINT_MOVES, &json, NULL);
    return true;
}

static bool do_analysis(const struct room *room, const struct study_effort *effort,
                        const atomic_bool *stop, struct text *result, struct problem *problem)
{
    uint32_t count = session_move_count(room->session);
    struct move *moves = memory_try_new((size_t)count + 1, sizeof *moves);
    if (moves == NULL)
        return problem_no_memory(problem);
    struct names names = names_of(room);
    struct json json = {.out = result};
    struct analysis analysis;
    struct analysis_task task = {
        .rules = room->rules,
        .moves = moves,
        .count = count,
        .budget = {.nodes = effort->analysis_nodes, .threads = 1, .stop = stop}};
    for (uint32_t i = 0; i < count; i++)
        moves[i] = session_entry(room->session, i).move;
    bool done = analysis_run(&task, &analysis, problem);
    if (done) {
        analysis_json(&task, &analysis, names.list, &json, NULL);
        analysis_free(&analysis);
    }
    free(moves);
    return done;
}

/* How each kind is done, with a room that is as it was asked about. */
static const struct {
    struct study_about about;
    bool (*work)(const struct room *room, const struct study_effort *effort,
                 const atomic_bool *stop, struct text *result, struct problem *problem);
} kinds[STUDY_KINDS] = {
    [STUDY_HINT] = {{.name = "hint",
                     .rank = 0,
                     .most = 400, /* so that analyses never keep them out */
                     .keep_ms = 24 * HOUR_MS,
                     .longest_ms = 30 * 1000},
                    do_hint},
    [STUDY_ANALYSIS] = {{.name = "analysis", .rank = 1, .most = 200, .longest_ms = HOUR_MS / 4},
                        do_analysis},
};

const struct study_about *study_about(enum study_kind kind)
{
    return &kinds[kind].about;
}

/* ---- what is asked --------------------------------------------------------------------------- */

static void name_study(const struct room *room, enum study_kind kind, struct study *study)
{
    *study = (struct study){.kind = kind, .rows = room->rows};
    memcpy(study->table, room->id, sizeof study->table);
    snprintf(study->key, sizeof study->key, "%s %s", kinds[kind].about.name, room->id);
}

/* Why a seat of that user can have no hint now; NULL if it can. */
static const char *why_no_hint(const struct room *room, int64_t user, int seat)
{
    if (!room->plan.hints)
        return _("there are no hints at this table");
    if (room->session == NULL)
        return _("the game has not begun");
    if (room->phase == ROOM_OVER)
        return _("the game is over");
    if (seat < 0 || seat >= room->rules->setup.players || user == 0 ||
        room->seats[seat].user != user)
        return _("this is not your seat");
    if (room->seats[seat].player[0] != '\0' || session_node(room->session).actor != seat ||
        session_awaits_confirm(room->session) >= 0)
        return _("this seat has nothing to decide now");
    return NULL;
}

/* A position that comes again, after an undo, has the same hint. */
bool study_hint(const struct room *room, int64_t user, int seat, struct study *study,
                struct problem *problem)
{
    const char *why = why_no_hint(room, user, seat);
    if (why != NULL)
        return problem_set(problem, why, NULL, NULL, NULL);
    name_study(room, STUDY_HINT, study);
    size_t length = strlen(study->key);
    snprintf(study->key + length, sizeof study->key - length, " %016" PRIx64,
             state_hash(room->rules, session_state(room->session)));
    return true;
}

bool study_analysis(const struct room *room, struct study *study, struct problem *problem)
{
    if (room->phase != ROOM_OVER)
        return problem_set(problem, _("the game is not over yet"), NULL, NULL, NULL);
    name_study(room, STUDY_ANALYSIS, study);
    return true;
}

void study_write(const struct study *study, struct text *body)
{
    text_addf(body, "%" PRIu32, study->rows);
}

bool study_read(const struct store_job *job, struct study *study)
{
    int kind = 0;
    while (kind < STUDY_KINDS && strcmp(kinds[kind].about.name, job->kind) != 0)
        kind++;
    bool known = kind < STUDY_KINDS;
    *study = (struct study){.kind = known ? (enum study_kind)kind : STUDY_HINT,
                            .rows = (uint32_t)strtoul(job->body, NULL, 10)};
    span_copy(span_of(job->table), study->table, sizeof study->table);
    span_copy(span_of(job->key), study->key, sizeof study->key);
    return known && study->rows > 0;
}

/* ---- doing it -------------------------------------------------------------------------------- */

enum study_outcome study_do(const struct study *study, const struct study_effort *effort,
                            struct store *store, const atomic_bool *stop, struct text *result,
                            struct problem *problem)
{
    struct room *room = NULL;
    enum store_result read = room_fetch(store, study->table, study->rows, &room, problem);
    if (read == STORE_FAILED)
        return STUDY_UNREAD;
    if (room == NULL)
        return STUDY_IMPOSSIBLE;
    bool done =
        room->session != NULL && kinds[study->kind].work(room, effort, stop, result, problem);
    room_close(room);
    if (!done && problem_is_no_memory(problem))
        return STUDY_UNREAD;
    if (!done)
        return *stop ? STUDY_STOPPED : STUDY_IMPOSSIBLE;
    return STUDY_FOUND;
}

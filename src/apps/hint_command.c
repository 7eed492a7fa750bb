/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery hint: the best moves of a position, or at a moment of a record. */

#include "arguments.h"

#include "base/file.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/analysis_json.h"
#include "players/own_judge.h"
#include "record/position.h"
#include "record/record.h"
#include "terminal/analysis_report.h"

#include <string.h>

/* What is asked for. */
struct asking {
    const char *path, *cards, *network;
    int64_t at;   /* moves of a record; -1: all */
    int64_t most; /* moves to print */
    bool json;
    struct budget budget;
};

/* What it is asked about. */
struct standing {
    struct ruleset *rules;
    union any_state state;
    char names[SEATS_MAX][SEAT_NAME_SIZE];
    bool has_names;
};

/* ---- reading --------------------------------------------------------------------------------- */

/* While a record is played: the state after some of its moves. */
struct keeping {
    int64_t at;
    size_t size;
    void *state;
};

static void keep_state(void *context, int number, const void *state, const struct events *events)
{
    const struct keeping *keeping = context;
    (void)events;
    if (number + 1 == keeping->at)
        memcpy(keeping->state, state, keeping->size);
}

static bool take_record(struct record *record, int64_t at, struct standing *standing,
                        struct problem *problem)
{
    union any_state last;
    struct keeping keeping = {at < 0 ? record->count : at, record->rules->game->state_size,
                              &standing->state};
    if (at > record->count)
        return problem_set(problem, _("the record has fewer moves than that."), NULL, NULL, NULL);
    play_start(record->rules, &standing->state);
    if (!record_replay(record, &last, keep_state, &keeping, problem))
        return false;
    standing->rules = ruleset_open_again(record->rules);
    standing->has_names = true;
    for (int i = 0; i < SEATS_MAX; i++)
        memcpy(standing->names[i], record->seats[i].name, SEAT_NAME_SIZE);
    return true;
}

static bool is_record(struct span text)
{
    struct scan scan;
    struct problem problem = {0};
    return scan_open(&scan, "", text, &problem) && scan_line(&scan) &&
           span_is(scan_word(&scan), "orrery") && span_is(scan_word(&scan), "record");
}

static bool read_standing(const struct asking *asking, struct standing *standing,
                          struct problem *problem)
{
    struct text text = {0};
    struct record record = {0};
    bool fine = read_game_text(asking->path, &text, problem);
    if (fine && is_record(text_span(&text))) {
        fine = record_read(&record, asking->path, text_span(&text), asking->cards, problem) &&
               take_record(&record, asking->at, standing, problem);
    } else if (fine && asking->at >= 0) {
        fine =
            problem_set(problem, _("--at is for records, and this is not one."), NULL, NULL, NULL);
    } else if (fine) {
        standing->rules =
            position_read(asking->path, text_span(&text), asking->cards, &standing->state, problem);
        fine = standing->rules != NULL;
    }
    record_free(&record);
    text_free(&text);
    return fine;
}

/* ---- answering ------------------------------------------------------------------------------- */

static bool answer(const struct asking *asking, const struct standing *standing,
                   enum language language, struct text *out, struct problem *problem)
{
    static struct hint hint;
    const char *names[SEATS_MAX];
    for (int i = 0; i < SEATS_MAX; i++)
        names[i] = standing->names[i];
    struct teller teller = {.language = language, .names = standing->has_names ? names : NULL};
    if (!hint_find(standing->rules, &standing->state, &asking->budget, &hint, problem))
        return false;
    if (asking->json) {
        struct json json = {.out = out};
        hint_json(standing->rules, &standing->state, &hint, teller.names, (int)asking->most, &json,
                  NULL);
        text_add_char(out, '\n');
    } else {
        hint_table(standing->rules, &standing->state, &hint, (int)asking->most, &teller, out);
    }
    return true;
}

/* With the judge that was asked for. */
static bool answer_with(struct asking *asking, const struct standing *standing,
                        struct invocation *invocation)
{
    struct own_judge *own = NULL;
    struct problem *problem = &invocation->problem;
    if (asking->network != NULL) {
        own = own_judge_open(standing->rules->game, asking->network, problem);
        if (own == NULL)
            return false;
        asking->budget.judge = &own->judge;
    }
    bool fine = answer(asking, standing, invocation->language, &invocation->out, problem);
    if (!fine)
        problem_place(problem, asking->path, 0, 0);
    own_judge_close(own);
    return fine;
}

static int run(struct invocation *invocation)
{
    struct asking asking = {.at = -1, .most = 8, .budget = {.nodes = UNLESS_LIMITED(HINT_NODES)}};
    int64_t threads = 1;
    const struct argument arguments[] = {
        {"at", "N", _("for a record: after N moves instead of all"), ARGUMENT_NUMBER, &asking.at, 0,
         RECORD_MOVES_MAX},
        {"most", "N", _("print at most this many moves"), ARGUMENT_NUMBER, &asking.most, 1,
         MOVES_MAX},
        BUDGET_ARGUMENTS(asking.budget, threads),
        NETWORK_ARGUMENT(asking.network),
        CARDS_ARGUMENT(asking.cards),
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &asking.json, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    struct problem *problem = &invocation->problem;
    struct standing standing = {0};
    asking.path = invocation->given.list[0];
    asking.budget.threads = (int)threads;
    asking.budget.nodes = number_unless(asking.budget.ms > 0, asking.budget.nodes);
    bool read = read_standing(&asking, &standing, problem);
    if (!read)
        problem_place(problem, asking.path, 0, 0);
    bool fine = read && answer_with(&asking, &standing, invocation);
    ruleset_close(standing.rules);
    return exit_code(read, fine);
}

const struct command hint_command = {
    "hint",
    "FILE [options]",
    _("show the best moves in a position, with win chances"),
    run,
    _("FILE is a position or a record. docs/analysis.md explains the numbers."),
    NULL,
};

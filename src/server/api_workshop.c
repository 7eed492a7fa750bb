/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes of the workshop, in which people edit card sets: how the cards of a game are written, what
 * is wrong with a set, what an effect means, whether a set can be played. The page has no validator
 * of its own. Sets are hostile: a worker reads their bodies and everything in them. */

#include "api_call.h"
#include "own_cards.h"
#include "setup_read.h"

#include "contract/games.h"
#include "table/card_view.h"
#include "table/set_trial.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdlib.h>

/* The game of the address; NULL if it is answered that there is none. */
static const struct game *asked_game(struct api_call *call)
{
    const struct game *game = game_find(span_of(call->table_id));
    if (game == NULL)
        api_fail(call, 404, ERROR_NOT_FOUND, _("this game is not known here"));
    return game;
}

/* The answer that a text has a problem. */
static void put_refusal(const struct problem *problem, enum language language, struct text *out)
{
    struct json json = {.out = out};
    json_open(&json, NULL, '{');
    json_put_boolean(&json, "ok", false);
    card_view_problem(problem, language, &json);
    json_close(&json, '}');
}

/* ---- how cards are written ------------------------------------------------------------------- */

static void handle_workshop(struct api_call *call)
{
    const struct game *game = asked_game(call);
    struct text name = {0};
    if (game == NULL)
        return;
    text_addf(&name, "workshop %s %s", language_name(call->language), game->name);
    if (!api_answer_kept(call, text_span(&name))) {
        const struct card_sets *card_sets = tables_card_sets(call->api->tables);
        struct json json = {.out = &call->text, .languages = UINT32_C(1) << call->language};
        struct setup setup = setup_standard(game);
        struct problem problem = {0};
        struct card_texts texts;
        struct ruleset *rules = card_sets_rules(card_sets, game, &setup, &problem);
        assert(rules != NULL); /* it was read at the start */
        card_sets_texts(card_sets, game, &texts);
        const struct card_limits limits = {.bytes = OWN_CARDS_BYTES,
                                           .sets = tables_quota_sets(call->api->tables),
                                           .own_sets = call->api->own_cards != OWN_CARDS_NOBODY,
                                           .own_cards = own_cards_words[call->api->own_cards]};
        card_view_workshop(rules, &texts, &limits, &json);
        ruleset_close(rules);
        api_keep_answer(call, text_span(&name));
    }
    text_free(&name);
}

/* ---- effects --------------------------------------------------------------------------------- */

enum { EFFECT_BYTES = 2000 };

/* One line is read in less time than a request takes. */
static void handle_effect(struct api_call *call)
{
    const struct game *game = asked_game(call);
    char text[EFFECT_BYTES];
    if (game == NULL || !api_read_text(call, "text", true, text, sizeof text))
        return;
    struct json json = {.out = &call->text, .languages = UINT32_C(1) << call->language};
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    struct ruleset *rules =
        card_sets_rules(tables_card_sets(call->api->tables), game, &setup, &problem);
    assert(rules != NULL);
    json_open(&json, NULL, '{');
    json_put_boolean(&json, "ok", true);
    if (game->card_format->read_effect(game->card_format, rules, span_of(text), &json, &problem))
        json_close(&json, '}');
    else {
        text_clear(&call->text);
        put_refusal(&problem, call->language, &call->text);
    }
    ruleset_close(rules);
    api_answer_json(call, 200);
}

/* ---- sets ------------------------------------------------------------------------------------ */

/* A set on its way through a worker. Everything but the two ends is the worker's. */
struct set_job {
    struct work work;
    struct api_call *call;
    const struct game *game;
    void (*use)(struct set_job *job, struct ruleset *rules); /* of a set that is fine */
    struct text answer;
    struct problem problem; /* why it was refused, */
    enum error_code code;   /* and what kind of reason that is */
    struct set_trial trial;
};

static void refuse(struct set_job *job, enum error_code code, const char *sentence,
                   const char *detail)
{
    assert(!problem_is_set(&job->problem));
    problem_set(&job->problem, sentence, detail, NULL, NULL);
    job->code = code;
}

static void read_set(struct set_job *job, const json_t *files)
{
    const struct card_sets *card_sets = tables_card_sets(job->call->api->tables);
    struct problem problem = {0};
    struct card_texts texts;
    struct setup setup;
    const char *wrong;
    job->code = ERROR_REFUSED;
    if (!setup_read(job->call->body, job->game, &setup, &wrong, &job->problem)) {
        if (wrong != NULL)
            refuse(job, ERROR_MISSING, _("\"{0}\" is missing, too long or of the wrong kind"),
                   wrong);
        return;
    }
    if (!own_cards_texts(card_sets, job->game, files, &texts, &job->problem))
        return;
    struct ruleset *rules =
        ruleset_open_texts(job->game, &setup, texts.files, texts.count, &problem);
    if (rules != NULL)
        job->use(job, rules);
    else if (problem.file[0] != '\0')
        put_refusal(&problem, job->call->language, &job->answer);
    else /* it is not about the cards */
        job->problem = problem;
}

static void read_run(struct work *work)
{
    struct set_job *job = container_of(work, struct set_job, work);
    const json_t *files = json_object_get(job->call->body, "files");
    job->problem = (struct problem){0};
    if (json_is_object(files))
        read_set(job, files);
    else
        refuse(job, ERROR_MISSING, _("\"{0}\" is missing, too long or of the wrong kind"), "files");
}

static void end_job(struct set_job *job)
{
    struct api_call *call = job->call;
    assert(problem_is_set(&job->problem) != (job->answer.length > 0));
    if (problem_is_no_memory(&job->problem))
        api_fail_no_memory(call);
    else if (problem_is_set(&job->problem))
        api_fail_problem(call, job->code == ERROR_UNAVAILABLE ? 503 : 400, job->code,
                         &job->problem);
    else {
        call->text = job->answer;
        job->answer = (struct text){0};
        api_answer_json(call, 200);
    }
    set_trial_end(&job->trial);
    free(job);
}

static void read_done(struct work *work)
{
    end_job(container_of(work, struct set_job, work));
}

/* The body is there; `done` comes when the set was read. */
static void begin_job(struct api_call *call, void (*use)(struct set_job *, struct ruleset *),
                      void (*done)(struct work *work))
{
    struct set_job *job = memory_new(1, sizeof *job);
    job->call = call;
    job->game = game_find(span_of(call->table_id));
    job->use = use;
    refuse(job, ERROR_UNAVAILABLE, _("the store is not responding"), NULL); /* till it is read */
    api_add_work(call, &job->work, read_run, done, true);
}

static void tell_set(struct set_job *job, struct ruleset *rules)
{
    struct json json = {.out = &job->answer, .languages = UINT32_C(1) << job->call->language};
    json_open(&json, NULL, '{');
    json_put_boolean(&json, "ok", true);
    card_view_set(rules, &json);
    json_close(&json, '}');
    ruleset_close(rules);
}

static void check_set(struct api_call *call)
{
    begin_job(call, tell_set, read_done);
}

static void handle_check(struct api_call *call)
{
    if (asked_game(call) != NULL)
        api_read_large(call, check_set);
}

/* ---- trying ---------------------------------------------------------------------------------- */

static void begin_trial(struct set_job *job, struct ruleset *rules)
{
    const json_t *number = json_object_get(job->call->body, "games");
    json_int_t wanted = number == NULL ? TRIAL_GAMES_USUAL : json_integer_value(number);
    if (wanted < 1)
        refuse(job, ERROR_MISSING, _("\"{0}\" is missing, too long or of the wrong kind"), "games");
    int bounded = wanted < 1 ? 1 : wanted > TRIAL_GAMES_MAX ? TRIAL_GAMES_MAX : (int)wanted;
    set_trial_begin(&job->trial, rules, bounded);
}

static void tell_trial(struct set_job *job)
{
    const struct problem *problem = &job->trial.problem;
    struct json json = {.out = &job->answer};
    struct text why = {0};
    json_open(&json, NULL, '{');
    json_put_boolean(&json, "ok", !problem_is_set(problem));
    json_put_number(&json, "games", job->trial.played);
    if (problem_is_set(problem)) {
        problem_write_sentence(problem, job->call->language, &why);
        json_put_string(&json, "text", text_string(&why));
    }
    json_close(&json, '}');
    text_free(&why);
}

static void trial_run(struct work *work)
{
    struct set_job *job = container_of(work, struct set_job, work);
    job->problem = (struct problem){0};
    if (!set_trial_continue(&job->trial))
        tell_trial(job);
}

static void trial_done(struct work *work);

/* The next slice waits for its turn again. */
static void continue_trial(struct set_job *job)
{
    refuse(job, ERROR_UNAVAILABLE, _("the store is not responding"), NULL); /* till it is played */
    api_add_work(job->call, &job->work, trial_run, trial_done, false);
}

static void trial_done(struct work *work)
{
    struct set_job *job = container_of(work, struct set_job, work);
    bool is_over = job->answer.length > 0 || problem_is_set(&job->problem);
    if (!is_over && job->call->request != NULL) {
        continue_trial(job);
        return;
    }
    if (!is_over) /* the client has gone */
        tell_trial(job);
    end_job(job);
}

static void set_was_read(struct work *work)
{
    struct set_job *job = container_of(work, struct set_job, work);
    if (problem_is_set(&job->problem) || job->answer.length > 0)
        end_job(job);
    else
        continue_trial(job);
}

static void try_set(struct api_call *call)
{
    begin_job(call, begin_trial, set_was_read);
}

static void handle_try(struct api_call *call)
{
    if (asked_game(call) != NULL)
        api_read_large(call, try_set);
}

const struct route workshop_routes[] = {
    {"GET", "/api/games/*/workshop", ANYBODY, handle_workshop, RATE_USUAL, false, NULL},
    {"POST", "/api/games/*/effect", ANYBODY, handle_effect, RATE_CHECK, false, MEMBERS("text")},
    {"POST", "/api/games/*/check", GUESTS, handle_check, RATE_CHECK, true,
     MEMBERS("files", "players", "options")},
    {"POST", "/api/games/*/try", GUESTS, handle_try, RATE_TRY, true,
     MEMBERS("files", "players", "options", "games")},
    {0},
};

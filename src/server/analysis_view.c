/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses as JSON. */

#include "analysis_view.h"

#include <jansson.h>
#include <stdlib.h>

const char analysis_unserved[] =
    _("this server computes no hints and no analyses; its page does so in the browser");

struct analysis_subject analysis_subject(const struct table *table, int seat)
{
    return (struct analysis_subject){
        .rows = table->rows,
        .moves = table->session != NULL ? session_move_count(table->session) : 0,
        .seat = seat};
}

/* A job that was given up has no words of its own. */
static const char *why_failed(const struct analysis_status *status, enum language language)
{
    const char *sentence = status->result[0] != '\0'
                               ? status->result
                               : _("this was tried several times and never finished");
    return phrase(language, sentence);
}

/* Texts are kept in all languages, as {"en": …, "de": …}; a reader gets English and their own. */
static void prune(json_t *value, const char *language)
{
    const char *key;
    json_t *member;
    size_t index;
    if (json_object_get(value, language_name(ENGLISH)) != NULL)
        for (int i = ENGLISH + 1; i < LANGUAGE_COUNT; i++)
            if (strcmp(language_name((enum language)i), language) != 0)
                json_object_del(value, language_name((enum language)i));
    json_object_foreach(value, key, member) prune(member, language);
    json_array_foreach(value, index, member) prune(member, language);
}

static void put_result(struct json *json, const char *result, enum language language)
{
    json_t *root = json_loads(result, 0, NULL);
    prune(root, language_name(language));
    char *pruned = root != NULL ? json_dumps(root, JSON_COMPACT) : NULL;
    json_put_raw(json, "result", pruned != NULL ? pruned : result);
    free(pruned);
    json_decref(root);
}

void view_analysis(const struct analysis_job *job, const struct analysis_subject *about,
                   const struct analysis_status *status, enum language language, bool with_result,
                   struct json *json, const char *key)
{
    static const char *const words[] = {
        [ANALYSIS_NONE] = "none", [ANALYSIS_WAITING] = "waiting", [ANALYSIS_WORKING] = "working",
        [ANALYSIS_DONE] = "done", [ANALYSIS_FAILED] = "failed",   [ANALYSIS_OWN] = "own"};
    json_open(json, key, '{');
    json_put_string(json, "state", words[status->state]);
    if (job->kind == ANALYSIS_HINT) {
        json_put_number(json, "version", about->rows);
        json_put_number(json, "moves", about->moves);
        json_put_number(json, "seat", about->seat + 1);
    }
    if (status->state == ANALYSIS_WAITING)
        json_put_number(json, "ahead", status->ahead);
    if (status->state == ANALYSIS_WORKING && status->done >= 0)
        json_put_number(json, "done", status->done);
    if (status->state == ANALYSIS_FAILED)
        json_put_string(json, "text", why_failed(status, language));
    if (status->state == ANALYSIS_DONE && with_result)
        put_result(json, status->result, language);
    json_close(json, '}');
}

const char *analysis_refusal(const struct analysis_status *status, enum error_code *code)
{
    switch (status->state) {
    case ANALYSIS_TOO_MANY:
        *code = ERROR_TOO_MANY;
        return _("too many hints and analyses are waiting; please try again later");
    case ANALYSIS_TOO_MANY_OF_USER:
        *code = ERROR_TOO_MANY;
        return _("you are already waiting for several hints or analyses");
    case ANALYSIS_TOO_MANY_OF_ADDRESS:
        *code = ERROR_TOO_MANY;
        return _("guests at your address are already waiting for many hints or analyses");
    case ANALYSIS_UNSERVED:
        *code = ERROR_REFUSED;
        return analysis_unserved;
    case ANALYSIS_UNANSWERED:
        *code = ERROR_UNAVAILABLE;
        return _("the store is not responding");
    case ANALYSIS_NONE:
    case ANALYSIS_WAITING:
    case ANALYSIS_WORKING:
    case ANALYSIS_DONE:
    case ANALYSIS_FAILED:
    case ANALYSIS_OWN:
        break;
    }
    return NULL;
}

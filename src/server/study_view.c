/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Studies as JSON. */

#include "study_view.h"

struct study_about_table study_about_table(const struct room *room, int seat)
{
    return (struct study_about_table){
        .rows = room->rows,
        .moves = room->session != NULL ? session_move_count(room->session) : 0,
        .seat = seat};
}

/* A job that was given up has no words of its own. */
static const char *why_failed(const struct standing *standing, enum language language)
{
    const char *sentence = standing->result[0] != '\0'
                               ? standing->result
                               : _("this was tried several times and never came to its end");
    return phrase(language, sentence);
}

void view_study(const struct study *study, const struct study_about_table *about,
                const struct standing *standing, enum language language, bool with_result,
                struct json *json, const char *key)
{
    static const char *const words[] = {[STUDY_NONE] = "none",
                                        [STUDY_WAITING] = "waiting",
                                        [STUDY_WORKING] = "working",
                                        [STUDY_DONE] = "done",
                                        [STUDY_FAILED] = "failed"};
    json_open(json, key, '{');
    json_put_string(json, "state", words[standing->state]);
    if (study->kind == STUDY_HINT) {
        json_put_number(json, "version", about->rows);
        json_put_number(json, "moves", about->moves);
        json_put_number(json, "seat", about->seat + 1);
    }
    if (standing->state == STUDY_WAITING)
        json_put_number(json, "ahead", standing->ahead);
    if (standing->state == STUDY_FAILED)
        json_put_string(json, "text", why_failed(standing, language));
    if (standing->state == STUDY_DONE && with_result)
        json_put_raw(json, "result", standing->result);
    json_close(json, '}');
}

const char *study_refusal(const struct standing *standing, enum error_code *code)
{
    switch (standing->state) {
    case STUDY_TOO_MANY:
        *code = ERROR_TOO_MANY;
        return _("too much waits to be thought about; please try again later");
    case STUDY_TOO_MANY_OF_USER:
        *code = ERROR_TOO_MANY;
        return _("you wait for several hints or analyses already");
    case STUDY_TOO_MANY_OF_ADDRESS:
        *code = ERROR_TOO_MANY;
        return _("guests at your address wait for many hints or analyses already");
    case STUDY_UNANSWERED:
        *code = ERROR_UNAVAILABLE;
        return _("the store does not answer");
    default:
        return NULL;
    }
}

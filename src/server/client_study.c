/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses for clients: the answer says how the study stands, and if it is not done yet,
 * an event follows when it is. */

#include "client_parts.h"
#include "study_view.h"

#include "base/container_of.h"

#include <stdlib.h>
#include <string.h>

enum { EXPECTING_MAX = 16 }; /* studies that a client hears of; the oldest one is forgotten */

/* A study that a client has asked for. */
struct expecting {
    struct question question;
    struct follower follower;
    struct request *request; /* until it is answered */
    struct client *client;
    struct expecting *next; /* when it is followed; the latest one first */
    struct study_about_table about;
};

/* Analyses are long: who wants one gets it by HTTP. */
static void put_study(const struct expecting *expecting, const struct standing *standing,
                      struct json *json)
{
    const struct study *study = &expecting->question.study;
    view_study(study, &expecting->about, standing, expecting->client->language,
               study->kind == STUDY_HINT, json, study_about(study->kind)->name);
}

/* ---- when it is done ------------------------------------------------------------------------- */

static void stop_expecting(struct expecting *expecting)
{
    struct client *client = expecting->client;
    struct expecting **at = &client->expecting;
    while (*at != expecting)
        at = &(*at)->next;
    *at = expecting->next;
    client->expecting_count--;
    studies_unfollow(&expecting->follower);
    free(expecting);
}

void client_expect_nothing(struct client *client)
{
    while (client->expecting != NULL)
        stop_expecting(client->expecting);
}

static void ended(struct follower *follower, const struct standing *standing)
{
    struct expecting *expecting = container_of(follower, struct expecting, follower);
    const struct study *study = &expecting->question.study;
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", study_about(study->kind)->name);
    json_put_string(&json, "table", study->table);
    put_study(expecting, standing, &json);
    json_close(&json, '}');
    client_send(expecting->client, &text);
    stop_expecting(expecting);
}

static struct expecting *find_expecting(struct client *client, const char *key)
{
    struct expecting *expecting = client->expecting;
    while (expecting != NULL && strcmp(expecting->follower.key, key) != 0)
        expecting = expecting->next;
    return expecting;
}

/* One event for each study, however often it was asked for. */
static void expect(struct expecting *expecting)
{
    struct client *client = expecting->client;
    struct expecting *same = find_expecting(client, expecting->question.study.key);
    if (same != NULL)
        stop_expecting(same);
    if (client->expecting_count == EXPECTING_MAX) {
        struct expecting *oldest = client->expecting;
        while (oldest->next != NULL)
            oldest = oldest->next;
        stop_expecting(oldest);
    }
    expecting->next = client->expecting;
    client->expecting = expecting;
    client->expecting_count++;
    expecting->follower.ended = ended;
    memcpy(expecting->follower.key, expecting->question.study.key, sizeof expecting->follower.key);
    studies_follow(client->all->studies, &expecting->follower);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void answer(const struct expecting *expecting, const struct standing *standing)
{
    struct request *request = expecting->request;
    struct text text = {0};
    struct json json = request_answer(&text, request->id, true);
    put_study(expecting, standing, &json);
    json_close(&json, '}');
    client_send(expecting->client, &text);
    request_end(request);
}

static void told(struct question *question, const struct standing *standing)
{
    struct expecting *expecting = container_of(question, struct expecting, question);
    struct client *client = expecting->client;
    enum error_code code = ERROR_NOT_ALLOWED;
    const char *refusal = standing->state == STUDY_NONE ? _("please say who you are first")
                                                        : study_refusal(standing, &code);
    bool follows = client->socket != NULL && refusal == NULL && standing->state != STUDY_DONE &&
                   standing->state != STUDY_FAILED;
    if (follows)
        expect(expecting); /* before the request ends, and the client with it */
    if (refusal != NULL)
        request_fail(expecting->request, code, refusal);
    else
        answer(expecting, standing);
    if (!follows)
        free(expecting);
}

static void ask(struct request *request, const struct room *room, int seat,
                const struct study *study)
{
    struct client *client = request->client;
    struct expecting *expecting = memory_new(1, sizeof *expecting);
    expecting->request = request;
    expecting->client = client;
    expecting->about = study_about_table(room, seat);
    expecting->question = (struct question){.told = told,
                                            .study = *study,
                                            .user = client->user,
                                            .owner = client->owner,
                                            .only_looks = client->user == 0};
    studies_ask(client->all->studies, &expecting->question);
}

void call_hint(struct request *request, struct room *room)
{
    struct problem problem = {0};
    struct study study;
    int seat = (int)request_number(request, "seat", 0) - 1;
    int64_t expected = request_number(request, "expected", -1);
    if (request->client->user == 0)
        request_fail(request, ERROR_NOT_ALLOWED, _("you only watch"));
    else if (expected >= 0 && expected != room->rows)
        request_fail(request, ERROR_STALE, _("the table has changed meanwhile"));
    else if (!study_hint(room, request->client->user, seat, &study, &problem))
        request_fail_problem(request, ERROR_REFUSED, &problem);
    else
        ask(request, room, seat, &study);
}

void call_analysis(struct request *request, struct room *room)
{
    struct problem problem = {0};
    struct study study;
    if (study_analysis(room, &study, &problem))
        ask(request, room, NOBODY, &study);
    else
        request_fail_problem(request, ERROR_REFUSED, &problem);
}

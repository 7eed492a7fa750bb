/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses for clients: the answer gives the state of the job, and if it is not done yet,
 * an event follows when it is. */

#include "analysis_view.h"
#include "client_parts.h"

#include "base/container_of.h"
#include "base/list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SUBSCRIPTIONS_MAX = 16 }; /* analyses that a client hears of; the oldest one is forgotten */

/* A job that a client has asked for. */
struct analysis_subscription {
    struct analysis_query query;
    struct analysis_follower follower;
    struct client_command *command; /* until it is answered */
    struct client *client;
    struct analysis_subscription *next, *before; /* when it is followed; the latest one first */
    struct analysis_subject about;
};

/* Analyses are long: who wants one gets it by HTTP. */
static void put_analysis(const struct analysis_subscription *subscription,
                         const struct analysis_status *status, struct json *json)
{
    const struct analysis_job *job = &subscription->query.job;
    view_analysis(job, &subscription->about, status, subscription->client->language,
                  job->kind == ANALYSIS_HINT, json, analysis_kind_info(job->kind)->name);
}

/* ---- when it is done ------------------------------------------------------------------------- */

static void unsubscribe(struct analysis_subscription *subscription)
{
    struct client *client = subscription->client;
    list_remove(client->subscriptions, subscription);
    client->subscription_count--;
    analysis_queue_unfollow(&subscription->follower);
    free(subscription);
}

void client_unsubscribe_all(struct client *client)
{
    while (client->subscriptions != NULL)
        unsubscribe(client->subscriptions);
}

static void ended(struct analysis_follower *follower, const struct analysis_status *status)
{
    struct analysis_subscription *subscription =
        container_of(follower, struct analysis_subscription, follower);
    const struct analysis_job *job = &subscription->query.job;
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", analysis_kind_info(job->kind)->name);
    json_put_string(&json, "table", job->table_id);
    put_analysis(subscription, status, &json);
    json_close(&json, '}');
    client_send(subscription->client, &text);
    unsubscribe(subscription);
}

static struct analysis_subscription *find_subscription(struct client *client, const char *key)
{
    struct analysis_subscription *subscription = client->subscriptions;
    while (subscription != NULL && strcmp(subscription->follower.key, key) != 0)
        subscription = subscription->next;
    return subscription;
}

/* One event for each job, however often it was asked for. */
static void subscribe(struct analysis_subscription *subscription)
{
    struct client *client = subscription->client;
    struct analysis_subscription *same = find_subscription(client, subscription->query.job.key);
    if (same != NULL)
        unsubscribe(same);
    if (client->subscription_count == SUBSCRIPTIONS_MAX) {
        struct analysis_subscription *oldest = client->subscriptions;
        while (oldest->next != NULL)
            oldest = oldest->next;
        unsubscribe(oldest);
    }
    list_add(client->subscriptions, subscription);
    client->subscription_count++;
    subscription->follower.ended = ended;
    memcpy(subscription->follower.key, subscription->query.job.key,
           sizeof subscription->follower.key);
    analysis_queue_follow(client->all->analysis_queue, &subscription->follower);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void answer(const struct analysis_subscription *subscription,
                   const struct analysis_status *status)
{
    struct client_command *command = subscription->command;
    struct text text = {0};
    struct json json = command_answer(&text, command->id, true);
    put_analysis(subscription, status, &json);
    json_close(&json, '}');
    client_send(subscription->client, &text);
    command_end(command);
}

static void told(struct analysis_query *query, const struct analysis_status *status)
{
    struct analysis_subscription *subscription =
        container_of(query, struct analysis_subscription, query);
    struct client *client = subscription->client;
    enum error_code code = ERROR_NOT_ALLOWED;
    const char *refusal = status->state == ANALYSIS_NONE ? _("please sign in first")
                                                         : analysis_refusal(status, &code);
    bool follows = client->socket != NULL && refusal == NULL && status->state != ANALYSIS_DONE &&
                   status->state != ANALYSIS_FAILED;
    if (follows)
        subscribe(subscription); /* before the command ends, and the client with it */
    if (refusal != NULL)
        command_fail(subscription->command, code, refusal);
    else
        answer(subscription, status);
    if (!follows)
        free(subscription);
}

static void ask(struct client_command *command, const struct table *table, int seat,
                const struct analysis_job *job)
{
    struct client *client = command->client;
    struct analysis_subscription *subscription = memory_new(1, sizeof *subscription);
    subscription->command = command;
    subscription->client = client;
    subscription->about = analysis_subject(table, seat);
    subscription->query = (struct analysis_query){.told = told,
                                                  .job = *job,
                                                  .user = client->user,
                                                  .owner = client->owner,
                                                  .only_looks = client->user == 0};
    analysis_queue_ask(client->all->analysis_queue, &subscription->query);
}

/* Everyone has heard of it, if they shall: a client that finds it by itself may begin. */
static void let_find(struct client_command *command, const struct table *table, int seat,
                     const struct analysis_job *job)
{
    static const struct analysis_status status = {.state = ANALYSIS_OWN, .result = ""};
    struct analysis_subject about = analysis_subject(table, seat);
    struct client *client = command->client;
    struct text text = {0};
    struct json json = command_answer(&text, command->id, true);
    view_analysis(job, &about, &status, client->language, false, &json,
                  analysis_kind_info(job->kind)->name);
    json_close(&json, '}');
    client_send(client, &text);
    command_end(command);
}

static void give_hint(struct client_command *command, const struct table *table, int seat,
                      const struct analysis_job *job)
{
    if (command_flag(command, "own"))
        let_find(command, table, seat, job);
    else
        ask(command, table, seat, job);
}

static void ask_hint(struct client_command *command, struct table *table)
{
    struct problem problem = {0};
    struct analysis_job job;
    int seat = (int)command_number(command, "seat", 0) - 1;
    if (analysis_job_for_hint(table, command->client->user, seat, &job, &problem))
        give_hint(command, table, seat, &job);
    else
        command_fail_problem(command, ERROR_REFUSED, &problem);
}

static void hint_noted(struct table_change *change, enum change_result result, struct table *table,
                       const struct problem *problem)
{
    struct client_command *command = container_of(change, struct client_command, change);
    if (result == CHANGE_DONE)
        ask_hint(command, table);
    else
        command_fail_change(command, result, problem);
}

/* Where several people play, everyone sees that a seat had a hint: that comes first. */
static void note_hint(struct client_command *command, struct table *table, int seat)
{
    struct client *client = command->client;
    assert(seat >= 0 && seat < SEATS_MAX && command->body.length == 0);
    text_addf(&command->body, "%d", seat + 1);
    command->change.done = hint_noted;
    command->change.person = client->person;
    command->change.expected = table->rows;
    struct table_row row = {.kind = ROW_HINT,
                            .user = client->user,
                            .time = loop_time(),
                            .body = text_span(&command->body)};
    tables_apply(client->all->tables, table, &row, &command->change);
}

void do_hint(struct client_command *command, struct table *table)
{
    struct problem problem = {0};
    struct analysis_job job;
    int seat = (int)command_number(command, "seat", 0) - 1;
    int64_t expected = command_number(command, "expected", -1);
    if (command->client->user == 0)
        command_fail(command, ERROR_NOT_ALLOWED, _("you are only watching"));
    else if (expected >= 0 && expected != table->rows)
        command_fail(command, ERROR_STALE, _("the table has changed in the meantime"));
    else if (!analysis_job_for_hint(table, command->client->user, seat, &job, &problem))
        command_fail_problem(command, ERROR_REFUSED, &problem);
    else if (!command_flag(command, "own") &&
             !analysis_queue_is_served(command->client->all->analysis_queue))
        command_fail(command, ERROR_REFUSED, analysis_unserved); /* and nobody hears of it */
    else if (table_hint_is_news(table, seat))
        note_hint(command, table, seat);
    else
        give_hint(command, table, seat, &job);
}

void do_analysis(struct client_command *command, struct table *table)
{
    struct problem problem = {0};
    struct analysis_job job;
    if (analysis_job_for_game(table, &job, &problem))
        ask(command, table, NOBODY, &job);
    else
        command_fail_problem(command, ERROR_REFUSED, &problem);
}

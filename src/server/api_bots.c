/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes for the bots of an account: list, create, a new token, no token any more, remove. Tokens
 * are answered once and never set as cookies: whoever asks stays who they are. */

#include "api_call.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct api_call *call_of(struct people_query *people_query)
{
    return container_of(people_query, struct api_call, people_query);
}

/* What went wrong, if anything; then it is answered. */
static bool has_failed(struct api_call *call)
{
    if (call->people_query.result != PEOPLE_UNKNOWN)
        return api_has_failed(call);
    api_fail(call, 404, ERROR_NOT_FOUND, _("you have no such bot"));
    return true;
}

static void ask(struct api_call *call, enum people_query_kind kind,
                void (*done)(struct people_query *people_query))
{
    struct people_query *query = &call->people_query;
    assert(api_call_person(call) == PERSON_ACCOUNT); /* the access of the routes */
    query->user = call->user;
    query->most = call->api->bots;
    api_ask_people(call, kind, done);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void put_bot(const struct store_bot *bot, struct json *json)
{
    json_open(json, NULL, '{');
    json_put_number(json, "bot", bot->id);
    json_put_string(json, "name", bot->name);
    json_put_number(json, "made", bot->made);
    if (bot->expires > 0)
        json_put_number(json, "expires", bot->expires);
    else
        json_put_null(json, "expires");
    json_close(json, '}');
}

static void answer_list(struct people_query *query)
{
    struct api_call *call = call_of(query);
    struct json json = {.out = &call->text};
    struct store_bot *bots = query->bots;
    if (!has_failed(call)) {
        json_open(&json, NULL, '{');
        json_open(&json, "bots", '[');
        for (int i = 0; i < query->bot_count; i++)
            put_bot(&bots[i], &json);
        json_close(&json, ']');
        json_put_number(&json, "most", call->api->bots);
        json_close(&json, '}');
        api_answer_json(call, 200);
    }
    free(bots);
}

static void handle_list(struct api_call *call)
{
    struct store_bot *bots = memory_new(BOTS_MAX, sizeof *bots);
    call->people_query = (struct people_query){.bots = bots};
    ask(call, ASK_BOTS, answer_list);
}

/* ---- one bot --------------------------------------------------------------------------------- */

/* A bot with the token that it has from now on. Whoever had another one is out. */
static void answer_token(struct people_query *query)
{
    struct api_call *call = call_of(query);
    struct json json = {.out = &call->text};
    if (has_failed(call))
        return;
    assert(query->bot.id > 0 && query->token[0] != '\0');
    clients_sign_out(call->api->clients, query->bot.id, query->hash, true);
    json_open(&json, NULL, '{');
    json_put_number(&json, "bot", query->bot.id);
    json_put_string(&json, "name", query->bot.name);
    json_put_string(&json, "token", query->token);
    json_close(&json, '}');
    api_answer_json(call, query->kind == ASK_BOT ? 201 : 200);
}

static void answer_revoked(struct people_query *query)
{
    struct api_call *call = call_of(query);
    assert(query->kind == ASK_BOT_REVOKE || query->kind == ASK_BOT_REMOVE);
    bool is_void = query->result == PEOPLE_FINE || query->result == PEOPLE_WRONG;
    if (is_void)
        clients_sign_out(call->api->clients, query->bot.id, query->hash, true);
    if (has_failed(call))
        return;
    text_add(&call->text, "{}");
    api_answer_json(call, 200);
}

static void handle_create(struct api_call *call)
{
    call->people_query = (struct people_query){0};
    if (api_read_text(call, "name", true, call->people_query.name, sizeof call->people_query.name))
        ask(call, ASK_BOT, answer_token);
}

/* The number of the address; what is no number is no bot of anyone's. */
static void ask_about(struct api_call *call, enum people_query_kind kind,
                      void (*done)(struct people_query *people_query))
{
    call->people_query = (struct people_query){0};
    if (span_number(span_of(call->table_id), 1, INT64_MAX, &call->people_query.bot.id))
        ask(call, kind, done);
    else
        api_fail(call, 404, ERROR_NOT_FOUND, _("you have no such bot"));
}

static void handle_renew(struct api_call *call)
{
    ask_about(call, ASK_BOT_TOKEN, answer_token);
}

static void handle_revoke(struct api_call *call)
{
    ask_about(call, ASK_BOT_REVOKE, answer_revoked);
}

static void handle_remove(struct api_call *call)
{
    ask_about(call, ASK_BOT_REMOVE, answer_revoked);
}

const struct route bot_routes[] = {
    {"GET", "/api/bots", ACCOUNTS, handle_list, RATE_USUAL, false, NULL},
    {"POST", "/api/bots", ACCOUNTS, handle_create, RATE_ACCOUNT, false, MEMBERS("name")},
    {"POST", "/api/bots/*/token", ACCOUNTS, handle_renew, RATE_SIGN_IN, false, NULL},
    {"POST", "/api/bots/*/revoke", ACCOUNTS, handle_revoke, RATE_USUAL, false, NULL},
    {"POST", "/api/bots/*/remove", ACCOUNTS, handle_remove, RATE_USUAL, false, NULL},
    {0},
};

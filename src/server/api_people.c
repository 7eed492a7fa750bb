/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes about people: guests, accounts, who am I. */

#include "api_call.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static struct api_call *call_of(struct people_query *people_query)
{
    return container_of(people_query, struct api_call, people_query);
}

static void put_user(const struct store_user *user, struct json *json)
{
    json_open(json, NULL, '{');
    json_put_number(json, "user", user->id);
    json_put_string(json, "name", user->name);
    json_put_string(json, "language", user->language);
    json_put_boolean(json, "account", user->password[0] != '\0');
    json_put_boolean(json, "bot", user->bot_owner != 0);
    json_put_string(json, "webhook", user->webhook);
    json_put_string(json, "secret", user->webhook[0] != '\0' ? user->secret : "");
    json_put_string(json, "mail", user->mail);
    json_put_boolean(json, "mail_confirmed", user->mail_confirmed && user->mail[0] != '\0');
}

/* Too often, or too many: when to come back. */
static void fail_for_now(struct api_call *call, int status, const char *sentence)
{
    struct problem problem = {0};
    char seconds[24];
    call->retry_after = (int)((call->people_query.wait + 999) / 1000);
    snprintf(seconds, sizeof seconds, "%d", call->retry_after);
    problem_set(&problem, sentence, seconds, NULL, NULL);
    api_fail_problem(call, status, ERROR_TOO_MANY, &problem);
}

bool api_has_failed(struct api_call *call)
{
    switch (call->people_query.result) {
    case PEOPLE_FINE:
        return false;
    case PEOPLE_UNKNOWN:
        api_fail(call, 403, ERROR_NOT_ALLOWED, _("wrong name or password"));
        return true;
    case PEOPLE_TAKEN:
        api_fail(call, 409, ERROR_REFUSED, _("this name, or one that looks like it, is taken"));
        return true;
    case PEOPLE_LATER:
        fail_for_now(call, 429, _("too many tries; try again in {0} {0|second|seconds}"));
        return true;
    case PEOPLE_BUSY:
        fail_for_now(call, 503,
                     _("too many people are signing in; try again in {0} {0|second|seconds}"));
        return true;
    case PEOPLE_WRONG:
        api_fail_problem(call, 400, ERROR_REFUSED, &call->people_query.problem);
        return true;
    case PEOPLE_FULL:
        api_fail_problem(call, 429, ERROR_TOO_MANY, &call->people_query.problem);
        return true;
    case PEOPLE_FAILED:
        api_fail(call, 503, ERROR_UNAVAILABLE, _("the store is not responding"));
        return true;
    }
    assert(!"a result that there is not");
    return true;
}

/* Writes about the user who was asked for, with the token if it is wanted; false if it failed. */
static bool tell_user(struct api_call *call, bool with_token)
{
    struct json json = {.out = &call->text};
    if (api_has_failed(call))
        return false;
    put_user(&call->people_query.user, &json);
    if (with_token)
        json_put_string(&json, "token", call->people_query.token);
    json_close(&json, '}');
    return true;
}

static void answer_user(struct people_query *people_query)
{
    struct api_call *call = call_of(people_query);
    if (tell_user(call, false))
        api_answer_json(call, 200);
}

/* ---- cookies --------------------------------------------------------------------------------- */

static const char secure_device_cookie[] = "__Host-orrery-device",
                  plain_device_cookie[] = "orrery-device";

/* A cookie that no script can read and that no other site gets; without a value it goes away. */
static void write_cookie(const char *name, const char *value, bool secure, struct text *out)
{
    text_addf(out, "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", name, value,
              value[0] != '\0' ? 86400 * TOKEN_DAYS : 0, secure ? "; Secure" : "");
}

/* Answers with what is in call->text, the token ("": none any more) and the device ("": as it is)
 * in cookies. */
static void answer_with_cookies(struct api_call *call, const char *token, const char *device)
{
    bool secure = request_is_secure(call->request);
    struct text first = {0}, second = {0}, third = {0};
    struct http_answer answer = {
        .status = 200, .type = "application/json", .body = text_span(&call->text)};
    int count = 0;
    write_cookie(secure ? secure_token_cookie : plain_token_cookie, token, secure, &first);
    answer.cookies[count++] = text_string(&first);
    if (secure) { /* from before, or from another host */
        write_cookie(plain_token_cookie, "", secure, &second);
        answer.cookies[count++] = text_string(&second);
    }
    if (device[0] != '\0') {
        write_cookie(secure ? secure_device_cookie : plain_device_cookie, device, secure, &third);
        answer.cookies[count++] = text_string(&third);
    }
    assert(count <= HTTP_COOKIES_MAX);
    api_send(call, &answer);
    text_free(&first);
    text_free(&second);
    text_free(&third);
}

static void read_device(struct api_call *call)
{
    const char *device = http_cookie(call->request, secure_device_cookie);
    if (device == NULL && !request_is_secure(call->request))
        device = http_cookie(call->request, plain_device_cookie);
    if (device != NULL && strlen(device) < sizeof call->people_query.device)
        span_copy(span_of(device), call->people_query.device, sizeof call->people_query.device);
}

/* A new token goes into a cookie; programs get it as text. */
static void answer_token(struct people_query *people_query)
{
    struct api_call *call = call_of(people_query);
    if (tell_user(call, json_is_true(json_object_get(call->body, "token"))))
        answer_with_cookies(call, people_query->token, people_query->device);
}

/* Whoever else had a token is out. */
static void answer_changed_token(struct people_query *people_query)
{
    if (people_query->result == PEOPLE_FINE)
        clients_sign_out(call_of(people_query)->api->clients, people_query->user.id,
                         people_query->hash, true);
    answer_token(people_query);
}

/* ---- routes ---------------------------------------------------------------------------------- */

void api_ask_people(struct api_call *call, enum people_query_kind kind,
                    void (*done)(struct people_query *people_query))
{
    call->people_query.kind = kind;
    call->people_query.done = done;
    span_copy(span_of(call->peer), call->people_query.peer, sizeof call->people_query.peer);
    memcpy(call->people_query.network, call->address, sizeof call->people_query.network);
    people_ask(call->api->people, &call->people_query);
}

static void handle_guest(struct api_call *call)
{
    struct people_query *people_query = &call->people_query;
    *people_query = (struct people_query){0};
    if (!api_read_text(call, "name", true, people_query->name, sizeof people_query->name) ||
        !api_read_text(call, "language", false, people_query->language,
                       sizeof people_query->language))
        return;
    if (people_query->language[0] == '\0')
        span_copy(span_of(language_name(call->language)), people_query->language,
                  sizeof people_query->language);
    api_ask_people(call, ASK_GUEST, answer_token);
}

static bool read_login(struct api_call *call)
{
    struct people_query *people_query = &call->people_query;
    *people_query = (struct people_query){.user = call->user};
    return api_read_text(call, "name", true, people_query->name, sizeof people_query->name) &&
           api_read_text(call, "password", true, people_query->password,
                         sizeof people_query->password);
}

static void handle_login(struct api_call *call)
{
    if (!read_login(call))
        return;
    if (call->request != NULL)
        read_device(call);
    api_ask_people(call, ASK_LOGIN, answer_token);
}

static void handle_account(struct api_call *call)
{
    if (read_login(call))
        api_ask_people(call, ASK_ACCOUNT, answer_changed_token);
}

static void handle_password(struct api_call *call)
{
    struct people_query *people_query = &call->people_query;
    *people_query = (struct people_query){.user = call->user};
    if (api_read_text(call, "password", true, people_query->password,
                      sizeof people_query->password) &&
        api_read_text(call, "new_password", true, people_query->new_password,
                      sizeof people_query->new_password))
        api_ask_people(call, ASK_PASSWORD, answer_changed_token);
}

/* To know that someone is nobody is not their mistake. */
static void handle_me(struct api_call *call)
{
    struct json json = {.out = &call->text};
    if (call->user.id == 0)
        text_add(&call->text, "null");
    else {
        put_user(&call->user, &json);
        json_close(&json, '}');
    }
    api_answer_json(call, 200);
}

static void handle_change(struct api_call *call)
{
    struct people_query *people_query = &call->people_query;
    *people_query = (struct people_query){.user = call->user};
    if (!api_read_text(call, "name", false, people_query->name, sizeof people_query->name) ||
        !api_read_text(call, "language", false, people_query->language,
                       sizeof people_query->language) ||
        !api_read_text(call, "webhook", false, people_query->webhook,
                       sizeof people_query->webhook) ||
        !api_read_text(call, "mail", false, people_query->mail, sizeof people_query->mail))
        return;
    people_query->has_name = json_object_get(call->body, "name") != NULL;
    people_query->has_language = json_object_get(call->body, "language") != NULL;
    people_query->has_webhook = json_object_get(call->body, "webhook") != NULL;
    people_query->has_mail = json_object_get(call->body, "mail") != NULL;
    api_ask_people(call, ASK_CHANGE, answer_user);
}

static void answer_logout(struct people_query *people_query)
{
    struct api_call *call = call_of(people_query);
    if (people_query->result == PEOPLE_FAILED) {
        api_has_failed(call);
        return;
    }
    clients_sign_out(call->api->clients, people_query->user.id, people_query->hash, false);
    text_add(&call->text, "{}");
    answer_with_cookies(call, "", "");
}

/* The inquiry still has the token that told who asks, and whose it is. */
static void handle_logout(struct api_call *call)
{
    api_ask_people(call, ASK_LOGOUT, answer_logout);
}

/* ---- links in mails -------------------------------------------------------------------------- */

/* What is true of a mail link is not told to who has none. */
static void answer_link(struct people_query *people_query)
{
    struct api_call *call = call_of(people_query);
    if (people_query->result == PEOPLE_UNKNOWN) {
        api_fail(call, 403, ERROR_NOT_ALLOWED, _("this link has been used or has expired"));
        return;
    }
    if (api_has_failed(call))
        return;
    text_add(&call->text, "{}");
    api_answer_json(call, 200);
}

static void handle_confirm(struct api_call *call)
{
    struct people_query *people_query = &call->people_query;
    *people_query = (struct people_query){0};
    if (api_read_text(call, "token", true, people_query->token, sizeof people_query->token))
        api_ask_people(call, ASK_CONFIRM, answer_link);
}

static void handle_stop(struct api_call *call)
{
    struct people_query *people_query = &call->people_query;
    *people_query = (struct people_query){0};
    if (api_read_text(call, "token", true, people_query->stop, sizeof people_query->stop))
        api_ask_people(call, ASK_STOP, answer_link);
}

const struct route people_routes[] = {
    {"POST", "/api/guest", ANYBODY, handle_guest, RATE_GUEST, false,
     MEMBERS("name", "language", "token")},
    {"POST", "/api/login", VISITORS, handle_login, RATE_SIGN_IN, false,
     MEMBERS("name", "password", "token")},
    {"POST", "/api/logout", GUESTS, handle_logout, RATE_USUAL, false, NULL},
    {"POST", "/api/account", PEOPLE, handle_account, RATE_ACCOUNT, false,
     MEMBERS("name", "password", "token")},
    {"POST", "/api/password", PEOPLE, handle_password, RATE_SIGN_IN, false,
     MEMBERS("password", "new_password", "token")},
    {"GET", "/api/me", VISITORS, handle_me, RATE_USUAL, false, NULL},
    {"POST", "/api/me", GUESTS, handle_change, RATE_USUAL, false,
     MEMBERS("name", "language", "webhook", "mail")},
    {"POST", "/api/mail/confirm", VISITORS, handle_confirm, RATE_SIGN_IN, false, MEMBERS("token")},
    {"POST", "/api/mail/stop", VISITORS, handle_stop, RATE_SIGN_IN, false, MEMBERS("token")},
    {0},
};

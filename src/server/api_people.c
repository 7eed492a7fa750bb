/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes about people: guests, accounts, who am I. */

#include "call.h"

#include "base/owner.h"

#include <string.h>

static struct call *call_of(struct inquiry *inquiry)
{
    return owner_of(inquiry, struct call, inquiry);
}

static void put_user(const struct store_user *user, struct json *json)
{
    json_open(json, NULL, '{');
    json_put_number(json, "user", user->id);
    json_put_string(json, "name", user->name);
    json_put_string(json, "language", user->language);
    json_put_boolean(json, "account", user->password[0] != '\0');
    json_put_string(json, "webhook", user->webhook);
    json_put_string(json, "secret", user->webhook[0] != '\0' ? user->secret : "");
    json_put_string(json, "mail", user->mail);
}

/* What went wrong, if anything; then it is answered. */
static bool has_failed(struct call *call)
{
    switch (call->inquiry.result) {
    case PEOPLE_FINE:
        return false;
    case PEOPLE_UNKNOWN:
        call_fail(call, 403, ERROR_NOT_ALLOWED, _("name or password is not right"));
        return true;
    case PEOPLE_TAKEN:
        call_fail(call, 409, ERROR_REFUSED, _("somebody else has this name"));
        return true;
    case PEOPLE_WRONG:
        call_fail_problem(call, 400, ERROR_REFUSED, &call->inquiry.problem);
        return true;
    default:
        call_fail(call, 503, ERROR_UNAVAILABLE, _("the store does not answer"));
        return true;
    }
}

static void answer_user(struct inquiry *inquiry)
{
    struct call *call = call_of(inquiry);
    struct json json = {.out = &call->text};
    if (has_failed(call))
        return;
    put_user(&inquiry->user, &json);
    json_close(&json, '}');
    call_answer_json(call, 200);
}

/* A new token goes into a cookie that no script can read; programs get it as text. */
static void answer_token(struct inquiry *inquiry)
{
    struct call *call = call_of(inquiry);
    struct json json = {.out = &call->text};
    struct text cookie = {0};
    if (has_failed(call))
        return;
    put_user(&inquiry->user, &json);
    if (json_is_true(json_object_get(call->body, "token")))
        json_put_string(&json, "token", inquiry->token);
    json_close(&json, '}');
    bool is_secure = call->request != NULL && http_is_secure(call->request);
    text_addf(&cookie, "orrery=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", inquiry->token,
              86400 * TOKEN_DAYS, is_secure ? "; Secure" : "");
    struct http_answer answer = {.status = 200,
                                 .type = "application/json",
                                 .body = text_span(&call->text),
                                 .cookie = text_string(&cookie)};
    call_send(call, &answer);
    text_free(&cookie);
}

static void ask(struct call *call, enum inquiry_kind kind, void (*done)(struct inquiry *inquiry))
{
    call->inquiry.kind = kind;
    call->inquiry.done = done;
    people_ask(call->api->people, &call->inquiry);
}

static void handle_guest(struct call *call)
{
    struct inquiry *inquiry = &call->inquiry;
    *inquiry = (struct inquiry){0};
    if (!call_text(call, "name", true, inquiry->name, sizeof inquiry->name) ||
        !call_text(call, "language", false, inquiry->language, sizeof inquiry->language))
        return;
    if (inquiry->language[0] == '\0')
        span_copy(span_of(language_name(call->language)), inquiry->language,
                  sizeof inquiry->language);
    ask(call, ASK_GUEST, answer_token);
}

static bool read_login(struct call *call)
{
    struct inquiry *inquiry = &call->inquiry;
    *inquiry = (struct inquiry){.user = call->user};
    return call_text(call, "name", true, inquiry->name, sizeof inquiry->name) &&
           call_text(call, "password", true, inquiry->password, sizeof inquiry->password);
}

static void handle_login(struct call *call)
{
    if (read_login(call))
        ask(call, ASK_LOGIN, answer_token);
}

static void handle_account(struct call *call)
{
    if (read_login(call))
        ask(call, ASK_ACCOUNT, answer_user);
}

/* Whoever else came in with the old password is out. */
static void answer_password(struct inquiry *inquiry)
{
    if (inquiry->result == PEOPLE_FINE)
        clients_sign_out(call_of(inquiry)->api->clients, inquiry->user.id, inquiry->hash, true);
    answer_user(inquiry);
}

static void handle_password(struct call *call)
{
    struct inquiry *inquiry = &call->inquiry;
    struct inquiry asked = {.user = call->user};
    memcpy(asked.hash, inquiry->hash, sizeof asked.hash);
    *inquiry = asked;
    if (call_text(call, "password", true, inquiry->password, sizeof inquiry->password) &&
        call_text(call, "new_password", true, inquiry->new_password, sizeof inquiry->new_password))
        ask(call, ASK_PASSWORD, answer_password);
}

/* To know that somebody is nobody is no mistake of theirs. */
static void handle_me(struct call *call)
{
    struct json json = {.out = &call->text};
    if (call->user.id == 0)
        text_add(&call->text, "null");
    else {
        put_user(&call->user, &json);
        json_close(&json, '}');
    }
    call_answer_json(call, 200);
}

static void handle_change(struct call *call)
{
    struct inquiry *inquiry = &call->inquiry;
    *inquiry = (struct inquiry){.user = call->user};
    if (!call_text(call, "name", false, inquiry->name, sizeof inquiry->name) ||
        !call_text(call, "language", false, inquiry->language, sizeof inquiry->language) ||
        !call_text(call, "webhook", false, inquiry->webhook, sizeof inquiry->webhook) ||
        !call_text(call, "mail", false, inquiry->mail, sizeof inquiry->mail))
        return;
    inquiry->has_name = json_object_get(call->body, "name") != NULL;
    inquiry->has_language = json_object_get(call->body, "language") != NULL;
    inquiry->has_webhook = json_object_get(call->body, "webhook") != NULL;
    inquiry->has_mail = json_object_get(call->body, "mail") != NULL;
    ask(call, ASK_CHANGE, answer_user);
}

static void answer_logout(struct inquiry *inquiry)
{
    struct call *call = call_of(inquiry);
    if (inquiry->result == PEOPLE_FAILED) {
        has_failed(call);
        return;
    }
    clients_sign_out(call->api->clients, inquiry->user.id, inquiry->hash, false);
    text_add(&call->text, "{}");
    struct http_answer answer = {.status = 200,
                                 .type = "application/json",
                                 .body = text_span(&call->text),
                                 .cookie = "orrery=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"};
    call_send(call, &answer);
}

/* The inquiry still has the token that told who asks, and whose it is. */
static void handle_logout(struct call *call)
{
    ask(call, ASK_LOGOUT, answer_logout);
}

const struct route people_routes[] = {
    {"POST", "/api/guest", ANYBODY, handle_guest, RATE_GUEST, false},
    {"POST", "/api/login", ANYBODY, handle_login, RATE_SIGN_IN, false},
    {"POST", "/api/logout", GUESTS, handle_logout, RATE_USUAL, false},
    {"POST", "/api/account", GUESTS, handle_account, RATE_SIGN_IN, false},
    {"POST", "/api/password", GUESTS, handle_password, RATE_SIGN_IN, false},
    {"GET", "/api/me", ANYBODY, handle_me, RATE_USUAL, false},
    {"POST", "/api/me", GUESTS, handle_change, RATE_USUAL, false},
    {0},
};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Sends any bytes as the body of a request. The first byte says to which address. Whatever it is,
 * there is one answer, in JSON, with an error of the list or with what was asked for; and a table
 * that was made can be seen. Addresses with passwords are left out: hashing takes long by
 * intention. */

#include "hosted.h"

/* "*" is a table that is over. */
static const char *const paths[] = {"/api/tables",
                                    "/api/guest",
                                    "/api/me",
                                    "/api/tables/*/chat",
                                    "/api/tables/*/rematch",
                                    "/api/import",
                                    "/api/tables/*/hint",
                                    "/api/tables/*/analysis"};
enum { PATHS = sizeof paths / sizeof paths[0] };

/* Plays a table to its end, for a rematch. */
static void play(const char *table_id)
{
    static const char *const cells[] = {"a1", "a2", "b1", "b2", "c1"};
    struct hosted_socket socket = {0};
    struct text message = {0};
    hosted_upgrade(&socket);
    json_decref(hosted_hear(&socket)); /* welcome */
    for (int i = 0; i < 10; i++) {
        text_clear(&message);
        text_addf(&message, "{\"do\":\"%s\",\"table\":\"%s\",\"seat\":%d",
                  i % 2 == 0 ? "move" : "confirm", table_id, 1 + i / 2 % 2);
        if (i % 2 == 0)
            text_addf(&message, ",\"move\":\"mark %s\"", cells[i / 2]);
        text_add(&message, "}");
        hosted_say(&socket, text_span(&message));
        json_t *answer = hosted_hear(&socket);
        REQUIRE(json_is_true(json_object_get(answer, "ok")));
        json_decref(answer);
    }
    text_free(&message);
    text_free(&socket.in);
    close(socket.file);
}

static const char *table_that_is_over(void)
{
    static char table_id[STORE_ID_SIZE];
    if (table_id[0] != '\0')
        return table_id;
    json_t *made = hosted_get("/api/tables",
                              "{\"game\":\"noughts\",\"options\":{\"start\":\"first\"},"
                              "\"seats\":[\"me\",\"me\"],\"start\":true}",
                              201);
    span_copy(span_of(json_string_value(json_object_get(made, "table"))), table_id,
              sizeof table_id);
    json_decref(made);
    play(table_id);
    return table_id;
}

/* Would computer players continue behind the fuzzer's back? */
static bool goes_on_alone(struct span body)
{
    json_t *plan = json_loadb(body.at, body.length, 0, NULL);
    json_t *seats = json_object_get(plan, "seats");
    bool computers = false;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *who = json_string_value(json_array_get(seats, i));
        computers =
            computers || (who != NULL && strcmp(who, "me") != 0 && strcmp(who, "open") != 0);
    }
    computers = computers && json_is_true(json_object_get(plan, "start"));
    json_decref(plan);
    return computers;
}

/* A table that was made is there, and its view is what it should be. */
static void require_table(json_t *made)
{
    const char *table_id = json_string_value(json_object_get(made, "table"));
    char path[80];
    json_t *view = NULL;
    REQUIRE(table_id != NULL && strlen(table_id) == STORE_ID_SIZE - 1);
    snprintf(path, sizeof path, "/api/tables/%s", table_id);
    REQUIRE(hosted_ask("GET", path, span_of(""), &view) == 200);
    const char *title = json_string_value(json_object_get(view, "title"));
    REQUIRE(title != NULL && span_is_utf8(span_of(title)) && !span_has_control(span_of(title)));
    REQUIRE(json_is_true(json_object_get(view, "yours")));
    REQUIRE(json_array_size(json_object_get(view, "seats")) >= 2);
    json_decref(view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text path = {0};
    json_t *answer = NULL;
    if (size == 0)
        return 0;
    host();
    struct span body = {(const char *)data + 1, size - 1};
    const char *pattern = paths[data[0] % PATHS], *star = strchr(pattern, '*');
    if (goes_on_alone(body))
        return -1;
    if (star != NULL)
        text_addf(&path, "%.*s%s%s", (int)(star - pattern), pattern, table_that_is_over(),
                  star + 1);
    else
        text_add(&path, pattern);
    int status = hosted_ask("POST", text_string(&path), body, &answer);
    REQUIRE(json_is_object(answer));
    if (status >= 400) {
        REQUIRE(status == 400 || status == 403 || status == 409);
        require_error(answer);
    } else if (status == 201)
        require_table(answer);
    else
        REQUIRE(status == 200 || status == 202);
    json_decref(answer);
    text_free(&path);
    return 0;
}

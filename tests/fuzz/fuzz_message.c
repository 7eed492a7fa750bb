/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Sends any messages to a table: each line is one, and $ stands for the id of the table. The first
 * byte says how far its game is. Each message has one answer, an error of the list or a version
 * that is one more than before; whoever reads the table from the store afterwards finds it just as
 * the answers said. */

#include "hosted.h"

enum { MESSAGES_MAX = 24 };

/* What is said before the messages of the fuzzer. */
#define BEGIN "{\"do\":\"sit\",\"table\":\"$\",\"seat\":2}\n{\"do\":\"start\",\"table\":\"$\"}\n"
#define MARK  "{\"do\":\"move\",\"table\":\"$\",\"seat\":1,\"move\":\"mark b2\"}\n"
static const char *const openings[] = {"" /* seat 2 is open */, BEGIN, (BEGIN MARK)};
enum { OPENINGS = sizeof openings / sizeof openings[0] };

/* A table as the answers tell of it. */
struct told_table {
    struct hosted_socket *socket;
    char id[STORE_ID_SIZE];
    int64_t version;
};

/* ---- talking --------------------------------------------------------------------------------- */

static void require_answer(struct told_table *table, json_t *answer)
{
    json_t *version = json_object_get(answer, "version");
    REQUIRE(json_is_integer(json_object_get(answer, "answer")));
    REQUIRE(json_is_boolean(json_object_get(answer, "ok")));
    if (!json_is_true(json_object_get(answer, "ok"))) {
        require_error(answer);
        return;
    }
    if (!json_is_integer(version))
        return; /* it changes nothing */
    REQUIRE(json_is_boolean(json_object_get(answer, "again")));
    if (!json_is_true(json_object_get(answer, "again")))
        REQUIRE(json_integer_value(version) > table->version);
    table->version = json_integer_value(version);
}

/* Events of the table may come before the answer, or after the one before. */
static void hear_answer(struct told_table *table)
{
    for (;;) {
        json_t *heard = hosted_hear(table->socket);
        bool is_answer = json_object_get(heard, "answer") != NULL;
        if (is_answer)
            require_answer(table, heard);
        else
            REQUIRE(json_is_string(json_object_get(heard, "event")));
        json_decref(heard);
        if (is_answer)
            return;
    }
}

static void say(struct told_table *table, struct span line)
{
    struct text message = {0};
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '$')
            text_add(&message, table->id);
        else
            text_add_char(&message, line.at[i]);
    /* What is not text or too long does not reach the reader of messages. */
    if (message.length <= SOCKET_MESSAGE_MAX && span_is_utf8(text_span(&message))) {
        hosted_say(table->socket, text_span(&message));
        hear_answer(table);
    }
    text_free(&message);
}

static void say_lines(struct told_table *table, struct span lines)
{
    for (int i = 0; i < MESSAGES_MAX && lines.length > 0; i++) {
        const char *newline = memchr(lines.at, '\n', lines.length);
        size_t length = newline != NULL ? (size_t)(newline - lines.at) : lines.length;
        say(table, (struct span){lines.at, length});
        size_t used = length + (newline != NULL);
        lines = (struct span){lines.at + used, lines.length - used};
    }
}

/* ---- what is on the disk --------------------------------------------------------------------- */

struct store_reading {
    struct table_lookup lookup;
    const struct told_table *told;
    bool done;
};

/* A computer player may have moved since. */
static void seen(struct table_lookup *lookup, struct table *table, const struct problem *problem)
{
    struct store_reading *reading = (struct store_reading *)lookup;
    REQUIRE(table != NULL && !problem_is_set(problem));
    REQUIRE(table->rows >= reading->told->version);
    reading->done = true;
}

/* Another server reads the table from the store. */
static void require_kept(const struct told_table *table)
{
    static struct tables *other;
    struct store_reading reading = {.lookup.ready = seen, .told = table};
    int64_t late = loop_now() + HOSTED_PATIENCE_MS;
    if (other == NULL)
        other = hosted_tables();
    tables_look_up(other, table->id, &reading.lookup);
    while (!reading.done) {
        REQUIRE(loop_now() < late);
        loop_round(hosted.loop, 1);
    }
}

static void make_table(struct told_table *table)
{
    json_t *made = hosted_get("/api/tables",
                              "{\"game\":\"noughts\",\"options\":{\"start\":\"first\"},"
                              "\"seats\":[\"me\",\"open\"]}",
                              201);
    span_copy(span_of(json_string_value(json_object_get(made, "table"))), table->id,
              sizeof table->id);
    table->version = 1;
    json_decref(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct hosted_socket socket;
    struct told_table table = {.socket = &socket};
    if (size == 0)
        return 0;
    host();
    if (socket.file == 0) {
        hosted_upgrade(&socket);
        json_decref(hosted_hear(&socket)); /* welcome */
    }
    make_table(&table);
    say_lines(&table, span_of(openings[data[0] % OPENINGS]));
    say_lines(&table, (struct span){(const char *)data + 1, size - 1});
    say_lines(&table, span_of("{\"do\":\"unwatch\",\"table\":\"$\"}"));
    require_kept(&table);
    return 0;
}

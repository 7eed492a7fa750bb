/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Lines of the log: what is written, when, and that nothing from outside breaks them. */

#include "../registered_tests.h"

#include "server/log.h"
#include "server/loop.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the standard error into a pipe -----------------------------------------------------------
 */

static int pipes[2], saved;

static void begin_capture(void)
{
    assert_int_equal(pipe(pipes), 0);
    saved = dup(STDERR_FILENO);
    dup2(pipes[1], STDERR_FILENO);
}

/* What was written since; valid until the next call. */
static const char *end_capture(void)
{
    static char written[1 << 16];
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(pipes[1]);
    ssize_t length = read(pipes[0], written, sizeof written - 1);
    close(pipes[0]);
    written[length > 0 ? length : 0] = '\0';
    return written;
}

/* A line behind its time, which is checked for its shape. */
static const char *without_time(const char *line)
{
    static const char shape[] = "{\"time\":\"dddd-dd-ddTdd:dd:dd.dddZ\",";
    for (size_t i = 0; i < sizeof shape - 1; i++)
        if (shape[i] == 'd')
            assert_in_range(line[i], '0', '9');
        else if (shape[i] != line[i])
            assert_int_equal(shape[i], line[i]);
    return line + sizeof shape - 1;
}

/* ---- tests ----------------------------------------------------------------------------------- */

TEST(a_line)
{
    log_set(LOG_ALL);
    begin_capture();
    log_line(LOG_ERROR, "change failed", log_text("table", "abc"), log_text("nothing", ""),
             log_number("user", 7), log_number("ms", -1));
    const char *line = without_time(end_capture());
    assert_string_equal(line,
                        "\"level\":\"error\",\"what\":\"change failed\",\"table\":\"abc\","
                        "\"user\":7,\"ms\":-1}\n");
}

TEST(no_fields)
{
    log_set(LOG_ALL);
    begin_capture();
    log_write(LOG_NOTICE, "stopped", NULL);
    assert_string_equal(without_time(end_capture()),
                        "\"level\":\"notice\",\"what\":\"stopped\"}\n");
}

TEST(texts_from_outside)
{
    static const struct {
        const char *text, *written;
    } rows[] = {
        {"a \"b\" \\ c", "a \\\"b\\\" \\\\ c"},
        {"ERROR: one\nDETAIL: the whole row", "ERROR: one"},
        {"one\r\ntwo", "one"},
        {"Zug für Zug", "Zug für Zug"},
        {"caf\xe9 \x1b[2J", "caf? \\u001b[2J"},
    };
    log_set(LOG_ALL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char expected[200];
        begin_capture();
        log_line(LOG_INFO, "x", log_text("t", rows[i].text));
        snprintf(expected, sizeof expected, "\"level\":\"info\",\"what\":\"x\",\"t\":\"%s\"}\n",
                 rows[i].written);
        assert_string_equal(without_time(end_capture()), expected);
    }
}

TEST(amounts)
{
    static const char *const expected[] = {
        [LOG_NOTHING] = "", [LOG_QUIET] = "e", [LOG_NORMAL] = "ewn", [LOG_ALL] = "ewni"};
    for (int amount = LOG_NOTHING; amount <= LOG_ALL; amount++) {
        char letters[8] = "";
        log_set((enum log_amount)amount);
        begin_capture();
        for (int level = LOG_ERROR; level <= LOG_INFO; level++)
            log_write((enum log_level)level, "x", NULL);
        for (const char *at = end_capture(); (at = strstr(at, "\"level\":\"")) != NULL; at += 9)
            strncat(letters, at + 9, 1);
        assert_string_equal(letters, expected[amount]);
    }
}

TEST(names_of_amounts)
{
    enum log_amount amount;
    assert_true(log_amount_from_name("quiet", &amount) && amount == LOG_QUIET);
    assert_true(log_amount_from_name("normal", &amount) && amount == LOG_NORMAL);
    assert_true(log_amount_from_name("all", &amount) && amount == LOG_ALL);
    assert_false(log_amount_from_name("", &amount));
    assert_false(log_amount_from_name("ALL", &amount));
}

static int count_of(const char *written, const char *wanted)
{
    int count = 0;
    for (const char *at = written; (at = strstr(at, wanted)) != NULL; at++)
        count++;
    return count;
}

/* However much strangers do: one of them fills no more than a part of the log, so that others are
 * seen beside it, and all together no more than another part. */
TEST(not_too_many)
{
    enum { PEERS = LOG_LINES_OF_KIND / LOG_LINES_OF_ONE + 2, EACH = LOG_LINES_OF_ONE + 10 };
    log_set(LOG_NORMAL);
    begin_capture();
    for (int i = 0; i < EACH; i++)
        log_security(LOG_WARNING, "flood", 0, "192.0.2.1", "too-many");
    log_security(LOG_WARNING, "flood", 0, "192.0.2.2", "too-many");
    log_security(LOG_WARNING, "other", 0, "192.0.2.1", "too-many");
    const char *written = end_capture();
    assert_int_equal(count_of(written, "\"peer\":\"192.0.2.1\""), LOG_LINES_OF_ONE + 1);
    assert_int_equal(count_of(written, "\"peer\":\"192.0.2.2\""), 1);
    begin_capture();
    for (int i = 0; i < EACH * PEERS; i++)
        log_line(LOG_NOTICE, "many", log_number("user", 1 + i % PEERS));
    log_finish();
    log_finish(); /* tells it once */
    written = end_capture();
    assert_int_equal(count_of(written, "\"what\":\"many\""), LOG_LINES_OF_KIND);
    assert_non_null(strstr(written, "\"what\":\"suppressed\",\"of\":\"flood\",\"count\":10}"));
    char rest[100];
    snprintf(rest, sizeof rest,
             "\"level\":\"notice\",\"what\":\"suppressed\",\"of\":\"many\",\"count\":%d}",
             EACH * PEERS - LOG_LINES_OF_KIND);
    assert_int_equal(count_of(written, rest), 1);
}

TEST(nobody_reads_it)
{
    log_set(LOG_ALL);
    saved = dup(STDERR_FILENO);
    close(STDERR_FILENO);
    log_write(LOG_ERROR, "x", NULL);
    dup2(saved, STDERR_FILENO);
    close(saved);
}

enum { WORK_MS = 150, WAIT_MS = 200 };

static void take_long(struct alarm *alarm)
{
    (void)alarm;
    poll(NULL, 0, WORK_MS);
}

static void be_quick(struct alarm *alarm)
{
    (void)alarm;
}

/* The longest round that was told of; 0 if there is none. On a busy machine a round may take longer
 * than what it does. */
static long slowest_told(const char *written)
{
    static const char told[] = "\"level\":\"warning\",\"what\":\"slow round\",\"ms\":";
    long most = 0;
    for (const char *at = written; (at = strstr(at, told)) != NULL; at += strlen(told)) {
        long ms = strtol(at + strlen(told), NULL, 10);
        most = ms > most ? ms : most;
    }
    return most;
}

TEST(slow_rounds)
{
    struct problem problem = {0};
    struct loop *loop = loop_open(&problem);
    struct alarm slow = {.ring = take_long}, quick = {.ring = be_quick};
    log_set(LOG_NORMAL);
    begin_capture();
    loop_set_alarm(loop, &quick, 0);
    loop_round(loop, WAIT_MS);
    loop_round(loop, WAIT_MS);
    assert_true(slowest_told(end_capture()) < WAIT_MS); /* waiting does not count */
    begin_capture();
    loop_set_alarm(loop, &slow, 0);
    loop_round(loop, 0);
    const char *written = end_capture();
    assert_true(slowest_told(written) >= WORK_MS);
    assert_ptr_equal(strchr(written, '\n'), written + strlen(written) - 1); /* one line */
    loop_close(loop);
}

int main(void)
{
    return run_registered(NULL, NULL);
}

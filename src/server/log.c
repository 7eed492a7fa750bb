/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Each line is one write, so that lines of several threads do not mix. */

#include "log.h"

#include "base/json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static enum log_amount amount;

static const struct {
    const char *word;
    enum log_amount least; /* that writes it */
} levels[] = {
    [LOG_ERROR] = {"error", LOG_QUIET},
    [LOG_WARNING] = {"warning", LOG_NORMAL},
    [LOG_NOTICE] = {"notice", LOG_NORMAL},
    [LOG_INFO] = {"info", LOG_ALL},
};

void log_set(enum log_amount wanted)
{
    amount = wanted;
}

bool log_amount_from_name(const char *name, enum log_amount *out)
{
    static const char *const names[] = {"quiet", "normal", "all"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (enum log_amount)(LOG_QUIET + i);
            return true;
        }
    return false;
}

static void put_time(struct json *json)
{
    struct timespec now;
    struct tm parts;
    char seconds[32];
    struct text written = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &parts);
    text_addf(&written, "%s.%03ldZ", seconds, now.tv_nsec / 1000000);
    json_put_string(json, "time", text_string(&written));
    text_free(&written);
}

/* Only the first line of a text: databases tell the values of a row in the following ones. */
static void put_text(struct json *json, const struct log_field *field)
{
    struct text line = {0};
    text_add_span(&line, (struct span){field->text, strcspn(field->text, "\r\n")});
    bool utf8 = span_is_utf8(text_span(&line));
    for (size_t i = 0; !utf8 && i < line.length; i++)
        if ((unsigned char)line.at[i] >= 0x80)
            line.at[i] = '?';
    json_put_string(json, field->name, text_string(&line));
    text_free(&line);
}

/* If nobody can read the log, the server goes on without it. */
static void write_out(const struct text *line)
{
    while (write(STDERR_FILENO, line->at, line->length) < 0 && errno == EINTR) {
    }
}

void log_write(enum log_level level, const char *what, const struct log_field *fields)
{
    struct text line = {0};
    struct json json = {.out = &line};
    if (amount < levels[level].least)
        return;
    json_open(&json, NULL, '{');
    put_time(&json);
    json_put_string(&json, "level", levels[level].word);
    json_put_string(&json, "what", what);
    for (const struct log_field *field = fields; field != NULL && field->name != NULL; field++) {
        if (field->text != NULL && field->text[0] != '\0')
            put_text(&json, field);
        else if (field->text == NULL)
            json_put_number(&json, field->name, field->number);
    }
    json_close(&json, '}');
    text_add(&line, "\n");
    write_out(&line);
    text_free(&line);
}

void log_security(enum log_level level, const char *what, int64_t user, const char *peer,
                  const char *reason)
{
    log_line(level, what, log_text("event", "security"), log_number("user", user),
             log_text("peer", peer), log_text("reason", reason));
}

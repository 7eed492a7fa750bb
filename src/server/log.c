/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Each line is one write, so lines of several threads do not mix. Lines that strangers can cause at
 * will could fill the disk: of each kind, and of each kind per peer, a limited number is written
 * per minute, followed by how many more there were. */

#include "log.h"

#include "base/json.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
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

/* If nobody can read the log, the server continues without it. */
static void write_out(const struct text *line)
{
    while (write(STDERR_FILENO, line->at, line->length) < 0 && errno == EINTR) {
    }
}

static void write_line(enum log_level level, const char *what, const struct log_field *fields)
{
    struct text line = {0};
    struct json json = {.out = &line};
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

/* ---- not too many ---------------------------------------------------------------------------- */

enum { MINUTE = 60000, KINDS = 64, SOURCES = 1024 };

/* Lines within the minute that began with the first of them. */
struct window {
    int64_t began;
    int count;
};

static struct log_kind {
    const char *what; /* NULL: free, and all behind it */
    struct window window;
    enum log_level level; /* of the last one that was left out */
    int64_t left_out;
} kinds[KINDS];

/* Two who share a place push each other out, and have more lines than others: no more than the kind
 * has. */
static struct log_source {
    uint64_t name;
    struct window window;
} sources[SOURCES];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_over(const struct window *window, int64_t now)
{
    return window->count > 0 && now - window->began >= MINUTE;
}

static bool has_room(struct window *window, int most, int64_t now)
{
    if (is_over(window, now))
        window->count = 0;
    if (window->count == 0)
        window->began = now;
    return window->count < most;
}

/* If there are ever too many kinds, the last of them share their lines. */
static struct log_kind *find_kind(const char *what)
{
    int i = 0;
    while (i < KINDS - 1 && kinds[i].what != NULL && strcmp(kinds[i].what, what) != 0)
        i++;
    assert(i < KINDS);
    if (kinds[i].what == NULL)
        kinds[i].what = what;
    return &kinds[i];
}

/* FNV-1a. */
static uint64_t mix(uint64_t hash, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    return hash;
}

/* Whom the line is about, by address, or else by number; NULL if it is about nobody. */
static struct window *find_source(const char *what, const struct log_field *fields)
{
    const struct log_field *who = NULL;
    for (const struct log_field *field = fields; field != NULL && field->name != NULL; field++)
        if (strcmp(field->name, "peer") == 0 && field->text != NULL && field->text[0] != '\0')
            who = field;
        else if (strcmp(field->name, "user") == 0 && field->number != 0 && who == NULL)
            who = field;
    if (who == NULL)
        return NULL;
    uint64_t name = mix(14695981039346656037u, what, strlen(what));
    name = who->text != NULL ? mix(name, who->text, strlen(who->text))
                             : mix(name, &who->number, sizeof who->number);
    struct log_source *source = &sources[name % SOURCES];
    if (source->name != name)
        *source = (struct log_source){.name = name};
    return &source->window;
}

/* Counts it; false if there are too many of its kind. */
static bool may_write(enum log_level level, const char *what, const struct log_field *fields)
{
    int64_t now = milliseconds();
    bool may;
    pthread_mutex_lock(&lock);
    struct log_kind *kind = find_kind(what);
    struct window *one = find_source(what, fields);
    may = has_room(&kind->window, LOG_LINES_OF_KIND, now) &&
          (one == NULL || has_room(one, LOG_LINES_OF_ONE, now));
    if (may) {
        kind->window.count++;
        if (one != NULL)
            one->count++;
    } else {
        kind->level = level;
        kind->left_out++;
    }
    assert(kind->window.count <= LOG_LINES_OF_KIND);
    pthread_mutex_unlock(&lock);
    return may;
}

/* Tells how many were left out, of those kinds whose minute is over, or of all. */
static void tell_left_out(bool all)
{
    struct log_kind found[KINDS];
    int count = 0;
    int64_t now = milliseconds();
    pthread_mutex_lock(&lock);
    for (int i = 0; i < KINDS && kinds[i].what != NULL; i++)
        if (kinds[i].left_out > 0 && (all || is_over(&kinds[i].window, now))) {
            found[count++] = kinds[i];
            kinds[i].left_out = 0;
        }
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < count; i++)
        write_line(found[i].level, "suppressed",
                   (const struct log_field[]){
                       log_text("of", found[i].what), log_number("count", found[i].left_out), {0}});
}

/* ---- lines ----------------------------------------------------------------------------------- */

void log_write(enum log_level level, const char *what, const struct log_field *fields)
{
    assert(what[0] != '\0');
    if (amount < levels[level].least)
        return;
    tell_left_out(false);
    if (level == LOG_INFO || may_write(level, what, fields))
        write_line(level, what, fields);
}

void log_catch_up(void)
{
    tell_left_out(false);
}

void log_finish(void)
{
    tell_left_out(true);
}

void log_security(enum log_level level, const char *what, int64_t user, const char *peer,
                  const char *reason)
{
    log_line(level, what, log_text("event", "security"), log_number("user", user),
             log_text("peer", peer), log_text("reason", reason));
}

void log_security_bot(enum log_level level, const char *what, int64_t user, int64_t bot,
                      const char *peer, const char *reason)
{
    log_line(level, what, log_text("event", "security"), log_number("user", user),
             log_number("bot", bot), log_text("peer", peer), log_text("reason", reason));
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The server's log: one JSON object for each line, on the standard error.
 *
 *     {"time":"2026-01-31T09:05:00.123Z","level":"error","what":"store failed","ms":12}
 *
 * Nothing secret may go into it: no password, token, cookie, body, query, webhook address or mail
 * address, and no path that a client made up. Users are told by their numbers. From any thread. */

#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include "base/text.h"

/* How much is written. */
enum log_amount {
    LOG_NOTHING, /* until someone wants a log */
    LOG_QUIET,   /* what needs the host: LOG_ERROR */
    LOG_NORMAL,  /* and what the host may want to know: LOG_WARNING, LOG_NOTICE */
    LOG_ALL,     /* and what is as it should be: LOG_INFO */
};
void log_set(enum log_amount amount); /* before any thread is started */

/* "quiet", "normal", "all" */
bool log_amount_from_name(const char *name, enum log_amount *out);

enum log_level { LOG_ERROR, LOG_WARNING, LOG_NOTICE, LOG_INFO };

/* A member of a line: a text, or a number if the text is NULL. An empty text is left out. */
struct log_field {
    const char *name;
    const char *text;
    int64_t number;
};

static inline struct log_field log_text(const char *name, const char *text)
{
    return (struct log_field){name, text, 0};
}

static inline struct log_field log_number(const char *name, int64_t number)
{
    return (struct log_field){name, NULL, number};
}

/* Lines in a minute of one `what`, and of these about one `peer` (or `user`, where there is none).
 * The rest is counted: {"what":"suppressed","of":"sign-in refused","count":4711}. LOG_INFO has no
 * limit. */
enum { LOG_LINES_OF_KIND = 120, LOG_LINES_OF_ONE = 30 };

/* Writes a line. `what` is a few words that never change, valid forever; the fields end with one
 * without a name; NULL: none. */
void log_write(enum log_level level, const char *what, const struct log_field *fields);

/* Tells how many lines were left out in minutes that are over (now and then, since each line does
 * so too); and, at the end, up to now. */
void log_catch_up(void);
void log_finish(void);

/* log_line(LOG_ERROR, "change failed", log_text("table", id), log_number("user", user)) */
#define log_line(level, what, ...)                                                                 \
    log_write(level, what, (const struct log_field[]){__VA_ARGS__, {0}})

/* A line about who came in, who was refused, who changed what protects an account:
 *
 *     {"time":…,"level":"warning","what":"sign-in refused","event":"security","user":7,
 *      "peer":"192.0.2.1","reason":"unknown"}
 *
 * The words of `what` and `reason` are in docs/hosting.md. User 0: nobody knows who. */
void log_security(enum log_level level, const char *what, int64_t user, const char *peer,
                  const char *reason);

/* The same about a bot of the user's: {…,"user":7,"bot":12,…}. */
void log_security_bot(enum log_level level, const char *what, int64_t user, int64_t bot,
                      const char *peer, const char *reason);

#endif

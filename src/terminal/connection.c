/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What both kinds of connection share: the log, and saving. */

#include "connection.h"

#include "output.h"

#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* ---- the log --------------------------------------------------------------------------------- */

static void forget_half(struct log_lines *log)
{
    size_t half = log->count / 2;
    assert(half > 0 && half < log->count);
    for (size_t i = 0; i < half; i++)
        free(log->lines[i]);
    memmove(log->lines, log->lines + half, (log->count - half) * sizeof log->lines[0]);
    log->count -= half;
    log->forgotten += half;
}

void connection_log(struct game_connection *connection, struct span line)
{
    struct log_lines *log = &connection->log;
    struct text visible = {0};
    if (log->count == LOG_LINES_MAX)
        forget_half(log);
    if (log->lines == NULL)
        log->lines = memory_new(LOG_LINES_MAX, sizeof log->lines[0]);
    output_add_shown(&visible, line);
    assert(log->count < LOG_LINES_MAX);
    log->lines[log->count++] = visible.at != NULL ? visible.at : memory_new(1, 1);
}

static void free_log(struct log_lines *log)
{
    for (size_t i = 0; i < log->count; i++)
        free(log->lines[i]);
    free(log->lines);
}

/* ---- saving ---------------------------------------------------------------------------------- */

bool connection_save(struct game_connection *connection, const char *path, struct problem *problem)
{
    struct text record = {0};
    assert(connection->kind->record != NULL);
    bool fine = connection->kind->record(connection, &record, problem) &&
                file_write(path, text_span(&record), problem);
    if (fine)
        connection->saved = connection->moves;
    text_free(&record);
    return fine;
}

void folders_make(const char *path)
{
    char folder[512];
    span_copy(span_of(path), folder, sizeof folder);
    for (char *at = folder; *at != '\0'; at++) {
        if (*at != '/' || at == folder)
            continue;
        *at = '\0';
        mkdir(folder, 0700); /* what is missing in the end, file_write says */
        *at = '/';
    }
}

/* Where games are kept that ended in the middle: "…/orrery/noughts-20260102-030405.record". */
static void write_rescue_path(const struct game_connection *connection, struct text *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    time_t now = time(NULL);
    char date[32] = "";
    struct tm parts;
    if (state != NULL && state[0] == '/')
        text_addf(path, "%s/orrery/", state);
    else if (home != NULL && home[0] == '/')
        text_addf(path, "%s/.local/state/orrery/", home);
    if (localtime_r(&now, &parts) != NULL)
        strftime(date, sizeof date, "%Y%m%d-%H%M%S", &parts);
    text_addf(path, "%s-%s.record", connection->rules->game->name, date);
}

void connection_rescue(struct game_connection *connection)
{
    struct text path = {0}, told = {0};
    struct problem problem = {0};
    if (connection->kept_elsewhere || connection->saved == connection->moves)
        return;
    write_rescue_path(connection, &path);
    folders_make(text_string(&path));
    if (connection_save(connection, text_string(&path), &problem))
        phrase_write_with(&told, connection->teller.language,
                          _("The game is saved. To continue: orrery play {0} --from {1}"),
                          connection->rules->game->name, text_string(&path), NULL);
    else
        problem_write(&problem, connection->teller.language, &told);
    fprintf(stderr, "%s\n", text_string(&told));
    text_free(&told);
    text_free(&path);
}

void connection_close(struct game_connection *connection)
{
    if (connection == NULL)
        return;
    free_log(&connection->log);
    text_free(&connection->lost);
    connection->kind->close(connection);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A session as a connection. */

#include "local_connection.h"

#include "base/container_of.h"
#include "players/player.h"
#include "session/session_save.h"

#include <assert.h>
#include <stdlib.h>

struct local_connection {
    struct game_connection base;
    struct session *session;
    struct player *players[SEATS_MAX]; /* NULL for people */
    const char *path;                  /* where the game is kept, or NULL */
};

static struct local_connection *local_of(struct game_connection *connection)
{
    return container_of(connection, struct local_connection, base);
}

/* ---- after a change -------------------------------------------------------------------------- */

static void look(struct local_connection *local)
{
    struct game_connection *base = &local->base;
    assert(local->session != NULL);
    base->state = session_state(local->session);
    base->awaited = session_awaited(local->session);
    base->mine = base->awaited >= 0 && local->players[base->awaited] == NULL;
    base->confirms = session_awaits_confirm(local->session) != NOBODY;
    base->can_undo = base->mine && session_can_undo(local->session, base->awaited);
    base->can_redo = base->mine && session_can_redo(local->session, base->awaited);
    base->moves = session_move_count(local->session);
}

static void log_events(struct local_connection *local)
{
    size_t count;
    const struct session_event *events = session_events(local->session, &count);
    struct text line = {0};
    for (size_t i = 0; i < count; i++) {
        text_clear(&line);
        tell_message(local->base.rules, &local->base.teller, local->base.rules->game->words->events,
                     events[i].message, &line);
        connection_log(&local->base, text_span(&line));
    }
    text_free(&line);
}

/* Keeps the game if it has a file; a problem becomes a line of the log. */
static void keep(struct local_connection *local)
{
    struct problem problem = {0};
    struct text line = {0};
    if (local->path == NULL || connection_save(&local->base, local->path, &problem))
        return;
    problem_write(&problem, local->base.teller.language, &line);
    connection_log(&local->base, text_span(&line));
    text_free(&line);
}

static bool changed(struct local_connection *local, bool tells)
{
    look(local);
    if (tells)
        log_events(local);
    keep(local);
    return true;
}

/* ---- what can be done ------------------------------------------------------------------------ */

static bool refuse(struct local_connection *local, const struct problem *problem,
                   struct text *refusal)
{
    problem_write(problem, local->base.teller.language, refusal);
    return false;
}

static bool local_move(struct game_connection *connection, struct move move, struct text *refusal)
{
    struct local_connection *local = local_of(connection);
    struct problem problem = {0};
    assert(connection->awaited >= 0);
    if (session_move(local->session, connection->awaited, move, &problem))
        return changed(local, true);
    session_tell_refusal(local->session, &problem, connection->teller.language, refusal);
    const struct message *reason = session_reason(local->session);
    if (reason != NULL)
        text_addf(refusal, " [%s]", connection->rules->game->words->reasons[reason->kind].rule);
    return false;
}

static bool local_confirm(struct game_connection *connection, struct text *refusal)
{
    struct local_connection *local = local_of(connection);
    struct problem problem = {0};
    if (session_confirm(local->session, connection->awaited, &problem))
        return changed(local, true);
    return refuse(local, &problem, refusal);
}

static bool local_undo(struct game_connection *connection, struct text *refusal)
{
    struct local_connection *local = local_of(connection);
    struct problem problem = {0};
    if (session_undo(local->session, connection->awaited, 1, &problem))
        return changed(local, false);
    return refuse(local, &problem, refusal);
}

static bool local_redo(struct game_connection *connection, struct text *refusal)
{
    struct local_connection *local = local_of(connection);
    struct problem problem = {0};
    if (session_redo(local->session, connection->awaited, 1, &problem))
        return changed(local, true);
    return refuse(local, &problem, refusal);
}

static enum waited local_wait(struct game_connection *connection, int milliseconds)
{
    struct local_connection *local = local_of(connection);
    struct problem problem = {0};
    if (milliseconds == 0 || connection->awaited < 0 || connection->mine)
        return WAITED_NOTHING;
    assert(local->players[connection->awaited] != NULL);
    struct move move = player_choose(local->players[connection->awaited], connection->rules,
                                     session_state(local->session));
    if (!session_move(local->session, connection->awaited, move, &problem)) {
        refuse(local, &problem, &connection->lost);
        return WAITED_LOST;
    }
    changed(local, true);
    return WAITED_NEWS;
}

static bool local_look_back(struct game_connection *connection, uint32_t count, void *state)
{
    assert(count <= connection->moves);
    session_seek(local_of(connection)->session, count, state);
    return true;
}

static bool local_record(struct game_connection *connection, struct text *out,
                         struct problem *problem)
{
    (void)problem;
    session_write_record(local_of(connection)->session, out);
    return true;
}

static void local_close(struct game_connection *connection)
{
    struct local_connection *local = local_of(connection);
    for (int i = 0; i < SEATS_MAX; i++)
        player_close(local->players[i]);
    free(local);
}

static const struct connection_kind local_kind = {
    .move = local_move,
    .confirm = local_confirm,
    .undo = local_undo,
    .redo = local_redo,
    .wait = local_wait,
    .look_back = local_look_back,
    .record = local_record,
    .close = local_close,
};

static bool open_players(struct local_connection *local, struct problem *problem)
{
    for (int i = 0; i < local->base.rules->setup.players; i++) {
        const char *description = session_seat(local->session, i)->player;
        local->base.seated = local->base.seated || description[0] == '\0';
        if (description[0] == '\0')
            continue;
        local->players[i] =
            player_open(local->base.rules, span_of(description), (uint64_t)i, problem);
        if (local->players[i] == NULL)
            return false;
    }
    return true;
}

struct game_connection *local_connection_open(struct session *session, enum language language,
                                              const char *path, struct problem *problem)
{
    struct local_connection *local = memory_new(1, sizeof *local);
    local->base = (struct game_connection){.kind = &local_kind,
                                           .rules = session_rules(session),
                                           .teller = session_teller(session, language),
                                           .hints = true};
    local->session = session;
    local->path = path;
    bool fine = open_players(local, problem);
    if (fine)
        look(local);
    local->base.saved = local->base.moves;
    if (!fine || (path != NULL && !connection_save(&local->base, path, problem))) {
        connection_close(&local->base);
        return NULL;
    }
    log_events(local);
    return &local->base;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a server says about a table, checked member by member: a server may be anybody's. */

#include "remote_parts.h"

#include "record/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_TOLD_MAX = 64 }; /* lines of the log for one move */

static bool is_odd(struct problem *problem)
{
    return problem_set(problem, _("The server sent something that cannot be right."), NULL, NULL,
                       NULL);
}

const json_t *remote_find_state(const json_t *answer)
{
    return json_object_get(json_object_get(answer, "moment"), "state");
}

bool remote_read_state(const struct remote_connection *remote, const json_t *json, void *state,
                       struct problem *problem)
{
    union any_state read;
    char *text = json_is_object(json) ? json_dumps(json, JSON_COMPACT) : NULL;
    bool fine = text != NULL && state_from_json(remote->rules, span_of(text), &read, problem) &&
                remote->rules->game->check(remote->rules, &read) == NULL;
    free(text);
    if (!fine)
        return is_odd(problem);
    memcpy(state, &read, sizeof read);
    return true;
}

/* A whole number from 0 to `most`; another value counts as `otherwise`. */
static int64_t number_of(const json_t *object, const char *key, int64_t most, int64_t otherwise)
{
    const json_t *value = json_object_get(object, key);
    assert(most >= 0);
    json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 0 && number <= most ? number : otherwise;
}

/* A seat of a view, from 0 on; NOBODY if it is null or none. */
static int seat_in(const struct remote_connection *remote, const json_t *view, const char *key)
{
    return (int)number_of(view, key, remote->rules->setup.players, 0) - 1 >= 0
               ? (int)number_of(view, key, remote->rules->setup.players, 0) - 1
               : NOBODY;
}

static void take_name(struct remote_connection *remote, int seat, const char *name)
{
    struct text shown = {0};
    assert(seat >= 0 && seat < SEATS_MAX);
    if (name == NULL || name[0] == '\0')
        tell_seat(&(struct teller){.language = remote->base.teller.language}, seat, &shown);
    else
        output_add_shown(&shown, span_of(name));
    span_copy(text_span(&shown), remote->names[seat], SEAT_NAME_SIZE);
    remote->name_list[seat] = remote->names[seat];
    text_free(&shown);
}

/* Who sits where. Returns how many other people play. */
static int take_seats(struct remote_connection *remote, const json_t *seats)
{
    int others = 0;
    remote->ours = 0;
    remote->open_seat = 0;
    for (int i = 0; i < remote->rules->setup.players; i++) {
        const json_t *seat = json_array_get(seats, (size_t)i);
        const char *kind = json_string_value(json_object_get(seat, "kind"));
        bool yours = json_is_true(json_object_get(seat, "yours"));
        bool open = kind != NULL && strcmp(kind, "open") == 0;
        take_name(remote, i, json_string_value(json_object_get(seat, "name")));
        remote->ours |= yours ? 1u << i : 0;
        others += !yours && kind != NULL && strcmp(kind, "person") == 0;
        if (open && remote->open_seat == 0)
            remote->open_seat = i + 1;
    }
    remote->base.seated = remote->ours != 0;
    return others;
}

static bool has_seat(const json_t *list, int seat)
{
    size_t index;
    const json_t *value;
    json_array_foreach(list, index, value)
    {
        if (json_integer_value(value) == seat + 1)
            return true;
    }
    return false;
}

static void take_turn(struct remote_connection *remote, const json_t *view)
{
    struct game_connection *base = &remote->base;
    const json_t *can = json_object_get(view, "can");
    int confirming = seat_in(remote, view, "confirming");
    base->awaited = remote->phase == PHASE_OVER   ? NOBODY
                    : remote->phase == PHASE_OPEN ? DEALER
                                                  : seat_in(remote, view, "awaited");
    if (base->awaited == NOBODY && remote->phase == PHASE_RUNNING)
        base->awaited = DEALER;
    base->mine = base->awaited >= 0 && (remote->ours >> base->awaited & 1);
    base->confirms = confirming != NOBODY && confirming == base->awaited;
    base->can_undo = base->mine && has_seat(json_object_get(can, "undo"), base->awaited);
    base->can_redo = base->mine && has_seat(json_object_get(can, "redo"), base->awaited);
}

/* A seat of ours must be the one that decides in the state, or the server is mistaken. */
static bool is_consistent(const struct remote_connection *remote)
{
    const struct game_connection *base = &remote->base;
    assert(!base->mine || base->awaited >= 0);
    struct node node = remote->rules->game->node(remote->rules, &remote->state);
    return !base->mine || base->confirms || node.actor == base->awaited;
}

bool remote_take_view(struct remote_connection *remote, const json_t *view, struct problem *problem)
{
    const char *phase = json_string_value(json_object_get(view, "phase"));
    const char *table = json_string_value(json_object_get(view, "table"));
    int64_t version = number_of(view, "version", INT32_MAX, -1);
    if (table == NULL || strcmp(table, remote->table) != 0)
        return true; /* another one */
    if (phase == NULL || version < 0)
        return is_odd(problem);
    remote->phase = strcmp(phase, "open") == 0      ? PHASE_OPEN
                    : strcmp(phase, "running") == 0 ? PHASE_RUNNING
                                                    : PHASE_OVER;
    if (remote->phase != PHASE_OPEN &&
        !remote_read_state(remote, json_object_get(view, "state"), &remote->state, problem))
        return false;
    remote->version = version;
    remote->owner = json_is_true(json_object_get(view, "yours"));
    remote->base.moves = (uint32_t)number_of(view, "moves", RECORD_MOVES_MAX, 0);
    remote->final = (uint32_t)number_of(view, "final", remote->base.moves, 0);
    if (remote->logged > remote->base.moves)
        remote->logged = remote->base.moves;
    int others = take_seats(remote, json_object_get(view, "seats"));
    remote->base.hints = json_is_true(json_object_get(view, "hints")) && others == 0;
    take_turn(remote, view);
    return is_consistent(remote) || is_odd(problem);
}

/* The events of one move. */
static void log_move(struct remote_connection *remote, const json_t *line)
{
    const json_t *events = json_object_get(line, "events"), *event;
    size_t index;
    json_array_foreach(events, index, event)
    {
        const char *text = json_string_value(json_object_get(event, "text"));
        if (text != NULL && index < EVENTS_TOLD_MAX)
            connection_log(&remote->base, span_of(text));
    }
}

void remote_take_log(struct remote_connection *remote, const json_t *log)
{
    size_t index;
    const json_t *line;
    json_array_foreach(log, index, line)
    {
        int64_t number = number_of(line, "number", RECORD_MOVES_MAX, 0);
        if (number <= remote->logged)
            continue;
        log_move(remote, line);
        remote->logged = (uint32_t)number;
    }
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The commands that clients can send: one row for each, with what its message may have in it. From
 * the message to the table that it is about; what is done there is in client.c, client_look.c and
 * client_analysis.c. */

#include "client_parts.h"

#include "base/container_of.h"

#include <assert.h>
#include <string.h>

enum { COMMANDS_MAX = 32 }; /* of a client, that are not answered yet */

/* What a message may have besides "do" and "id" follows from its row: "table" for all but ping,
 * "seat", the argument, "on", for changes "expected" and "key"; and what is listed here. */
static const struct command_kind command_kinds[] = {
    {"ping", do_ping, -1, false, NULL, false, NULL},
    {"watch", do_watch, -1, false, NULL, false,
     MEMBERS("state", "legal", "blocked", "plans", "log", "language")},
    {"unwatch", do_unwatch, -1, false, NULL, false, NULL},
    {"moment", do_moment, -1, false, NULL, false, MEMBERS("moves", "legal", "blocked", "seat")},
    {"scores", do_scores, -1, false, NULL, false, NULL},
    {"log", do_log, -1, false, NULL, false, MEMBERS("from")},
    {"hint", do_hint, -1, true, NULL, false, MEMBERS("expected", "own")},
    {"analysis", do_analysis, -1, false, NULL, false, NULL},
    {"preview", do_preview, -1, true, "move", false, NULL},
    {"sit", do_change, ROW_SIT, true, NULL, false, MEMBERS("agree")},
    {"stand", do_change, ROW_STAND, true, NULL, false, NULL},
    {"computer", do_change, ROW_COMPUTER, true, "player", false, NULL},
    {"start", do_change, ROW_START, false, NULL, false, NULL},
    {"move", do_change, ROW_MOVE, true, "move", false, NULL},
    {"undo", do_change, ROW_UNDO, true, NULL, false, NULL},
    {"redo", do_change, ROW_REDO, true, NULL, false, NULL},
    {"confirm", do_change, ROW_CONFIRM, true, NULL, false, NULL},
    {"confirms", do_change, ROW_CONFIRMS, true, NULL, true, NULL},
    {"hand-over", do_change, ROW_HAND_OVER, true, "player", false, NULL},
    {"take-back", do_change, ROW_TAKE_BACK, true, NULL, false, NULL},
    {"pause", do_change, ROW_PAUSE, true, NULL, true, NULL},
    {0},
};

static void table_ready(struct table_lookup *lookup, struct table *table,
                        const struct problem *problem)
{
    struct client_command *command = container_of(lookup, struct client_command, lookup);
    if (table == NULL)
        command_fail_problem(
            command, tables_may_try_again(problem) ? ERROR_UNAVAILABLE : ERROR_NOT_FOUND, problem);
    else
        command->kind->run(command, table);
}

static const struct command_kind *find_command_kind(const char *name)
{
    const struct command_kind *kind = command_kinds;
    while (kind->name != NULL && strcmp(kind->name, name) != 0)
        kind++;
    return kind->name != NULL ? kind : NULL;
}

/* ---- what is in a message ---------------------------------------------------------------------
 */

static bool takes_moves(const struct command_kind *kind)
{
    return kind->argument != NULL && strcmp(kind->argument, "move") == 0;
}

/* All members that a message of that kind may have. */
static void list_members(const struct command_kind *kind, const char *out[MEMBERS_MAX + 1])
{
    const char *const usual[] = {
        "do",
        "id",
        kind->run != do_ping ? "table" : NULL,
        kind->has_seat ? "seat" : NULL,
        kind->argument,
        takes_moves(kind) ? "moves" : NULL,
        kind->is_switch ? "on" : NULL,
        kind->row >= 0 ? "expected" : NULL,
        kind->row >= 0 ? "key" : NULL,
    };
    int count = 0;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (usual[i] != NULL)
            out[count++] = usual[i];
    for (const char *const *more = kind->more; more != NULL && *more != NULL; more++)
        out[count++] = *more;
    assert(count <= MEMBERS_MAX);
    out[count] = NULL;
}

/* Is there a list of moves, with nothing else in it? */
static bool has_moves(const struct client_command *command)
{
    json_t *list = json_object_get(command->message, "moves"), *one;
    size_t i;
    bool fine = json_array_size(list) >= 1 && json_array_size(list) <= ACTION_MOVES_MAX;
    json_array_foreach(list, i, one) fine = fine && json_is_string(one);
    return fine;
}

/* What is wrong with the arguments, or ERROR_NONE. */
static enum error_code check_arguments(const struct client_command *command)
{
    const char *table_id = command_text(command, "table");
    if (table_id == NULL || strlen(table_id) >= STORE_ID_SIZE)
        return ERROR_MISSING;
    int64_t seat = command_number(command, "seat", 0);
    if (command->kind->has_seat && (seat < 1 || seat > SEATS_MAX))
        return ERROR_MISSING;
    if (command->kind->argument != NULL && command_text(command, command->kind->argument) == NULL &&
        !(takes_moves(command->kind) && has_moves(command)))
        return ERROR_MISSING;
    if (command->kind->is_switch && !json_is_boolean(json_object_get(command->message, "on")))
        return ERROR_MISSING;
    json_t *expected = json_object_get(command->message, "expected");
    if (expected != NULL && (!json_is_integer(expected) || json_integer_value(expected) < 0))
        return ERROR_MISSING;
    json_t *key = json_object_get(command->message, "key");
    if (key != NULL && (!json_is_string(key) || json_string_length(key) >= STORE_KEY_SIZE))
        return ERROR_MISSING;
    return ERROR_NONE;
}

/* ---- limits ---------------------------------------------------------------------------------- */

static bool takes_of(const struct client *client, enum rate_kind kind, enum rate_scope scope,
                     const uint8_t key[ADDRESS_KEY_SIZE])
{
    return rate_limit_take(client->all->limits, kind, scope, key, loop_now(), NULL);
}

/* From the limit of whoever it is. */
static bool takes(const struct client *client, enum rate_kind kind)
{
    uint8_t user[ADDRESS_KEY_SIZE];
    rate_key_of_user(client->user, user);
    if (client->user == 0)
        return takes_of(client, kind, RATE_NOBODY, client->address);
    return takes_of(client, kind, rate_scope_of(client->person), user);
}

/* Each socket has a limit of its own (websocket.h); this one is for all of a person and of an
 * address together, so that many sockets do not do much more than one. Whatever comes counts, a
 * message or not. */
bool command_is_within_rate(const struct client *client)
{
    bool shares = client->user != 0 && client->person != PERSON_BOT; /* with its address */
    return takes(client, RATE_MESSAGE) &&
           (!shares || takes_of(client, RATE_MESSAGE, RATE_ADDRESS, client->address));
}

/* What costs more than others do has further limits. */
static bool is_within(const struct client_command *command)
{
    const struct client *client = command->client;
    bool is_analysis = command->kind->run == do_hint || command->kind->run == do_analysis;
    bool is_list = command->kind->run == do_log; /* of all moves, as long as ten others */
    return (!is_list || takes(client, RATE_LIST)) &&
           (!is_analysis || client->user == 0 || takes(client, RATE_ANALYSIS));
}

/* ---- from the message to the table ----------------------------------------------------------- */

static void refuse_name(struct client_command *command, const char *name)
{
    const char *names[sizeof command_kinds / sizeof command_kinds[0]] = {0};
    struct problem problem = {0};
    for (int i = 0; command_kinds[i].name != NULL; i++)
        names[i] = command_kinds[i].name;
    const char *nearest = name != NULL ? nearest_word(span_of(name), names) : NULL;
    if (nearest != NULL)
        problem_set(&problem, _("there is no command \"{0}\"; did you mean \"{1}\"?"), name,
                    nearest, NULL);
    else
        problem_set(&problem, _("there is no such command"), NULL, NULL, NULL);
    command_fail_problem(command, ERROR_UNKNOWN_COMMAND, &problem);
}

/* Is the message what its command needs, and no more? If not, it is refused. */
static bool check_message(struct client_command *command)
{
    const char *known[MEMBERS_MAX + 1];
    struct problem problem = {0};
    list_members(command->kind, known);
    if (!members_check(command->message, known, &problem)) {
        command_fail_problem(command, ERROR_UNKNOWN_MEMBER, &problem);
        return false;
    }
    enum error_code wrong = command->kind->run == do_ping ? ERROR_NONE : check_arguments(command);
    if (wrong != ERROR_NONE)
        command_fail(command, wrong, _("this message is incomplete"));
    return wrong == ERROR_NONE;
}

/* Is there room and memory for it? If not, it is refused. */
static bool check_room(struct client_command *command)
{
    struct problem problem = {0};
    if (memory_is_low()) {
        problem_no_memory(&problem);
        command_fail_problem(command, ERROR_UNAVAILABLE, &problem);
        return false;
    }
    if (command->client->commands <= COMMANDS_MAX && is_within(command))
        return true;
    command_fail(command, ERROR_TOO_MANY, _("too much at once"));
    return false;
}

static void look_up(struct client_command *command)
{
    const struct client *client = command->client;
    assert(command->kind->run != do_ping && command_text(command, "table") != NULL);
    span_copy(span_of(command_text(command, "table")), command->table_id, sizeof command->table_id);
    if (client->user != 0)
        tables_note_person(client->all->tables, client->user, client->person, client->address);
    command->lookup.ready = table_ready;
    command->lookup.fresh = command->kind->row < 0; /* a change is compared with the store */
    tables_look_up(client->all->tables, command->table_id, &command->lookup);
}

void command_begin(struct client *client, json_t *message, bool within)
{
    struct client_command *command = memory_new(1, sizeof *command);
    command->client = client;
    command->message = message;
    client->commands++;
    command->id = command_number(command, "id", 0);
    if (!within) {
        command_fail(command, ERROR_TOO_MANY, _("too much at once"));
        return;
    }
    const char *name = command_text(command, "do");
    command->kind = name != NULL ? find_command_kind(name) : NULL;
    if (command->kind == NULL)
        refuse_name(command, name);
    else if (!check_message(command))
        return;
    else if (command->kind->run == do_ping)
        do_ping(command, NULL);
    else if (check_room(command))
        look_up(command);
}

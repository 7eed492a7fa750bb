/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Clients' questions about the past and about what could be. Nothing happens at the table. */

#include "client_parts.h"

#include "contract/notation.h"

#include <assert.h>

static struct viewer viewer_of(const struct client_command *command, const struct table *table)
{
    const struct client *client = command->client;
    return (struct viewer){.language = client->language,
                           .seats = table_seats_of(table, client->user),
                           .wants_state = true};
}

/* Speaks to the player of this seat as well: guided games are told to someone who sits there. */
static void speak_to(struct viewer *viewer, const struct table *table, int64_t seat)
{
    if (seat >= 1 && seat <= table->rules->setup.players)
        viewer->seats |= 1u << (seat - 1);
}

static bool has_begun(struct client_command *command, const struct table *table)
{
    if (table->session != NULL)
        return true;
    command_fail(command, ERROR_REFUSED, _("the game has not begun"));
    return false;
}

void do_moment(struct client_command *command, struct table *table)
{
    struct text text = {0};
    struct viewer viewer = viewer_of(command, table);
    int64_t count = command_number(command, "moves", -1);
    viewer.wants_moves = command_flag(command, "legal");
    viewer.wants_blocked = command_flag(command, "blocked");
    if (!has_begun(command, table))
        return;
    speak_to(&viewer, table, command_number(command, "seat", 0));
    if (count < 0 || count > session_move_count(table->session)) {
        command_fail(command, ERROR_REFUSED, _("the game does not have that many moves"));
        return;
    }
    assert(count <= UINT32_MAX);
    struct json json = command_answer(&text, command->id, true);
    view_moment(table, &viewer, (uint32_t)count, &json, "moment");
    json_close(&json, '}');
    client_send(command->client, &text);
    command_end(command);
}

void do_scores(struct client_command *command, struct table *table)
{
    struct text text = {0};
    if (!has_begun(command, table))
        return;
    struct json json = command_answer(&text, command->id, true);
    view_scores(table, &json, "scores");
    json_close(&json, '}');
    client_send(command->client, &text);
    command_end(command);
}

void do_log(struct client_command *command, struct table *table)
{
    struct text text = {0};
    int64_t from = command_number(command, "from", 0);
    struct json json = command_answer(&text, command->id, true);
    view_log(table, command->client->language, from > 0 && from < UINT32_MAX ? (uint32_t)from : 0,
             NULL, &json, "log");
    json_close(&json, '}');
    client_send(command->client, &text);
    command_end(command);
}

void do_preview(struct client_command *command, struct table *table)
{
    struct text text = {0};
    struct problem problem = {0};
    struct viewer viewer = viewer_of(command, table);
    struct move moves[ACTION_MOVES_MAX];
    int seat = (int)command_number(command, "seat", 0) - 1;
    if (!has_begun(command, table))
        return;
    struct json json = command_answer(&text, command->id, true);
    command_write_moves(command, &command->body);
    int count =
        moves_from_text(table->rules, text_span(&command->body), moves, ACTION_MOVES_MAX, &problem);
    assert(count <= ACTION_MOVES_MAX);
    bool fine = count > 0 && view_preview(table, &viewer, seat, moves, count, &json, &problem);
    json_close(&json, '}');
    if (fine) {
        client_send(command->client, &text);
        command_end(command);
        return;
    }
    text_free(&text);
    command_fail_problem(command, ERROR_REFUSED, &problem);
}

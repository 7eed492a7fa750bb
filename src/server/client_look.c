/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Questions of clients about the past and about what could be. Nothing happens at the table. */

#include "client_parts.h"

#include "contract/notation.h"

static struct viewer viewer_of(const struct request *request, const struct room *room)
{
    const struct client *client = request->client;
    return (struct viewer){.language = client->language,
                           .seats = room_seats_of(room, client->user),
                           .wants_state = true};
}

static bool has_begun(struct request *request, const struct room *room)
{
    if (room->session != NULL)
        return true;
    request_fail(request, ERROR_REFUSED, _("the game has not begun"));
    return false;
}

void call_moment(struct request *request, struct room *room)
{
    struct text text = {0};
    struct viewer viewer = viewer_of(request, room);
    int64_t count = request_number(request, "moves", -1);
    viewer.wants_moves = request_flag(request, "legal");
    viewer.wants_blocked = request_flag(request, "blocked");
    if (!has_begun(request, room))
        return;
    if (count < 0 || count > session_move_count(room->session)) {
        request_fail(request, ERROR_REFUSED, _("the game does not have so many moves"));
        return;
    }
    struct json json = request_answer(&text, request->id, true);
    view_moment(room, &viewer, (uint32_t)count, &json, "moment");
    json_close(&json, '}');
    client_send(request->client, &text);
    request_end(request);
}

void call_scores(struct request *request, struct room *room)
{
    struct text text = {0};
    if (!has_begun(request, room))
        return;
    struct json json = request_answer(&text, request->id, true);
    view_scores(room, &json, "scores");
    json_close(&json, '}');
    client_send(request->client, &text);
    request_end(request);
}

void call_log(struct request *request, struct room *room)
{
    struct text text = {0};
    int64_t from = request_number(request, "from", 0);
    struct json json = request_answer(&text, request->id, true);
    view_log(room, request->client->language, from > 0 && from < UINT32_MAX ? (uint32_t)from : 0,
             NULL, &json, "log");
    json_close(&json, '}');
    client_send(request->client, &text);
    request_end(request);
}

void call_preview(struct request *request, struct room *room)
{
    struct text text = {0};
    struct problem problem = {0};
    struct viewer viewer = viewer_of(request, room);
    struct move move;
    int seat = (int)request_number(request, "seat", 0) - 1;
    if (!has_begun(request, room))
        return;
    struct json json = request_answer(&text, request->id, true);
    bool fine =
        move_from_text(room->rules, span_of(request_text(request, "move")), &move, &problem) &&
        view_preview(room, &viewer, seat, move, &json, &problem);
    json_close(&json, '}');
    if (fine) {
        client_send(request->client, &text);
        request_end(request);
        return;
    }
    text_free(&text);
    request_fail_problem(request, ERROR_REFUSED, &problem);
}

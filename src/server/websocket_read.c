/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a client sends, by wslay: it parses frames, assembles messages, checks UTF-8, and answers
 * pings and goodbyes. The 8 KiB it needs are allocated when something arrives and released when no
 * message is under way; most sockets are idle most of the time. */

#include "websocket_parts.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <wslay/wslay.h>

struct frame_reader {
    wslay_event_context_ptr wslay;
    struct text early; /* what came with the handshake */
    size_t early_read;
    uint64_t given, used; /* bytes that wslay got; bytes of frames that are complete */
    uint64_t frame;       /* size of the present one */
    int frames;           /* of the present message */
    bool unfinished;      /* a message has begun */
    bool dry;             /* the file has nothing more */
    bool lost;            /* the file is closed or broken */
    struct text answers;  /* frames that wslay wants to send */
};

/* ---- the bytes ------------------------------------------------------------------------------- */

static ssize_t give_early(struct frame_reader *reader, uint8_t *out, size_t size)
{
    assert(reader->early_read < reader->early.length);
    size_t left = reader->early.length - reader->early_read;
    size_t length = left < size ? left : size;
    memcpy(out, reader->early.at + reader->early_read, length);
    reader->early_read += length;
    reader->given += length;
    return (ssize_t)length;
}

/* What is read is less than there was room for: there is nothing more, and the loop will tell. */
static ssize_t give_bytes(wslay_event_context_ptr wslay, uint8_t *out, size_t size, int flags,
                          void *context)
{
    struct websocket *socket = context;
    struct frame_reader *reader = socket->reader;
    (void)flags;
    if (reader->early_read < reader->early.length)
        return give_early(reader, out, size);
    ssize_t length = -1;
    if (!reader->dry) {
        do
            length = recv(socket->watch.file, out, size, MSG_DONTWAIT);
        while (length < 0 && errno == EINTR);
        reader->lost = length == 0 || (length < 0 && errno != EAGAIN);
        reader->dry = length < (ssize_t)size;
    }
    if (length > 0) {
        reader->given += (uint64_t)length;
        socket->pool->counts.bytes_in += (uint64_t)length;
        return length;
    }
    wslay_event_set_error(wslay, reader->lost ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
    return -1;
}

static ssize_t take_answer(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t length,
                           int flags, void *context)
{
    struct websocket *socket = context;
    (void)wslay;
    (void)flags;
    text_add_span(&socket->reader->answers, (struct span){(const char *)bytes, length});
    return (ssize_t)length;
}

/* ---- the frames ------------------------------------------------------------------------------ */

/* Each frame moves the time at which all of the rate is available again. */
static bool is_too_fast(struct websocket *socket)
{
    const struct websocket_limits *limits = &socket->pool->limits;
    int64_t now = loop_now() * 1000, whole = (int64_t)limits->rate_ms * 1000;
    assert(socket->rate > 0 && whole / socket->rate > 0);
    if (socket->rate_at < now)
        socket->rate_at = now;
    socket->rate_at += whole / socket->rate;
    return socket->rate_at - now > whole;
}

static void refuse(struct websocket *socket, enum websocket_reason why, int status,
                   const char *reason)
{
    websocket_note(socket, why);
    wslay_event_shutdown_read(socket->reader->wslay);
    websocket_end(socket, status, reason);
}

static void begin_frame(wslay_event_context_ptr wslay,
                        const struct wslay_event_on_frame_recv_start_arg *frame, void *context)
{
    struct websocket *socket = context;
    struct frame_reader *reader = socket->reader;
    uint64_t length = frame->payload_length;
    (void)wslay;
    reader->frame = 2 + (length < 126 ? 0u : length < 65536 ? 2u : 8u) + 4 + length;
    if (!wslay_is_ctrl_frame(frame->opcode)) {
        reader->frames = frame->opcode == WSLAY_CONTINUATION_FRAME ? reader->frames + 1 : 1;
        reader->unfinished = !frame->fin;
    }
    if (is_too_fast(socket))
        refuse(socket, REASON_RATE, WSLAY_CODE_POLICY_VIOLATION, "too many messages");
    else if (frame->opcode == WSLAY_BINARY_FRAME)
        refuse(socket, REASON_WRONG, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
    else if (frame->opcode == WSLAY_CONNECTION_CLOSE && length == 1) /* half a status */
        refuse(socket, REASON_WRONG, WSLAY_CODE_PROTOCOL_ERROR, "");
    else if (reader->frames > SOCKET_FRAMES_MAX)
        refuse(socket, REASON_WRONG, WSLAY_CODE_POLICY_VIOLATION, "too many pieces");
}

static void end_frame(wslay_event_context_ptr wslay, void *context)
{
    struct websocket *socket = context;
    (void)wslay;
    socket->reader->used += socket->reader->frame;
    socket->heard = loop_now();
    socket->pinged = false;
}

static void take_message(wslay_event_context_ptr wslay,
                         const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    struct websocket *socket = context;
    if (socket->stage == STAGE_OPEN && message->opcode == WSLAY_TEXT_FRAME) {
        socket->pool->counts.messages_in++;
        struct span text = {(const char *)message->msg, message->msg_length};
        socket->kind->message(socket->owner, text.length > 0 ? text : span_of(""));
    }
    if (socket->stage != STAGE_OPEN) /* the owner may have ended it */
        wslay_event_shutdown_read(wslay);
}

/* ---- reading --------------------------------------------------------------------------------- */

void websocket_stop_reading(struct websocket *socket)
{
    if (socket->reader == NULL)
        return;
    if (socket->reader->wslay != NULL)
        wslay_event_context_free(socket->reader->wslay);
    text_free(&socket->reader->early);
    text_free(&socket->reader->answers);
    free(socket->reader);
    socket->reader = NULL;
}

/* False if there is no memory for it: then this client is lost, and nobody else. */
static bool begin_reading(struct websocket *socket)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = give_bytes,
        .send_callback = take_answer,
        .on_frame_recv_start_callback = begin_frame,
        .on_frame_recv_end_callback = end_frame,
        .on_msg_recv_callback = take_message,
    };
    assert(socket->reader == NULL);
    socket->reader = memory_new(1, sizeof *socket->reader);
    if (wslay_event_context_server_init(&socket->reader->wslay, &callbacks, socket) != 0) {
        socket->reader->wslay = NULL; /* released, but still pointed at */
        websocket_stop_reading(socket);
        websocket_lose(socket);
        return false;
    }
    wslay_event_config_set_max_recv_msg_length(socket->reader->wslay, socket->pool->limits.message);
    return true;
}

void websocket_read_early(struct websocket *socket, struct span early)
{
    if (!begin_reading(socket))
        return;
    text_add_span(&socket->reader->early, early);
    loop_set_alarm(socket->pool->loop, &socket->soon, 0);
}

/* What wslay answers: pongs, and a goodbye if the client said one or broke the protocol. */
static void send_answers(struct websocket *socket)
{
    struct frame_reader *reader = socket->reader;
    assert(socket->stage == STAGE_OPEN);
    wslay_event_send(reader->wslay);
    if (reader->answers.length > 0)
        websocket_push(socket, text_span(&reader->answers));
    text_clear(&reader->answers);
    if (!wslay_event_get_close_sent(reader->wslay))
        return;
    if (wslay_event_get_close_received(reader->wslay)) /* its status comes back, whatever it is */
        websocket_note(socket, REASON_LEFT);
    else if (wslay_event_get_status_code_sent(reader->wslay) == WSLAY_CODE_MESSAGE_TOO_BIG)
        websocket_note(socket, REASON_SIZE);
    else
        websocket_note(socket, REASON_WRONG);
    websocket_leave(socket);
}

void websocket_read(struct websocket *socket)
{
    if (socket->stage != STAGE_OPEN)
        return;
    if (socket->reader == NULL && !begin_reading(socket))
        return;
    struct frame_reader *reader = socket->reader;
    reader->dry = false;
    int result = wslay_event_recv(reader->wslay);
    if (socket->stage == STAGE_OPEN) {
        if (reader->lost)
            websocket_lose(socket);
        else if (result != 0) /* a frame that cannot be */
            refuse(socket, REASON_WRONG, WSLAY_CODE_PROTOCOL_ERROR, "");
        else
            send_answers(socket);
    }
    if (socket->stage != STAGE_OPEN || (reader->given == reader->used && !reader->unfinished))
        websocket_stop_reading(socket);
}

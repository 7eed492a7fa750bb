/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The life of a WebSocket, its timeouts, and what is sent. What happens to a socket in the middle
 * of a call is only noted; settle() does it afterwards, back in the loop: a caller that sends to
 * many in a row never finds one of them gone.
 *
 * What waits to be sent is a ring of shared, counted frames: a change sent to a thousand watchers
 * is in memory once. A reader that falls too far behind is cut off rather than served with less; it
 * reconnects and asks for the current table. The limit gets lower when all of them together hold a
 * lot, so slow readers cannot use up the memory. */

#include "websocket_parts.h"

#include "lingering_close.h"

#include "base/container_of.h"
#include "base/list.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FRAME_TEXT = 0x81, FRAME_CLOSE = 0x88, HEADER_MAX = 10, REASON_MAX = 123 };

const struct websocket_limits websocket_limits = {
    .message = SOCKET_MESSAGE_MAX,
    .rate = SOCKET_RATE,
    .rate_ms = SOCKET_RATE_MS,
    .waiting = SOCKET_WAITING_MAX,
    .ping_ms = SOCKET_PING_MS,
    .close_ms = SOCKET_CLOSE_MS,
    .stall_ms = SOCKET_STALL_MS,
};

/* ---- frames ---------------------------------------------------------------------------------- */

/* Frames as they go over the wire. What a server sends is not masked, so they are the same for
 * everyone. */
struct websocket_frame {
    unsigned count;
    size_t length;
    uint8_t bytes[];
};

static struct websocket_frame *websocket_frame_new(size_t length)
{
    struct websocket_frame *frame = memory_new(1, sizeof *frame + length);
    frame->count = 1;
    frame->length = length;
    return frame;
}

/* A length stands in 7, 16 or 64 bits. */
static size_t write_header(uint8_t header[HEADER_MAX], uint8_t kind, size_t length)
{
    int bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    header[0] = kind;
    header[1] = (uint8_t)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (int i = 0; i < bytes; i++)
        header[2 + i] = (uint8_t)(length >> 8 * (bytes - 1 - i));
    return 2 + (size_t)bytes;
}

struct websocket_frame *websocket_frame_make(struct span text)
{
    uint8_t header[HEADER_MAX];
    size_t size = write_header(header, FRAME_TEXT, text.length);
    struct websocket_frame *frame = websocket_frame_new(size + text.length);
    memcpy(frame->bytes, header, size);
    if (text.length > 0)
        memcpy(frame->bytes + size, text.at, text.length);
    return frame;
}

void websocket_frame_keep(struct websocket_frame *frame)
{
    assert(frame->count > 0);
    frame->count++;
}

void websocket_frame_drop(struct websocket_frame *frame)
{
    assert(frame->count > 0);
    if (--frame->count == 0)
        free(frame);
}

/* ---- sending --------------------------------------------------------------------------------- */

static void grow_queue(struct websocket *socket)
{
    unsigned capacity = socket->capacity > 0 ? 2 * socket->capacity : 4;
    assert(socket->count == socket->capacity);
    struct websocket_frame **queue = memory_new(capacity, sizeof queue[0]);
    for (unsigned i = 0; i < socket->count; i++)
        queue[i] = socket->queue[(socket->first + i) % socket->capacity];
    free(socket->queue);
    socket->queue = queue;
    socket->first = 0;
    socket->capacity = capacity;
}

/* Takes away what is sent. An empty queue needs no memory. */
static void advance(struct websocket *socket, size_t sent)
{
    assert(sent <= socket->waiting && socket->waiting <= socket->pool->waiting);
    socket->waiting -= sent;
    socket->pool->waiting -= sent;
    socket->taken += sent;
    socket->sent += sent;
    while (socket->count > 0 && socket->sent >= socket->queue[socket->first]->length) {
        struct websocket_frame *frame = socket->queue[socket->first];
        socket->sent -= frame->length;
        websocket_frame_drop(frame);
        socket->first = (socket->first + 1) % socket->capacity;
        socket->count--;
    }
    assert(socket->count > 0 || (socket->sent == 0 && socket->waiting == 0));
    if (socket->count == 0) {
        free(socket->queue);
        socket->queue = NULL;
        socket->capacity = 0;
    }
}

static ssize_t send_some(struct websocket *socket)
{
    enum { AT_ONCE = 16 };
    struct iovec pieces[AT_ONCE];
    struct msghdr message = {.msg_iov = pieces};
    for (unsigned i = 0; i < socket->count && i < AT_ONCE; i++) {
        struct websocket_frame *frame = socket->queue[(socket->first + i) % socket->capacity];
        size_t skip = i == 0 ? socket->sent : 0;
        pieces[i] = (struct iovec){frame->bytes + skip, frame->length - skip};
        message.msg_iovlen++;
    }
    return sendmsg(socket->watch.file, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Sends as much as the system takes now. */
static void flush(struct websocket *socket)
{
    while (socket->count > 0 && socket->stage != STAGE_LOST) {
        ssize_t sent = send_some(socket);
        if (sent >= 0) {
            socket->pool->counts.bytes_out += (uint64_t)sent;
            advance(socket, (size_t)sent);
        } else if (errno == EAGAIN) {
            return;
        } else if (errno != EINTR) {
            websocket_lose(socket);
        }
    }
}

/* Does the reader let too much wait? It may be much, for a table of computer players is faster than
 * any line; but there is less for each when many let something
 * wait, or when memory is low. */
static bool is_overdue(const struct websocket *socket)
{
    const struct sockets *pool = socket->pool;
    size_t most = pool->limits.waiting;
    if (pool->waiting > SOCKETS_WAITING_MAX || memory_is_low())
        most = SOCKET_WAITING_LEAST;
    else if (pool->waiting > SOCKETS_WAITING_MAX / 2)
        most /= 8;
    return socket->waiting > most;
}

/* Keeps the frame. A reader that lets too much wait is cut off. */
static void enqueue(struct websocket *socket, struct websocket_frame *frame)
{
    if (socket->count == socket->capacity)
        grow_queue(socket);
    socket->queue[(socket->first + socket->count++) % socket->capacity] = frame;
    socket->waiting += frame->length;
    socket->pool->waiting += frame->length;
    websocket_frame_keep(frame);
    if (is_overdue(socket))
        flush(socket);
    if (socket->stage != STAGE_LOST && is_overdue(socket)) {
        websocket_note(socket, REASON_SLOW);
        websocket_lose(socket);
    }
    loop_set_alarm(socket->pool->loop, &socket->soon, 0);
}

void websocket_send(struct websocket *socket, struct websocket_frame *frame)
{
    if (socket->stage != STAGE_OPEN)
        return;
    socket->pool->counts.messages_out++;
    enqueue(socket, frame);
}

void websocket_send_text(struct websocket *socket, struct span text)
{
    if (socket->stage != STAGE_OPEN)
        return;
    struct websocket_frame *frame = websocket_frame_make(text);
    websocket_send(socket, frame);
    websocket_frame_drop(frame);
}

void websocket_push(struct websocket *socket, struct span frames)
{
    struct websocket_frame *frame = websocket_frame_new(frames.length);
    memcpy(frame->bytes, frames.at, frames.length);
    enqueue(socket, frame);
    websocket_frame_drop(frame);
}

/* ---- reasons --------------------------------------------------------------------------------- */

const char *websocket_reason(const struct websocket *socket)
{
    static const char *const words[] = {"stopped", "left", "lost", "ended", "slow",
                                        "silent",  "rate", "size", "wrong"};
    assert(socket->reason < sizeof words / sizeof words[0]);
    return words[socket->reason];
}

bool websocket_was_cut(const struct websocket *socket)
{
    return socket->reason >= REASON_RATE;
}

void websocket_note(struct websocket *socket, enum websocket_reason reason)
{
    struct websocket_counts *counts = &socket->pool->counts;
    if (socket->reason != REASON_STOPPED)
        return;
    socket->reason = (uint8_t)reason;
    counts->cut_slow += reason == REASON_SLOW;
    counts->cut_silent += reason == REASON_SILENT;
    counts->cut_rate += reason == REASON_RATE;
    counts->cut_size += reason == REASON_SIZE;
    counts->cut_wrong += reason == REASON_WRONG;
}

/* ---- the end --------------------------------------------------------------------------------- */

void websocket_leave(struct websocket *socket)
{
    if (socket->stage != STAGE_OPEN)
        return;
    socket->stage = STAGE_ENDING;
    loop_set_alarm(socket->pool->loop, &socket->timer, socket->pool->limits.close_ms);
    loop_set_alarm(socket->pool->loop, &socket->soon, 0);
}

void websocket_lose(struct websocket *socket)
{
    websocket_note(socket, REASON_LOST);
    socket->stage = STAGE_LOST;
    loop_set_alarm(socket->pool->loop, &socket->soon, 0);
}

void websocket_set_rate(struct websocket *socket, int rate)
{
    assert(rate > 0 && rate <= SOCKET_RATE_MOST);
    socket->rate = rate;
}

int websocket_rate(const struct websocket *socket)
{
    return socket->rate;
}

void websocket_end(struct websocket *socket, int status, const char *reason)
{
    assert(status >= 1000 && status <= 4999);
    if (socket->stage != STAGE_OPEN)
        return;
    websocket_note(socket, REASON_ENDED);
    char text[REASON_MAX + 1];
    uint8_t frame[HEADER_MAX + 2 + REASON_MAX];
    span_copy(span_of(reason != NULL ? reason : ""), text, sizeof text);
    size_t size = write_header(frame, FRAME_CLOSE, 2 + strlen(text));
    frame[size++] = (uint8_t)(status >> 8);
    frame[size++] = (uint8_t)status;
    memcpy(frame + size, text, strlen(text));
    websocket_push(socket, (struct span){(const char *)frame, size + strlen(text)});
    websocket_leave(socket);
}

static void tell_closed(struct websocket *socket)
{
    if (socket->told)
        return;
    socket->told = true;
    socket->kind->closed(socket->owner);
}

/* The file goes to the drains if the goodbye is out; else it is closed at once. */
static void finish(struct websocket *socket)
{
    struct sockets *pool = socket->pool;
    int file = socket->watch.file;
    bool goodbye = socket->stage == STAGE_ENDING && socket->count == 0;
    assert(goodbye || socket->stage == STAGE_LOST);
    tell_closed(socket);
    loop_unwatch(pool->loop, &socket->watch);
    loop_stop_alarm(pool->loop, &socket->soon);
    loop_stop_alarm(pool->loop, &socket->timer);
    loop_stop_alarm(pool->loop, &socket->stall);
    websocket_stop_reading(socket);
    for (unsigned i = 0; i < socket->count; i++)
        websocket_frame_drop(socket->queue[(socket->first + i) % socket->capacity]);
    free(socket->queue);
    assert(pool->waiting >= socket->waiting);
    pool->waiting -= socket->waiting;
    list_remove(pool->all, socket);
    assert(pool->counts.open > 0);
    pool->counts.open--;
    if (goodbye) {
        shutdown(file, SHUT_WR);
        lingering_closes_add(pool->lingering_closes, file, socket->release, socket->context);
    } else {
        close(file);
        if (socket->release != NULL)
            socket->release(socket->context);
    }
    free(socket);
}

/* Looks after a reader who lets something wait; it has its time from the first look on. */
static void watch_stall(struct websocket *socket)
{
    if (socket->count == 0)
        loop_stop_alarm(socket->pool->loop, &socket->stall);
    else if (socket->stall.at == 0) {
        socket->taken = 0;
        loop_set_alarm(socket->pool->loop, &socket->stall, socket->pool->limits.stall_ms);
    }
}

/* Does what was noted. The socket may be gone afterwards. */
static void settle(struct websocket *socket)
{
    flush(socket);
    if (socket->stage == STAGE_LOST || (socket->stage == STAGE_ENDING && socket->count == 0)) {
        finish(socket);
        return;
    }
    loop_stop_alarm(socket->pool->loop, &socket->soon);
    watch_stall(socket);
    unsigned events =
        (socket->stage == STAGE_OPEN ? WATCH_READ : 0u) | (socket->count > 0 ? WATCH_WRITE : 0u);
    loop_change(socket->pool->loop, &socket->watch, events);
    if (socket->stage != STAGE_OPEN)
        tell_closed(socket);
}

/* ---- what the loop calls --------------------------------------------------------------------- */

static void ready(struct watch *watch, unsigned events)
{
    struct websocket *socket = container_of(watch, struct websocket, watch);
    if (events & WATCH_READ)
        websocket_read(socket);
    settle(socket);
}

static void ring_soon(struct alarm *alarm)
{
    struct websocket *socket = container_of(alarm, struct websocket, soon);
    if (socket->reader != NULL) /* bytes that came with the handshake */
        websocket_read(socket);
    settle(socket);
}

/* A goodbye that does not get out, or silence. */
static void ring_timer(struct alarm *alarm)
{
    static const char ping[] = {'\x89', 0};
    struct websocket *socket = container_of(alarm, struct websocket, timer);
    struct sockets *pool = socket->pool;
    int64_t silence = loop_now() - socket->heard, limit = pool->limits.ping_ms;
    if (socket->stage != STAGE_OPEN) {
        websocket_lose(socket);
        return;
    }
    if (silence >= 2 * limit) {
        websocket_note(socket, REASON_SILENT);
        websocket_lose(socket);
        return;
    }
    if (silence >= limit && !socket->pinged) {
        socket->pinged = true;
        websocket_push(socket, (struct span){ping, sizeof ping});
    }
    loop_set_alarm(pool->loop, &socket->timer, (socket->pinged ? 2 : 1) * limit - silence);
}

/* Something has been waiting all the time: was at least a part of it taken? */
static void ring_stall(struct alarm *alarm)
{
    struct websocket *socket = container_of(alarm, struct websocket, stall);
    if (socket->taken >= SOCKET_STALL_BYTES) {
        watch_stall(socket);
        return;
    }
    websocket_note(socket, REASON_SLOW);
    websocket_lose(socket);
}

struct websocket *websocket_open(struct sockets *sockets, int file, struct span early,
                                 const struct websocket_kind *kind, void *owner,
                                 void (*release)(void *context), void *context)
{
    struct websocket *socket = memory_new(1, sizeof *socket);
    int on = 1;
    assert(file >= 0 && kind->opened != NULL && kind->message != NULL && kind->closed != NULL);
    *socket = (struct websocket){
        .watch.ready = ready,
        .soon.ring = ring_soon,
        .timer.ring = ring_timer,
        .stall.ring = ring_stall,
        .pool = sockets,
        .kind = kind,
        .owner = owner,
        .release = release,
        .context = context,
        .rate = sockets->limits.rate,
        .heard = loop_now(),
    };
    list_add(sockets->all, socket);
    sockets->counts.open++;
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    loop_set_alarm(sockets->loop, &socket->timer, sockets->limits.ping_ms);
    if (early.length > 0)
        websocket_read_early(socket, early);
    if (!loop_watch(sockets->loop, &socket->watch, file, WATCH_READ))
        websocket_lose(socket);
    kind->opened(owner, socket);
    return socket;
}

/* ---- all of them ----------------------------------------------------------------------------- */

struct sockets *sockets_open(struct loop *loop, struct lingering_closes *lingering_closes,
                             const struct websocket_limits *limits)
{
    struct sockets *sockets = memory_new(1, sizeof *sockets);
    sockets->loop = loop;
    sockets->lingering_closes = lingering_closes;
    sockets->limits = *limits;
    return sockets;
}

void sockets_close(struct sockets *sockets)
{
    if (sockets == NULL)
        return;
    while (sockets->all != NULL) {
        sockets->all->stage = STAGE_LOST;
        finish(sockets->all);
    }
    assert(sockets->waiting == 0 && sockets->counts.open == 0);
    free(sockets);
}

void sockets_cut_slow(struct sockets *sockets)
{
    for (struct websocket *socket = sockets->all; socket != NULL; socket = socket->next)
        if (socket->stage == STAGE_OPEN && socket->waiting > SOCKET_WAITING_LEAST) {
            websocket_note(socket, REASON_SLOW);
            websocket_lose(socket); /* gone when its alarm rings */
        }
}

const struct websocket_counts *sockets_counts(const struct sockets *sockets)
{
    return &sockets->counts;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to a WebSocket, as a client could after the handshake. The first byte says in
 * pieces of which length they come, and how many of them with the handshake. Messages that come out
 * are texts within their limits, what goes back are whole frames with at most one goodbye at the
 * end, the owner is told once that it is over, and memory stays small. */

#include "require.h"

#include "server/lingering_close.h"
#include "server/websocket.h"

#include <sys/socket.h>
#include <unistd.h>

enum { MEMORY_MAX = 1 << 18, FRAME_TEXT = 0x81, FRAME_CLOSE = 0x88, FRAME_PONG = 0x8a };

/* Of the sanitizers, if they are there. */
__attribute__((weak)) size_t __sanitizer_get_current_allocated_bytes(void);

struct owner {
    struct websocket *socket;
    int opened, closed;
};

static size_t memory_used(void)
{
    return __sanitizer_get_current_allocated_bytes != NULL
               ? __sanitizer_get_current_allocated_bytes()
               : 0;
}

/* ---- the owner ------------------------------------------------------------------------------- */

static void opened(void *context, struct websocket *socket)
{
    struct owner *owner = context;
    owner->socket = socket;
    owner->opened++;
}

/* Text may have zero bytes in it, which our own texts may not. */
static void require_text(struct span text)
{
    while (text.length > 0) {
        const char *zero = memchr(text.at, '\0', text.length);
        size_t length = zero != NULL ? (size_t)(zero - text.at) : text.length;
        REQUIRE(span_is_utf8((struct span){text.at, length}));
        length += zero != NULL;
        text = (struct span){text.at + length, text.length - length};
    }
}

static void message(void *context, struct span text)
{
    struct owner *owner = context;
    REQUIRE(owner->opened == 1 && owner->closed == 0);
    REQUIRE(text.length <= SOCKET_MESSAGE_MAX);
    require_text(text);
    websocket_send_text(owner->socket, text);
    if (span_is(text, "end"))
        websocket_end(owner->socket, 4000, "end");
}

static void closed(void *context)
{
    struct owner *owner = context;
    owner->socket = NULL;
    owner->closed++;
}

/* ---- the client ------------------------------------------------------------------------------ */

/* Reads all that the server has sent; false at its end. */
static bool collect(int file, struct text *out)
{
    char bytes[4096];
    ssize_t length;
    while ((length = recv(file, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        text_add_span(out, (struct span){bytes, (size_t)length});
    return length < 0;
}

/* Takes whole frames away from the front. */
static void require_frames(struct text *out, bool *over)
{
    size_t at = 0;
    while (out->length - at >= 2) {
        const uint8_t *frame = (const uint8_t *)out->at + at;
        size_t length = frame[1], size = 2;
        REQUIRE(!*over && length <= 126);
        REQUIRE(frame[0] == FRAME_TEXT || frame[0] == FRAME_CLOSE || frame[0] == FRAME_PONG);
        if (length == 126) {
            if (out->length - at < 4)
                break;
            length = (size_t)(frame[2] << 8 | frame[3]);
            size = 4;
        }
        if (out->length - at < size + length)
            break;
        *over = frame[0] == FRAME_CLOSE;
        at += size + length;
    }
    struct text rest = {0};
    text_add_span(&rest, (struct span){out->at + at, out->length - at});
    text_free(out);
    *out = rest;
}

/* Sends all in pieces, and lets the server work after each. */
static void talk(struct loop *loop, int file, struct span bytes, size_t piece, struct text *heard)
{
    size_t before = memory_used();
    bool over = false;
    while (bytes.length > 0) {
        size_t length = piece < bytes.length ? piece : bytes.length;
        ssize_t sent = send(file, bytes.at, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            bytes = (struct span){bytes.at + sent, bytes.length - (size_t)sent};
        loop_round(loop, 0);
        loop_round(loop, 0);
        REQUIRE(memory_used() <= before + MEMORY_MAX);
        bool goes_on = collect(file, heard);
        if (heard->length > 0)
            require_frames(heard, &over);
        if (!goes_on || (sent < 0 && over))
            break;
    }
    REQUIRE(heard->length == 0); /* no half frames */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct websocket_kind kind = {opened, message, closed};
    static struct loop *loop;
    struct problem problem = {0};
    struct websocket_limits limits = websocket_limits;
    struct owner owner = {0};
    struct text heard = {0};
    int files[2];
    if (loop == NULL)
        loop = loop_open(&problem);
    REQUIRE(loop != NULL);
    if (size == 0)
        return 0;
    size_t early = data[0] & 7, piece = (size_t)1 << (data[0] >> 4);
    struct span bytes = {(const char *)data + 1, size - 1};
    if (early > bytes.length)
        early = bytes.length;

    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, files) == 0);
    limits.rate = limits.rate_ms + 1; /* no limit: a fuzzer is always in a hurry */
    struct lingering_closes *lingering_closes = lingering_closes_open(loop);
    struct sockets *sockets = sockets_open(loop, lingering_closes, &limits);
    websocket_open(sockets, files[0], (struct span){bytes.at, early}, &kind, &owner, NULL, NULL);
    talk(loop, files[1], (struct span){bytes.at + early, bytes.length - early}, piece, &heard);
    close(files[1]);
    loop_round(loop, 0);
    loop_round(loop, 0);
    REQUIRE(sockets_counts(sockets)->open == 0);
    REQUIRE(owner.opened == 1 && owner.closed == 1);
    sockets_close(sockets);
    lingering_closes_close(lingering_closes);
    text_free(&heard);
    return 0;
}

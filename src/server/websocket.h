/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* WebSockets for the loop, by wslay: whole text messages, in and out, within limits. A reader that
 * is too slow is cut off and harms no one else. Knows no message.
 *
 * An owner is never called back from inside its own call: whatever it does with a socket, `closed`
 * comes later, from the loop. So an owner may send to many and end any of them, even in `message`
 * and in `closed`. */

#ifndef SERVER_WEBSOCKET_H
#define SERVER_WEBSOCKET_H

#include "loop.h"

#include "base/text.h"

struct lingering_closes;
struct websocket;
struct sockets;

/* ---- limits ---------------------------------------------------------------------------------- */

enum {
    SOCKET_MESSAGE_MAX = 8192,      /* bytes from a client */
    SOCKET_FRAMES_MAX = 32,         /* pieces that a message may come in */
    SOCKET_RATE = 50,               /* messages … */
    BOT_SOCKET_RATE = 200,          /* of a bot … */
    SOCKET_RATE_MOST = 1000000,     /* whatever the host allows … */
    SOCKET_RATE_MS = 20000,         /* … in so much time */
    SOCKET_WAITING_MAX = 1 << 23,   /* bytes that a slow reader may let wait */
    SOCKETS_WAITING_MAX = 1 << 28,  /* bytes that all together should let wait */
    SOCKET_WAITING_LEAST = 1 << 16, /* bytes that anyone may let wait, also beyond that */
    SOCKET_PING_MS = 20000,    /* after so much silence a ping goes out; twice that is the end */
    SOCKET_CLOSE_MS = 5000,    /* so long a goodbye may take to get out */
    SOCKET_STALL_MS = 30000,   /* a reader who lets something wait takes in so much time … */
    SOCKET_STALL_BYTES = 4096, /* … at least so much of it */
};

/* The rate counts every frame, pings and pieces too: `rate` at once, then as many as come back in
 * the course of time. */
struct websocket_limits {
    size_t message;
    int rate, rate_ms;
    size_t waiting;
    int ping_ms, close_ms, stall_ms;
};
extern const struct websocket_limits websocket_limits; /* the standard ones, as above */

/* For /metrics. */
struct websocket_counts {
    uint64_t messages_in, messages_out, bytes_in, bytes_out;
    uint64_t cut_slow, cut_rate, cut_size, cut_silent;
    uint64_t cut_wrong; /* for anything else that is against the protocol */
    int open;
};

/* ---- a socket -------------------------------------------------------------------------------- */

struct websocket_kind {
    void (*opened)(void *owner, struct websocket *socket);
    void (*message)(void *owner, struct span text); /* UTF-8, which may have zero bytes in it */
    void (*closed)(void *owner); /* in any case, once; the socket is gone afterwards */
};

/* A message that goes to many: made once, counted. In the loop only. */
struct websocket_frame;
struct websocket_frame *websocket_frame_make(struct span text);
void websocket_frame_keep(struct websocket_frame *frame);
void websocket_frame_drop(struct websocket_frame *frame); /* released by the last one */

/* Nothing is sent once the socket has ended. */
void websocket_send(struct websocket *socket,
                    struct websocket_frame *frame); /* keeps it until it is sent */
void websocket_send_text(struct websocket *socket, struct span text);

/* How many frames may come in the usual time: as the limits say, or as was set. */
void websocket_set_rate(struct websocket *socket, int rate);
int websocket_rate(const struct websocket *socket);

/* Says goodbye with a status (1001 going away, 1008 policy …) after what waits to be sent, and
 * closes. No message comes any more. */
void websocket_end(struct websocket *socket, int status, const char *reason);

/* Why it ended, in a word for the log; may be asked in `closed`. "left" and "lost" are the client's
 * doing, "ended" is the owner's, "stopped" is sockets_close; the others are limits. */
const char *websocket_reason(const struct websocket *socket);
bool websocket_was_cut(
    const struct websocket *socket); /* because the client did what it must not */

/* ---- for http.c ------------------------------------------------------------------------------ */

/* The limits are copied. Closing cuts all sockets: their owners are told, the files released. */
struct sockets *sockets_open(struct loop *loop, struct lingering_closes *lingering_closes,
                             const struct websocket_limits *limits);
void sockets_close(struct sockets *sockets); /* NULL is fine */
void sockets_cut_slow(
    struct sockets *sockets); /* all with more than SOCKET_WAITING_LEAST waiting */
const struct websocket_counts *sockets_counts(const struct sockets *sockets);

/* Takes over a file on which the handshake is done, and closes it in the end; `early` are bytes
 * that came with it. `release`, if not NULL, is called when the file is closed. */
struct websocket *websocket_open(struct sockets *sockets, int file, struct span early,
                                 const struct websocket_kind *kind, void *owner,
                                 void (*release)(void *context), void *context);

#endif

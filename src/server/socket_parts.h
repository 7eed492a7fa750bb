/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the two files of the WebSockets share: socket.c (life, time, sending) and socket_read.c
 * (what a client sends). */

#ifndef SERVER_SOCKET_PARTS_H
#define SERVER_SOCKET_PARTS_H

#include "socket.h"

struct frame_reader;

enum socket_stage {
    STAGE_OPEN,
    STAGE_ENDING, /* the goodbye is the last of what waits to be sent; nothing is read */
    STAGE_LOST,   /* nothing can be sent any more */
};

/* Why a socket ended. The first reason counts. */
enum socket_reason {
    REASON_STOPPED,
    REASON_LEFT,
    REASON_LOST,
    REASON_ENDED,
    REASON_SLOW, /* from here on: cut off */
    REASON_SILENT,
    REASON_RATE,
    REASON_SIZE,
    REASON_WRONG,
};

/* Small, for many are idle: about 200 bytes. What a message needs that is under way, in or out, is
 * there only meanwhile. */
struct socket {
    struct watch watch;
    struct alarm soon; /* rings when something is to be done that cannot be done in a call */
    struct alarm timer;
    struct alarm stall; /* set while something waits to be sent */
    struct sockets *pool;
    struct socket *next, *before;
    const struct socket_kind *kind;
    void *owner;
    void (*release)(void *context);
    void *context;

    struct frame_reader *reader; /* NULL while no message is under way */
    int64_t heard;               /* when the last frame came */
    int64_t rate_at;             /* when all of the rate is available again, in microseconds */

    struct socket_frame **queue; /* a ring */
    unsigned first, count, capacity;
    size_t sent;    /* bytes of the first frame */
    size_t waiting; /* bytes that are not sent */
    size_t taken;   /* bytes that were, since the stall was looked at */

    uint8_t stage, reason;
    bool pinged; /* since the last frame came */
    bool told;   /* that it is closed */
};

struct sockets {
    struct loop *loop;
    struct lingering_closes *lingering_closes;
    struct socket_limits limits;
    struct socket_counts counts;
    size_t waiting; /* bytes of all of them; what goes to many counts for each */
    struct socket *all;
};

/* Adds bytes that are whole frames already. */
void socket_push(struct socket *socket, struct span frames);

/* Notes why it ends, if that is not known yet, and counts those that are cut off. */
void socket_note(struct socket *socket, enum socket_reason reason);

/* The client goes, or is gone: nothing is said, or everything is. */
void socket_leave(struct socket *socket);
void socket_lose(struct socket *socket);

/* Reads all that is there. Calls the owner with each message. */
void socket_read(struct socket *socket);
void socket_read_early(struct socket *socket, struct span early); /* will be read before the rest */
void socket_stop_reading(struct socket *socket);                  /* releases what it needed */

#endif

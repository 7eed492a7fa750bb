/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the two files of the WebSockets share: socket.c (life, time, sending) and websocket_read.c
 * (what a client sends). */

#ifndef SERVER_WEBSOCKET_PARTS_H
#define SERVER_WEBSOCKET_PARTS_H

#include "websocket.h"

struct frame_reader;

enum websocket_stage {
    STAGE_OPEN,
    STAGE_ENDING, /* the goodbye is the last of what waits to be sent; nothing is read */
    STAGE_LOST,   /* nothing can be sent any more */
};

/* Why a socket ended. The first reason counts. */
enum websocket_reason {
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
struct websocket {
    struct watch watch;
    struct alarm soon; /* rings when something is to be done that cannot be done in a call */
    struct alarm timer;
    struct alarm stall; /* set while something waits to be sent */
    struct sockets *pool;
    struct websocket *next, *before;
    const struct websocket_kind *kind;
    void *owner;
    void (*release)(void *context);
    void *context;

    struct frame_reader *reader; /* NULL while no message is under way */
    int64_t heard;               /* when the last frame came */
    int rate;                    /* frames that it may send in rate_ms */
    int64_t rate_at;             /* when all of the rate is available again, in microseconds */

    struct websocket_frame **queue; /* a ring */
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
    struct websocket_limits limits;
    struct websocket_counts counts;
    size_t waiting; /* bytes of all of them; what goes to many counts for each */
    struct websocket *all;
};

/* Adds bytes that are whole frames already. */
void websocket_push(struct websocket *socket, struct span frames);

/* Notes why it ends, if that is not known yet, and counts those that are cut off. */
void websocket_note(struct websocket *socket, enum websocket_reason reason);

/* The client goes, or is gone: nothing is said, or everything is. */
void websocket_leave(struct websocket *socket);
void websocket_lose(struct websocket *socket);

/* Reads all that is there. Calls the owner with each message. */
void websocket_read(struct websocket *socket);
void websocket_read_early(struct websocket *socket,
                          struct span early);          /* will be read before the rest */
void websocket_stop_reading(struct websocket *socket); /* releases what it needed */

#endif

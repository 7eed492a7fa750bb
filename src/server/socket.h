/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* WebSockets for the loop, by wslay: whole text messages, in and out, within limits. A reader that
 * is too slow is cut off and harms nobody else. Knows no message. */

#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include "loop.h"

#include "base/text.h"

enum {
    SOCKET_MESSAGE_MAX = 8192,    /* bytes from a client */
    SOCKET_RATE = 50,             /* messages … */
    SOCKET_RATE_MS = 20000,       /* … in so much time */
    SOCKET_WAITING_MAX = 1 << 20, /* bytes that a slow reader may let wait */
    SOCKET_PING_MS = 20000,       /* after so much silence a ping goes out; twice that is the end */
};

struct socket;

struct socket_kind {
    void (*opened)(void *owner, struct socket *socket);
    void (*message)(void *owner, struct span text); /* UTF-8 */
    void (*closed)(void *owner); /* in any case, once; the socket is gone afterwards */
};

/* A message that goes to many: made once, counted. */
struct parcel;
struct parcel *parcel_make(struct span text);
void parcel_keep(struct parcel *parcel);
void parcel_drop(struct parcel *parcel); /* released by the last one */

void socket_send(struct socket *socket, struct parcel *parcel); /* keeps it until it is sent */
void socket_send_text(struct socket *socket, struct span text);

/* Says goodbye with a status (1001 going away, 1008 policy …) and closes soon. */
void socket_end(struct socket *socket, int status, const char *reason);

/* For http.c: takes over a file on which the handshake is done; `before` are bytes that came with
 * it. `release` is called when the file is no longer used. */
struct socket *socket_open(struct loop *loop, int file, struct span before,
                           const struct socket_kind *kind, void *owner,
                           void (*release)(void *context), void *context);

/* For /metrics. */
struct socket_counts {
    uint64_t messages_in, messages_out, bytes_in, bytes_out;
    uint64_t cut_slow, cut_rate, cut_size, cut_silent;
    int open;
};
const struct socket_counts *socket_counts(void);

#endif

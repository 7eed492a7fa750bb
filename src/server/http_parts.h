/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files of HTTP share: http.c (the port and its connections), http_head.c (what the head
 * of a request must be), http_client.c (who asks), http_request.c (requests and answers),
 * http_upgrade.c (the handshake of WebSockets). */

#ifndef SERVER_HTTP_PARTS_H
#define SERVER_HTTP_PARTS_H

#include "http.h"
#include "peers.h"

#include <microhttpd.h>

struct lingering_closes;

struct http {
    struct loop *loop;
    struct MHD_Daemon *daemon;
    struct watch watch; /* libmicrohttpd has an epoll file of its own; it lies inside ours */
    struct alarm alarm; /* what libmicrohttpd wants to do without an event */
    bool woken;         /* it is to run once more */
    http_handler *handler;
    void *context;
    struct peers *peers;
    struct lingering_closes *lingering_closes;
    struct sockets *sockets;
    struct connection *connections;
    size_t bodies[2];           /* bytes of all small ones, and of all large ones */
    struct http_request *large; /* requests that may send a large body */
    int entered_low;            /* connections that came since memory is low */
    int port;
    int wait_ms;
    http_admission *admit;
    const char *place; /* "" at the root */
    bool counts_loopback;
    int proxies;
    union address *proxy_addresses;
    int proxy_count;
    bool told_no_name, told_ignored; /* the host was told once */
};

struct connection {
    struct http *http;
    struct MHD_Connection *handle;
    struct connection *next, *before;
    int file;
    struct peer *peer;            /* NULL once a WebSocket counts for it */
    struct alarm deadline;        /* for the request to come, for the answer to be taken */
    struct http_request *request; /* the present one, or NULL */
    bool entered_low;             /* memory was low when it came */
    bool garbled;                 /* the current path or query is not text */
    struct span target;           /* the current path and query as they came, before decoding */
    union address address;
};

enum request_stage {
    REQUEST_COMES,
    REQUEST_ASKED,    /* the handler is being called */
    REQUEST_WAITS,    /* for an answer that comes later; libmicrohttpd has set it aside */
    REQUEST_ANSWERED, /* there is a response */
    REQUEST_GONE,
};

struct http_request {
    struct connection *connection;
    const char *method, *path;
    bool may_upgrade; /* GET of HTTP 1.1 */
    union address client;
    char peer[ADDRESS_TEXT_SIZE]; /* the same as text */
    bool is_forwarded;            /* some proxy says so, trusted or not */
    bool is_secure;
    bool is_large;                                  /* its body may be, and counts with those */
    struct http_request *next_large, *before_large; /* of http->large, once it is admitted */
    struct text body;
    enum request_stage stage;
    struct watch watch; /* whether the client goes away; only if someone wants to know */
    void (*gone)(void *context);
    void *gone_context;
    struct MHD_Response *response; /* ours until it is handed over */
    unsigned status;
    const struct websocket_kind *kind; /* of the WebSocket that it becomes, or NULL */
    void *owner;
};

/* ---- http.c ---------------------------------------------------------------------------------- */

/* libmicrohttpd has no way to wake itself without a thread: whoever resumes or closes something of
 * it says so. */
void http_wake(struct http *http);

struct connection *connection_of(struct MHD_Connection *handle);

/* ---- http_head.c ----------------------------------------------------------------------------- */

/* What is wrong with the head of a request, as a status; 0 if nothing is. `length` becomes what its
 * body will have. `method`, `version`: as libmicrohttpd has them. */
unsigned head_check(const struct connection *connection, const char *method, const char *version,
                    size_t *length);

/* ---- http_client.c --------------------------------------------------------------------------- */

bool http_is_proxy(const struct http *http, const struct sockaddr *address);

/* Finds out who asks, once the headers are there. */
void request_find_client(struct http_request *request);

/* ---- http_request.c -------------------------------------------------------------------------- */

/* For libmicrohttpd: a piece of a request has come; a request is over. */
enum MHD_Result request_come(void *http, struct MHD_Connection *handle, const char *url,
                             const char *method, const char *version, const char *data,
                             size_t *size, void **request);
void request_over(void *http, struct MHD_Connection *handle, void **request,
                  enum MHD_RequestTerminationCode how);

/* Tells whoever wants to know that the client is gone, and ends the request. */
void request_drop(struct http_request *request);

/* Answers with a response that is then libmicrohttpd's. NULL: there was no memory for one, and the
 * connection is closed without. */
void request_finish(struct http_request *request, unsigned status, struct MHD_Response *response);

/* Answers with a sentence, and one more header if `name` is not NULL. */
void request_refuse(struct http_request *request, unsigned status, const char *name,
                    const char *value);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* HTTP for the loop, by libmicrohttpd: requests come in whole and within limits, answers may come
 * at once or later. Knows no table and no user. */

#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "address.h"
#include "loop.h"
#include "websocket.h"

#include "base/text.h"

struct http;
struct http_request;

enum {
    HTTP_BODY_MAX = 1 << 14,         /* bytes of a body */
    HTTP_LARGE_BODY_MAX = 1 << 20,   /* where `admit` allows it; a record of a long game fits */
    HTTP_BODIES_MAX = 1 << 26,       /* of all requests together that are not answered yet */
    HTTP_LARGE_BODIES_MAX = 1 << 25, /* the same for large ones, which take nothing from others */
    HTTP_LARGE_OF_PEER = 4,          /* large ones under way from one address, so that a few with
                                      * slow lines do not hold all of that */
    HTTP_ENTER_LOW = 32, /* connections of this machine and of proxies while memory is low */
    HTTP_HEADERS_MAX = 1 << 14,
    HTTP_WAIT_MS = 15000,       /* a request that is not there by then is cut off */
    HTTP_SEND_MS = 60000,       /* an answer that is not taken by then too */
    HTTP_STALL_MS = 30000,      /* and a client that takes nothing of it for so long */
    HTTP_SEND_BUFFER = 1 << 16, /* bytes that the system keeps for a slow reader; it doubles them */
    HTTP_COOKIES_MAX = 3,
};

/* Asked when the headers of a request are there and nothing of its body: a status with which it is
 * refused, or 0. `length` bytes are announced. */
typedef unsigned http_admission(void *context, const struct http_request *request, size_t length);

struct http_settings {
    const char *address;     /* "127.0.0.1", "::" … */
    int port;                /* 0: any free one */
    int more_ports;          /* tried after it, if it is in use */
    int listener;            /* a socket that listens already; 0: none. Its owner is http from now
                              * on, whatever comes of it */
    int connections;         /* at the same time, WebSockets included */
    int connections_of_peer; /* from one address; 0: any number. Loopback and proxies may have more,
                              * and WebSockets count for whom the proxy names */
    bool counts_loopback;    /* no exception for loopback: for tests */
    int proxies;             /* trusted ones that each request comes through; 0: none */
    const union address *proxy_addresses;   /* where the last of them connects from; copied */
    int proxy_count;                        /* 0: loopback */
    http_admission *admit;                  /* NULL: HTTP_BODY_MAX for all */
    const char *place;                      /* "/orrery": paths begin with it, or a proxy has
                                             * taken it away; stays the caller's. NULL: the root */
    int wait_ms;                            /* 0: HTTP_WAIT_MS */
    int stall_ms;                           /* 0: HTTP_STALL_MS */
    const struct websocket_limits *sockets; /* NULL: websocket_limits */
};

/* Called in the loop with each complete request. It must be answered once, now or later. */
typedef void http_handler(void *context, struct http_request *request);

/* NULL with a problem noted: a port that is taken is said in a clear sentence. */
struct http *http_open(struct loop *loop, const struct http_settings *settings,
                       http_handler *handler, void *context, struct problem *problem);

/* Takes no new connections: those who knock are refused, or wait in the line of the socket that is
 * returned, for whoever takes it over. */
void http_stop(struct http *http);
int http_let_go(struct http *http);

/* Cuts all connections: WebSockets are closed, requests that wait for their answer are gone and
 * must not be answered any more. Not from a callback of this file. NULL is fine. */
void http_close(struct http *http);

int http_port(const struct http *http);
int http_connections(const struct http *http); /* WebSockets included */
const struct websocket_counts *http_socket_counts(const struct http *http);

/* Cuts off the WebSockets that hold the most memory: those whose clients read slowly. */
void http_cut_slow(struct http *http);

/* ---- the request ----------------------------------------------------------------------------- */

/* All texts are valid until it is answered; NULL if there is none. */

/* GET, POST, PUT, PATCH or DELETE. A HEAD request is a GET here; its answer goes without a body. */
const char *http_method(const struct http_request *request);

/* Decoded, without the query, below the place of the server; begins with a slash. This and what the
 * query says is UTF-8 without control characters. A name without a value has the value "". */
const char *http_path(const struct http_request *request);
const char *http_query(const struct http_request *request, const char *name);

const char *http_header(const struct http_request *request, const char *name); /* any bytes */
const char *http_cookie(const struct http_request *request, const char *name);
struct span http_body(const struct http_request *request); /* any bytes */

/* Who asks: the client, or whom trusted proxies name as the client; its address, also as text. */
const struct sockaddr *http_client(const struct http_request *request);
const char *http_peer(const struct http_request *request);

/* Did it come over TLS, as far as a trusted proxy says? */
bool http_is_secure(const struct http_request *request);

/* Does it come from this machine itself, and not through a proxy? A page of another site that a
 * browser on this machine shows is kept out by the name of the host. */
bool http_is_local(const struct http_request *request);

/* Does it come from a page of our own, or from something that is not a browser? The same for HTTP
 * and for WebSockets. */
bool http_is_own_origin(const struct http_request *request);

/* Called if the client goes away before the answer; the request is gone afterwards. Without this
 * call it stays until it is answered, into the void. */
void http_on_gone(struct http_request *request, void (*gone)(void *context), void *context);

/* ---- the answer ------------------------------------------------------------------------------ */

struct http_answer {
    int status;
    int retry_after;  /* seconds; 0: nothing is said of it */
    const char *type; /* "application/json" */
    struct span body; /* copied, unless it stays valid forever: `constant` */
    bool constant;
    const char *cookies[HTTP_COOKIES_MAX]; /* whole Set-Cookies, up to the first NULL */
    const char *location;                  /* or NULL */
    const char *etag;     /* without quotes, or NULL; then the answer may be kept and asked for
                           * again: a client that has it already gets 304 */
    const char *cache;    /* Cache-Control, if other than that */
    const char *encoding; /* of the body: "gzip"; or NULL */
    bool varies;          /* other clients get it in another encoding */
};

/* Adds the headers that every answer has (no sniffing, no frames, content policy, no referrer). */
void http_answer(struct http_request *request, const struct http_answer *answer);

/* Turns a request for a WebSocket into one and answers it; false (and answered with the right
 * status) if it is none or the handshake is wrong. If true, `closed` is called in any case, even if
 * the client goes away before the socket is `opened`. */
bool http_upgrade(struct http_request *request, const struct websocket_kind *kind, void *owner);

#endif

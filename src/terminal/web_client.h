/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A server as this program reaches it: requests by HTTP, and one WebSocket. libcurl connects (and
 * speaks TLS), wslay makes and reads frames. Whatever a server sends is bounded. Knows no game. */

#ifndef TERMINAL_WEB_CLIENT_H
#define TERMINAL_WEB_CLIENT_H

#include "base/problem.h"

enum {
    ANSWER_MAX = 4 * 1024 * 1024, /* bytes of one answer or message; no view comes near it */
    TOKEN_SIZE_MAX = 256,
};

struct web_client;

/* A client of the server at that address, "https://host:1234/below". Nothing is sent yet. NULL with
 * a problem noted if libcurl is not installed. */
struct web_client *web_open(const char *base, struct problem *problem);
void web_close(struct web_client *web); /* NULL is fine */

/* The token that all later requests carry; false if it cannot be one. */
bool web_set_token(struct web_client *web, struct span token);

/* Requests a path below the address; with a body it is a POST of JSON. False with a problem noted
 * if there is no answer; `status` is that of HTTP. */
bool web_request(struct web_client *web, const char *path, const char *body, struct text *answer,
                 long *status, struct problem *problem);

/* Opens the WebSocket, in place of the one before. */
bool web_connect(struct web_client *web, struct problem *problem);

/* Sends a message; false if the connection is lost. */
bool web_send(struct web_client *web, struct span message);

enum web_received { WEB_NOTHING, WEB_MESSAGE, WEB_LOST };

/* The next message, waited for at most this long. */
enum web_received web_receive(struct web_client *web, int milliseconds, struct text *message);

#endif

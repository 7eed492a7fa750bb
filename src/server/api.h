/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What can be asked by HTTP: people, lists, new tables, records, health. Everything that happens at
 * a table goes by WebSocket (client.h). docs/protocol.md describes both. */

#ifndef SERVER_API_H
#define SERVER_API_H

#include "allowance.h"
#include "client.h"
#include "hall.h"
#include "http.h"
#include "memory_guard.h"
#include "people.h"
#include "studies.h"
#include "summaries.h"

struct api {
    struct loop *loop;
    struct hall *hall;
    struct people *people;
    struct clients *clients;
    struct studies *studies;
    struct summaries *summaries;
    const struct http *http;
    const struct memory_guard *memory;
    struct allowance allowance;
    int64_t started;
    bool stopping;
};

/* The handler for http_open; the context is the struct api. */
void api_handle(void *context, struct http_request *request);

#endif

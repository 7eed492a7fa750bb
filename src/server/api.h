/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What can be asked by HTTP: people, lists, new tables, records, health. Everything that happens at
 * a table goes by WebSocket (client.h). docs/protocol.md describes both. */

#ifndef SERVER_API_H
#define SERVER_API_H

#include "analysis_queue.h"
#include "answer_cache.h"
#include "client.h"
#include "http.h"
#include "memory_guard.h"
#include "own_cards.h"
#include "page_place.h"
#include "people.h"
#include "rate_limit.h"
#include "summaries.h"
#include "tables.h"

struct api {
    struct loop *loop;
    struct tables *tables;
    struct people *people;
    struct clients *clients;
    struct analysis_queue *analysis_queue;
    struct summaries *summaries;
    const struct http *http;
    const struct memory_guard *memory;
    struct rate_limits *limits;
    struct answer_cache *answers;
    const char *metrics_token;    /* who shows it may see the metrics from anywhere; NULL: nobody */
    const char *version, *commit; /* of the program, or "" */
    const char *legal, *privacy;  /* addresses of the host's pages, or "" */
    const char *notice;           /* to those who are not let in, or "" */
    struct page_place *place;     /* of the page; NULL: at the root */
    bool members_only;            /* nobody but accounts may look or play */
    enum own_cards_policy own_cards; /* who may bring some */
    int64_t bots;                    /* that an account may create */
    int64_t started;
    bool stopping;
};

/* The handler for http_open; the context is the struct api. */
void api_handle(void *context, struct http_request *request);

/* The admission for http_open: large bodies are for some routes alone, of people who show a token.
 */
unsigned api_admit(void *context, const struct http_request *request, size_t length);

#endif

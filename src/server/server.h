/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The table server as a whole: the loop with HTTP, people, registry and clients, from start to
 * stop. */

#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "address.h"
#include "log.h"
#include "own_cards.h"
#include "quotas.h"

#include "base/problem.h"

struct server_settings {
    const char *store;    /* a file, or postgres://… */
    const char *address;  /* to listen at */
    int port;             /* 0: any free one */
    int more_ports;       /* tried after it, if it is in use */
    int listener;         /* a socket that listens already, instead of the three above; 0: none */
    int workers;          /* threads for computer players */
    int analysis_threads; /* threads for hints and analyses (analysis_queue.h) */
    bool jobs_elsewhere;  /* others of the store do them, too */
    int lease_ms;         /* of those; 0: the standard, as the two next */
    int64_t hint_nodes;
    int64_t analysis_nodes;
    const char *const *cards; /* folders with card sets for new tables */
    int card_count;
    enum own_cards_policy own_cards; /* who may make tables with cards of their own */
    struct quota_settings quotas;
    int keep_guest_days; /* tables of guests are removed when nobody has touched them; 0: never */
    int connections;
    int connections_of_peer; /* 0: any number */
    int proxies;             /* trusted ones that every request comes through; 0: none */
    const union address *proxy_addresses; /* where they connect from */
    int proxy_count;                      /* 0: loopback */
    int messages;                         /* of one client in 20 seconds; 0: the standard */
    int bot_messages;                     /* of one bot, likewise */
    int requests;                         /* by HTTP in a minute (rate_limit.h); 0: the standard */
    const char *metrics_token;            /* for /metrics from elsewhere; NULL: for nobody */
    const char *mail;                     /* a command that sends a mail; NULL: none are sent */
    const char *url; /* where people find it, for links in mails and the page below a path; without
                      * a slash at the end */
    enum log_amount log;
    const char *legal; /* addresses that the start page links to; NULL: none */
    const char *privacy;
    const char *notice;  /* to those who are not let in; NULL: the page's own sentence */
    bool members_only;   /* only accounts, which the host makes, may look or play */
    const char *version; /* of the program, and its commit: told by the log, /health and /metrics */
    const char *commit;
    int idle_ms; /* ends when nobody was connected for so long; 0: never */
};

struct server;

/* Opens everything; NULL with a problem noted. */
struct server *server_open(const struct server_settings *settings, struct problem *problem);
int server_port(const struct server *server);

/* Serves until SIGINT or SIGTERM, then tells the clients to come back and ends cleanly. The same
 * after SIGUSR2, but the socket stays open for another server that takes it over: -1, or that
 * socket, which is the caller's. */
int server_run(struct server *server);
void server_close(struct server *server);

#endif

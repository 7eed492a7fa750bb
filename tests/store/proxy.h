/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A wire between a store and its database that can be cut at a chosen moment of a write. A write
 * takes two round trips: what is asked first, and what is written with the commit. */

#ifndef TESTS_STORE_PROXY_H
#define TESTS_STORE_PROXY_H

#include "fixture.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>

enum cut {
    CUT_NEVER,
    CUT_FIRST,   /* what is asked first does not arrive */
    CUT_BETWEEN, /* it is answered, and with the answer the wire is at its end */
    CUT_REQUEST, /* the commit does not arrive, and the database does not notice */
    CUT_ANSWER,  /* it arrives, but the answer does not */
};

struct proxy {
    char address[128];
    int port; /* of the database */
    int listener;
    atomic_int cut; /* of the next write */
    atomic_bool stop;
    pthread_t thread;
    int kept[16], kept_count; /* connections that the database believes in */
};

static inline struct sockaddr_in loopback(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

/* Passes on what has come. False if nothing came or the wire is at its end. With MSG_MORE it leaves
 * together with the end. */
static inline bool pass_on(int from, int to, int flags)
{
    char block[16384];
    ssize_t got = read(from, block, sizeof block);
    return got > 0 && (to < 0 || send(to, block, (size_t)got, flags) == got);
}

/* A connection until one side ends it or it is cut. True if the database's side shall stay. */
static inline bool pump(struct proxy *proxy, int client, int server)
{
    struct pollfd sides[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    int trips = 0;
    bool answered = true;
    while (!atomic_load(&proxy->stop)) {
        if (poll(sides, 2, 20) <= 0)
            continue;
        enum cut cut = (enum cut)atomic_load(&proxy->cut);
        if (sides[1].revents != 0) {
            bool lost = cut == CUT_ANSWER && trips == 2;
            bool last = cut == CUT_BETWEEN && trips == 1;
            if (!pass_on(server, lost ? -1 : client, last ? MSG_MORE : 0) || lost || last)
                break;
            answered = true;
        } else if (sides[0].revents != 0) {
            trips = cut == CUT_NEVER ? 0 : trips + answered;
            answered = false;
            if ((cut == CUT_FIRST && trips == 1) || (cut == CUT_REQUEST && trips == 2)) {
                atomic_store(&proxy->cut, CUT_NEVER);
                return true;
            }
            if (!pass_on(client, server, 0))
                break;
        }
    }
    atomic_store(&proxy->cut, CUT_NEVER);
    return false;
}

static inline void *run_proxy(void *context)
{
    struct proxy *proxy = context;
    while (!atomic_load(&proxy->stop)) {
        struct pollfd waiting = {.fd = proxy->listener, .events = POLLIN};
        if (poll(&waiting, 1, 20) <= 0)
            continue;
        int client = accept(proxy->listener, NULL, NULL);
        int server = socket(AF_INET, SOCK_STREAM, 0);
        struct sockaddr_in address = loopback(proxy->port);
        bool keep = connect(server, (struct sockaddr *)&address, sizeof address) == 0 &&
                    pump(proxy, client, server);
        close(client);
        if (keep && proxy->kept_count < 16)
            proxy->kept[proxy->kept_count++] = server;
        else
            close(server);
    }
    return NULL;
}

static inline void proxy_start(struct proxy *proxy, const char *address)
{
    struct sockaddr_in here = loopback(0);
    socklen_t size = sizeof here;
    *proxy = (struct proxy){.listener = socket(AF_INET, SOCK_STREAM, 0)};
    proxy->port = atoi(strrchr(address, ':') + 1);
    assert_int_equal(bind(proxy->listener, (struct sockaddr *)&here, size), 0);
    assert_int_equal(listen(proxy->listener, 5), 0);
    getsockname(proxy->listener, (struct sockaddr *)&here, &size);
    snprintf(proxy->address, sizeof proxy->address, "postgres://orrery@127.0.0.1:%d/orrery",
             ntohs(here.sin_port));
    assert_int_equal(pthread_create(&proxy->thread, NULL, run_proxy, proxy), 0);
}

static inline void proxy_cut(struct proxy *proxy, enum cut cut)
{
    atomic_store(&proxy->cut, cut);
}

static inline void proxy_stop(struct proxy *proxy)
{
    atomic_store(&proxy->stop, true);
    pthread_join(proxy->thread, NULL);
    close(proxy->listener);
    for (int i = 0; i < proxy->kept_count; i++)
        close(proxy->kept[i]);
}

#endif

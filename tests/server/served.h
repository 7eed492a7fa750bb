/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A server for tests, in a thread of its own, and raw clients that may say anything. The test talks
 * to it over TCP; what is to be done or asked in the loop goes through in_loop. Nothing is asserted
 * in the loop's thread, for cmocka would not survive it. */

#ifndef TESTS_SERVER_SERVED_H
#define TESTS_SERVER_SERVED_H

#include "../unit/helpers.h"

#include "server/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PATIENCE_MS = 120000 }; /* much more than anything needs, for slow machines */

/* ---- the server ------------------------------------------------------------------------------ */

struct served {
    struct loop *loop;
    struct http *http;
    pthread_t thread;
};

static inline void *run_loop(void *loop)
{
    loop_run(loop);
    return NULL;
}

static inline void serve(struct served *served, const struct http_settings *settings,
                         http_handler *handler, void *context)
{
    struct problem problem = {0};
    struct http_settings full = *settings;
    if (full.address == NULL)
        full.address = "127.0.0.1";
    if (full.connections == 0)
        full.connections = 100;
    served->loop = loop_open(&problem);
    assert_non_null(served->loop);
    served->http = http_open(served->loop, &full, handler, context, &problem);
    assert_told(&problem, NULL);
    assert_non_null(served->http);
    assert_int_equal(pthread_create(&served->thread, NULL, run_loop, served->loop), 0);
}

struct errand {
    struct post post;
    void (*call)(void *context);
    void *context;
    sem_t done;
};

static inline void run_lease_update(struct post *post)
{
    struct errand *errand = (struct errand *)((char *)post - offsetof(struct errand, post));
    errand->call(errand->context);
    sem_post(&errand->done);
}

/* Calls the function in the loop and waits until it is done. */
static inline void in_loop(const struct served *served, void (*call)(void *context), void *context)
{
    struct errand errand = {.post.run = run_lease_update, .call = call, .context = context};
    sem_init(&errand.done, 0, 0);
    loop_post(served->loop, &errand.post);
    while (sem_wait(&errand.done) != 0) {
    }
    sem_destroy(&errand.done);
}

static inline void stop_loop(void *loop)
{
    loop_stop(loop);
}

static inline void end_served(struct served *served)
{
    in_loop(served, stop_loop, served->loop);
    pthread_join(served->thread, NULL);
    http_close(served->http);
    loop_close(served->loop);
}

struct served_counts {
    const struct http *http;
    int connections;
    struct websocket_counts counts;
};

static inline void inquire(void *context)
{
    struct served_counts *found = context;
    found->connections = http_connections(found->http);
    found->counts = *http_socket_counts(found->http);
}

static inline struct served_counts ask_served(const struct served *served)
{
    struct served_counts found = {.http = served->http};
    in_loop(served, inquire, &found);
    return found;
}

/* Waits until this many connections are there; they go a little later than a client sees it. */
static inline void await_connections(const struct served *served, int count)
{
    int64_t end = loop_now() + PATIENCE_MS;
    while (ask_served(served).connections != count) {
        assert_true(loop_now() < end);
        usleep(2000);
    }
}

/* ---- clients --------------------------------------------------------------------------------- */

static inline int try_connect(const struct served *served)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)http_port(served->http)),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    int on = 1, file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(file >= 0);
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    assert_int_equal(connect(file, (struct sockaddr *)&address, sizeof address), 0);
    return file;
}

/* False if the server has closed the connection meanwhile. */
static inline bool try_say(int file, const void *bytes, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        ssize_t now = send(file, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL);
        if (now <= 0)
            return false;
        sent += (size_t)now;
    }
    return true;
}

static inline void say(int file, const char *text)
{
    assert_true(try_say(file, text, strlen(text)));
}

/* Reads exactly this many bytes; false at the end of the connection. */
static inline bool hear(int file, void *bytes, size_t length)
{
    for (size_t got = 0; got < length;) {
        ssize_t now = recv(file, (char *)bytes + got, length - got, 0);
        if (now < 0)
            assert_int_not_equal(errno, EAGAIN); /* the server says nothing any more */
        if (now <= 0)
            return false;
        got += (size_t)now;
    }
    return true;
}

/* The server closes the connection and says nothing more. */
static inline void hear_end(int file)
{
    char byte;
    assert_false(hear(file, &byte, 1));
    close(file);
}

/* ---- answers --------------------------------------------------------------------------------- */

struct heard {
    int status; /* 0: the connection ended */
    char head[8192];
    char body[4096];
    size_t length;
};

/* The value of a header, up to the end of its line; NULL if it is not there. */
static inline const char *header_of(const struct heard *heard, const char *name)
{
    static char value[1024];
    char line[128];
    snprintf(line, sizeof line, "\r\n%s: ", name);
    const char *at = strstr(heard->head, line);
    if (at == NULL)
        return NULL;
    at += strlen(line);
    span_copy((struct span){at, strcspn(at, "\r")}, value, sizeof value);
    return value;
}

static inline void hear_answer(int file, struct heard *heard, bool has_body)
{
    size_t length = 0;
    memset(heard, 0, sizeof *heard);
    while (strstr(heard->head, "\r\n\r\n") == NULL) {
        assert_true(length + 1 < sizeof heard->head);
        if (!hear(file, heard->head + length, 1))
            return;
        length++;
    }
    assert_int_equal(sscanf(heard->head, "HTTP/1.1 %d ", &heard->status), 1);
    const char *size = header_of(heard, "Content-Length");
    heard->length = size != NULL && has_body ? (size_t)strtoull(size, NULL, 10) : 0;
    assert_true(heard->length < sizeof heard->body);
    if (heard->length > 0)
        assert_true(hear(file, heard->body, heard->length));
}

/* Says something on a connection of its own and hears one answer. */
static inline struct heard *ask_text(const struct served *served, const char *text)
{
    static struct heard heard;
    int file = try_connect(served);
    try_say(file, text, strlen(text));
    hear_answer(file, &heard, strncmp(text, "HEAD", 4) != 0);
    close(file);
    return &heard;
}

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The port and its connections. libmicrohttpd runs inside our loop, without a thread: its epoll
 * file is watched like any other. Its own limits are not used where ours do more: it only knows how
 * long a connection was silent, not how long a request takes, and it forgets connections that
 * became WebSockets. */

#include "http_parts.h"

#include "lingering_close.h"

#include "base/container_of.h"
#include "base/list.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BACKLOG = 4096, FILES_BESIDE = 256 };

/* ---- running libmicrohttpd ------------------------------------------------------------------- */

void http_wake(struct http *http)
{
    http->woken = true;
    loop_set_alarm(http->loop, &http->alarm, 0);
}

/* It says 0 if it has more to do than it does in one run. */
static void run(struct http *http)
{
    enum { RUNS_AT_ONCE = 8 };
    unsigned long long timeout = 0;
    bool has_timeout = true;
    for (int i = 0; i < RUNS_AT_ONCE && has_timeout && timeout == 0; i++) {
        http->woken = false;
        MHD_run(http->daemon);
        has_timeout = MHD_get_timeout(http->daemon, &timeout) == MHD_YES;
        if (http->woken) {
            has_timeout = true;
            timeout = 0;
        }
    }
    if (has_timeout)
        loop_set_alarm(http->loop, &http->alarm, timeout > 0 ? (int64_t)timeout : 1);
    else
        loop_stop_alarm(http->loop, &http->alarm);
}

static void ready(struct watch *watch, unsigned events)
{
    (void)events;
    run(container_of(watch, struct http, watch));
}

static void ring(struct alarm *alarm)
{
    run(container_of(alarm, struct http, alarm));
}

/* ---- connections ----------------------------------------------------------------------------- */

struct connection *connection_of(struct MHD_Connection *handle)
{
    return MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* While memory is low, only who may look after the server comes in (http_request.c). */
static enum MHD_Result may_enter(void *context, const struct sockaddr *address, socklen_t length)
{
    const struct http *http = context;
    bool free =
        http_is_proxy(http, address) || (address_is_loopback(address) && !http->counts_loopback);
    bool may = !memory_is_low() || (free && http->entered_low < HTTP_ENTER_LOW);
    (void)length;
    return may && peers_would_enter(http->peers, address, free) ? MHD_YES : MHD_NO;
}

/* Those from before the last time that memory was low are forgotten: they may stay for long. */
static void count_low(struct connection *connection)
{
    struct http *http = connection->http;
    connection->entered_low = memory_is_low();
    http->entered_low = connection->entered_low ? http->entered_low + 1 : 0;
}

/* Too late. libmicrohttpd sees a broken connection and closes it. */
static void pass_deadline(struct alarm *alarm)
{
    const struct connection *connection = container_of(alarm, struct connection, deadline);
    shutdown(connection->file, SHUT_RDWR);
}

static struct connection *enter(struct http *http, struct MHD_Connection *handle)
{
    struct connection *connection = memory_new(1, sizeof *connection);
    const struct sockaddr *address =
        MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
    connection->http = http;
    connection->handle = handle;
    connection->file =
        MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    connection->peer = peers_enter(http->peers, address);
    count_low(connection);
    connection->address.any.sa_family = AF_UNSPEC;
    if (address->sa_family == AF_INET)
        memcpy(&connection->address.v4, address, sizeof connection->address.v4);
    else if (address->sa_family == AF_INET6)
        memcpy(&connection->address.v6, address, sizeof connection->address.v6);
    connection->deadline.ring = pass_deadline;
    loop_set_alarm(http->loop, &connection->deadline, http->wait_ms);
    list_add(http->connections, connection);
    return connection;
}

static void leave(struct connection *connection)
{
    struct http *http = connection->http;
    assert(connection->request == NULL); /* request_over came before */
    loop_stop_alarm(http->loop, &connection->deadline);
    if (connection->entered_low && http->entered_low > 0)
        http->entered_low--;
    if (connection->peer != NULL)
        peers_leave(connection->peer);
    list_remove(http->connections, connection);
    free(connection);
}

static void enter_or_leave(void *context, struct MHD_Connection *handle, void **connection,
                           enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        *connection = enter(context, handle);
    else
        leave(*connection);
}

/* ---- the first line of a request ------------------------------------------------------------- */

/* What may stand in a target: anything else has to be written with percent signs. */
static bool is_target(struct span target)
{
    for (size_t i = 0; i < target.length; i++)
        if (target.at[i] <= ' ' || target.at[i] >= 127 || target.at[i] == '#')
            return false;
    return target.length > 0;
}

/* The first line has come: the rest has its time from now on. */
static void *begin_request(void *context, const char *url, struct MHD_Connection *handle)
{
    struct connection *connection = connection_of(handle);
    (void)context;
    connection->target = span_of(url != NULL ? url : "");
    connection->garbled = !is_target(connection->target);
    loop_set_alarm(connection->http->loop, &connection->deadline, connection->http->wait_ms);
    return NULL;
}

/* The byte that two digits of either case stand for; -1 if they are none. */
static int read_hex(const char *at)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *high = at[0] != '\0' ? strchr(digits, at[0]) : NULL;
    const char *low = high != NULL && at[1] != '\0' ? strchr(digits, at[1]) : NULL;
    return low != NULL ? (int)((high - digits) % 16 * 16 + (low - digits) % 16) : -1;
}

/* Takes the percent signs out of a path, a name or a value, in its place. */
static size_t decode(void *context, struct MHD_Connection *handle, char *text)
{
    struct connection *connection = connection_of(handle);
    size_t length = 0;
    (void)context;
    for (const char *at = text; *at != '\0'; length++) {
        if (*at != '%') {
            text[length] = *at++;
            continue;
        }
        int byte = read_hex(at + 1);
        if (byte < 0) {
            connection->garbled = true;
            break;
        }
        text[length] = (char)byte;
        at += 3;
    }
    text[length] = '\0'; /* it never becomes longer */
    struct span span = {text, length};
    if (!span_is_utf8(span) || span_has_control(span))
        connection->garbled = true;
    return length;
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool read_address(const struct http_settings *settings, union address *address,
                         struct problem *problem)
{
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, settings->address, &address->v4.sin_addr) == 1) {
        address->v4.sin_family = AF_INET;
        address->v4.sin_port = htons((uint16_t)settings->port);
        return true;
    }
    if (inet_pton(AF_INET6, settings->address, &address->v6.sin6_addr) == 1) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = htons((uint16_t)settings->port);
        return true;
    }
    return problem_set(problem, _("\"{0}\" is not an address; use one such as 127.0.0.1 or ::1"),
                       settings->address, NULL, NULL);
}

static bool note_failure(const struct http_settings *settings, int wrong, struct problem *problem)
{
    char port[16];
    snprintf(port, sizeof port, "%d", settings->port);
    switch (wrong) {
    case EADDRINUSE:
        return problem_set(problem, _("port {0} of {1} is already in use by another program"), port,
                           settings->address, NULL);
    case EACCES:
        return problem_set(problem, _("port {0} needs more rights; use 1024 or above"), port, NULL,
                           NULL);
    case EADDRNOTAVAIL:
        return problem_set(problem, _("this computer does not have the address {0}"),
                           settings->address, NULL, NULL);
    default:
        return problem_set(problem, _("cannot listen on port {0} of {1}: {2}"), port,
                           settings->address, strerror(wrong));
    }
}

/* For all connections, which inherit it from the socket that listens. Without these the system
 * keeps some megabytes for each reader that does not read, and as long as it pleases. */
static void bound_sending(int file, int stall_ms)
{
    int size = HTTP_SEND_BUFFER;
    unsigned stall = stall_ms > 0 ? (unsigned)stall_ms : HTTP_STALL_MS;
    setsockopt(file, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    setsockopt(file, IPPROTO_TCP, TCP_USER_TIMEOUT, &stall, sizeof stall);
}

/* An IPv6 address also takes IPv4 connections, if it is the one for all. -1 with errno set. */
static int listen_to(const union address *wanted)
{
    union address address = *wanted;
    int on = 1, off = 0;
    bool is_v6 = address.any.sa_family == AF_INET6;
    int file = socket(address.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (file >= 0 && setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        (!is_v6 || setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) == 0) &&
        bind(file, &address.any, is_v6 ? sizeof address.v6 : sizeof address.v4) == 0 &&
        listen(file, BACKLOG) == 0)
        return file;
    int wrong = errno;
    if (file >= 0)
        close(file);
    errno = wrong;
    return -1;
}

static int listen_at(const struct http_settings *settings, struct problem *problem)
{
    struct http_settings tried = *settings;
    union address address;
    int file = -1;
    assert(settings->port >= 0 && settings->more_ports >= 0);
    for (int i = 0; i <= settings->more_ports && file < 0; i++) {
        tried.port = settings->port + i;
        if (!read_address(&tried, &address, problem))
            return -1;
        file = listen_to(&address);
        if (file < 0 && errno != EADDRINUSE)
            break;
    }
    if (file < 0)
        note_failure(errno == EADDRINUSE ? settings : &tried, errno, problem);
    return file;
}

static int port_of(int file)
{
    union address address;
    socklen_t size = sizeof address;
    if (getsockname(file, &address.any, &size) != 0)
        return 0;
    return ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port);
}

/* A server that runs out of files cannot even refuse anyone. */
static bool reserve_files(int connections, struct problem *problem)
{
    struct rlimit limit;
    rlim_t needed = (rlim_t)connections + FILES_BESIDE;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return true;
    char wanted[24], most[24];
    snprintf(wanted, sizeof wanted, "%d", connections);
    snprintf(most, sizeof most, "%llu", (unsigned long long)limit.rlim_max);
    limit.rlim_cur = needed;
    if (needed <= limit.rlim_max && setrlimit(RLIMIT_NOFILE, &limit) == 0)
        return true;
    return problem_set(
        problem, _("{0} connections are too many: the system allows {1} open files (ulimit -n)"),
        wanted, most, NULL);
}

/* Where we cannot see the bytes of a head ourselves (http_head.c), libmicrohttpd must be strict. */
#if MHD_VERSION >= 0x00097701
static const enum MHD_OPTION strict_option = MHD_OPTION_CLIENT_DISCIPLINE_LVL;
enum { STRICTNESS = 2 }; /* as much as clients that do what they must can bear */
#else
static const enum MHD_OPTION strict_option = MHD_OPTION_STRICT_FOR_CLIENT;
enum { STRICTNESS = 1 };
#endif

static bool start(struct http *http, int file, int connections)
{
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE, 0, may_enter, http,
        request_come, http, MHD_OPTION_LISTEN_SOCKET, file, MHD_OPTION_NOTIFY_CONNECTION,
        enter_or_leave, http, MHD_OPTION_NOTIFY_COMPLETED, request_over, http,
        MHD_OPTION_URI_LOG_CALLBACK, begin_request, http, MHD_OPTION_UNESCAPE_CALLBACK, decode,
        http, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(2 * HTTP_HEADERS_MAX),
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)connections + 16u, strict_option, STRICTNESS,
        MHD_OPTION_END);
    if (http->daemon == NULL)
        return false;
    int poll = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    if (!loop_watch(http->loop, &http->watch, poll, WATCH_READ)) {
        MHD_stop_daemon(http->daemon);
        return false;
    }
    run(http);
    return true;
}

static void release(struct http *http)
{
    sockets_close(http->sockets);
    lingering_closes_close(http->lingering_closes);
    peers_close(http->peers);
    free(http->proxy_addresses);
    free(http);
}

/* Whom the host trusts. */
static void note_proxies(struct http *http, const struct http_settings *settings)
{
    size_t size = (size_t)settings->proxy_count * sizeof http->proxy_addresses[0];
    assert(settings->proxies >= 0 && settings->proxy_count >= 0);
    http->counts_loopback = settings->counts_loopback;
    http->proxies = settings->proxies;
    http->proxy_count = settings->proxy_count;
    if (settings->proxy_count == 0)
        return;
    http->proxy_addresses =
        memory_new((size_t)settings->proxy_count, sizeof http->proxy_addresses[0]);
    memcpy(http->proxy_addresses, settings->proxy_addresses, size);
}

struct http *http_open(struct loop *loop, const struct http_settings *settings,
                       http_handler *handler, void *context, struct problem *problem)
{
    if (!reserve_files(settings->connections, problem))
        return NULL;
    int file = settings->listener > 0 ? settings->listener : listen_at(settings, problem);
    if (file < 0)
        return NULL;
    bound_sending(file, settings->stall_ms);
    struct http *http = memory_new(1, sizeof *http);
    http->loop = loop;
    http->watch.ready = ready;
    http->alarm.ring = ring;
    http->handler = handler;
    http->context = context;
    http->admit = settings->admit;
    http->place = settings->place != NULL ? settings->place : "";
    note_proxies(http, settings);
    http->port = port_of(file);
    http->wait_ms = settings->wait_ms > 0 ? settings->wait_ms : HTTP_WAIT_MS;
    http->peers = peers_open(settings->connections, settings->connections_of_peer);
    http->lingering_closes = lingering_closes_open(loop);
    http->sockets = sockets_open(loop, http->lingering_closes,
                                 settings->sockets != NULL ? settings->sockets : &websocket_limits);
    if (start(http, file, settings->connections))
        return http;
    note_failure(settings, errno, problem);
    release(http);
    return NULL;
}

/* ---- closing --------------------------------------------------------------------------------- */

int http_let_go(struct http *http)
{
    return MHD_quiesce_daemon(http->daemon);
}

void http_stop(struct http *http)
{
    int file = http_let_go(http);
    if (file >= 0)
        close(file);
}

/* libmicrohttpd does not stop while it has set requests aside, so these are dropped first. */
void http_close(struct http *http)
{
    if (http == NULL)
        return;
    for (struct connection *at = http->connections; at != NULL; at = at->next)
        if (at->request != NULL && at->request->stage == REQUEST_WAITS)
            request_drop(at->request);
    loop_unwatch(http->loop, &http->watch);
    loop_stop_alarm(http->loop, &http->alarm);
    MHD_stop_daemon(http->daemon);
    assert(http->connections == NULL && http->large == NULL);
    assert(http->bodies[0] == 0 && http->bodies[1] == 0);
    release(http);
}

void http_cut_slow(struct http *http)
{
    sockets_cut_slow(http->sockets);
}

/* ---- questions ------------------------------------------------------------------------------- */

int http_port(const struct http *http)
{
    return http->port;
}

int http_connections(const struct http *http)
{
    return peers_count(http->peers);
}

const struct websocket_counts *http_socket_counts(const struct http *http)
{
    return sockets_counts(http->sockets);
}

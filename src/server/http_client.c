/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Who is asking. Anyone can write anything into X-Forwarded-For, so it counts only if the
 * connection comes from a trusted proxy, and only as far from the right as there are trusted
 * proxies: each adds the address it saw, and anything further left may be made up. */

#include "http_parts.h"
#include "log.h"

#include <assert.h>
#include <string.h>

/* ---- lists in headers ------------------------------------------------------------------------ */

enum { ENTRIES_MAX = 16 }; /* proxies in a row; --proxies takes no more */

/* The last entries of a list that may come in several lines, which are one. */
struct entries {
    const char *name;
    struct span last[ENTRIES_MAX]; /* a ring */
    size_t count;
};

static enum MHD_Result note_line(void *context, enum MHD_ValueKind kind, const char *name,
                                 const char *value)
{
    struct entries *entries = context;
    (void)kind;
    if (strcasecmp(name, entries->name) != 0)
        return MHD_YES;
    while (value != NULL) {
        size_t length = strcspn(value, ",");
        entries->last[entries->count++ % ENTRIES_MAX] = span_trim((struct span){value, length});
        value = value[length] == ',' ? value + length + 1 : NULL;
    }
    return MHD_YES;
}

static struct entries read_entries(const struct http_request *request, const char *name)
{
    struct entries entries = {.name = name};
    MHD_get_connection_values(request->connection->handle, MHD_HEADER_KIND, note_line, &entries);
    return entries;
}

/* The entry that is so far from the right: 0 is the last one. False if there is none. */
static bool entry_at(const struct entries *entries, size_t from_right, struct span *out)
{
    if (from_right >= entries->count || from_right >= ENTRIES_MAX)
        return false;
    *out = entries->last[(entries->count - 1 - from_right) % ENTRIES_MAX];
    return true;
}

/* ---- proxies --------------------------------------------------------------------------------- */

bool http_is_proxy(const struct http *http, const struct sockaddr *address)
{
    if (http->proxies == 0)
        return false;
    if (http->proxy_count == 0)
        return address_is_loopback(address);
    for (int i = 0; i < http->proxy_count; i++)
        if (address_equal(&http->proxy_addresses[i].any, address))
            return true;
    return false;
}

/* Once for each kind of mistake: the host has set something up wrong. */
static void tell_once(bool *told, const char *what, const struct http_request *request)
{
    if (*told)
        return;
    *told = true;
    log_line(LOG_WARNING, what, log_text("peer", request->peer),
             log_number("proxies", request->connection->http->proxies));
}

/* From the right, as far as there are proxies and addresses. */
static void follow_addresses(struct http_request *request)
{
    struct http *http = request->connection->http;
    struct entries entries = read_entries(request, "X-Forwarded-For");
    struct span entry;
    assert(http->proxies > 0 && http->proxies <= ENTRIES_MAX);
    if (entries.count == 0)
        tell_once(&http->told_no_name, "proxy names no client", request);
    for (size_t i = 0; i < (size_t)http->proxies && entry_at(&entries, i, &entry); i++)
        if (!address_read(entry, &request->client))
            break;
}

/* The scheme that the outermost trusted proxy saw, or the nearest one that says so. */
static void follow_scheme(struct http_request *request)
{
    struct entries entries = read_entries(request, "X-Forwarded-Proto");
    struct span entry;
    for (size_t i = 0; i < (size_t)request->connection->http->proxies; i++)
        if (entry_at(&entries, i, &entry))
            request->is_secure = entry.length == 5 && strncasecmp(entry.at, "https", 5) == 0;
}

static bool has_forwarding(const struct http_request *request)
{
    static const char *const names[] = {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host",
                                        "X-Real-IP",       "Forwarded",         "Via"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (http_header(request, names[i]) != NULL)
            return true;
    return false;
}

void request_find_client(struct http_request *request)
{
    struct connection *connection = request->connection;
    struct http *http = connection->http;
    assert(request->stage == REQUEST_COMES);
    request->client = connection->address;
    request->is_forwarded = has_forwarding(request);
    address_write(&request->client.any, request->peer);
    if (http_is_proxy(http, &connection->address.any)) {
        follow_addresses(request);
        follow_scheme(request);
        address_write(&request->client.any, request->peer);
    } else if (request->is_forwarded && address_is_loopback(&connection->address.any))
        tell_once(&http->told_ignored, "proxy not trusted", request);
}

/* ---- questions ------------------------------------------------------------------------------- */

const struct sockaddr *http_client(const struct http_request *request)
{
    return &request->client.any;
}

const char *http_peer(const struct http_request *request)
{
    return request->peer;
}

bool http_is_secure(const struct http_request *request)
{
    return request->is_secure;
}

static bool equal_caseless(struct span a, struct span b)
{
    return a.length == b.length && strncasecmp(a.at, b.at, a.length) == 0;
}

/* A name that no other site can have. */
static bool is_local_name(const char *host)
{
    union address address;
    struct span name = {host, strcspn(host, ":")};
    return equal_caseless(name, span_of("localhost")) ||
           (address_read(span_of(host), &address) && address_is_loopback(&address.any));
}

bool http_is_local(const struct http_request *request)
{
    const char *host = http_header(request, "Host");
    return !request->is_forwarded && host != NULL && is_local_name(host) &&
           address_is_loopback(&request->connection->address.any);
}

/* ---- origins --------------------------------------------------------------------------------- */

/* A host without the port that goes without saying. */
static struct span without_port(struct span host, const char *port)
{
    size_t length = strlen(port);
    if (host.length > length && memcmp(host.at + host.length - length, port, length) == 0)
        host.length -= length;
    return host;
}

/* A page of another site must not use the cookies of this one. A program that is not a browser
 * sends no origin. */
bool http_is_own_origin(const struct http_request *request)
{
    static const char *const schemes[][2] = {{"https://", ":443"}, {"http://", ":80"}};
    const char *origin = http_header(request, "Origin"), *host = http_header(request, "Host");
    if (origin == NULL)
        return true;
    for (int i = 0; host != NULL && i < (request->is_secure ? 1 : 2); i++) {
        size_t length = strlen(schemes[i][0]);
        if (strncasecmp(origin, schemes[i][0], length) == 0)
            return equal_caseless(without_port(span_of(origin + length), schemes[i][1]),
                                  without_port(span_of(host), schemes[i][1]));
    }
    return false;
}

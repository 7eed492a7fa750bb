/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the head of a request must be, to the byte. A proxy and we must never disagree where a
 * request ends or what it says, so whatever could be read in two ways is refused: blanks before a
 * colon, line ends other than CR LF, zero bytes, folded lines, two lengths, a length and pieces.
 *
 * The libmicrohttpd of Debian 12 (0.9.75) takes most of that without a word, and hands out what it
 * has made of it. But it takes a head apart in its place: the method, the target, the version and
 * all names and values lie one behind the other in its buffer, with zeros where the blanks, colons
 * and line ends were. So we walk from the first to the last, and every byte of the head must be
 * accounted for. What does not lie where it must (a folded line was copied, a value continues after
 * a zero, a line ended with one byte instead of two) was not a proper head. Nothing outside of the
 * head is looked at, and a version that keeps it elsewhere would refuse everything, not accept it.
 * Newer versions are told to be strict themselves (http.c). */

#include "http_parts.h"

#include <assert.h>
#include <string.h>

/* ---- characters ------------------------------------------------------------------------------ */

static bool is_token_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') ||
           (byte != '\0' && strchr("!#$%&'*+-.^_`|~", byte) != NULL);
}

static bool is_token(struct span span)
{
    for (size_t i = 0; i < span.length; i++)
        if (!is_token_byte(span.at[i]))
            return false;
    return span.length > 0;
}

/* Any bytes but control characters, of which a tab is none here. */
static bool is_value(struct span span)
{
    for (size_t i = 0; i < span.length; i++)
        if (((unsigned char)span.at[i] < ' ' && span.at[i] != '\t') || span.at[i] == 127)
            return false;
    return true;
}

/* A name or an address, perhaps with a port. */
static bool is_host(struct span span)
{
    for (size_t i = 0; i < span.length; i++)
        if (strchr(".-_:[]", span.at[i]) == NULL && !(span.at[i] >= '0' && span.at[i] <= '9') &&
            !((span.at[i] | 32) >= 'a' && (span.at[i] | 32) <= 'z'))
            return false;
    return span.length > 0;
}

/* A whole number in digits alone: no sign, no blank, no list. */
static bool is_length(struct span span, size_t *length)
{
    int64_t number = 0;
    for (size_t i = 0; i < span.length; i++)
        if (span.at[i] < '0' || span.at[i] > '9')
            return false;
    if (span.length == 0)
        return false;
    *length = span_number(span, 0, INT64_MAX, &number) ? (size_t)number : SIZE_MAX;
    return true;
}

/* ---- the walk -------------------------------------------------------------------------------- */

struct walk {
    const char *at, *end; /* where the next header must begin; the end of the head */
    bool odd;
    int lengths, encodings, hosts;
    struct span length, host;
};

static void note_header(struct walk *walk, struct span name, struct span value)
{
    if (name.length == 14 && strncasecmp(name.at, "Content-Length", 14) == 0) {
        walk->lengths++;
        walk->length = value;
    } else if (name.length == 17 && strncasecmp(name.at, "Transfer-Encoding", 17) == 0)
        walk->encodings++;
    else if (name.length == 4 && strncasecmp(name.at, "Host", 4) == 0) {
        walk->hosts++;
        walk->host = value;
    }
}

#if MHD_VERSION < 0x00097701

/* Does the header lie where it must? Then the walk continues after it: a zero where the colon was,
 * blanks, the value, two zeros where CR and LF were. */
static bool step(struct walk *walk, struct span name, struct span value)
{
    const char *at = walk->at;
    assert(at <= walk->end);
    size_t left = (size_t)(walk->end - at);
    if (name.at != at || name.length + 3 > left || at[name.length] != '\0')
        return false;
    at += name.length + 1;
    while (at < walk->end && (*at == ' ' || *at == '\t'))
        at++;
    left = (size_t)(walk->end - at);
    if (value.at != at || value.length + 2 > left || at[value.length] != '\0' ||
        at[value.length + 1] != '\0')
        return false;
    walk->at = at + value.length + 2;
    assert(walk->at <= walk->end);
    return true;
}

/* From the first line to the first header. The target may have become shorter by decoding; what
 * counts is how long it was. */
static bool begin_walk(struct walk *walk, const struct connection *connection, const char *method,
                       const char *version)
{
    const struct span target = connection->target;
    size_t size =
        MHD_get_connection_info(connection->handle, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)
            ->header_size;
    size_t first = strlen(method) + 1 + target.length + 1 + strlen(version) + 2;
    if (target.at != method + strlen(method) + 1 || version != target.at + target.length + 1 ||
        first + 2 > size)
        return false;
    walk->at = method + first;
    walk->end = method + size;
    return walk->at[-1] == '\0' && walk->at[-2] == '\0';
}

/* All that is left is the empty line. */
static bool end_walk(const struct walk *walk)
{
    return walk->end - walk->at == 2 && walk->at[0] == '\0' && walk->at[1] == '\0';
}

#else

static bool step(struct walk *walk, struct span name, struct span value)
{
    (void)walk;
    (void)name;
    (void)value;
    return true;
}

static bool begin_walk(struct walk *walk, const struct connection *connection, const char *method,
                       const char *version)
{
    (void)walk;
    (void)connection;
    (void)method;
    (void)version;
    return true;
}

static bool end_walk(const struct walk *walk)
{
    (void)walk;
    return true;
}

#endif

static enum MHD_Result see_header(void *context, enum MHD_ValueKind kind, const char *name,
                                  size_t name_size, const char *value, size_t value_size)
{
    struct walk *walk = context;
    struct span key = {name, name_size}, text = {value, value_size};
    (void)kind;
    if (value == NULL || !step(walk, key, text) || !is_token(key) || !is_value(text)) {
        walk->odd = true;
        return MHD_NO;
    }
    note_header(walk, key, span_trim(text));
    return MHD_YES;
}

/* ---- the check ------------------------------------------------------------------------------- */

/* What bodies may look like: so long as the head says, or there is none. Pieces are refused, since
 * libmicrohttpd takes their line ends lightly, and no client needs them. */
static unsigned check_framing(const struct walk *walk, bool needs_host, size_t *length)
{
    *length = 0;
    if (walk->lengths + walk->encodings > 1 || walk->hosts > 1 || (needs_host && walk->hosts == 0))
        return MHD_HTTP_BAD_REQUEST;
    if (walk->hosts == 1 && !is_host(walk->host))
        return MHD_HTTP_BAD_REQUEST;
    if (walk->encodings > 0)
        return MHD_HTTP_LENGTH_REQUIRED;
    if (walk->lengths > 0 && !is_length(walk->length, length))
        return MHD_HTTP_BAD_REQUEST;
    return 0;
}

unsigned head_check(const struct connection *connection, const char *method, const char *version,
                    size_t *length)
{
    struct walk walk = {0};
    bool is_old = strcmp(version, "HTTP/1.0") == 0;
    *length = 0;
    if (!is_old && strcmp(version, "HTTP/1.1") != 0)
        return MHD_HTTP_HTTP_VERSION_NOT_SUPPORTED;
    if (!is_token(span_of(method)) || !begin_walk(&walk, connection, method, version))
        return MHD_HTTP_BAD_REQUEST;
    MHD_get_connection_values_n(connection->handle, MHD_HEADER_KIND, see_header, &walk);
    if (walk.odd || !end_walk(&walk))
        return MHD_HTTP_BAD_REQUEST;
    return check_framing(&walk, !is_old, length);
}

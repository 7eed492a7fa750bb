/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The handshake of WebSockets, RFC 6455. No subprotocols, no extensions. SHA-1 is needed for it and
 * for nothing else; nettle has it, and libmicrohttpd brings nettle along through GnuTLS. */

#include "http_parts.h"

#include <assert.h>
#include <fcntl.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <string.h>

enum { KEY_LENGTH = 24, KEY_BYTES = 16, ACCEPT_LENGTH = 28 };

/* ---- checks ---------------------------------------------------------------------------------- */

static bool equal_caseless(struct span a, struct span b)
{
    return a.length == b.length && strncasecmp(a.at, b.at, a.length) == 0;
}

/* Whether a word is in a list with commas, without regard to case. */
static bool has_word(const char *list, const char *word)
{
    while (list != NULL) {
        size_t length = strcspn(list, ",");
        if (equal_caseless(span_trim((struct span){list, length}), span_of(word)))
            return true;
        list = list[length] == ',' ? list + length + 1 : NULL;
    }
    return false;
}

/* Sixteen bytes in base64. */
static bool is_key(const char *key)
{
    struct base64_decode_ctx context;
    uint8_t bytes[BASE64_DECODE_LENGTH(KEY_LENGTH)];
    size_t size = sizeof bytes;
    if (key == NULL || strlen(key) != KEY_LENGTH)
        return false;
    base64_decode_init(&context);
    return base64_decode_update(&context, &size, bytes, KEY_LENGTH, key) &&
           base64_decode_final(&context) && size == KEY_BYTES;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static void make_accept(const char *key, char accept[ACCEPT_LENGTH + 1])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */
    struct sha1_ctx context;
    uint8_t hash[SHA1_DIGEST_SIZE];
    sha1_init(&context);
    sha1_update(&context, KEY_LENGTH, (const uint8_t *)key);
    sha1_update(&context, strlen(magic), (const uint8_t *)magic);
    sha1_digest(&context, sizeof hash, hash);
    _Static_assert(BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) == ACCEPT_LENGTH, "base64 of SHA-1");
    base64_encode_raw(accept, sizeof hash, hash);
    accept[ACCEPT_LENGTH] = '\0';
}

/* libmicrohttpd would keep a connection that is upgraded, with 32 KiB of memory, as long as it
 * lasts. So the socket gets a file of its own, and libmicrohttpd closes its own one at once. */
static void become_socket(void *context, struct MHD_Connection *handle, void *request_context,
                          const char *early, size_t early_size, MHD_socket file,
                          struct MHD_UpgradeResponseHandle *upgrade)
{
    struct http_request *request = context;
    struct connection *connection = request->connection;
    struct http *http = connection->http;
    (void)handle;
    (void)request_context;
    assert(request->kind != NULL && connection->peer != NULL);
    loop_stop_alarm(http->loop, &connection->deadline);
    int own = fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (own >= 0) {
        const struct websocket_kind *kind = request->kind;
        struct peer *peer = peers_enter(http->peers, http_client(request));
        peers_leave(connection->peer); /* from now on it counts for whom the proxy names */
        request->kind = NULL;
        connection->peer = NULL;
        websocket_open(http->sockets, own, (struct span){early, early_size}, kind, request->owner,
                       peers_leave, peer);
    }
    MHD_upgrade_action(upgrade, MHD_UPGRADE_ACTION_CLOSE);
    http_wake(http);
}

static bool refuse(struct http_request *request, unsigned status, const char *name,
                   const char *value)
{
    request_refuse(request, status, name, value);
    return false;
}

bool http_upgrade(struct http_request *request, const struct websocket_kind *kind, void *owner)
{
    const char *key = http_header(request, "Sec-WebSocket-Key");
    const char *number = http_header(request, "Sec-WebSocket-Version");
    if (!request->may_upgrade || !has_word(http_header(request, "Connection"), "upgrade") ||
        !has_word(http_header(request, "Upgrade"), "websocket"))
        return refuse(request, MHD_HTTP_UPGRADE_REQUIRED, "Upgrade", "websocket");
    if (number == NULL || strcmp(number, "13") != 0)
        return refuse(request, MHD_HTTP_UPGRADE_REQUIRED, "Sec-WebSocket-Version", "13");
    if (!is_key(key) || http_body(request).length > 0)
        return refuse(request, MHD_HTTP_BAD_REQUEST, NULL, NULL);
    if (!http_is_own_origin(request))
        return refuse(request, MHD_HTTP_FORBIDDEN, NULL, NULL);
    if (!peers_would_move(request->connection->peer, http_client(request)))
        return refuse(request, MHD_HTTP_TOO_MANY_REQUESTS, NULL, NULL);

    char accept[ACCEPT_LENGTH + 1];
    make_accept(key, accept);
    struct MHD_Response *response = MHD_create_response_for_upgrade(become_socket, request);
    if (response == NULL || MHD_add_response_header(response, "Upgrade", "websocket") != MHD_YES ||
        MHD_add_response_header(response, "Sec-WebSocket-Accept", accept) != MHD_YES) {
        if (response != NULL)
            MHD_destroy_response(response);
        return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, NULL, NULL);
    }
    assert(request->kind == NULL && kind != NULL);
    request->kind = kind;
    request->owner = owner;
    request_finish(request, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    return true;
}

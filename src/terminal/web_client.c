/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* HTTP and WebSockets from the side of the client. */

#include "web_client.h"

#include "stop.h"

#include "libraries/libcurl.h"

#include <assert.h>
#include <errno.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <wslay/wslay.h>

enum {
    CONNECT_SECONDS = 10,
    REQUEST_SECONDS = 30,
    SEND_MS = 5000,
    HEAD_MAX = 8192,  /* of the answer to the handshake */
    WAITING_MAX = 64, /* messages that arrived and were not taken yet */
    KEY_SIZE = 16,
};

struct web_client {
    char *base;
    char token[TOKEN_SIZE_MAX];
    CURL *socket; /* NULL: not connected */
    wslay_event_context_ptr wslay;
    struct text early; /* what came with the answer to the handshake */
    size_t early_read;
    bool lost;
    struct text waiting[WAITING_MAX];
    int waiting_first, waiting_count;
};

struct web_client *web_open(const char *base, struct problem *problem)
{
    if (!libcurl_load("orrery join", problem))
        return NULL;
    struct web_client *web = memory_new(1, sizeof *web);
    size_t length = strlen(base);
    while (length > 0 && base[length - 1] == '/')
        length--;
    web->base = memory_new(length + 1, 1);
    memcpy(web->base, base, length);
    return web;
}

static void disconnect(struct web_client *web)
{
    if (web->wslay != NULL)
        wslay_event_context_free(web->wslay);
    if (web->socket != NULL)
        libcurl.easy_cleanup(web->socket);
    web->wslay = NULL;
    web->socket = NULL;
    text_free(&web->early);
    web->early_read = 0;
    while (web->waiting_count > 0) {
        text_free(&web->waiting[web->waiting_first]);
        web->waiting_first = (web->waiting_first + 1) % WAITING_MAX;
        web->waiting_count--;
    }
}

void web_close(struct web_client *web)
{
    if (web == NULL)
        return;
    disconnect(web);
    free(web->base);
    explicit_bzero(web->token, sizeof web->token);
    free(web);
}

bool web_set_token(struct web_client *web, struct span token)
{
    token = span_trim(token);
    if (token.length == 0 || token.length >= TOKEN_SIZE_MAX || span_has_control(token))
        return false;
    span_copy(token, web->token, sizeof web->token);
    return true;
}

/* ---- requests -------------------------------------------------------------------------------- */

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context)
{
    struct text *answer = context;
    size_t length = size * count;
    assert(answer->length <= ANSWER_MAX);
    if (answer->length + length > ANSWER_MAX ||
        !text_try_add_span(answer, (struct span){bytes, length}))
        return 0;
    return length;
}

static CURL *new_handle(const struct web_client *web, const char *path)
{
    CURL *handle = libcurl.easy_init();
    struct text address = {0};
    if (handle == NULL)
        return NULL;
    text_addf(&address, "%s%s", web->base, path);
    libcurl.easy_setopt(handle, CURLOPT_URL, text_string(&address));
    libcurl.easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    libcurl.easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    libcurl.easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    text_free(&address);
    return handle;
}

static struct curl_slist *headers_of(const struct web_client *web, const char *body)
{
    struct curl_slist *headers = NULL;
    char line[TOKEN_SIZE_MAX + 32];
    if (web->token[0] != '\0') {
        snprintf(line, sizeof line, "Authorization: Bearer %s", web->token);
        headers = libcurl.slist_append(headers, line);
        explicit_bzero(line, sizeof line);
    }
    return body != NULL ? libcurl.slist_append(headers, "Content-Type: application/json") : headers;
}

bool web_request(struct web_client *web, const char *path, const char *body, struct text *answer,
                 long *status, struct problem *problem)
{
    CURL *handle = new_handle(web, path);
    if (handle == NULL)
        return problem_no_memory(problem);
    struct curl_slist *headers = headers_of(web, body);
    libcurl.easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    libcurl.easy_setopt(handle, CURLOPT_TIMEOUT, (long)REQUEST_SECONDS);
    libcurl.easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_bytes);
    libcurl.easy_setopt(handle, CURLOPT_WRITEDATA, answer);
    if (body != NULL)
        libcurl.easy_setopt(handle, CURLOPT_POSTFIELDS, body);
    CURLcode code = libcurl.easy_perform(handle);
    *status = 0;
    libcurl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
    libcurl.slist_free_all(headers);
    libcurl.easy_cleanup(handle);
    return code == CURLE_OK || problem_set(problem, _("{0} cannot be reached: {1}."), web->base,
                                           libcurl.easy_strerror(code), NULL);
}

/* ---- bytes of the WebSocket ------------------------------------------------------------------ */

static int file_of(const struct web_client *web)
{
    curl_socket_t file = CURL_SOCKET_BAD;
    assert(web->socket != NULL);
    libcurl.easy_getinfo(web->socket, CURLINFO_ACTIVESOCKET, &file);
    return (int)file;
}

/* Sends all of it; false if that is not possible. */
static bool send_bytes(struct web_client *web, const void *bytes, size_t size)
{
    const char *rest = bytes;
    while (size > 0) {
        size_t sent = 0;
        CURLcode code = libcurl.easy_send(web->socket, rest, size, &sent);
        struct pollfd look = {.fd = file_of(web), .events = POLLOUT};
        if (code == CURLE_AGAIN) {
            if (poll(&look, 1, SEND_MS) <= 0)
                return false;
        } else if (code != CURLE_OK) {
            return false;
        }
        assert(sent <= size);
        rest += sent;
        size -= sent;
    }
    return true;
}

static ssize_t wslay_send(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t size,
                          int flags, void *context)
{
    struct web_client *web = context;
    (void)flags;
    if (send_bytes(web, bytes, size))
        return (ssize_t)size;
    web->lost = true;
    wslay_event_set_error(wslay, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t wslay_receive(wslay_event_context_ptr wslay, uint8_t *bytes, size_t size, int flags,
                             void *context)
{
    struct web_client *web = context;
    size_t length = 0;
    (void)flags;
    if (web->early_read < web->early.length) {
        size_t left = web->early.length - web->early_read;
        length = left < size ? left : size;
        memcpy(bytes, web->early.at + web->early_read, length);
        web->early_read += length;
        return (ssize_t)length;
    }
    CURLcode code = libcurl.easy_recv(web->socket, bytes, size, &length);
    if (code == CURLE_OK && length > 0)
        return (ssize_t)length;
    web->lost = web->lost || code != CURLE_AGAIN;
    wslay_event_set_error(wslay, web->lost ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
    return -1;
}

static int wslay_mask(wslay_event_context_ptr wslay, uint8_t *bytes, size_t size, void *context)
{
    (void)wslay, (void)context;
    return getrandom(bytes, size, 0) == (ssize_t)size ? 0 : -1;
}

/* A message is complete. One that nobody takes any more ends the connection. */
static void wslay_message(wslay_event_context_ptr wslay,
                          const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    struct web_client *web = context;
    (void)wslay;
    if (message->opcode != WSLAY_TEXT_FRAME)
        return;
    if (web->waiting_count == WAITING_MAX) {
        web->lost = true;
        return;
    }
    int at = (web->waiting_first + web->waiting_count) % WAITING_MAX;
    text_add_span(&web->waiting[at],
                  (struct span){(const char *)message->msg, message->msg_length});
    web->waiting_count++;
}

/* ---- the handshake --------------------------------------------------------------------------- */

static void write_base64(const uint8_t *bytes, size_t size, char *out)
{
    assert(size > 0);
    base64_encode_raw(out, size, bytes);
    out[BASE64_ENCODE_RAW_LENGTH(size)] = '\0';
}

/* What a server answers to that key. */
static void write_accept(const char *key, char out[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1])
{
    static const char secret[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455 */
    struct sha1_ctx hash;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&hash);
    sha1_update(&hash, strlen(key), (const uint8_t *)key);
    sha1_update(&hash, sizeof secret - 1, (const uint8_t *)secret);
    sha1_digest(&hash, sizeof digest, digest);
    write_base64(digest, sizeof digest, out);
}

static bool send_request(struct web_client *web, const char *key)
{
    CURLU *address = libcurl.url();
    char *host = NULL, *port = NULL, *path = NULL;
    struct text head = {0};
    bool fine = address != NULL &&
                libcurl.url_set(address, CURLUPART_URL, web->base, 0) == CURLUE_OK &&
                libcurl.url_get(address, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
                libcurl.url_get(address, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK &&
                libcurl.url_get(address, CURLUPART_PATH, &path, 0) == CURLUE_OK;
    if (fine) {
        size_t length = strlen(path);
        length -= length > 0 && path[length - 1] == '/';
        text_addf(&head, "GET %.*s/ws HTTP/1.1\r\nHost: %s:%s\r\n", (int)length, path, host, port);
        text_addf(&head, "Upgrade: websocket\r\nConnection: Upgrade\r\n");
        text_addf(&head, "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n", key);
        if (web->token[0] != '\0')
            text_addf(&head, "Authorization: Bearer %s\r\n", web->token);
        text_add(&head, "\r\n");
        fine = send_bytes(web, head.at, head.length);
        explicit_bzero(head.at, head.length);
    }
    text_free(&head);
    libcurl.free(host);
    libcurl.free(port);
    libcurl.free(path);
    libcurl.url_cleanup(address);
    return fine;
}

/* Reads the answer up to the empty line behind it; the rest stays in `early`. */
static bool read_head(struct web_client *web, struct text *head)
{
    char bytes[1024];
    for (const char *end = NULL; end == NULL;) {
        size_t length = 0;
        CURLcode code = libcurl.easy_recv(web->socket, bytes, sizeof bytes, &length);
        if (code == CURLE_AGAIN && stop_or_readable(file_of(web), CONNECT_SECONDS * 1000))
            continue;
        if (code != CURLE_OK || length == 0 || head->length + length > HEAD_MAX)
            return false;
        text_add_span(head, (struct span){bytes, length});
        end = memmem(head->at, head->length, "\r\n\r\n", 4);
        if (end != NULL) {
            size_t used = (size_t)(end - head->at) + 4;
            text_add_span(&web->early, (struct span){head->at + used, head->length - used});
            head->at[head->length = used] = '\0';
        }
    }
    return true;
}

static bool is_accepted(const struct text *head, const char *accept)
{
    const char *line = strcasestr(head->at, "\r\nSec-WebSocket-Accept:");
    if (strncmp(head->at, "HTTP/1.1 101", 12) != 0 || line == NULL)
        return false;
    line += strlen("\r\nSec-WebSocket-Accept:");
    return span_is(span_trim((struct span){line, strcspn(line, "\r")}), accept);
}

static bool shake_hands(struct web_client *web)
{
    uint8_t bytes[KEY_SIZE];
    char key[BASE64_ENCODE_RAW_LENGTH(KEY_SIZE) + 1];
    char accept[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1];
    struct text head = {0};
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return false;
    write_base64(bytes, sizeof bytes, key);
    write_accept(key, accept);
    bool fine = send_request(web, key) && read_head(web, &head) && is_accepted(&head, accept);
    text_free(&head);
    return fine;
}

bool web_connect(struct web_client *web, struct problem *problem)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = wslay_receive,
                                                           .send_callback = wslay_send,
                                                           .genmask_callback = wslay_mask,
                                                           .on_msg_recv_callback = wslay_message};
    disconnect(web);
    web->lost = false;
    web->socket = new_handle(web, "/");
    if (web->socket == NULL)
        return problem_no_memory(problem);
    libcurl.easy_setopt(web->socket, CURLOPT_CONNECT_ONLY, 1L);
    libcurl.easy_setopt(web->socket, CURLOPT_SSL_ENABLE_ALPN, 0L); /* HTTP/1.1 it must be */
    CURLcode code = libcurl.easy_perform(web->socket);
    bool fine = code == CURLE_OK && shake_hands(web) &&
                wslay_event_context_client_init(&web->wslay, &callbacks, web) == 0;
    if (fine) {
        wslay_event_config_set_max_recv_msg_length(web->wslay, ANSWER_MAX);
        return true;
    }
    disconnect(web);
    return problem_set(problem, _("{0} cannot be reached: {1}."), web->base,
                       code != CURLE_OK ? libcurl.easy_strerror(code) : "WebSocket", NULL);
}

/* ---- messages -------------------------------------------------------------------------------- */

bool web_send(struct web_client *web, struct span message)
{
    struct wslay_event_msg frame = {WSLAY_TEXT_FRAME, (const uint8_t *)message.at, message.length};
    if (web->wslay == NULL || web->lost)
        return false;
    return wslay_event_queue_msg(web->wslay, &frame) == 0 && wslay_event_send(web->wslay) == 0 &&
           !web->lost;
}

/* Takes the first of the messages that arrived. */
static bool take_message(struct web_client *web, struct text *message)
{
    assert(web->waiting_count >= 0 && web->waiting_count <= WAITING_MAX);
    if (web->waiting_count == 0)
        return false;
    text_free(message);
    *message = web->waiting[web->waiting_first];
    web->waiting[web->waiting_first] = (struct text){0};
    web->waiting_first = (web->waiting_first + 1) % WAITING_MAX;
    web->waiting_count--;
    return true;
}

/* Reads what there is; pings are answered. */
static void read_frames(struct web_client *web)
{
    if (wslay_event_recv(web->wslay) != 0 || wslay_event_get_close_received(web->wslay))
        web->lost = true;
    if (!web->lost && wslay_event_want_write(web->wslay) && wslay_event_send(web->wslay) != 0)
        web->lost = true;
}

enum web_received web_receive(struct web_client *web, int milliseconds, struct text *message)
{
    if (take_message(web, message))
        return WEB_MESSAGE;
    if (web->wslay == NULL || web->lost)
        return WEB_LOST;
    read_frames(web);
    if (web->waiting_count == 0 && !web->lost && stop_or_readable(file_of(web), milliseconds))
        read_frames(web);
    if (take_message(web, message))
        return WEB_MESSAGE;
    return web->lost ? WEB_LOST : WEB_NOTHING;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Addresses read, written and compared. */

#include "address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <string.h>

static bool is_mapped(const struct sockaddr *address)
{
    return address->sa_family == AF_INET6 &&
           IN6_IS_ADDR_V4MAPPED(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
}

/* The four bytes of an IPv4 address, also inside an IPv6 one; NULL if it is none. */
static const uint8_t *bytes_of_v4(const struct sockaddr *address)
{
    const struct sockaddr_in *v4 = (const void *)address;
    const struct sockaddr_in6 *v6 = (const void *)address;
    if (address->sa_family == AF_INET)
        return (const uint8_t *)&v4->sin_addr;
    return is_mapped(address) ? v6->sin6_addr.s6_addr + 12 : NULL;
}

static const uint8_t *bytes_of_v6(const struct sockaddr *address)
{
    const struct sockaddr_in6 *v6 = (const void *)address;
    return address->sa_family == AF_INET6 ? v6->sin6_addr.s6_addr : NULL;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_port(struct span text)
{
    int64_t port;
    return text.length > 1 && text.at[0] == ':' && text.at[1] >= '0' && text.at[1] <= '9' &&
           span_number((struct span){text.at + 1, text.length - 1}, 0, 65535, &port);
}

/* Takes brackets and a port away. False if they do not fit together. */
static bool strip(struct span *text)
{
    assert(text->length > 0);
    const char *bracket = memchr(text->at, ']', text->length);
    if (text->at[0] == '[') {
        if (bracket == NULL)
            return false;
        struct span rest = {bracket + 1, text->length - (size_t)(bracket + 1 - text->at)};
        *text = (struct span){text->at + 1, (size_t)(bracket - text->at - 1)};
        return rest.length == 0 || is_port(rest);
    }
    const char *colon = memchr(text->at, ':', text->length);
    if (colon == NULL || memchr(text->at, '.', text->length) == NULL ||
        memchr(colon + 1, ':', text->length - (size_t)(colon + 1 - text->at)) != NULL)
        return true; /* without a port */
    struct span port = {colon, text->length - (size_t)(colon - text->at)};
    text->length = (size_t)(colon - text->at);
    return is_port(port);
}

bool address_read(struct span text, union address *out)
{
    char copy[ADDRESS_TEXT_SIZE];
    union address address = {0};
    if (text.length == 0 || !strip(&text) || text.length == 0 || text.length >= sizeof copy ||
        memchr(text.at, '\0', text.length) != NULL)
        return false;
    span_copy(text, copy, sizeof copy);
    if (inet_pton(AF_INET, copy, &address.v4.sin_addr) == 1)
        address.v4.sin_family = AF_INET;
    else if (inet_pton(AF_INET6, copy, &address.v6.sin6_addr) == 1)
        address.v6.sin6_family = AF_INET6;
    else
        return false;
    *out = address;
    return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

void address_write(const struct sockaddr *address, char text[ADDRESS_TEXT_SIZE])
{
    const uint8_t *v4 = bytes_of_v4(address), *v6 = bytes_of_v6(address);
    text[0] = '\0';
    assert(v4 == NULL || v6 == NULL || v4 == v6 + 12); /* one inside the other */
    if (v4 != NULL)
        inet_ntop(AF_INET, v4, text, ADDRESS_TEXT_SIZE);
    else if (v6 != NULL)
        inet_ntop(AF_INET6, v6, text, ADDRESS_TEXT_SIZE);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* The network of an IPv6 address, or an IPv4 address behind zeros: such networks do not exist. */
void address_key(const struct sockaddr *address, uint8_t key[ADDRESS_KEY_SIZE])
{
    const uint8_t *v4 = bytes_of_v4(address), *v6 = bytes_of_v6(address);
    memset(key, 0, ADDRESS_KEY_SIZE);
    if (v4 != NULL)
        memcpy(key + 4, v4, 4);
    else if (v6 != NULL)
        memcpy(key, v6, ADDRESS_KEY_SIZE);
}

bool address_is_loopback(const struct sockaddr *address)
{
    const uint8_t *v4 = bytes_of_v4(address), *v6 = bytes_of_v6(address);
    if (v4 != NULL)
        return v4[0] == 127;
    return v6 != NULL && memcmp(v6, &in6addr_loopback, sizeof in6addr_loopback) == 0;
}

bool address_equal(const struct sockaddr *a, const struct sockaddr *b)
{
    const uint8_t *v4a = bytes_of_v4(a), *v4b = bytes_of_v4(b);
    const uint8_t *v6a = bytes_of_v6(a), *v6b = bytes_of_v6(b);
    if (v4a != NULL || v4b != NULL)
        return v4a != NULL && v4b != NULL && memcmp(v4a, v4b, 4) == 0;
    return v6a != NULL && v6b != NULL && memcmp(v6a, v6b, 16) == 0;
}

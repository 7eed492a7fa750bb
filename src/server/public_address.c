/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The special-purpose registries of IANA as tables, and the addresses of this host. */

#include "public_address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct address_range {
    const char *prefix;
    int bits;
};

/* All of the registry, also what is said to be reachable: nobody's webhook is there. */
static const struct address_range special_v4[] = {
    {"0.0.0.0", 8},       {"10.0.0.0", 8},      {"100.64.0.0", 10},   {"127.0.0.0", 8},
    {"169.254.0.0", 16},  {"172.16.0.0", 12},   {"192.0.0.0", 24},    {"192.0.2.0", 24},
    {"192.31.196.0", 24}, {"192.52.193.0", 24}, {"192.88.99.0", 24},  {"192.168.0.0", 16},
    {"192.175.48.0", 24}, {"198.18.0.0", 15},   {"198.51.100.0", 24}, {"203.0.113.0", 24},
    {"224.0.0.0", 4},     {"240.0.0.0", 4},
};

/* Global unicast; what is outside of it is mapped, translated, local, multicast or nothing yet. */
static const struct address_range global_v6 = {"2000::", 3};

/* 2001::/23 holds Teredo, benchmarks, ORCHID; 2002::/16 is 6to4; the others are for documents and
 * for AS112. */
static const struct address_range special_v6[] = {
    {"2001::", 23}, {"2001:db8::", 32}, {"2002::", 16}, {"2620:4f:8000::", 48}, {"3fff::", 20},
};

static bool is_in(const uint8_t *address, int family, const struct address_range *range)
{
    uint8_t prefix[16];
    int whole = range->bits / 8, rest = range->bits % 8;
    int read = inet_pton(family, range->prefix, prefix);
    assert(read == 1);
    return read == 1 && memcmp(address, prefix, (size_t)whole) == 0 &&
           (rest == 0 || (address[whole] ^ prefix[whole]) >> (8 - rest) == 0);
}

static bool is_public_v4(const uint8_t address[4])
{
    for (size_t i = 0; i < sizeof special_v4 / sizeof special_v4[0]; i++)
        if (is_in(address, AF_INET, &special_v4[i]))
            return false;
    return true;
}

/* An interface identifier of ISATAP: 0000:5efe or 0200:5efe, then an IPv4 address. */
static bool is_isatap(const uint8_t address[16])
{
    return (address[8] & 0xfd) == 0 && address[9] == 0 && address[10] == 0x5e &&
           address[11] == 0xfe;
}

static bool is_public_v6(const uint8_t address[16])
{
    if (!is_in(address, AF_INET6, &global_v6) || is_isatap(address))
        return false;
    for (size_t i = 0; i < sizeof special_v6 / sizeof special_v6[0]; i++)
        if (is_in(address, AF_INET6, &special_v6[i]))
            return false;
    return true;
}

/* The bytes of an address, or NULL. */
static const uint8_t *bytes_of(const struct sockaddr *address, size_t *size)
{
    if (address->sa_family == AF_INET) {
        *size = 4;
        return (const uint8_t *)address + offsetof(struct sockaddr_in, sin_addr);
    }
    *size = 16;
    return address->sa_family == AF_INET6
               ? (const uint8_t *)address + offsetof(struct sockaddr_in6, sin6_addr)
               : NULL;
}

bool address_is_public(const struct sockaddr *address)
{
    size_t size;
    const uint8_t *bytes = bytes_of(address, &size);
    if (bytes == NULL)
        return false;
    return size == 4 ? is_public_v4(bytes) : is_public_v6(bytes);
}

bool address_is_own(const struct sockaddr *address)
{
    size_t size, other_size;
    const uint8_t *bytes = bytes_of(address, &size);
    struct ifaddrs *list;
    bool own = false;
    if (bytes == NULL || getifaddrs(&list) != 0)
        return true;
    for (const struct ifaddrs *at = list; at != NULL && !own; at = at->ifa_next) {
        const uint8_t *other = at->ifa_addr != NULL ? bytes_of(at->ifa_addr, &other_size) : NULL;
        own = other != NULL && other_size == size && memcmp(bytes, other, size) == 0;
    }
    freeifaddrs(list);
    return own;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads the addresses of this machine's network interfaces. Loopback is for this machine alone, and
 * a link-local address needs the name of an interface, which browsers do not take. */

#include "lan_address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>

enum { PAGES_MAX = 4 }; /* containers give a machine dozens */

bool lan_listens_on_all(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

static bool is_link_local(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET6)
        return IN6_IS_ADDR_LINKLOCAL(
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
    uint32_t bits = ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr);
    return bits >> 16 == 0xa9fe; /* 169.254.0.0/16 */
}

static bool is_for_others(const struct ifaddrs *at, int family)
{
    return at->ifa_addr != NULL && at->ifa_addr->sa_family == family &&
           (at->ifa_flags & IFF_UP) != 0 && (at->ifa_flags & IFF_LOOPBACK) == 0 &&
           !is_link_local(at->ifa_addr);
}

static void write_page(struct text *out, const struct sockaddr *address, int port)
{
    char name[INET6_ADDRSTRLEN];
    bool is_v6 = address->sa_family == AF_INET6;
    const void *bytes =
        is_v6 ? (const void *)&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr
              : (const void *)&((const struct sockaddr_in *)(const void *)address)->sin_addr;
    if (inet_ntop(address->sa_family, bytes, name, sizeof name) != NULL)
        text_addf(out, is_v6 ? "http://[%s]:%d/" : "http://%s:%d/", name, port);
}

int lan_write_pages(struct text *out, const char *address, int port)
{
    assert(lan_listens_on_all(address) && port > 0);
    int family = strchr(address, ':') != NULL ? AF_INET6 : AF_INET, count = 0;
    struct ifaddrs *list;
    if (getifaddrs(&list) != 0)
        return 0;
    for (const struct ifaddrs *at = list; at != NULL && count < PAGES_MAX; at = at->ifa_next) {
        if (!is_for_others(at, family))
            continue;
        text_add(out, count++ > 0 ? ", " : "");
        write_page(out, at->ifa_addr, port);
    }
    freeifaddrs(list);
    return count;
}

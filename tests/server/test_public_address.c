/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where webhooks may go. */

#include "../unit/helpers.h"

#include "server/public_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

union any {
    struct sockaddr all;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

static union any address_of(const char *text)
{
    union any any = {0};
    bool v6 = strchr(text, ':') != NULL;
    any.all.sa_family = v6 ? AF_INET6 : AF_INET;
    assert_int_equal(inet_pton(any.all.sa_family, text,
                               v6 ? (void *)&any.v6.sin6_addr : (void *)&any.v4.sin_addr),
                     1);
    return any;
}

TEST(test_not_public)
{
    /* The first and the last of each block of the registries, and forms with IPv4 inside. */
    static const char *const list[] = {
        "0.0.0.0",
        "0.255.255.255",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.0.0",
        "169.254.169.254",
        "172.16.0.0",
        "172.31.255.255",
        "192.0.0.0",
        "192.0.0.9",
        "192.0.0.170",
        "192.0.0.255",
        "192.0.2.1",
        "192.31.196.1",
        "192.52.193.1",
        "192.88.99.1",
        "192.168.0.0",
        "192.168.255.255",
        "192.175.48.1",
        "198.18.0.0",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.255",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:8.8.8.8",
        "::ffff:127.0.0.1",
        "::8.8.8.8",
        "64:ff9b::8.8.8.8",
        "64:ff9b::127.0.0.1",
        "64:ff9b:1::1",
        "100::1",
        "100:0:0:1::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:1::1",
        "2001:2::1",
        "2001:3::1",
        "2001:4:112::1",
        "2001:10::1",
        "2001:20::1",
        "2001:30::1",
        "2001:1ff::1",
        "2001:db8::1",
        "2001:db8:ffff:ffff::",
        "2002:7f00:1::1",
        "2002:808:808::1",
        "2620:4f:8000::1",
        "3fff::1",
        "3fff:fff::1",
        "5f00::1",
        "fc00::1",
        "fdff::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "feff::1",
        "ff02::1",
        "4000::1",
        "1fff::1",
        "2a00:1450::5efe:7f00:1",
        "2a00:1450::200:5efe:7f00:1",
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        union any any = address_of(list[i]);
        if (address_is_public(&any.all))
            fail_msg("%s is public", list[i]);
    }
    struct sockaddr other = {.sa_family = AF_UNIX};
    assert_false(address_is_public(&other));
}

TEST(test_public)
{
    static const char *const list[] = {
        "1.1.1.1",         "8.8.8.8",         "9.255.255.255",        "11.0.0.0",
        "100.63.255.255",  "100.128.0.0",     "126.255.255.255",      "128.0.0.0",
        "169.253.255.255", "172.15.255.255",  "172.32.0.0",           "192.0.1.0",
        "192.0.3.0",       "192.167.255.255", "192.169.0.0",          "198.17.255.255",
        "198.20.0.0",      "198.51.101.0",    "203.0.114.0",          "223.255.255.255",
        "2000::1",         "2001:200::1",     "2001:4860:4860::8888", "2001:db7::1",
        "2001:db9::1",     "2003::1",         "2606:4700::1111",      "2a00:1450:4001::200e",
        "3ffe::1",         "3fff:1000::1",    "2620:4f:8001::1",
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        union any any = address_of(list[i]);
        if (!address_is_public(&any.all))
            fail_msg("%s is not public", list[i]);
    }
}

TEST(test_own)
{
    union any loopback = address_of("127.0.0.1"), elsewhere = address_of("8.8.8.8");
    struct ifaddrs *list;
    assert_true(address_is_own(&loopback.all));
    assert_false(address_is_own(&elsewhere.all));
    assert_int_equal(getifaddrs(&list), 0);
    for (const struct ifaddrs *at = list; at != NULL; at = at->ifa_next)
        if (at->ifa_addr != NULL &&
            (at->ifa_addr->sa_family == AF_INET || at->ifa_addr->sa_family == AF_INET6))
            assert_true(address_is_own(at->ifa_addr));
    freeifaddrs(list);
    struct sockaddr other = {.sa_family = AF_UNIX};
    assert_true(address_is_own(&other)); /* nobody knows */
}

int main(void)
{
    return run_registered(NULL, NULL);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* IP addresses: as text, and as what limits count by. One customer has a whole IPv6 network of 64
 * bits, so it counts as one address; an IPv4 address inside an IPv6 one is the IPv4 address. */

#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include "base/text.h"

#include <netinet/in.h>
#include <sys/socket.h>

enum { ADDRESS_TEXT_SIZE = 48, ADDRESS_KEY_SIZE = 8 };

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

/* Reads "192.0.2.1", "2001:db8::1" or "[2001:db8::1]", each with ":PORT" behind it or without, but
 * for the second. False if it is anything else; then `out` is not changed. */
bool address_read(struct span text, union address *out);

/* Without the port. "" if it is neither IPv4 nor IPv6. */
void address_write(const struct sockaddr *address, char text[ADDRESS_TEXT_SIZE]);

/* What limits count by: equal for addresses that are one to them. */
void address_key(const struct sockaddr *address, uint8_t key[ADDRESS_KEY_SIZE]);

bool address_is_loopback(const struct sockaddr *address);               /* 127.0.0.0/8 or ::1 */
bool address_equal(const struct sockaddr *a, const struct sockaddr *b); /* whatever the ports */

#endif

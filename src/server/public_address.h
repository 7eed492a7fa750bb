/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where a webhook may go: to public addresses on the Internet, but never to this host. */

#ifndef SERVER_PUBLIC_ADDRESS_H
#define SERVER_PUBLIC_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* Is it global unicast: of IPv4 all but the special-purpose registry of IANA, of IPv6 2000::/3 but
 * for the same? An IPv6 address with an IPv4 address in it is not. */
bool address_is_public(const struct sockaddr *address);

/* Has an interface of this host that address? Asked again each time; true if nobody knows. */
bool address_is_own(const struct sockaddr *address);

#endif

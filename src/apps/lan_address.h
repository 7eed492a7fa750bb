/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where others in the same network find this machine. Knows no server. */

#ifndef APPS_LAN_ADDRESS_H
#define APPS_LAN_ADDRESS_H

#include "base/text.h"

/* Does a server at this address listen on all addresses of the machine? */
bool lan_listens_on_all(const char *address);

/* The address of each page that a server on all addresses has, joined by ", "; nothing is written
 * if the machine has no address that others could use. Returns how many there are. */
int lan_write_pages(struct text *out, const char *address, int port);

#endif

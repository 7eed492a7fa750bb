/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Who is connected, and how often: counts connections by the address they come from. An IPv6
 * network of 64 bits counts as one, since a single customer has all of it. */

#ifndef SERVER_PEERS_H
#define SERVER_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { PEER_TEXT_SIZE = 48 };

struct peers;
struct peer;

/* `most` connections at the same time, `of_each` from one address; 0: any number. */
struct peers *peers_open(int most, int of_each);
void peers_close(struct peers *peers); /* NULL is fine; everybody has left */

bool peers_would_enter(const struct peers *peers, const struct sockaddr *address);
struct peer *peers_enter(struct peers *peers, const struct sockaddr *address); /* never NULL */
struct peer *peers_enter_again(struct peer *peer);
void peers_leave(void *peer); /* a struct peer; so that it can be a callback */
int peers_count(const struct peers *peers);

/* The address as text, without the port; an IPv4 address inside an IPv6 one as IPv4. */
void peer_write(const struct sockaddr *address, char text[PEER_TEXT_SIZE]);

#endif

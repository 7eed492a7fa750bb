/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Who is connected, and how often: counts connections by their source address (address.h). */

#ifndef SERVER_PEERS_H
#define SERVER_PEERS_H

#include "address.h"

struct peers;
struct peer;

/* `most` connections at the same time, `of_each` from one address; 0: any number. Those that are
 * `free` count for `most` alone. */
struct peers *peers_open(int most, int of_each);
void peers_close(struct peers *peers); /* NULL is fine; everyone has left */

bool peers_would_enter(const struct peers *peers, const struct sockaddr *address, bool free);
struct peer *peers_enter(struct peers *peers, const struct sockaddr *address); /* never NULL */
struct peer *peers_enter_again(struct peer *peer);
void peers_leave(void *peer); /* a struct peer; so that it can be a callback */
int peers_count(const struct peers *peers);

/* May the peer, who has a connection, have it counted for that address instead? */
bool peers_would_move(const struct peer *peer, const struct sockaddr *address);

#endif

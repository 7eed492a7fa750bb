/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A room read from the store in one go, as it was after so many rows: for threads that have
 * nothing to do with the hall. */

#ifndef SERVER_FETCH_H
#define SERVER_FETCH_H

#include "room.h"

/* NULL with a problem noted if there is no such table, or it has not so many rows. */
enum store_result room_fetch(struct store *store, const char *table, uint32_t rows,
                             struct room **out, struct problem *problem);

#endif

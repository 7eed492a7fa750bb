/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files room*.c share. */

#ifndef SERVER_ROOM_PARTS_H
#define SERVER_ROOM_PARTS_H

#include "room.h"

#include "base/scan.h"

/* The seat as a session knows it. */
bool room_session_seat(const struct room_seat *from, struct seat *to, struct problem *problem);

/* Reads a recorded game (its lines behind the heading) that the room shall go on with. The session
 * has played it, without a dealer for what is to come. NULL with a problem noted. */
struct session *room_read_import(struct room *room, struct scan *scan);

/* Forgets it again. */
void room_drop_import(struct room *room);

/* Takes a word that says what a person is, if it comes next. */
enum person_kind room_read_person_kind(struct scan *scan);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A game at a table as a record, and back: saving and continuing. */

#ifndef SESSION_KEEPING_H
#define SESSION_KEEPING_H

#include "session.h"

#include "record/record.h"

/* Writes the record of the game so far. The dealer's seed stands in it once the game is over;
 * before that it would show the future. */
void session_write_record(const struct session *session, struct text *out);

/* The record of its first `count` moves: what was played until then, without the seed. */
void session_write_beginning(const struct session *session, uint32_t count, struct text *out);

/* The whole record without the heading (record_write_lines). */
void session_write_lines(const struct session *session, struct text *out);

/* Goes on with a recorded game, which must outlive the session. Its last turn is final. A game that
 * is not over gets a new seed for the chance moves to come: the old one is not in the record. NULL
 * with a problem noted if a move of the record is not legal. */
struct session *session_from_record(const struct record *record, const uint8_t seed[SEED_SIZE],
                                    struct problem *problem);

#endif

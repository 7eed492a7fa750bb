/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A record: a whole game as text. docs/record.md describes it.
 *
 *     orrery record 1
 *     (heading)
 *     seat 1 person "Ada"
 *     seat 2 computer mcts:nodes=1000 "Babbage"
 *     commitment (64 hexadecimal digits)     optional: the dealer's promise
 *     share 0 (64 hexadecimal digits)        optional: what a player adds, from that chance move on
 *     moves
 *     * first 1                              a chance move
 *     1 mark b2                              a move of seat 1
 *     2 mark a1 visits 40 3 12               the same, and how a search came to it
 *     end
 *     fields 0123456789abcdef                digest of the state after the last move
 *     score 0 0                              as it stands there, by seat
 *     seed (64 hexadecimal digits)           optional: shown when the game is over
 *
 * A commitment that does not cover all chance moves is followed by the number, from 0, of the first
 * one that it covers.
 */

#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "shares.h"

#include "base/scan.h"
#include "contract/game.h"

enum { SEAT_NAME_SIZE = 64, SECRET_SIZE = 32, RECORD_MOVES_MAX = 100000 };

/* Can a seat be given this description of a computer player, so that it is read as it was written?
 * One word; a dash stands for none in tables. */
bool record_player_fits(struct span player);

struct record_seat {
    char name[SEAT_NAME_SIZE];   /* UTF-8 without control characters */
    char player[SEAT_NAME_SIZE]; /* description of the computer player, "" for a person */
};

struct record_move {
    int8_t actor; /* a seat or DEALER */
    struct move move;
    bool joined; /* made in one action with the move before it; sessions know it, records do not */
    uint32_t visits; /* where its visits are among those of the record, from 1; 0: it has none */
};

/* Zeroed is an empty record. record_free releases what it holds. */
struct record {
    struct ruleset *rules; /* its own */
    struct record_seat seats[SEATS_MAX];
    bool has_commitment, has_seed;
    uint8_t commitment[SECRET_SIZE];
    uint8_t seed[SECRET_SIZE];
    uint32_t covers_from; /* the first chance move, from 0, that the commitment covers */
    struct shares shares; /* none without a commitment */
    int count;
    struct record_move *moves;
    uint32_t *visits; /* of searches: for each move that has them their count, then themselves */
    uint32_t visits_used;
    uint64_t fields; /* digest of the last state, */
    bool has_fields; /* which records of before do not have */
    int16_t score[SEATS_MAX];
};

/* Adds a move. */
void record_add(struct record *record, int actor, struct move move);

/* Notes how often a search visited each legal move, in their order, before the last one added was
 * made. */
void record_add_visits(struct record *record, const uint32_t *visits, int count);

/* The visits of a move, from 0; returns how many, 0 if it has none. */
int record_visits(const struct record *record, int number, const uint32_t **visits);

void record_write(const struct record *record, struct text *out);

/* Reads a record with the cards in `folder` (NULL: those in the program). False with a problem
 * noted. It is well formed afterwards; whether its moves are legal, record_replay tells. */
bool record_read(struct record *record, const char *file, struct span text, const char *folder,
                 struct problem *problem);

/* The same with the cards of a document (contract/card_document.h). */
bool record_read_document(struct record *record, const char *file, struct span text,
                          struct span document, struct problem *problem);

/* The lines behind the heading, from the first "seat" on: for a text that names the game elsewhere.
 * Who reads them sets record->rules before, which may be borrowed; the scan stands on the first
 * line and afterwards on the one behind the last. False with a problem noted; record_free is the
 * caller's. */
void record_write_lines(const struct record *record, struct text *out);
bool record_read_lines(struct record *record, struct scan *scan);

/* Are these the last state and score that the record names? */
bool record_check_result(const struct record *record, const void *state, struct problem *problem);

/* Plays the record into `state` (room for STATE_SIZE_MAX bytes) and checks every move, who made it,
 * and the last state and score. After each move `seen` is called, if not NULL, with the number of
 * the move, the state and what happened. */
typedef void record_seen(void *context, int number, const void *state, const struct events *events);
bool record_replay(const struct record *record, void *state, record_seen *seen, void *context,
                   struct problem *problem);

void record_free(struct record *record);

#endif

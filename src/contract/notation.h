/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Moves, events and reasons as text: in the short notation of files and tests, and in words for
 * people. Both come from the same rows (struct words), for every game alike. */

#ifndef CONTRACT_NOTATION_H
#define CONTRACT_NOTATION_H

#include "game.h"

#include "base/scan.h"

/* Notation of a thing, e.g. a cell; NULL if there is no such value. Numbers have none. */
const char *thing_token(const struct ruleset *rules, int kind, int value);

/* Writes the value: its notation, or the number itself. */
void thing_write(const struct ruleset *rules, int kind, int value, struct text *out);

/* Reads one word as a value; min and max bound a number. Notes a problem if it is none. */
bool thing_read(const struct ruleset *rules, int kind, int min, int max, struct scan *scan,
                int *out);

/* "mark b2", and back. Reading takes the words of the scan up to the last argument. */
void move_write(const struct ruleset *rules, struct move move, struct text *out);
bool move_read(const struct ruleset *rules, struct scan *scan, struct move *out);

/* Several moves, "fly ; pay silver-3 ; to N12": as many as there are, at most `most`; returns their
 * number, or 0 with a problem noted. */
int moves_read(const struct ruleset *rules, struct scan *scan, struct move *out, int most);

/* The same from a whole text, which must hold nothing else. */
int moves_from_text(const struct ruleset *rules, struct span text, struct move *out, int most,
                    struct problem *problem);
bool move_from_text(const struct ruleset *rules, struct span text, struct move *out,
                    struct problem *problem);

/* "marked 1 b2": the name, the seat ("-" for nobody) and the arguments. `table` is one of
 * words->events, reasons or asks. */
void message_write(const struct ruleset *rules, const struct wording *table, struct message message,
                   struct text *out);
bool message_read(const struct ruleset *rules, const struct wording *table, struct scan *scan,
                  struct message *out);

/* Members of an open JSON object for front ends: "kind", the name of the row, and "things", one
 * text for each argument: its kind of thing and its notation, "cell:b2". A message also has "seat":
 * its number from 1 on, or null. */
void move_json(const struct ruleset *rules, struct move move, struct json *json);
void message_json(const struct ruleset *rules, const struct wording *table, struct message message,
                  struct json *json);

/* The notation of a source of values in card files and for front ends, by enum provenance; NULL
 * ends them. */
extern const char *const provenance_words[];

/* The value that a source speaks of, as in a card file: "cells", or "space.2". */
void value_source_write(const struct value_source *source, struct text *out);

/* One word for a kind of thing: "cell"; "number" and "seat" for those of all games. */
const char *thing_word(const struct ruleset *rules, int kind);

/* Row of the table with that name, or -1. */
int wording_find(const struct wording *table, struct span name);

/* To whom something is told: the language, what the seats are called (NULL: "Player 1" …), and the
 * seat of the one who reads it, from 1 on; 0: anyone. A phrase says {seat|You need|{seat} needs}.
 */
struct teller {
    enum language language;
    const char *const *names;
    int reader;
};

/* Name of a seat, for people. */
void tell_seat(const struct teller *teller, int seat, struct text *out);

/* What a move means at that state, in few words; nothing where its text says all. */
void explain_move(const struct ruleset *rules, const void *state, struct move move,
                  enum language language, struct text *out);

/* What is asked at that state: from the cards where a game can say it, else as its row says. */
void tell_question(const struct ruleset *rules, const void *state, const struct teller *teller,
                   struct text *out);

/* Tells a move in words, its things as they are called at that state. NULL: as anywhere. */
void tell_move(const struct ruleset *rules, const void *state, const struct teller *teller,
               int seat, struct move move, struct text *out);

/* Tells a message in words. */
void tell_message(const struct ruleset *rules, const struct teller *teller,
                  const struct wording *table, struct message message, struct text *out);

/* A member "names" of an open JSON object: what the text calls each of the "things". */
void message_names_json(const struct ruleset *rules, const struct teller *teller,
                        const struct wording *table, struct message message, struct json *json);

#endif

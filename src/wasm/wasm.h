/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The engine as a WebAssembly module: what its files share. docs/wasm.md says how it is used.
 *
 * Whoever runs the module calls the exported functions with numbers and texts; texts are UTF-8 that
 * ends with a zero, in memory from orrery_room. A function that has something to say writes it into
 * the answer, nearly always JSON as in docs/protocol.md. One that can be refused returns 0 then,
 * and the answer is {"error":…,"text":…}. There is one thread. User 1 is the person here, user 2 a
 * friend elsewhere who plays at a table of this browser. Nothing here knows a game or a rule. */

#ifndef WASM_WASM_H
#define WASM_WASM_H

#include "base/json.h"
#include "base/problem.h"

#define EXPORT(name) __attribute__((export_name("orrery_" name)))

enum { PERSON = 1, FRIEND = 2 }; /* the user at this browser, and one who is connected to it */

/* The answer of the present call; cleared by answer_begin. */
extern struct text answer;
struct json answer_begin(void);

/* The language of texts for people. */
extern enum language language;

/* Answers why something was refused; returns 0. */
int refuse(const struct problem *problem);
int refuse_sentence(const char *code, const char *sentence);

#endif

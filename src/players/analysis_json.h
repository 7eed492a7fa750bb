/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses as JSON, for `--json` and for the server. docs/analysis.md describes it. One
 * text serves all readers: what people read is there in every language. */

#ifndef PLAYERS_ANALYSIS_JSON_H
#define PLAYERS_ANALYSIS_JSON_H

#include "analysis.h"

/* The best `max` moves of a hint as an object. `names` are what the seats are called, or NULL. */
void hint_json(const struct ruleset *rules, const void *state, const struct hint *hint,
               const char *const *names, int max, struct json *json, const char *key);

/* An analysis of these moves as an object. */
void analysis_json(const struct analysis_task *task, const struct analysis *analysis,
                   const char *const *names, struct json *json, const char *key);

#endif

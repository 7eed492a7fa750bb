/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses as clients hear of them, by HTTP and by WebSocket. docs/protocol.md describes
 * it. */

#ifndef SERVER_ANALYSIS_VIEW_H
#define SERVER_ANALYSIS_VIEW_H

#include "analysis_queue.h"
#include "client.h"

#include "base/json.h"

/* What a job was asked about: the table as it was then. */
struct analysis_subject {
    uint32_t rows, moves;
    int seat; /* from 0; only of a hint */
};
struct analysis_subject analysis_subject(const struct table *table, int seat);

/* How it stands, as an object; the result on request, for it may be long. */
void view_analysis(const struct analysis_job *job, const struct analysis_subject *about,
                   const struct analysis_status *status, enum language language, bool with_result,
                   struct json *json, const char *key);

/* Nobody takes from the queue (analysis_queue_is_served): a sentence. */
extern const char analysis_unserved[];

/* Why it was not put into the queue, as a sentence; NULL if it was. */
const char *analysis_refusal(const struct analysis_status *status, enum error_code *code);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Studies as clients hear of them, by HTTP and by WebSocket. docs/protocol.md describes it. */

#ifndef SERVER_STUDY_VIEW_H
#define SERVER_STUDY_VIEW_H

#include "client.h"
#include "studies.h"

#include "base/json.h"

/* What a study was asked about: the table as it was then. */
struct study_about_table {
    uint32_t rows, moves;
    int seat; /* from 0; only of a hint */
};
struct study_about_table study_about_table(const struct room *room, int seat);

/* How it stands, as an object; the result on request, for it may be long. */
void view_study(const struct study *study, const struct study_about_table *about,
                const struct standing *standing, enum language language, bool with_result,
                struct json *json, const char *key);

/* Why it was not put into the queue, as a sentence; NULL if it was. */
const char *study_refusal(const struct standing *standing, enum error_code *code);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The result of self-play as a table for people and as JSON for programs. */

#ifndef TERMINAL_SELFPLAY_REPORT_H
#define TERMINAL_SELFPLAY_REPORT_H

#include "players/selfplay.h"

void selfplay_table(const struct selfplay *task, const struct selfplay_result *result,
                    enum language language, struct text *out);
void selfplay_json(const struct selfplay *task, const struct selfplay_result *result,
                   struct text *out);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Prints what play says of the components of a game, as Markdown or JSON. Knows no game. */

#ifndef TERMINAL_BALANCE_REPORT_H
#define TERMINAL_BALANCE_REPORT_H

#include "players/balance.h"

void balance_markdown(const struct balance *task, const struct balance_result *result,
                      enum language language, struct text *out);
void balance_json(const struct balance *task, const struct balance_result *result,
                  enum language language, struct text *out);

#endif

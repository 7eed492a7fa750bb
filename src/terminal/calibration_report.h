/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Prints how true a judge's chances are: a table, JSON, a picture. */

#ifndef TERMINAL_CALIBRATION_REPORT_H
#define TERMINAL_CALIBRATION_REPORT_H

#include "players/calibration.h"

void calibration_table(const struct calibration_result *result, enum language language,
                       struct text *out);
void calibration_json(const struct calibration *task, const struct calibration_result *result,
                      struct text *out);

/* What was said across, what was won upwards, as SVG. */
void calibration_plot(const struct calibration *task, const struct calibration_result *result,
                      enum language language, struct text *out);

#endif

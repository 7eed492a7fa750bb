/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Shows how a training goes: a line for each generation, and the learning curve as a picture. */

#ifndef TERMINAL_TRAIN_REPORT_H
#define TERMINAL_TRAIN_REPORT_H

#include "players/train.h"

/* The heading of the lines; and the line of the last generation. */
void train_heading(enum language language, struct text *out);
void train_line(const struct training *training, struct text *out);

/* All generations, as SVG. */
void train_curve(const struct training *training, enum language language, struct text *out);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What all our pictures share: paper, ink and grid, dark on light or the other way where the reader
 * prefers it. */

#ifndef TERMINAL_SVG_H
#define TERMINAL_SVG_H

#include "base/text.h"

/* The frame, the paper and the styles: `faint` for text and shapes, `grid` for lines, and those of
 * the picture itself (CSS; what is dark stands in a media query of its own). */
void svg_begin(struct text *out, int width, int height, const char *styles);
void svg_end(struct text *out);

/* Text inside the picture. */
void svg_escape(struct text *out, const char *string);

#endif

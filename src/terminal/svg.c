/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The frame of a picture. Colours as at the table (web/src/tokens.css). */

#include "svg.h"

#include <assert.h>

static const char common[] =
    "svg { font: 13px system-ui, sans-serif; color-scheme: light dark }\n"
    ".paper { fill: #f8f3e6 } text { fill: #18212d } .faint { fill: #566170 }\n"
    ".grid { stroke: #d5c9af }\n"
    "@media (prefers-color-scheme: dark) {\n"
    ".paper { fill: #121a26 } text { fill: #efe8d8 } .faint { fill: #93a0ae }\n"
    ".grid { stroke: #2a3748 }\n"
    "}\n";

void svg_begin(struct text *out, int width, int height, const char *styles)
{
    assert(width > 0 && height > 0);
    text_addf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
              width, height);
    text_addf(out, "<style>\n%s%s</style>\n", common, styles);
    text_addf(out, "<rect class=\"paper\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width, height);
}

void svg_end(struct text *out)
{
    text_add(out, "</svg>\n");
}

void svg_escape(struct text *out, const char *string)
{
    for (; *string != '\0'; string++) {
        if (*string == '<')
            text_add(out, "&lt;");
        else if (*string == '&')
            text_add(out, "&amp;");
        else
            text_add_char(out, *string);
    }
}

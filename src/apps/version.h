/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Which program this is. tools/version makes version.c when the program is built; only the program
 * itself is linked with it, so that a new commit means one more link and not a hundred. */

#ifndef APPS_VERSION_H
#define APPS_VERSION_H

extern const char program_version[]; /* "1.2.0" */
extern const char
    program_commit[];             /* twelve hexadecimal digits, a + if files were changed; or "" */
extern const char program_date[]; /* of the commit, "2026-05-03"; or "" */

#endif

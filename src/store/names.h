/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Names that people choose, checked so that no one can look like someone else. A name is kept as
 * NFC; its skeleton is what a reader sees of it, so two names with one skeleton look alike: Ada,
 * ADA, and Аdа with Cyrillic letters. Uses libunistring, and our own table of letters that look
 * alike. */

#ifndef STORE_NAMES_H
#define STORE_NAMES_H

#include "base/text.h"

enum { SKELETON_SIZE = 128 }; /* with the closing zero; longer ones are cut */

/* The name as NFC. False if it is not UTF-8 or does not fit. */
bool name_normalize(const char *name, char *out, size_t size);

/* Are its letters of one script, or of scripts that are written together (Latin with Japanese,
 * Korean, Arabic …)? Latin with Cyrillic or Greek is not: they have the same shapes. */
bool name_scripts_fit(const char *name);

/* What a reader sees. Some Greek capitals look like other letters than their small forms do: with
 * `capitals` they are read as what the capitals look like. Never empty unless the name is. */
void name_skeleton(const char *name, bool capitals, char out[SKELETON_SIZE]);

#endif

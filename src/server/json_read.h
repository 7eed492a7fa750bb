/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* JSON from outside, by jansson. Messages of clients are flat and have few members; anything else
 * is refused before it is parsed, so that neither reading nor releasing it takes long. When jansson
 * runs out of memory it may silently drop a byte of a text, so its allocations are watched. */

#ifndef SERVER_JSON_READ_H
#define SERVER_JSON_READ_H

#include "base/text.h"

#include <jansson.h>

enum { JSON_DEPTH_MAX = 8, JSON_PARTS_MAX = 512 };

/* The object in the text, which is the caller's. NULL if it is none, is too deep or has too many
 * parts, or has a key twice; or if there was not enough memory to read it: then `no_memory` is set.
 * From any thread. */
json_t *json_read_object(struct span text, bool *no_memory);

#endif

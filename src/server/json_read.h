/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* JSON from outside, by jansson. What clients say is flat and has few members; a text that is
 * neither is refused before anything is made of it, so that neither reading nor releasing it takes
 * long. When it finds no memory jansson may leave out a byte of a text and say nothing, so its
 * allocations are watched. */

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

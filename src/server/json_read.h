/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* JSON that clients send, by jansson. When it finds no memory jansson may leave out a byte of a
 * text and say nothing, so its allocations are watched. */

#ifndef SERVER_JSON_READ_H
#define SERVER_JSON_READ_H

#include "base/text.h"

#include <jansson.h>

/* NULL if it is no JSON, or if there was not enough memory to read it: then `no_memory` is set.
 * From any thread. */
json_t *json_read(struct span text, bool *no_memory);

#endif

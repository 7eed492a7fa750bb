/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* JSON that clients send, by jansson. */

#ifndef SERVER_JSON_READ_H
#define SERVER_JSON_READ_H

#include "base/text.h"

#include <jansson.h>

/* NULL if it is no JSON; `no_memory` tells whether that is the reason instead, of which jansson
 * says nothing, or nothing else. */
static inline json_t *json_read(struct span text, bool *no_memory)
{
    json_error_t error;
    json_t *value = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, &error);
    *no_memory = value == NULL && (json_error_code(&error) == json_error_unknown ||
                                   json_error_code(&error) == json_error_out_of_memory);
    return value;
}

#endif

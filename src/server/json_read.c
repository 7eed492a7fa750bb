/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* JSON from outside, within limits. */

#include "json_read.h"

/* Counts brackets and separators outside of strings; whether they fit together jansson tells. */
static bool is_modest(struct span text)
{
    int depth = 0, parts = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.at[i];
        if (in_string && byte == '\\')
            i++;
        else if (byte == '"')
            in_string = !in_string;
        else if (!in_string && (byte == '{' || byte == '['))
            depth++;
        else if (!in_string && (byte == '}' || byte == ']'))
            depth--;
        else if (!in_string && byte == ',')
            parts++;
        if (depth > JSON_DEPTH_MAX || parts > JSON_PARTS_MAX)
            return false;
    }
    return true;
}

json_t *json_read_object(struct span text)
{
    json_error_t error;
    if (!is_modest(text))
        return NULL;
    json_t *value = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(value))
        return value;
    json_decref(value);
    return NULL;
}

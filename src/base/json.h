/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writes JSON into a text; it takes care of commas and quotes. It never reads. */

#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "text.h"

/* A writer. Start with (struct json){.out = &text}. */
struct json {
    struct text *out;
    bool needs_comma;
    /* Some texts are written in several languages, as {"en": …, "de": …}. For one reader that is
     * English and that of the reader, a bit for each; 0: all that there are. */
    uint32_t languages;
};

/* Are such texts written in that language (enum language)? */
static inline bool json_wants(const struct json *json, int language)
{
    return json->languages == 0 || language == 0 || (json->languages >> language & 1) != 0;
}

/* A phrase in each language that is wanted. */
void json_put_phrase(struct json *json, const char *key, const char *english);

/* Every value takes the key it stands under; NULL inside a list or at the top. */
void json_open(struct json *json, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *json, char bracket);                 /* '}' or ']' */
void json_put_number(struct json *json, const char *key, int64_t number);
void json_put_decimal(struct json *json, const char *key, double number, int places);
void json_put_string(struct json *json, const char *key, const char *string);
void json_put_boolean(struct json *json, const char *key, bool value);
/* A value that is JSON already. */
void json_put_raw(struct json *json, const char *key, const char *value);
void json_put_null(struct json *json, const char *key);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Answers that take a while to make and are the same for everyone: components and layouts of games
 * by options, language and card set. Each is made once and cached, within limits; the least
 * recently requested one goes first. In the loop only. */

#ifndef SERVER_ANSWER_CACHE_H
#define SERVER_ANSWER_CACHE_H

#include "base/text.h"

enum { ANSWERS_MAX = 256, ANSWERS_BYTES_MAX = 1 << 24 };

struct answer_cache;

/* What is kept: its body, and what clients name it by. */
struct kept_answer {
    struct text name;
    struct text body;
    char etag[33];
    uint64_t used; /* the cache's own */
};

struct answer_cache *answer_cache_open(void);
void answer_cache_close(struct answer_cache *cache); /* NULL is fine */

/* NULL if it is not there. Valid until the next one is kept. */
const struct kept_answer *answer_cache_find(struct answer_cache *cache, struct span name);

/* Keeps it; takes what is in `body`, which is empty afterwards. There was none of that name. Never
 * NULL, and valid as above. */
const struct kept_answer *answer_cache_keep(struct answer_cache *cache, struct span name,
                                            struct text *body);

#endif

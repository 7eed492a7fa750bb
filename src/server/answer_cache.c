/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A short list of answers; searching it takes less time than making any of them. */

#include "answer_cache.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

struct answer_cache {
    struct kept_answer answers[ANSWERS_MAX];
    int count;
    size_t bytes;
    uint64_t clock;
};

struct answer_cache *answer_cache_open(void)
{
    return memory_new(1, sizeof(struct answer_cache));
}

void answer_cache_close(struct answer_cache *cache)
{
    for (int i = 0; cache != NULL && i < cache->count; i++) {
        text_free(&cache->answers[i].name);
        text_free(&cache->answers[i].body);
    }
    free(cache);
}

const struct kept_answer *answer_cache_find(struct answer_cache *cache, struct span name)
{
    for (int i = 0; i < cache->count; i++)
        if (span_equal(text_span(&cache->answers[i].name), name)) {
            cache->answers[i].used = ++cache->clock;
            return &cache->answers[i];
        }
    return NULL;
}

/* The last one takes the place of the one that was asked for longest ago. */
static void drop_oldest(struct answer_cache *cache)
{
    int oldest = 0;
    assert(cache->count > 0);
    for (int i = 1; i < cache->count; i++)
        if (cache->answers[i].used < cache->answers[oldest].used)
            oldest = i;
    struct kept_answer *answer = &cache->answers[oldest];
    assert(cache->bytes >= answer->body.length);
    cache->bytes -= answer->body.length;
    text_free(&answer->name);
    text_free(&answer->body);
    *answer = cache->answers[--cache->count];
    cache->answers[cache->count] = (struct kept_answer){0};
}

static void make_etag(struct kept_answer *answer)
{
    uint8_t hash[16];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text_string(&answer->body),
                       answer->body.length, NULL, 0);
    sodium_bin2hex(answer->etag, sizeof answer->etag, hash, sizeof hash);
}

const struct kept_answer *answer_cache_keep(struct answer_cache *cache, struct span name,
                                            struct text *body)
{
    assert(answer_cache_find(cache, name) == NULL);
    while (cache->count == ANSWERS_MAX ||
           (cache->count > 0 && cache->bytes + body->length > ANSWERS_BYTES_MAX))
        drop_oldest(cache);
    struct kept_answer *answer = &cache->answers[cache->count++];
    *answer = (struct kept_answer){.body = *body, .used = ++cache->clock};
    *body = (struct text){0};
    text_add_span(&answer->name, name);
    make_etag(answer);
    cache->bytes += answer->body.length;
    return answer;
}

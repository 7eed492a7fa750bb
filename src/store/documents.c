/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Texts that never change. */

#include "kinds.h"

#include <stdio.h>
#include <string.h>

enum store_result store_keep(struct store *store, const char *name, const char *text)
{
    uint8_t hash[STORE_HASH_SIZE];
    if (!text_fits(name, STORE_DOCUMENT_NAME_SIZE, false) ||
        !text_fits(text, STORE_TEXT_SIZE, true))
        return STORE_REFUSED;
    document_hash(name, text, hash);
    return store_write_one(store, &(struct request){.statement = KEEP_DOCUMENT,
                                                    .values = {value_text(name), value_text(text),
                                                               value_bytes(hash, sizeof hash)}});
}

/* Someone waits for a document. */
struct document_wait {
    const char *name;
    store_seen_document *seen;
    void *context;
    enum store_result result;
};

static void document_seen(void *context, const struct value *values, int count)
{
    struct document_wait *wait = context;
    struct reader reader = {values, count, false};
    uint8_t kept[STORE_HASH_SIZE], computed[STORE_HASH_SIZE];
    const char *text = read_text(&reader, STORE_TEXT_SIZE);
    read_bytes_into(&reader, kept, sizeof kept);
    document_hash(wait->name, text, computed);
    bool fine = !reader.damaged && memcmp(kept, computed, sizeof kept) == 0;
    wait->result = fine ? STORE_DONE : STORE_DAMAGED;
    if (fine)
        wait->seen(wait->context, text);
}

enum store_result store_kept(struct store *store, const char *name, store_seen_document *seen,
                             void *context)
{
    struct document_wait wait = {name, seen, context, STORE_MISSING};
    if (!text_fits(name, STORE_DOCUMENT_NAME_SIZE, false))
        return STORE_MISSING;
    enum store_result result = store_run_one(store, (struct request){.statement = GET_DOCUMENT,
                                                                     .values = {value_text(name)},
                                                                     .seen = document_seen,
                                                                     .context = &wait});
    return result == STORE_DONE ? wait.result : result;
}

/* ---- trying ---------------------------------------------------------------------------------- */

enum { PROBE_BYTES = 64 * 1024 };

/* Two transactions: what one alone has written and removed again would need no room. A document
 * that stays because the program was killed in between is nobody's, and the next probe of the same
 * store would find its place. */
enum store_result store_probe(struct store *store)
{
    struct text text = {0};
    char name[STORE_DOCUMENT_NAME_SIZE];
    snprintf(name, sizeof name, "probe %s", store->node);
    for (int i = 0; i < PROBE_BYTES / 64; i++)
        text_add(&text, "can this be written? can this be written? can this be written? \n");
    enum store_result result = store_keep(store, name, text_string(&text));
    text_free(&text);
    if (result != STORE_DONE)
        return result;
    result = store_change(
        store, (struct request){.statement = DROP_DOCUMENT, .values = {value_text(name)}});
    return result == STORE_MISSING ? STORE_DONE : result;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writes index.html and the service worker for a path. Knows how tools/page_files.py writes them.
 */

#include "page_place.h"

#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDEX, WORKER, REWRITTEN };
static const char *const names[REWRITTEN] = {"/index.html", "/sw.js"};
static const char index_entry[] = "[\"./\",\"sha256-"; /* in the list of the service worker */

struct page_place {
    struct page_file files[REWRITTEN];
    struct text bodies[REWRITTEN];
    char etags[REWRITTEN][24];
};

/* ---- paths ----------------------------------------------------------------------------------- */

const char *page_place_of(const char *url)
{
    const char *host = strstr(url, "://");
    assert(host != NULL);
    return host + 3 + strcspn(host + 3, "/");
}

bool page_place_fits(const char *path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        "0123456789-_.~";
    size_t length = strlen(path);
    bool fits = length <= PAGE_PLACE_MAX;
    for (const char *at = path; fits && *at != '\0';) {
        size_t part = *at == '/' ? strspn(at + 1, plain) : 0;
        bool is_dots = part <= 2 && strncmp(at + 1, "..", part) == 0; /* nothing, "." or ".." */
        fits = !is_dots;
        at += 1 + part;
    }
    return fits;
}

/* ---- the two files --------------------------------------------------------------------------- */

static bool unpacked(const struct page_file *file, struct text *out)
{
    if (file->packed)
        return page_unpack(file, out);
    text_add_span(out, (struct span){file->body, file->size});
    return true;
}

/* The path goes in front of each address from the root: href="/…", src="/…". */
static void write_index(struct text *out, const char *html, const char *path)
{
    for (const char *at = html, *next; *at != '\0'; at = next) {
        next = strstr(at, "=\"/");
        if (next == NULL || next[3] == '/') {
            next = next != NULL ? next + 3 : at + strlen(at);
            text_add_span(out, (struct span){at, (size_t)(next - at)});
            continue;
        }
        next += 2;
        text_add_span(out, (struct span){at, (size_t)(next - at)});
        text_add(out, path);
        text_add_char(out, *next++);
    }
}

/* Another index.html has another hash. */
static void write_worker(struct text *out, const char *code, struct span html)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char text[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)];
    const char *at = strstr(code, index_entry);
    assert(at != NULL); /* the build has written it */
    at += strlen(index_entry);
    crypto_hash_sha256(hash, (const uint8_t *)html.at, html.length);
    sodium_bin2base64(text, sizeof text, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    text_add_span(out, (struct span){code, (size_t)(at - code)});
    text_add(out, text);
    text_add(out, at + strcspn(at, "\""));
}

static void fill_in(struct page_place *place, int which, const struct page_file *file)
{
    struct text *body = &place->bodies[which];
    snprintf(place->etags[which], sizeof place->etags[which], "%016llx",
             (unsigned long long)hash_bytes(0, body->at, body->length));
    place->files[which] = *file;
    place->files[which].body = body->at;
    place->files[which].size = place->files[which].plain = body->length;
    place->files[which].packed = false;
    place->files[which].etag = place->etags[which];
}

struct page_place *page_place_open(const char *path)
{
    const struct page_file *files[REWRITTEN] = {page_file(names[INDEX]), page_file(names[WORKER])};
    struct text html = {0}, code = {0};
    assert(page_place_fits(path));
    if (path[0] == '\0' || files[INDEX] == NULL || files[WORKER] == NULL ||
        !unpacked(files[INDEX], &html) || !unpacked(files[WORKER], &code)) {
        text_free(&html);
        return NULL;
    }
    struct page_place *place = memory_new(1, sizeof *place);
    write_index(&place->bodies[INDEX], text_string(&html), path);
    write_worker(&place->bodies[WORKER], text_string(&code), text_span(&place->bodies[INDEX]));
    for (int i = 0; i < REWRITTEN; i++)
        fill_in(place, i, files[i]);
    text_free(&html);
    text_free(&code);
    return place;
}

void page_place_close(struct page_place *place)
{
    for (int i = 0; place != NULL && i < REWRITTEN; i++)
        text_free(&place->bodies[i]);
    free(place);
}

const struct page_file *page_place_file(const struct page_place *place,
                                        const struct page_file *file)
{
    for (int i = 0; place != NULL && i < REWRITTEN; i++)
        if (strcmp(file->path, names[i]) == 0)
            return &place->files[i];
    return file;
}

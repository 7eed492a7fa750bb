/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Finds and unpacks the files of the page. Only files in the table can be requested, so there is no
 * way out of it. */

#include "page.h"

#include <assert.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/* ---- finding --------------------------------------------------------------------------------- */

static const char missing[] = "This program was built without its page.\n";
static const struct page_file no_page = {.path = "/",
                                         .type = "text/plain; charset=utf-8",
                                         .body = missing,
                                         .size = sizeof missing - 1,
                                         .plain = sizeof missing - 1};

const struct page_file *page_file(const char *path)
{
    for (const struct page_file *file = page_files; file->path != NULL; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

/* Addresses inside the page: the first part of the path tells. web/src/route.svelte.ts reads them.
 */
static bool is_own_address(const char *path)
{
    static const char *const parts[] = {"",         "table",  "new",    "how-to-play", "rules",
                                        "cards",    "guide",  "replay", "about",       "account",
                                        "workshop", "friend", "puzzles"};
    size_t length = strcspn(path + 1, "/");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strlen(parts[i]) == length && memcmp(parts[i], path + 1, length) == 0)
            return length > 0 || path[1] == '\0';
    return false;
}

const struct page_file *page_find(const char *path)
{
    if (!is_own_address(path))
        return page_file(path);
    const struct page_file *index = page_file("/index.html");
    return index != NULL ? index : &no_page;
}

/* ---- answering ------------------------------------------------------------------------------- */

static bool is_named(struct span entry, const char *name)
{
    size_t length = strlen(name);
    return entry.length >= length && strncasecmp(entry.at, name, length) == 0 &&
           (entry.length == length || strchr("; \t", entry.at[length]) != NULL);
}

/* "gzip" or "gzip;q=0.5", but not "gzip;q=0". */
static bool is_wanted(struct span entry)
{
    const char *weight = memchr(entry.at, '=', entry.length);
    for (const char *at = weight; at != NULL && at < entry.at + entry.length; at++)
        if (*at >= '1' && *at <= '9')
            return true;
    return weight == NULL;
}

bool page_accepts_gzip(const char *accepts)
{
    bool anything = false;
    while (accepts != NULL && *accepts != '\0') {
        accepts += strspn(accepts, " \t,");
        struct span entry = {accepts, strcspn(accepts, ",")};
        if (is_named(entry, "gzip") || is_named(entry, "x-gzip"))
            return is_wanted(entry);
        if (is_named(entry, "*"))
            anything = is_wanted(entry);
        accepts += entry.length;
    }
    return anything;
}

/* What the build has packed can be unpacked, if there is memory for it. */
bool page_unpack(const struct page_file *file, struct text *out)
{
    enum { GZIP = 16 + MAX_WBITS };
    unsigned char part[16384];
    z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)file->body,
                       .avail_in = (uInt)file->size};
    int result = inflateInit2(&stream, GZIP);
    while (result == Z_OK) {
        stream.next_out = part;
        stream.avail_out = sizeof part;
        result = inflate(&stream, Z_NO_FLUSH);
        text_add_span(out, (struct span){(const char *)part, sizeof part - stream.avail_out});
    }
    inflateEnd(&stream);
    assert(result == Z_MEM_ERROR || (result == Z_STREAM_END && out->length == file->plain));
    return result == Z_STREAM_END;
}

void page_answer(const struct page_file *file, const char *accepts, struct page_table *buffer,
                 struct http_answer *answer)
{
    bool packed = file->packed && page_accepts_gzip(accepts);
    *answer = (struct http_answer){
        .status = 200,
        .type = file->type,
        .body = {file->body, file->size},
        .constant = true,
        .cache = file->lasting ? "public, max-age=31536000, immutable" : "no-cache",
        .encoding = packed ? "gzip" : NULL,
        .varies = file->packed,
    };
    if (file->packed && !packed) {
        if (!page_unpack(file, &buffer->body)) { /* never a part of it */
            *answer = (struct http_answer){.status = 503, .retry_after = 1, .type = "text/plain"};
            return;
        }
        answer->body = text_span(&buffer->body);
        answer->constant = false;
    }
    if (file->etag != NULL) { /* another one for other bytes */
        text_addf(&buffer->etag, "%s%s", file->etag, packed ? "-gz" : "");
        answer->etag = text_string(&buffer->etag);
    }
}

void page_buffer_free(struct page_table *buffer)
{
    text_free(&buffer->body);
    text_free(&buffer->etag);
}

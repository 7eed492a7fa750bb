/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Members of gzip files, packed and unpacked by zlib. */

#include "archive.h"

#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum {
    FIXED_SIZE = 10,                   /* what every gzip header has */
    EXTRA_SIZE = 2 + 8,                /* its length, and the field with the size of the member */
    SIZE_AT = FIXED_SIZE + 2 + 4,      /* where that stands */
    NAME_AT = FIXED_SIZE + EXTRA_SIZE, /* "game-500.record" and a zero */
    NAME_MAX_SIZE = 40,
    TRAILER_SIZE = 8,
    MEMBER_MIN = NAME_AT + 2 + TRAILER_SIZE,
    MEMBER_MAX = FILE_SIZE_MAX + FILE_SIZE_MAX / 64, /* of what cannot be compressed at all */
    WINDOW_OF_GZIP = 15 + 16,                        /* zlib: the largest, with such a header */
    RAW_WINDOW = -15,                                /* without */
    BLOCK = 64 * 1024,
};

/* The first bytes: gzip, deflated, with a field of ours and a name, no date, no system; then the
 * length of the fields, "OR", and four bytes more. */
static const unsigned char beginning[SIZE_AT] = {0x1f, 0x8b, 8, 4 | 8, 0,   0,   0, 0,
                                                 0,    0xff, 8, 0,     'O', 'R', 4, 0};

static void add_word(struct text *out, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        text_add_char(out, (char)(word >> (8 * i) & 0xff));
}

/* ---- packing --------------------------------------------------------------------------------- */

static void deflate_to(struct span record, struct text *out)
{
    z_stream stream = {0};
    unsigned char block[BLOCK];
    int result =
        deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, RAW_WINDOW, 8, Z_DEFAULT_STRATEGY);
    if (result != Z_OK)
        abort(); /* no memory for a quarter of a megabyte */
    stream.next_in = (unsigned char *)(uintptr_t)record.at; /* zlib does not write there */
    stream.avail_in = (uInt)record.length;
    do {
        stream.next_out = block;
        stream.avail_out = sizeof block;
        result = deflate(&stream, Z_FINISH);
        text_add_span(out, (struct span){(char *)block, sizeof block - stream.avail_out});
    } while (result == Z_OK);
    assert(result == Z_STREAM_END);
    deflateEnd(&stream);
}

void archive_pack(struct span record, uint64_t number, struct text *out)
{
    size_t start = out->length;
    assert(record.length > 0 && record.length <= FILE_SIZE_MAX && number > 0);
    text_add_span(out, (struct span){(const char *)beginning, sizeof beginning});
    add_word(out, 0); /* its size, not known yet */
    text_addf(out, "game-%" PRIu64 ".record", number);
    text_add_char(out, '\0');
    deflate_to(record, out);
    add_word(out, (uint32_t)crc32(0, (const unsigned char *)record.at, (uInt)record.length));
    add_word(out, (uint32_t)record.length);
    size_t size = out->length - start;
    assert(size >= MEMBER_MIN && size <= MEMBER_MAX);
    for (int i = 0; i < 4; i++)
        out->at[start + SIZE_AT + (size_t)i] = (char)(size >> (8 * i) & 0xff);
}

/* ---- looking --------------------------------------------------------------------------------- */

bool archive_is(const char *path)
{
    unsigned char first[2] = {0};
    struct stat about;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    bool is = fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) &&
              pread(descriptor, first, sizeof first, 0) == sizeof first &&
              memcmp(first, beginning, sizeof first) == 0;
    close(descriptor);
    return is;
}

bool archive_open(struct archive *archive, const char *path, struct problem *problem)
{
    struct stat about;
    *archive = (struct archive){.descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (archive->descriptor < 0)
        return problem_set(problem, _("{0} cannot be opened: {1}."), path, strerror(errno), NULL);
    if (fstat(archive->descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
        archive_close(archive);
        return problem_set(problem, _("{0} is not an ordinary file."), path, NULL, NULL);
    }
    archive->size = (uint64_t)about.st_size;
    return true;
}

void archive_close(struct archive *archive)
{
    close(archive->descriptor);
    archive->descriptor = -1;
}

/* Reads exactly that much. */
static bool read_at(const struct archive *archive, uint64_t at, unsigned char *to, size_t size)
{
    while (size > 0) {
        ssize_t got = pread(archive->descriptor, to, size, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += (uint64_t)got;
        to += got;
        size -= (size_t)got;
    }
    return true;
}

/* The number in "game-500.record". */
static bool read_name(struct span name, uint64_t *number)
{
    static const char before[] = "game-", behind[] = ".record";
    size_t around = sizeof before - 1 + sizeof behind - 1;
    int64_t found = 0;
    if (name.length <= around || memcmp(name.at, before, sizeof before - 1) != 0 ||
        memcmp(name.at + name.length - (sizeof behind - 1), behind, sizeof behind - 1) != 0)
        return false;
    struct span digits = {name.at + sizeof before - 1, name.length - around};
    if (digits.at[0] < '1' || digits.at[0] > '9' || !span_number(digits, 1, INT64_MAX, &found))
        return false;
    *number = (uint64_t)found;
    return true;
}

static bool refuse(struct problem *problem, const char *sentence, uint64_t at)
{
    char byte[24];
    snprintf(byte, sizeof byte, "%" PRIu64, at);
    return problem_set(problem, sentence, byte, NULL, NULL);
}

bool archive_look(const struct archive *archive, struct archive_entry *entry,
                  struct problem *problem)
{
    unsigned char head[NAME_AT + NAME_MAX_SIZE];
    uint64_t left = entry->at < archive->size ? archive->size - entry->at : 0;
    size_t known = left < sizeof head ? (size_t)left : sizeof head;
    if (known < MEMBER_MIN || !read_at(archive, entry->at, head, known))
        return refuse(problem, _("the archive ends within a record, after byte {0}."), entry->at);
    const unsigned char *end = memchr(head + NAME_AT, 0, known - NAME_AT);
    if (memcmp(head, beginning, sizeof beginning) != 0 || end == NULL ||
        !read_name((struct span){(const char *)head + NAME_AT, (size_t)(end - (head + NAME_AT))},
                   &entry->number))
        return refuse(problem, _("there is no record of an archive after byte {0}."), entry->at);
    entry->size = 0;
    for (int i = 3; i >= 0; i--)
        entry->size = entry->size << 8 | head[SIZE_AT + i];
    if (entry->size < MEMBER_MIN || entry->size > MEMBER_MAX)
        return refuse(problem, _("there is no record of an archive after byte {0}."), entry->at);
    return entry->size <= left ||
           refuse(problem, _("the archive ends within a record, after byte {0}."), entry->at);
}

bool archive_find(const struct archive *archive, uint64_t number, struct archive_entry *entry,
                  struct problem *problem)
{
    char digits[24];
    *entry = (struct archive_entry){0};
    while (entry->at < archive->size) {
        if (!archive_look(archive, entry, problem))
            return false;
        if (entry->number == number)
            return true;
        entry->at += entry->size;
    }
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return problem_set(problem, _("the archive has no game {0}."), digits, NULL, NULL);
}

/* ---- unpacking ------------------------------------------------------------------------------- */

/* zlib compares checksum and length; nothing may follow. */
static bool inflate_from(const unsigned char *member, size_t size, struct text *out)
{
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)member, .avail_in = (uInt)size};
    unsigned char block[BLOCK];
    size_t start = out->length;
    int result = inflateInit2(&stream, WINDOW_OF_GZIP);
    while (result == Z_OK) {
        stream.next_out = block;
        stream.avail_out = sizeof block;
        result = inflate(&stream, Z_NO_FLUSH);
        size_t got = sizeof block - stream.avail_out;
        if (got > FILE_SIZE_MAX - (out->length - start))
            result = Z_DATA_ERROR;
        else if (!text_try_add_span(out, (struct span){(char *)block, got}))
            result = Z_MEM_ERROR;
    }
    bool whole = result == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    return whole;
}

bool archive_unpack(const struct archive *archive, const struct archive_entry *entry,
                    struct text *out, struct problem *problem)
{
    assert(entry->size >= MEMBER_MIN && entry->size <= MEMBER_MAX);
    unsigned char *member = memory_try_new((size_t)entry->size, 1);
    if (member == NULL)
        return problem_no_memory(problem);
    bool fine =
        (read_at(archive, entry->at, member, (size_t)entry->size) &&
         inflate_from(member, (size_t)entry->size, out)) ||
        refuse(problem, _("the record after byte {0} of the archive is damaged."), entry->at);
    free(member);
    return fine;
}

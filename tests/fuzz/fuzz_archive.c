/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the reader of archives: every record is found and unpacked within limits, or
 * refused with a problem. The same bytes as a record come back as they were. */

#include "require.h"

#include "base/file.h"
#include "record/archive.h"

#include <sys/mman.h>
#include <unistd.h>

/* An archive of these bytes, in memory. */
static struct archive archive_of(struct span bytes)
{
    struct archive archive = {memfd_create("archive", MFD_CLOEXEC), bytes.length};
    REQUIRE(archive.descriptor >= 0);
    REQUIRE(write(archive.descriptor, bytes.at, bytes.length) == (ssize_t)bytes.length);
    return archive;
}

static void read_all(struct span input)
{
    struct archive archive = archive_of(input);
    struct archive_entry entry = {0};
    struct problem problem = {0};
    uint64_t before = 0;
    for (; entry.at < archive.size && archive_look(&archive, &entry, &problem);
         entry.at += entry.size) {
        struct text text = {0};
        struct problem damage = {0};
        REQUIRE(entry.size > 0 && entry.size <= archive.size - entry.at && entry.number > 0);
        REQUIRE(archive_unpack(&archive, &entry, &text, &damage) == !problem_is_set(&damage));
        REQUIRE(text.length <= FILE_SIZE_MAX);
        text_free(&text);
        before = entry.at;
    }
    REQUIRE(entry.at == archive.size || problem_is_set(&problem));
    REQUIRE(entry.at == 0 || before < entry.at);
    if (problem_is_set(&problem))
        require_told(&problem, input);
    archive_close(&archive);
}

static void round_trip(struct span record, uint64_t number)
{
    struct text packed = {0}, again = {0};
    struct archive_entry entry;
    struct problem problem = {0};
    archive_pack(record, number, &packed);
    struct archive archive = archive_of(text_span(&packed));
    REQUIRE(archive_find(&archive, number, &entry, &problem) && entry.size == packed.length);
    REQUIRE(archive_unpack(&archive, &entry, &again, &problem));
    REQUIRE(span_equal(record, text_span(&again)));
    archive_close(&archive);
    text_free(&packed);
    text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span input = {(const char *)data, size};
    read_all(input);
    if (size > 0)
        round_trip(input, (uint64_t)data[0] * 1000000007 + 1);
    return 0;
}

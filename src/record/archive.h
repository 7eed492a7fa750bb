/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* An archive: many records in one compressed file. It is an ordinary gzip file in which every
 * record is a member of its own, with its name ("game-500.record") and its compressed size in the
 * header, so that one record is found without unpacking those before it; docs/record.md describes
 * the bytes.
 *
 * An archive may come from anywhere. A header is checked before anything is read for it, and no
 * record is unpacked beyond FILE_SIZE_MAX bytes. Knows nothing of games. */

#ifndef RECORD_ARCHIVE_H
#define RECORD_ARCHIVE_H

#include "base/problem.h"
#include "base/text.h"

/* Adds a record to `out` as a member of an archive; its number is from 1 on. */
void archive_pack(struct span record, uint64_t number, struct text *out);

/* An archive that is being read. */
struct archive {
    int descriptor;
    uint64_t size; /* bytes of the file */
};

/* A record in it: where its member is. */
struct archive_entry {
    uint64_t number; /* as its name says */
    uint64_t at, size;
};

/* Is there an ordinary file of that name that begins as an archive does? */
bool archive_is(const char *path);

bool archive_open(struct archive *archive, const char *path, struct problem *problem);
void archive_close(struct archive *archive);

/* The entry that begins at entry->at; then entry->at + entry->size is where the next one begins, or
 * archive->size behind the last. False with a problem noted if there is none. */
bool archive_look(const struct archive *archive, struct archive_entry *entry,
                  struct problem *problem);

/* Finds the record with this number. */
bool archive_find(const struct archive *archive, uint64_t number, struct archive_entry *entry,
                  struct problem *problem);

/* Unpacks a record to the end of `out`. Threads may do so at the same time. */
bool archive_unpack(const struct archive *archive, const struct archive_entry *entry,
                    struct text *out, struct problem *problem);

#endif

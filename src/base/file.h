/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Whole files in and out, with a clear sentence when that fails. */

#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "problem.h"

/* No text of ours comes near this; a larger file is refused before it is read. */
enum { FILE_SIZE_MAX = 16 * 1024 * 1024 };

/* Reads the file ("-" is the standard input) to the end of `out`. */
bool file_read(const char *path, struct text *out, struct problem *problem);

/* Reads a file of that plain name in the folder of the file `path`, for texts from anywhere that
 * name another: never a file of another folder, a link, or anything but an ordinary file of at most
 * `most` bytes. `found` gets its path, for messages. */
bool file_read_beside(const char *path, struct span name, size_t most, struct text *found,
                      struct text *out, struct problem *problem);

/* Is there a folder of that name? */
bool file_is_folder(const char *path);

/* Writes the file so that it is there whole or, on failure, as it was before: to a new file beside
 * it, flushed to the disk, then renamed over it. */
bool file_write(const char *path, struct span content, struct problem *problem);

/* The same with a text that was made for it, which is released. */
bool file_write_text(const char *path, struct text *content, struct problem *problem);

/* Could it be written? For work that takes long before it has something to write. Tries it beside
 * the file and leaves everything as it was. */
bool file_can_be_written(const char *path, struct problem *problem);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The records that a command line names: files, folders of them, archives ("games.gz"), and single
 * games of archives ("games.gz#500"). Nothing is read of them before it is asked for, apart from
 * the headers in archives. */

#ifndef APPS_RECORD_LIST_H
#define APPS_RECORD_LIST_H

#include "record/archive.h"
#include "record/record.h"

enum { RECORDS_MAX = 10000000 }; /* in one list */

/* Where a record is. */
struct record_place {
    uint32_t file;              /* of the list */
    struct archive_entry entry; /* a size of 0: the file is the record */
};

/* Zeroed is empty; record_list_free releases it. */
struct record_list {
    char **files;
    uint32_t file_count;
    struct record_place *places;
    int count;
};

/* Adds the records that a word of the command line names, in a fixed order: those of a folder (its
 * files *.record and *.gz) by name, with numbers in their order, those of an archive as they are.
 */
bool record_list_add(struct record_list *list, const char *path, struct problem *problem);
void record_list_free(struct record_list *list);

/* How a record of the list is called: "games/game-7.record" or "games.gz#500". */
void record_list_name(const struct record_list *list, int number, struct text *out);

/* Reads the text of a record; threads may do so at the same time. */
bool record_list_text(const struct record_list *list, int number, struct text *out,
                      struct problem *problem);

/* The record itself; record_free is the caller's, whatever comes out. */
bool record_list_read(const struct record_list *list, int number, const char *cards,
                      struct record *record, struct problem *problem);

#endif

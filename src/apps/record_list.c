/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See record_list.h. */

#include "record_list.h"

#include "arguments.h"

#include "base/file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the list -------------------------------------------------------------------------------- */

/* Room doubles whenever the count is a power of two. */
static bool is_full(uint32_t count)
{
    return (count & (count - 1)) == 0;
}

/* Keeps the name of a file; returns its number. */
static uint32_t add_file(struct record_list *list, struct span path)
{
    uint32_t count = list->file_count;
    if (is_full(count))
        list->files =
            memory_grow(list->files, count == 0 ? 1 : 2 * (size_t)count, sizeof *list->files);
    char *copy = memory_new(path.length + 1, 1);
    memcpy(copy, path.at, path.length);
    list->files[count] = copy;
    return list->file_count++;
}

static bool add_place(struct record_list *list, struct record_place place, struct problem *problem)
{
    uint32_t count = (uint32_t)list->count;
    if (count == RECORDS_MAX)
        return problem_set(problem, _("these are more than 10,000,000 records."), NULL, NULL, NULL);
    if (is_full(count))
        list->places =
            memory_grow(list->places, count == 0 ? 1 : 2 * (size_t)count, sizeof *list->places);
    list->places[list->count++] = place;
    return true;
}

void record_list_free(struct record_list *list)
{
    for (uint32_t i = 0; i < list->file_count; i++)
        free(list->files[i]);
    free(list->files);
    free(list->places);
    *list = (struct record_list){0};
}

/* ---- what a word names ----------------------------------------------------------------------- */

/* All records of an archive, or the one with that number. */
static bool add_archive(struct record_list *list, struct span path, uint64_t number,
                        struct problem *problem)
{
    struct archive archive;
    struct record_place place = {.file = add_file(list, path)};
    const char *name = list->files[place.file];
    if (!archive_open(&archive, name, problem))
        return false;
    bool fine = true;
    if (number > 0) {
        fine = archive_find(&archive, number, &place.entry, problem) &&
               add_place(list, place, problem);
    } else {
        for (; fine && place.entry.at < archive.size; place.entry.at += place.entry.size)
            fine = archive_look(&archive, &place.entry, problem) && add_place(list, place, problem);
    }
    archive_close(&archive);
    if (!fine)
        problem_place(problem, name, 0, 0);
    return fine;
}

static bool add_any_file(struct record_list *list, const char *path, struct problem *problem)
{
    if (archive_is(path))
        return add_archive(list, span_of(path), 0, problem);
    return add_place(list, (struct record_place){.file = add_file(list, span_of(path))}, problem);
}

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

static int is_wanted(const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           (ends_in(entry->d_name, ".record") || ends_in(entry->d_name, ".gz"));
}

static bool add_folder(struct record_list *list, const char *path, struct problem *problem)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_wanted, versionsort);
    bool fine = count >= 0 ||
                problem_set(problem, _("{0} cannot be opened: {1}."), path, strerror(errno), NULL);
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        text_addf(&name, "%s/%s", path, entries[i]->d_name);
        fine = fine && add_any_file(list, text_string(&name), problem);
        text_free(&name);
        free(entries[i]);
    }
    free(entries);
    return fine;
}

bool record_list_add(struct record_list *list, const char *path, struct problem *problem)
{
    const char *sign = strrchr(path, '#');
    int64_t number = 0;
    if (file_is_folder(path))
        return add_folder(list, path, problem);
    if (sign != NULL && access(path, F_OK) != 0 &&
        span_number(span_of(sign + 1), 1, INT64_MAX, &number))
        return add_archive(list, (struct span){path, (size_t)(sign - path)}, (uint64_t)number,
                           problem);
    return add_any_file(list, path, problem);
}

/* ---- reading --------------------------------------------------------------------------------- */

static const struct record_place *place_of(const struct record_list *list, int number)
{
    assert(number >= 0 && number < list->count);
    assert(list->places[number].file < list->file_count);
    return &list->places[number];
}

void record_list_name(const struct record_list *list, int number, struct text *out)
{
    const struct record_place *place = place_of(list, number);
    text_add(out, list->files[place->file]);
    if (place->entry.size > 0)
        text_addf(out, "#%" PRIu64, place->entry.number);
}

static bool unpack(const char *path, const struct archive_entry *entry, struct text *out,
                   struct problem *problem)
{
    struct archive archive;
    struct archive_entry now = {.at = entry->at};
    if (!archive_open(&archive, path, problem))
        return false;
    bool fine = archive_look(&archive, &now, problem) && /* it may have changed since */
                archive_unpack(&archive, &now, out, problem);
    archive_close(&archive);
    return fine;
}

bool record_list_text(const struct record_list *list, int number, struct text *out,
                      struct problem *problem)
{
    const struct record_place *place = place_of(list, number);
    const char *path = list->files[place->file];
    return place->entry.size > 0 ? unpack(path, &place->entry, out, problem)
                                 : file_read(path, out, problem);
}

bool record_list_read(const struct record_list *list, int number, const char *cards,
                      struct record *record, struct problem *problem)
{
    struct text text = {0}, name = {0};
    record_list_name(list, number, &name);
    bool fine = record_list_text(list, number, &text, problem) &&
                record_read(record, text_string(&name), text_span(&text), cards, problem);
    if (!fine && place_of(list, number)->entry.size > 0)
        problem_place(problem, text_string(&name), 0, 0);
    text_free(&text);
    text_free(&name);
    return fine;
}

/* ---- for commands that take one -------------------------------------------------------------- */

bool read_game_text(const char *path, struct text *out, struct problem *problem)
{
    struct record_list list = {0};
    bool fine = record_list_add(&list, path, problem);
    if (fine && list.count != 1)
        fine = problem_set(problem, _("{0} holds several records; name one of them, as in {0}#1."),
                           path, NULL, NULL);
    fine = fine && record_list_text(&list, 0, out, problem);
    record_list_free(&list);
    return fine;
}

bool read_record(struct record *record, const char *path, const char *cards,
                 struct problem *problem)
{
    struct text text = {0};
    bool fine = read_game_text(path, &text, problem) &&
                record_read(record, path, text_span(&text), cards, problem);
    text_free(&text);
    return fine;
}

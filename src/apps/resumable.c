/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See resumable.h. */

#include "resumable.h"

#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool note_unwritten(const struct resumable *file, struct problem *problem)
{
    return problem_set(problem, _("{0} cannot be written: {1}."), file->path, strerror(errno),
                       NULL);
}

static char *name_with(const char *path, const char *end)
{
    struct text name = {0};
    text_addf(&name, "%s%s", path, end);
    return name.at;
}

/* ---- how far it is --------------------------------------------------------------------------- */

/* Under another name at first, always the same one: whatever a crash leaves behind is overwritten.
 */
static bool replace_note(const struct resumable *file, struct span text)
{
    FILE *note = fopen(file->new_note, "wb");
    bool fine = note != NULL && fwrite(text.at, 1, text.length, note) == text.length &&
                fflush(note) == 0 && fsync(fileno(note)) == 0;
    fine = note != NULL && fclose(note) == 0 && fine;
    return fine && rename(file->new_note, file->note) == 0;
}

static bool write_note(const struct resumable *file, int64_t bytes, struct problem *problem)
{
    struct text note = {0};
    text_addf(&note,
              "orrery resume 1\nwork %016" PRIx64 "\ndone %" PRId64 "\nmade %" PRId64
              "\nbytes %" PRId64 "\n",
              file->work, file->done, file->made, bytes);
    bool fine = replace_note(file, text_span(&note)) || note_unwritten(file, problem);
    text_free(&note);
    return fine;
}

/* What the note says; false if there is none, or it is about other work. */
static bool read_note(struct resumable *file, int64_t *bytes)
{
    struct text note = {0};
    struct problem ignored = {0};
    uint64_t work = 0;
    int64_t done = 0, made = 0;
    bool fine = file_read(file->note, &note, &ignored) &&
                sscanf(text_string(&note),
                       "orrery resume 1\nwork %16" SCNx64 "\ndone %18" SCNd64 "\nmade %18" SCNd64
                       "\nbytes %18" SCNd64,
                       &work, &done, &made, bytes) == 4 &&
                work == file->work && done >= 0 && made >= 0 && *bytes >= 0;
    text_free(&note);
    if (fine) {
        file->done = done;
        file->made = made;
    }
    return fine;
}

static void remove_notes(const struct resumable *file)
{
    unlink(file->note);
    unlink(file->new_note); /* of a run that was ended in the middle of it */
}

/* Continues behind what was marked, or begins again. */
static bool find_place(struct resumable *file)
{
    struct stat about;
    int64_t bytes = 0;
    if (fstat(fileno(file->file), &about) != 0)
        return false;
    if (!read_note(file, &bytes) || about.st_size < bytes)
        file->done = file->made = bytes = 0;
    return ftruncate(fileno(file->file), bytes) == 0 && fseeko(file->file, bytes, SEEK_SET) == 0;
}

/* ---- the file -------------------------------------------------------------------------------- */

static void close_file(struct resumable *file)
{
    if (file->file != NULL)
        fclose(file->file);
    free(file->part);
    free(file->note);
    free(file->new_note);
    *file = (struct resumable){0};
}

bool resumable_open(struct resumable *file, const char *path, uint64_t work,
                    struct problem *problem)
{
    *file = (struct resumable){.path = path, .work = work};
    if (!file_can_be_written(path, problem))
        return false;
    file->part = name_with(path, ".part");
    file->note = name_with(path, ".resume");
    file->new_note = name_with(path, ".resume.new");
    int descriptor = open(file->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    file->file = descriptor >= 0 ? fdopen(descriptor, "r+b") : NULL;
    bool fine = file->file != NULL || note_unwritten(file, problem);
    if (fine && flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        fine = problem_set(problem, _("another process is writing {0}."), path, NULL, NULL);
    if (fine && !find_place(file))
        fine = note_unwritten(file, problem);
    if (!fine)
        close_file(file);
    return fine;
}

bool resumable_put(struct resumable *file, struct span bytes, struct problem *problem)
{
    return bytes.length == 0 || fwrite(bytes.at, 1, bytes.length, file->file) == bytes.length ||
           note_unwritten(file, problem);
}

/* What the note says is on the disk before the note is. */
bool resumable_mark(struct resumable *file, int64_t done, int64_t made, struct problem *problem)
{
    assert(done >= file->done && made >= file->made);
    file->done = done;
    file->made = made;
    if (fflush(file->file) != 0 || fdatasync(fileno(file->file)) != 0)
        return note_unwritten(file, problem);
    return write_note(file, ftello(file->file), problem);
}

bool resumable_finish(struct resumable *file, struct span beginning, struct problem *problem)
{
    bool fine = fseeko(file->file, 0, SEEK_SET) == 0 && resumable_put(file, beginning, problem) &&
                fflush(file->file) == 0 && fsync(fileno(file->file)) == 0 &&
                rename(file->part, file->path) == 0;
    if (fine)
        remove_notes(file);
    else
        note_unwritten(file, problem);
    close_file(file);
    return fine;
}

void resumable_leave(struct resumable *file)
{
    close_file(file);
}

void resumable_discard(struct resumable *file)
{
    unlink(file->part);
    remove_notes(file);
    close_file(file);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reading and writing whole files. */

#include "file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_NAME_MAX = 64 }; /* bytes of a name that a text may give */

static bool read_all(int descriptor, const char *path, struct text *out, struct problem *problem)
{
    char block[64 * 1024];
    for (;;) {
        ssize_t got = read(descriptor, block, sizeof block);
        if (got == 0)
            return true;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return problem_set(problem, _("{0} cannot be read: {1}."), path, strerror(errno), NULL);
        text_add_span(out, (struct span){block, (size_t)got});
        if (out->length > FILE_SIZE_MAX)
            return problem_set(problem, _("{0} is larger than 16 MiB, more than any Orrery file."),
                               path, NULL, NULL);
    }
}

bool file_read(const char *path, struct text *out, struct problem *problem)
{
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, path, out, problem);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return problem_set(problem, _("{0} cannot be opened: {1}."), path, strerror(errno), NULL);
    bool done = read_all(descriptor, path, out, problem);
    close(descriptor);
    return done;
}

/* Letters, digits and . _ - that lead nowhere else. */
static bool is_plain_name(struct span name)
{
    for (size_t i = 0; i < name.length; i++) {
        char c = name.at[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_letter && !(c >= '0' && c <= '9') && c != '_' && (i == 0 || (c != '.' && c != '-')))
            return false;
    }
    return name.length > 0 && name.length <= FILE_NAME_MAX;
}

static bool is_small_file(int descriptor, size_t most)
{
    struct stat about;
    return fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= (off_t)most;
}

bool file_read_beside(const char *path, struct span name, size_t most, struct text *found,
                      struct text *out, struct problem *problem)
{
    if (!is_plain_name(name))
        return problem_set_spans(problem, _("{0} is not the plain name of a file in this folder"),
                                 name, (struct span){0});
    const char *slash = strrchr(path, '/');
    assert(memchr(name.at, '/', name.length) == NULL && found->length == 0);
    text_add_span(found, (struct span){path, slash != NULL ? (size_t)(slash - path) + 1 : 0});
    text_add_span(found, name);
    /* Without O_NONBLOCK a pipe would be waited for before it is refused. */
    int descriptor = open(text_string(found), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return problem_set(problem, _("{0} cannot be opened: {1}."), text_string(found),
                           strerror(errno), NULL);
    bool done = is_small_file(descriptor, most)
                    ? read_all(descriptor, text_string(found), out, problem)
                    : problem_set(problem, _("{0} is not an ordinary file, or it is too large"),
                                  text_string(found), NULL, NULL);
    close(descriptor);
    return done;
}

bool file_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool write_all(int descriptor, struct span content)
{
    while (content.length > 0) {
        ssize_t put = write(descriptor, content.at, content.length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        content.at += put;
        content.length -= (size_t)put;
    }
    return fsync(descriptor) == 0;
}

/* mkstemp gives a file that nobody else may read; a saved game is an ordinary file. */
static void allow_as_usual(int descriptor)
{
    mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(descriptor, 0666 & ~mask);
}

bool file_write(const char *path, struct span content, struct problem *problem)
{
    struct text beside = {0};
    text_addf(&beside, "%s.XXXXXX", path);
    int descriptor = mkstemp(beside.at);
    bool made = descriptor >= 0;
    bool done = made && write_all(descriptor, content);
    if (made) {
        allow_as_usual(descriptor);
        done = close(descriptor) == 0 && done;
        done = done && rename(beside.at, path) == 0;
    }
    if (!done) {
        problem_set(problem, _("{0} cannot be written: {1}."), path, strerror(errno), NULL);
        if (made)
            unlink(beside.at);
    }
    text_free(&beside);
    return done;
}

bool file_write_text(const char *path, struct text *content, struct problem *problem)
{
    bool fine = file_write(path, text_span(content), problem);
    text_free(content);
    return fine;
}

bool file_can_be_written(const char *path, struct problem *problem)
{
    struct text beside = {0};
    text_addf(&beside, "%s.XXXXXX", path);
    int descriptor = mkstemp(beside.at);
    bool made = descriptor >= 0;
    if (made) {
        close(descriptor);
        unlink(beside.at);
    }
    bool fine = made && !file_is_folder(path);
    if (!fine)
        problem_set(problem, _("{0} cannot be written: {1}."), path,
                    strerror(made ? EISDIR : errno), NULL);
    text_free(&beside);
    return fine;
}

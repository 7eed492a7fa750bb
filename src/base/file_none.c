/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where there are no files, as in a browser: none can be read. */

#include "file.h"

#include <assert.h>

bool file_read(const char *path, struct text *out, struct problem *problem)
{
    assert(path != NULL && out != NULL);
    (void)out;
    return problem_set(problem, _("{0} cannot be opened: {1}."), path, "-", NULL);
}

bool file_is_folder(const char *path)
{
    assert(path != NULL);
    (void)path;
    return false;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where the functions of libcurl are. */

#include "libcurl.h"

#include "loading.h"

struct libcurl libcurl;

#define NAME(name) "curl_" #name,
static const char *const names[] = {LIBCURL_FUNCTIONS(NAME)};

bool libcurl_load(const char *purpose, struct problem *problem)
{
    static bool loaded;
    const struct loading loading = {.file = "libcurl.so.4",
                                    .purpose = purpose,
                                    .package = "libcurl4",
                                    .names = names,
                                    .count = sizeof names / sizeof names[0],
                                    .functions = &libcurl};
    _Static_assert(sizeof libcurl == sizeof names, "a pointer for each name");
    /* Only the first global_init does something, whatever thread it comes from. */
    return load_library(&loading, &loaded, problem) &&
           (libcurl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK || problem_no_memory(problem));
}

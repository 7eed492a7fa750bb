/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Libraries that most people never need, and that bring many others along. They are loaded when
 * someone needs them, so the program also runs where they are not installed. Each has a file here
 * with the functions that we use; this one knows none of them. */

#ifndef LIBRARIES_LOADING_H
#define LIBRARIES_LOADING_H

#include "base/problem.h"

struct loading {
    const char *file;         /* with the number of its interface: "libpq.so.5" */
    const char *purpose;      /* what cannot be done without it */
    const char *package;      /* what it is called in Debian */
    const char *const *names; /* of functions */
    size_t count;
    void *functions; /* a struct of as many pointers to functions, in this order: filled here */
};

/* Loads the library unless it is there; what was loaded stays. `loaded` belongs to it. False with a
 * problem noted that says what is missing and what to install; it may then be tried again. Any
 * thread may call it. */
bool load_library(const struct loading *loading, bool *loaded, struct problem *problem);

#endif

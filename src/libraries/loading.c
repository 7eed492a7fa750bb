/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Loading a library, by dlopen. */

#include "loading.h"

#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

/* ISO C keeps pointers to functions apart from others; POSIX has them alike. */
static bool find_functions(void *library, const struct loading *loading)
{
    char *functions = loading->functions;
    for (size_t i = 0; i < loading->count; i++) {
        void *function = dlsym(library, loading->names[i]);
        if (function == NULL)
            return false;
        memcpy(functions + i * sizeof function, &function, sizeof function);
    }
    return true;
}

static bool load(const struct loading *loading, struct problem *problem)
{
    assert(loading->count > 0 && loading->functions != NULL);
    void *library = dlopen(loading->file, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL && find_functions(library, loading))
        return true;
    const char *reason = dlerror();
    problem_set(problem,
                _("{0} cannot be used: {1}. Please install that library; on Debian it is the "
                  "package {2}."),
                loading->purpose, reason != NULL ? reason : loading->file, loading->package);
    if (library != NULL)
        dlclose(library);
    return false;
}

bool load_library(const struct loading *loading, bool *loaded, struct problem *problem)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    bool there = *loaded = *loaded || load(loading, problem);
    pthread_mutex_unlock(&lock);
    return there;
}

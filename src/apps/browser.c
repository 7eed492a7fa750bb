/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Starts browsers as desktops do. */

#include "browser.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static const char *value_of(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL ? value : "";
}

static bool is_set(const char *variable)
{
    return value_of(variable)[0] != '\0';
}

/* ---- browsers -------------------------------------------------------------------------------- */

/* In a session of its own, so that Ctrl-C here does not end it, with the signals of a new program,
 * and silent: what browsers complain of is nobody's concern. */
static bool start(const char *program, const char *address)
{
    char *words[] = {(char *)(uintptr_t)program, (char *)(uintptr_t)address, NULL};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    sigset_t none, all;
    pid_t process;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawn_file_actions_init(&files);
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        posix_spawn_file_actions_addopen(&files, file, "/dev/null",
                                         file == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
    bool started = posix_spawnp(&process, program, &files, &attributes, words, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return started;
}

bool browser_open(const char *address)
{
    static const char *const programs[] = {"xdg-open", "x-www-browser", NULL};
    if (is_set("CI"))
        return false;
    if (is_set("BROWSER")) /* "firefox:chromium" */
        return start(value_of("BROWSER"), address) || start("xdg-open", address);
#ifdef __APPLE__
    return start("open", address);
#endif
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
        return false;
    for (int i = 0; programs[i] != NULL; i++)
        if (start(programs[i], address))
            return true;
    return false;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Makes a folder and those it is in. */
static bool make_folders(char *path)
{
    for (char *at = path + 1;; at++) {
        char kept = *at;
        if (kept != '/' && kept != '\0')
            continue;
        *at = '\0';
        bool fine = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = kept;
        if (!fine || kept == '\0')
            return fine;
    }
}

bool own_file(const char *name, struct text *path, struct problem *problem)
{
    if (value_of("XDG_DATA_HOME")[0] == '/')
        text_addf(path, "%s/orrery", value_of("XDG_DATA_HOME"));
    else if (value_of("HOME")[0] == '/')
        text_addf(path, "%s/.local/share/orrery", value_of("HOME"));
    else
        return problem_set(problem, _("HOME is not set, so there is no place for your games"), NULL,
                           NULL, NULL);
    if (!make_folders(path->at))
        return problem_set(problem, _("cannot create the folder {0}: {1}"), path->at,
                           strerror(errno), NULL);
    text_addf(path, "/%s", name);
    return true;
}

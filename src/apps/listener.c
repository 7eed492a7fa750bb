/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Listening sockets from one program to the next. */

#include "listener.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_GIVEN = 3 };

static const char *const variables[] = {"LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"};

/* How many sockets were given to this very process; a child of ours shall not take them for its
 * own. */
static int64_t count_given(void)
{
    const char *count = getenv("LISTEN_FDS"), *process = getenv("LISTEN_PID");
    int64_t own = getpid(), whose, given;
    if (count == NULL || process == NULL || !span_number(span_of(process), own, own, &whose) ||
        !span_number(span_of(count), 0, INT32_MAX, &given))
        given = 0;
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        unsetenv(variables[i]);
    return given;
}

static bool write_address(int file, char address[LISTENER_ADDRESS_SIZE])
{
    struct sockaddr_storage name;
    socklen_t size = sizeof name;
    memset(&name, 0, sizeof name);
    if (getsockname(file, (struct sockaddr *)&name, &size) != 0)
        return false;
    const void *at = name.ss_family == AF_INET
                         ? (const void *)&((struct sockaddr_in *)&name)->sin_addr
                         : (const void *)&((struct sockaddr_in6 *)&name)->sin6_addr;
    return (name.ss_family == AF_INET || name.ss_family == AF_INET6) &&
           inet_ntop(name.ss_family, at, address, LISTENER_ADDRESS_SIZE) != NULL;
}

static bool can_be_used(int file, char address[LISTENER_ADDRESS_SIZE])
{
    int listens = 0, type = 0;
    socklen_t size = sizeof listens, type_size = sizeof type;
    return getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens != 0 &&
           getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &type_size) == 0 && type == SOCK_STREAM &&
           write_address(file, address) && fcntl(file, F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK) == 0;
}

int listener_given(char address[LISTENER_ADDRESS_SIZE], struct problem *problem)
{
    int64_t given = count_given();
    if (given == 0)
        return 0;
    if (given == 1 && can_be_used(FIRST_GIVEN, address))
        return FIRST_GIVEN;
    problem_set(problem, _("the socket given by LISTEN_FDS must be one that listens on TCP"), NULL,
                NULL, NULL);
    return -1;
}

void listener_start_again(int listener, char **words, struct problem *problem)
{
    assert(listener >= 0 && words != NULL && words[0] != NULL);
    char process[24];
    snprintf(process, sizeof process, "%ld", (long)getpid());
    bool ready = (listener == FIRST_GIVEN || dup2(listener, FIRST_GIVEN) == FIRST_GIVEN) &&
                 fcntl(FIRST_GIVEN, F_SETFD, 0) == 0 && setenv("LISTEN_FDS", "1", 1) == 0 &&
                 setenv("LISTEN_PID", process, 1) == 0;
    if (ready)
        execvp(words[0], words);
    problem_set(problem, _("the program cannot be restarted: {0}"), strerror(errno), NULL, NULL);
}

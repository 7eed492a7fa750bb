/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A library to be loaded before a program (LD_PRELOAD): now and then there is no memory for the
 * libraries that it uses, nor for a malloc of the program itself, which serves jansson. Its calloc
 * and realloc succeed: it has a reserve for those.
 * FAIL_MALLOC names a file with a struct control, which may be changed at any time. */

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

struct control {
    uint32_t one_in;   /* one in this many allocations fails, by chance; 0: none */
    uint32_t number;   /* this one fails; 0: none */
    atomic_uint count; /* of allocations so far */
    uint32_t size;     /* all of this many bytes fail; 0: none */
};

static struct control *control;
static uintptr_t program_from, program_to;
static _Thread_local uint64_t random_state;
static _Thread_local bool failed_last;

/* Where the program itself lies: the first lines of the list of the system that follow each other
 * without a gap. */
static void find_program(void)
{
    static char lines[8 * 1024];
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, lines, sizeof lines - 1) : 0;
    if (file >= 0)
        close(file);
    lines[length > 0 ? length : 0] = '\0';
    char *at = lines;
    uintptr_t from = strtoull(at, &at, 16);
    program_from = program_to = from;
    while (*at == '-' && from == program_to) {
        program_to = strtoull(at + 1, &at, 16);
        at = strchrnul(at, '\n');
        at += *at == '\n';
        from = strtoull(at, &at, 16);
    }
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("FAIL_MALLOC");
    int file = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *at = file >= 0 ? mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                         : MAP_FAILED;
    if (file >= 0)
        close(file);
    find_program();
    if (at != MAP_FAILED)
        control = at;
}

static bool is_program(const void *caller)
{
    return (uintptr_t)caller >= program_from && (uintptr_t)caller < program_to;
}

/* Who tries again succeeds. */
static bool fails_by_chance(uint32_t one_in)
{
    if (random_state == 0)
        random_state = (uintptr_t)&random_state;
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407;
    failed_last = one_in > 0 && !failed_last && (random_state >> 33) % one_in == 0;
    return failed_last;
}

static bool fails(size_t size)
{
    if (control == NULL)
        return false;
    uint32_t number = (uint32_t)atomic_fetch_add(&control->count, 1) + 1;
    bool by_size = size > 0 && size == control->size;
    if (number != control->number && !by_size && !fails_by_chance(control->one_in))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails(size) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return !is_program(__builtin_return_address(0)) && fails(count * size)
               ? NULL
               : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return !is_program(__builtin_return_address(0)) && fails(size) ? NULL
                                                                   : __libc_realloc(memory, size);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Test programs linked into one, which takes much less time than one by one; the first argument
 * says which of them this is, and it runs alone. meson.build names them: PROGRAMS is a list of
 * PROGRAM(test_name). */

#include <stdio.h>
#include <string.h>

#ifdef TESTS_HAVE_ARGUMENTS
#define ARGUMENTS_OF_MAIN int argc, char **argv
#define PASSED_ON         argc - 1, argv + 1
#else
#define ARGUMENTS_OF_MAIN void
#define PASSED_ON
#endif

#define PROGRAM(name) int main_of_##name(ARGUMENTS_OF_MAIN);
PROGRAMS
#undef PROGRAM

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "";
#define PROGRAM(name)                                                                              \
    if (strcmp(wanted, #name) == 0)                                                                \
        return main_of_##name(PASSED_ON);
    PROGRAMS
#undef PROGRAM
    fprintf(stderr, "there is no test program \"%s\" in here\n", wanted);
    return 2;
}

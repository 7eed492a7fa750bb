/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The yardstick of `orrery bench noughts`: random games of noughts and crosses as one would write
 * them for this purpose alone, without a contract, a record or another game in mind. It does what a
 * game engine does at each decision: it lists the legal moves, draws one of them, makes it and
 * looks for a line. Who begins is drawn, as in the program. Prints games in a second of processor
 * time. (A program that never lists moves, but keeps the free cells in an array and takes one out,
 * plays about three times as many: that is a different task.) */

#include "base/random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static bool has_line[512];

static void find_lines(void)
{
    static const int lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int marks = 0; marks < 512; marks++)
        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
            has_line[marks] |= (marks & lines[i]) == lines[i];
}

static uint32_t legal(const int *marks, uint8_t *cells)
{
    uint32_t count = 0;
    for (int open = ~(marks[0] | marks[1]) & 511; open != 0; open &= open - 1)
        cells[count++] = (uint8_t)__builtin_ctz((unsigned)open);
    return count;
}

/* Plays one game and returns the marks of the winner, or 0. */
static int play(struct random *random)
{
    int marks[2] = {0}, seat = (int)random_below(random, 2);
    uint8_t cells[9];
    for (uint32_t count; (count = legal(marks, cells)) > 0; seat = !seat) {
        marks[seat] |= 1 << cells[random_below(random, count)];
        if (has_line[marks[seat]])
            return marks[seat];
    }
    return 0;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    struct random random = {1};
    volatile int sink = 0; /* keeps the games from being optimised away */
    long games = 0;
    clock_t start = clock(), spent = 0;
    find_lines();
    for (; (double)spent < seconds * CLOCKS_PER_SEC; spent = clock() - start)
        for (int i = 0; i < 10000; i++, games++)
            sink += play(&random);
    printf("%.0f\n", (double)games * CLOCKS_PER_SEC / (double)spent);
    (void)sink;
    return 0;
}

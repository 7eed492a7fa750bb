/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The processes that train together: one alone (crew_alone.c), or one for each core of several
 * machines with MPI (crew_mpi.c, if the build has it). All take the same steps and hold the same
 * weights. */

#ifndef PLAYERS_CREW_H
#define PLAYERS_CREW_H

#include <stddef.h>
#include <stdint.h>

struct crew {
    int rank, size; /* this process, from 0, of so many */
};

struct crew crew_join(void);
void crew_leave(void);

/* Replaces the numbers by their sums over the crew. All must call it. */
void crew_sum(float *numbers, size_t count);
void crew_sum_exactly(double *numbers, size_t count);

/* The least of what each one says. */
uint64_t crew_least(uint64_t number);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The processes that train together: one alone (process_group_alone.c), or one for each core of
 * several machines with MPI (process_group_mpi.c, if the build has it). All take the same steps and
 * hold the same weights. */

#ifndef PLAYERS_PROCESS_GROUP_H
#define PLAYERS_PROCESS_GROUP_H

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

struct process_group {
    int rank, size; /* this process, from 0, of this many */
};

struct process_group process_group_join(void);
void process_group_leave(void);

/* Replaces the numbers by their sums over the group. All must call it. */
void process_group_sum(float *numbers, size_t count);
void process_group_sum_exactly(double *numbers, size_t count);

/* Puts what the others have behind what the first one has; for the others it does not matter. */
void process_group_gather(struct text *text);

/* The least of what each one says. */
uint64_t process_group_least(uint64_t number);

#endif

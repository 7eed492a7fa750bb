/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A group over MPI: `mpirun orrery train …`. Without mpirun it is a group of one. */

#include "process_group.h"

#include <mpi.h>

struct process_group process_group_join(void)
{
    struct process_group group;
    int provided;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &group.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &group.size);
    return group;
}

void process_group_leave(void)
{
    MPI_Finalize();
}

void process_group_sum(float *numbers, size_t count)
{
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

void process_group_sum_exactly(double *numbers, size_t count)
{
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

uint64_t process_group_least(uint64_t number)
{
    uint64_t least;
    MPI_Allreduce(&number, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    return least;
}

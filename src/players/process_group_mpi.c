/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A group over MPI: `mpirun orrery train …`. Without mpirun it is a group of one. */

#include "process_group.h"

#include "base/memory.h"

#include <mpi.h>
#include <stdlib.h>

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

/* One after another: the text of one process may be large, that of all need not fit into an int. */
void process_group_gather(struct text *text)
{
    struct process_group group;
    MPI_Comm_rank(MPI_COMM_WORLD, &group.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &group.size);
    if (group.rank > 0) {
        struct span own = text_span(text);
        MPI_Send(own.at, (int)own.length, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < group.size; i++) {
        MPI_Status status;
        int length;
        MPI_Probe(i, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_CHAR, &length);
        char *part = memory_new((size_t)length + 1, 1);
        MPI_Recv(part, length, MPI_CHAR, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        text_add_span(text, (struct span){part, (size_t)length});
        free(part);
    }
}

uint64_t process_group_least(uint64_t number)
{
    uint64_t least;
    MPI_Allreduce(&number, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    return least;
}

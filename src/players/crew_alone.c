/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A crew of one. */

#include "crew.h"

struct crew crew_join(void)
{
    return (struct crew){0, 1};
}

void crew_leave(void)
{
}

void crew_sum(float *numbers, size_t count)
{
    (void)numbers, (void)count;
}

void crew_sum_exactly(double *numbers, size_t count)
{
    (void)numbers, (void)count;
}

uint64_t crew_least(uint64_t number)
{
    return number;
}

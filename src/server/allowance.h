/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How many changes one address may ask for by HTTP: new guests, log-ins and tables cost the server
 * more than they cost who asks. Every address has an allowance that fills up again in the course of
 * a minute. Addresses that share a slot of the table share an allowance, which harms nobody who is
 * not many. */

#ifndef SERVER_ALLOWANCE_H
#define SERVER_ALLOWANCE_H

#include <stdbool.h>
#include <stdint.h>

enum { ALLOWANCE_SLOTS = 4096, ALLOWANCE_STANDARD = 300 };

struct allowance {
    int each; /* requests of an address in a minute */
    struct {
        int64_t at; /* by loop_now: when it was last asked */
        int32_t left;
    } slots[ALLOWANCE_SLOTS];
};

/* Takes one from the allowance of the address; false if there is none left. */
bool allowance_take(struct allowance *allowance, const char *address, int64_t now);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The heartbeat of a server, for the registry of its tables: signs of life in the store, and time
 * given back to clocks after an outage (heartbeat.c says how). */

#ifndef SERVER_HEARTBEAT_H
#define SERVER_HEARTBEAT_H

#include "tables.h"

struct table_entry;

/* The first sign of life is in the store when it is open. NULL with a problem noted. */
struct heartbeat *heartbeat_open(struct tables *tables, const struct tables_settings *settings,
                                 struct problem *problem);
void heartbeat_serve(struct heartbeat *heartbeat); /* see tables_serve */
void heartbeat_stop(struct heartbeat *heartbeat);  /* no more signs */
void heartbeat_close(struct heartbeat *heartbeat); /* NULL is fine */

/* Has this server not left a sign for so long that there may be an outage nobody knows of yet? */
bool heartbeat_is_late(const struct heartbeat *heartbeat);

/* What its clock ran in outages, and is to be given back. */
int64_t entry_clock_credit(const struct table_entry *entry, int64_t now);

#endif

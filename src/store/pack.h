/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Many rows of a table stored as one: rows without a key, those of computer players, are kept like
 * this once they are no longer the latest. A pack has the number and the hash of its last row; the
 * hashes of the others follow from the chain (docs/store.md). */

#ifndef STORE_PACK_H
#define STORE_PACK_H

#include "store.h"

#define PACK_KIND "pack"

/* A pack that is being written; zeroed, with `body` as the text. */
struct packing {
    struct text body;
    int count;
    int64_t time, user; /* of the last row */
    char kind[STORE_KIND_SIZE];
};
void packing_add(struct packing *packing, const struct store_row *row);

/* A pack that is being read; the text must stay. */
struct unpacking {
    struct span rest;
    int64_t time, user;
    char kind[STORE_KIND_SIZE];
    struct text body;
    bool damaged;
};

/* The next row, without number and hash; false at the end, or if it is damaged. It is good until
 * the next call. */
bool unpacking_next(struct unpacking *unpacking, struct store_row *row);

#endif

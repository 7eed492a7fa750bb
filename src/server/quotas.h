/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How much of the shared resources one person may use: tables, computer-only games, bytes on disk.
 * Tables are counted in the store, so the numbers are right after a restart and with several
 * servers. Bytes are counted in memory, by each server for itself and from its start on: they keep
 * one person from filling the disk, and nothing else depends on them. Anyone can become another
 * guest with just a name, so the guests of one address also share a limit; the number of bots is
 * limited for each account. */

#ifndef SERVER_QUOTAS_H
#define SERVER_QUOTAS_H

#include "address.h"
#include "person_kind.h"

/* What an account may have; 0: any number. Guests and bots may have less: see guest_share in
 * quotas.c. */
struct quota_settings {
    int64_t tables;         /* open or running, and changed within a day */
    int64_t computer_games; /* tables of computers alone, changed within a quarter of an hour */
    int64_t all_tables;     /* open or running ones of everyone */
    int64_t bytes;          /* written in a day */
    int64_t card_sets;      /* brought in a day, with tables */
    int64_t bots;           /* that an account may create; 0: none, unlike above */
    int64_t bot_tables;     /* of one bot, open or running, and created in an hour */
};
extern const struct quota_settings quota_standard;

/* Bytes of a row, a line or a table besides its texts. */
enum { QUOTA_ROW_BYTES = 100, QUOTA_TABLE_BYTES = 1000 };

struct person_bytes;
enum { QUOTA_SHELVES = 1024 };

struct quotas {
    struct quota_settings settings;
    struct store_table_count counted; /* at the last time, and those made here since */
    int64_t day;                      /* that bytes are counted for */
    uint8_t secret[16];               /* for the numbers of houses */
    struct person_bytes *buckets[QUOTA_SHELVES];
};
void quotas_open(struct quotas *quotas, const struct quota_settings *settings);
void quotas_close(struct quotas *quotas);

/* The person is at that address now. All people of an address are one house; the guests among them
 * share what a house may have. */
void quotas_note_person(struct quotas *quotas, int64_t user, enum person_kind kind,
                        const uint8_t address[ADDRESS_KEY_SIZE], int64_t now);
int64_t quotas_house(const struct quotas *quotas, int64_t user); /* 0: nobody knows */

/* What the store shall hold a new table against. */
void quotas_for_table(const struct quotas *quotas, int64_t user, enum person_kind kind,
                      bool of_computers, int64_t now, struct store_quota *out);

/* And a table that is there already, when only computers sit there now. */
void quotas_for_computers(const struct quotas *quotas, int64_t user, enum person_kind kind,
                          int64_t now, struct store_quota *out);

/* Why the store says that there are too many. */
void quotas_tell(const struct store_quota *quota, struct problem *problem);

/* Is there room for one more table? Those of guests may take half of it, so that accounts still
 * find some. False with a problem noted. */
bool quotas_have_room(const struct quotas *quotas, enum person_kind kind, struct problem *problem);
void quotas_note_made(struct quotas *quotas, enum person_kind kind);

/* Counts a new table of the user's house; false with a problem noted if that has enough today. */
bool quotas_take_table(struct quotas *quotas, int64_t user, enum person_kind kind, int64_t now,
                       struct problem *problem);

/* The same for a card set that the user brings with a table. */
bool quotas_take_card_set(struct quotas *quotas, int64_t user, enum person_kind kind, int64_t now,
                          struct problem *problem);

/* May the user write so much? False with a problem noted; nothing is counted. */
bool quotas_allow(struct quotas *quotas, int64_t user, enum person_kind kind, size_t bytes,
                  int64_t now, struct problem *problem);

/* Counts bytes; false with a problem noted, and nothing counted, if there would be too many. */
bool quotas_spend(struct quotas *quotas, int64_t user, enum person_kind kind, size_t bytes,
                  int64_t now, struct problem *problem);

/* Counts what is written in any case: what quotas_allow allowed, and what the computer players at a
 * user's table do; has the user written too much? */
void quotas_charge(struct quotas *quotas, int64_t user, size_t bytes, int64_t now);
bool quotas_are_spent(struct quotas *quotas, int64_t user, int64_t now);

#endif

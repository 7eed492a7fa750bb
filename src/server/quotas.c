/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Quotas of people, and how much they have written today. */

#include "quotas.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

const struct quota_settings quota_standard = {.tables = 200,
                                              .computer_games = 8,
                                              .all_tables = 100000,
                                              .bytes = INT64_C(64) * 1024 * 1024,
                                              .card_sets = 30,
                                              .bots = 3,
                                              .bot_tables = 100};

/* A guest costs nothing to become, so it gets less of everything; so do the bots of an account,
 * lest it have several times as much through them. */
static bool is_small(enum person_kind kind)
{
    return kind == PERSON_GUEST || kind == PERSON_BOT;
}

static int64_t guest_share(int64_t of_account, int divisor)
{
    assert(of_account >= 0 && divisor > 0);
    return of_account == 0 ? 0 : (of_account + divisor - 1) / divisor;
}

enum {
    TABLES_DIVISOR = 6,
    COMPUTER_GAMES_DIVISOR = 3,
    BYTES_DIVISOR = 4,
    CARD_SETS_DIVISOR = 3,
    ALL_TABLES_DIVISOR = 2, /* of all guests together */
    HOUSE_GUESTS = 16,      /* the guests of one address have in a day what as many may have */
};

/* ---- tables ---------------------------------------------------------------------------------- */

void quotas_for_computers(const struct quotas *quotas, int64_t user, enum person_kind kind,
                          int64_t now, struct store_quota *out)
{
    int64_t most = quotas->settings.computer_games;
    *out = (struct store_quota){
        .user = user,
        .usage = {.tables_after = now - DAY,
                  .computers_after = now - 15 * MINUTE,
                  .made_after = now - HOUR},
        .computers = is_small(kind) ? guest_share(most, COMPUTER_GAMES_DIVISOR) : most};
}

/* As many as may be there can be made in an hour. */
void quotas_for_table(const struct quotas *quotas, int64_t user, enum person_kind kind,
                      bool of_computers, int64_t now, struct store_quota *out)
{
    int64_t most = quotas->settings.tables;
    quotas_for_computers(quotas, user, kind, now, out);
    if (!of_computers)
        out->computers = 0;
    out->tables = out->made = kind == PERSON_BOT     ? quotas->settings.bot_tables
                              : kind == PERSON_GUEST ? guest_share(most, TABLES_DIVISOR)
                                                     : most;
}

void quotas_tell(const struct store_quota *quota, struct problem *problem)
{
    const struct store_usage *usage = &quota->usage;
    char number[24];
    bool computers = quota->computers > 0 && usage->computers >= quota->computers;
    bool tables = quota->tables > 0 && usage->tables >= quota->tables;
    snprintf(number, sizeof number, "%" PRId64,
             computers ? usage->computers
             : tables  ? usage->tables
                       : usage->made);
    problem_set(problem,
                computers
                    ? _("you have {0} computer-only {0|game|games} running; let one end first, or "
                        "leave one alone for 15 minutes")
                : tables ? _("you have {0} {0|table|tables} under way; finish one first")
                         : _("you have created {0} {0|table|tables} within an hour; please wait"),
                number, NULL, NULL);
}

bool quotas_have_room(const struct quotas *quotas, enum person_kind kind, struct problem *problem)
{
    int64_t most = quotas->settings.all_tables;
    const struct store_table_count *counted = &quotas->counted;
    bool fits = counted->all < most &&
                (!is_small(kind) || counted->of_guests < guest_share(most, ALL_TABLES_DIVISOR));
    return most == 0 || fits ||
           problem_set(problem, _("this server has no room for another table now"), NULL, NULL,
                       NULL);
}

void quotas_note_made(struct quotas *quotas, enum person_kind kind)
{
    quotas->counted.all++;
    quotas->counted.of_guests += is_small(kind);
    assert(quotas->counted.of_guests <= quotas->counted.all);
}

/* ---- people and houses ----------------------------------------------------------------------- */

/* Someone, or a house: then `user` is its number, which is never a user's. */
struct person_bytes {
    int64_t user;
    int64_t bytes;         /* written today */
    int64_t tables;        /* made today, by the guests of a house */
    int64_t card_sets;     /* brought today */
    int64_t house;         /* where the person was last; 0: nobody knows */
    int64_t day;           /* of the last time that anyone asked */
    enum person_kind kind; /* as far as it is known */
    struct person_bytes *next;
};

void quotas_open(struct quotas *quotas, const struct quota_settings *settings)
{
    *quotas = (struct quotas){.settings = *settings};
    randombytes_buf(quotas->secret, sizeof quotas->secret);
}

/* Those of whom nobody has heard since before that day. */
static void forget(struct quotas *quotas, int64_t day)
{
    for (int i = 0; i < QUOTA_SHELVES; i++)
        for (struct person_bytes **at = &quotas->buckets[i], *person; (person = *at) != NULL;) {
            if (person->day >= day) {
                at = &person->next;
                continue;
            }
            *at = person->next;
            free(person);
        }
}

void quotas_close(struct quotas *quotas)
{
    forget(quotas, INT64_MAX);
}

/* A new day begins with nothing. */
static void look_at_calendar(struct quotas *quotas, int64_t now)
{
    if (now / DAY == quotas->day)
        return;
    forget(quotas, quotas->day);
    quotas->day = now / DAY;
    for (int i = 0; i < QUOTA_SHELVES; i++)
        for (struct person_bytes *at = quotas->buckets[i]; at != NULL; at = at->next)
            at->bytes = at->tables = at->card_sets = 0;
}

static struct person_bytes *find(const struct quotas *quotas, int64_t user)
{
    struct person_bytes *person = quotas->buckets[(uint64_t)user % QUOTA_SHELVES];
    while (person != NULL && person->user != user)
        person = person->next;
    return person;
}

/* Who has only been heard of counts as an account until it is known better: what the computers at
 * someone's tables write is bounded by the number of those. */
static struct person_bytes *person_of(struct quotas *quotas, int64_t user, int64_t now)
{
    struct person_bytes **bucket = &quotas->buckets[(uint64_t)user % QUOTA_SHELVES];
    look_at_calendar(quotas, now);
    struct person_bytes *person = find(quotas, user);
    if (person == NULL) {
        person = memory_new(1, sizeof *person);
        *person = (struct person_bytes){.user = user, .next = *bucket};
        *bucket = person;
    }
    person->day = quotas->day;
    return person;
}

void quotas_note_person(struct quotas *quotas, int64_t user, enum person_kind kind,
                        const uint8_t address[ADDRESS_KEY_SIZE], int64_t now)
{
    struct person_bytes *person = person_of(quotas, user, now);
    int64_t number;
    static_assert(sizeof number == crypto_shorthash_BYTES, "a hash is a number");
    static_assert(sizeof quotas->secret == crypto_shorthash_KEYBYTES, "the key fits");
    crypto_shorthash((unsigned char *)&number, address, ADDRESS_KEY_SIZE, quotas->secret);
    person->kind = kind;
    person->house = number < 0 ? number : -1 - number;
    assert(user > 0 && person->house < 0); /* houses and users share the buckets */
}

int64_t quotas_house(const struct quotas *quotas, int64_t user)
{
    const struct person_bytes *person = find(quotas, user);
    return person != NULL ? person->house : 0;
}

/* What the guests of the person's address share; NULL: nothing. */
static struct person_bytes *house_of(struct quotas *quotas, const struct person_bytes *person,
                                     int64_t now)
{
    return person->kind == PERSON_GUEST && person->house != 0
               ? person_of(quotas, person->house, now)
               : NULL;
}

bool quotas_take_table(struct quotas *quotas, int64_t user, enum person_kind kind, int64_t now,
                       struct problem *problem)
{
    struct person_bytes *person = person_of(quotas, user, now);
    int64_t most = HOUSE_GUESTS * guest_share(quotas->settings.tables, TABLES_DIVISOR);
    person->kind = kind;
    struct person_bytes *house = house_of(quotas, person, now);
    if (house == NULL)
        return true;
    if (most > 0 && house->tables >= most)
        return problem_set(problem,
                           _("guests at your address have created many tables today; create an "
                             "account, or come back tomorrow"),
                           NULL, NULL, NULL);
    house->tables++;
    return true;
}

bool quotas_take_card_set(struct quotas *quotas, int64_t user, enum person_kind kind, int64_t now,
                          struct problem *problem)
{
    struct person_bytes *person = person_of(quotas, user, now);
    int64_t most = quotas->settings.card_sets;
    person->kind = kind;
    struct person_bytes *house = house_of(quotas, person, now);
    int64_t of_guest = guest_share(most, CARD_SETS_DIVISOR);
    bool is_full = person->card_sets >= (is_small(kind) ? of_guest : most) ||
                   (house != NULL && house->card_sets >= HOUSE_GUESTS * of_guest);
    if (most > 0 && is_full)
        return problem_set(
            problem,
            _("you have created as many tables with your own cards as one person may in a day"),
            NULL, NULL, NULL);
    person->card_sets++;
    if (house != NULL)
        house->card_sets++;
    return true;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static int64_t most_of(const struct quotas *quotas, enum person_kind kind)
{
    int64_t most = quotas->settings.bytes;
    return is_small(kind) ? guest_share(most, BYTES_DIVISOR) : most;
}

/* Would the house have more than it may? */
static bool house_is_full(struct quotas *quotas, const struct person_bytes *person, int64_t bytes,
                          int64_t now)
{
    const struct person_bytes *house = house_of(quotas, person, now);
    int64_t most = HOUSE_GUESTS * most_of(quotas, PERSON_GUEST);
    return house != NULL && most > 0 && house->bytes + bytes > most;
}

bool quotas_allow(struct quotas *quotas, int64_t user, enum person_kind kind, size_t bytes,
                  int64_t now, struct problem *problem)
{
    assert(bytes < INT32_MAX);
    struct person_bytes *person = person_of(quotas, user, now);
    int64_t most = most_of(quotas, kind);
    person->kind = kind;
    if (most > 0 && person->bytes + (int64_t)bytes > most)
        return problem_set(problem, _("you have written as much as one person may in a day"), NULL,
                           NULL, NULL);
    if (house_is_full(quotas, person, (int64_t)bytes, now))
        return problem_set(problem,
                           _("guests at your address have written a lot today; create an "
                             "account, or come back tomorrow"),
                           NULL, NULL, NULL);
    return true;
}

bool quotas_spend(struct quotas *quotas, int64_t user, enum person_kind kind, size_t bytes,
                  int64_t now, struct problem *problem)
{
    if (!quotas_allow(quotas, user, kind, bytes, now, problem))
        return false;
    quotas_charge(quotas, user, bytes, now);
    return true;
}

void quotas_charge(struct quotas *quotas, int64_t user, size_t bytes, int64_t now)
{
    struct person_bytes *person = person_of(quotas, user, now);
    struct person_bytes *house = house_of(quotas, person, now);
    assert(bytes < INT32_MAX && person->bytes >= 0);
    person->bytes += (int64_t)bytes;
    if (house != NULL)
        house->bytes += (int64_t)bytes;
}

bool quotas_are_spent(struct quotas *quotas, int64_t user, int64_t now)
{
    look_at_calendar(quotas, now);
    const struct person_bytes *person = find(quotas, user);
    int64_t most = person != NULL ? most_of(quotas, person->kind) : 0;
    return person != NULL &&
           ((most > 0 && person->bytes >= most) || house_is_full(quotas, person, 1, now));
}

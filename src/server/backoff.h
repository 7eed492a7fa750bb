/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Growing delays for repeated attempts: passwords, mails to an address. Each key has some free
 * tries; after that each one must wait twice as long as the one before, up to a limit. A success,
 * or a long time without a try, resets it.
 *
 * The table has a fixed size and is keyed by a secret, so that no one can choose which keys share a
 * place. Where there is no place left, the key with the fewest tries has to go. */

#ifndef SERVER_BACKOFF_H
#define SERVER_BACKOFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BACKOFF_SETS = 4096, BACKOFF_WAYS = 4 };

struct backoff_rule {
    int free;            /* tries before there is a delay */
    int64_t first_ms;    /* the first delay; doubled with each further try */
    int64_t most_ms;     /* the longest */
    int64_t forgiven_ms; /* after so long without a try; at least as long as most_ms */
};

struct backoff_key {
    uint64_t hash; /* never 0 */
};

struct backoff {
    uint8_t secret[16];
    struct {
        uint64_t hash; /* 0: nobody's */
        int32_t tries;
        int64_t next;     /* by loop_now: the next try may be made */
        int64_t forgiven; /* its tries do not count any more */
    } slots[BACKOFF_SETS][BACKOFF_WAYS];
};

void backoff_start(struct backoff *backoff); /* zeroed before; takes a new secret */

/* The key of a text, for one kind of tries: "account" and a name, "peer" and an address. */
struct backoff_key backoff_key(const struct backoff *backoff, const char *kind, const char *text);

/* Milliseconds until the key may try; 0: now. */
int64_t backoff_wait(const struct backoff *backoff, struct backoff_key key, int64_t now);

/* Counts a try. What turns out to be right is taken back by backoff_forgive. */
void backoff_count(struct backoff *backoff, struct backoff_key key, const struct backoff_rule *rule,
                   int64_t now);
void backoff_forgive(struct backoff *backoff, struct backoff_key key);

/* One try less: for a key that many share, where one of them was right; for a try that nobody
 * looked at. */
void backoff_take_back(struct backoff *backoff, struct backoff_key key);

#endif

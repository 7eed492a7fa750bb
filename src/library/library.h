/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files of the library share: rules as the caller has them, states with the seal that
 * tells whose they are, and what becomes of problems and texts. */

#ifndef LIBRARY_LIBRARY_H
#define LIBRARY_LIBRARY_H

#include "orrery.h"

#include "base/scan.h"
#include "contract/actions.h"
#include "contract/play.h"

#include <stdatomic.h>

struct orrery_rules {
    struct ruleset *rules;
    struct actions actions;
    uint64_t seal; /* what states of these rules begin with */
    atomic_int users;
};

/* A state as the caller has it: the seal, then the state of the game. The seal tells states of
 * other rules and memory that was never filled; it costs nothing. */
enum { SEAL_SIZE = 8 };
_Static_assert(ORRERY_STATE_MAX >= SEAL_SIZE + STATE_SIZE_MAX, "a state of any game fits");
_Static_assert((int)ORRERY_SEATS_MAX == (int)SEATS_MAX, "the contract and the library agree");
_Static_assert((int)ORRERY_MOVES_MAX == (int)MOVES_MAX, "the contract and the library agree");
_Static_assert((int)ORRERY_SOURCES_MAX == (int)SOURCES_MAX, "the contract and the library agree");
_Static_assert((int)ORRERY_DEALER == (int)DEALER && (int)ORRERY_NOBODY == (int)NOBODY,
               "the contract and the library agree");
_Static_assert((int)ORRERY_LANGUAGES_MAX >= (int)LANGUAGE_COUNT, "there is room for all languages");
_Static_assert((int)ORRERY_GERMAN == (int)LANGUAGE_DE, "the contract and the library agree");

static inline size_t state_bytes(const struct orrery_rules *rules)
{
    return SEAL_SIZE + (size_t)rules->rules->game->state_size;
}

/* The game's part of it. */
static inline void *inside(void *state)
{
    return (unsigned char *)state + SEAL_SIZE;
}

static inline const void *inside_const(const void *state)
{
    return (const unsigned char *)state + SEAL_SIZE;
}

static inline void seal(const struct orrery_rules *rules, void *state)
{
    memcpy(state, &rules->seal, SEAL_SIZE);
}

static inline bool is_at_word(const void *state)
{
    return state != NULL && (uintptr_t)state % 8 == 0;
}

/* Is it a state of these rules? ORRERY_FINE, or why not. */
static inline int look_at_seal(const struct orrery_rules *rules, const void *state)
{
    if (rules == NULL || !is_at_word(state))
        return ORRERY_WRONG_ARGUMENT;
    return memcmp(state, &rules->seal, SEAL_SIZE) == 0 ? ORRERY_FINE : ORRERY_WRONG_STATE;
}

static inline bool is_language(enum orrery_language language)
{
    return (int)language >= 0 && (int)language < LANGUAGE_COUNT;
}

/* What a call may take when the system has no memory left; more than any single call takes. */
enum { RESERVE = 32 << 20 };

/* Is there memory to work with? Every function that allocates asks first; where this is false, it
 * answers ORRERY_NO_MEMORY. The first question takes a reserve: what runs out of memory in the
 * middle of a call is finished with it, and nothing new begins until it is there again. */
bool has_memory(void);
bool has_memory_or(struct problem *problem); /* the same; notes problem_no_memory */

/* Makes rules of a ruleset, which they own from then on. NULL stays NULL. */
struct orrery_rules *rules_of(struct ruleset *ruleset);

/* One more user of the rules. */
struct orrery_rules *rules_keep(const struct orrery_rules *rules);

/* Reads the first line of a text, "orrery record 1" and the like, and its heading, and opens the
 * rules with these cards (NULL: those of the library that the heading names); the scan stands
 * behind them. NULL with a problem noted. */
struct ruleset *rules_of_text(struct scan *scan, const char *what, struct span cards);

/* Is it a text that may be read? A NULL is an empty one only if its length is 0. */
bool text_given(const char *text, size_t length, struct span *span, struct problem *problem);

/* Tells the caller of a problem, if there is one. Always in English, so that sentences that only
 * the library has are not marked for translation. */
void problem_hand_out(const struct problem *problem, struct orrery_problem *out);

/* Writes the text as snprintf would, releases it, and returns its length. */
int64_t text_hand_out(struct text *text, char *out, size_t size);

#endif

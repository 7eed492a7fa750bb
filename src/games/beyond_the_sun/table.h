/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: a state with its rules, as queries and changes take it, and what is read off it
 * directly. */

#ifndef GAMES_BEYOND_THE_SUN_TABLE_H
#define GAMES_BEYOND_THE_SUN_TABLE_H

#include "state.h"

/* What has been found out about a seat. It holds as long as the state stands still, so whoever asks
 * much at once (bts_remembering) keeps it for so long and no longer. */
struct bts_findings {
    int seat;
    struct {
        uint32_t asked, within; /* by movement points, as bits */
    } colonies[2];              /* in the open, in stealth: is one within reach? */
    int research_count;
    struct {
        unsigned levels;
        int flags;
        uint32_t slots;
    } research[8]; /* the slots that are open to it */
};

/* A state with its rules, for questions: nothing can be changed through it. */
struct bts_view {
    const struct ruleset *rules;
    const struct bts_cards *cards;
    const struct bts_state *s;
    struct bts_findings *findings; /* about one seat; NULL: nothing is kept */
};

/* The same for changes; it is asked through its view. */
struct bts_table {
    struct bts_view view;
    struct bts_state *s;
    struct events *events; /* where they go; NULL: nowhere */
};

static inline struct bts_view bts_view_of(const struct ruleset *rules, const void *state)
{
    return (struct bts_view){rules, rules->cards, state, NULL};
}

static inline struct bts_table bts_table_of(const struct ruleset *rules, void *state,
                                            struct events *events)
{
    return (struct bts_table){bts_view_of(rules, state), state, events};
}

/* A table over a copy of what is looked at, to try something on. */
static inline struct bts_table bts_trial(const struct bts_view *v, struct bts_state *copy)
{
    *copy = *v->s;
    return bts_table_of(v->rules, copy, NULL);
}

/* Versions of the rules. The second has rulings R60, R66 and R74 to R76 as they are today; games
 * that began with the first are played to their end without them. */
enum { RULES_OF_RULINGS = 2, RULES_NOW = RULES_OF_RULINGS };

static inline bool bts_plays_rules(const struct bts_view *v, int version)
{
    return v->rules->setup.rules >= version;
}

/* The same view, which keeps what it finds out about the seat. */
static inline struct bts_view bts_remembering(const struct bts_view *v, int seat,
                                              struct bts_findings *findings)
{
    *findings = (struct bts_findings){.seat = seat};
    return (struct bts_view){v->rules, v->cards, v->s, findings};
}

/* What is kept about the seat, or NULL. */
static inline struct bts_findings *findings_about(const struct bts_view *v, int seat)
{
    return v->findings != NULL && v->findings->seat == seat ? v->findings : NULL;
}

static inline int players_of(const struct bts_view *v)
{
    return v->rules->setup.players;
}

/* A place for an event. */
static inline int told_place(const struct bts_view *v, int place)
{
    assert(place >= 0 && place < PLACES);
    return place + PLACE_OF_SYSTEM * v->s->cards[place];
}

static inline bool is_advanced(const struct bts_view *v)
{
    return v->rules->setup.options[OPTION_MATS] == MATS_ADVANCED;
}

static inline bool has_tableau(const struct bts_view *v)
{
    return v->rules->setup.options[OPTION_TECHNOLOGIES] == TECHNOLOGIES_TABLEAU;
}

/* A seat to look at, and one to change. */
static inline const struct bts_seat *seat_of(const struct bts_view *v, int seat)
{
    assert(seat >= 0 && seat < SEATS_MAX);
    return &v->s->seats[seat];
}

static inline struct bts_seat *seat_at(struct bts_table *t, int seat)
{
    assert(seat >= 0 && seat < SEATS_MAX);
    return &t->s->seats[seat];
}

static inline const struct bts_place *map_of(const struct bts_view *v)
{
    return v->cards->maps[players_of(v) > 2];
}

/* The deck of technologies of a level from II on, to look at or to change. */
static inline const uint8_t *tech_pile(const struct bts_view *v, int level)
{
    assert(level >= 2 && level <= 4);
    return v->s->tech_piles[level - 2];
}

static inline uint8_t *tech_pile_at(struct bts_table *t, int level)
{
    assert(level >= 2 && level <= 4);
    return t->s->tech_piles[level - 2];
}

/* The seat whose turn it is, or NOBODY. */
static inline int turn_seat(const struct bts_view *v)
{
    return v->s->turn > 0 ? v->s->turn - 1 : NOBODY;
}

static inline int next_seat(const struct bts_view *v, int seat)
{
    return seat + 1 < players_of(v) ? seat + 1 : 0;
}

#endif

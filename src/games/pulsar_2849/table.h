/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: a state with its rules, as queries and changes take it, and what is read off it
 * directly. */

#ifndef GAMES_PULSAR_2849_TABLE_H
#define GAMES_PULSAR_2849_TABLE_H

#include "state.h"

#include "kit/tasks.h"

/* A state with its rules, for questions: nothing can be changed through it. */
struct pulsar_view {
    const struct ruleset *rules;
    const struct pulsar_cards *cards;
    const struct pulsar_state *s;
};

/* The same for changes; it is asked through its view. */
struct pulsar_table {
    struct pulsar_view view;
    struct pulsar_state *s;
    struct events *events; /* where they go; NULL: nowhere */
};

static inline struct pulsar_view pulsar_view_of(const struct ruleset *rules, const void *state)
{
    return (struct pulsar_view){rules, rules->cards, state};
}

static inline struct pulsar_table pulsar_table_of(const struct ruleset *rules, void *state,
                                                  struct events *events)
{
    return (struct pulsar_table){pulsar_view_of(rules, state), state, events};
}

static inline int players_of(const struct pulsar_view *v)
{
    return v->rules->setup.players;
}

static inline bool has_headquarters(const struct pulsar_view *v)
{
    return v->rules->setup.options[OPTION_GAME] == GAME_STANDARD;
}

static inline const struct pulsar_players *players_card(const struct pulsar_view *v)
{
    assert(players_of(v) >= 2 && players_of(v) <= SEATS_MAX);
    return &v->cards->players[players_of(v) - 2];
}

static inline const struct pulsar_map *map_of(const struct pulsar_view *v)
{
    return &v->cards->maps[v->rules->setup.options[OPTION_CLUSTER]];
}

static inline const struct pulsar_node *node_of(const struct pulsar_view *v, int location)
{
    assert(location >= 0 && location <= NODES);
    return &map_of(v)->nodes[location];
}

/* A seat to look at, and one to change. */
static inline const struct pulsar_seat *seat_of(const struct pulsar_view *v, int seat)
{
    assert(seat >= 0 && seat < SEATS_MAX);
    return &v->s->seats[seat];
}

static inline struct pulsar_seat *seat_at(struct pulsar_table *t, int seat)
{
    assert(seat >= 0 && seat < players_of(&t->view));
    return &t->s->seats[seat];
}

/* The first row of a program with this operation, or NULL; is there one? */
static inline const struct effect *row_with(const struct pulsar_view *v, struct program program,
                                            enum pulsar_op op)
{
    return effect_find(v->cards->rows, program, (uint8_t)op);
}

static inline bool program_uses(const struct pulsar_view *v, struct program program,
                                enum pulsar_op op)
{
    return row_with(v, program, op) != NULL;
}

#endif

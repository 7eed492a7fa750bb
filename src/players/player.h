/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Computer players: one interface for all of them and for all games.
 *
 * A player is asked for a move at a node of its seat. It gets the ruleset and the state, as
 * everyone at the table sees them; there is nothing more to see. It is made from a description
 * such as `random` or `mcts:nodes=1000,seed=7`: a name, and settings after a colon. With a node
 * budget a player is deterministic: same state, same settings, same move, on every machine.
 *
 * A description comes from a stranger. It is parsed first (player_read, which allocates nothing and
 * takes microseconds), then checked against all limits, and only then is a player opened: that may
 * take a lot of memory and time. */

#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include "contract/game.h"

#include <stdatomic.h>

struct player;
struct judge;

/* A number that the description of a player may set. */
struct player_setting {
    const char *name;  /* "nodes" */
    const char *about; /* a phrase */
    int64_t min, max;
    int64_t standard; /* if the description does not say */
};

enum {
    PLAYER_SETTINGS_MAX = 11,
    PLAYER_DESCRIPTION_MAX = 200, /* bytes; a longer one is refused */
};

/* What ends a choice early, whatever the settings say. */
struct player_limit {
    const atomic_bool *stop; /* once it is set, any legal move will do, at once; NULL: none */
    int64_t until;           /* by clock_ms: what was found until then decides; 0: no such limit */
};
bool player_limit_reached(const struct player_limit *limit);

/* What a search thinks of a move. */
struct opinion {
    uint32_t visits; /* 0: nothing */
    uint32_t looks;  /* how often it was looked at more thoroughly */
    uint32_t worth;  /* to the seat that decides, at most OPINION_WORTH_MAX */
};
enum { OPINION_WORTH_MAX = 1 << 20 };

/* Bytes; no player takes more, whatever its settings are together. */
#define PLAYER_MEMORY_MAX (INT64_C(4) << 30)

struct player_kind {
    const char *name;  /* "mcts" */
    const char *about; /* a phrase: what it does, in one line */
    /* Ends with a row without a name. A row "seed" is the number that player_begin adds to. */
    struct player_setting settings[PLAYER_SETTINGS_MAX];

    /* How many bytes one with these settings takes, about. NULL: next to nothing. */
    int64_t (*memory)(const int64_t *values);

    /* Makes one; NULL if there is not enough memory. `values` are in the order of the settings.
     * `begin` follows before any choice. */
    void *(*open)(const struct ruleset *rules, const int64_t *values);

    /* Makes one that asks this judge in place of the best one of the game; the judge outlives it.
     * NULL if it asks none: then it has no setting `network`. */
    void *(*open_with)(const struct ruleset *rules, const int64_t *values,
                       const struct judge *judge);

    /* From now on points of these sources are to its taste: rows of words.sources, as bits. NULL if
     * it has none: then it has no setting `taste`. */
    void (*like)(void *self, uint32_t sources);

    /* A new game: forgets what it may know of the last one and takes a new seed. */
    void (*begin)(void *self, uint64_t seed);

    /* Made in the middle of a turn, at this state: so much time of it is gone. NULL if it does not
     * count the time of turns. */
    void (*resume)(void *self, const struct ruleset *rules, const void *state, int64_t spent_ms);

    /* From now on it looks at these limits while it chooses. NULL if it never takes long. */
    void (*bound)(void *self, struct player_limit limit);

    /* Chooses one of the legal moves of the seat that acts in this state. */
    struct move (*choose)(void *self, const struct ruleset *rules, const void *state);

    /* How often the search behind the last choice looked at each legal move, in their order;
     * returns how many there are. Only asked after a choice between several. NULL: it does not
     * count. */
    int (*visits)(const void *self, uint32_t visits[MOVES_MAX]);

    /* What it thinks of each legal move after a choice between several, in their order, so that it
     * can agree with others (agree.h); returns how many there are. NULL: it does not tell. */
    int (*opinions)(const void *self, struct opinion opinions[MOVES_MAX]);

    /* What went wrong in this game, so that the player has lost it: a phrase. NULL if nothing did,
     * or nothing can: only players that are not ours fail. */
    const char *(*failure)(const void *self);

    void (*close)(void *self);
};

extern const struct player_kind *const player_kinds[]; /* NULL at the end */

/* A description that has been read: which player, and all its numbers, in the order of its
 * settings. Each is within its limits, and together they are within PLAYER_MEMORY_MAX. */
struct player_spec {
    const struct player_kind *kind;
    int64_t values[PLAYER_SETTINGS_MAX]; /* what the description does not say is the standard */
    char network[PLAYER_DESCRIPTION_MAX + 1]; /* a file; "": the built-in one */
    char taste[PLAYER_DESCRIPTION_MAX + 1];   /* names of sources of points (taste.h); "": none */
};

/* Reads a description; false with a problem noted if there is no such player or setting. This is
 * the only way from a text to settings. */
bool player_read(struct span description, struct player_spec *spec, struct problem *problem);

/* The same for a description that the user of this computer wrote: it may also have what only shows
 * to be right when the player is made, the file of a network (`learned:network=FILE`) and the names
 * of sources of points (`learned:taste=systems+outposts`). */
bool player_read_own(struct span description, struct player_spec *spec, struct problem *problem);

/* The number of that name, to be read or changed; NULL if the player has no such setting. */
int64_t *player_value(struct player_spec *spec, const char *setting);
int64_t player_memory(const struct player_spec *spec); /* bytes that it will take, about */
/* Will it ask the best judge of the game (judge_of)? */
bool player_asks_judge(const struct player_spec *spec);

/* Makes such a player; NULL with a problem noted if there is not enough memory for it
 * (problem_no_memory), its network cannot be read, or the game does not have the sources of points.
 * `seed` is as for player_begin. The player is for this ruleset alone. */
struct player *player_make(const struct ruleset *rules, const struct player_spec *spec,
                           uint64_t seed, struct problem *problem);

/* Reads the description, which may name a file (player_read_own), and makes the player. */
struct player *player_open(const struct ruleset *rules, struct span description, uint64_t seed,
                           struct problem *problem);

/* How many players this process has made so far. */
uint64_t player_count_made(void);

/* A thread that must never wait says so: it makes no player. An assert holds it to that. */
void player_make_none_here(void);

/* Can such a setting be added to the description: does the player have it, and is it not there? */
bool player_can_add(struct span description, const char *setting);

/* Wraps a player that was made by hand, of a kind that need not be in the list. */
struct player *player_wrap(const struct player_kind *kind, void *self, uint64_t seed);

/* Starts a new game. `seed` is added to the player's own seed setting, so that games differ. */
void player_begin(struct player *player, uint64_t seed);

/* For a player that is made in the middle of a turn: so much time has gone into its decisions up to
 * this state. */
void player_resume(struct player *player, const struct ruleset *rules, const void *state,
                   int64_t spent_ms);

/* Its choices end within milliseconds when the limit is reached. The flag must outlive the player.
 */
void player_bound(struct player *player, struct player_limit limit);

/* The player's move. The state must stand at a node of a seat. */
struct move player_choose(struct player *player, const struct ruleset *rules, const void *state);

/* How often the search behind its last choice, which was between several moves, looked at each of
 * them, in the order of the legal list; returns how many, 0 if the player does not count. */
int player_visits(const struct player *player, uint32_t visits[MOVES_MAX]);

/* What it thinks of each of them, in the same order; returns how many, 0 if it does not tell. */
int player_opinions(const struct player *player, struct opinion opinions[MOVES_MAX]);

/* Why the player has lost the present game, whatever its score: a phrase; NULL: it has not. */
const char *player_failure(const struct player *player);

const char *player_name(const struct player *player); /* of its kind */
void *player_self(const struct player *player);       /* what its kind works on */
void player_close(struct player *player);             /* NULL is fine */

/* Cuts the first description off a list such as `random,mcts:nodes=50,seed=7,random`: a comma
 * begins a new player unless a setting follows it. Empty when the list is. */
struct span player_cut(struct span *list);

#endif

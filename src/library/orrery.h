/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* liborrery: the games of Orrery for other programs. This is the whole of its interface;
 * docs/library.md has a program of twenty lines that uses it.
 *
 * A *game* is played by *rules*: the game with a number of players, options and cards. A *state* is
 * where a game is: plain memory of a fixed size that belongs to the caller. Copy it with memcpy,
 * compare it with memcmp, keep as many as you like; there is no undo because a copy is one. Nothing
 * is hidden in a state: what no one knows yet is decided by the *dealer* in moves of its own.
 *
 * A move is an *action*: a whole number from 0 on that means the same move in every setup, card set
 * and program, as long as the fingerprint `numbering` of orrery_sizes stays the same.
 *
 * Every function
 *   - checks what it is given: NULL where something is needed, numbers out of range, states of
 *     other rules and broken text are refused, and nothing has changed then. A state is recognized
 *     by its first bytes; bytes that come from elsewhere, or were changed by hand, must go through
 *     orrery_state_check before anything else;
 *   - returns a negative number, enum orrery_result, if it cannot do what is asked (or NULL);
 *   - does a bounded amount of work with a bounded amount of memory, and neither prints nor ends
 *     the program. If memory runs out in the middle of a call, the call is finished with a reserve
 *     of 32 MiB that the library took (as addresses, not as memory that is used) at its first call.
 *     From then on whatever needs memory answers ORRERY_NO_MEMORY, or NULL with a problem that says
 *     so, until that much is free again; all that works on states alone goes on. Only if several
 *     threads together use up the reserve before they have finished, the program is aborted;
 *   - may be called by any thread at any time. Rules never change, so threads share them. A state,
 *     record, player or batch is used by one thread at a time (orrery_player_stop excepted).
 *
 * Functions that write text take `out` and `size` as snprintf does: at most `size` bytes with the
 * closing zero are written, and the length of the whole text is returned. Text is UTF-8. `length`
 * of text that is read is in bytes, ORRERY_TEXT_MAX at most; it needs no closing zero.
 *
 * What rules, records, players and batches need, they keep: they can be closed in any order. */

#ifndef ORRERY_H
#define ORRERY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ORRERY_API __attribute__((visibility("default")))
#else
#define ORRERY_API
#endif

enum {
    ORRERY_SEATS_MAX = 4,       /* seats are 0 … players - 1 */
    ORRERY_MOVES_MAX = 255,     /* legal actions at one moment */
    ORRERY_SOURCES_MAX = 16,    /* of points */
    ORRERY_STATE_MAX = 2112,    /* bytes of a state of any game */
    ORRERY_BATCH_MAX = 65536,   /* states of a batch */
    ORRERY_THREADS_MAX = 64,    /* of a batch */
    ORRERY_TEXT_MAX = 16777216, /* bytes of a text that is read */
    ORRERY_SENTENCE_SIZE = 512  /* bytes of a problem, with the closing zero */
};

enum orrery_actor { ORRERY_DEALER = -1, ORRERY_NOBODY = -2 }; /* besides seats */
/* Others are numbers that orrery_language_name tells; they may differ from build to build. */
enum orrery_language { ORRERY_ENGLISH, ORRERY_GERMAN, ORRERY_LANGUAGES_MAX = 32 };

enum orrery_result {
    ORRERY_FINE = 0,
    ORRERY_WRONG_ARGUMENT = -1, /* NULL, or a number out of range */
    ORRERY_WRONG_STATE = -2,    /* not a state of these rules */
    ORRERY_NOT_LEGAL = -3,      /* there is no such legal action here */
    ORRERY_WRONG_TEXT = -4,     /* a problem says why */
    ORRERY_NO_MEMORY = -5,
    ORRERY_NO_ROOM = -6, /* the array of the caller is too small */
    ORRERY_NOT_NOW = -7  /* not at this moment of the game: see the function */
};

struct orrery_rules;
struct orrery_record;
struct orrery_player;
struct orrery_batch;

/* What is wrong with a text, in English. Where a function takes one, NULL is fine. */
struct orrery_problem {
    int32_t line, column; /* from 1; 0: no such place */
    char sentence[ORRERY_SENTENCE_SIZE];
};

struct orrery_sizes {
    int32_t players;
    int32_t state;      /* bytes */
    int32_t actions;    /* all numbers are below this */
    int32_t features;   /* numbers that describe a state */
    uint64_t numbering; /* fingerprint of the actions: the same means the same numbers */
    uint64_t cards;     /* fingerprint of the cards */
};

struct orrery_node {
    int32_t actor; /* who decides: a seat, ORRERY_DEALER, or ORRERY_NOBODY when it is over */
    int32_t turn;  /* the seat whose turn it is, or ORRERY_NOBODY */
    int32_t round; /* from 1; 0 during the set-up */
};

struct orrery_score {
    int16_t total[ORRERY_SEATS_MAX];
    int16_t parts[ORRERY_SEATS_MAX][ORRERY_SOURCES_MAX]; /* they add up to total */
    uint8_t place[ORRERY_SEATS_MAX];                     /* 1 is best; equal is equal */
};

/* ---- games and rules ------------------------------------------------------------------------- */

/* The version of the library, "1.0.0". */
ORRERY_API const char *orrery_version(void);

/* Name of game number `index`, from 0 on; NULL past the last. */
ORRERY_API const char *orrery_game_name(int index);

/* Name of language number `index`, from 0 on: "en", "de", …; NULL past the last. */
ORRERY_API const char *orrery_language_name(int index);

/* All about a game as a JSON object: title, numbers of players, options and their choices; moves
 * with their first action and the number of values of each argument; kinds of things, events,
 * reasons, questions, sources of points, fields of the state, and the names of the numbers that
 * orrery_features writes (`feature_names`, in their order), with their meaning. ORRERY_WRONG_TEXT
 * if there is no such game. */
ORRERY_API int64_t orrery_game_json(const char *game, enum orrery_language language, char *out,
                                    size_t size);

/* Opens rules. `options` are words such as "goal=avoid start=first", NULL or "" for the standard.
 * `cards` is a card set as one text, as orrery_rules_cards writes it; NULL for that of the library.
 * NULL with a problem noted if something is wrong. */
ORRERY_API struct orrery_rules *orrery_rules_open(const char *game, int players,
                                                  const char *options, const char *cards,
                                                  size_t length, struct orrery_problem *problem);
ORRERY_API void orrery_rules_close(struct orrery_rules *rules); /* NULL is fine */

/* How large things are under these rules, and the fingerprints. */
ORRERY_API int orrery_rules_sizes(const struct orrery_rules *rules, struct orrery_sizes *sizes);

/* The rules as a JSON object: game, players, options, and every component with its text: "in_play"
 * says whether these rules use it, "variant" which players and options do if the standard ones do
 * not, "token" how moves and events refer to it if not by its id. */
ORRERY_API int64_t orrery_rules_json(const struct orrery_rules *rules,
                                     enum orrery_language language, char *out, size_t size);

/* The cards as one text. Change it and open rules with it. */
ORRERY_API int64_t orrery_rules_cards(const struct orrery_rules *rules, char *out, size_t size);

/* ---- states ----------------------------------------------------------------------------------
 * A state is memory of orrery_sizes.state bytes that begins at a multiple of 8. */

/* A new game. */
ORRERY_API int orrery_start(const struct orrery_rules *rules, void *state);

/* Are these bytes, which may come from anywhere, a possible state of these rules? */
ORRERY_API int orrery_state_check(const struct orrery_rules *rules, const void *state,
                                  struct orrery_problem *problem);

/* Who decides. */
ORRERY_API int orrery_node(const struct orrery_rules *rules, const void *state,
                           struct orrery_node *node);

/* Writes the legal actions, always in the same order, and returns how many there are; those of the
 * dealer are the possible outcomes. ORRERY_MOVES_MAX is room for all; ORRERY_NO_ROOM if there is
 * less than needed. */
ORRERY_API int orrery_legal(const struct orrery_rules *rules, const void *state, int32_t *actions,
                            int room);

/* The same as a mask: one byte for each action of the game, 1 where it is legal. `room` is at least
 * orrery_sizes.actions. Returns how many are legal. */
ORRERY_API int orrery_mask(const struct orrery_rules *rules, const void *state, uint8_t *mask,
                           size_t room);

/* The odds of the dealer's actions, in the order of orrery_legal, as whole numbers from 1 on;
 * returns how many there are. ORRERY_NOT_NOW if the dealer does not decide. */
ORRERY_API int orrery_odds(const struct orrery_rules *rules, const void *state, uint32_t *weights,
                           int room);

/* Makes an action. ORRERY_NOT_LEGAL if it is not legal. */
ORRERY_API int orrery_apply(const struct orrery_rules *rules, void *state, int32_t action);

/* The same, and writes what happened as a JSON list of events. Nothing is done if the text would
 * be longer than ORRERY_TEXT_MAX, which does not happen; to know the length before, use a copy. */
ORRERY_API int64_t orrery_apply_told(const struct orrery_rules *rules, void *state, int32_t action,
                                     enum orrery_language language, char *out, size_t size);

/* Makes a random action: all are equally likely, those of the dealer by their odds. Returns the
 * action; ORRERY_NOT_NOW when the game is over. `random` is the state of a generator, any number
 * at first; the same numbers give the same actions everywhere. */
ORRERY_API int orrery_random_action(const struct orrery_rules *rules, void *state,
                                    uint64_t *random);

/* Random actions to the end of the game; returns how many. */
ORRERY_API int orrery_play_out(const struct orrery_rules *rules, void *state, uint64_t *random);

/* The score as it stands; and if the game ended now. */
ORRERY_API int orrery_score(const struct orrery_rules *rules, const void *state,
                            struct orrery_score *score);
ORRERY_API int orrery_projected(const struct orrery_rules *rules, const void *state,
                                struct orrery_score *score);

/* Describes the state to a learner as `seat` sees it: orrery_sizes.features numbers. */
ORRERY_API int orrery_features(const struct orrery_rules *rules, const void *state, int seat,
                               int16_t *features, int room);

/* ---- text and JSON --------------------------------------------------------------------------- */

/* An action as notation, "mark b2"; and back: the action, or ORRERY_WRONG_TEXT. */
ORRERY_API int64_t orrery_action_text(const struct orrery_rules *rules, int32_t action, char *out,
                                      size_t size);
ORRERY_API int orrery_action_read(const struct orrery_rules *rules, const char *text, size_t length,
                                  struct orrery_problem *problem);

/* An action in words, as things are called at that state. */
ORRERY_API int64_t orrery_action_told(const struct orrery_rules *rules, const void *state,
                                      int32_t action, enum orrery_language language, char *out,
                                      size_t size);

/* The moment as a JSON object: actor, turn, round, question, whether it is over, every legal action
 * with number, notation, words and, for the dealer, odds; the score by source, places, and the
 * score if the game ended now. */
ORRERY_API int64_t orrery_moment_json(const struct orrery_rules *rules, const void *state,
                                      enum orrery_language language, char *out, size_t size);

/* What the actor might want to do and cannot, with reasons: a JSON list of action (null where it
 * has no number), notation, reason, rule, words. */
ORRERY_API int64_t orrery_blocked_json(const struct orrery_rules *rules, const void *state,
                                       enum orrery_language language, char *out, size_t size);

/* The table drawn in plain text. */
ORRERY_API int64_t orrery_table_text(const struct orrery_rules *rules, const void *state,
                                     enum orrery_language language, char *out, size_t size);

/* The fields of the state as a JSON object; and back into `state`. */
ORRERY_API int64_t orrery_state_json(const struct orrery_rules *rules, const void *state, char *out,
                                     size_t size);
ORRERY_API int orrery_state_from_json(const struct orrery_rules *rules, const char *text,
                                      size_t length, void *state, struct orrery_problem *problem);

/* A position (docs/position.md); and back: its rules, with `state` filled, which has room for
 * ORRERY_STATE_MAX bytes. `cards` as for orrery_rules_open; NULL finds the default set that the
 * text names, also one of an earlier version. */
ORRERY_API int64_t orrery_position_text(const struct orrery_rules *rules, const void *state,
                                        char *out, size_t size);
ORRERY_API struct orrery_rules *orrery_position_open(const char *text, size_t length,
                                                     const char *cards, size_t cards_length,
                                                     void *state, struct orrery_problem *problem);

/* ---- records: whole games (docs/record.md) --------------------------------------------------- */

/* A record without moves. NULL if there is no memory for it. */
ORRERY_API struct orrery_record *orrery_record_new(const struct orrery_rules *rules);

/* Reads a record and checks every move of it. `cards` as for orrery_position_open. */
ORRERY_API struct orrery_record *orrery_record_open(const char *text, size_t length,
                                                    const char *cards, size_t cards_length,
                                                    struct orrery_problem *problem);
ORRERY_API void orrery_record_close(struct orrery_record *record); /* NULL is fine */

/* The rules of a record, which the caller closes. */
ORRERY_API struct orrery_rules *orrery_record_rules(const struct orrery_record *record);

/* Who sits where: a name of 1 to 63 bytes, and the description of a computer player of at most 63
 * bytes without blanks, "" or NULL for a person. */
ORRERY_API int orrery_record_seat(struct orrery_record *record, int seat, const char *name,
                                  const char *player);

/* Adds a legal action. */
ORRERY_API int orrery_record_add(struct orrery_record *record, int32_t action);

/* How many actions it has; and one of them, from 0 on. `actor` may be NULL. */
ORRERY_API int orrery_record_count(const struct orrery_record *record);
ORRERY_API int orrery_record_action(const struct orrery_record *record, int number, int32_t *actor);

/* How often a search visited each action that was legal there, in the order of orrery_legal, if the
 * record tells (`orrery selfplay --visits`); returns how many numbers, 0 if it does not. */
ORRERY_API int orrery_record_visits(const struct orrery_record *record, int number,
                                    uint32_t *visits, int room);

/* The state after so many actions. */
ORRERY_API int orrery_record_state(struct orrery_record *record, int count, void *state);

/* The record as text, with the score as it stands; orrery_record_open reads it. */
ORRERY_API int64_t orrery_record_text(const struct orrery_record *record, char *out, size_t size);

/* ---- computer players (docs/players.md) ------------------------------------------------------ */

/* All kinds of players with their settings, and the levels of a game, as a JSON object. */
ORRERY_API int64_t orrery_players_json(const char *game, enum orrery_language language, char *out,
                                       size_t size);

/* Opens a player by its description, "mcts:nodes=1000" or "expert:network=FILE", or by the English
 * name of a level, "Admiral". NULL with a problem noted. */
ORRERY_API struct orrery_player *orrery_player_open(const struct orrery_rules *rules,
                                                    const char *description, uint64_t seed,
                                                    struct orrery_problem *problem);
ORRERY_API void orrery_player_close(struct orrery_player *player); /* NULL is fine */

/* A new game begins. */
ORRERY_API int orrery_player_begin(struct orrery_player *player, uint64_t seed);

/* The action that the player chooses for the seat that decides; ORRERY_NOT_NOW if none does. It
 * thinks as long as its description says, but not longer than `milliseconds` if that is above 0. */
ORRERY_API int orrery_player_choose(struct orrery_player *player, const void *state,
                                    int64_t milliseconds);

/* From any thread: the choice under way ends at once, with what was found so far. Choices after it
 * are not affected. */
ORRERY_API int orrery_player_stop(struct orrery_player *player);

/* ---- batches: many games at once -------------------------------------------------------------
 * A batch has `count` games of the same rules, each with chance of its own: game i of a seed is the
 * same however many threads there are. */

enum orrery_batch_flags {
    ORRERY_SHOW_CHANCE = 1, /* the caller makes the actions of the dealer, too */
    ORRERY_KEEP_ENDED = 2   /* a game that is over stays so, instead of starting anew at once */
};

/* Where a step writes: arrays of the caller with `count` rows, one after another. NULL: not wanted.
 */
struct orrery_batch_out {
    int8_t *actors;    /* who decides now */
    uint8_t *ended;    /* 1: a game ended with this step */
    int16_t *points;   /* [ORRERY_SEATS_MAX] of the game that ended with this step, else 0 */
    uint8_t *places;   /* [ORRERY_SEATS_MAX] the same */
    int16_t *counts;   /* how many actions are legal */
    int32_t *legal;    /* [ORRERY_MOVES_MAX] those; what lies behind them is left as it is */
    uint8_t *masks;    /* [actions] 1 where an action is legal */
    int16_t *features; /* [features] as the seat that decides sees it; seat 0 if none does */
};

/* Opens a batch. NULL with a problem noted. */
ORRERY_API struct orrery_batch *orrery_batch_open(const struct orrery_rules *rules, int count,
                                                  int threads, uint64_t seed, int flags,
                                                  struct orrery_problem *problem);
ORRERY_API void orrery_batch_close(struct orrery_batch *batch); /* NULL is fine */

/* Makes one action in each game and runs on to the next decision, then writes what `out` asks for.
 * `actions` has `count` numbers; one below 0 leaves that game as it is. NULL makes none: to see
 * where the games are. If one of them is not legal nothing is done: ORRERY_NOT_LEGAL, and the
 * number of the first such game in `wrong`, which may be NULL. */
ORRERY_API int orrery_batch_step(struct orrery_batch *batch, const int32_t *actions,
                                 const struct orrery_batch_out *out, int32_t *wrong);

/* The state of one game; and another state for it, NULL for a new game. */
ORRERY_API int orrery_batch_get(const struct orrery_batch *batch, int number, void *state);
ORRERY_API int orrery_batch_set(struct orrery_batch *batch, int number, const void *state);

#ifdef __cplusplus
}
#endif

#endif

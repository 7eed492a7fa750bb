/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A small network that has learned what to expect of a position of one game: features (contract)
 * in, one hidden layer, the chance to win and the points of each seat out; and for each move that
 * is possible, how likely a good player makes it. It works in whole numbers, so every machine
 * computes the same. It knows no game; `orrery train` makes it (train.h). */

#ifndef PLAYERS_NETWORK_H
#define PLAYERS_NETWORK_H

#include "judge.h"
#include "move_traits.h"

enum {
    NETWORK_INPUTS_MAX = FEATURES_MAX + SEATS_MAX,
    NETWORK_INPUT_MAX = 127, /* none is larger */
    NETWORK_INPUT_STEP = 32, /* inputs that are looked at together */
    NETWORK_INPUTS_ROOM = NETWORK_INPUTS_MAX + NETWORK_INPUT_STEP,
    NETWORK_HIDDEN_MAX = 256,
    NETWORK_HIDDEN_STEP = 32,        /* the hidden units are a multiple of it */
    NETWORK_OUTPUTS = 2 * SEATS_MAX, /* win of each seat, then points of each seat, in turn order
                                        beginning with the one that looks */
    NETWORK_WEIGHT_BITS = 12,        /* behind the point of a weight of the hidden layer */
    NETWORK_UNIT_BITS = 8,           /* of what a hidden unit says */
    NETWORK_OUT_BITS = 10,           /* of a weight behind the hidden layer */
    NETWORK_WEIGHT_MAX = 6143,
    NETWORK_BIAS_MAX = 1 << 29,
    NETWORK_OUT_MAX = 1 << 24,
    NETWORK_UNIT_MAX = INT16_MAX, /* what a hidden unit says about moves is not above it */
    NETWORK_TRAIT_MAX = INT16_MAX,
};

_Static_assert((int64_t)NETWORK_INPUTS_MAX *NETWORK_INPUT_MAX *NETWORK_WEIGHT_MAX +
                       NETWORK_BIAS_MAX <=
                   INT32_MAX,
               "no sum of a hidden unit is too large");

struct network {
    int inputs, hidden;
    int16_t *weights; /* of two inputs side by side: see network_weight */
    int32_t biases[NETWORK_HIDDEN_MAX];
    int32_t out[NETWORK_OUTPUTS][NETWORK_HIDDEN_MAX];
    int64_t out_biases[NETWORK_OUTPUTS];
    /* What speaks for moves: the sum over their traits. Without traits it knows nothing of moves.
     */
    struct move_traits traits;
    int16_t *trait_weights; /* [traits][hidden]; NULL: none */
    int32_t *trait_biases;  /* [traits] */
};

/* What goes into a network: the features of the game from the view of a seat, then how far each
 * seat is above the mean by rule of thumb, in half points, in turn order beginning with the one
 * that looks. One that was taught when the game had fewer features takes only the first of them:
 * new ones come last. */
int network_input_count(const struct game *game);
/* `count` of them; there must be room for NETWORK_INPUTS_ROOM. */
void network_inputs(const struct ruleset *rules, const void *state, int seat, int count,
                    int16_t *inputs);

/* The weight from an input to a hidden unit. */
static inline int16_t *network_weight(const struct network *network, int input, int unit)
{
    return network->weights + (size_t)(input / 2 * network->hidden + unit) * 2 +
           (size_t)(input % 2);
}

/* Makes room for the weights, which are zero. */
void network_make(struct network *network, int inputs, int hidden);
/* And for what it knows of moves of the game. */
void network_make_moves(struct network *network, const struct game *game);

/* The text of a network. `about` is a comment of one line, such as the command that made it. */
void network_write(const struct network *network, const struct game *game, const char *about,
                   struct text *out);

/* Reads one for that game. On failure nothing is held. */
bool network_read(struct network *network, const struct game *game, const char *file,
                  struct span text, struct problem *problem);
void network_free(struct network *network);

/* The line that says which game a text is about: it must be this one. */
struct scan;
bool network_read_game(struct scan *scan, const struct game *game);

/* The inputs of the position evaluated last and the sums of the hidden units: the next position
 * costs only what differs. */
struct network_notes {
    const struct network *network; /* NULL: nothing yet */
    int16_t inputs[NETWORK_INPUTS_ROOM];
    int32_t sums[NETWORK_HIDDEN_MAX];
};

/* What a judge keeps: positions are seen from every seat and moves from the one that decides, so
 * each view continues from its own position before. */
struct judge_notes {
    struct network_notes views[SEATS_MAX], moves;
};
/* Nothing is kept yet. */
static inline void judge_notes_begin(struct judge_notes *notes)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        notes->views[seat].network = NULL;
    notes->moves.network = NULL;
}

/* What it expects, seen from a seat. The notes do not change the result; the network must not be
 * changed while there are notes about it. */
void network_estimate(const struct network *network, const struct ruleset *rules, const void *state,
                      int seat, struct network_notes *notes, struct estimate *estimate);

/* How likely the seat would make each of these moves, of JUDGE_ONE; only if there are traits. */
void network_prefer(const struct network *network, const struct ruleset *rules, const void *state,
                    int seat, struct network_notes *notes, const struct move *moves, int count,
                    uint32_t *likely);

/* A judge that asks the network, which must outlive it; without notes. Of a position it asks from
 * the view of every seat, and the mean counts: where one view is wrong, another need not be. */
struct judge network_judge(const struct network *network);

/* The one in the program for this game, or NULL. */
const struct network *network_of(const struct game *game);

/* Gives the program the network of a game that it does not carry, as its text: whoever asks for it
 * from then on has it. One that is there already stays. False with a problem noted if the text is
 * wrong; then nothing has changed. */
bool network_give(const struct game *game, struct span text, struct problem *problem);

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Networks as text, and the built-in ones. One row for each input: its weights to all hidden units;
 * then the biases, then one row for each output and, from version 2 on, for each trait of moves:
 * its bias and its weights. */

#include "network.h"

#include "base/lock.h"
#include "base/scan.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "orrery-network"

enum { VERSION_WITHOUT_MOVES = 1, VERSION = 2, OUT_BIAS_MAX = INT32_MAX };

/* ---- writing --------------------------------------------------------------------------------- */

void network_write(const struct network *network, const struct game *game, const char *about,
                   struct text *out)
{
    assert(network->weights != NULL && network->inputs <= network_input_count(game));
    text_addf(out, HEAD " %d\n# %s\ngame %s\ninputs %d\nhidden %d\n",
              network->trait_weights != NULL ? VERSION : VERSION_WITHOUT_MOVES, about, game->name,
              network->inputs, network->hidden);
    for (int i = 0; i < network->inputs; i++) {
        text_add(out, "weights");
        for (int k = 0; k < network->hidden; k++)
            text_addf(out, " %d", *network_weight(network, i, k));
        text_add(out, "\n");
    }
    text_add(out, "biases");
    for (int k = 0; k < network->hidden; k++)
        text_addf(out, " %" PRId32, network->biases[k]);
    for (int i = 0; i < NETWORK_OUTPUTS; i++) {
        text_addf(out, "\nout %" PRId64, network->out_biases[i]);
        for (int k = 0; k < network->hidden; k++)
            text_addf(out, " %" PRId32, network->out[i][k]);
    }
    for (int i = 0; network->trait_weights != NULL && i < network->traits.count; i++) {
        text_addf(out, "\ntrait %" PRId32, network->trait_biases[i]);
        for (int k = 0; k < network->hidden; k++)
            text_addf(out, " %d", network->trait_weights[i * network->hidden + k]);
    }
    text_add(out, "\n");
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_number(struct scan *scan, const char *key, int64_t min, int64_t max, int *out)
{
    int64_t number = 0;
    bool fine = scan_key(scan, key) && scan_number(scan, min, max, _("a number"), &number) &&
                scan_done(scan);
    *out = (int)number;
    return fine;
}

bool network_read_game(struct scan *scan, const struct game *game)
{
    struct span name;
    return scan_key(scan, "game") && scan_need(scan, game->name, &name) &&
           (span_is(name, game->name) || scan_expected(scan, name, game->name)) && scan_done(scan);
}

static bool read_weights(struct scan *scan, struct network *network)
{
    for (int i = 0; i < network->inputs * network->hidden; i++) {
        int64_t number = 0;
        if ((i % network->hidden == 0 && !scan_key(scan, "weights")) ||
            !scan_number(scan, -NETWORK_WEIGHT_MAX, NETWORK_WEIGHT_MAX, _("a weight"), &number) ||
            ((i + 1) % network->hidden == 0 && !scan_done(scan)))
            return false;
        *network_weight(network, i / network->hidden, i % network->hidden) = (int16_t)number;
    }
    return true;
}

static bool read_row(struct scan *scan, int count, int64_t limit, int32_t *out)
{
    for (int i = 0; i < count; i++) {
        int64_t number = 0;
        if (!scan_number(scan, -limit, limit, _("a weight"), &number))
            return false;
        out[i] = (int32_t)number;
    }
    return scan_done(scan);
}

static bool read_traits(struct scan *scan, struct network *network)
{
    for (int i = 0; i < network->traits.count; i++) {
        int32_t row[NETWORK_HIDDEN_MAX];
        int64_t bias = 0;
        if (!scan_key(scan, "trait") ||
            !scan_number(scan, -OUT_BIAS_MAX, OUT_BIAS_MAX, _("a weight"), &bias) ||
            !read_row(scan, network->hidden, NETWORK_TRAIT_MAX, row))
            return false;
        network->trait_biases[i] = (int32_t)bias;
        for (int k = 0; k < network->hidden; k++)
            network->trait_weights[i * network->hidden + k] = (int16_t)row[k];
    }
    return true;
}

static bool read_rest(struct scan *scan, struct network *network)
{
    if (!scan_key(scan, "biases") ||
        !read_row(scan, network->hidden, NETWORK_BIAS_MAX, network->biases))
        return false;
    for (int i = 0; i < NETWORK_OUTPUTS; i++)
        if (!scan_key(scan, "out") ||
            !scan_number(scan, -OUT_BIAS_MAX, OUT_BIAS_MAX, _("a weight"),
                         &network->out_biases[i]) ||
            !read_row(scan, network->hidden, NETWORK_OUT_MAX, network->out[i]))
            return false;
    if (network->trait_weights != NULL && !read_traits(scan, network))
        return false;
    if (scan_line(scan))
        return scan_expected(scan, scan_word(scan), _("the end of the file"));
    return !problem_is_set(scan->problem);
}

static bool read_all(struct scan *scan, const struct game *game, struct network *network)
{
    int version, inputs, hidden;
    if (!read_number(scan, HEAD, VERSION_WITHOUT_MOVES, VERSION, &version) ||
        !network_read_game(scan, game) ||
        !read_number(scan, "inputs", SEATS_MAX + 1, network_input_count(game), &inputs) ||
        !read_number(scan, "hidden", NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX, &hidden))
        return false;
    if (hidden % NETWORK_HIDDEN_STEP != 0)
        return scan_problem(scan, (struct span){0}, _("the number is not a multiple of 32"), NULL,
                            NULL);
    network_make(network, inputs, hidden);
    if (version >= VERSION)
        network_make_moves(network, game);
    return read_weights(scan, network) && read_rest(scan, network);
}

bool network_read(struct network *network, const struct game *game, const char *file,
                  struct span text, struct problem *problem)
{
    struct scan scan;
    *network = (struct network){0};
    bool fine = scan_open(&scan, file, text, problem) && read_all(&scan, game, network);
    if (!fine)
        network_free(network);
    return fine;
}

void network_free(struct network *network)
{
    free(network->weights);
    free(network->trait_weights);
    free(network->trait_biases);
    *network = (struct network){0};
}

/* ---- in the program -------------------------------------------------------------------------- */

enum { GAMES_MOST = 16 };
#define NETWORK_FILE "network.weights"

struct known {
    const struct game *game;
    struct network network; /* without weights: there is none */
    struct judge judge;
};

static struct {
    struct lock mutex;
    int count;
    struct known known[GAMES_MOST];
} carried = {.mutex = LOCK_INITIAL};

static void read_embedded(struct known *known)
{
    const struct game *game = known->game;
    for (const struct embedded_file *file = embedded_files; file->game != NULL; file++)
        if (strcmp(file->game, game->name) == 0 && strcmp(file->file, NETWORK_FILE) == 0) {
            struct problem problem = {0};
            network_read(&known->network, game, file->file, (struct span){file->text, file->length},
                         &problem);
        }
    known->judge = network_judge(&known->network);
}

/* Read at the first call and kept for the life of the program. NULL if there is no room. The mutex
 * is held. */
static struct known *entry_of(const struct game *game)
{
    int i = 0;
    while (i < carried.count && carried.known[i].game != game)
        i++;
    if (i == GAMES_MOST)
        return NULL;
    if (i == carried.count) {
        carried.known[i].game = game;
        read_embedded(&carried.known[i]);
        carried.count++;
    }
    return &carried.known[i];
}

/* NULL if there is none. */
static const struct known *find(const struct game *game)
{
    lock_take(&carried.mutex);
    const struct known *known = entry_of(game);
    bool found = known != NULL && known->network.weights != NULL;
    lock_leave(&carried.mutex);
    return found ? known : NULL;
}

bool network_give(const struct game *game, struct span text, struct problem *problem)
{
    lock_take(&carried.mutex);
    struct known *known = entry_of(game);
    bool fine = known == NULL ? problem_no_memory(problem) : known->network.weights != NULL;
    if (known != NULL && !fine) {
        fine = network_read(&known->network, game, NETWORK_FILE, text, problem);
        known->judge = network_judge(&known->network);
    }
    lock_leave(&carried.mutex);
    return fine;
}

const struct network *network_of(const struct game *game)
{
    const struct known *known = find(game);
    return known != NULL ? &known->network : NULL;
}

const struct judge *judge_of(const struct game *game)
{
    const struct known *known = find(game);
    return known != NULL ? &known->judge : &judge_by_thumb;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the readers of networks and trainings of the smallest game. They are refused
 * with a problem, or they are written and read again the same, and can be asked and learned with.
 */

#include "require.h"

#include "contract/games.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/train.h"

enum { HIDDEN = 32 };

static void require_network(const struct network *network, const struct game *game)
{
    struct problem problem = {0};
    struct network back;
    struct text once = {0}, twice = {0};
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    struct network_notes notes = {0};
    struct estimate estimate = {0}, again = {0};
    union any_state state;
    network_write(network, game, "fuzz", &once);
    REQUIRE(network_read(&back, game, "again", text_span(&once), &problem));
    network_write(&back, game, "fuzz", &twice);
    require_same(&once, &twice);
    play_start(rules, &state);
    network_estimate(&back, rules, &state, 0, &notes, &estimate);
    REQUIRE(estimate.win[0] + estimate.win[1] <= JUDGE_ONE);
    network_estimate(&back, rules, &state, 0, &notes, &again); /* from the notes alone */
    REQUIRE(memcmp(&estimate, &again, sizeof again) == 0);
    network_free(&back);
    ruleset_close(rules);
    text_free(&once);
    text_free(&twice);
}

static void try_training(const struct game *game, struct span input)
{
    static struct training training;
    struct train_settings settings = {.game = game, .hidden = HIDDEN, .seed = 1, .generations = 1};
    struct problem problem = {0};
    train_begin(&training, &settings, process_group_join());
    if (train_read(&training, "fuzz", input, &problem)) {
        struct text once = {0};
        train_write(&training, &once);
        REQUIRE(train_read(&training, "again", text_span(&once), &problem));
        text_free(&once);
    } else {
        require_told(&problem, input);
    }
    train_end(&training);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game *game = game_find(span_of("noughts"));
    struct span input = {(const char *)data, size};
    struct problem problem = {0};
    struct network network;
    if (network_read(&network, game, "fuzz", input, &problem)) {
        require_network(&network, game);
        network_free(&network);
    } else {
        require_told(&problem, input);
        REQUIRE(network.weights == NULL);
    }
    try_training(game, input);
    return 0;
}

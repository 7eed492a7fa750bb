/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A program that takes all memory that it may have and goes on using the library: whatever needs
 * memory says that there is none, the rest works, and when there is memory again all does. Prints
 * what was refused. */

#include "orrery.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { LIMIT = 256 << 20, TRIES = 2000 };

struct block {
    struct block *next;
};

static _Alignas(8) unsigned char state[ORRERY_STATE_MAX];
static char text[1 << 20];

/* All that there is, down to small pieces. */
static struct block *take_all(void)
{
    struct block *blocks = NULL;
    for (size_t size = 16 << 20; size >= 32; size /= 2)
        for (struct block *block; (block = malloc(size)) != NULL;) {
            block->next = blocks;
            blocks = block;
        }
    return blocks;
}

static void give_back(struct block *blocks)
{
    while (blocks != NULL) {
        struct block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

/* Calls what needs memory; returns how many calls were refused for want of it. */
static int call_all(const struct orrery_rules *rules, struct orrery_record *record)
{
    int refused = 0;
    int32_t actions[ORRERY_MOVES_MAX];
    struct orrery_problem problem;
    const char *game = orrery_game_name(0);
    refused += orrery_game_json(game, ORRERY_ENGLISH, text, sizeof text) == ORRERY_NO_MEMORY;
    refused += orrery_players_json(game, ORRERY_ENGLISH, text, sizeof text) == ORRERY_NO_MEMORY;
    refused += orrery_rules_json(rules, ORRERY_ENGLISH, text, sizeof text) == ORRERY_NO_MEMORY;
    refused += orrery_rules_cards(rules, text, sizeof text) == ORRERY_NO_MEMORY;
    refused +=
        orrery_moment_json(rules, state, ORRERY_ENGLISH, text, sizeof text) == ORRERY_NO_MEMORY;
    refused +=
        orrery_blocked_json(rules, state, ORRERY_ENGLISH, text, sizeof text) == ORRERY_NO_MEMORY;
    refused +=
        orrery_table_text(rules, state, ORRERY_ENGLISH, text, sizeof text) == ORRERY_NO_MEMORY;
    refused += orrery_state_json(rules, state, text, sizeof text) == ORRERY_NO_MEMORY;
    refused += orrery_position_text(rules, state, text, sizeof text) == ORRERY_NO_MEMORY;
    refused += orrery_state_check(rules, state, NULL) == ORRERY_NO_MEMORY;
    refused += orrery_record_text(record, text, sizeof text) == ORRERY_NO_MEMORY;
    refused += orrery_legal(rules, state, actions, ORRERY_MOVES_MAX) > 0 &&
               orrery_action_text(rules, actions[0], text, sizeof text) == ORRERY_NO_MEMORY;
    struct orrery_rules *more = orrery_rules_open(game, 2, NULL, NULL, 0, &problem);
    refused += more == NULL && strstr(problem.sentence, "memory") != NULL;
    orrery_rules_close(more);
    struct orrery_player *player = orrery_player_open(rules, "mcts:nodes=10", 1, &problem);
    refused += player == NULL && strstr(problem.sentence, "memory") != NULL;
    orrery_player_close(player);
    struct orrery_batch *batch = orrery_batch_open(rules, 65536, 1, 1, 0, &problem);
    refused += batch == NULL && strstr(problem.sentence, "memory") != NULL;
    orrery_batch_close(batch);
    return refused;
}

int main(void)
{
    uint64_t random = 1;
    struct rlimit limit = {LIMIT, LIMIT};
    struct orrery_rules *rules = orrery_rules_open(orrery_game_name(0), 2, NULL, NULL, 0, NULL);
    struct orrery_record *record = orrery_record_new(rules);
    if (record == NULL || orrery_start(rules, state) != ORRERY_FINE)
        return 1;
    int before = call_all(rules, record), under = 0, made = 0;
    setrlimit(RLIMIT_AS, &limit);
    struct block *blocks = take_all();
    for (int i = 0; i < TRIES && under < 15; i++) {
        int refused = call_all(rules, record);
        under = refused > under ? refused : under;
        if (orrery_random_action(rules, state, &random) >= 0)
            made++;
        else
            orrery_start(rules, state);
    }
    give_back(blocks);
    printf("refused before %d, under want %d, afterwards %d; actions %s\n", before, under,
           call_all(rules, record), made > 0 ? "made" : "not made");
    orrery_record_close(record);
    orrery_rules_close(rules);
    return 0;
}

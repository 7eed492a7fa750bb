/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A bot for `orrery arena GAME --with exec:./bot,random`, by docs/engine_protocol.md and liborrery.
 * It tries every move, plays random games after it, and takes the move after which it did best.
 *
 *     cc -O2 examples/bot.c $(pkg-config --cflags --libs orrery) -o bot */

#include <orrery.h>
#include <stdio.h>
#include <string.h>

enum { PLAYOUTS = 8, POSITION_MAX = 1 << 16 };

static _Alignas(8) unsigned char state[ORRERY_STATE_MAX], after[ORRERY_STATE_MAX];
static struct orrery_rules *rules;

/* Reads the lines behind `position`, up to `end`. */
static void read_position(void)
{
    static char text[POSITION_MAX];
    char line[4096];
    size_t length = 0;
    while (fgets(line, sizeof line, stdin) != NULL && length + strlen(line) < sizeof text) {
        memcpy(text + length, line, strlen(line));
        length += strlen(line);
        if (strcmp(line, "end\n") == 0)
            break;
    }
    orrery_rules_close(rules);
    rules = orrery_position_open(text, length, NULL, 0, state, NULL);
}

/* How many seats the seat beats in random games after the action. */
static int value(int32_t action, int seat, int players)
{
    int beaten = 0;
    for (uint64_t random = 1; random <= PLAYOUTS; random++) {
        uint64_t generator = random * 7919; /* the same luck for all actions */
        struct orrery_score score;
        memcpy(after, state, sizeof state);
        orrery_apply(rules, after, action);
        orrery_play_out(rules, after, &generator);
        orrery_score(rules, after, &score);
        for (int other = 0; other < players; other++)
            beaten += score.place[other] > score.place[seat];
    }
    return beaten;
}

static void go(void)
{
    struct orrery_sizes sizes;
    struct orrery_node node;
    int32_t legal[ORRERY_MOVES_MAX];
    int best = 0, most = -1;
    char text[200];
    if (rules == NULL || orrery_node(rules, state, &node) != ORRERY_FINE || node.actor < 0) {
        puts("error there is nothing to decide");
        return;
    }
    orrery_rules_sizes(rules, &sizes);
    int count = orrery_legal(rules, state, legal, ORRERY_MOVES_MAX);
    for (int i = 0; i < count; i++) {
        int found = value(legal[i], node.actor, sizes.players);
        best = found > most ? i : best;
        most = found > most ? found : most;
    }
    orrery_action_text(rules, legal[best], text, sizeof text);
    printf("bestmove %s\n", text);
}

int main(void)
{
    char line[1 << 16];
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
        if (strcmp(line, "hello\n") == 0)
            puts("id name example in C\nready");
        else if (strcmp(line, "position\n") == 0)
            read_position();
        else if (strncmp(line, "go", 2) == 0)
            go();
        fflush(stdout);
    }
    orrery_rules_close(rules);
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Prints one random game of every setup as a story: what is asked, how many moves there are, what
 * is done, what happens, and the state behind it. The stories are kept in tests/golden; a change of
 * the rules shows as a difference that a person can read and judge. playthrough FOLDER writes
 * <folder>/<setup>.txt for every setup of every game */

#include "../contract/setups.h"

#include "base/file.h"
#include "contract/fields.h"
#include "contract/notation.h"
#include "contract/play.h"
#include "record/position.h"

#include <inttypes.h>
#include <stdio.h>

static const struct teller english = {ENGLISH, NULL};

enum { HASH_EVERY = 20 };

static void tell_step(const struct ruleset *rules, const union any_state *state, struct move move,
                      int count, struct text *out)
{
    int actor = rules->game->node(rules, state).actor;
    text_addf(out, "%c ", actor == DEALER ? '*' : '1' + actor);
    move_write(rules, move, out);
    text_addf(out, " (%d)\n", count);
}

static void tell_events(const struct ruleset *rules, const struct events *events, struct text *out)
{
    for (int i = 0; i < events->count; i++) {
        text_add(out, "  ");
        tell_message(rules, &english, rules->game->words->events, events->list[i], out);
        text_add_char(out, '\n');
    }
}

static void tell_end(const struct ruleset *rules, const union any_state *state, struct text *out)
{
    struct score score;
    rules->game->score(rules, state, &score);
    text_add_char(out, '\n');
    position_write(rules, state, out);
    for (int seat = 0; seat < rules->setup.players; seat++)
        text_addf(out, "seat %d: %d points, place %d\n", seat + 1, score.total[seat],
                  score.place[seat]);
}

static void tell_game(const struct ruleset *rules, struct text *out)
{
    struct random random = random_stream(2849, 0);
    struct move moves[MOVES_MAX];
    union any_state state;
    int step = 0;
    play_start(rules, &state);
    for (int count; (count = rules->game->legal(rules, &state, moves)) > 0;) {
        struct events events = {.count = 0};
        struct move move = rules->game->node(rules, &state).actor == DEALER
                               ? chance_random(rules, &state, &random)
                               : moves[random_below(&random, (uint32_t)count)];
        tell_step(rules, &state, move, count, out);
        rules->game->apply(rules, &state, move, &events);
        tell_events(rules, &events, out);
        if (++step % HASH_EVERY == 0)
            text_addf(out, "  %016" PRIx64 "\n", state_hash(rules, &state));
    }
    tell_end(rules, &state, out);
}

/* "noughts_2_goal_avoid.txt": the game, the players, and the option that is not at its standard. */
static void file_name(const char *folder, const struct game *game, const struct setup *setup,
                      struct text *out)
{
    text_addf(out, "%s/%s_%d", folder, game->name, setup->players);
    for (int i = 0; i < option_count(game); i++) {
        const struct option *option = &game->words->options[i];
        if (setup->options[i] != option->standard)
            text_addf(out, "_%s_%s", option->name, option->choices[setup->options[i]]);
    }
    text_add(out, ".txt");
}

static bool write_story(const struct game *game, const struct setup *setup, const char *folder)
{
    struct problem problem = {0};
    struct text name = {0}, path = {0}, out = {0};
    struct ruleset *rules = ruleset_open(game, setup, NULL, &problem);
    if (rules == NULL)
        return true; /* not a possible setup */
    setup_write(game, setup, &name);
    file_name(folder, game, setup, &path);
    text_addf(&out, "%s\n", text_string(&name));
    tell_game(rules, &out);
    bool written = file_write(text_string(&path), text_span(&out), &problem);
    if (!written)
        fprintf(stderr, "playthrough: %s cannot be written\n", text_string(&path));
    text_free(&name);
    text_free(&path);
    text_free(&out);
    ruleset_close(rules);
    return written;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("playthrough FOLDER\n", stderr);
        return 2;
    }
    for (int i = 0; games[i] != NULL; i++) {
        struct setup setup = setup_first(games[i]);
        do
            if (setup_is_plain(games[i], &setup) && !write_story(games[i], &setup, argv[1]))
                return 1;
        while (setup_next(games[i], &setup));
    }
    return 0;
}

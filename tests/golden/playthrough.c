/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Prints one random game of every setup as a story: what is asked, how many moves there are, what
 * is done, what happens, and the state behind it. The stories are kept in tests/golden; a change of
 * the rules shows as a difference that a person can read and judge.
 *
 *     playthrough CARDS FOLDER            <folder>/<setup>.txt for every setup of every game
 *     playthrough CARDS FOLDER --whole    the same with every step in words
 *
 * A story is told in spans of steps. One span in ten is told in words; of the others stands a hash
 * over the same words, so that nothing can change unseen and what is kept stays short. CARDS holds
 * a folder for each game with cards that stay as they were when the stories were kept: a card that
 * is corrected in data/ is not a change of the rules. */

#include "../contract/setups.h"

#include "base/file.h"
#include "base/hash.h"
#include "contract/fields.h"
#include "contract/notation.h"
#include "contract/play.h"
#include "record/position.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct teller english = {.language = ENGLISH};

enum { SPAN_STEPS = 20, TOLD_EVERY = 10 };

/* What a call of the program is about. */
struct request {
    const char *cards;
    const char *folder;
    bool whole;
};

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

/* Ends the span whose last step is `step`: its words, or a hash over them. */
static void tell_span(struct text *span, int step, bool whole, struct text *out)
{
    int first = (step - 1) / SPAN_STEPS * SPAN_STEPS + 1;
    if (whole || (first - 1) / SPAN_STEPS % TOLD_EVERY == 0) {
        text_add_span(out, text_span(span));
    } else {
        struct span words = text_span(span);
        text_addf(out, "steps %d to %d: %016" PRIx64 "\n", first, step,
                  hash_bytes(0, words.at, words.length));
    }
    text_clear(span);
}

static void tell_game(const struct ruleset *rules, bool whole, struct text *out)
{
    struct random random = random_stream(2849, 0);
    struct move moves[MOVES_MAX];
    struct text span = {0};
    union any_state state;
    int step = 0;
    play_start(rules, &state);
    for (int count; (count = rules->game->legal(rules, &state, moves)) > 0;) {
        struct events events = {.count = 0};
        struct move move = rules->game->node(rules, &state).actor == DEALER
                               ? chance_random(rules, &state, &random)
                               : moves[random_below(&random, (uint32_t)count)];
        tell_step(rules, &state, move, count, &span);
        rules->game->apply(rules, &state, move, &events);
        tell_events(rules, &events, &span);
        if (++step % SPAN_STEPS == 0) {
            text_addf(&span, "  %016" PRIx64 "\n", state_hash(rules, &state));
            tell_span(&span, step, whole, out);
        }
    }
    if (step % SPAN_STEPS != 0)
        tell_span(&span, step, true, out); /* the end of the game, in words */
    tell_end(rules, &state, out);
    text_free(&span);
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

/* The folder of a game's cards: "cards/beyond_the_sun". */
static void cards_of(const char *cards, const struct game *game, struct text *out)
{
    text_addf(out, "%s/", cards);
    for (const char *at = game->name; *at != '\0'; at++)
        text_add_char(out, *at == '-' ? '_' : *at);
}

static bool write_story(const struct ruleset *rules, const struct request *request)
{
    struct problem problem = {0};
    struct text path = {0}, out = {0};
    file_name(request->folder, rules->game, &rules->setup, &path);
    setup_write(rules->game, &rules->setup, &out);
    text_add_char(&out, '\n');
    tell_game(rules, request->whole, &out);
    bool written = file_write(text_string(&path), text_span(&out), &problem);
    if (!written)
        fprintf(stderr, "playthrough: %s cannot be written\n", text_string(&path));
    text_free(&path);
    text_free(&out);
    return written;
}

/* The stories of all possible setups of a game. False if one cannot be written or there is none. */
static bool write_stories(const struct game *game, const struct request *request)
{
    struct setup setup = setup_first(game);
    struct problem problem = {0};
    struct text cards = {0};
    int written = 0;
    bool fine = true;
    cards_of(request->cards, game, &cards);
    do {
        struct ruleset *rules = NULL;
        if (!setup_is_plain(game, &setup))
            continue;
        problem = (struct problem){0};
        if ((rules = ruleset_open(game, &setup, text_string(&cards), &problem)) == NULL)
            continue; /* not a possible setup, or its cards are wrong: then no setup is possible */
        fine = write_story(rules, request) && fine;
        written++;
        ruleset_close(rules);
    } while (setup_next(game, &setup));
    if (written == 0) {
        struct text why = {0};
        problem_write(&problem, ENGLISH, &why);
        fprintf(stderr, "playthrough: no story of %s: %s\n", game->name, text_string(&why));
        text_free(&why);
    }
    text_free(&cards);
    return fine && written > 0;
}

int main(int argc, char **argv)
{
    bool whole = argc == 4 && strcmp(argv[3], "--whole") == 0;
    if (argc != 3 && !whole) {
        fputs("playthrough CARDS FOLDER [--whole]\n", stderr);
        return 2;
    }
    struct request request = {.cards = argv[1], .folder = argv[2], .whole = whole};
    bool fine = true;
    for (int i = 0; games[i] != NULL; i++)
        fine = write_stories(games[i], &request) && fine;
    return fine ? 0 : 1;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Plays on from accepted positions; what the fuzzers of single games share. An accepted position is
 * played with random moves to its end: at every step the state is valid, someone has a legal move,
 * and from time to time everything that people and programs ask is asked: drawings, scores,
 * features, blocked moves, texts that survive reading, hints. */

#ifndef TESTS_FUZZ_PLAY_ON_H
#define TESTS_FUZZ_PLAY_ON_H

#include "position_mutator.h"
#include "require.h"

#include "contract/drawing.h"
#include "contract/fields.h"
#include "contract/notation.h"
#include "contract/play.h"
#include "players/hint.h"
#include "record/position.h"

#include <stdio.h>

enum {
    WALK_STEPS = 160,    /* of most walks; */
    WHOLE_GAME_ONE = 12, /* one in this many goes to the end of the game */
    LOOK_EVERY = 32,     /* steps */
    HINT_EVERY = 80,
    HINT_NODES_FUZZ = 12,
};

/* What the run has seen, told at its end. */
static struct {
    long read, accepted, moves, hints, whole_games;
} play_on_counts;

static inline void play_on_tell_counts(void)
{
    fprintf(stderr,
            "played on: %ld positions read, %ld accepted, %ld moves, %ld games to the end, "
            "%ld hints\n",
            play_on_counts.read, play_on_counts.accepted, play_on_counts.moves,
            play_on_counts.whole_games, play_on_counts.hints);
}

/* Like REQUIRE, and says what is wrong and where. */
static inline void require_fine(const struct ruleset *rules, const void *state, bool fine,
                                const char *what)
{
    if (fine)
        return;
    struct text text = {0};
    position_write(rules, state, &text);
    fprintf(stderr, "%s\n%s", what, text_string(&text));
    abort();
}

/* ---- looking --------------------------------------------------------------------------------- */

static inline void require_texts(const struct ruleset *rules, const union any_state *state)
{
    struct problem problem = {0};
    struct text text = {0};
    struct json json = {.out = &text};
    union any_state back;
    size_t size = rules->game->state_size;
    position_write(rules, state, &text);
    struct ruleset *again = position_read("again", text_span(&text), NULL, &back, &problem);
    require_fine(rules, state, again != NULL && memcmp(state, &back, size) == 0, "as text");
    ruleset_close(again);
    text_clear(&text);
    state_json(rules, state, &json, NULL);
    bool read = state_from_json(rules, text_span(&text), &back, &problem);
    require_fine(rules, state, read && memcmp(state, &back, size) == 0, "as JSON");
    text_free(&text);
}

static inline void require_notation(const struct ruleset *rules, const void *state,
                                    const struct move *moves, int count)
{
    struct text text = {0};
    int actor = rules->game->node(rules, state).actor;
    for (int i = 0; i < count; i++) {
        struct problem problem = {0};
        struct move back = {0};
        struct teller teller = {.language = (enum language)(i % LANGUAGE_COUNT)};
        move_write(rules, moves[i], &text);
        bool read = move_from_text(rules, text_span(&text), &back, &problem);
        require_fine(rules, state, read && move_equal(back, moves[i]), "a move as text");
        text_clear(&text);
        tell_move(rules, state, &teller, actor, moves[i], &text);
        explain_move(rules, state, moves[i], teller.language, &text);
        require_fine(rules, state, text.length > 0, "a move in words");
        text_clear(&text);
    }
    text_free(&text);
}

/* All that can be asked about a state is answered. */
static inline void look_at(const struct ruleset *rules, const union any_state *state,
                           const struct move *moves, int count, int step)
{
    static struct blocked blocked[BLOCKED_MAX];
    static int16_t features[FEATURES_MAX];
    const struct game *game = rules->game;
    enum language language = (enum language)(step / LOOK_EVERY % LANGUAGE_COUNT);
    struct teller teller = {.language = language, .reader = step % (SEATS_MAX + 1)};
    struct score score;
    struct text text = {0};
    game->score(rules, state, &score);
    for (int seat = 0; seat < rules->setup.players; seat++) {
        require_fine(rules, state, score.place[seat] >= 1, "a seat has no place");
        game->features(rules, state, &score, seat, features);
    }
    draw_table(rules, state,
               &(struct drawing){.language = language,
                                 .width = step % 2 ? DRAWING_WIDTH : DRAWING_WIDTH_MIN,
                                 .marked = true},
               &text);
    require_fine(rules, state, text.length > 0, "the picture is empty");
    tell_question(rules, state, &teller, &text);
    int refused = game->blocked(rules, state, blocked);
    require_fine(rules, state, refused <= BLOCKED_MAX, "too much is blocked");
    for (int i = 0; i < refused; i++)
        tell_message(rules, &teller, game->words->reasons, blocked[i].why, &text);
    text_free(&text);
    require_notation(rules, state, moves, count);
    require_texts(rules, state);
}

/* A hint for whoever decides, with little work. */
static inline void ask_for_hint(const struct ruleset *rules, const union any_state *state)
{
    static struct hint hint;
    struct problem problem = {0};
    struct budget budget = {.nodes = HINT_NODES_FUZZ, .threads = 1};
    if (!hint_find(rules, state, &budget, &hint, &problem))
        return;
    require_fine(rules, state, hint.count >= 1, "a hint has no move");
    play_on_counts.hints++;
}

/* ---- playing --------------------------------------------------------------------------------- */

static inline struct move any_move(const struct ruleset *rules, const union any_state *state,
                                   const struct move *moves, int count, struct random *random)
{
    if (rules->game->node(rules, state).actor == DEALER)
        return chance_random(rules, state, random);
    return moves[random_below(random, (uint32_t)count)];
}

/* Plays this many moves at most; false if the game is not over then. */
static inline bool walk_on(const struct ruleset *rules, union any_state *state, uint32_t most,
                           struct random *random)
{
    static struct events events;
    struct move moves[MOVES_MAX];
    for (uint32_t step = 0; step < most; step++) {
        const char *wrong = rules->game->check(rules, state);
        require_fine(rules, state, wrong == NULL, wrong);
        int count = rules->game->legal(rules, state, moves);
        bool over = rules->game->node(rules, state).actor == NOBODY;
        require_fine(rules, state, count <= MOVES_MAX && (count == 0) == over, "no legal move");
        if (step % LOOK_EVERY == 0)
            look_at(rules, state, moves, count, (int)step);
        if (over)
            return true;
        if (step % HINT_EVERY == 0 && random_below(random, 4) == 0)
            ask_for_hint(rules, state);
        events.count = 0;
        rules->game->apply(rules, state, any_move(rules, state, moves, count, random), &events);
        play_on_counts.moves++;
    }
    return false;
}

static inline void play_on(const struct ruleset *rules, union any_state *state)
{
    struct random random = {state_hash(rules, state)};
    bool whole = random_below(&random, WHOLE_GAME_ONE) == 0;
    bool over = walk_on(rules, state, whole ? rules->game->moves_bound : WALK_STEPS, &random);
    require_fine(rules, state, over || !whole, "the game does not end");
    play_on_counts.whole_games += over;
}

/* Once, before the first input. The cards stay read as long as a ruleset has them open. */
static inline void play_on_begin(const char *name)
{
    static struct ruleset *kept_open;
    const struct game *game = game_find(span_of(name));
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    if (kept_open != NULL)
        return;
    kept_open = ruleset_open(game, &setup, NULL, &problem);
    REQUIRE(kept_open != NULL);
    atexit(play_on_tell_counts);
}

/* Reads the input as a position of this game, and plays on from it if it is accepted. */
static inline void play_on_input(const char *game, const uint8_t *data, size_t size)
{
    struct span input = {(const char *)data, size};
    struct problem problem = {0};
    union any_state state;
    play_on_begin(game);
    play_on_counts.read++;
    struct ruleset *rules = position_read("fuzz", input, NULL, &state, &problem);
    if (rules == NULL) {
        require_told(&problem, input);
    } else if (span_is(span_of(rules->game->name), game)) {
        play_on_counts.accepted++;
        if (rules->game->node(rules, &state).actor != NOBODY)
            keep_accepted(input);
        play_on(rules, &state);
    }
    ruleset_close(rules);
}

#endif

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Measures a game. Everything goes through the public contract, as for everyone else. */

#include "measure.h"

#include "base/bits.h"
#include "contract/fields.h"
#include "contract/play.h"
#include "players/player.h"
#include "record/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATES = 256, GAMES = 64, SEARCH_NODES = 100, TRIES_MAX = 1000 };

/* What is measured on: states from the middle of random games, and some whole games. */
struct bench {
    const struct ruleset *rules;
    const struct judge *judge; /* the best that there is */
    struct random random;
    union any_state states[STATES];
    int searched[STATES]; /* those of them in which a seat has a choice; others need no search */
    int searched_count;
    struct move *moves[GAMES];
    int move_count[GAMES];
    uint64_t all_moves, seat_moves;           /* of those games, and by seats alone */
    struct player *plain, *by_thumb, *expert; /* searches of SEARCH_NODES */
    struct text text;
    volatile uint64_t sink; /* keeps results from being optimised away */
};

/* ---- what is measured: `rounds` times something; returns how many of it there were ----------- */

static uint64_t random_games(struct bench *bench, uint64_t rounds)
{
    union any_state state;
    for (uint64_t i = 0; i < rounds; i++) {
        play_start(bench->rules, &state);
        bench->sink += play_out(bench->rules, &state, &bench->random);
    }
    return rounds;
}

static uint64_t random_decisions(struct bench *bench, uint64_t rounds)
{
    union any_state state;
    uint64_t decisions = 0;
    for (uint64_t i = 0; i < rounds; i++) {
        play_start(bench->rules, &state);
        decisions += play_out(bench->rules, &state, &bench->random);
    }
    return decisions;
}

/* Random games have as many decisions of seats for each chance move as the games kept. */
static uint64_t by_seats(const struct bench *bench, uint64_t decisions)
{
    return decisions * bench->seat_moves / bench->all_moves;
}

static uint64_t seat_decisions(struct bench *bench, uint64_t rounds)
{
    return by_seats(bench, random_decisions(bench, rounds));
}

/* The rest, so that one short game has at least one where there is chance at all. */
static uint64_t chance_moves(struct bench *bench, uint64_t rounds)
{
    uint64_t all = random_decisions(bench, rounds);
    return all - by_seats(bench, all);
}

static uint64_t clones(struct bench *bench, uint64_t rounds)
{
    union any_state copy;
    size_t size = bench->rules->game->state_size;
    for (uint64_t i = 0; i < rounds; i++) {
        memcpy(&copy, &bench->states[i % STATES], size);
        __asm__ volatile("" : : "r"(&copy) : "memory");
    }
    return rounds;
}

static uint64_t replays(struct bench *bench, uint64_t rounds)
{
    union any_state state;
    for (uint64_t i = 0; i < rounds; i++) {
        const struct move *moves = bench->moves[i % GAMES];
        play_start(bench->rules, &state);
        for (int k = 0; k < bench->move_count[i % GAMES]; k++)
            bench->sink += play_move(bench->rules, &state, moves[k], NULL);
    }
    return rounds;
}

static uint64_t text_trips(struct bench *bench, uint64_t rounds)
{
    union any_state back;
    struct problem problem = {0};
    struct scan scan;
    for (uint64_t i = 0; i < rounds; i++) {
        text_clear(&bench->text);
        state_block_write(bench->rules, &bench->states[i % STATES], &bench->text);
        bool fine = scan_open(&scan, NULL, text_span(&bench->text), &problem) && scan_line(&scan) &&
                    state_block_read(bench->rules, &scan, &back);
        bench->sink += fine;
    }
    return rounds;
}

static uint64_t json_trips(struct bench *bench, uint64_t rounds)
{
    union any_state back;
    struct problem problem = {0};
    for (uint64_t i = 0; i < rounds; i++) {
        struct json json = {.out = &bench->text};
        text_clear(&bench->text);
        state_json(bench->rules, &bench->states[i % STATES], &json, NULL);
        bench->sink += state_from_json(bench->rules, text_span(&bench->text), &back, &problem);
    }
    return rounds;
}

/* Iterations of a search of SEARCH_NODES, from each state in turn that has something to search. */
static uint64_t iterations(struct bench *bench, struct player *player, uint64_t rounds)
{
    uint64_t done = bench->searched_count > 0 ? rounds : 0;
    for (uint64_t i = 0; i < done; i++) {
        int which = bench->searched[i % (uint64_t)bench->searched_count];
        bench->sink += player_choose(player, bench->rules, &bench->states[which]).kind;
    }
    return done * SEARCH_NODES;
}

static uint64_t plain_searches(struct bench *bench, uint64_t rounds)
{
    return iterations(bench, bench->plain, rounds);
}

static uint64_t thumb_searches(struct bench *bench, uint64_t rounds)
{
    return iterations(bench, bench->by_thumb, rounds);
}

static uint64_t expert_searches(struct bench *bench, uint64_t rounds)
{
    return iterations(bench, bench->expert, rounds);
}

static uint64_t playouts(struct bench *bench, uint64_t rounds)
{
    union any_state state;
    for (uint64_t i = 0; i < rounds; i++) {
        memcpy(&state, &bench->states[i % STATES], bench->rules->game->state_size);
        bench->sink += play_out(bench->rules, &state, &bench->random);
    }
    return rounds;
}

static uint64_t judged_by(struct bench *bench, const struct judge *judge, uint64_t rounds)
{
    struct estimate estimate;
    for (uint64_t i = 0; i < rounds; i++) {
        judge->estimate(judge, bench->rules, &bench->states[i % STATES], &estimate);
        bench->sink += estimate.win[0];
    }
    return rounds;
}

static uint64_t judged_by_thumb(struct bench *bench, uint64_t rounds)
{
    return judged_by(bench, &judge_by_thumb, rounds);
}

/* By a network, if there is one. */
static uint64_t judged_best(struct bench *bench, uint64_t rounds)
{
    return judged_by(bench, bench->judge, rounds);
}

static uint64_t evaluations(struct bench *bench, uint64_t rounds)
{
    struct score score;
    for (uint64_t i = 0; i < rounds; i++) {
        bench->rules->game->score(bench->rules, &bench->states[i % STATES], &score);
        bench->sink += (uint64_t)score.total[0];
    }
    return rounds;
}

static uint64_t described(struct bench *bench, uint64_t rounds)
{
    int16_t features[FEATURES_MAX];
    struct score score;
    for (uint64_t i = 0; i < rounds; i++) {
        const union any_state *state = &bench->states[i % STATES];
        bench->rules->game->score(bench->rules, state, &score);
        bench->rules->game->features(bench->rules, state, &score, 0, features);
        bench->sink += (uint64_t)features[0];
    }
    return rounds;
}

static const struct measure {
    const char *name;
    const char *about;
    uint64_t (*run)(struct bench *bench, uint64_t rounds);
} measures[MEASURES] = {
    {"decisions", _("random decisions, chance included"), random_decisions},
    {"seat_decisions", _("of which players' decisions"), seat_decisions},
    {"chance_moves", _("of which chance moves"), chance_moves},
    {"games", _("random games"), random_games},
    {"clones", _("copies of a state"), clones},
    {"replays", _("games replayed, every move checked"), replays},
    {"texts", _("states to text and back"), text_trips},
    {"json", _("states to JSON and back"), json_trips},
    {"playouts", _("random games from the middle to the end"), playouts},
    {"search", _("iterations of the plain tree search"), plain_searches},
    {"thumb_leaves", _("leaves of the search by rule of thumb"), thumb_searches},
    {"leaves", _("leaves of the expert's search"), expert_searches},
    {"thumb", _("positions judged by rule of thumb"), judged_by_thumb},
    {"judge", _("positions judged by the best evaluation"), judged_best},
    {"scores", _("scores by source"), evaluations},
    {"features", _("states encoded for learning"), described},
};

/* ---- getting ready --------------------------------------------------------------------------- */

/* Plays a random game and keeps its moves. */
static void keep_game(struct bench *bench, int game)
{
    const struct ruleset *rules = bench->rules;
    union any_state state;
    struct move list[MOVES_MAX];
    bench->moves[game] = memory_new(rules->game->moves_bound, sizeof(struct move));
    play_start(rules, &state);
    for (int count; (count = rules->game->legal(rules, &state, list)) > 0;) {
        struct move move = rules->game->node(rules, &state).actor == DEALER
                               ? chance_random(rules, &state, &bench->random)
                               : list[random_below(&bench->random, (uint32_t)count)];
        bench->moves[game][bench->move_count[game]++] = move;
        bench->all_moves++;
        bench->seat_moves += rules->game->node(rules, &state).actor >= 0;
        rules->game->apply(rules, &state, move, NULL);
    }
}

/* A state from somewhere in one of the games kept, at a decision of a seat if there are any. */
static void keep_state(struct bench *bench, union any_state *state)
{
    int tries = 0;
    do {
        uint32_t game = random_below(&bench->random, GAMES);
        uint32_t upto = random_below(&bench->random, (uint32_t)bench->move_count[game] + 1);
        play_start(bench->rules, state);
        for (uint32_t i = 0; i < upto; i++)
            bench->rules->game->apply(bench->rules, state, bench->moves[game][i], NULL);
    } while (bench->rules->game->node(bench->rules, state).actor < 0 && ++tries < TRIES_MAX);
}

/* Notes where there is something to search. */
static void find_searched(struct bench *bench)
{
    const struct game *game = bench->rules->game;
    struct move moves[MOVES_MAX];
    for (int i = 0; i < STATES; i++)
        if (game->node(bench->rules, &bench->states[i]).actor >= 0 &&
            game->legal(bench->rules, &bench->states[i], moves) > 1)
            bench->searched[bench->searched_count++] = i;
}

/* A search that asks this judge if its kind lets one choose. */
static struct player *open_search(const struct bench *bench, const char *beginning)
{
    struct problem problem = {0};
    struct text description = {0};
    text_addf(&description, "%s%d", beginning, SEARCH_NODES);
    struct player_spec spec;
    bool read = player_read(text_span(&description), &spec, &problem);
    assert(read);
    (void)read;
    void *self = spec.kind->open_with != NULL
                     ? spec.kind->open_with(bench->rules, spec.values, bench->judge)
                     : spec.kind->open(bench->rules, spec.values);
    text_free(&description);
    return player_wrap(spec.kind, self, 1);
}

static struct bench *bench_open(const struct ruleset *rules,
                                const struct measure_settings *settings)
{
    struct bench *bench = memory_new_at_line(sizeof *bench);
    bench->rules = rules;
    bench->judge = settings->judge != NULL ? settings->judge : judge_of(rules->game);
    bench->random = random_stream(settings->seed, 0);
    bench->plain = open_search(bench, "mcts:nodes=");
    bench->by_thumb = open_search(bench, "search:rounds=0,nodes=");
    bench->expert = open_search(bench, "expert:rounds=0,nodes=");
    for (int i = 0; i < GAMES; i++)
        keep_game(bench, i);
    for (int i = 0; i < STATES; i++)
        keep_state(bench, &bench->states[i]);
    find_searched(bench);
    return bench;
}

static void bench_close(struct bench *bench)
{
    for (int i = 0; i < GAMES; i++)
        free(bench->moves[i]);
    player_close(bench->plain);
    player_close(bench->by_thumb);
    player_close(bench->expert);
    text_free(&bench->text);
    free(bench);
}

/* ---- timing ---------------------------------------------------------------------------------- */

static int64_t processor_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* How many rounds take about as long as a sample should; of nothing, one. */
static uint64_t calibrate(struct bench *bench, const struct measure *measure, int64_t sample_ns)
{
    for (uint64_t rounds = 1;; rounds *= 2) {
        int64_t start = processor_ns();
        if (measure->run(bench, rounds) == 0)
            return 1;
        if (processor_ns() - start >= sample_ns / 2)
            return rounds * 2;
    }
}

static double take_sample(struct bench *bench, const struct measure *measure, uint64_t rounds)
{
    int64_t start = processor_ns();
    uint64_t done = measure->run(bench, rounds);
    int64_t spent = processor_ns() - start;
    return (double)done * 1e9 / (double)(spent > 0 ? spent : 1);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* From its samples, which are put in order. */
static struct figure figure_of(const struct measure *measure, double *samples, int count)
{
    qsort(samples, (size_t)count, sizeof samples[0], compare_doubles);
    return (struct figure){measure->name, measure->about, samples[count / 2], samples[0],
                           samples[count - 1]};
}

int measure_game(const struct ruleset *rules, const struct measure_settings *settings,
                 struct figure figures[MEASURES], measure_progress *progress, void *context)
{
    struct bench *bench = bench_open(rules, settings);
    const struct measure *chosen[MEASURES];
    uint64_t rounds[MEASURES], done = 0;
    double samples[MEASURES][MEASURE_SAMPLES_MAX];
    int count = 0;
    assert(settings->samples > 0 && settings->samples <= MEASURE_SAMPLES_MAX);
    for (uint64_t wanted = settings->wanted; wanted != 0; count++) {
        chosen[count] = &measures[bits_pop(&wanted)];
        rounds[count] = calibrate(bench, chosen[count], settings->sample_ns);
    }
    for (int k = 0; k < settings->samples; k++)
        for (int i = 0; i < count; i++) {
            samples[i][k] = take_sample(bench, chosen[i], rounds[i]);
            if (progress != NULL)
                progress(context, ++done);
        }
    for (int i = 0; i < count; i++)
        figures[i] = figure_of(chosen[i], samples[i], settings->samples);
    bench_close(bench);
    return count;
}

/* ---- choosing what is measured --------------------------------------------------------------- */

uint32_t measures_all(void)
{
    return (uint32_t)bits_below(MEASURES);
}

static int find_measure(struct span name)
{
    int i = 0;
    while (i < MEASURES && !span_is(name, measures[i].name))
        i++;
    return i;
}

uint32_t measures_named(const char *names, struct problem *problem)
{
    uint32_t wanted = 0;
    for (const char *at = names;;) {
        size_t length = strcspn(at, ",");
        int which = find_measure((struct span){at, length});
        if (which == MEASURES) {
            problem_set_spans(problem, _("there is no measure \"{0}\""), (struct span){at, length},
                              (struct span){0});
            return 0;
        }
        wanted |= 1u << which;
        if (at[length] == '\0')
            return wanted;
        at += length + 1;
    }
}

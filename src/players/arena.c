/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Contests: who sits where in which game, games in threads, then the sums. */

#include "arena.h"

#include "rating.h"
#include "threads.h"

#include "contract/play.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_UPS_MAX = 1820 }; /* 4 of 16 players */

_Static_assert(ARENA_PLAYERS_MAX == 16 && SEATS_MAX == 4, "all line-ups have room");

/* One game: who sat where, and how it ended. */
struct contest_game {
    uint8_t seats[SEATS_MAX]; /* players */
    uint8_t place[SEATS_MAX];
    int16_t total[SEATS_MAX];
    int rounds;
    const char *error;
    bool played;      /* false: the contest was stopped before */
    int forfeited_by; /* the seat whose player failed, + 1; 0: none */
    const char *failure;
};

struct contest {
    const struct arena *task;
    int count;                                   /* of different players */
    int of[ARENA_PLAYERS_MAX];                   /* the player of each description */
    struct span descriptions[ARENA_PLAYERS_MAX]; /* of each player */
    struct player_spec specs[ARENA_PLAYERS_MAX]; /* the same, read; without a kind: a guest */
    uint8_t line_ups[LINE_UPS_MAX][SEATS_MAX];
    int line_up_count;
    uint64_t skipped; /* games before the first */
    uint64_t game_count;
    struct contest_game *games; /* deal by deal, line-up by line-up, rotation by rotation */
    /* Shared by the threads: */
    pthread_mutex_t lock;
    uint64_t next, done;
    int64_t thought[ARENA_PLAYERS_MAX]; /* nanoseconds */
    uint64_t decisions[ARENA_PLAYERS_MAX];
};

static int seats_of(const struct contest *contest)
{
    return contest->task->rules->setup.players;
}

/* ---- who meets whom -------------------------------------------------------------------------- */

/* Equal descriptions are one player. */
static void find_players(struct contest *contest)
{
    const struct arena *task = contest->task;
    for (int i = 0; i < task->player_count; i++) {
        int same = 0;
        while (same < contest->count && !span_equal(contest->descriptions[same], task->players[i]))
            same++;
        contest->of[i] = same;
        if (same == contest->count)
            contest->descriptions[contest->count++] = task->players[i];
    }
}

/* Reads all descriptions before a player is made: each thread will have every player once for each
 * seat. */
static bool read_players(struct contest *contest, struct problem *problem)
{
    int64_t copies = (int64_t)contest->task->threads * seats_of(contest), sum = 0;
    const struct arena_guests *guests = contest->task->guests;
    for (int i = 0; i < contest->count; i++) {
        if (guests != NULL && guests->invites(contest->descriptions[i]))
            continue;
        if (!player_read_own(contest->descriptions[i], &contest->specs[i], problem))
            return false;
        sum += copies * player_memory(&contest->specs[i]);
    }
    return sum <= ARENA_MEMORY_MAX ||
           problem_set(problem, _("these players would take more than 64 GiB of memory together"),
                       NULL, NULL, NULL);
}

/* All choices of as many players as there are seats, from `first` on. */
static void add_choices(struct contest *contest, uint8_t *chosen, int seat, int first)
{
    int seats = seats_of(contest);
    if (seat == seats) {
        assert(contest->line_up_count < LINE_UPS_MAX);
        memcpy(contest->line_ups[contest->line_up_count++], chosen, SEATS_MAX);
        return;
    }
    for (int i = first; i < contest->count; i++) {
        chosen[seat] = (uint8_t)i;
        add_choices(contest, chosen, seat + 1, i + 1);
    }
}

/* Neighbours in the list, as many as there are seats. */
static void add_neighbours(struct contest *contest)
{
    int seats = seats_of(contest);
    for (int first = 0; first + seats <= contest->count; first++, contest->line_up_count++)
        for (int seat = 0; seat < seats; seat++)
            contest->line_ups[contest->line_up_count][seat] = (uint8_t)(first + seat);
}

static bool find_line_ups(struct contest *contest, struct problem *problem)
{
    const struct arena *task = contest->task;
    uint8_t chosen[SEATS_MAX] = {0};
    if (task->player_count > seats_of(contest)) {
        if (contest->count < task->player_count)
            return problem_set(problem,
                               _("with more players than seats, each can be named only once"), NULL,
                               NULL, NULL);
        if (task->ladder)
            add_neighbours(contest);
        else
            add_choices(contest, chosen, 0, 0);
        return true;
    }
    for (int seat = 0; seat < seats_of(contest); seat++)
        chosen[seat] = (uint8_t)contest->of[seat % task->player_count];
    memcpy(contest->line_ups[contest->line_up_count++], chosen, SEATS_MAX);
    return true;
}

uint64_t arena_games_of_deal(const struct arena *task)
{
    uint64_t seats = task->rules->setup.players, players = (uint64_t)task->player_count, count = 1;
    if (task->ladder && players > seats)
        return (players - seats + 1) * seats;
    for (uint64_t i = 0; players > seats && i < seats; i++)
        count = count * (players - i) / (i + 1); /* this many choices of i + 1 players */
    return count * seats;
}

static uint64_t games_of_deal(const struct contest *contest)
{
    uint64_t games = arena_games_of_deal(contest->task);
    assert(games == (uint64_t)contest->line_up_count * (uint64_t)seats_of(contest));
    return games;
}

static void seat_players(const struct contest *contest, uint64_t number, uint8_t *seats)
{
    int count = seats_of(contest);
    int rotation = (int)(number % (uint64_t)count);
    uint64_t line_up = number % games_of_deal(contest) / (uint64_t)count;
    for (int seat = 0; seat < count; seat++)
        seats[seat] = contest->line_ups[line_up][(seat + rotation) % count];
}

/* ---- playing --------------------------------------------------------------------------------- */

/* What one thread works with. */
struct hall_of_players {
    struct contest *contest;
    struct player *players[ARENA_PLAYERS_MAX][SEATS_MAX]; /* one for each seat: they may remember */
    int64_t thought[ARENA_PLAYERS_MAX];
    uint64_t decisions[ARENA_PLAYERS_MAX];
    struct move *moves; /* of the present game */
    uint32_t move_count;
    struct visit_log visits;
};

static int64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static struct move think(struct hall_of_players *hall, int player, int seat, const void *state)
{
    const struct ruleset *rules = hall->contest->task->rules;
    int64_t start = nanoseconds();
    struct move move = player_choose(hall->players[player][seat], rules, state);
    hall->thought[player] += nanoseconds() - start;
    hall->decisions[player]++;
    return move;
}

static void note_move(struct hall_of_players *hall, struct move move, const struct player *searched)
{
    hall->moves[hall->move_count++] = move;
    if (hall->contest->task->visits)
        visit_log_add(&hall->visits, searched);
}

static const char *play_to_end(struct hall_of_players *hall, struct contest_game *game,
                               union any_state *state, struct random *chance)
{
    const struct ruleset *rules = hall->contest->task->rules;
    struct move legal[MOVES_MAX];
    hall->move_count = 0;
    hall->visits.used = 0;
    play_start(rules, state->bytes);
    for (uint32_t moves = 0; moves <= rules->game->moves_bound; moves++) {
        struct node node = rules->game->node(rules, state);
        if (node.round > game->rounds)
            game->rounds = (uint16_t)node.round;
        if (node.actor == NOBODY)
            return NULL;
        struct move move;
        const struct player *searched = NULL;
        if (node.actor == DEALER) {
            move = chance_random(rules, state, chance);
        } else {
            int count = rules->game->legal(rules, state, legal);
            if (count == 0)
                return _("no one can move, but the game is not over");
            move = count == 1 ? legal[0] : think(hall, game->seats[node.actor], node.actor, state);
            const struct player *player = hall->players[game->seats[node.actor]][node.actor];
            searched = count > 1 ? player : NULL;
            if (player_failure(player) != NULL) {
                game->failure = player_failure(player);
                game->forfeited_by = node.actor + 1;
                return NULL;
            }
        }
        if (moves < rules->game->moves_bound)
            note_move(hall, move, searched);
        rules->game->apply(rules, state, move, NULL);
    }
    return _("the game has more moves than allowed");
}

/* Whoever failed is last; the others are placed by the score as it stood. */
static void note_forfeit(struct contest_game *game, int seats)
{
    uint8_t before[SEATS_MAX];
    int loser = game->forfeited_by - 1;
    memcpy(before, game->place, sizeof before);
    game->place[loser] = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++) {
        int better = 0;
        for (int other = 0; other < seats; other++)
            better += other != loser && before[other] < before[seat];
        if (seat != loser)
            game->place[seat] = (uint8_t)(1 + better);
    }
}

/* Tells those who watch. */
static void show_game(const struct hall_of_players *hall, uint64_t number,
                      const struct contest_game *game)
{
    const struct contest *contest = hall->contest;
    const struct arena *task = contest->task;
    struct span players[SEATS_MAX] = {0};
    if (task->observe == NULL || game->error != NULL)
        return;
    for (int seat = 0; seat < seats_of(contest); seat++)
        players[seat] = contest->descriptions[game->seats[seat]];
    struct arena_game shown = {.number = number + 1,
                               .players = players,
                               .moves = hall->moves,
                               .visits = task->visits ? hall->visits.list : NULL,
                               .move_count = hall->move_count};
    task->observe(task->context, &shown);
}

static void play_one(struct hall_of_players *hall, uint64_t number)
{
    const struct contest *contest = hall->contest;
    const struct ruleset *rules = contest->task->rules;
    struct contest_game *game = &contest->games[number - contest->skipped];
    union any_state state;
    struct score score;
    struct random chance = random_stream(contest->task->seed, number / games_of_deal(contest));
    seat_players(contest, number, game->seats);
    for (int seat = 0; seat < rules->setup.players; seat++) {
        struct random source =
            random_stream(~contest->task->seed, number * SEATS_MAX + (uint64_t)seat);
        player_begin(hall->players[game->seats[seat]][seat], random_next(&source));
    }
    game->error = play_to_end(hall, game, &state, &chance);
    game->played = true;
    if (game->error != NULL)
        return;
    rules->game->score(rules, &state, &score);
    memcpy(game->place, score.place, sizeof game->place);
    memcpy(game->total, score.total, sizeof game->total);
    if (game->forfeited_by > 0)
        note_forfeit(game, rules->setup.players);
}

/* The number of the next game, or none. */
static bool take_number(struct contest *contest, uint64_t *number)
{
    pthread_mutex_lock(&contest->lock);
    const atomic_bool *stop = contest->task->stop;
    bool stopped = stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
    bool more = !stopped && contest->next < contest->game_count;
    *number = contest->skipped + contest->next;
    contest->next += more;
    pthread_mutex_unlock(&contest->lock);
    return more;
}

static void note_done(struct contest *contest)
{
    const struct arena *task = contest->task;
    pthread_mutex_lock(&contest->lock);
    contest->done++;
    if (task->progress != NULL)
        task->progress(task->context, contest->done, contest->game_count);
    pthread_mutex_unlock(&contest->lock);
}

static void play_games(void *context, int thread)
{
    struct hall_of_players *hall = ((struct hall_of_players **)context)[thread];
    struct contest *contest = hall->contest;
    uint64_t number;
    while (take_number(contest, &number)) {
        play_one(hall, number);
        show_game(hall, number, &contest->games[number - contest->skipped]);
        note_done(contest);
    }
    pthread_mutex_lock(&contest->lock);
    for (int i = 0; i < contest->count; i++) {
        contest->thought[i] += hall->thought[i];
        contest->decisions[i] += hall->decisions[i];
    }
    pthread_mutex_unlock(&contest->lock);
}

static void close_hall(struct hall_of_players *hall)
{
    for (int i = 0; i < ARENA_PLAYERS_MAX; i++)
        for (int seat = 0; seat < SEATS_MAX; seat++)
            player_close(hall->players[i][seat]);
    free(hall->moves);
    visit_log_free(&hall->visits);
    free(hall);
}

static struct player *make_player(const struct contest *contest, int number,
                                  struct problem *problem)
{
    const struct arena *task = contest->task;
    if (contest->specs[number].kind != NULL)
        return player_make(task->rules, &contest->specs[number], 0, problem);
    return task->guests->open(task->rules, contest->descriptions[number], task->guests->ms,
                              problem);
}

static struct hall_of_players *open_hall(struct contest *contest, struct problem *problem)
{
    struct hall_of_players *hall = memory_new(1, sizeof *hall);
    hall->contest = contest;
    hall->moves = memory_new(contest->task->rules->game->moves_bound, sizeof *hall->moves);
    for (int i = 0; i < contest->count; i++)
        for (int seat = 0; seat < seats_of(contest); seat++) {
            hall->players[i][seat] = make_player(contest, i, problem);
            if (hall->players[i][seat] == NULL) {
                close_hall(hall);
                return NULL;
            }
        }
    return hall;
}

static bool play_all(struct contest *contest, struct problem *problem)
{
    struct hall_of_players *halls[THREADS_MAX] = {0};
    int wanted = contest->task->threads, count = 0;
    for (; count < wanted; count++) {
        halls[count] = open_hall(contest, problem);
        if (halls[count] == NULL)
            break;
    }
    bool fine = count == wanted;
    if (fine)
        in_threads(count, play_games, halls);
    for (int i = 0; i < count; i++)
        close_hall(halls[i]);
    return fine;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static double win_of(const struct contest_game *game, int seats, int seat)
{
    int winners = 0;
    for (int i = 0; i < seats; i++)
        winners += game->place[i] == 1;
    return game->place[seat] == 1 ? 1.0 / winners : 0.0;
}

static int best_rival(const struct contest_game *game, int seats, int seat)
{
    int best = INT16_MIN;
    for (int i = 0; i < seats; i++)
        if (i != seat && game->total[i] > best)
            best = game->total[i];
    return best;
}

static void note_pairs(struct arena_result *result, const struct contest_game *game)
{
    for (int a = 0; a < result->seats; a++)
        for (int b = 0; b < result->seats; b++) {
            int first = game->seats[a], second = game->seats[b];
            if (first == second)
                continue;
            result->met[first][second] += 1;
            if (game->place[a] < game->place[b])
                result->ahead[first][second] += 1;
            else if (game->place[a] == game->place[b])
                result->ahead[first][second] += 0.5;
        }
}

/* What each player did in one deal, over all its games. */
struct deal {
    double won, games;
};

static void note_failure(struct arena_result *result, const struct contest_game *game)
{
    if (game->forfeited_by == 0)
        return;
    struct arena_player *player = &result->players[game->seats[game->forfeited_by - 1]];
    if (player->forfeits++ == 0)
        span_copy(span_of(game->failure), player->failure, sizeof player->failure);
}

static void note_game(struct arena_result *result, const struct contest_game *game,
                      struct deal *deal)
{
    int seats = result->seats;
    bool played[ARENA_PLAYERS_MAX] = {0};
    result->games++;
    spread_add(&result->rounds, game->rounds);
    note_pairs(result, game);
    note_failure(result, game);
    for (int seat = 0; seat < seats; seat++) {
        int i = game->seats[seat];
        struct arena_player *player = &result->players[i];
        deal[i].games += !played[i];
        played[i] = true;
        deal[i].won += win_of(game, seats, seat);
        player->seats++;
        player->score += game->total[seat];
        player->margin += game->total[seat] - best_rival(game, seats, seat);
    }
}

/* All games of a deal together are one sample. One that went wrong or was not played spoils them
 * all. */
static void note_deal(struct arena_result *result, struct share *shares,
                      const struct contest_game *games, uint64_t count)
{
    struct deal deal[ARENA_PLAYERS_MAX] = {0};
    for (uint64_t i = 0; i < count; i++)
        if (games[i].error != NULL || !games[i].played)
            return;
    for (uint64_t i = 0; i < count; i++)
        note_game(result, &games[i], deal);
    for (int i = 0; i < result->count; i++)
        share_add(&shares[i], deal[i].won, deal[i].games);
    result->deals++;
}

static void finish_player(struct arena_player *player, const struct share *share, int table)
{
    double seats = player->seats > 0 ? (double)player->seats : 1;
    struct interval interval = share_interval(share);
    player->win = share_mean(share);
    player->win_low = interval.low;
    player->win_high = interval.high;
    player->fair = share->games > 0 ? seats / (share->games * table) : 0;
    player->score /= seats;
    player->margin /= seats;
}

static void note_errors(struct arena_result *result, const struct contest *contest)
{
    for (uint64_t i = 0; i < contest->game_count; i++)
        if (contest->games[i].error != NULL && result->errors++ == 0)
            span_copy(span_of(contest->games[i].error), result->error, sizeof result->error);
}

static void sum_up(const struct contest *contest, struct arena_result *result)
{
    struct share shares[ARENA_PLAYERS_MAX] = {0};
    uint64_t step = games_of_deal(contest);
    *result = (struct arena_result){
        .seats = seats_of(contest), .count = contest->count, .ladder = contest->task->ladder};
    note_errors(result, contest);
    for (uint64_t i = 0; i < contest->game_count; i += step)
        note_deal(result, shares, &contest->games[i], step);
    for (int i = 0; i < contest->count; i++) {
        struct arena_player *player = &result->players[i];
        span_copy(contest->descriptions[i], player->description, sizeof player->description);
        finish_player(player, &shares[i], result->seats);
        player->decisions = contest->decisions[i];
        if (player->decisions > 0)
            player->ms = (double)contest->thought[i] / 1e6 / (double)player->decisions;
    }
    rate(result);
}

bool arena_run(const struct arena *task, struct arena_result *result, struct problem *problem)
{
    assert(task->player_count > 0 && task->player_count <= ARENA_PLAYERS_MAX);
    assert(task->threads > 0 && task->threads <= THREADS_MAX && task->games > 0);
    struct contest *contest = memory_new(1, sizeof *contest);
    contest->task = task;
    pthread_mutex_init(&contest->lock, NULL);
    find_players(contest);
    bool fine = read_players(contest, problem) && find_line_ups(contest, problem);
    if (fine) {
        uint64_t step = games_of_deal(contest);
        contest->game_count = (task->games + step - 1) / step * step;
        contest->skipped = task->skip / step * step;
        contest->games = memory_try_new(contest->game_count, sizeof *contest->games);
        fine = contest->games != NULL ? play_all(contest, problem) : problem_no_memory(problem);
    }
    if (fine)
        sum_up(contest, result);
    pthread_mutex_destroy(&contest->lock);
    free(contest->games);
    free(contest);
    return fine;
}

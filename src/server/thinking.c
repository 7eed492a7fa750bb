/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Moves of computer players, made by workers. */

#include "hall_parts.h"

#include "player_limits.h"

#include "contract/notation.h"
#include "contract/ruleset.h"

#include "base/container_of.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* No thought takes longer, whatever its description allows. */
enum { THOUGHT_MS = 3000 };

/* The player of the seat; one without a tree if there is no memory for it. */
static struct player *open_player(const struct thought *thought)
{
    struct player_spec spec = player_of_seat(span_of(thought->player));
    struct player_spec small = player_without_tree();
    struct problem problem = {0};
    uint64_t seed; /* that nobody knows: what a careless player does next is not for reckoning */
    randombytes_buf(&seed, sizeof seed);
    struct player *player = player_make(thought->rules, &spec, seed, &problem);
    return player != NULL ? player : player_make(thought->rules, &small, seed, &problem);
}

static void work(struct job *job)
{
    struct thought *thought = (struct thought *)job;
    struct player *player = open_player(thought);
    int64_t start = loop_now();
    assert(player != NULL); /* the small one is always there */
    player_bound(player, (struct player_limit){&thought->hall->resting, start + THOUGHT_MS});
    player_resume(player, thought->rules, &thought->state, thought->spent_ms);
    thought->move = player_choose(player, thought->rules, &thought->state);
    thought->spent_ms += loop_now() - start;
    player_close(player);
}

static void done(struct change *change, enum change_result result, struct room *room,
                 const struct problem *problem)
{
    struct thought *thought = container_of(change, struct thought, change);
    (void)result;
    (void)room;
    (void)problem;
    thought->runs = false; /* the hall asks again if somebody is still awaited */
}

static void make_move(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct thought *thought = container_of(visit, struct thought, visit);
    (void)problem;
    if (room == NULL || room->rows != thought->rows) {
        thought->runs = false;
        return;
    }
    struct room_row row = {.kind = ROW_MOVE, .time = loop_time()};
    text_clear(&thought->body);
    text_addf(&thought->body, "%d ", thought->seat + 1);
    move_write(room->rules, thought->move, &thought->body);
    row.body = text_span(&thought->body);
    thought->change = (struct change){.done = done, .expected = thought->rows};
    hall_apply(thought->hall, room, &row, &thought->change);
}

static void thought_done(struct job *job)
{
    struct thought *thought = (struct thought *)job;
    ruleset_close(thought->rules);
    thought->rules = NULL;
    if (thought->hall->resting) { /* it may have been cut off: the next server thinks again */
        thought->runs = false;
        return;
    }
    thought->visit.call = make_move;
    hall_visit(thought->hall, thought->table, &thought->visit);
}

static bool same_turn(struct node one, struct node other)
{
    return one.round == other.round && one.turn == other.turn;
}

/* Each room has one thought at the most, so this many of them is a server that is far too small. */
enum { THOUGHTS_WAITING_MAX = 4096 };

bool thoughts_are_too_many(const struct hall *hall)
{
    return workers_waiting(hall->thinkers) >= THOUGHTS_WAITING_MAX;
}

void think(struct hall *hall, struct room *room, struct thought *thought)
{
    int awaited = room_awaited(room);
    if (thought->runs || hall->resting || awaited < 0 || room->paused ||
        room->seats[awaited].player[0] == '\0' || session_awaits_confirm(room->session) == awaited)
        return;
    struct node node = room->rules->game->node(room->rules, session_state(room->session));
    *thought = (struct thought){.hall = hall,
                                .rows = room->rows,
                                .seat = awaited,
                                .rules = ruleset_open_again(room->rules),
                                .body = thought->body,
                                .turn = node,
                                .spent_ms = same_turn(thought->turn, node) ? thought->spent_ms : 0,
                                .runs = true};
    memcpy(thought->table, room->id, sizeof thought->table);
    memcpy(thought->player, room->seats[awaited].player, sizeof thought->player);
    memcpy(&thought->state, session_state(room->session), room->rules->game->state_size);
    thought->job.work = work;
    thought->job.done = thought_done;
    thought->job.person = room->plan.owner;
    thought->job.house = quotas_house(&hall->quotas, room->plan.owner);
    workers_add(hall_thinkers(hall), &thought->job, false);
}

void thought_drop(struct thought *thought)
{
    ruleset_close(thought->rules);
    text_free(&thought->body);
    *thought = (struct thought){0};
}

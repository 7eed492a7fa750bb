/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Seats, turns, undo, and the dealer at work. Two numbers carry the rules of undo: `final`, how
 * many moves can no longer be undone, and `awaits`, the seat whose turn is over but not
 * confirmed. All moves, whoever makes them, go through make(), which sets both.
 *
 *     moves   0 ──────────── final ─────────────── count
 *             never undone      one seat may undo
 *                               them, the last first
 *
 * Why: undo must never reveal what no one may know. Whatever the dealer or another seat does makes
 * everything before it final, because the seat that would undo a move has seen what came of it. A
 * seat that confirms its turns keeps its last moves undoable: neither the dealer nor the next seat
 * continues before it has confirmed, which is why `awaits` exists at all. Undo goes through the
 * history, which replays from a snapshot; no rule ever undoes a move. */

#include "session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct session {
    const struct ruleset *rules; /* borrowed */
    struct seat seats[SEATS_MAX];
    const char *names[SEATS_MAX]; /* point into seats */
    struct history history;
    uint32_t final; /* that many moves are final; the moves after them are all of seats */
    int awaits;     /* the seat that has to confirm, or NOBODY */

    bool has_seed;
    uint8_t seed[SEED_SIZE];
    uint32_t seed_from; /* number of the first chance move that the seed is answerable for */
    uint32_t chances;   /* chance moves made */
    struct shares shares;
    bool has_share;
    uint8_t share[SHARE_SIZE]; /* to be kept with the next chance move */

    struct record_move *taken_back; /* the last one is the next to be made again */
    size_t taken_back_count, taken_back_capacity;

    struct session_event *events; /* of the last call that changed something */
    size_t event_count, event_capacity;
    uint32_t events_from; /* the first move of that call */

    bool has_reason;
    struct message reason; /* why the last move was refused */
};

/* ---- seats ----------------------------------------------------------------------------------- */

/* Copies a text for people into a seat. */
static bool take_text(struct span text, char *out, size_t size, struct problem *problem)
{
    if (text.length == 0)
        return problem_set(problem, _("a name is missing"), NULL, NULL, NULL);
    if (text.length >= size)
        return problem_set(problem, _("the name is too long"), NULL, NULL, NULL);
    if (!span_is_utf8(text) || span_has_control(text))
        return problem_set(problem, _("the name has characters that cannot be shown"), NULL, NULL,
                           NULL);
    span_copy(text, out, size);
    return true;
}

bool seat_person(struct seat *seat, struct span name, struct problem *problem)
{
    *seat = (struct seat){.confirm = true};
    return take_text(name, seat->name, sizeof seat->name, problem);
}

bool seat_computer(struct seat *seat, struct span name, struct span player, struct problem *problem)
{
    *seat = (struct seat){.confirm = false};
    if (player.length > 0 && !record_player_fits(player))
        return problem_set(problem, _("the description of a computer player must be one word"),
                           NULL, NULL, NULL);
    return take_text(name, seat->name, sizeof seat->name, problem) &&
           take_text(player, seat->player, sizeof seat->player, problem);
}

static int seat_count(const struct session *session)
{
    return session->rules->setup.players;
}

const struct seat *session_seat(const struct session *session, int seat)
{
    assert(seat >= 0 && seat < seat_count(session));
    return &session->seats[seat];
}

void session_change_seat(struct session *session, int seat, const struct seat *changed)
{
    assert(seat >= 0 && seat < seat_count(session));
    assert(changed->name[0] != '\0');
    session->seats[seat] = *changed;
}

struct teller session_teller(const struct session *session, enum language language)
{
    return (struct teller){.language = language, .names = session->names};
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* A session before its first move, without a seed. */
static struct session *new_session(const struct ruleset *rules, const struct seat *seats)
{
    assert(rules->setup.players <= SEATS_MAX);
    struct session *session = memory_new_at_line(sizeof *session);
    session->rules = rules;
    session->awaits = NOBODY;
    for (int i = 0; i < seat_count(session); i++) {
        session_change_seat(session, i, &seats[i]);
        session->names[i] = session->seats[i].name;
    }
    history_open(&session->history, rules);
    return session;
}

static void set_seed(struct session *session, const uint8_t seed[SEED_SIZE], uint32_t from)
{
    assert(!session->has_seed);
    session->has_seed = true;
    session->seed_from = from;
    memcpy(session->seed, seed, SEED_SIZE);
}

void session_close(struct session *session)
{
    if (session == NULL)
        return;
    history_close(&session->history);
    explicit_bzero(session->seed, sizeof session->seed);
    shares_free(&session->shares);
    free(session->taken_back);
    free(session->events);
    free(session);
}

/* ---- where the game stands ------------------------------------------------------------------- */

const struct ruleset *session_rules(const struct session *session)
{
    return session->rules;
}

const void *session_state(const struct session *session)
{
    return history_state(&session->history);
}

struct node session_node(const struct session *session)
{
    return session->rules->game->node(session->rules, session_state(session));
}

int session_awaits_confirm(const struct session *session)
{
    return session->awaits;
}

int session_awaited(const struct session *session)
{
    return session->awaits != NOBODY ? session->awaits : session_node(session).actor;
}

/* ---- making moves ---------------------------------------------------------------------------- */

/* Before anything is changed by a call, or after it has taken something back. */
static void forget_events(struct session *session)
{
    session->event_count = 0;
    session->events_from = session->history.count;
}

static void keep_events(struct session *session, const struct events *events)
{
    size_t needed = session->event_count + (size_t)events->count;
    if (needed > session->event_capacity) {
        session->event_capacity = needed * 2;
        session->events =
            memory_grow(session->events, session->event_capacity, sizeof *session->events);
    }
    uint32_t move = session->history.count - 1;
    for (int i = 0; i < events->count; i++)
        session->events[session->event_count++] = (struct session_event){move, events->list[i]};
}

/* Whose turn it is at a node. Outside all turns it is that of the seat that decides. */
static int turn_of(struct node node)
{
    return node.turn == NOBODY && node.actor >= 0 ? node.actor : node.turn;
}

/* Is the turn that a node belongs to over at a later one? */
static bool ends_turn(struct node before, struct node after)
{
    return after.actor == NOBODY || turn_of(after) != turn_of(before) ||
           after.round != before.round; /* two turns of one seat in a row */
}

/* Decides, after a move that a seat made at the node `before`, what can still be taken back. */
static void settle(struct session *session, struct node before, bool confirm)
{
    int seat = before.actor;
    struct node after = session_node(session);
    bool in_turn = turn_of(before) == seat;
    bool turn_over = ends_turn(before, after);
    if (in_turn && turn_over && confirm)
        session->awaits = seat;
    else if (turn_over || (!in_turn && after.actor != seat))
        session->final = session->history.count;
}

/* Makes a legal move of whoever acts now. */
static void make(struct session *session, struct move move, bool confirm)
{
    struct node before = session_node(session);
    struct events events;
    events_clear(&events);
    assert(session->awaits == NOBODY);
    history_append(&session->history, move, &events);
    keep_events(session, &events);
    if (before.actor == DEALER) {
        session->chances++;
        session->final = session->history.count;
    } else {
        settle(session, before, confirm);
    }
    assert(session->final <= session->history.count);
}

static struct move next_chance(const struct session *session)
{
    uint8_t seed[SEED_SIZE];
    dealer_join(session->seed, shares_at(&session->shares, session->chances), seed);
    return dealer_draw(session->rules, session_state(session), seed, session->chances);
}

/* The share that waits holds from the next chance move on. */
static void keep_share(struct session *session)
{
    assert(session_awaited(session) == DEALER);
    if (session->has_share)
        shares_add(&session->shares, session->chances, session->share);
    session->has_share = false;
}

/* Lets the dealer make the chance moves that are due. */
static void deal(struct session *session)
{
    while (session->has_seed && session_awaited(session) == DEALER) {
        assert(session->taken_back_count == 0);
        keep_share(session);
        make(session, next_chance(session), false);
    }
}

struct session *session_open(const struct ruleset *rules, const struct seat *seats,
                             const uint8_t seed[SEED_SIZE])
{
    struct session *session = new_session(rules, seats);
    set_seed(session, seed, 0);
    deal(session);
    return session;
}

void session_adopt(struct session *session, const uint8_t seed[SEED_SIZE])
{
    set_seed(session, seed, session->chances);
    forget_events(session);
    deal(session);
}

/* May this seat make a move now? */
static bool may_decide(const struct session *session, int seat, struct problem *problem)
{
    int awaited = session_awaited(session);
    if (awaited == NOBODY)
        return problem_set(problem, _("the game is over"), NULL, NULL, NULL);
    if (awaited == DEALER)
        return problem_set(problem, _("a chance move is due, but the dealer has no seed"), NULL,
                           NULL, NULL);
    const char *name = session->seats[awaited].name;
    if (session->awaits != NOBODY)
        return problem_set(problem, _("{0} still has to confirm the turn"), name, NULL, NULL);
    if (awaited != seat)
        return problem_set(problem, _("{0} has to decide now"), name, NULL, NULL);
    return true;
}

static const char *const not_possible = _("this move is not possible now");

/* Looks for the reason why a move is not legal. */
static void find_reason(struct session *session, struct move move)
{
    struct blocked blocked[BLOCKED_MAX];
    const void *state = session_state(session);
    int count = session->rules->game->blocked(session->rules, state, blocked);
    for (int i = 0; i < count && !session->has_reason; i++) {
        if (move_equal(blocked[i].move, move)) {
            session->has_reason = true;
            session->reason = blocked[i].why;
        }
    }
}

/* A move that was taken back is off the list once it is made again; any other ends the list. */
static void update_taken_back(struct session *session, int seat, struct move move)
{
    bool same = session_can_redo(session, seat) &&
                move_equal(session->taken_back[session->taken_back_count - 1].move, move);
    session->taken_back_count = same ? session->taken_back_count - 1 : 0;
}

/* The number of the first of these moves that the seat cannot make in one go, or `count`. */
static int first_impossible(const struct session *session, int seat, const struct move *moves,
                            int count)
{
    const struct ruleset *rules = session->rules;
    union any_state state;
    memcpy(state.bytes, session_state(session), rules->game->state_size);
    for (int i = 0; i + 1 < count; i++) {
        struct node before = rules->game->node(rules, state.bytes);
        if (before.actor != seat || !play_move(rules, state.bytes, moves[i], NULL))
            return i;
        if (ends_turn(before, rules->game->node(rules, state.bytes)))
            return i + 1;
    }
    bool fine = rules->game->node(rules, state.bytes).actor == seat &&
                play_find(rules, state.bytes, moves[count - 1]) >= 0;
    return fine ? count : count - 1;
}

bool session_moves(struct session *session, int seat, const struct move *moves, int count,
                   struct problem *problem)
{
    assert(count >= 1 && count <= ACTION_MOVES_MAX);
    session->has_reason = false;
    if (!may_decide(session, seat, problem))
        return false;
    int wrong = first_impossible(session, seat, moves, count);
    if (wrong == 0)
        find_reason(session, moves[0]);
    if (wrong < count)
        return problem_set(problem, not_possible, NULL, NULL, NULL);
    forget_events(session);
    for (int i = 0; i < count; i++) {
        update_taken_back(session, seat, moves[i]);
        make(session, moves[i], session->seats[seat].confirm);
        if (i > 0)
            history_join(&session->history, session->history.count - 1);
    }
    deal(session);
    return true;
}

bool session_move(struct session *session, int seat, struct move move, struct problem *problem)
{
    return session_moves(session, seat, &move, 1, problem);
}

bool session_confirm(struct session *session, int seat, struct problem *problem)
{
    if (session->awaits == NOBODY || session->awaits != seat)
        return problem_set(problem, _("there is no turn to confirm"), NULL, NULL, NULL);
    assert(session->taken_back_count == 0); /* nothing can have followed this move before */
    assert(session->final < session->history.count); /* what is confirmed could be taken back */
    session->awaits = NOBODY;
    session->final = session->history.count;
    forget_events(session);
    deal(session);
    return true;
}

const struct message *session_reason(const struct session *session)
{
    return session->has_reason ? &session->reason : NULL;
}

void session_tell_refusal(const struct session *session, const struct problem *problem,
                          enum language language, struct text *out)
{
    struct teller teller = session_teller(session, language);
    teller.reader = session_awaited(session) + 1; /* only whoever decides is given a reason */
    if (session->has_reason && problem->sentence == not_possible)
        tell_message(session->rules, &teller, session->rules->game->words->reasons, session->reason,
                     out);
    else
        problem_write(problem, language, out);
}

const struct session_event *session_events(const struct session *session, size_t *count)
{
    *count = session->event_count;
    return session->events;
}

bool session_keeps_events(const struct session *session, uint32_t index)
{
    assert(index < session->history.count);
    return index >= session->events_from;
}

void session_copy_events(const struct session *session, uint32_t index, struct events *events)
{
    assert(session_keeps_events(session, index));
    events_clear(events);
    for (size_t i = 0; i < session->event_count; i++)
        if (session->events[i].move == index)
            event_add(events, session->events[i].message);
}

/* ---- taking back ----------------------------------------------------------------------------- */

/* Why the seat cannot take a move back, or NULL if it can. */
static const char *undo_refusal(const struct session *session, int seat)
{
    uint32_t count = session->history.count;
    int last = count > 0 ? history_at(&session->history, count - 1).actor : NOBODY;
    if (last == NOBODY)
        return _("there is nothing to undo");
    if (last == DEALER)
        return _("there is nothing to undo since the last chance move");
    if (last != seat)
        return _("there is nothing to undo since another player's decision");
    return count > session->final ? NULL : _("the last move is final: the game has moved on");
}

bool session_can_undo(const struct session *session, int seat)
{
    return undo_refusal(session, seat) == NULL;
}

static void keep_taken_back(struct session *session, struct record_move entry)
{
    if (session->taken_back_count == session->taken_back_capacity) {
        session->taken_back_capacity = session->taken_back_capacity * 2 + 16;
        session->taken_back = memory_grow(session->taken_back, session->taken_back_capacity,
                                          sizeof *session->taken_back);
    }
    session->taken_back[session->taken_back_count++] = entry;
}

/* How many moves at the end are the seat's and not final. */
static uint32_t own_moves_left(const struct session *session, int seat)
{
    uint32_t first = session->history.count;
    while (first > session->final && history_at(&session->history, first - 1).actor == seat)
        first--;
    return session->history.count - first;
}

bool session_undo(struct session *session, int seat, uint32_t count, struct problem *problem)
{
    const char *refusal = undo_refusal(session, seat);
    assert(count >= 1);
    if (refusal == NULL && count > own_moves_left(session, seat))
        refusal = _("the last move is final: the game has moved on");
    if (refusal != NULL)
        return problem_set(problem, refusal, NULL, NULL, NULL);
    for (uint32_t i = 1; i <= count; i++)
        keep_taken_back(session, history_at(&session->history, session->history.count - i));
    history_truncate(&session->history, session->history.count - count);
    session->awaits = NOBODY;
    forget_events(session);
    return true;
}

uint32_t session_undo_size(const struct session *session)
{
    uint32_t size = 1;
    while (session->history.count > session->final + size &&
           history_at(&session->history, session->history.count - size).joined)
        size++;
    return size;
}

uint32_t session_redo_size(const struct session *session)
{
    uint32_t size = 1;
    while (size < session->taken_back_count && size < ACTION_MOVES_MAX &&
           session->taken_back[session->taken_back_count - 1 - size].joined)
        size++;
    return size;
}

bool session_can_redo(const struct session *session, int seat)
{
    size_t count = session->taken_back_count;
    return count > 0 && session->taken_back[count - 1].actor == seat;
}

bool session_redo(struct session *session, int seat, uint32_t count, struct problem *problem)
{
    struct move moves[ACTION_MOVES_MAX];
    assert(count >= 1 && count <= ACTION_MOVES_MAX);
    if (!session_can_redo(session, seat) || count > session->taken_back_count)
        return problem_set(problem, _("there is nothing to redo"), NULL, NULL, NULL);
    for (uint32_t i = 0; i < count; i++)
        moves[i] = session->taken_back[session->taken_back_count - 1 - i].move;
    return session_moves(session, seat, moves, (int)count, problem);
}

uint32_t session_taken_back_count(const struct session *session)
{
    return (uint32_t)session->taken_back_count;
}

struct record_move session_taken_back(const struct session *session, uint32_t index)
{
    assert(index < session->taken_back_count);
    return session->taken_back[index];
}

/* ---- looking back ---------------------------------------------------------------------------- */

uint32_t session_move_count(const struct session *session)
{
    return session->history.count;
}

uint32_t session_final_count(const struct session *session)
{
    return session->final;
}

struct record_move session_entry(const struct session *session, uint32_t index)
{
    return history_at(&session->history, index);
}

void session_seek(const struct session *session, uint32_t count, void *state)
{
    history_seek(&session->history, count, state);
}

void session_step(const struct session *session, uint32_t index, void *state, struct events *events)
{
    struct record_move made = session_entry(session, index);
    assert(session->rules->game->node(session->rules, state).actor == made.actor);
    session->rules->game->apply(session->rules, state, made.move, events);
}

/* ---- loading --------------------------------------------------------------------------------- */

/* Is this the chance move that the seed gives, as far as the seed is answerable for it? */
static bool is_dealt(const struct session *session, struct move move)
{
    bool by_seed = session->has_seed && session->chances >= session->seed_from &&
                   session_node(session).actor == DEALER;
    return !by_seed || move_equal(next_chance(session), move);
}

/* Checks a recorded move against the game and, for a chance move, against the seed. */
static bool check_recorded(const struct session *session, struct record_move made,
                           struct problem *problem)
{
    const char *sentence = NULL;
    if (play_find(session->rules, session_state(session), made.move) < 0)
        sentence = _("move {0} of the game is not possible there");
    else if (session_node(session).actor != made.actor)
        sentence = _("move {0} of the game is not made by the player who decides there");
    else if (!is_dealt(session, made.move))
        sentence = _("move {0} of the game is not the one that the dealer's seed gives");
    if (sentence == NULL)
        return true;
    struct text number = {0};
    text_add_number(&number, (int64_t)session->history.count + 1);
    problem_set(problem, sentence, text_string(&number), NULL, NULL);
    text_free(&number);
    return false;
}

static bool replay(struct session *session, const struct session_past *past,
                   struct problem *problem)
{
    for (uint32_t i = 0; i < past->count; i++) {
        if (!check_recorded(session, past->moves[i], problem))
            return false;
        forget_events(session);
        make(session, past->moves[i].move, past->awaits_confirm && i + 1 == past->count);
    }
    if (past->awaits_confirm && session->awaits == NOBODY)
        return problem_set(problem, _("the last move does not end a turn that could be confirmed"),
                           NULL, NULL, NULL);
    return true;
}

/* Could these moves be made again, one after another? */
static bool can_be_made_again(const struct session *session, const struct session_past *past)
{
    const struct ruleset *rules = session->rules;
    union any_state state;
    if (past->taken_back_count > 0 && session->awaits != NOBODY)
        return false;
    history_seek(&session->history, session->history.count, state.bytes);
    for (uint32_t i = past->taken_back_count; i > 0; i--) {
        struct record_move next = past->taken_back[i - 1];
        if (next.actor < 0 || rules->game->node(rules, state.bytes).actor != next.actor ||
            !play_move(rules, state.bytes, next.move, NULL))
            return false;
    }
    return true;
}

static bool take_back_again(struct session *session, const struct session_past *past,
                            struct problem *problem)
{
    if (!can_be_made_again(session, past))
        return problem_set(problem, _("an undone move is not possible there"), NULL, NULL, NULL);
    for (uint32_t i = 0; i < past->taken_back_count; i++)
        keep_taken_back(session, past->taken_back[i]);
    return true;
}

/* Moves that can still be undone are undone with those of their action. */
static bool join_again(struct session *session, const struct session_past *past,
                       struct problem *problem)
{
    struct history *history = &session->history;
    for (uint32_t i = 0; i < past->joined_count; i++) {
        uint32_t index = past->joined[i];
        if (index <= session->final || index >= history->count ||
            history_at(history, index).actor != history_at(history, index - 1).actor)
            return problem_set(problem, _("these moves were not made together"), NULL, NULL, NULL);
        history_join(history, index);
    }
    return true;
}

/* Shares that nothing was drawn with are of no use to anyone. */
static void take_shares(struct session *session, const struct session_past *past)
{
    const struct shares *shares = past->shares;
    uint32_t chances = 0;
    for (uint32_t i = 0; i < past->count; i++)
        chances += past->moves[i].actor == DEALER;
    for (uint32_t i = 0; shares != NULL && i < shares->count && shares->list[i].from < chances; i++)
        shares_add(&session->shares, shares->list[i].from, shares->list[i].bytes);
}

struct session *session_from_moves(const struct ruleset *rules, const struct seat *seats,
                                   const struct session_past *past, struct problem *problem)
{
    struct session *session = new_session(rules, seats);
    if (past->seed != NULL)
        set_seed(session, past->seed, past->seed_from);
    take_shares(session, past);
    if (!replay(session, past, problem) || !take_back_again(session, past, problem) ||
        !join_again(session, past, problem)) {
        session_close(session);
        return NULL;
    }
    forget_events(session);
    deal(session);
    return session;
}

/* ---- fairness -------------------------------------------------------------------------------- */

bool session_commitment(const struct session *session, uint8_t commitment[COMMITMENT_SIZE])
{
    if (session->has_seed)
        dealer_commit(session->seed, commitment);
    return session->has_seed;
}

uint32_t session_chance_count(const struct session *session)
{
    return session->chances;
}

uint32_t session_seed_from(const struct session *session)
{
    return session->seed_from;
}

void session_share(struct session *session, const uint8_t *share)
{
    assert(session->shares.count <= session->chances);
    session->has_share = share != NULL;
    if (share != NULL)
        memcpy(session->share, share, SHARE_SIZE);
}

const struct shares *session_shares(const struct session *session)
{
    return &session->shares;
}

bool session_reveal(const struct session *session, uint8_t seed[SEED_SIZE], struct problem *problem)
{
    if (session_awaited(session) != NOBODY)
        return problem_set(problem, _("the dealer's seed is shown when the game is over"), NULL,
                           NULL, NULL);
    if (!session->has_seed)
        return problem_set(problem, _("the dealer of this game has no seed"), NULL, NULL, NULL);
    memcpy(seed, session->seed, SEED_SIZE);
    return true;
}

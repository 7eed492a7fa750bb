/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A game at a table: who sits there, what has happened, whose decision is next.
 *
 * Front ends and servers play through a session. It checks every move, lets the dealer make the
 * chance moves, and knows how far moves may be undone. It knows no game, no socket and no clock,
 * and never computes a computer player's move: whoever runs one calls session_move.
 *
 * Turns. A turn belongs to node.turn; a decision outside all turns (in the set-up) counts as a turn
 * of the seat that decides. It is over when a move of its seat leads to a node of another turn or
 * to the end. If the seat wants to confirm its turns, nothing happens then, not even a chance move,
 * before session_confirm; otherwise the turn is final at once. A turn that ends with a chance move
 * or with a decision of another seat needs no confirmation: nothing of it could be undone.
 *
 * Undo. A seat may undo the last move if it is its own and not final; moves that were made as one
 * action are undone together. Final are: chance moves and
 * all before them; turns that have passed on; decisions out of turn when the decision has passed
 * on, and all before them. So no one ever loses a move through another's undo, nothing that was
 * revealed is undone, and whose turn it is never changes behind anyone's back. */

#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "dealer.h"
#include "history.h"

#include "contract/notation.h"

struct seat {
    char name[SEAT_NAME_SIZE];   /* UTF-8, never empty at a table */
    char player[SEAT_NAME_SIZE]; /* description of the computer player, "" for a person */
    bool confirm;                /* turns wait for session_confirm before they are final */
};

/* A person (who confirms turns) or a computer player (which does not); confirm may be changed
 * afterwards. False with a problem noted if a text is empty, too long, not UTF-8, or has control
 * characters, or if a player is not one word (record_player_fits). */
bool seat_person(struct seat *seat, struct span name, struct problem *problem);
bool seat_computer(struct seat *seat, struct span name, struct span player,
                   struct problem *problem);

struct session;

/* Starts a game with seats for rules->setup.players. The dealer makes the chance moves that come
 * first. The ruleset is borrowed and must outlive the session; seats and seed are copied. */
struct session *session_open(const struct ruleset *rules, const struct seat *seats,
                             const uint8_t seed[SEED_SIZE]);
void session_close(struct session *session); /* NULL is fine; wipes the seed */

/* ---- loading --------------------------------------------------------------------------------- */

/* What is known of a game that was begun elsewhere or earlier. */
struct session_past {
    const struct record_move *moves; /* all of them, chance moves included */
    uint32_t count;
    const uint8_t *seed; /* SEED_SIZE bytes, or NULL if it is not known */
    uint32_t seed_from;  /* number of the first chance move that the seed is answerable for */
    const struct shares *shares; /* that the chance moves are drawn with, or NULL: none */
    bool awaits_confirm; /* the last move ended a turn that its seat has not confirmed yet */
    const struct record_move *taken_back; /* moves that can be made again, the next one last */
    uint32_t taken_back_count;
    const uint32_t
        *joined; /* moves that were made in one action with the one before them, from 0 */
    uint32_t joined_count;
};

/* Rebuilds a game from its moves and checks each: its actor and that it is legal; a chance move
 * that the seed is answerable for must be the one that it gives. NULL with a problem noted if not.
 * Moves of the current turn may be taken back as if it had just been played. With a seed the dealer
 * continues at once where the moves break off at a chance move. Without one the chance moves are
 * taken from the list, and the session stands still at the next chance move: old chance moves prove
 * nothing about new ones, so playing on needs session_adopt. */
struct session *session_from_moves(const struct ruleset *rules, const struct seat *seats,
                                   const struct session_past *past, struct problem *problem);

/* Gives a session without a seed a dealer for all chance moves from now on. The numbers of chance
 * moves continue; session_seed_from tells where the new seed begins, and a record must keep it
 * beside the new commitment. */
void session_adopt(struct session *session, const uint8_t seed[SEED_SIZE]);

/* ---- the table ------------------------------------------------------------------------------- */

const struct ruleset *session_rules(const struct session *session);
const struct seat *session_seat(const struct session *session, int seat);

/* Puts someone else on a seat, or changes a preference. A confirmation that is awaited stays so:
 * who fills the seat with a computer player confirms for it. */
void session_change_seat(struct session *session, int seat, const struct seat *changed);

/* For telling messages in that language with the names at this table. Valid until it closes. */
struct teller session_teller(const struct session *session, enum language language);

const void *session_state(const struct session *session); /* after the last move */
struct node session_node(const struct session *session);

/* For whom everyone waits: the seat that has to confirm, else the actor of the node. DEALER only
 * if there is no seed; NOBODY when the game is over for good. */
int session_awaited(const struct session *session);

/* The seat that has to confirm its turn, or NOBODY. */
int session_awaits_confirm(const struct session *session);

/* ---- playing --------------------------------------------------------------------------------- */

/* Makes a move of that seat; chance moves follow at once. If the move is refused, nothing has
 * changed, the problem says why, and session_reason may have more. */
bool session_move(struct session *session, int seat, struct move move, struct problem *problem);

/* Makes several moves of that seat as one action: all of them, or none. Only the last one may be
 * followed by a chance move, by another seat's decision or by the end of the turn. */
enum { ACTION_MOVES_MAX = 16 };
bool session_moves(struct session *session, int seat, const struct move *moves, int count,
                   struct problem *problem);
bool session_confirm(struct session *session, int seat, struct problem *problem);

/* Takes the seat's last `count` moves back, all or none; makes as many again that were taken back
 * last. Moves taken back are kept until a different one is made. */
bool session_undo(struct session *session, int seat, uint32_t count, struct problem *problem);
bool session_redo(struct session *session, int seat, uint32_t count, struct problem *problem);

/* How many moves the last action has, and the one that was taken back last: more than 1 if they
 * were made by session_moves; 1 if there is none. */
uint32_t session_undo_size(const struct session *session);
uint32_t session_redo_size(const struct session *session);
bool session_can_undo(const struct session *session, int seat);
bool session_can_redo(const struct session *session, int seat);

/* The moves that were taken back, the next one to be made again last. */
uint32_t session_taken_back_count(const struct session *session);
struct record_move session_taken_back(const struct session *session, uint32_t index);

/* Why the last session_move was refused, as a row of words->reasons, if the game has a reason for
 * it; else NULL. */
const struct message *session_reason(const struct session *session);

/* Tells a refusal in words: the reason of the game if it was session_move that noted the problem
 * and there is one, else the problem. */
void session_tell_refusal(const struct session *session, const struct problem *problem,
                          enum language language, struct text *out);

/* What happened in the last call that changed the game, and in which move (counted from 0). */
struct session_event {
    uint32_t move;
    struct message message;
};
const struct session_event *session_events(const struct session *session, size_t *count);

/* Was move number `index` made in that call, and what happened in it? If it was, so were all moves
 * after it. */
bool session_keeps_events(const struct session *session, uint32_t index);
void session_copy_events(const struct session *session, uint32_t index, struct events *events);

/* ---- looking back ---------------------------------------------------------------------------- */

uint32_t session_move_count(const struct session *session);
uint32_t session_final_count(const struct session *session); /* that nobody can take back */
struct record_move session_entry(const struct session *session, uint32_t index); /* from 0 */

/* The state after the first `count` moves, without replaying the game. */
void session_seek(const struct session *session, uint32_t count, void *state);

/* Makes move number `index` once more: the state before it becomes the one after it. */
void session_step(const struct session *session, uint32_t index, void *state,
                  struct events *events);

/* ---- fairness -------------------------------------------------------------------------------- */

/* The commitment to publish. False if there is no seed. */
bool session_commitment(const struct session *session, uint8_t commitment[COMMITMENT_SIZE]);
uint32_t session_chance_count(const struct session *session); /* chance moves made so far */
uint32_t session_seed_from(const struct session *session);    /* first one by the seed */

/* A player's share (SHARE_SIZE bytes) for the chance moves that the next calls make: the first one
 * keeps it with its number. NULL: the last one that was kept still holds. */
void session_share(struct session *session, const uint8_t *share);
const struct shares *session_shares(const struct session *session); /* those that were kept */

/* The seed, once the game is over and confirmed. Refused before: it would show the future. */
bool session_reveal(const struct session *session, uint8_t seed[SEED_SIZE],
                    struct problem *problem);

#endif

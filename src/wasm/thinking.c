/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What takes long, for a worker: moves of computer players, hints, analyses. */

#include "wasm.h"

#include "contract/games.h"
#include "contract/notation.h"
#include "players/agree.h"
#include "players/clock.h"
#include "players/network.h"
#include "players/player.h"
#include "session/dealer_hash.h"
#include "table/analyse.h"
#include "table/player_limits.h"

#include <assert.h>

EXPORT("shares") int orrery_shares(const struct table *table);
EXPORT("choose")
int orrery_choose(const struct table *table, int turn, int round, double spent_ms, double most_ms,
                  int shares);
EXPORT("agree") int orrery_agree(const struct table *table, const char *opinions);
EXPORT("wants_network") int orrery_wants_network(const struct table *table, int choice);
EXPORT("network") int orrery_network(const char *game, const char *text);
EXPORT("no_network") int orrery_no_network(int damaged);
EXPORT("hint") int orrery_hint(const struct table *table);
EXPORT("analysis") int orrery_analysis(const struct table *table);

__attribute__((import_module("orrery"), import_name("progress"))) void host_progress(int done);

/* ---- networks -------------------------------------------------------------------------------- */

/* The answer is the game whose network this table wants first, for the choice of the player that is
 * awaited or for hints and analyses; empty if it wants none, or has it. */
int orrery_wants_network(const struct table *table, int choice)
{
    assert(table != NULL && table->rules != NULL);
    int seat = table_awaited(table);
    const char *player = seat >= 0 ? table->seats[seat].player : "";
    struct player_spec spec = player_of_seat(span_of(player));
    bool wanted = choice ? player[0] != '\0' && player_asks_judge(&spec) : true;
    text_clear(&answer);
    if (wanted && network_of(table->rules->game) == NULL)
        text_add(&answer, table->rules->game->name);
    return 1;
}

int orrery_network(const char *name, const char *text)
{
    const struct game *game = game_find(span_of(name));
    struct problem problem = {0};
    if (game == NULL)
        return refuse_sentence("not-found", _("this game is not known here"));
    return network_give(game, span_of(text), &problem) || refuse(&problem);
}

/* Whoever fetches it could not, or got something else: says so. */
int orrery_no_network(int damaged)
{
    return damaged ? refuse_sentence("wrong-network",
                                     _("what the computer players have learned is damaged; please "
                                       "reload the page"))
                   : refuse_sentence("no-network",
                                     _("what the computer players have learned cannot be loaded; "
                                       "are you online?"));
}

/* ---- choices --------------------------------------------------------------------------------- */

/* In how many shares a worker each may think about the choice that is awaited: what would be
 * threads elsewhere. */
int orrery_shares(const struct table *table)
{
    assert(table != NULL);
    int seat = table_awaited(table);
    if (seat < 0 || table->seats[seat].player[0] == '\0')
        return 1;
    struct player_spec spec = player_of_seat(span_of(table->seats[seat].player));
    struct move moves[MOVES_MAX];
    const struct ruleset *rules = table->rules;
    bool decides = rules->game->legal(rules, session_state(table->session), moves) > 1;
    const int64_t *threads = player_value(&spec, "threads");
    bool can = decides && spec.kind->opinions != NULL && threads != NULL;
    return !can ? 1 : *threads < OPINIONS_MAX ? (int)*threads : OPINIONS_MAX;
}

/* One share of the work, in one thread: each has the time that there is, and its part of a budget
 * in nodes. */
static struct player *open_player(const struct table *table, int seat, int shares)
{
    struct player_spec spec = player_of_seat(span_of(table->seats[seat].player));
    struct player_spec small = player_without_tree();
    struct problem problem = {0};
    uint64_t seed; /* that nobody knows, as on a server; each share has its own */
    int64_t *threads = player_value(&spec, "threads"), *nodes = player_value(&spec, "nodes");
    if (threads != NULL)
        *threads = 1;
    if (shares > 1 && nodes != NULL && *nodes > shares)
        *nodes /= shares;
    dealer_random((uint8_t *)&seed, sizeof seed);
    struct player *player = player_make(table->rules, &spec, seed, &problem);
    return player != NULL ? player : player_make(table->rules, &small, seed, &problem);
}

static void put_opinions(const struct player *player, const struct table *table, struct json *json)
{
    struct move moves[MOVES_MAX];
    struct opinion opinions[MOVES_MAX];
    const struct ruleset *rules = table->rules;
    struct text text = {0};
    assert(player != NULL && table->session != NULL);
    int count = rules->game->legal(rules, session_state(table->session), moves);
    if (count > 1 && player_opinions(player, opinions) == count)
        opinions_write(opinions, count, &text);
    json_put_string(json, "opinions", text_string(&text));
    text_free(&text);
}

/* The move of the computer player that is awaited. What the last choice said of its turn and round
 * comes back with the time spent since that turn began: it counts if the turn is still the same.
 * If there are several shares, this is one of them: its opinions are for orrery_agree. */
int orrery_choose(const struct table *table, int turn, int round, double spent_ms, double most_ms,
                  int shares)
{
    int seat = table_awaited(table);
    if (seat < 0 || table->seats[seat].player[0] == '\0')
        return refuse_sentence("refused", _("this seat has nothing to decide now"));
    const void *state = session_state(table->session);
    struct node node = session_node(table->session);
    int64_t spent = node.turn == turn && node.round == round ? (int64_t)spent_ms : 0;
    struct player *player = open_player(table, seat, shares);
    int64_t began = clock_ms();
    assert(player != NULL); /* the small one is always there */
    player_bound(player, (struct player_limit){NULL, began + (int64_t)most_ms});
    player_resume(player, table->rules, state, spent);
    struct move move = player_choose(player, table->rules, state);
    struct text text = {0};
    move_write(table->rules, move, &text);
    struct json json = answer_begin();
    json_open(&json, NULL, '{');
    json_put_number(&json, "seat", seat + 1);
    json_put_string(&json, "move", text_string(&text));
    json_put_number(&json, "turn", node.turn);
    json_put_number(&json, "round", node.round);
    json_put_number(&json, "ms", spent + clock_ms() - began);
    put_opinions(player, table, &json);
    json_close(&json, '}');
    text_free(&text);
    player_close(player);
    return 1;
}

/* The move that several shares agree on: a line with the opinions of each. The answer is the move.
 */
int orrery_agree(const struct table *table, const char *text)
{
    static struct opinion opinions[OPINIONS_MAX][MOVES_MAX];
    struct move moves[MOVES_MAX];
    const struct ruleset *rules = table->rules;
    struct span rest = span_of(text);
    int searches = 0, count = 0;
    if (table->session != NULL && table_awaited(table) >= 0)
        count = rules->game->legal(rules, session_state(table->session), moves);
    bool fine = count > 0;
    for (; fine && rest.length > 0; searches++)
        fine = searches < OPINIONS_MAX &&
               opinions_read(span_cut(&rest, '\n'), opinions[searches], count);
    if (!fine || searches == 0)
        return refuse_sentence("refused", _("this seat has nothing to decide now"));
    assert(searches <= OPINIONS_MAX && count <= MOVES_MAX);
    text_clear(&answer);
    move_write(rules, moves[opinions_agree(opinions, searches, count)], &answer);
    return 1;
}

/* ---- hints and analyses ---------------------------------------------------------------------- */

static void tell_progress(struct analysis_control *control)
{
    host_progress(control->done);
}

static const struct analysis_effort effort = {HINT_NODES, ANALYSIS_NODES};

int orrery_hint(const struct table *table)
{
    struct analysis_control control = {.told = tell_progress};
    struct problem problem = {0};
    text_clear(&answer);
    return table_find_hint(table, &effort, &control, &answer, &problem) || refuse(&problem);
}

int orrery_analysis(const struct table *table)
{
    struct analysis_control control = {.told = tell_progress};
    struct problem problem = {0};
    if (table->phase != TABLE_OVER)
        return refuse_sentence("refused", _("the game is not over yet"));
    text_clear(&answer);
    return table_analyse(table, &effort, &control, &answer, &problem) || refuse(&problem);
}

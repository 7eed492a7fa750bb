/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The race: the rules (docs/rules/race.md). In its turn a seat walks two spaces, or rides as far as
 * the die says and is tired in its next turn. Who reaches the goal first wins. */

#include "race.h"

#include "kit/scoring.h"

#include <assert.h>

/* ---- the course of the game ------------------------------------------------------------------ */

static bool is_over(const struct race_state *s)
{
    return s->at[s->turn] == RACE_GOAL;
}

static bool is_tired(const struct race_state *s)
{
    return (s->tired >> s->turn & 1) != 0;
}

static void start(const struct ruleset *rules, void *state)
{
    (void)rules;
    struct race_state *s = state;
    s->round = 1;
}

static struct node node(const struct ruleset *rules, const void *state)
{
    (void)rules;
    const struct race_state *s = state;
    int8_t seat = (int8_t)s->turn;
    if (is_over(s))
        return (struct node){NOBODY, NOBODY, s->round, {.kind = ASK_OVER, .seat = NOBODY}};
    if (s->riding)
        return (struct node){DEALER, seat, s->round, {.kind = ASK_ROLL, .seat = seat}};
    return (struct node){seat, seat, s->round, {.kind = ASK_TURN, .seat = seat}};
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    const struct race_state *s = state;
    const struct race_cards *cards = rules->cards;
    int count = 0;
    if (is_over(s))
        return 0;
    for (int i = 0; s->riding && i < cards->face_count; i++)
        moves[count++] = (struct move){.kind = MOVE_ROLL, .a = (uint8_t)i};
    assert(!s->riding || count > 0); /* the cards have a face at least */
    if (s->riding)
        return count;
    moves[count++] = (struct move){.kind = MOVE_WALK};
    if (!is_tired(s))
        moves[count++] = (struct move){.kind = MOVE_RIDE};
    return count;
}

/* Moves the seat whose turn it is, and ends its turn. */
static void advance(const struct ruleset *rules, struct race_state *s, unsigned spaces,
                    struct events *events)
{
    unsigned to = s->at[s->turn] + spaces;
    int8_t seat = (int8_t)s->turn;
    assert(spaces > 0 && !is_over(s));
    s->at[s->turn] = (uint8_t)(to < RACE_GOAL ? to : RACE_GOAL);
    s->riding = 0;
    event_add(events, (struct message){EVENT_MOVES, seat, (int16_t)spaces, s->at[s->turn], 0});
    if (is_over(s)) {
        event_add(events, (struct message){.kind = EVENT_WINS, .seat = seat});
        return;
    }
    s->turn = (uint8_t)((s->turn + 1) % rules->setup.players);
    s->round = (uint8_t)(s->round + (s->turn == 0));
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct race_state *s = state;
    const struct race_cards *cards = rules->cards;
    uint8_t own = (uint8_t)(1u << s->turn);
    assert(!is_over(s) && s->turn < rules->setup.players);
    assert((move.kind == MOVE_ROLL) == s->riding);
    switch (move.kind) {
    case MOVE_WALK:
        s->tired &= (uint8_t)~own;
        advance(rules, s, RACE_WALK, events);
        break;
    case MOVE_RIDE:
        assert(!is_tired(s));
        s->riding = 1;
        break;
    case MOVE_ROLL:
        assert(move.a < cards->face_count);
        s->tired |= own;
        event_add(events, (struct message){EVENT_ROLLED, (int8_t)s->turn, move.a, 0, 0});
        advance(rules, s, cards->faces[move.a].spaces, events);
        break;
    }
}

/* ---- looking at a state ---------------------------------------------------------------------- */

static void score(const struct ruleset *rules, const void *state, struct score *score)
{
    const struct race_state *s = state;
    int ties[SEATS_MAX][TIES_MAX] = {{0}};
    *score = (struct score){0};
    for (int seat = 0; seat < rules->setup.players; seat++)
        score->parts[seat][0] = s->at[seat];
    score_add_up(score, rules->setup.players);
    score_places(score, rules->setup.players, ties);
}

static int blocked(const struct ruleset *rules, const void *state, struct blocked *blocked)
{
    (void)rules;
    const struct race_state *s = state;
    if (is_over(s) || s->riding || !is_tired(s))
        return 0;
    blocked[0].move = (struct move){.kind = MOVE_RIDE};
    blocked[0].why = (struct message){.kind = REASON_TIRED, .seat = (int8_t)s->turn};
    return 1;
}

static const char *check(const struct ruleset *rules, const void *state)
{
    const struct race_state *s = state;
    int players = rules->setup.players;
    if (s->turn >= players || s->riding > 1 || s->round == 0 || s->tired >> players != 0)
        return "a seat, the die or the round is not one of this game";
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int turns = s->round - (seat >= s->turn); /* that it has had, each of a space at least */
        if (s->at[seat] > RACE_GOAL || (seat >= players && s->at[seat] != 0))
            return "a seat is where nobody can be";
        if (seat != s->turn && s->at[seat] == RACE_GOAL)
            return "a seat is at the goal, but the game went on";
        if (seat < players && s->at[seat] < turns)
            return "a seat has not moved in each of its turns";
    }
    return s->riding && (is_tired(s) || is_over(s)) ? "a seat rides that may not" : NULL;
}

static void features(const struct ruleset *rules, const void *state, const struct score *score,
                     int seat, int16_t *features)
{
    const struct race_state *s = state;
    (void)score;
    assert(seat >= 0 && seat < rules->setup.players);
    for (int i = 0; i < SEATS_MAX; i++) {
        int other = (seat + i) % rules->setup.players;
        bool there = i < rules->setup.players;
        features[2 * i] = there ? s->at[other] : 0;
        features[2 * i + 1] = there && (s->tired >> other & 1) != 0;
    }
    features[2 * SEATS_MAX] = s->turn == seat;
}

static const char *check_setup(const struct ruleset *rules)
{
    (void)rules;
    return NULL; /* there are no options */
}

/* ---- the game -------------------------------------------------------------------------------- */

static const char *const card_files[] = {"die.cards", NULL};

extern const struct game race;
const struct game race = {
    .name = "race",
    .title = _("The race"),
    .rules_version = 1,
    .players_min = 2,
    .players_max = SEATS_MAX,
    .state_size = sizeof(struct race_state),
    .feature_count = 2 * SEATS_MAX + 1,
    .moves_bound = 2 * SEATS_MAX * RACE_GOAL, /* a space in each turn, a decision and a roll */
    .words = &race_words,
    .card_files = card_files,
    .read_cards = race_read_cards,
    .card_format = &race_card_format.base,
    .check_setup = check_setup,
    .start = start,
    .node = node,
    .legal = legal,
    .weights = NULL,
    .apply = apply,
    .score = score,
    .blocked = blocked,
    .check = check,
    .features = features,
    .draw = race_draw,
    .component = race_component,
    .layout = race_layout,
};

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Noughts and crosses: the rules (docs/rules/noughts.md). The smallest game that uses every part of
 * the contract: copy this folder to start a new one. The dealer draws who begins; then seats 1 and
 * 2 mark cells in turn until one has a line or the board is full. */

#include "noughts.h"

#include "base/bits.h"
#include "kit/frame_check.h"

#include <string.h>

/* ---- the course of the game ------------------------------------------------------------------ */

static void begin(struct noughts_state *s, int seat, struct events *events)
{
    s->begins = (uint8_t)(seat + 1);
    agenda_push(&s->agenda, .work = WORK_MARK, .seat = (uint8_t)seat);
    event_add(events, (struct message){.kind = EVENT_BEGINS, .seat = (int8_t)seat});
}

static void start(const struct ruleset *rules, void *state)
{
    struct noughts_state *s = state;
    if (rules->setup.options[OPTION_START] == START_FIRST)
        begin(s, 0, NULL);
    else
        agenda_push(&s->agenda, .work = WORK_DRAW);
}

static struct node node(const struct ruleset *rules, const void *state)
{
    (void)rules;
    const struct noughts_state *s = state;
    if (agenda_is_empty(&s->agenda))
        return (struct node){NOBODY, NOBODY, 0, {.kind = ASK_OVER, .seat = NOBODY}};
    const struct frame *top = agenda_top(&s->agenda);
    if (top->work == WORK_DRAW)
        return (struct node){DEALER, NOBODY, 0, {.kind = ASK_DRAW, .seat = NOBODY}};
    int8_t seat = (int8_t)top->seat;
    uint16_t round = (uint16_t)(bits_count(s->marks[0] | s->marks[1]) / 2 + 1);
    return (struct node){seat, seat, round, {.kind = ASK_MARK, .seat = seat}};
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    const struct noughts_state *s = state;
    if (agenda_is_empty(&s->agenda))
        return 0;
    if (agenda_top(&s->agenda)->work == WORK_DRAW) {
        moves[0] = (struct move){.kind = MOVE_FIRST, .a = 0};
        moves[1] = (struct move){.kind = MOVE_FIRST, .a = 1};
        return 2;
    }
    const struct noughts_cards *cards = rules->cards;
    const struct noughts_vacant *vacant = &cards->vacant[s->marks[0] | s->marks[1]];
    memcpy(moves, vacant->moves, sizeof vacant->moves);
    return vacant->count;
}

/* Tells which lines the seat completed with this cell. */
static void tell_lines(const struct noughts_cards *cards, unsigned marks, unsigned cell, int seat,
                       struct events *events)
{
    for (int i = 0; events != NULL && i < cards->line_count; i++) {
        unsigned line = cards->lines[i].cells;
        if ((line & ~marks) == 0 && (line >> cell & 1) != 0)
            event_add(events, (struct message){EVENT_LINE, (int8_t)seat, (int16_t)i, 0, 0});
    }
}

static void mark(const struct ruleset *rules, struct noughts_state *s, unsigned cell,
                 struct events *events)
{
    const struct noughts_cards *cards = rules->cards;
    struct frame *top = agenda_top(&s->agenda);
    unsigned seat = top->seat;
    assert(cell < CELLS && ((s->marks[0] | s->marks[1]) >> cell & 1) == 0);
    s->marks[seat] |= (uint16_t)(1u << cell);
    event_add(events, (struct message){EVENT_MARKED, (int8_t)seat, (int16_t)cell, 0, 0});
    if (cards->has_line[s->marks[seat]]) {
        unsigned winner = rules->setup.options[OPTION_GOAL] == GOAL_AVOID ? 1 - seat : seat;
        s->winner = (uint8_t)(winner + 1);
        agenda_pop(&s->agenda);
        tell_lines(cards, s->marks[seat], cell, (int)seat, events);
        event_add(events, (struct message){.kind = EVENT_WINS, .seat = (int8_t)winner});
    } else if ((s->marks[0] | s->marks[1]) == FULL_BOARD) {
        agenda_pop(&s->agenda);
        event_add(events, (struct message){.kind = EVENT_DRAW, .seat = NOBODY});
    } else {
        top->seat = (uint8_t)(1 - seat);
    }
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct noughts_state *s = state;
    if (move.kind == MOVE_MARK) {
        mark(rules, s, move.a, events);
    } else {
        assert(move.kind == MOVE_FIRST && agenda_top(&s->agenda)->work == WORK_DRAW);
        agenda_pop(&s->agenda);
        begin(s, move.a, events);
    }
}

/* ---- looking at a state ---------------------------------------------------------------------- */

static void score(const struct ruleset *rules, const void *state, struct score *score)
{
    (void)rules;
    const struct noughts_state *s = state;
    *score = (struct score){.place = {1, 1}};
    if (s->winner != 0) {
        int winner = s->winner - 1;
        score->total[winner] = score->parts[winner][0] = 1;
        score->place[1 - winner] = 2;
    }
}

static int blocked(const struct ruleset *rules, const void *state, struct blocked *blocked)
{
    const struct noughts_state *s = state;
    int count = 0;
    if (node(rules, state).actor < 0)
        return 0;
    for (int8_t seat = 0; seat < 2; seat++) {
        for (uint64_t cells = s->marks[seat]; cells != 0; count++) {
            uint8_t cell = (uint8_t)bits_pop(&cells);
            blocked[count].move = (struct move){.kind = MOVE_MARK, .a = cell};
            blocked[count].why = (struct message){REASON_TAKEN, seat, cell, 0, 0};
        }
    }
    return count;
}

/* What the agenda must look like, given the rest of the state. */
static const char *check_agenda(const struct noughts_state *s, bool over)
{
    static const struct frame_limits limits[] = {[WORK_MARK] = {0}}; /* no step, no arguments */
    static const struct frame_rules rules = {.limits = limits, .works = WORK_MARK + 1, .frames = 2};
    const struct frame *frame = &s->agenda.frames[0];
    if (s->agenda.depth != (over ? 0 : 1))
        return over ? "the game is over, but something is on the agenda"
                    : "the game is not over, but nothing is on the agenda";
    const char *wrong = frames_check(&rules, NULL, s->agenda.frames, s->agenda.depth, 2);
    if (over || wrong != NULL)
        return wrong;
    int moved = bits_count(s->marks[0] | s->marks[1]);
    int seat = s->begins == 0 ? 0 : (s->begins - 1 + moved) % 2;
    if (frame->work != (s->begins == 0 ? WORK_DRAW : WORK_MARK))
        return "the work on the agenda does not fit";
    return frame->seat != seat ? "the wrong seat is to move" : NULL;
}

static const char *check(const struct ruleset *rules, const void *state)
{
    const struct noughts_state *s = state;
    const struct noughts_cards *cards = rules->cards;
    unsigned all = s->marks[0] | s->marks[1];
    if (all > FULL_BOARD || (s->marks[0] & s->marks[1]) != 0)
        return "a cell is marked twice or is not on the board";
    if (s->begins > 2 || (s->begins == 0 && all != 0))
        return "there are marks, but nobody began";
    int ahead = bits_count(s->marks[0]) - bits_count(s->marks[1]);
    bool in_turn = ahead == 0 || ahead == (s->begins == 1 ? 1 : -1);
    if (!in_turn)
        return "the seats did not mark in turn";
    bool lines[2] = {cards->has_line[s->marks[0]], cards->has_line[s->marks[1]]};
    bool avoid = rules->setup.options[OPTION_GOAL] == GOAL_AVOID;
    int winner = lines[0] ? 1 + avoid : lines[1] ? 2 - avoid : 0;
    if ((lines[0] && lines[1]) || s->winner != winner)
        return "the winner does not fit the lines";
    /* Only the one who marked last can have completed a line. */
    int last = ahead == 0 ? 2 - s->begins : s->begins - 1;
    if ((lines[0] || lines[1]) && !lines[last])
        return "play went on after a line";
    return check_agenda(s, winner != 0 || all == FULL_BOARD);
}

static void features(const struct ruleset *rules, const void *state, int seat, int16_t *features)
{
    const struct noughts_state *s = state;
    for (unsigned cell = 0; cell < CELLS; cell++) {
        features[cell] = (int16_t)(s->marks[seat] >> cell & 1);
        features[CELLS + cell] = (int16_t)(s->marks[1 - seat] >> cell & 1);
    }
    features[2 * CELLS] = node(rules, state).actor == seat;
}

static const char *check_setup(const struct ruleset *rules)
{
    (void)rules;
    return NULL; /* the options do not exclude each other */
}

/* ---- the game -------------------------------------------------------------------------------- */

static const char *const card_files[] = {"lines.cards", NULL};

extern const struct game noughts;
const struct game noughts = {
    .name = "noughts",
    .title = _("Noughts and crosses"),
    .rules_version = 1,
    .players_min = 2,
    .players_max = 2,
    .state_size = sizeof(struct noughts_state),
    .feature_count = 2 * CELLS + 1,
    .moves_bound = 1 + CELLS,
    .words = &noughts_words,
    .card_files = card_files,
    .read_cards = noughts_read_cards,
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
    .draw = noughts_draw,
    .component = noughts_component,
    .layout = noughts_layout,
};

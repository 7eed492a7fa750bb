/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Noughts and crosses: the rules (docs/rules/noughts.md). The smallest game that uses every part of
 * the contract: copy this folder to start a new one. The dealer draws who begins; then seats 1 and
 * 2 mark cells in turn until one has a line or the board is full. */

#include "noughts.h"

#include "base/bits.h"

#include <string.h>

/* ---- the course of the game ------------------------------------------------------------------ */

static struct noughts_view view_of(const struct ruleset *rules, const void *state)
{
    return (struct noughts_view){rules, rules->cards, state};
}

static struct noughts_table table_of(const struct ruleset *rules, void *state,
                                     struct events *events)
{
    return (struct noughts_table){view_of(rules, state), state, events};
}

static void begin(struct noughts_table *t, int seat)
{
    assert(t->s->begins == 0);
    t->s->begins = (uint8_t)(seat + 1);
    push_task(t, mark, seat);
    tell(t, EVENT_BEGINS, seat, 0, 0, 0);
}

/* DRAW: who begins. */
static int options_draw(const struct noughts_view *v, const struct frame *frame, struct move *moves)
{
    (void)v, (void)frame;
    int count = offer(moves, 0, MOVE_FIRST, 0, 0, 0);
    return offer(moves, count, MOVE_FIRST, 1, 0, 0);
}

static struct move pick_draw(const struct noughts_view *v, const struct frame *frame,
                             struct random *random)
{
    (void)v, (void)frame;
    return move_of(MOVE_FIRST, (int)random_below(random, 2), 0, 0);
}

static void take_draw(struct noughts_table *t, struct move move)
{
    assert(move.kind == MOVE_FIRST && move.a < 2);
    task_done(t);
    begin(t, move.a);
}

const struct noughts_task_kind noughts_task_draw = {
    .options = options_draw, .take = take_draw, .pick = pick_draw, .is_dealers = true};

/* MARK: the seat of the frame marks a cell; then it is the other's turn, or the game is over. */
static int options_mark(const struct noughts_view *v, const struct frame *frame, struct move *moves)
{
    (void)frame;
    const struct noughts_vacant *vacant = &v->cards->vacant[v->s->marks[0] | v->s->marks[1]];
    memcpy(moves, vacant->moves, sizeof vacant->moves);
    return vacant->count;
}

static inline struct move pick_mark(const struct noughts_view *v, const struct frame *frame,
                                    struct random *random)
{
    (void)frame;
    const struct noughts_vacant *vacant = &v->cards->vacant[v->s->marks[0] | v->s->marks[1]];
    return vacant->moves[random_below(random, (uint32_t)vacant->count)];
}

/* Tells which lines the seat completed with this cell. */
static void tell_lines(struct noughts_table *t, unsigned marks, unsigned cell, int seat)
{
    const struct noughts_cards *cards = t->view.cards;
    for (int i = 0; t->events != NULL && i < cards->line_count; i++) {
        unsigned line = cards->lines[i].cells;
        if ((line & ~marks) == 0 && (line >> cell & 1) != 0)
            tell(t, EVENT_LINE, seat, i, 0, 0);
    }
}

/* Part of its callers, so that random games, which tell nobody, do not even ask. */
static inline __attribute__((always_inline)) void take_mark(struct noughts_table *t,
                                                            struct move move)
{
    struct noughts_state *s = t->s;
    unsigned seat = top_mark(t)->seat, cell = move.a;
    assert(cell < CELLS && ((s->marks[0] | s->marks[1]) >> cell & 1) == 0);
    s->marks[seat] |= (uint16_t)(1u << cell);
    tell(t, EVENT_MARKED, seat, cell, 0, 0);
    if (t->view.cards->has_line[s->marks[seat]]) {
        bool avoid = t->view.rules->setup.options[OPTION_GOAL] == GOAL_AVOID;
        unsigned winner = avoid ? 1 - seat : seat;
        s->winner = (uint8_t)(winner + 1);
        task_done(t);
        tell_lines(t, s->marks[seat], cell, (int)seat);
        tell(t, EVENT_WINS, winner, 0, 0, 0);
    } else if ((s->marks[0] | s->marks[1]) == FULL_BOARD) {
        task_done(t);
        tell(t, EVENT_DRAW, NOBODY, 0, 0, 0);
    } else {
        top_mark(t)->seat = (uint8_t)(1 - seat);
    }
}

const struct noughts_task_kind noughts_task_mark = {
    .options = options_mark, .take = take_mark, .pick = pick_mark};

/* ---- the functions of the contract ----------------------------------------------------------- */

#include "kit/task_loop.h"

static void start(const struct ruleset *rules, void *state)
{
    struct noughts_table t = table_of(rules, state, NULL);
    if (rules->setup.options[OPTION_START] == START_FIRST)
        begin(&t, 0);
    else
        push_task(&t, draw, 0);
}

static struct node node(const struct ruleset *rules, const void *state)
{
    struct noughts_view v = view_of(rules, state);
    if (agenda_is_empty(&v.s->agenda) || task_top(&v)->task == TASK_DRAW)
        return node_of_tasks(&v, NOBODY, 0);
    int round = bits_count(v.s->marks[0] | v.s->marks[1]) / 2 + 1;
    return node_of_tasks(&v, task_top(&v)->seat, round);
}

/* Almost every decision is a mark. This game is what speed is measured on, so the functions that
 * random games and replays call look for it first; a game whose moves do more need not. */
static bool is_marking(const struct noughts_state *s)
{
    return s->agenda.depth == 1 && s->agenda.frames[0].task == TASK_MARK;
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    struct noughts_view v = view_of(rules, state);
    return is_marking(state) ? options_mark(&v, task_top(&v), moves) : legal_of_tasks(&v, moves);
}

static bool pick(const struct ruleset *rules, const void *state, struct random *random,
                 struct move *move)
{
    struct noughts_view v = view_of(rules, state);
    if (!is_marking(state))
        return pick_of_tasks(&v, random, move);
    *move = pick_mark(&v, task_top(&v), random);
    return true;
}

/* Nothing continues by itself after a mark. */
static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct noughts_table t = table_of(rules, state, events);
    if (is_marking(state))
        take_mark(&t, move);
    else
        apply_to_tasks(&t, move);
}

/* Marks cells as pick_mark draws them. What is taken is kept in hand, so that the next mark need
 * not wait for the state. */
static uint32_t play_marks(struct noughts_table *t, struct random *random)
{
    struct random numbers = *random;
    unsigned taken = t->s->marks[0] | t->s->marks[1];
    uint32_t before = (uint32_t)bits_count(taken), count = before;
    for (; is_marking(t->s); count++) {
        assert(count < CELLS && count == (uint32_t)bits_count(taken));
        uint32_t drawn = random_below(&numbers, CELLS - count);
        struct move move = t->view.cards->vacant[taken].moves[drawn];
        taken |= 1u << move.a;
        take_mark(t, move);
    }
    *random = numbers;
    return count - before;
}

/* Neither task goes on by itself. */
static uint32_t play_out(const struct ruleset *rules, void *state, struct random *random)
{
    struct noughts_table t = table_of(rules, state, NULL);
    uint32_t made = 0;
    if (!agenda_is_empty(&t.s->agenda) && task_top(&t)->task == TASK_DRAW) {
        take_draw(&t, pick_draw(&t.view, task_top(&t), random));
        made++;
    }
    return made + play_marks(&t, random);
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

#include "kit/task_check.h"

/* What the agenda must look like, given the rest of the state. */
static const char *check_agenda(const struct noughts_view *v, bool over)
{
    const struct noughts_state *s = v->s;
    if (s->agenda.depth != (over ? 0 : 1))
        return over ? "the game is over, but something is on the agenda"
                    : "the game is not over, but nothing is on the agenda";
    const char *wrong = check_frames(v, 0);
    if (over || wrong != NULL)
        return wrong;
    int moved = bits_count(s->marks[0] | s->marks[1]);
    int seat = s->begins == 0 ? 0 : (s->begins - 1 + moved) % 2;
    const struct frame *frame = task_top(v);
    if (frame->task != (s->begins == 0 ? TASK_DRAW : TASK_MARK))
        return "the task on the agenda does not fit";
    return frame->seat != seat ? "the wrong seat is to move" : NULL;
}

static const char *check(const struct ruleset *rules, const void *state)
{
    struct noughts_view v = view_of(rules, state);
    const struct noughts_state *s = v.s;
    const struct noughts_cards *cards = v.cards;
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
    return check_agenda(&v, winner != 0 || all == FULL_BOARD);
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
    .rules_oldest = 1,
    .players_min = 2,
    .players_max = 2,
    .state_size = sizeof(struct noughts_state),
    .feature_count = NOUGHTS_FEATURES,
    .moves_bound = 1 + CELLS,
    .words = &noughts_words,
    .card_files = card_files,
    .read_cards = noughts_read_cards,
    .card_format = &noughts_card_format.base,
    .check_setup = check_setup,
    .start = start,
    .node = node,
    .legal = legal,
    .weights = NULL,
    .pick = pick,
    .apply = apply,
    .play_out = play_out,
    .score = score,
    .blocked = blocked,
    .check = check,
    .features = noughts_features,
    .feature_names = noughts_feature_names,
    .draw = noughts_draw,
    .component = noughts_component,
    .layout = noughts_layout,
};

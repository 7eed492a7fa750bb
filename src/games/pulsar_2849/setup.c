/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the set-up. Everything that is drawn is a chance move; where ships start and which
 * side of the headquarters is used is chosen. */

#include "pulsar.h"

#include "kit/pile.h"

/* ---- technology boards ----------------------------------------------------------------------- */

static int options_deal_board(const struct pulsar_view *v, const struct frame *frame,
                              struct move *moves)
{
    int count = 0, category = as_deal_board(frame)->category;
    (void)v;
    for (int letter = 0; letter < LETTERS; letter++)
        count = offer(moves, count, MOVE_BOARD, 1 + letter * CATEGORIES + category, 0, 0);
    return count;
}

static void lay_board(struct pulsar_table *t, int board)
{
    assert(board >= 1 && board <= LETTERS * CATEGORIES);
    assert(t->s->boards[(board - 1) % CATEGORIES] == 0);
    t->s->boards[(board - 1) % CATEGORIES] = (uint8_t)board;
    tell(t, LOG_BOARD, NOBODY, board, 0, 0);
}

static void take_deal_board(struct pulsar_table *t, struct move move)
{
    task_done(t);
    lay_board(t, move.a);
}

static bool deal_board_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return v->s->boards[as_deal_board(frame)->category] == 0;
}

const struct pulsar_task_kind pulsar_task_deal_board = {.options = options_deal_board,
                                                        .take = take_deal_board,
                                                        .is_dealers = true,
                                                        .is_valid = deal_board_is_valid};

/* Without headquarters the boards of the letter A are used. */
static void lay_out_boards(struct pulsar_table *t)
{
    for (int category = CATEGORIES - 1; category >= 0; category--)
        if (has_headquarters(&t->view))
            push_task(t, deal_board, 0, .category = category);
        else
            t->s->boards[category] = (uint8_t)(1 + category);
}

/* ---- goals ----------------------------------------------------------------------------------- */

static bool tile_in_play(const struct pulsar_view *v, int tile)
{
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        if (v->s->goals[i] != 0 && v->cards->goals[v->s->goals[i]].tile == tile)
            return true;
    return false;
}

/* A tile with a goal about projects needs headquarters. */
static bool tile_needs_headquarters(const struct pulsar_view *v, int tile)
{
    for (int goal = 1; goal <= v->cards->goal_count; goal++) {
        const struct pulsar_goal *about = &v->cards->goals[goal];
        if (about->tile == tile && pulsar_is_about_projects(about->noun))
            return true;
    }
    return false;
}

static int options_deal_goal(const struct pulsar_view *v, const struct frame *frame,
                             struct move *moves)
{
    int count = 0;
    (void)frame;
    for (int goal = 1; goal <= v->cards->goal_count; goal++) {
        int tile = v->cards->goals[goal].tile;
        if (!tile_in_play(v, tile) && (has_headquarters(v) || !tile_needs_headquarters(v, tile)))
            count = offer(moves, count, MOVE_LAY_GOAL, goal, 0, 0);
    }
    return count;
}

static void take_deal_goal(struct pulsar_table *t, struct move move)
{
    int number = top_deal_goal(t)->number;
    task_done(t);
    assert(t->s->goals[number] == 0 && !tile_in_play(&t->view, t->view.cards->goals[move.a].tile));
    t->s->goals[number] = move.a;
    tell(t, LOG_GOAL, NOBODY, move.a, 0, 0);
}

static bool deal_goal_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return v->s->goals[as_deal_goal(frame)->number] == 0;
}

const struct pulsar_task_kind pulsar_task_deal_goal = {.options = options_deal_goal,
                                                       .take = take_deal_goal,
                                                       .is_dealers = true,
                                                       .is_valid = deal_goal_is_valid};

static void lay_out_goals(struct pulsar_table *t)
{
    int laid = 0;
    bool first_game = t->view.rules->setup.options[OPTION_GAME] == GAME_FIRST;
    for (int goal = 1; first_game && goal <= t->view.cards->goal_count && laid < GOALS_IN_PLAY;
         goal++)
        if (t->view.cards->goals[goal].first_game)
            t->s->goals[laid++] = (uint8_t)goal;
    for (int number = GOALS_IN_PLAY - 1; number >= laid; number--)
        push_task(t, deal_goal, 0, .number = number);
}

/* ---- headquarters ---------------------------------------------------------------------------- */

static int options_deal_headquarters(const struct pulsar_view *v, const struct frame *frame,
                                     struct move *moves)
{
    int count = 0;
    unsigned dealt = 0;
    (void)frame;
    for (int seat = 0; seat < players_of(v); seat++)
        dealt |= 1u << seat_of(v, seat)->board;
    for (int board = 1; board <= LETTERS; board++)
        if (!(dealt >> board & 1))
            count = offer(moves, count, MOVE_HEADQUARTERS, board, 0, 0);
    return count;
}

static void take_deal_headquarters(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    assert(seat_of(&t->view, seat)->board == 0);
    assert(move.a >= 1 && move.a <= LETTERS);
    seat_at(t, seat)->board = move.a;
    tell(t, LOG_HEADQUARTERS, seat, move.a, 0, 0);
}

static bool deal_headquarters_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return has_headquarters(v) && seat_of(v, frame->seat)->board == 0;
}

const struct pulsar_task_kind pulsar_task_deal_headquarters = {.options = options_deal_headquarters,
                                                               .take = take_deal_headquarters,
                                                               .is_dealers = true,
                                                               .is_valid =
                                                                   deal_headquarters_is_valid};

static int options_side(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (int side = 1; side <= HEADQUARTERS; side++)
        if (v->cards->sides[side].board == seat_of(v, frame->seat)->board - 1)
            count = offer(moves, count, MOVE_SIDE, side, 0, 0);
    return count;
}

static void take_side(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    assert(t->view.cards->sides[move.a].board == seat_of(&t->view, seat)->board - 1);
    seat_at(t, seat)->side = move.a;
    tell(t, LOG_SIDE, seat, move.a, 0, 0);
}

static bool side_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return seat_of(v, frame->seat)->board != 0 && seat_of(v, frame->seat)->side == 0;
}

const struct pulsar_task_kind pulsar_task_side = {
    .options = options_side, .take = take_side, .is_valid = side_is_valid};

/* ---- play order and ships -------------------------------------------------------------------- */

static int options_deal_order(const struct pulsar_view *v, const struct frame *frame,
                              struct move *moves)
{
    int count = 0;
    (void)frame;
    for (int seat = 0; seat < players_of(v); seat++)
        if (pulsar_first_space(v, seat) == 0)
            count = offer(moves, count, MOVE_ORDER, seat, 0, 0);
    return count;
}

static void give_space(struct pulsar_table *t, int space, int seat)
{
    assert(space < ORDER_SPACES && t->s->order[space] == 0);
    t->s->order[space] = (uint8_t)(seat + 1);
    tell(t, LOG_ORDER, seat, space + 1, 0, 0);
}

static void take_deal_order(struct pulsar_table *t, struct move move)
{
    int space = top_deal_order(t)->space;
    task_done(t);
    give_space(t, space, move.a);
}

const struct pulsar_task_kind pulsar_task_deal_order = {
    .options = options_deal_order, .take = take_deal_order, .is_dealers = true};

/* The last seat has the space that is left; with two players the spaces repeat. */
static void complete_order(struct pulsar_table *t)
{
    int players = players_of(&t->view);
    for (int seat = 0; seat < players; seat++)
        if (pulsar_first_space(&t->view, seat) == 0)
            give_space(t, players - 1, seat);
    for (int space = players; space < players * pulsar_counters_of_seat(&t->view); space++)
        give_space(t, space, t->s->order[space - players] - 1);
}

/* Points, tokens, and counters on both tracks: the first player's at the bottom. */
static void fill_seats(struct pulsar_table *t)
{
    for (int place = 0; place < players_of(&t->view); place++) {
        struct pulsar_seat *me = seat_at(t, t->s->order[place] - 1);
        me->points[SOURCE_START] = players_card(&t->view)->start_points[place];
        for (int modifier = 0; modifier < MODIFIERS; modifier++)
            me->tokens[modifier] = t->view.cards->modifiers[modifier].start;
    }
    for (int number = 0; number < pulsar_counters_of_seat(&t->view); number++)
        for (int place = 0; place < players_of(&t->view); place++) {
            int counter = pulsar_counter_of(&t->view, t->s->order[place] - 1, number);
            track_put_on_top(&t->s->tracks[INITIATIVE], counter, t->view.cards->track_start);
            track_put_on_top(&t->s->tracks[ENGINEERING], counter, t->view.cards->track_start);
        }
}

static int options_entry(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    (void)frame;
    for (int i = 1; i <= NODE_ENTRIES; i++) {
        int location = map_of(v)->entries[i];
        bool taken = false;
        for (int seat = 0; seat < players_of(v); seat++)
            taken = taken || seat_of(v, seat)->ship == location;
        if (!taken)
            count = offer(moves, count, MOVE_ENTRY, location, 0, 0);
    }
    return count;
}

static void take_entry(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    assert(node_of(&t->view, move.a)->kind == NODE_ENTRY);
    seat_at(t, seat)->ship = move.a;
    tell(t, LOG_ENTRY, seat, move.a, 0, 0);
}

static bool entry_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return seat_of(v, frame->seat)->ship == 0;
}

const struct pulsar_task_kind pulsar_task_entry = {
    .options = options_entry, .take = take_entry, .is_obvious = true, .is_valid = entry_is_valid};

/* ---- transmitters ---------------------------------------------------------------------------- */

static bool step_deal_offer(struct pulsar_table *t)
{
    if (top_deal_offer(t)->laid < ON_OFFER &&
        pile_top(t->s->transmitter_pile, TRANSMITTERS_MAX) != 0)
        return false;
    task_done(t);
    return true;
}

static int options_deal_offer(const struct pulsar_view *v, const struct frame *frame,
                              struct move *moves)
{
    int count = 0;
    (void)frame;
    for (uint64_t top = pile_top(v->s->transmitter_pile, TRANSMITTERS_MAX); top != 0;)
        count = offer(moves, count, MOVE_OFFER, 1 + (int)bits_pop(&top), 0, 0);
    return count;
}

/* The stack has eight of each letter. Where the card set has more, any eight of them: once they are
 * out, the others turn out to have stayed in the box. */
static void drop_spares(struct pulsar_table *t, int letter)
{
    uint64_t left = pile_things(t->s->transmitter_pile, TRANSMITTERS_MAX) &
                    pulsar_transmitters_of(&t->view, letter);
    if (bits_count(left) >
        bits_count(pulsar_transmitters_of(&t->view, letter)) - TRANSMITTERS_OF_LETTER)
        return;
    while (left != 0)
        pile_take(t->s->transmitter_pile, TRANSMITTERS_MAX, (int)bits_pop(&left));
}

static void take_deal_offer(struct pulsar_table *t, struct move move)
{
    pile_take(t->s->transmitter_pile, TRANSMITTERS_MAX, move.a - 1);
    drop_spares(t, t->view.cards->transmitters[move.a].letter);
    struct pulsar_deal_offer_task *task = top_deal_offer(t);
    assert(task->laid < ON_OFFER && t->s->offer[task->laid] == 0);
    t->s->offer[task->laid++] = move.a;
    tell(t, LOG_OFFER, NOBODY, move.a, 0, 0);
}

/* Those that are laid out lie there, the others not yet. */
static bool deal_offer_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    for (int i = 0; i < ON_OFFER; i++)
        if ((v->s->offer[i] != 0) != (i < as_deal_offer(frame)->laid))
            return false;
    return true;
}

const struct pulsar_task_kind pulsar_task_deal_offer = {.step = step_deal_offer,
                                                        .options = options_deal_offer,
                                                        .take = take_deal_offer,
                                                        .is_dealers = true,
                                                        .is_valid = deal_offer_is_valid};

/* ---- the order of it all --------------------------------------------------------------------- */

static void lay_out_stacks(struct pulsar_table *t)
{
    for (int kind = 0; kind < t->view.cards->tile_count; kind++)
        t->s->tiles[kind] = t->view.cards->tiles[kind + 1].count;
    for (int letter = 0; letter < TRANSMITTER_LETTERS; letter++)
        pile_put_under(t->s->transmitter_pile, TRANSMITTERS_MAX,
                       pulsar_transmitters_of(&t->view, letter));
}

/* Pushes a task without arguments for each seat so that they come in play order, or the last player
 * first. */
static void push_for_all(struct pulsar_table *t, enum pulsar_task task, bool last_first)
{
    int players = players_of(&t->view);
    for (int i = 0; i < players; i++)
        agenda_push(&t->s->agenda, .task = (uint8_t)task,
                    .seat = (uint8_t)(t->s->order[last_first ? i : players - 1 - i] - 1));
}

static bool step_setup(struct pulsar_table *t)
{
    switch ((enum pulsar_setup_step)top_setup(t)->step++) {
    case SETUP_BOARDS:
        lay_out_stacks(t);
        lay_out_boards(t);
        break;
    case SETUP_GOALS:
        lay_out_goals(t);
        break;
    case SETUP_OFFER:
        push_task(t, deal_offer, 0);
        break;
    case SETUP_ORDER:
        for (int space = players_of(&t->view) - 2; space >= 0; space--)
            push_task(t, deal_order, 0, .space = space);
        break;
    case SETUP_HEADQUARTERS:
        complete_order(t);
        fill_seats(t);
        if (has_headquarters(&t->view))
            push_for_all(t, TASK_DEAL_HEADQUARTERS, false);
        break;
    case SETUP_SHIPS:
        push_for_all(t, TASK_ENTRY, true);
        break;
    case SETUP_SIDES:
        if (has_headquarters(&t->view))
            push_for_all(t, TASK_SIDE, false);
        break;
    case SETUP_END:
        task_done(t);
        assert(agenda_is_empty(&t->s->agenda) && t->s->round == 0);
        t->s->round = 1;
        push_task(t, round, 0);
        break;
    }
    return true;
}

const struct pulsar_task_kind pulsar_task_setup = {.step = step_setup};

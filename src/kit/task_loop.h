/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A template (kit/tasks.h): the loop from one decision to the next, and what the contract asks of
 * it. The game's game.c includes it once, or kit/task_game.h. It knows no task: what one does is
 * the game's. */

/* The handlers by number of their task:
 *     static const struct my_task_kind *const task_kinds[] = {[TASK_SUPPLY] = &my_task_supply, … };
 */
#define TASK_ROW(name, NAME, last_step, parents, ...)                                              \
    [TASK_##NAME] = &TASK_JOIN(TASK_GAME, _task_##name),
static const struct TASK_JOIN(TASK_GAME,
                              _task_kind) *const task_kinds[TASK_COUNT] = {TASK_LIST(TASK_ROW)};
#undef TASK_ROW

static inline const struct TASK_JOIN(TASK_GAME, _task_kind) *
    kind_of_task(const struct frame *frame)
{
    assert(frame->task > TASK_NONE && frame->task < TASK_COUNT);
    return task_kinds[frame->task];
}

/* Is the decision the dealer's? */
static inline bool is_dealers(const struct frame *frame)
{
    const struct TASK_JOIN(TASK_GAME, _task_kind) *kind = kind_of_task(frame);
    return kind->is_dealers || (kind->is_dealers_now != NULL && kind->is_dealers_now(frame));
}

/* Is a single option of this task taken without asking? What the dealer decides is always asked, so
 * that a game is its list of moves. */
static inline bool is_obvious(const struct frame *frame)
{
    return kind_of_task(frame)->is_obvious && !is_dealers(frame);
}

/* The options of the task on top, if they had to be listed on the way to it: whoever draws from
 * them next need not list them again. */
struct task_options {
    int count; /* 0: not listed */
    struct move moves[MOVES_MAX];
};

/* Takes the single option of the task on top, if that needs no asking; false if someone decides.
 */
static inline bool take_obvious(TASK_TABLE *t, struct task_options *options)
{
    assert(options->count == 0);
    const struct frame *frame = task_top(t);
    const struct TASK_JOIN(TASK_GAME, _task_kind) *kind = kind_of_task(frame);
    if (kind->has_choice != NULL && kind->has_choice(&t->view, frame))
        return false;
    options->count = kind->options(&t->view, frame, options->moves);
    assert(options->count > 0 && options->count <= MOVES_MAX);
    if (options->count > 1)
        return false;
    options->count = 0;
    kind->take(t, options->moves[0]);
    return true;
}

/* Runs to the next decision, or to the end of the agenda. */
static inline void advance_to_options(TASK_TABLE *t, struct task_options *options)
{
    options->count = 0;
    while (!agenda_is_empty(&t->s->agenda)) {
        const struct TASK_JOIN(TASK_GAME, _task_kind) *kind = kind_of_task(task_top(t));
        if (kind->step != NULL && kind->step(t))
            continue;
        if (!is_obvious(task_top(t)) || !take_obvious(t, options))
            return;
    }
}

static inline void advance_tasks(TASK_TABLE *t)
{
    struct task_options not_kept;
    advance_to_options(t, &not_kept);
}

/* Who decides, if anyone. */
static inline int actor_of_tasks(const TASK_VIEW *v)
{
    if (agenda_is_empty(&v->s->agenda))
        return NOBODY;
    const struct frame *frame = task_top(v);
    return is_dealers(frame) ? DEALER : frame->seat;
}

/* Where the table stands; the question is the task, about the first two arguments of its frame.
 * `turn` is not looked at when the agenda is empty: nobody's. */
static inline struct node node_of_tasks(const TASK_VIEW *v, int turn, int round)
{
    if (agenda_is_empty(&v->s->agenda))
        return (struct node){NOBODY, NOBODY, round, {.seat = NOBODY}};
    const struct frame *frame = task_top(v);
    int actor = actor_of_tasks(v);
    int8_t asked = actor == DEALER ? NOBODY : (int8_t)actor;
    struct message ask = {.kind = frame->task,
                          .seat = asked,
                          .a = (int16_t)frame_about(frame, 0),
                          .b = (int16_t)frame_about(frame, 1)};
    return (struct node){actor, turn, round, ask};
}

/* The legal moves; none if the agenda is empty. */
static inline int legal_of_tasks(const TASK_VIEW *v, struct move *moves)
{
    if (agenda_is_empty(&v->s->agenda))
        return 0;
    const struct frame *frame = task_top(v);
    int count = kind_of_task(frame)->options(v, frame, moves);
    assert(count > 0 && count <= MOVES_MAX);
    return count;
}

/* How likely each of the dealer's options is. */
static inline void odds_of_tasks(const TASK_VIEW *v, const struct move *moves, int count,
                                 uint16_t *odds)
{
    const struct frame *frame = task_top(v);
    assert(is_dealers(frame) && count > 0);
    if (kind_of_task(frame)->odds != NULL)
        kind_of_task(frame)->odds(v, frame, moves, count, odds);
    else
        for (int i = 0; i < count; i++)
            odds[i] = 1;
}

/* Which of the dealer's options a ticket below the sum of their odds draws. */
static inline struct move draw_by_odds(const TASK_VIEW *v, const struct move *moves, int count,
                                       struct random *random)
{
    uint16_t odds[MOVES_MAX];
    uint32_t total = 0;
    int at = 0;
    odds_of_tasks(v, moves, count, odds);
    for (int i = 0; i < count; i++)
        total += odds[i];
    for (uint32_t ticket = random_below(random, total); ticket >= odds[at]; at++)
        ticket -= odds[at];
    return moves[at];
}

/* Draws one of the options from their list. Kept out of the way of tasks that need none: its lists
 * would cost them time. */
__attribute__((noinline)) static struct move pick_from_options(const TASK_VIEW *v,
                                                               struct random *random)
{
    struct move moves[MOVES_MAX];
    const struct frame *frame = task_top(v);
    const struct TASK_JOIN(TASK_GAME, _task_kind) *kind = kind_of_task(frame);
    int count = kind->options(v, frame, moves);
    assert(count > 0 && count <= MOVES_MAX);
    return kind->odds != NULL && is_dealers(frame) ? draw_by_odds(v, moves, count, random)
                                                   : moves[random_below(random, (uint32_t)count)];
}

/* Draws a legal move; false if the agenda is empty. */
static inline bool pick_of_tasks(const TASK_VIEW *v, struct random *random, struct move *move)
{
    if (agenda_is_empty(&v->s->agenda))
        return false;
    const struct frame *frame = task_top(v);
    const struct TASK_JOIN(TASK_GAME, _task_kind) *kind = kind_of_task(frame);
    *move = kind->pick != NULL ? kind->pick(v, frame, random) : pick_from_options(v, random);
    return true;
}

/* Makes a legal move and runs on. */
static inline void apply_to_tasks(TASK_TABLE *t, struct move move)
{
    kind_of_task(task_top(t))->take(t, move);
    advance_tasks(t);
}

/* Makes random moves until the agenda is empty; returns how many. They are those that
 * pick_of_tasks would draw. */
static inline uint32_t play_out_tasks(TASK_TABLE *t, struct random *random)
{
    struct task_options options;
    uint32_t made = 0;
    options.count = 0;
    for (; !agenda_is_empty(&t->s->agenda); made++) {
        const struct TASK_JOIN(TASK_GAME, _task_kind) *kind = kind_of_task(task_top(t));
        struct move move = kind->pick != NULL ? kind->pick(&t->view, task_top(t), random)
                           : options.count > 0
                               ? options.moves[random_below(random, (uint32_t)options.count)]
                               : pick_from_options(&t->view, random);
        kind->take(t, move);
        advance_to_options(t, &options);
    }
    return made;
}

/* Must someone decide, or is the agenda empty? For positions from outside, whose frames have been
 * checked: the task on top must not be able to continue by itself. Its step is tried, so the table
 * must be over a copy of the state. */
static inline bool tasks_are_at_rest(TASK_TABLE *t)
{
    struct move moves[MOVES_MAX];
    if (agenda_is_empty(&t->s->agenda))
        return true;
    const struct frame frame = *task_top(t); /* as it was before the step */
    const struct TASK_JOIN(TASK_GAME, _task_kind) *kind = kind_of_task(&frame);
    if (kind->options == NULL || (kind->step != NULL && kind->step(t)))
        return false;
    int count = kind->options(&t->view, &frame, moves);
    return count > 1 || (count == 1 && !is_obvious(&frame));
}

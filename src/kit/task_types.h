/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A template (kit/tasks.h): the enum of a game's tasks, their arguments by name, and what each of
 * them can do. The game's tasks.h includes it once. In the examples the game is `my`. */

#include "tasks.h"

#include <string.h>

#define TASK_VIEW  struct TASK_JOIN(TASK_GAME, _view)
#define TASK_TABLE struct TASK_JOIN(TASK_GAME, _table)

/* The numbers of the tasks, in the order of the list:
 *     enum my_task { TASK_NONE, TASK_SUPPLY, TASK_RUN, TASK_COUNT }; */
#define TASK_ROW(name, NAME, last_step, parents, ...) TASK_##NAME,
enum TASK_JOIN(TASK_GAME, _task) { TASK_NONE, TASK_LIST(TASK_ROW) TASK_COUNT };
#undef TASK_ROW
_Static_assert(TASK_COUNT <= 64, "sets of tasks are 64 bits");

/* A set with one task in it, written ON(SUPPLY). */
#define ON(NAME) (UINT64_C(1) << TASK_##NAME)

/* A frame of a task with its arguments by name. All members are bytes, so it lies over any frame:
 *     struct my_supply_task { uint8_t task, seat, step; uint8_t level; uint8_t ships_left; … }; */
#define TASK_BYTE(name, limit) uint8_t name;
#define TASK_ROW_NUMBER(name)  struct task_row name;
#define TASK_ROW(name, NAME, last_step, parents, ...)                                              \
    struct TASK_JOIN(TASK_GAME, _##name##_task) {                                                  \
        uint8_t task, seat, step;                                                                  \
        NAME##_ARGS(TASK_BYTE, TASK_ROW_NUMBER)                                                    \
    };                                                                                             \
    _Static_assert(sizeof(struct TASK_JOIN(TASK_GAME, _##name##_task)) <= sizeof(struct frame),    \
                   "a frame has room for five bytes of arguments");
TASK_LIST(TASK_ROW)
#undef TASK_ROW
#undef TASK_BYTE
#undef TASK_ROW_NUMBER

/* Such a frame, to be read or changed:
 *     const struct my_supply_task *as_supply(const struct frame *frame);
 *     struct my_supply_task *supply_in(struct frame *frame);
 *     struct my_supply_task *top_supply(struct my_table *t);         the one on top */
#define TASK_ROW(name, NAME, last_step, parents, ...)                                              \
    static inline const struct TASK_JOIN(TASK_GAME, _##name##_task) *                              \
        as_##name(const struct frame *frame)                                                       \
    {                                                                                              \
        assert(frame->task == TASK_##NAME);                                                        \
        return (const struct TASK_JOIN(TASK_GAME, _##name##_task) *)frame;                         \
    }                                                                                              \
    static inline struct TASK_JOIN(TASK_GAME, _##name##_task) * name##_in(struct frame *frame)     \
    {                                                                                              \
        assert(frame->task == TASK_##NAME);                                                        \
        return (struct TASK_JOIN(TASK_GAME, _##name##_task) *)frame;                               \
    }                                                                                              \
    static inline struct TASK_JOIN(TASK_GAME, _##name##_task) * top_##name(TASK_TABLE *t)          \
    {                                                                                              \
        return name##_in(task_top(t));                                                             \
    }
TASK_LIST(TASK_ROW)
#undef TASK_ROW

/* Putting a task on top of the agenda. The arguments are given as numbers, by name; what is not
 * named is 0:
 *     struct my_supply_args { int seat, step; int level; int ships_left; … };
 *     void push_supply(struct my_table *t, struct my_supply_args args);
 * The game's tasks.h has a macro for it:
 *     push_task(t, supply, seat, .level = 2, .ships_left = 1); */
#define TASK_BYTE(name, limit) int name;
#define TASK_ROW_NUMBER(name)  int name;
#define TASK_ROW(name, NAME, last_step, parents, ...)                                              \
    struct TASK_JOIN(TASK_GAME, _##name##_args) {                                                  \
        int seat, step;                                                                            \
        NAME##_ARGS(TASK_BYTE, TASK_ROW_NUMBER)                                                    \
    };
TASK_LIST(TASK_ROW)
#undef TASK_ROW
#undef TASK_BYTE
#undef TASK_ROW_NUMBER

/* Within its limit; whether one of the game's own limits fits is seen when a position is checked.
 */
static inline bool task_byte_fits(int value, int limit)
{
    return value >= 0 && value <= (limit < LIMIT_GAME ? limit : UINT8_MAX);
}

#define TASK_BYTE_FITS(name, limit) assert(task_byte_fits(args.name, LIMIT_##limit));
#define TASK_ROW_FITS(name)         assert(args.name >= 0 && args.name <= UINT16_MAX);
#define TASK_BYTE(name, limit)      (uint8_t) args.name,
#define TASK_ROW_NUMBER(name)       (uint8_t) args.name, (uint8_t)(args.name >> 8),
#define TASK_ROW(name, NAME, last_step, parents, ...)                                              \
    static inline void push_##name(TASK_TABLE *t,                                                  \
                                   struct TASK_JOIN(TASK_GAME, _##name##_args) args)               \
    {                                                                                              \
        const uint8_t bytes[TASK_BYTES + 1] = {NAME##_ARGS(TASK_BYTE, TASK_ROW_NUMBER) 0};         \
        assert(args.seat >= 0 && args.seat < SEATS_MAX);                                           \
        assert(args.step >= 0 && args.step <= (last_step));                                        \
        NAME##_ARGS(TASK_BYTE_FITS, TASK_ROW_FITS)                                                 \
            agenda_push(&t->s->agenda, .task = TASK_##NAME, .seat = (uint8_t)args.seat,            \
                        .step = (uint8_t)args.step,                                                \
                        .args = {bytes[0], bytes[1], bytes[2], bytes[3], bytes[4]});               \
    }
TASK_LIST(TASK_ROW)
#undef TASK_ROW
#undef TASK_BYTE
#undef TASK_ROW_NUMBER
#undef TASK_BYTE_FITS
#undef TASK_ROW_FITS

/* What a task can do. `step` continues with the one on top and returns true, or returns false if
 * someone has to decide; then `options` lists the moves and `take` does the one chosen. Without
 * `step` there is always something to decide; without `options` there never is. */
struct TASK_JOIN(TASK_GAME, _task_kind) {
    bool (*step)(TASK_TABLE *t);
    int (*options)(const TASK_VIEW *v, const struct frame *frame, struct move *moves);
    void (*take)(TASK_TABLE *t, struct move move);
    /* Draws one of a seat's options, all equally likely, where that can be done without listing
     * them all; NULL: from the list. */
    struct move (*pick)(const TASK_VIEW *v, const struct frame *frame, struct random *random);
    bool is_dealers;                                   /* the dealer decides, not the seat */
    bool (*is_dealers_now)(const struct frame *frame); /* where that depends; may be NULL */
    /* How likely each of the dealer's options is, as whole numbers from 1 on; NULL: all alike. */
    void (*odds)(const TASK_VIEW *v, const struct frame *frame, const struct move *moves, int count,
                 uint16_t *odds);
    bool is_obvious; /* a single option is taken without asking, unless it is the dealer's */
    /* Is it plain to see that there are two options or more? Where it is not, an obvious task lists
     * them; NULL: always. */
    bool (*has_choice)(const TASK_VIEW *v, const struct frame *frame);
    /* Is what the frame refers to on the table? For positions from outside, whose arguments are
     * within their limits; NULL: always. */
    bool (*is_valid)(const TASK_VIEW *v, const struct frame *frame);
};

/* Each task has one:
 *     extern const struct my_task_kind my_task_supply; */
#define TASK_ROW(name, NAME, last_step, parents, ...)                                              \
    extern const struct TASK_JOIN(TASK_GAME, _task_kind) TASK_JOIN(TASK_GAME, _task_##name);
TASK_LIST(TASK_ROW)
#undef TASK_ROW

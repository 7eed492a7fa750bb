/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A template (kit/tasks.h): can these frames be on an agenda? A position may come from anywhere, so
 * every argument of every frame is checked against its limit, each frame against the one below it,
 * and what it refers to against the table. The game's check_agenda.c includes it once. If the game
 * has limits of its own, it says before that what fits them, and defines TASK_HAS_LIMITS:
 *     static bool limit_fits(const struct my_view *v, enum my_limit limit, int value); */

/* What is wrong with an argument, as a sentence that names it and its task. WRONG(supply) stands
 * where the list of arguments wants a macro, and takes what follows there as its own arguments:
 *     WRONG(supply)(level, SHIP_LEVEL)   "the agenda: argument level of the task supply …", */
#define TASK_WRONG(name)              "the agenda: the task " #name TASK_WRONG_ARGUMENT
#define TASK_WRONG_ARGUMENT(arg, lim) " has a wrong argument: " #arg,
#define TASK_WRONG_ROW(name)          "the agenda: the task " #name TASK_WRONG_ROW_NUMBER
#define TASK_WRONG_ROW_NUMBER(arg)    " has a wrong argument: " #arg, "",

/* By task: the largest step, the limits of the arguments, what is said where they are exceeded,
 * the tasks that it may lie on, and its handlers:
 *     [TASK_SUPPLY] = {0, {LIMIT_SHIP_LEVEL, 4, 1, 1, 0}, {"the agenda: …", …, NULL}, ON(RUN),
 *                      &my_task_supply}, */
#define TASK_BYTE(name, limit) LIMIT_##limit,
#define TASK_ROW_NUMBER(name)  LIMIT_ANY, LIMIT_ANY,
#define TASK_ROW(name, NAME, last_step, parents, ...)                                              \
    [TASK_##NAME] = {last_step,                                                                    \
                     {NAME##_ARGS(TASK_BYTE, TASK_ROW_NUMBER) 0},                                  \
                     {NAME##_ARGS(TASK_WRONG(name), TASK_WRONG_ROW(name)) NULL},                   \
                     parents,                                                                      \
                     &TASK_JOIN(TASK_GAME, _task_##name)},
static const struct task_limits {
    uint8_t last_step;
    uint16_t args[TASK_BYTES + 1];
    const char *wrong[TASK_BYTES + 1];
    uint64_t parents;
    const struct TASK_JOIN(TASK_GAME, _task_kind) * kind;
} task_limits[TASK_COUNT] = {TASK_LIST(TASK_ROW)};
#undef TASK_ROW
#undef TASK_BYTE
#undef TASK_ROW_NUMBER
#undef TASK_WRONG
#undef TASK_WRONG_ARGUMENT
#undef TASK_WRONG_ROW
#undef TASK_WRONG_ROW_NUMBER

/* May this task lie on that one? */
static inline bool may_lie_on(const struct frame *frame, const struct frame *below)
{
    return task_limits[frame->task].parents >> below->task & 1;
}

/* The first argument that is not within its limit, told; NULL if there is none. */
static inline const char *check_arguments(const TASK_VIEW *v, const struct frame *frame)
{
    const struct task_limits *limits = &task_limits[frame->task];
    (void)v;
    for (int i = 0; i < TASK_BYTES; i++) {
        int limit = limits->args[i], value = frame->args[i];
#ifdef TASK_HAS_LIMITS
        bool fits = limit < LIMIT_GAME
                        ? value <= limit
                        : limit_fits(v, (enum TASK_JOIN(TASK_GAME, _limit))limit, value);
#else
        bool fits = value <= limit;
#endif
        if (!fits)
            return limits->wrong[i] != NULL ? limits->wrong[i]
                                            : "the agenda: a task has an argument too many";
    }
    return NULL;
}

static inline const char *check_frame(const TASK_VIEW *v, const struct frame *frame)
{
    if (frame->task == TASK_NONE || frame->task >= TASK_COUNT ||
        frame->seat >= v->rules->setup.players)
        return "the agenda has a task that nobody can do";
    if (frame->step > task_limits[frame->task].last_step)
        return "the agenda has a task that is further than it can be";
    const char *wrong = check_arguments(v, frame);
    const struct TASK_JOIN(TASK_GAME, _task_kind) *kind = task_limits[frame->task].kind;
    if (wrong == NULL && kind->is_valid != NULL && !kind->is_valid(v, frame))
        wrong = "the agenda speaks of something that is not there";
    return wrong;
}

/* NULL, or a plain English sentence about what is wrong. `room` is how many frames must be free at
 * a decision. */
static inline const char *check_frames(const TASK_VIEW *v, int room)
{
    static const struct frame none;
    const struct frame *frames = v->s->agenda.frames;
    int depth = v->s->agenda.depth;
    int frame_count = sizeof v->s->agenda.frames / sizeof v->s->agenda.frames[0];
    if (depth > frame_count - room)
        return "the agenda is too deep";
    for (int i = 0; i < depth; i++) {
        const char *wrong = check_frame(v, &frames[i]);
        if (wrong != NULL)
            return wrong;
    }
    for (int i = depth; i < frame_count; i++)
        if (memcmp(&frames[i], &none, sizeof none) != 0)
            return "a frame above the top of the agenda is not empty";
    return NULL;
}

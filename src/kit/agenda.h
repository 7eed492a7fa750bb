/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The agenda: what remains to be done, as a stack of small frames inside the state.
 *
 * A rule engine that asks questions must be able to stop in the middle of an effect and continue
 * later, in another process if need be. So it keeps its own stack: a frame says which task is under
 * way, for whom, and how far it has come. A task that needs a choice leaves its frame on top; the
 * node is read off that frame; `apply` takes the answer and runs on until the next frame that needs
 * one. A task that contains others pushes them on top of itself. A choice out of turn is a frame
 * with another seat.
 *
 * The game chooses the number of frames: AGENDA(8) declares an agenda of eight as a member of its
 * state. Frames above the top are kept zero, so that equal situations are equal bytes. */

#ifndef KIT_AGENDA_H
#define KIT_AGENDA_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct frame {
    uint8_t task;    /* which task it belongs to; the game's own enum, 0 is none */
    uint8_t seat;    /* who decides or for whom it is done */
    uint8_t step;    /* how far it has come */
    uint8_t args[5]; /* what it is about: by name in the list of tasks (kit/tasks.h) */
};

#define AGENDA(capacity)                                                                           \
    struct {                                                                                       \
        uint8_t depth;                                                                             \
        uint8_t spare[7];                                                                          \
        struct frame frames[capacity];                                                             \
    }

/* What a question is about, for those who do not know its task: the first or second argument. */
static inline int frame_about(const struct frame *frame, int which)
{
    assert(which == 0 || which == 1);
    return frame->args[which];
}

/* The frame on top; there must be one. It may be changed in place. */
#define agenda_top(agenda) (assert((agenda)->depth > 0), &(agenda)->frames[(agenda)->depth - 1])

/* Pushes a frame, given as an initialiser: agenda_push(&s->agenda, .task = MARK, .seat = 1). */
#define agenda_push(agenda, ...)                                                                   \
    (assert((agenda)->depth < sizeof(agenda)->frames / sizeof(agenda)->frames[0]),                 \
     (agenda)->frames[(agenda)->depth++] = (struct frame){__VA_ARGS__}, (void)0)

/* Pops the frame on top. */
#define agenda_pop(agenda)                                                                         \
    (assert((agenda)->depth > 0), (agenda)->frames[--(agenda)->depth] = (struct frame){0}, (void)0)

#define agenda_is_empty(agenda) ((agenda)->depth == 0)

/* Rows for the table of fields; `task_thing` is the game's kind of thing for its tasks.
 * In positions they are called work. */
#define AGENDA_FIELDS(state, member, capacity, task_thing)                                         \
    AGENDA_FIELD(state, member.depth, "agenda", "frames on the agenda", THING_NUMBER),             \
        {.name = "", .form = FIELD_SPARE, .size = 7, .offset = offsetof(state, member.spare)},     \
        AGENDA_FIELD(state, member.frames[0].task, "work", "what a frame does", task_thing,        \
                     .index = {AGENDA_FRAMES(capacity)}),                                          \
        AGENDA_FIELD(state, member.frames[0].seat, "work-seat", "for whom, from 0", THING_NUMBER,  \
                     .index = {AGENDA_FRAMES(capacity)}),                                          \
        AGENDA_FIELD(state, member.frames[0].step, "work-step", "how far it is", THING_NUMBER,     \
                     .index = {AGENDA_FRAMES(capacity)}),                                          \
        AGENDA_FIELD(state, member.frames[0].args, "work-args", "what it is about", THING_NUMBER,  \
                     .index = {AGENDA_FRAMES(capacity), {THING_NUMBER, 5, 1}})

#define AGENDA_FRAMES(capacity)                                                                    \
    {                                                                                              \
        THING_NUMBER, capacity, sizeof(struct frame)                                               \
    }

#define AGENDA_FIELD(state, member, word, meaning, thing, ...)                                     \
    {                                                                                              \
        .name = word, .about = meaning, .form = FIELD_VALUE, .holds = thing, .size = 1,            \
        .offset = offsetof(state, member), __VA_ARGS__                                             \
    }

#endif

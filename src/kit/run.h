/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Running the program of a card: a frame on the agenda that has the rows still to be run. What an
 * operation does is the game's. Arguments 0 and 1 of the frame are the next row, 2 and 3 the end,
 * 4 is the game's. */

#ifndef KIT_RUN_H
#define KIT_RUN_H

#include "effect.h"
#include "works.h"

static inline int frame_start(const struct frame *frame)
{
    return frame_pair(frame, 0);
}

static inline int frame_end(const struct frame *frame)
{
    return frame_pair(frame, 2);
}

/* Takes the next row, with its body, off the frame and returns its number. There must be one. */
static inline int frame_next_row(struct frame *frame, const struct effect *rows)
{
    int at = frame_start(frame), next = at + 1 + rows[at].body;
    assert(at < frame_end(frame));
    frame->args[0] = (uint8_t)next;
    frame->args[1] = (uint8_t)(next >> 8);
    return at;
}

/* Puts a work on the agenda that runs the rows from `first` to before `end`, if there are any. */
#define push_rows(t, kind, whose, first, end, last)                                                \
    ((first) < (end)                                                                               \
         ? agenda_push(&(t)->s->agenda, .work = (uint8_t)(kind), .seat = (uint8_t)(whose),         \
                       .args = {PAIR(first), PAIR(end), (uint8_t)(last)})                          \
         : (void)0)

#endif

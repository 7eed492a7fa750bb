/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Checks the frames of an agenda. Knows no work. */

#include "frame_check.h"

#include <string.h>

static bool numbers_fit(const struct frame_rules *rules, const struct table *t,
                        const struct frame *frame)
{
    const struct frame_limits *limits = &rules->limits[frame->work];
    if (frame->step > limits->step)
        return false;
    for (int i = 0; i < 5; i++) {
        int limit = limits->args[i], value = frame->args[i];
        if (limit < LIMIT_GAME ? value > limit : !rules->fits(t, limit, value))
            return false;
    }
    return true;
}

static const char *check_frame(const struct frame_rules *rules, const struct table *t,
                               const struct frame *frame, int players)
{
    if (frame->work == 0 || frame->work >= rules->works || frame->seat >= players)
        return "the agenda has work that nobody can do";
    if (!numbers_fit(rules, t, frame))
        return "the agenda has work with arguments that cannot be";
    return rules->check != NULL ? rules->check(t, frame) : NULL;
}

const char *frames_check(const struct frame_rules *rules, const struct table *t,
                         const struct frame *frames, int depth, int players)
{
    static const struct frame none;
    if (depth > rules->frames - rules->room)
        return "the agenda is too deep";
    for (int i = 0; i < depth; i++) {
        const char *wrong = check_frame(rules, t, &frames[i], players);
        if (wrong != NULL)
            return wrong;
    }
    for (int i = depth; i < rules->frames; i++)
        if (memcmp(&frames[i], &none, sizeof none) != 0)
            return "a frame above the top of the agenda is not empty";
    return NULL;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The loop from one decision to the next. Knows no game and no work. */

#include "works.h"

void works_advance(struct works works)
{
    struct move moves[MOVES_MAX];
    while (*works.depth > 0) {
        const struct work_kind *kind = works.kinds[works_top(works)->work];
        if (kind->step != NULL && kind->step(works.table))
            continue;
        const struct frame *frame = works_top(works);
        kind = works.kinds[frame->work];
        if (!kind->obvious || work_is_dealers(kind, frame))
            return;
        int count = kind->options(works.table, frame, moves);
        assert(count > 0);
        if (count > 1)
            return;
        kind->take(works.table, moves[0]);
    }
}

bool works_at_rest(struct works works, int kind_count)
{
    struct move moves[MOVES_MAX];
    if (*works.depth == 0)
        return true;
    const struct frame frame = *works_top(works); /* as it was before the step */
    const struct work_kind *kind = frame.work < kind_count ? works.kinds[frame.work] : NULL;
    if (kind == NULL || kind->options == NULL)
        return false;
    if (kind->step != NULL && kind->step(works.table))
        return false;
    int count = kind->options(works.table, &frame, moves);
    return count > 1 || (count == 1 && (!kind->obvious || work_is_dealers(kind, &frame)));
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: how the moves of one action are told as a whole. */

#include "pulsar.h"

static bool is_payment(struct move move)
{
    return move.kind == MOVE_PAY || move.kind == MOVE_PAY_TOKEN || move.kind == MOVE_PAY_OFF ||
           move.kind == MOVE_PAY_BOTH;
}

static bool flies_on(const struct move *line, int count, int at)
{
    for (int i = at + 1; i < count; i++)
        if (line[i].kind == MOVE_STEP)
            return true;
    return false;
}

/* Is it said by a later move? A flight is told by where it ends. */
static bool is_left_out(const struct move *line, int count, int at)
{
    bool is_flight = line[at].kind == MOVE_FLY || line[at].kind == MOVE_STEP;
    return line[at].kind == MOVE_NO_RUN || (is_flight && flies_on(line, count, at));
}

/* What is paid comes after what it is paid for: where a flight ends, else the action itself. */
int pulsar_abridge(const struct move *line, int count, struct move *told)
{
    struct move payment = {0};
    int written = 0;
    bool is_owed = false;
    for (int i = 0; i < count; i++) {
        if (is_payment(line[i]) && flies_on(line, count, i)) {
            payment = line[i];
            is_owed = true;
        } else if (!is_left_out(line, count, i)) {
            told[written++] = line[i];
            if (is_owed && line[i].kind == MOVE_STEP) {
                told[written++] = payment;
                is_owed = false;
            }
        }
    }
    assert(written <= count && !is_owed);
    return written;
}

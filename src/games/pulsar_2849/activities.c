/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what a seat does while it is asked something, as others see it, with which
 * questions a new action begins, and how an action is told as a whole. The questions themselves are
 * in words.c. */

#include "pulsar.h"

#include "things.h"

const struct activity pulsar_activities[TASK_COUNT] = {
    [TASK_ENTRY] = {_("{seat} is choosing an entry gate."), true},
    [TASK_SIDE] = {_("{seat} is choosing a side of the headquarters."), true},
    [TASK_TAKE] = {_("{seat} is taking a die."), true},
    [TASK_ACT] = {_("{seat} is choosing an action."), true},
    [TASK_PAY] = {_("{seat} is choosing the die for {a}."), false},
    [TASK_GATE_RUN] = {_("{seat} is deciding about a gate run."), false},
    [TASK_FLIGHT] = {_("{seat} is flying."), false},
    [TASK_BONUS] = {_("{seat} is choosing between the bonus of {a} and an exploration tile."),
                    false},
    [TASK_LINK] = {_("{seat} is placing {a}."), false},
    [TASK_SIZE] = {_("{seat} is taking a gyrodyne."), false},
    [TASK_ISOLATED] = {_("{seat} may claim an isolated pulsar."), false},
    [TASK_TELEPORT] = {_("{seat} is choosing where to teleport to."), false},
    [TASK_SPIN] = {_("{seat} is completing gyrodynes."), false},
    [TASK_BUY] = {_("{seat} may buy points of transmitters."), true},
    [TASK_DEAL] = {_("{seat} may buy points of a technology."), true},
    [TASK_SPLIT] = {_("{seat} is choosing which goal the gyrodynes count for."), true},
    [TASK_WILD] = {_("{seat} is choosing a goal that counts as achieved."), true},
    [TASK_GOAL_BONUS] = {_("{seat} may buy bonuses of goals."), true},
};

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

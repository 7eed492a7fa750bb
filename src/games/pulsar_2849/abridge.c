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

static bool is_flight(struct move move)
{
    return move.kind == MOVE_FLY || move.kind == MOVE_STEP;
}

/* Where the ship is after the line: segments without an alternative are flown without a move. */
static int end_of_flight(const struct ruleset *rules, const void *start, const struct move *line,
                         int count)
{
    struct pulsar_state state = *(const struct pulsar_state *)start;
    int seat = rules->game->node(rules, &state).actor;
    for (int i = 0; i < count; i++)
        rules->game->apply(rules, &state, line[i], NULL);
    return state.seats[seat].ship;
}

/* What is paid comes after what it is paid for: where a flight ends, else the action itself. */
int pulsar_abridge(const struct ruleset *rules, const void *state, const struct move *line,
                   int count, struct move *told)
{
    struct move payment = {0};
    int written = 0;
    bool is_owed = false;
    for (int i = 0; i < count; i++) {
        if (is_payment(line[i]) && flies_on(line, count, i)) {
            payment = line[i];
            is_owed = true;
        } else if (is_flight(line[i]) && !flies_on(line, count, i)) {
            int end = end_of_flight(rules, state, line, count);
            told[written++] = (struct move){.kind = MOVE_STEP, .a = (uint8_t)end};
            if (is_owed)
                told[written++] = payment;
            is_owed = false;
        } else if (!is_flight(line[i]) && line[i].kind != MOVE_NO_RUN) {
            told[written++] = line[i];
        }
    }
    assert(written <= count && !is_owed);
    return written;
}

/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what a seat does while it is asked something, as others see it, and with which
 * questions a new action begins. The questions themselves are in words.c. */

#include "bts.h"

#include "things.h"

const struct activity bts_activities[TASK_COUNT] = {
    [TASK_PICK_FACTION] = {_("{seat} is choosing a faction."), true},
    [TASK_ACTION] = {_("{seat} is choosing an action."), true},
    [TASK_PRODUCTION] = {_("{seat} is choosing what to produce."), true},
    [TASK_ACHIEVEMENT] = {_("{seat} is claiming an achievement."), true},
    [TASK_CHOOSE] = {_("{seat} is choosing between two effects."), false},
    [TASK_MAY] = {_("{seat} is deciding about an optional effect."), false},
    [TASK_PAY] = {_("{seat} is choosing how to pay."), false},
    [TASK_RIVAL] = {_("{seat} is choosing whom to pay."), false},
    [TASK_SUPPLY] = {_("{seat} has no supply left and is deciding how to build."), false},
    [TASK_BUILD] = {_("{seat} is building a level {a} ship."), false},
    [TASK_BETTER] = {_("{seat} is deciding whether to raise the new ship."), false},
    [TASK_RETIRE] = {_("{seat} is choosing a ship that becomes population."), false},
    [TASK_DISC] = {_("{seat} is choosing a disc."), false},
    [TASK_SHIFT] = {_("{seat} is moving cubes."), false},
    [TASK_TRADE] = {_("{seat} is trading."), true},
    [TASK_UPGRADE] = {_("{seat} is upgrading ships."), false},
    [TASK_JUMP] = {_("{seat} is moving ships."), false},
    [TASK_WARP] = {_("{seat} is moving ships."), false},
    [TASK_GAIN] = {_("{seat} is choosing which bonus comes first."), false},
    [TASK_SLOT] = {_("{seat} is choosing what to research."), false},
    [TASK_TYPE] = {_("{seat} is choosing a type of technology."), false},
    [TASK_CARD] = {_("{seat} is choosing a technology."), false},
    [TASK_PRIVATE] = {_("{seat} is choosing a private technology."), false},
    [TASK_COLONIZE] = {_("{seat} is choosing a system to colonize."), false},
    [TASK_SETTLE] = {_("{seat} is choosing ships that settle."), false},
    [TASK_ANNEX] = {_("{seat} is choosing a system to take."), false},
    [TASK_AGAIN] = {_("{seat} is choosing a technology to use again."), false},
    [TASK_COPY] = {_("{seat} is choosing an action to copy."), false},
    [TASK_BANK] = {_("{seat} is deciding about ships for the museum."), false},
    [TASK_KEEP] = {_("{seat} is choosing the ship that stays in Sol."), false},
    [TASK_FORTIFY] = {_("{seat} is choosing a shipyard to fortify."), false},
    [TASK_HANG] = {_("{seat} is choosing where {a} appears."), false},
    [TASK_SEND] = {_("{seat} is sending a ship."), false},
    [TASK_WINDOW] = {_("{seat} may use a power."), true},
    [TASK_OUTPOST] = {_("{seat} is choosing which outpost comes first."), false},
};

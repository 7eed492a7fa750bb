// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Moves that differ only in which of several equal things they take are one choice: the first of them is offered and
// stands for all. Which things are equal, the game says (Game.equals); nothing here knows one.

import type { Move, ThingKey } from '../protocol';

/** For each thing that has equals: the first of them. */
type Leaders = ReadonlyMap<ThingKey, ThingKey>;

export function leadersOf(equals: ThingKey[][]): Leaders {
  return new Map(equals.flatMap((group) => group.map((thing) => [thing, group[0]])));
}

/** What two moves have in common that are one choice: also what the server says of them. */
function essence({ kind, things, text, more }: Move, leaders: Leaders): string {
  return JSON.stringify([kind, things.map((thing) => leaders.get(thing) ?? thing), text, more]);
}

/** Of equal moves the first. */
export function withoutEquals(moves: Move[], leaders: Leaders): Move[] {
  if (leaders.size === 0) return moves;
  const seen = new Set<string>();
  return moves.filter((move) => {
    const found = essence(move, leaders);
    return !seen.has(found) && seen.add(found);
  });
}

/** How many moves a move stands for. */
export function countEquals(move: Move, moves: Move[], leaders: Leaders): number {
  const wanted = essence(move, leaders);
  return moves.filter((one) => essence(one, leaders) === wanted).length;
}

/** Which of some moves stands for the one with this notation. */
export function standsFor(notation: string, moves: Move[], leaders: Leaders): Move | undefined {
  const meant = moves.find((move) => move.move === notation);
  if (meant === undefined) return undefined;
  const wanted = essence(meant, leaders);
  return moves.find((move) => essence(move, leaders) === wanted);
}

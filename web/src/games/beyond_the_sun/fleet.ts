// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Ships as single pieces that keep their identity from one state to the next, so that they glide when they move.

import type { Fleet } from './model';

export interface Ship {
  id: number;
  seat: number;
  level: string;
  place: string;
}

function listed(seat: number, fleet: Fleet): Omit<Ship, 'id'>[] {
  return Object.entries(fleet).flatMap(([place, levels]) =>
    Object.entries(levels).flatMap(([level, count]) => Array.from({ length: count }, () => ({ seat, level, place }))),
  );
}

let last = 0;

/** The ships of a seat now, each with the id of the one it was before: unmoved, moved, or raised. */
export function follow(before: Ship[], seat: number, fleet: Fleet): Ship[] {
  const old = before.filter((ship) => ship.seat === seat);
  const now: (Ship | null)[] = [];
  const wanted = listed(seat, fleet);
  const same: ((a: Omit<Ship, 'id'>, b: Ship) => boolean)[] = [
    (a, b) => a.level === b.level && a.place === b.place,
    (a, b) => a.level === b.level,
    (a, b) => a.place === b.place,
  ];
  for (const fits of same)
    wanted.forEach((ship, i) => {
      if (now[i]) return;
      const found = old.findIndex((one) => fits(ship, one));
      now[i] = found >= 0 ? { ...ship, id: old.splice(found, 1)[0].id } : null;
    });
  return wanted.map((ship, i) => now[i] ?? { ...ship, id: ++last });
}

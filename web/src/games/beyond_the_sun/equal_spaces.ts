// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Action spaces that do the same at the same price: those of one row of Basic Spacefaring without or with a surcharge,
// those of one technology with the same action. It follows from the layout alone.

import type { ThingKey } from '../../protocol';
import type { BasicAbout, SunLayout, SunState, TechAbout } from './model';

/** The spaces of a list in groups that have the same `name`, in the order of the first of each. */
function grouped<T extends { id: string }>(spaces: T[], name: (space: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const space of spaces) groups.set(name(space), [...(groups.get(name(space)) ?? []), space]);
  return [...groups.values()];
}

/** The spaces of a row, those with the same surcharge together. */
export function spacesOfRow(row: BasicAbout): BasicAbout['spaces'][] {
  return grouped(row.spaces, (space) => String(space.surcharge));
}

/** The spaces of a technology, those with the same action together. */
export function spacesOfTech(tech: TechAbout): TechAbout['spaces'][] {
  return grouped(tech.spaces, (space) => JSON.stringify(space.action.rows));
}

/** Those of them that are free, as lists of equal things. A taken space is no equal of a free one: whoever may take it
 *  pays for it in another way. */
export function equalSpaces(layout: SunLayout, state: SunState): ThingKey[][] {
  const taken = new Set(Object.values(state.pawn));
  return [
    ...layout.technology_board.basic.flatMap(spacesOfRow),
    ...Object.values(layout.technologies).flatMap(spacesOfTech),
  ]
    .map((spaces) => spaces.filter((space) => !taken.has(space.id)).map((space) => `space:${space.id}` as const))
    .filter((spaces) => spaces.length > 1);
}

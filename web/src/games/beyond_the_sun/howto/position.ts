// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The position that the pictures show parts of, and the cards in them: any of the set that show what is explained.

import type { SunLayout, SunState } from '../model';

/** A technology with everything that a card can have: something at once, and a space with a price. */
export function exampleTechnology(layout: SunLayout): string {
  const pays = ({ action }: { action: { rows: { cost: boolean }[] } }) => action.rows.some((row) => row.cost);
  const found = Object.entries(layout.technologies).find(
    ([, { level, immediate, spaces }]) =>
      level === 'I' && immediate !== null && spaces.length === 1 && spaces.some(pays),
  );
  return (found ?? Object.entries(layout.technologies)[0])[0];
}

/** A system near Sol with a bonus. */
export function exampleSystem(layout: SunLayout): string {
  const found = Object.entries(layout.systems).find(([, { deck, bonus }]) => deck === 'A' && bonus !== null);
  return (found ?? Object.entries(layout.systems)[0])[0];
}

/** An achievement that everyone can claim. */
export function exampleAchievement(layout: SunLayout): string {
  const most = Math.max(...Object.values(layout.achievements).map(({ slots }) => slots.length));
  return Object.entries(layout.achievements).find(([, { slots }]) => slots.length === most)?.[0] ?? '';
}

const SEATS = ['1', '2', '3', '4'];
const bySeat = <T>(one: T) => Object.fromEntries(SEATS.map((seat) => [seat, one]));

/** Seat 1 has begun to research, and two discs of each track are gone: two to automation, two to the stars. */
export function position(layout: SunLayout): Partial<SunState> {
  const space = layout.technologies[exampleTechnology(layout)].spaces[0]?.id ?? '';
  return {
    researched: { ...bySeat([] as string[]), '1': ['1', '2', 'B', 'C', 'J'], '3': ['2'] },
    pawn: { ...bySeat('none'), '1': space },
    column: bySeat({ A: 1, B: 2, C: 3, D: 4, E: 4 }),
    'food-discs': bySeat(6),
    'ore-discs': bySeat(5),
    automated: bySeat({ '0': 1, '1': 2, '2': 0 }),
  };
}

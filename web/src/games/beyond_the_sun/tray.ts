// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What lies in the tray: cards that were revealed or drawn, and things to choose that lie nowhere else.

import type { Sun } from './sun';

export interface Choice {
  thing: string;
  id: string;
}

const WORDS = ['tech', 'system', 'faction', 'type'];

export function trayOf(sun: Sun): Choice[] {
  const state = sun.state;
  const lying = new Set([
    ...Object.values(state.slot).map((tech) => `tech:${tech}`),
    ...Object.values(state.private).flatMap((techs) => techs.map((tech) => `tech:${tech}`)),
    ...Object.values(state.systems).flatMap((systems) => systems.map((system) => `system:${system}`)),
  ]);
  const asked = sun.table.possible.legal.flatMap((move) => move.things).filter((thing) =>
    WORDS.includes(thing.split(':')[0]));
  const open = [...state.revealed.map((tech) => `tech:${tech}`), ...state.drawn.map((system) => `system:${system}`)];
  const all = [...new Set([...asked, ...open])].filter((thing) => !lying.has(thing));
  return all.map((thing) => ({ thing, id: thing.slice(thing.indexOf(':') + 1) }));
}

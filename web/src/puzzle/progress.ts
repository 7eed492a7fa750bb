// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Which puzzles are solved, and which tables are there for puzzles alone: kept in the browser.

import { recall, remember } from '../settings.svelte';

const SOLVED = 'orrery.puzzles';
const TABLES = 'orrery.puzzle-tables';
type Ids = Record<string, true>;

export const solvedIds = (): Partial<Ids> => recall<Ids>(SOLVED);
export const noteSolved = (id: string): void => remember(SOLVED, { ...solvedIds(), [id]: true });

/** Tables of puzzles that have not been removed yet: the page may have been closed before it could do so. */
export const puzzleTables = (): string[] => Object.keys(recall<Ids>(TABLES));

export function notePuzzleTable(table: string, isThere: boolean): void {
  const others = puzzleTables().filter((one) => one !== table);
  const all = isThere ? [...others, table] : others;
  remember(TABLES, Object.fromEntries(all.map((one) => [one, true])));
}

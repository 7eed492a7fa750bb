// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How far someone is in the guide of each game, and on which table it is shown: kept in the browser alone.

import { recall, remember } from '../settings.svelte';

export interface Progress {
  table: string;
  step: number;
}

const KEY = 'orrery.guide.';

export function progressOf(game: string): Progress {
  const { table = '', step = 0 } = recall<Progress>(KEY + game);
  return { table, step };
}

export function keepProgress(game: string, progress: Progress): void {
  remember(KEY + game, progress);
}

/** Is the table there for a guide alone? Nobody looks for it among the tables. */
export function isGuideTable(table: string): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(KEY) && recall<Progress>(key).table === table);
}

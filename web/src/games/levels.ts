// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Levels of the computer players of a game, from the weakest to the strongest.

import type { Level } from '../protocol';
import { named, t } from '../words/words';
import { infoOf } from './info.svelte';

export function levelsOf(game: string): Level[] {
  return infoOf(game)?.levels ?? [];
}

/** A level below the middle: a fair opponent for someone whom we do not know. */
export function middleLevel(levels: Level[]): Level | undefined {
  return levels[Math.floor(levels.length / 3)];
}

/** How a computer player is called: by its level. One that is none of ours has no name that people know. */
export function playerName(game: string, player: string): string {
  const level = levelsOf(game).find((one) => one.player === player);
  return level === undefined ? t('Computer player') : named(level.name);
}

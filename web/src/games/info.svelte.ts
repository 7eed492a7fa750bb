// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The games that the server has: their titles, options and levels, in the reader's language.

import { api } from '../net/http';
import type { GameInfo } from '../protocol';
import { settings } from '../settings.svelte';

const known: { games: GameInfo[]; language: string } = $state({ games: [], language: '' });

/** Asks the server, once for each language. */
export async function fetchGames(): Promise<GameInfo[]> {
  if (known.language !== settings.language) {
    const language = settings.language;
    const { games } = await api.games();
    known.games = games;
    known.language = language;
  }
  return known.games;
}

export function titleOf(game: string | undefined): string {
  if (known.language === '') void fetchGames().catch(() => {});
  return known.games.find((one) => one.name === game)?.title ?? '';
}

export function infoOf(game: string): GameInfo | undefined {
  return known.games.find((one) => one.name === game);
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The games that the server has: their titles, options and levels, in the reader's language.

import { api } from '../net/http';
import type { GameInfo } from '../protocol';
import { settings } from '../settings.svelte';

const known: { games: GameInfo[]; language: string } = $state({ games: [], language: '' });

let asked: { language: string; games: Promise<GameInfo[]> } | null = null;

/** Asks the server, once for each language. */
export function fetchGames(): Promise<GameInfo[]> {
  const { language } = settings;
  if (asked?.language !== language) asked = { language, games: ask(language) };
  return asked.games;
}

async function ask(language: string): Promise<GameInfo[]> {
  try {
    const { games } = await api.games();
    if (language === settings.language) [known.games, known.language] = [games, language];
    return games;
  } catch (error) {
    if (asked?.language === language) asked = null; // the next one asks again
    throw error;
  }
}

export function titleOf(game: string | undefined): string {
  if (known.language === '') void fetchGames().catch(() => {});
  return known.games.find((one) => one.name === game)?.title ?? '';
}

export function infoOf(game: string): GameInfo | undefined {
  return known.games.find((one) => one.name === game);
}

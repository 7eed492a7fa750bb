// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The games that the page knows: a folder with a file about.ts is one. The folder is called like the game, with "_" for
// "-", as in src/games and data.

import type { Card } from '../protocol';
import type { Game, Kind } from './game';

const found = import.meta.glob<Game>('./*/about.ts', { eager: true, import: 'about' });

export const games: ReadonlyMap<string, Game> = new Map(
  Object.entries(found).map(([path, game]) => [path.split('/')[1].replaceAll('_', '-'), game]),
);

/** What an option means, or one of its choices; empty if the page has nothing to say. */
export function explainOption(game: string, option: string, choice?: string): string {
  return games.get(game)?.options[choice === undefined ? option : `${option}.${choice}`]?.() ?? '';
}

/** The kind of a component; one that the page does not know has its name and no more. */
export function kindOf(game: string, card: Pick<Card, 'kind'>): Kind {
  const name = card.kind;
  return games.get(game)?.kinds[name] ?? { one: () => name, many: () => name, words: [name], rules: [] };
}

/** Has a game glyphs to explain? */
export function hasLegend(game: string): boolean {
  return Object.keys(games.get(game)?.legend() ?? {}).length > 0;
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Moves and events in the words of the server; the name that is said beside a sentence is left out of it.

import type { GameEvent, LogLine, Move } from '../protocol';
import { t } from '../words/words';

/** Log lines by their numbers, each once; a later one replaces an earlier one. */
export function inOrder(lines: LogLine[]): LogLine[] {
  const found = new Map(lines.map((one) => [one.number, one]));
  return [...found.values()].sort((a, b) => a.number - b.number);
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A sentence without the name at its beginning: who it is about is said beside it. */
export function withoutName(text: string, name: string): string {
  if (name === '') return text;
  for (const head of [`${name}: `, `${name}'s `, `${name} `])
    if (text.startsWith(head)) return capital(text.slice(head.length));
  return text;
}

/** Whose turn begins is said elsewhere. */
const isHeading = (event: GameEvent) => event.kind === 'turn';

/** What came of a move; the name of `seat` is left out. Nothing if only a choice was begun. */
export function tellEvents(events: GameEvent[], seat: number | null, name: string): string {
  return events
    .filter((event) => event.text !== '' && !isHeading(event))
    .map((event) => (event.seat === seat ? withoutName(event.text, name) : event.text))
    .join(' ');
}

/** A move in words: what came of it says more than the move. */
export function tellLine(line: LogLine, seat: number | null = null, name = ''): string {
  return tellEvents(line.events, seat, name) || capital(line.text) + '.';
}

/** A move that is offered, as a sentence. */
export function tellMove(move: Move): string {
  return capital(move.more ? t('{move}: {more}', { move: move.text, more: move.more }) : move.text) + '.';
}

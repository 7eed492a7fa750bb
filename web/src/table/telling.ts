// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What happened in words: log lines by turns, so that a name is said once and not in every sentence.

import type { GameEvent, LogLine, Move } from '../protocol';
import { t } from '../words/words';

/** The moves that one seat made in a row; what the dealer did meanwhile belongs to it. */
export interface Turn {
  seat: number | null;
  lines: LogLine[];
}

/** The number of its last move. */
export function lastMove(turn: Turn): number {
  return turn.lines[turn.lines.length - 1].number;
}

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

/** Whose turn begins is said by the heading that follows. */
const isHeading = (event: GameEvent) => event.kind === 'turn';

function sentences(events: GameEvent[], seat: number | null, name: string, named: boolean): string[] {
  const told = events.filter((event) => event.text !== '' && !isHeading(event));
  return told.map((event, i) =>
    event.seat !== seat || (named && i === 0) ? event.text : withoutName(event.text, name),
  );
}

/** What came of a move; the name of `seat` is left out. Nothing if only a choice was begun. */
export function tellEvents(events: GameEvent[], seat: number | null, name: string): string {
  return sentences(events, seat, name, false).join(' ');
}

/** A move in words: what came of it says more than the move. */
export function tellLine(line: LogLine, seat: number | null = null, name = ''): string {
  return tellEvents(line.events, seat, name) || capital(line.text) + '.';
}

/** The same in paragraphs: what the table does by itself, the end of a round for example, begins a new one. */
export function paragraphs(line: LogLine, seat: number | null, name: string): string[] {
  const parts: GameEvent[][] = [[]];
  for (const event of line.events) {
    if (event.seat === null && parts[0].length > 0) parts.push([]);
    parts[parts.length - 1].push(event);
  }
  const told = parts.map((part) => tellEvents(part, seat, name)).filter((text) => text !== '');
  return told.length > 0 ? told : [tellLine(line)];
}

/** A whole turn in a row of sentences; the name is said in the first one. */
export function tellTurn(turn: Turn, name: string): string {
  const told = sentences(
    turn.lines.flatMap((line) => line.events),
    turn.seat,
    name,
    true,
  ).join(' ');
  return told || `${name}: ${turn.lines.map((line) => line.text).join(', ')}.`;
}

/** A move that is offered, as a sentence. */
export function tellMove(move: Move): string {
  return capital(move.more ? t('{move}: {more}', { move: move.text, more: move.more }) : move.text) + '.';
}

function belongs(line: LogLine, turn: Turn | undefined): boolean {
  if (turn === undefined) return false;
  if (typeof line.actor === 'number') return line.actor === turn.seat;
  return turn.seat === null || line.events.some((event) => event.seat === turn.seat && !isHeading(event));
}

/** The log by turns. */
export function turnsOf(log: LogLine[]): Turn[] {
  const turns: Turn[] = [];
  for (const line of log) {
    const last = turns.at(-1);
    const before = turns.at(-2);
    if (last !== undefined && belongs(line, last)) last.lines.push(line);
    else if (last?.seat === null && last.lines.length <= 2 && before !== undefined && before.seat === line.actor) {
      before.lines.push(...last.lines, line); // what the dealer did in the middle of a turn
      turns.pop();
    } else turns.push({ seat: typeof line.actor === 'number' ? line.actor : null, lines: [line] });
  }
  return turns;
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The beginning of a record (docs/record.md), to show what it is before it is sent. Whether it is right says the
// server.

export interface Header {
  game: string;
  players: number;
  seats: { name: string; computer: boolean }[];
  moves: number;
  /** The seed is told when a game is over. */
  over: boolean;
}

/** What the text says it is, or null if it is no record. */
export function readHeader(text: string): Header | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const beginning = lines.find((line) => line !== '' && !line.startsWith('#'));
  const game = word(lines, 'game');
  if (!beginning?.startsWith('orrery record') || game === '') return null;
  const from = lines.indexOf('moves');
  const end = lines.indexOf('end');
  return {
    game,
    players: Number(word(lines, 'players')),
    seats: lines.flatMap((line) => readSeat(line)),
    moves: from < 0 ? 0 : lines.slice(from + 1, end < 0 ? undefined : end).filter((line) => line !== '').length,
    over: word(lines, 'seed') !== '',
  };
}

function word(lines: string[], key: string): string {
  return lines.find((line) => line.startsWith(key + ' '))?.split(/\s+/)[1] ?? '';
}

function readSeat(line: string): Header['seats'] {
  const found = /^seat \d+ (person|computer \S+) "((?:[^"\\]|\\.)*)"/.exec(line);
  return found === null ? [] : [{ computer: found[1] !== 'person', name: found[2].replace(/\\(.)/g, '$1') }];
}

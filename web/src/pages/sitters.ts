// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Who is to sit on the seats of a new table.

import type { Level } from '../protocol';

/** Someone at this screen, anyone, or a computer player of a level. */
export type Sitter = 'me' | 'open' | number;

/** As the server wants it. */
export function seatOf(sitter: Sitter, levels: Level[]): string {
  if (typeof sitter !== 'number') return sitter;
  return levels.find((level) => level.level === sitter)?.player ?? 'open';
}

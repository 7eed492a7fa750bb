// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Log lines in words: what came of a move says more than the move.

import type { LogLine } from '../protocol';

export function tellLine(line: LogLine): string {
  const told = line.events.map((event) => event.text).filter((text) => text !== '');
  return told.length > 0 ? told.join(' ') : line.text;
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Searching in texts: every word of the query must occur; where they do is marked.

export interface Piece {
  text: string;
  hit: boolean;
}

/** The words of a query, small. */
export function words(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function matches(text: string, query: string[]): boolean {
  const small = text.toLowerCase();
  return query.every((word) => small.includes(word));
}

/** The text in pieces, those that a word of the query covers as hits. */
export function mark(text: string, query: string[]): Piece[] {
  const small = text.toLowerCase();
  const covered = new Uint8Array(text.length);
  for (const word of query)
    for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + word.length))
      covered.fill(1, at, at + word.length);
  const pieces: Piece[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    while (to < text.length && covered[to] === covered[from]) to++;
    pieces.push({ text: text.slice(from, to), hit: covered[from] === 1 });
  }
  return pieces;
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The word that was probably meant.

const FAR = 3;

/** How many letters have to be changed, added or taken away. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let k = 1; k <= other.length; k++)
      next[k] = Math.min(row[k] + 1, next[k - 1] + 1, row[k - 1] + (one[i - 1] === other[k - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length];
}

/** The nearest of the words that would fit, if one is near. */
export function nearest(found: string, expected: string[]): string | null {
  const far = Math.min(FAR, Math.ceil(found.length / 2) + 1);
  const all = expected.map((word) => ({ word, far: distance(found.toLowerCase(), word.toLowerCase()) }));
  const best = all.toSorted((a, b) => a.far - b.far)[0];
  return best !== undefined && best.far < far ? best.word : null;
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Which words of a sentence are others than before.

export interface Word {
  text: string;
  isNew: boolean;
}

/** The words with the blanks behind them. */
const wordsOf = (text: string) => text.match(/\S+\s*/g) ?? [];

/** The longest words that both have in the same order stay; the others are new. */
export function changedWords(before: string, after: string): Word[] {
  const [old, now] = [wordsOf(before).map((word) => word.trim()), wordsOf(after)];
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--)
    for (let k = now.length - 1; k >= 0; k--)
      common[i][k] =
        old[i] === now[k].trim() ? common[i + 1][k + 1] + 1 : Math.max(common[i + 1][k], common[i][k + 1]);
  const words: Word[] = [];
  for (let i = 0, k = 0; k < now.length; ) {
    if (i < old.length && old[i] === now[k].trim()) {
      words.push({ text: now[k++], isNew: false });
      i++;
    } else if (i < old.length && common[i + 1][k] >= common[i][k + 1]) i++;
    else words.push({ text: now[k++], isNew: true });
  }
  return words;
}

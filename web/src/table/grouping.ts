// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Many moves in a few groups: those of one kind together, named by the words with which they all begin.

import type { Move } from '../protocol';

export interface MoveGroup {
  label: string;
  moves: Move[];
}

/** A group of more moves than this is split by the first thing that they refer to. */
const SPLIT_ABOVE = 10;

function by(moves: Move[], name: (move: Move) => string): Move[][] {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const found = groups.get(name(move));
    if (found === undefined) groups.set(name(move), [move]);
    else found.push(move);
  }
  return [...groups.values()];
}

/** The words with which all texts begin, but never all words of one. */
function commonWords(texts: string[]): string {
  const [first = [], ...others] = texts.map((text) => text.split(' '));
  let count = 0;
  while (count < first.length - 1 && others.every((words) => words.length > count + 1 && words[count] === first[count]))
    count++;
  return first.slice(0, count).join(' ');
}

/** What a button says: the move, and what it means in smaller letters. */
export interface Said {
  text: string;
  more: string;
}

/** A letter alone ("option B") says nothing. */
const BARE = /^\p{L}{1,2}$/u;

/** How one of those moves is said. */
export function saidOf(all: Map<string, Said>, move: Move): Said {
  return all.get(move.move) ?? { text: move.text, more: move.more ?? '' };
}

/** Where there is little room: the text alone, but what it means where the text says nothing, and nothing else where
 *  all have the same text. */
function saidBriefly(move: Move, common: string, isSingle: boolean): Said {
  const { text, more = '' } = move;
  const rest = text.slice(common.length).trim();
  if (!isSingle && rest === '') return { text: more || text, more: '' };
  if (more !== '' && BARE.test(rest)) return { text: `${rest}:`, more };
  return { text, more: isSingle ? '' : more };
}

/** What the buttons of some moves say, by move; no two say the same. */
export function saying(moves: Move[], brief: boolean): Map<string, Said> {
  const found = new Map<string, Said>();
  for (const kind of by(moves, (move) => move.kind)) {
    const isOneText = kind.length > 1 && kind.every((move) => move.text === kind[0].text);
    const common = isOneText ? kind[0].text : kind.length > 1 ? commonWords(kind.map((move) => move.text)) : '';
    for (const twins of by(kind, (move) => move.text))
      for (const same of by(twins, (move) => move.more ?? ''))
        same.forEach((move, i) => {
          const said = brief
            ? saidBriefly(move, common, same.length === twins.length)
            : { text: move.text, more: move.more ?? '' };
          found.set(move.move, same.length > 1 ? { ...said, text: `${said.text} (${i + 1})` } : said);
        });
  }
  return found;
}

/** An article alone says nothing. */
const LABEL_LEAST = 6;
/** Words up to this length at the end of a label are articles and the like: they want to know of what. */
const ARTICLE_MOST = 5;
/** The words that differ are said if they are no longer than this. */
const ALTERNATIVES_MOST = 24;

/** The words that follow the common ones, where those end in the middle: "take a Small / Medium / Large". */
function withAlternatives(label: string, moves: Move[]): string {
  const words = [...new Set(moves.map((move) => move.text.slice(label.length).trim().split(' ')[0]))].join(' / ');
  const isArticle = label.length - label.lastIndexOf(' ') - 1 <= ARTICLE_MOST;
  return isArticle && words.length <= ALTERNATIVES_MOST ? `${label} ${words}` : label;
}

function labelled(moves: Move[]): MoveGroup {
  const label = moves.length > 1 ? commonWords(moves.map((move) => move.text)) : '';
  return { label: label.length >= LABEL_LEAST ? withAlternatives(label, moves) : '', moves };
}

/** The moves by kind, in the order of the first of each. */
export function byKind(moves: Move[]): MoveGroup[] {
  return by(moves, (move) => move.kind).map(labelled);
}

/** For a list of all: as byKind, large kinds once more by what they are about, those without a label together. */
export function forList(moves: Move[]): MoveGroup[] {
  const groups = by(moves, (move) => move.kind).flatMap((kind) => {
    const parts = kind.length > SPLIT_ABOVE ? by(kind, (move) => move.things[0] ?? '') : [];
    return (parts.length > 1 && parts.length * 2 <= kind.length ? parts : [kind]).map(labelled);
  });
  const joined: MoveGroup[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (last?.label === '' && group.label === '') last.moves.push(...group.moves);
    else joined.push(group);
  }
  return joined;
}

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

/** Nothing, or a letter alone ("option B"), says nothing. */
const BARE = /^\p{L}{0,2}$/u;

/** How one of those moves is said. */
export function saidOf(all: Map<string, Said>, move: Move): Said {
  return all.get(move.move) ?? { text: move.text, more: move.more ?? '' };
}

/** Are these moves told apart by nothing or a letter, and does what they mean tell them apart as well? */
function isBare(moves: Move[], common: string): boolean {
  const meanings = new Set(moves.map((move) => move.more ?? ''));
  return (
    meanings.size === moves.length &&
    !meanings.has('') &&
    moves.every((move) => BARE.test(move.text.slice(common.length).trim()))
  );
}

/** The parts, each up to a comma, with which all texts begin. */
function commonParts(texts: string[]): string[] {
  const [first = [], ...others] = texts.map((text) => text.split(', '));
  const end = first.findIndex((part, i) => others.some((parts) => parts[i] !== part));
  return end < 0 ? first : first.slice(0, end);
}

/** Where there is little room: the text alone, with as much of what it means as the `twins` of the same text do not
 *  share. */
function saidBriefly({ text, more = '' }: Move, twins: Move[]): Said {
  const common = commonParts(twins.map((twin) => twin.more ?? ''));
  return { text, more: more.split(', ').slice(common.length).join(', ') };
}

/** What the buttons of some moves say, by move; no two say the same. */
export function saying(moves: Move[], brief: boolean): Map<string, Said> {
  const found = new Map<string, Said>();
  for (const kind of by(moves, (move) => move.kind)) {
    const texts = kind.map((move) => move.text);
    const isOneText = kind.length > 1 && texts.every((text) => text === texts[0]);
    const common = isOneText ? texts[0] : kind.length > 1 ? commonWords(texts) : '';
    const bare = common !== '' && (brief || !isOneText) && isBare(kind, common);
    for (const twins of by(kind, (move) => move.text))
      for (const same of by(twins, (move) => move.more ?? ''))
        same.forEach((move, i) => {
          const { text, more = '' } = move;
          const said = bare
            ? { text: more, more: '' }
            : brief
              ? saidBriefly(move, twins)
              : { text, more };
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

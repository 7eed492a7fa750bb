// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The shape of a card file, and no more: comments, headings, entries (docs/cards.md). It finds a value, puts another in
// its place and keeps everything around it. Whether a value is valid is for the program to say.

export interface Entry {
  key: string;
  /** As it stands in the file, without the comment. */
  value: string;
  /** Lines count from 1, as in messages. */
  line: number;
}

export interface FileCard {
  kind: string;
  id: string;
  line: number;
  entries: Entry[];
}

/** An entry of a card by its key; of those that are repeated the n-th, from 0. */
export interface Spot {
  kind: string;
  id: string;
  key: string;
  n: number;
}

const QUOTED = /^"(?:[^"\\]|\\.)*"/;
const DEPTH = '    ';

/** Where the comment of a line begins, with the blanks before it: a "#" that begins a word outside of quotes. */
function commentOf(line: string, from: number): number {
  const quoted = QUOTED.exec(line.slice(from));
  const start = from + (quoted?.[0].length ?? 0);
  const found = /(?:^|\s)\s*#/.exec(line.slice(start));
  return found === null ? line.length : start + found.index;
}

interface Parts {
  indent: string;
  key: string;
  gap: string;
  value: string;
  rest: string;
}

/** The parts of a line that has something to say, or null. */
function split(line: string): Parts | null {
  const found = /^(\s*)([^\s#]\S*)(\s*)/.exec(line);
  if (found === null) return null;
  const [head, indent, key, gap] = found;
  const end = commentOf(line, head.length);
  const value = line.slice(head.length, Math.max(end, head.length)).trimEnd();
  return { indent, key, gap, value, rest: line.slice(head.length + value.length) };
}

export function readCards(text: string): FileCard[] {
  const cards: FileCard[] = [];
  text.split('\n').forEach((line, i) => {
    const parts = split(line.replace(/\r$/, ''));
    if (parts === null) return;
    if (parts.indent === '') cards.push({ kind: parts.key, id: parts.value, line: i + 1, entries: [] });
    else cards.at(-1)?.entries.push({ key: parts.key, value: parts.value, line: i + 1 });
  });
  return cards;
}

export function findCard(text: string, kind: string, id: string): FileCard | undefined {
  return readCards(text).find((card) => card.kind === kind && card.id === id);
}

export function entriesOf(card: FileCard, key: string): Entry[] {
  return card.entries.filter((entry) => entry.key === key);
}

/** A new line that looks like the others of its card: values begin in the same column where there is room. */
function newLine(key: string, value: string, like: string): string {
  const parts = split(like);
  const [indent, width] =
    parts === null || parts.indent === '' ? [DEPTH, 0] : [parts.indent, parts.key.length + parts.gap.length];
  return indent + key.padEnd(Math.max(width - 1, key.length)) + ' ' + value;
}

/** After which line a new entry goes: behind others with its key, else behind those that come before it in `order`. */
function placeFor(card: FileCard, key: string, order: string[]): number {
  const same = entriesOf(card, key).at(-1);
  if (same !== undefined) return same.line;
  const before = new Set(order.slice(0, Math.max(order.indexOf(key), 0)));
  const own = card.entries.filter((entry) => before.has(entry.key)).at(-1);
  return own?.line ?? card.entries.at(-1)?.line ?? card.line;
}

/** The text with another value at the spot; `null` takes the entry away. `order`: how the keys of a card follow. */
export function withValue(text: string, spot: Spot, value: string | null, order: string[] = []): string {
  const card = findCard(text, spot.kind, spot.id);
  if (card === undefined) return text;
  const lines = text.split('\n');
  const entry = entriesOf(card, spot.key)[spot.n];
  if (entry === undefined) {
    if (value === null) return text;
    const like = lines[(card.entries[0]?.line ?? card.line) - 1];
    lines.splice(placeFor(card, spot.key, order), 0, newLine(spot.key, value, like));
  } else if (value === null) lines.splice(entry.line - 1, 1);
  else lines[entry.line - 1] = replaced(lines[entry.line - 1], value);
  return lines.join('\n');
}

function replaced(line: string, value: string): string {
  const parts = split(line);
  if (parts === null) return line;
  const gap = parts.gap === '' ? ' ' : parts.gap;
  return parts.indent + parts.key + gap + value + parts.rest;
}

/** A name as it is read: without the quotes that keep a "#" in it. */
export function unquoted(value: string): string {
  return QUOTED.exec(value)?.[0] === value ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
}

/** A name as it is written. */
export function quoted(name: string): string {
  return /^"|(?:^|\s)#/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;
}

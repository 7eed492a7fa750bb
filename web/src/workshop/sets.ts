// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Card sets of one's own, kept in this browser: under a key each, so that one that is lost takes no other with it.

import type { Files } from './program';

export interface CardSet {
  id: string;
  name: string;
  /** Who compares: a name, or which copy it is. */
  by: string;
  /** The card files that differ from the host's. */
  files: Files;
  /** What was typed and is not valid (yet), by the value it is for; null: the value is taken away. */
  drafts: Record<string, string | null>;
  changed: number;
}

/** How a set was before a change of something. */
export interface Step extends Pick<CardSet, 'files' | 'drafts'> {
  /** Changes of the same value after each other are one step. */
  what: string;
}

const PREFIX = 'orrery.workshop';
const keyOf = (game: string, id: string) => `${PREFIX}.${game}.${id}`;
const lastKey = (game: string) => `${PREFIX}.${game}`;

export function newSet(name: string, by: string, files: Files = {}): CardSet {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('');
  return { id, name, by, files, drafts: {}, changed: Date.now() };
}

const isTexts = (found: unknown) => typeof found === 'object' && found !== null && !Array.isArray(found);

function read(key: string): CardSet | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as CardSet | null;
    return found !== null && isTexts(found.files) && isTexts(found.drafts) ? found : null;
  } catch {
    return null;
  }
}

/** The sets of a game, the one that was changed last first. */
export function keptSets(game: string): CardSet[] {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(`${lastKey(game)}.`));
  } catch {
    // a browser without storage has none
  }
  return keys
    .map(read)
    .filter((set) => set !== null)
    .toSorted((a, b) => b.changed - a.changed);
}

export function keptSet(game: string, id: string): CardSet | null {
  return read(keyOf(game, id));
}

/** The set that was open last. */
export function lastSet(game: string): CardSet | null {
  let id: string | null = null;
  try {
    id = localStorage.getItem(lastKey(game));
  } catch {
    // see above
  }
  return (id === null ? null : keptSet(game, id)) ?? keptSets(game)[0] ?? null;
}

/** False if the browser has no room for it: that must be said, so that it can be downloaded. */
export function keepSet(game: string, set: CardSet): boolean {
  try {
    localStorage.setItem(keyOf(game, set.id), JSON.stringify(set));
    localStorage.setItem(lastKey(game), set.id);
    return true;
  } catch {
    return false;
  }
}

export function dropSet(game: string, id: string): void {
  localStorage.removeItem(keyOf(game, id));
}

// ---- undo ----------------------------------------------------------------------------------------

/** Of each list: a card file is long, and a tab may keep a few megabytes. */
const STEPS_KEPT = 50;
const stepsKey = (game: string, { id }: CardSet) => `${keyOf(game, id)}.steps`;

interface KeptSteps {
  /** Of the set that they belong to: another window may have changed it. */
  changed: number;
  /** Steps have most of their files in common: each text is kept once, and they hold its number. */
  texts: string[];
  lists: { what: string; files: Record<string, number>; drafts: CardSet['drafts'] }[][];
}

/** Keeps what was done and undone for this tab, as long as it is open; without room for it, nothing. */
export function keepSteps(game: string, set: CardSet, done: Step[], undone: Step[]): void {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => numbers.get(text) ?? numbers.set(text, numbers.size).size - 1;
  const kept = ({ files, drafts, what }: Step) => ({
    what,
    drafts,
    files: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, numberOf(text)])),
  });
  const lists = [done, undone].map((steps) => steps.slice(-STEPS_KEPT).map(kept));
  const all: KeptSteps = { changed: set.changed, texts: [...numbers.keys()], lists };
  try {
    sessionStorage.removeItem(stepsKey(game, set));
    if (done.length + undone.length > 0) sessionStorage.setItem(stepsKey(game, set), JSON.stringify(all));
  } catch {
    // undo goes back to when the page was opened, then
  }
}

/** What was done and undone before the page was loaded again. */
export function keptSteps(game: string, set: CardSet): [done: Step[], undone: Step[]] {
  try {
    const found = JSON.parse(sessionStorage.getItem(stepsKey(game, set)) ?? 'null') as KeptSteps | null;
    if (found === null || found.changed !== set.changed) return [[], []];
    const filesOf = (files: Record<string, number>) =>
      Object.fromEntries(Object.entries(files).map(([file, number]) => [file, found.texts[number]]));
    const [done, undone] = found.lists.map((steps) => steps.map((one) => ({ ...one, files: filesOf(one.files) })));
    return [done, undone];
  } catch {
    return [[], []];
  }
}

/** What a request for a table says about its cards; nothing if they are the host's. */
export function ownCards({ files, name }: CardSet): { cards?: Files; cards_title?: string } {
  return Object.keys(files).length === 0 ? {} : { cards: files, cards_title: name };
}

/** Calls back when another window has changed the set. */
export function onSetChanged(game: string, id: () => string, changed: (set: CardSet) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key !== keyOf(game, id()) || event.newValue === null) return;
    const set = keptSet(game, id());
    if (set !== null) changed(set);
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

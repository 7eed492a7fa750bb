// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the program says about a card set, as types (docs/protocol.md), and the questions to it. The page has no
// validator of its own: whether something is valid, what it says and how it is drawn comes from here.

import { know } from '../net/http';
import type { Provenance, Texts } from '../protocol';
import { settings } from '../settings.svelte';

export type SourceStatus = Provenance;

/** What a value may be; `text` is everything that only the game can read. `ids_of`: the kind of card that the words are
 *  ids of. */
export type ValueShape =
  | { type: 'word'; words: string[]; ids_of?: string }
  | { type: 'words'; words: string[]; ids_of?: string; most?: number; count?: number; repeats?: boolean }
  | { type: 'number'; min: number; max: number }
  | { type: 'numbers'; min: number; max: number; count?: number; most?: number }
  | { type: 'text'; hint?: Texts; words?: string[] }
  | { type: 'flag' | 'effect' };

export interface CardKey {
  key: string;
  presence: 'required' | 'optional' | 'repeated';
  value: ValueShape;
}

export interface CardFileAbout {
  file: string;
  text: string;
  kinds: { kind: string; keys: CardKey[] }[];
}

/** What a slot of a form takes: one of the words (the value is its place), or a number from 1 on. */
export type SlotShape = { words: string[]; texts?: Texts[] } | { most: number };

/** One way to write a step of an effect. */
export interface EffectForm {
  pattern: string;
  shape: 'step' | 'cost' | 'body' | 'choices';
  a: SlotShape | null;
  b: SlotShape | null;
  /** With {a}, {b} and {body}. */
  text: Texts;
}

export interface EffectOperation {
  word: string;
  forms: EffectForm[];
}

export interface WorkshopAbout {
  files: CardFileAbout[];
  effects: { operations: EffectOperation[] };
  limits: { bytes: number; sets: number };
  /** Who may bring sets of their own to tables here? */
  own_cards: 'all' | 'accounts' | 'nobody';
}

/** What is wrong, where, and what would be right. */
export interface Problem {
  file?: string;
  line?: number;
  column?: number;
  found?: string;
  text: string;
  expected?: string[];
}

/** A component in the languages of the cards and of the reader. */
export interface ComponentTexts {
  kind: string;
  id: string;
  token?: string;
  file: string;
  in_play: boolean;
  /** What has it in play, if that is not usual. */
  variant?: Variant;
  source: SourceStatus;
  name: Texts;
  text: Texts;
}

export interface Checked {
  ok: true;
  fingerprint: string;
  components: ComponentTexts[];
  layout: unknown;
}

export interface Step {
  pattern: string;
  a?: number;
  b?: number;
  body?: Step[];
  choices?: Step[][];
}

export interface Understood {
  ok: true;
  text: string;
  tell: Texts;
  steps: Step[];
}

export type Refused = { ok: false; problem: Problem };
export type Tried = { ok: true; games: number } | { ok: false; text: string };

/** Which components are in play: some are drawn only with these. */
export interface Variant {
  players?: number;
  options?: Record<string, string>;
}

export type Files = Record<string, string>;

const at = (game: string, what: string) => `/api/games/${game}/${what}?lang=${settings.language}`;

/** What effects mean does not change while the page is open. */
const understood = new Map<string, Understood | Refused>();

async function effect(game: string, text: string): Promise<Understood | Refused> {
  const key = `${game} ${settings.language} ${text}`;
  const answer = understood.get(key) ?? (await know<Understood | Refused>(at(game, 'effect'), { text }));
  understood.set(key, answer);
  return answer;
}

export const program = {
  workshop: (game: string) => know<WorkshopAbout>(`/api/games/${game}/workshop`),
  check: (game: string, files: Files, variant: Variant) =>
    know<Checked | Refused>(at(game, 'check'), { files, ...variant }),
  effect,
  attempt: (game: string, files: Files, games: number) => know<Tried>(at(game, 'try'), { files, games }),
};

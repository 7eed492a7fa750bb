// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the page and its workers say to each other. Nothing here computes.

import type { Language } from '../protocol';
import type { NetworkFiles } from './networks';

/** The person at this browser, or a friend who is connected to it (docs/fairness.md). */
export type User = 1 | 2;
export const OWNER: User = 1;
export const FRIEND: User = 2;

/** Who asks: texts are in their language, and they are called that. */
export interface Asker {
  user: User;
  language: Language;
  name: string;
}

/** The addresses of the engine's files: what the host hears first. */
export interface EngineFiles {
  engine: string;
  networks: NetworkFiles;
  /** What it says in languages other than English. */
  texts: Record<Language, string>;
}

/** From the page to the host. */
export type Question = { id: number; asker: Asker } & (
  | { ask: string; method: string; body: unknown }
  | { say: Record<string, unknown> }
);

/** What is going to happen at a friend's table: it happens when the friend has added a share to what is drawn then. */
export interface Announcement {
  table: string;
  /** Chance moves so far. */
  chances: number;
  commitment: string;
  /** A hash of all moves before the next chance move, this one included; '': nothing is drawn now. */
  history: string;
  kind: string;
  seat: number;
  text: string;
}

/** From the page to the host: the share that was asked for, or 'ok' where nothing is drawn; 'no': the friend does not
 *  agree; '': they are not there. */
export interface Share {
  wanted: number;
  share: string;
}

/** From the host to the page. */
export type Reply =
  | { ready: true }
  | { lost: string }
  | { id: number; value: unknown }
  | { id: number; error: string; text: string }
  | { wanted: number; announced: Announcement }
  | { to: User; news: { event: string } & Record<string, unknown> };

/** A table as a thinker gets it. */
export interface GivenTable {
  id: string;
  head: string;
  seed: string;
  made: number;
  set: string;
  document: string;
  snapshot: string;
}

/** A recorded game that is not kept: its text, its whole card set as one text, and the names of those who sit there
 *  if it is not over. */
export interface GivenRecord {
  record: string;
  set: string;
  names: string[];
}

/** How much of its turn a computer player has used. */
export interface Spent {
  turn: number;
  round: number;
  ms: number;
}

/** What a thinker has chosen, and what it thinks of all moves. */
export interface Choice extends Spent {
  move: string;
  opinions: string;
}

/** From the host to a thinker, at first. */
export interface Equipment {
  module: WebAssembly.Module;
  networks: NetworkFiles;
}

/** From the host to a thinker. */
export type Task = { language: Language; texts?: Uint8Array } & (
  | { task: 'choose'; table: GivenTable; spent: Spent; shares: number }
  | { task: 'hint' | 'analysis'; table: GivenTable | GivenRecord }
);

/** From a thinker to the host. */
export type Found = { done: number } | { result: unknown } | { error: string; text: string };

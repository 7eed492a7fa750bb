// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the page talks to: a server, or the engine in this browser. Both answer the same questions (docs/protocol.md);
// what only one of them can do is told by `can`. Nothing outside this folder asks which kind it is.

import { t } from '../words/words';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status = 0,
  ) {
    super(text);
  }
}

/** What only a server can do. */
export function noServer(): Refusal {
  return new Refusal('no-server', t('This needs an Orrery server, and this copy of the page has none.'));
}

export type Said = Record<string, unknown>;
export type News = { event: string } & Record<string, unknown>;

export interface Capabilities {
  /** Others can come to its tables, by themselves or with a link: open seats, chat, clocks, lists. */
  people: boolean;
  /** What it answers has an address that a browser can open. */
  addresses: boolean;
  /** Its tables are kept on this device, and go when one wants it. */
  forget: boolean;
  /** It computes hints and analyses of its tables. */
  analyses: boolean;
  /** It has the engine: it opens recorded games and keeps nothing of them (recorded.ts). */
  openRecords: boolean;
}

export interface Connection {
  readonly can: Capabilities;
  /** 'off' until someone needs it. */
  readonly state: 'off' | 'connecting' | 'up' | 'lost';
  /** It has said that it goes, and comes back. */
  readonly restarts: boolean;
  /** It speaks in a way that this page does not know. */
  readonly isOld: boolean;
  /** How many messages may be sent at once without waiting. */
  readonly spare: number;
  /** A request by its path. Errors become a Refusal with its own sentence. */
  ask<T>(path: string, init?: RequestInit): Promise<T>;
  /** Sends a message and waits for its answer. `again`: it may be sent a second time after a break. */
  say(message: Said, again?: boolean): Promise<Said>;
  onNews(listener: (news: News) => void): () => void;
  /** Called each time the connection is up (again). */
  onOpen(opener: () => void): () => void;
  /** Someone else sits here now, or speaks another language: greet again. */
  restart(): void;
  /** The page that calls back the one without whom nothing can happen at a table; null: nobody is missing. */
  recall(table: string): string | null;
  /** Was chance fair in a game that is over? Only who has added to it can tell. */
  prove?(): Promise<'fair' | 'partly' | 'unfair'>;
}

/** A key that no other message has. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

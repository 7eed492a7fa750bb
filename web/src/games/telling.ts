// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How a game tells what happened: the part of the contract that the log and the recap are made of. A game says what its
// moves and events mean (telling.ts of its folder); table/actions.ts puts them together and knows no game.

import type { Component } from 'svelte';
import type { GlyphName } from '../parts/glyphs';
import type { GameEvent, LogLine, ThingKey } from '../protocol';

/** A piece of a sentence: words, a glyph (`text`: what it says beyond the words beside it), a die (`text`: what it says
 *  where it is not drawn, instead of its value), or the name of someone (null: everyone). */
export type Part =
  | string
  | { glyph: GlyphName; text?: string; tint?: string }
  | { die: number; kind: DieKind; text?: string }
  | { who: string; seat: number | null };

export type DieKind = 'line' | 'silver' | 'red';

/** A few words without their subject: "patented Engineer Corps". */
export type Clause = Part[];

/** An amount that someone gains, or loses if it is below zero. */
export interface Amount {
  /** Amounts with the same id are added up. */
  id: string;
  /** How it is drawn: by a glyph, or by a short label. */
  glyph?: GlyphName;
  label?: string;
  amount: number;
  /** This many of it, in words: "2 ore". */
  count: (amount: number) => string;
}

/** What someone gained by an action; `seat` null: everyone the same. */
export interface Gain {
  seat: number | null;
  id: string;
  glyph?: GlyphName;
  label?: string;
  amount: number;
  /** In words: "+2 ore". */
  text: string;
}

/** action: someone did something. production: income of all seats, as a block. event: something came up that concerns
 *  everyone. dealer: what the table itself did. */
export type ActionKind = 'action' | 'production' | 'event' | 'dealer';

/** What one seat got in a production block. */
export interface Income {
  seat: number;
  gains: Gain[];
  /** The same by where it came from. */
  sources: { title: string; gains: Gain[] }[];
  /** Points in all afterwards; null where nobody knows. */
  total: number | null;
}

/** One line of the log: one action, whatever number of moves it took. */
export interface Action {
  /** Its first move, and which one of that move it is. */
  id: string;
  kind: ActionKind;
  seat: number | null;
  /** The numbers of its first and last move. */
  first: number;
  last: number;
  round: number;
  glyph?: GlyphName;
  /** The whole sentence: "You patented Engineer Corps". */
  text: string;
  /** The same with glyphs. */
  parts: Part[];
  /** The same without its subject. */
  does: Part[];
  gains: Gain[];
  /** Of a production block only: its heading, and a line for each seat. */
  title: string;
  incomes: Income[];
  things: ThingKey[];
  lines: LogLine[];
}

/** An action while it is put together: its events in order. */
export interface Draft {
  kind: ActionKind;
  /** Drafts of one kind with the same key, one after another, are joined. */
  key: string;
  seat: number | null;
  events: GameEvent[];
  lines: LogLine[];
}

/** Where an event goes: on to what its seat is doing, along with what is being done whoever it concerns, to an action
 *  of its own (joined with the one before if kind, key and seat are the same), or nowhere. */
export type Sorted = 'on' | 'along' | { kind: ActionKind; key: string } | null;

/** What the seats are called. */
export interface People {
  /** In the middle of a sentence: the one who reads is "you". */
  name: (seat: number | null) => string;
  isMine: (seat: number | null) => boolean;
}

export interface Telling {
  /** Does this move begin an action? Others continue the one before. */
  begins: (line: LogLine) => boolean;
  /** Of what a move would do: what the move itself does not say, and not what it only sets off. Without it all. */
  foretells?: (events: GameEvent[]) => GameEvent[];
  sort: (event: GameEvent) => Sorted;
  /** What someone gains or loses by this event. */
  amounts: (event: GameEvent) => Amount[];
  /** The words; nothing: it is not worth a line. */
  tell: (draft: Draft, people: People) => { clauses: Clause[]; glyph?: GlyphName; title?: string };
  /** The source of the income that follows this event of a production block. */
  source?: (event: GameEvent) => string | null;
  /** A filter of the log beside "All" and "Mine". */
  filter?: { title: () => string; keeps: (action: Action) => boolean };
  /** How dice are drawn. */
  die?: Component<{ value: number; size?: number; kind?: DieKind }>;
}

// ---- for those who write one ---------------------------------------------------------------------

/** A text with slots, as parts: clause(translated, { technology: [glyph, name] }). */
export function clause(text: string, slots: Record<string, Part | Part[]> = {}): Clause {
  return text
    .split(/\{(\w+)\}/)
    .flatMap((piece, i) => (i % 2 === 0 ? [piece] : (slots[piece] ?? [])))
    .filter((part) => part !== '');
}

/** The number that an event has in a place of its things. */
export function numberAt(event: GameEvent, place: number): number {
  return Number(event.things[place]?.split(':')[1] ?? 0);
}

/** The token of what an event has in a place of its things. */
export function tokenAt(event: GameEvent, place: number): string {
  return event.things[place]?.split(':')[1] ?? '';
}

/** "A, B and C" would need a rule for each language; lists in a log get by with commas. */
export function listed(names: string[]): string {
  return names.join(', ');
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the page has to know of a game. Each game says it in the file about.ts of its folder, and nothing outside of
// that folder knows the game (registry.ts finds it). What the engine knows is not said here again: the server sends it.

import type { Component } from 'svelte';
import type { GlyphName, Glyphs } from '../parts/glyphs';
import type { GameEvent, Move, Node, ThingKey } from '../protocol';
import type { Table } from '../table/table.svelte';
import type { Part, Telling } from './telling';

/** One part of the table, for narrow screens. */
export interface Panel {
  id: string;
  glyph: GlyphName;
  title: () => string;
  view: Component;
  /** Does the panel show this thing? Its legal moves are counted in the badge. */
  shows: (thing: ThingKey) => boolean;
}

/** What a card that was turned up asks now: whether the question comes from it, and whom it has still to reach. */
export interface CardAsking {
  card: string;
  asks: boolean;
  left: number[];
}

/** Cards and tiles that are shown as such when they come up (RevealCard.svelte). */
export interface Reveals {
  /** The component that an event turns up, what sort it is ("Event, level II"), and what it does at once, where that
   *  has to be told; null: none. */
  of: (event: GameEvent, layout: unknown) => { card: string; what: string; does?: string } | null;
  /** The card that is being carried out there. */
  asking?: (node: Node) => CardAsking | null;
  /** What it does, in signs. */
  face: Component<{ id: string }>;
  /** The boards have no room for it: it lies above the log. */
  isBeside?: boolean;
}

/** What a round brought, as a card when it is over. */
export interface RoundCard {
  /** Does what it tells begin with this event? */
  begins: (event: GameEvent) => boolean;
  title: (round: number) => string;
  /** Loaded when it is needed. */
  view: () => Promise<{ default: Component }>;
}

/** How the table of a game is drawn. */
export interface GameView {
  /** The whole table but the bars, boards above, players below: 1350 × 644 px, or 1050 × 644 beside the open log
   *  (`slim`). */
  board: Component<{ slim: boolean }>;
  /** The same in at most five parts, each 360 px wide or more. */
  panels: Panel[];
  /** A line for the top bar beside the round, for example how far the end is. */
  progress?: Component;
  /** Actions of several moves that are offered as one, made from what the server says of them. */
  plans?: (table: Table) => Move[];
  /** What one acts with, at the left end of the bar on every screen; and whether there is any now. */
  hand?: { view: Component<{ narrow: boolean }>; isThere: (table: Table) => boolean };
  /** In the bar beside what is asked: what the marks on the boards mean. */
  legend?: Component<{ narrow: boolean }>;
  /** What there is to say of a thing besides its name, or nothing. */
  tells?: (table: Table, thing: ThingKey) => string;
  /** What is asked once something was chosen of a whole action; nothing: what the server asks. */
  asks?: (table: Table) => string;
  /** What a component does in icons with their words, above its text; nothing for those without. */
  signs?: Component<{ id: string }>;
  /** Words of the things on which the numbers of the recap stand. */
  marked: string[];
  /** What a seat lost by an event, without its subject: "lost Sirius"; null: nothing. */
  lost?: (event: GameEvent) => Part[] | null;
  reveals?: Reveals;
  round?: RoundCard;
  /** What happened in the words of the game; without it the log says what the server says. */
  telling?: Telling;
}

/** What the start page shows of a game: of a small one a line, of others a card. */
export interface Poster {
  picture: () => Promise<{ default: Component }>;
  minutes: string;
  about: () => string;
  isSmall?: boolean;
}

/** A kind of component. */
export interface Kind {
  one: () => string;
  many: () => string;
  /** Words of its things: as what moves and events refer to it. */
  words: string[];
  /** Groups of rules about it, the most important first. */
  rules: string[];
}

/** What glyphs stand for. */
export type Legend = Partial<Record<GlyphName, string>>;

/** How a component is drawn by itself, as the table draws it. */
export interface Drawing {
  view: Component<{ id: string }>;
  /** In px, as on the table. */
  width: number;
  /** Of a card around it, if the table has it on one. */
  height?: number;
}

/** What the workshop has to know of a game. */
export interface WorkshopView {
  /** The kinds of components as they lie in the box. */
  box: { title: () => string; kinds: string[] }[];
  /** By kind; a component of another kind is drawn as its name and text. */
  drawings: Record<string, Drawing>;
  /** The state of an empty table for the drawing of a component. */
  state: (id: string) => unknown;
  /** What values are called, by "kind.key" or "key". */
  values: () => Record<string, string>;
  /** Words of values that have a name for players, a glyph, or both. */
  words: Record<string, { text: () => string; glyph?: GlyphName; tint?: string }>;
}

/** How a game is played, on one page with pictures. */
export interface HowToPlay {
  page: Component;
  /** The position that its pictures show parts of, at a table for this many with all options as they are at first. */
  players: number;
  state: (layout: unknown) => unknown;
}

export interface Game {
  /** Loaded when a table of the game is opened. */
  view: () => Promise<{ view: GameView }>;
  /** Loaded when its workshop is opened. */
  workshop?: () => Promise<{ workshop: WorkshopView }>;
  poster: Poster;
  /** Loaded when its page is opened. */
  howToPlay: () => Promise<{ howToPlay: HowToPlay }>;
  /** What options and their choices mean at the table, by "option" and "option.choice"; their names are the
   *  server's. */
  options: Record<string, () => string>;
  /** By the names that the engine gives them. */
  kinds: Record<string, Kind>;
  /** What its glyphs stand for, in the order in which they are told. */
  legend: () => Legend;
  /** The colours of those that have one. */
  tints?: Partial<Record<GlyphName, string>>;
  /** Those that it has of its own. */
  glyphs: Glyphs;
  /** Kinds of moves that end what is asked ("continue", "skip"): their key is always the same. */
  ends?: string[];
  /** Lists of things of which it does not matter now which one is taken: they are offered as one. */
  equals?: (layout: unknown, state: unknown) => ThingKey[][];
}

/** A kind, with its words and its groups of rules in one text each. */
export function kind(one: () => string, many: () => string, words: string, rules: string): Kind {
  return { one, many, words: words.split(' '), rules: rules.split(' ') };
}

/** Does a panel show a thing? Those with these words it does. */
export function showing(...words: string[]): Panel['shows'] {
  return (thing) => words.includes(thing.split(':')[0]);
}

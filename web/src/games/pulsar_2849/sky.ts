// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the server says of a table of Pulsar 2849, as types, and where the drawing gets it from. The names
// of the fields are those of the state (docs/position.md) and of the layout.

import type { Program, Texts } from '../../protocol';
import { tableHere } from '../../table/context';
import type { Table } from '../../table/table.svelte';

export interface Location {
  name: Texts;
  kind: 'entry' | 'system' | 'pulsar' | 'isolated' | 'gate';
  colour: 'green' | 'magenta' | 'orange' | null;
  dead_end: boolean;
  x: number;
  y: number;
}

export interface Segment {
  from: string;
  to: string;
  double: boolean;
}

export interface Technology {
  name: Texts;
  place: string;
  row: number;
  cost: number;
  icons: number;
  type: 'immediate' | 'permanent' | 'production' | 'final';
  when: Texts;
  effect: Program;
}

export interface Project {
  name: Texts;
  place: string;
  die: number;
  benefit: Program;
}

export interface Transmitter {
  name: Texts;
  dice: number[];
  ends: [number | null, number | null];
  immediate: Program | null;
  production: Program | null;
}

export interface Goal {
  name: Texts;
  brief: Texts;
  number: number;
  points: number;
  bonus: number[];
}

export interface Gyrodyne {
  name: Texts;
  tiles: number;
  take: number;
  complete: number;
  produces: number;
  awards: [number, number];
}

export interface Layout {
  /** Places of projects, and those that each of them needs. */
  pyramid: Record<string, { x: number; y: number; needs: string[] }>;
  rounds: number;
  rings: number;
  star_cluster: { locations: Record<string, Location>; segments: Segment[] };
  dice_board: {
    copy_price: number;
    tracks: Record<TrackName, { name: Texts; spaces: number; counters: number }>;
    loss: number[];
    cubes: number[];
    points: number[];
    final_initiative: number[];
  };
  technology_boards: Record<
    string,
    { name: Texts; rows: { row: number; bonus: number | 'median'; technologies: string[] }[] }
  >;
  technologies: Record<string, Technology>;
  headquarters: Record<string, { name: Texts; board: string; projects: Record<string, Project> }>;
  systems: Record<string, { name: Texts; planets: { kind: 'blue' | 'lifeless'; open: boolean }[]; bonus: Program }>;
  transmitters: Record<string, Transmitter>;
  tiles: Record<string, { name: Texts; count: number; effect: Program }>;
  goals: Record<string, Goal>;
  gyrodynes: Record<Size, Gyrodyne>;
  modifiers: Record<string, { name: Texts; dice: number[] }>;
  /** Points of the final scoring: for 0, 1, 2 … stations and each one more, for what is left. */
  final: {
    stations: number[];
    further_station: number;
    idle_pulsar: number;
    idle_gyrodyne: number;
    cubes_per_point: number;
  };
}

export type Size = 'S' | 'M' | 'L';
export type TrackName = 'initiative' | 'engineering';
export type Ring = 'none' | Size | `${Size}-spinning`;

export const SIZES: Size[] = ['S', 'M', 'L'];
export const TRACKS: TrackName[] = ['initiative', 'engineering'];

type By<T> = Record<string, T>;

/** The fields of the state that are drawn. Owners are "nobody" or the number of a seat. */
export interface State {
  patents: By<string[]>;
  transmitters: By<string[]>;
  online: By<string[]>;
  claims: By<string[]>;
  cubes: By<number>;
  tokens: By<By<number>>;
  hand: By<Record<Size, number>>;
  ship: By<string>;
  headquarters: By<string>;
  side: By<string>;
  projects: By<string[]>;
  runs: By<string[]>;
  'extra-stations': By<number>;
  silver: By<By<number>>;
  achieved: By<number[]>;
  space: Record<TrackName, By<number>>;
  height: Record<TrackName, By<number>>;
  order: By<string>;
  dice: By<number>;
  median: string;
  round: number;
  turn: string;
  system: By<string>;
  station: By<By<string>>;
  gyrodyne: By<Ring>;
  tiles: By<number>;
  board: By<string>;
  goal: By<string>;
  award: Record<Size, By<string>>;
  offer: By<string>;
  covered: By<number[]>;
  joined: By<{ left: string; right: string }>;
  fresh: string[];
  'red-die': number;
  'link-dice': number[];
  'planet-dice': number[];
  'flight-length': number;
  'flight-at': number;
  path: By<string>;
  agenda: number;
  work: By<string>;
}

/** Of each goal in play, how much of what it asks for each seat has. */
export interface Progress {
  goals: Record<string, number[]>;
  /** Transmitters that will still be on offer. */
  to_come: number;
  /** While dice are taken: of each counter, the space on which it lands for a 1, 2 … 6. */
  landings?: Record<TrackName, Record<string, number[]>>;
}

/** The table as the parts of the drawing see it. */
export class Sky {
  readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  get layout(): Layout {
    return this.table.components.layout as Layout;
  }

  get state(): State {
    return this.table.shown?.state as State;
  }

  get progress(): Progress {
    return this.table.shown?.progress as Progress;
  }

  /** The state after the move that is pointed at, or null. */
  get next(): State | null {
    return (this.table.selection.preview?.state as State | undefined) ?? null;
  }

  /** Seats from 1. */
  get seats(): number[] {
    return Object.keys(this.state.ship).map(Number);
  }

  /** What is decided now, in the words of the state: "take", "pay", "flight" … */
  get work(): string {
    return this.state.agenda > 0 ? this.state.work[this.state.agenda - 1] : 'none';
  }

  /** Everything on the agenda, the top first. */
  get works(): string[] {
    return Array.from({ length: this.state.agenda }, (_, i) => this.state.work[this.state.agenda - 1 - i]);
  }

  /** The class of a component's name: one whose values are not known from print has a mark. */
  marks(card: string): string {
    return this.table.components.find(card)?.source === 'reconstructed' ? 'reconstructed' : '';
  }

  /** Seat that made the last move, or 0. */
  get mover(): number {
    const actor = this.table.lastLine?.actor;
    return typeof actor === 'number' ? actor : 0;
  }
}

export function skyHere(): Sky {
  return new Sky(tableHere());
}

/** The seat that owns something, 0 for nobody. */
export function owner(token: string | undefined): number {
  return Number(token) || 0;
}

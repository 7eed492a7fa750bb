// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Beyond the Sun as the server tells it: the fields of the state (docs/position.md) and the layout. Nothing here
// computes.

import type { Program, Texts } from '../../protocol';

export type TypeName = 'science' | 'economy' | 'military' | 'commerce';
export type LevelName = 'I' | 'II' | 'III' | 'IIII';
export type DiscName = 'food' | 'ore' | 'star';

export interface SlotAbout {
  level: LevelName;
  need: number;
  after: string[];
}

export interface BasicAbout {
  id: string;
  name: Texts;
  unlimited: boolean;
  action: Program;
  spaces: { id: string; surcharge: number }[];
}

export interface GuildAbout {
  name: Texts;
  space: string;
  action: Program;
}

export interface PlaceAbout {
  name: Texts;
  kind: 'sol' | 'deep-space' | 'shipyard' | 'A' | 'B';
  specialty: DiscName[];
  edges: string[];
  x: number;
  y: number;
}

export interface TechAbout {
  level: LevelName;
  matches: TypeName[];
  hands_on: TypeName | null;
  points: number;
  more_points: number;
  immediate: Program | null;
  spaces: { id: string; action: Program }[];
  power: string | null;
}

export interface SystemAbout {
  deck: 'A' | 'B';
  strength: number;
  specialty: DiscName[];
  points: number;
  gain: Program | null;
  bonus: Program | null;
  power: string | null;
}

export interface EventAbout {
  level: LevelName;
  resolve: Program | null;
  action: Program | null;
}

export interface AchievementAbout {
  brief: Texts;
  slots: number[];
  closed: number;
}

export interface MatAbout {
  name: Texts;
  columns: number[];
  food: number[];
  ore: number[];
  innovations: string[];
}

export interface SunLayout {
  technology_board: {
    slots: Record<string, SlotAbout>;
    basic: BasicAbout[];
    guilds: Record<string, GuildAbout>;
  };
  exploration_board: { places: Record<string, PlaceAbout>; added_place: string };
  types: Record<TypeName, { name: Texts; brief: Texts }>;
  technologies: Record<string, TechAbout>;
  systems: Record<string, SystemAbout>;
  events: Record<string, EventAbout>;
  achievements: Record<string, AchievementAbout>;
  mats: Record<string, MatAbout>;
  discs: number;
  trade_price: number;
  automation: { points: number[]; further: number };
  event_space: string;
  tableau: boolean;
  /** How many discs on achievements bring the end. */
  claims_to_end: number;
}

type BySeat<T> = Record<string, T>;
export type Fleet = Record<string, Record<string, number>>;

/** The fields that are drawn. Names of nothing are "none" and "nobody". */
export interface SunState {
  private: BySeat<string[]>;
  researched: BySeat<string[]>;
  systems: BySeat<string[]>;
  ore: BySeat<number>;
  faction: BySeat<string>;
  population: BySeat<number>;
  column: BySeat<Record<string, number>>;
  'food-discs': BySeat<number>;
  'ore-discs': BySeat<number>;
  automated: BySeat<Record<string, number>>;
  pawn: BySeat<string>;
  innovations: BySeat<number>;
  banked: BySeat<Record<string, number>>;
  'ships-1': Fleet;
  'ships-2': Fleet;
  'ships-3': Fleet;
  'ships-4': Fleet;
  card: Record<string, string>;
  outpost: Record<string, string>;
  'outpost-disc': Record<string, string>;
  'colony-discs': Record<string, number>;
  'deck-A': string[][];
  'deck-B': string[][];
  'deck-II': string[][];
  'deck-III': string[][];
  'deck-IIII': string[][];
  dyson: string;
  'rogue-beside': string;
  fortress: number;
  relieved: string;
  slot: Record<string, string>;
  tableau: Record<string, string>;
  guilds: number[];
  facedown: string[];
  'events-seen': string[];
  'events-kept': string[];
  achievement: Record<string, string>;
  claim: Record<string, Record<string, string>>;
  'claim-disc': BySeat<Record<string, DiscName | 'none'>>;
  revealed: string[];
  drawn: string[];
  'last-round': number;
}

export const LEVELS: LevelName[] = ['I', 'II', 'III', 'IIII'];
export const TYPES: TypeName[] = ['science', 'economy', 'military', 'commerce'];
export const NOTHING = 'none';
export const NOBODY = 'nobody';

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The games that have a drawing of their own; the rest of the page knows a game only through its face.

import type { Component } from 'svelte';
import type { GlyphName } from '../parts/glyphs';
import type { ThingKey } from '../protocol';

/** One part of the table, for narrow screens. */
export interface Panel {
  id: string;
  glyph: GlyphName;
  title: () => string;
  view: Component;
  /** Does the panel show this thing? Its legal moves are counted in the badge. */
  shows: (thing: ThingKey) => boolean;
}

export interface Face {
  /** The whole table but the bars: 1350 × 644 px, the boards above, the players below, the log somewhere. */
  board: Component;
  /** The same in at most five parts, each 360 px wide or more. */
  panels: Panel[];
  /** A line for the top bar beside the round, for example how far the end is. */
  progress?: Component;
}

/** Loaded when a table of the game is opened. */
export const faces: Record<string, () => Promise<{ face: Face }>> = {
  'beyond-the-sun': () => import('./beyond_the_sun/face'),
  'pulsar-2849': () => import('./pulsar_2849/face'),
  noughts: () => import('./noughts/face'),
};

/** What the start page shows of a game. */
export interface Poster {
  picture: () => Promise<{ default: Component }>;
  minutes: string;
  about: () => string;
}

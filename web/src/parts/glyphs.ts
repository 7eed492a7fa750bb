// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Glyphs: our own drawing, on a grid of 16. Those of the page, which games may use too, are here; a game has its own in
// the file glyphs.ts of its folder. Sprite.svelte puts them all on the page, once.

type ShapeElement = 'path' | 'circle' | 'rect' | 'ellipse';

/** A path, or another shape with its attributes. */
export type Shape = string | { element: ShapeElement; attributes: Record<string, number | string> };
export type Glyphs = Record<string, Shape[]>;

type More = Record<string, string>;

export const path = (d: string, more: More): Shape => ({ element: 'path', attributes: { d, ...more } });

export const circle = (cx: number, cy: number, r: number, more: More = {}): Shape => ({
  element: 'circle',
  attributes: { cx, cy, r, ...more },
});

export const rect = (x: number, y: number, width: number, height: number, rx: number): Shape => ({
  element: 'rect',
  attributes: { x, y, width, height, rx },
});

export const ellipse = (cx: number, cy: number, rx: number, ry: number, more: More): Shape => ({
  element: 'ellipse',
  attributes: { cx, cy, rx, ry, ...more },
});

export const pageGlyphs = {
  automate: [
    circle(8, 8, 2.4),
    'M8 1.5V4M8 12V14.5M1.5 8H4M12 8H14.5M3.4 3.4 5.2 5.2M10.8 10.8 12.6 12.6M12.6 3.4 10.8 5.2M5.2 10.8 3.4 12.6',
  ],
  back: ['M10.6 3.4 5.4 8 10.6 12.6'],
  chart: ['M2.4 2.4V13.6H13.6M4.4 10.6 7.2 7.2 9.4 9 13 4.4'],
  card: ['M2.4 3.4H13.6V12.6H2.4ZM5 6H11M5 8.6H9'],
  chat: ['M2.4 3H13.6V11H7.4L4.4 13.6V11H2.4Z'],
  clock: [circle(8, 8, 5.8), 'M8 4.6V8L10.6 9.6'],
  close: ['M4 4 12 12M12 4 4 12'],
  compare: ['M8 1.8V14.2M2.4 4.6H6M2.4 8H6M2.4 11.4H6M10 4.6H13.6M10 8H13.6M10 11.4H13.6'],
  dice: [
    rect(2.6, 2.6, 10.8, 10.8, 2),
    circle(5.6, 5.6, 0.9, { fill: 'currentColor' }),
    circle(10.4, 10.4, 0.9, { fill: 'currentColor' }),
    circle(8, 8, 0.9, { fill: 'currentColor' }),
  ],
  download: ['M8 2V10M4.8 7 8 10.2 11.2 7M2.8 13.4H13.2'],
  down: ['M8 2V13M4.4 9.4 8 13 11.6 9.4'],
  end: ['M4 14.4V2M4 2.6H12.6L10.6 5.4 12.6 8.2H4'],
  fold: ['M3.4 5.4 8 10.6 12.6 5.4'],
  forward: ['M5.4 3.4 10.6 8 5.4 12.6'],
  goal: [
    'M4.4 2.4H11.6V7A3.6 3.6 0 0 1 4.4 7ZM4.4 4H2C2 6.4 3 7.4 4.6 7.6M11.6 4H14C14 6.4 13 7.4 11.4 7.6M8 ' +
      '10.6V13.6M5 13.6H11',
  ],
  hint: ['M5.6 11C5.6 9.4 3.6 8.6 3.6 6A4.4 4.4 0 0 1 12.4 6C12.4 8.6 10.4 9.4 10.4 11ZM6.2 13.6H9.8'],
  immediate: ['M9.4 1.4 3.6 9H7.6L6.4 14.6 12.4 6.8H8.4Z'],
  jump: ['M1.8 13C2.6 6.4 7.4 3.6 12.6 6.2M9.6 2.8 13.2 6.4 8.8 8.6'],
  link: ['M6.6 9.4 9.4 6.6M7.4 4.6 9.2 2.8A3 3 0 0 1 13.2 6.8L11.4 8.6M4.6 7.4 2.8 9.2A3 3 0 0 0 6.8 13.2L8.6 11.4'],
  list: ['M5.6 4H13.6M5.6 8H13.6M5.6 12H13.6M2.4 4H2.5M2.4 8H2.5M2.4 12H2.5'],
  lock: [rect(3.4, 7, 9.2, 6.8, 1), 'M5.4 7V4.8A2.6 2.6 0 0 1 10.6 4.8V7'],
  log: ['M3.4 2.4H12.6V13.6H3.4ZM5.6 5.4H10.4M5.6 8H10.4M5.6 10.6H8.6'],
  map: [circle(8, 8, 2), circle(8, 8, 6), circle(13, 4.8, 1.2, { fill: 'currentColor' })],
  mat: ['M2.4 2.4H13.6V13.6H2.4ZM2.4 7H13.6M7 7V13.6'],
  menu: ['M2.4 4.4H13.6M2.4 8H13.6M2.4 11.6H13.6'],
  mute: ['M2 6V10H4.6L8 13V3L4.6 6ZM10.6 6.2 14 9.6M14 6.2 10.6 9.6'],
  once: ['M3 8.6 6.6 12 13 4.4'],
  ours: [circle(8, 8, 2.6)],
  page: ['M4 2.4H9.6L12.4 5.2V13.6H4ZM9.4 2.6V5.4H12.2'],
  pause: ['M5.4 3.4V12.6M10.6 3.4V12.6'],
  pencil: ['M3 13 3.6 10.4 11 3A1.2 1.2 0 0 1 13 5L5.6 12.4Z'],
  people: [
    circle(5.6, 5.4, 2.4),
    'M1.4 13.4C1.4 10.6 3.2 9.4 5.6 9.4S9.8 10.6 9.8 13.4Z',
    'M10 3.2A2.4 2.4 0 0 1 10 7.6M11 9.5C13.2 9.7 14.6 11 14.6 13.4H11.8',
  ],
  play: ['M5 3.2 12.6 8 5 12.8Z'],
  plus: ['M8 3V13M3 8H13'],
  points: ['M8 1.6 9.8 6.2 14.4 8 9.8 9.8 8 14.4 6.2 9.8 1.6 8 6.2 6.2Z'],
  redo: ['M10 3 13.4 6.4 10 9.8M13.4 6.4H6.4A3.6 3.6 0 0 0 6.4 13.4H10'],
  round: ['M13 6.4A5.4 5.4 0 0 0 3.2 5.6M3 9.6A5.4 5.4 0 0 0 12.8 10.4M3 2.6V6H6.4M13 13.4V10H9.6'],
  search: [circle(7, 7, 4.6), 'M10.4 10.4 14 14'],
  settings: [circle(8, 8, 2.2), 'M8 1.8V4M8 12V14.2M1.8 8H4M12 8H14.2'],
  ship: ['M8 1.6 13 14 8 11.2 3 14Z'],
  sound: ['M2 6V10H4.6L8 13V3L4.6 6ZM10.6 5.4A3.6 3.6 0 0 1 10.6 10.6M12.4 3.6A6.2 6.2 0 0 1 12.4 12.4'],
  system: [circle(8, 8, 3.4), 'M2 11C.8 8.6 4 5.6 8 4.6 12 3.6 15.2 4.2 14.6 6 14 8.4 11 10.4 8 11.4'],
  teleport: [circle(8, 8, 5.8, { 'stroke-dasharray': '2.4 2' }), 'M8 4.6V10.6M5.4 8.4 8 11 10.6 8.4'],
  then: ['M2 8H13M9.4 4.4 13 8 9.4 11.6'],
  unfold: ['M3.4 10.6 8 5.4 12.6 10.6'],
  undo: ['M6 3 2.6 6.4 6 9.8M2.6 6.4H9.6A3.6 3.6 0 0 1 9.6 13.4H6'],
  upload: ['M8 10.4V2.4M4.8 5.4 8 2.2 11.2 5.4M2.8 13.4H13.2'],
  wrong: [circle(8, 8, 6), 'M8 4.6V8.8M8 11.2V11.3'],
  zoom: [circle(7, 7, 4.6), 'M10.4 10.4 14 14M5 7H9M7 5V9'],
} satisfies Glyphs;

type PageGlyphs = typeof pageGlyphs;

/** All glyphs that there are, by name: games add theirs. */
export interface KnownGlyphs extends PageGlyphs {}

export type GlyphName = keyof KnownGlyphs;

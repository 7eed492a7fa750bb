// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The glyphs of Beyond the Sun.

import { circle, ellipse, path, type Glyphs } from '../../parts/glyphs';

export const glyphs = {
  colonize: [circle(7, 10, 4.6), 'M7 10V1.6L13 3.4 7 5.4'],
  commerce: ['M2 5.4H13M10 2.4 13 5.4 10 8.4M14 10.8H3M6 7.8 3 10.8 6 13.8'],
  control: [circle(8, 8, 5.4), circle(8, 8, 2)],
  discovered: ['M1.4 8C4 4.2 12 4.2 14.6 8 12 11.8 4 11.8 1.4 8Z', circle(8, 8, 2)],
  economy: ['M2 14H14M3.6 14V9.4H6V14M6.8 14V6.4H9.2V14M10 14V2.8H12.4V14'],
  food: ['M8 14.5V7M8 10C4.4 10 2.6 7.6 2.6 4.4 6 4.4 8 6.4 8 10ZM8 8C8 4.4 10 2 13.4 2 13.4 5.6 11.4 8 8 8Z'],
  military: [
    'M8 1.6 13.4 3.6V7.6C13.4 11 11 13.2 8 14.4 5 13.2 2.6 11 2.6 7.6V3.6Z',
    'M5 8.6 8 5.8 11 8.6M5 11.4 8 8.6 11 11.4',
  ],
  ore: ['M8 1.8 13.6 6 11.5 13.6H4.5L2.4 6Z', path('M2.4 6H13.6M5.6 6 8 13.6 10.4 6 8 1.8Z', { opacity: '.6' })],
  pawn: [circle(8, 8, 5)],
  population: [circle(8, 4.8, 2.9), 'M2.6 14.2C2.6 10.6 5 9.4 8 9.4S13.4 10.6 13.4 14.2Z'],
  raise: ['M3 8.6 8 3.6 13 8.6M3 13 8 8 13 13'],
  science: [
    circle(8, 8, 1.3, { fill: 'currentColor' }),
    ellipse(8, 8, 6.4, 2.6, { transform: 'rotate(35 8 8)' }),
    ellipse(8, 8, 6.4, 2.6, { transform: 'rotate(-35 8 8)' }),
  ],
  supply: ['M3.5 5.8 8 3.4 12.5 5.8V11L8 13.4 3.5 11ZM3.5 5.8 8 8.2 12.5 5.8M8 8.2V13.4'],
  tree: [
    circle(3.2, 8, 1.6),
    circle(12.8, 3.4, 1.6),
    circle(12.8, 12.6, 1.6),
    'M4.8 8C8.6 8 7.6 3.4 11.2 3.4M4.8 8C8.6 8 7.6 12.6 11.2 12.6',
  ],
} satisfies Glyphs;

type SunGlyphs = typeof glyphs;

declare module '../../parts/glyphs' {
  interface KnownGlyphs extends SunGlyphs {}
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The glyphs of Pulsar 2849.

import { circle, ellipse, type Glyphs } from '../../parts/glyphs';

export const glyphs = {
  always: ['M8 8C6 5 2 4.6 2 8S6 11 8 8 14 4.6 14 8 10 11 8 8Z'],
  'blue-planet': [circle(8, 8, 6), 'M3.2 6.6Q5.6 4 8 6.6T12.8 6.6M3.2 10.4Q5.6 7.8 8 10.4T12.8 10.4'],
  engineer: ['M2.8 5 8 2.2 13.2 5V11L8 13.8 2.8 11ZM2.8 5 8 7.8 13.2 5M8 7.8V13.8'],
  explore: ['M8 1.8 13.4 5V11L8 14.2 2.6 11V5Z', 'M6.4 6.4C6.4 4.4 9.6 4.4 9.6 6.4 9.6 7.8 8 7.8 8 9.2M8 11.2V11.4'],
  'gate-any': [circle(8, 8, 5.6, { 'stroke-dasharray': '2.6 1.8' })],
  'gate-green': [circle(8, 8, 5.6), 'M4.6 8H11.4'],
  'gate-magenta': [circle(8, 8, 5.6), 'M5.4 5.4 10.6 10.6M10.6 5.4 5.4 10.6'],
  'gate-orange': [circle(8, 8, 5.6), circle(8, 8, 2)],
  gyrodyne: [circle(8, 8, 2), ellipse(8, 8, 6.4, 3, { transform: 'rotate(-25 8 8)' })],
  headquarters: ['M8 2 14 13.6H2ZM5 8H11M4 10.8H12'],
  'lifeless-planet': [circle(8, 8, 4.4), circle(6.8, 7, 1.1), circle(9.4, 9.2, 0.7)],
  minus: ['M3 8H13'],
  patent: ['M4 2.4H12V9.4H4Z', circle(8, 10.4, 2.2), 'M6.6 12 6 14.6 8 13.6 10 14.6 9.4 12'],
  pulsar: [circle(8, 8, 2.2), 'M9.6 6.4 14.4 1.6M6.4 9.6 1.6 14.4M11.4 4.6 13.6 5M4.6 11.4 2.4 11'],
  ring: [circle(8, 8, 5.6)],
  rocket: [
    'M8 1.4C10.6 3.4 11.4 6 11.2 8.8L13 11.2V13.6L10.4 12.2H5.6L3 13.6V11.2L4.8 8.8C4.6 6 5.4 3.4 8 1.4Z',
    circle(8, 6.8, 1.5),
    'M7 12.2 8 14.8 9 12.2',
  ],
  station: ['M2.8 13.6V7L8 2.4 13.2 7V13.6ZM6.6 13.6V9.8H9.4V13.6'],
  transmitter: ['M8 8V14M5 14H11M4.8 4.8A4.5 4.5 0 0 0 4.8 11.2M11.2 4.8A4.5 4.5 0 0 1 11.2 11.2', circle(8, 8, 1.4)],
} satisfies Glyphs;

type PulsarGlyphs = typeof glyphs;

declare module '../../parts/glyphs' {
  interface KnownGlyphs extends PulsarGlyphs {}
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The glyphs of Pulsar 2849.

import { circle, ellipse, type Glyphs } from '../../parts/glyphs';

export const glyphs = {
  always: ['M8 8C6 5 2 4.6 2 8S6 11 8 8 14 4.6 14 8 10 11 8 8Z'],
  engineer: ['M2.8 5 8 2.2 13.2 5V11L8 13.8 2.8 11ZM2.8 5 8 7.8 13.2 5M8 7.8V13.8'],
  explore: ['M8 1.8 13.4 5V11L8 14.2 2.6 11V5Z', 'M6.4 6.4C6.4 4.4 9.6 4.4 9.6 6.4 9.6 7.8 8 7.8 8 9.2M8 11.2V11.4'],
  'gate-any': [circle(8, 8, 5.6, { 'stroke-dasharray': '2.6 1.8' })],
  'gate-green': [circle(8, 8, 5.6), 'M4.6 8H11.4'],
  'gate-magenta': [circle(8, 8, 5.6), 'M5.4 5.4 10.6 10.6M10.6 5.4 5.4 10.6'],
  'gate-orange': [circle(8, 8, 5.6), circle(8, 8, 2)],
  gyrodyne: [circle(8, 8, 2), ellipse(8, 8, 6.4, 3, { transform: 'rotate(-25 8 8)' })],
  headquarters: ['M8 2 14 13.6H2ZM5 8H11M4 10.8H12'],
  minus: ['M3 8H13'],
  patent: ['M4 2.4H12V9.4H4Z', circle(8, 10.4, 2.2), 'M6.6 12 6 14.6 8 13.6 10 14.6 9.4 12'],
  pulsar: [circle(8, 8, 2.2), 'M9.6 6.4 14.4 1.6M6.4 9.6 1.6 14.4M11.4 4.6 13.6 5M4.6 11.4 2.4 11'],
  ring: [circle(8, 8, 5.6)],
  station: ['M4 13.6V6.4L8 3 12 6.4V13.6ZM8 13.6V9.6'],
  transmitter: ['M8 8V14M5 14H11M4.8 4.8A4.5 4.5 0 0 0 4.8 11.2M11.2 4.8A4.5 4.5 0 0 1 11.2 11.2', circle(8, 8, 1.4)],
} satisfies Glyphs;

type PulsarGlyphs = typeof glyphs;

declare module '../../parts/glyphs' {
  interface KnownGlyphs extends PulsarGlyphs {}
}

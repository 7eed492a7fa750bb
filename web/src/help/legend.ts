// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The glyphs of each game and what they stand for.

import type { GlyphName } from '../parts/glyphs';
import { t } from '../words/words';

export interface LegendEntry {
  glyph: GlyphName;
  tint?: string;
  text: () => string;
}

const shared: LegendEntry[] = [
  { glyph: 'then', text: () => t('then: first the left part, then the right one') },
  { glyph: 'once', text: () => t('once') },
  { glyph: 'lock', text: () => t('not open yet') },
];

export const legends: Record<string, LegendEntry[]> = {
  'beyond-the-sun': [
    { glyph: 'ore', text: () => t('ore; as a disc: the ore track') },
    { glyph: 'food', text: () => t('food: the growth track') },
    { glyph: 'population', text: () => t('population') },
    { glyph: 'supply', text: () => t('a cube of the supply') },
    { glyph: 'down', text: () => t('goes back to the supply') },
    { glyph: 'ship', text: () => t('a ship; the number is its level') },
    { glyph: 'jump', text: () => t('jump with so many moves') },
    { glyph: 'raise', text: () => t('raise so many ships by so many levels') },
    { glyph: 'teleport', text: () => t('so many ships move anywhere') },
    { glyph: 'control', text: () => t('a location that you control; on gaining control') },
    { glyph: 'colonize', text: () => t('colonize a system') },
    { glyph: 'system', text: () => t('a system of your own') },
    { glyph: 'automate', text: () => t('automate: a disc goes to the automation track') },
    { glyph: 'round', text: () => t('produce as in the production phase') },
    { glyph: 'discovered', text: () => t('only a technology that lies face up') },
    { glyph: 'immediate', text: () => t('at once, when you research it') },
    { glyph: 'science', tint: 'science', text: () => t('scientific') },
    { glyph: 'economy', tint: 'economy', text: () => t('economic') },
    { glyph: 'military', tint: 'military', text: () => t('military') },
    { glyph: 'commerce', tint: 'commerce', text: () => t('commercial') },
    { glyph: 'points', text: () => t('points') },
    ...shared,
  ],
  'pulsar-2849': [
    { glyph: 'dice', text: () => t('a die') },
    { glyph: 'engineer', text: () => t('engineering cubes') },
    { glyph: 'ship', text: () => t('your ship') },
    { glyph: 'gate-green', tint: 'gate-green', text: () => t('a green gate') },
    { glyph: 'gate-magenta', tint: 'gate-magenta', text: () => t('a magenta gate') },
    { glyph: 'gate-orange', tint: 'gate-orange', text: () => t('an orange gate') },
    { glyph: 'gate-any', text: () => t('a gate of any colour') },
    { glyph: 'system', text: () => t('a planetary system') },
    { glyph: 'station', text: () => t('a station on a planet') },
    { glyph: 'pulsar', text: () => t('a pulsar') },
    { glyph: 'ring', text: () => t('a claim ring') },
    { glyph: 'gyrodyne', text: () => t('a gyrodyne') },
    { glyph: 'transmitter', text: () => t('a transmitter') },
    { glyph: 'link', text: () => t('a link between two transmitters') },
    { glyph: 'patent', text: () => t('a patent') },
    { glyph: 'explore', text: () => t('draw an exploration tile') },
    { glyph: 'teleport', text: () => t('put your ship elsewhere') },
    { glyph: 'headquarters', text: () => t('headquarters and projects') },
    { glyph: 'goal', text: () => t('a goal') },
    { glyph: 'immediate', tint: 'once', text: () => t('at once, when you get it') },
    { glyph: 'always', tint: 'always', text: () => t('always, from then on') },
    { glyph: 'round', tint: 'round', text: () => t('in every production phase') },
    { glyph: 'end', tint: 'end', text: () => t('at the end of the game') },
    { glyph: 'points', text: () => t('points') },
    ...shared,
  ],
};

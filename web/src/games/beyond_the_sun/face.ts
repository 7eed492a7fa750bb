// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Beyond the Sun: its table on wide and on narrow screens.

import type { ThingKey } from '../../protocol';
import { t } from '../../words/words';
import type { Face } from '../faces';
import Board from './Board.svelte';
import GalaxyPanel from './GalaxyPanel.svelte';
import GoalsPanel from './GoalsPanel.svelte';
import MatsPanel from './MatsPanel.svelte';
import Progress from './Progress.svelte';
import TechPanel from './TechPanel.svelte';

const of = (...words: string[]) => (thing: ThingKey) => words.includes(thing.split(':')[0]);

export const face: Face = {
  board: Board,
  panels: [
    { id: 'tech', glyph: 'tree', title: () => t('Tech'), view: TechPanel, shows: of('space', 'slot', 'tech', 'type', 'power', 'faction', 'system') },
    { id: 'galaxy', glyph: 'map', title: () => t('Galaxy'), view: GalaxyPanel, shows: of('place', 'ship') },
    { id: 'mats', glyph: 'mat', title: () => t('Mats'), view: MatsPanel, shows: of('column', 'disc', 'production', 'payment', 'seat') },
    { id: 'goals', glyph: 'goal', title: () => t('Goals'), view: GoalsPanel, shows: of('achievement', 'event') },
  ],
  progress: Progress,
};

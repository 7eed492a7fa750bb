// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Beyond the Sun: its table on wide and on narrow screens.

import { t } from '../../words/words';
import { showing, type GameView } from '../game';
import { clause } from '../telling';
import Board from './Board.svelte';
import GalaxyPanel from './GalaxyPanel.svelte';
import GoalsPanel from './GoalsPanel.svelte';
import MatsPanel from './MatsPanel.svelte';
import Progress from './Progress.svelte';
import { reveals } from './reveals';
import Signs from './Signs.svelte';
import TechPanel from './TechPanel.svelte';
import { telling } from './telling';

export const view: GameView = {
  board: Board,
  panels: [
    { id: 'tech', glyph: 'tree', title: () => t('Tech'), view: TechPanel,
      shows: showing('space', 'slot', 'tech', 'type', 'power', 'faction', 'system') },
    { id: 'galaxy', glyph: 'map', title: () => t('Galaxy'), view: GalaxyPanel, shows: showing('place', 'ship') },
    { id: 'mats', glyph: 'mat', title: () => t('Mats'), view: MatsPanel,
      shows: showing('column', 'disc', 'production', 'payment', 'seat') },
    { id: 'goals', glyph: 'goal', title: () => t('Goals'), view: GoalsPanel, shows: showing('achievement', 'event') },
  ],
  progress: Progress,
  signs: Signs,
  marked: ['space', 'slot', 'place', 'achievement'],
  lost: ({ kind, names }) =>
    kind === 'loses' ? clause(t('lost {place}'), { place: [{ glyph: 'control' }, `\u00a0${names[0]}`] }) : null,
  reveals,
  telling,
};

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pulsar 2849: its drawing.

import { t } from '../../words/words';
import { showing, type GameView } from '../game';
import Board from './Board.svelte';
import ClusterPanel from './ClusterPanel.svelte';
import CostLegend from './CostLegend.svelte';
import DicePanel from './DicePanel.svelte';
import { diceOf } from './hand';
import MyDice from './MyDice.svelte';
import OffersPanel from './OffersPanel.svelte';
import { askOn, plansOf, tellReach } from './plans';
import PlayersPanel from './PlayersPanel.svelte';
import Progress from './Progress.svelte';
import { reveals } from './reveals';
import { round } from './rounds';
import TechPanel from './TechPanel.svelte';
import { telling } from './telling';
import './pulsar.css';

export const view: GameView = {
  board: Board,
  panels: [
    { id: 'cluster', glyph: 'map', title: () => t('Cluster'), view: ClusterPanel,
      shows: showing('location', 'system') },
    { id: 'dice', glyph: 'dice', title: () => t('Dice'), view: DicePanel, shows: showing('die', 'track') },
    { id: 'tech', glyph: 'patent', title: () => t('Tech'), view: TechPanel, shows: showing('tech') },
    { id: 'offers', glyph: 'transmitter', title: () => t('Offers'), view: OffersPanel,
      shows: showing('transmitter', 'size', 'modifier', 'goal') },
    { id: 'players', glyph: 'headquarters', title: () => t('Players'), view: PlayersPanel,
      shows: showing('project', 'side') },
  ],
  progress: Progress,
  plans: plansOf,
  hand: { view: MyDice, isThere: (table) => diceOf(table).length > 0 },
  legend: CostLegend,
  tells: tellReach,
  asks: askOn,
  marked: ['location', 'tech', 'transmitter', 'project'],
  reveals,
  round,
  telling,
};

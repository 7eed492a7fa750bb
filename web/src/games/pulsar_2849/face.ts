// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pulsar 2849: its drawing.

import type { Face } from '../faces';
import { t } from '../../words/words';
import Board from './Board.svelte';
import ClusterPanel from './ClusterPanel.svelte';
import DicePanel from './DicePanel.svelte';
import OffersPanel from './OffersPanel.svelte';
import PlayersPanel from './PlayersPanel.svelte';
import Progress from './Progress.svelte';
import TechPanel from './TechPanel.svelte';
import './pulsar.css';

const about =
  (...words: string[]) =>
  (thing: string) =>
    words.includes(thing.split(':')[0]);

export const face: Face = {
  board: Board,
  panels: [
    { id: 'cluster', glyph: 'map', title: () => t('Cluster'), view: ClusterPanel, shows: about('location', 'system') },
    { id: 'dice', glyph: 'dice', title: () => t('Dice'), view: DicePanel, shows: about('die', 'track') },
    { id: 'tech', glyph: 'patent', title: () => t('Tech'), view: TechPanel, shows: about('tech') },
    { id: 'offers', glyph: 'transmitter', title: () => t('Offers'), view: OffersPanel, shows: about('transmitter', 'size', 'modifier', 'goal') },
    { id: 'players', glyph: 'headquarters', title: () => t('Players'), view: PlayersPanel, shows: about('project', 'side') },
  ],
  progress: Progress,
};

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The race: how its table is drawn.

import { t } from '../../words/words';
import type { GameView } from '../game';
import Board from './Board.svelte';
import Track from './Track.svelte';

export const view: GameView = {
  board: Board,
  panels: [{ id: 'board', glyph: 'mat', title: () => t('Board'), view: Track, shows: () => true }],
  marked: ['space', 'seat'],
};

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Noughts and crosses: the template for the drawing of a game.

import { t } from '../../words/words';
import type { GameView } from '../game';
import Board from './Board.svelte';
import Grid from './Grid.svelte';

export const view: GameView = {
  board: Board,
  panels: [{ id: 'board', glyph: 'mat', title: () => t('Board'), view: Grid, shows: () => true }],
  marked: ['cell'],
};

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Noughts and crosses: the template for the drawing of a game.

import type { Face } from '../faces';
import { t } from '../../words/words';
import Board from './Board.svelte';
import Grid from './Grid.svelte';

export const face: Face = {
  board: Board,
  panels: [{ id: 'board', glyph: 'mat', title: () => t('Board'), view: Grid, shows: () => true }],
};

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

import type { Face } from '../faces';
import Board from './Board.svelte';

export const face: Face = { board: Board, panels: [] };

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Beyond the Sun on one page.

import type { HowToPlay } from '../../game';
import type { SunLayout } from '../model';
import HowToPlayPage from './HowToPlayPage.svelte';
import { position } from './position';

export const howToPlay: HowToPlay = {
  page: HowToPlayPage,
  players: 4,
  state: (layout) => position(layout as SunLayout),
};

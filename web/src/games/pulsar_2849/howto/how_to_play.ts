// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pulsar 2849 on one page.

import type { HowToPlay } from '../../game';
import '../pulsar.css';
import type { Layout } from '../sky';
import HowToPlayPage from './HowToPlayPage.svelte';
import { position } from './position';

export const howToPlay: HowToPlay = {
  page: HowToPlayPage,
  players: 4,
  state: (layout) => position(layout as Layout),
};

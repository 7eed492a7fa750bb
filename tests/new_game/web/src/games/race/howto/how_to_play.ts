// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The race on one page.

import type { HowToPlay } from '../../game';
import HowToPlayPage from './HowToPlayPage.svelte';

export const howToPlay: HowToPlay = { page: HowToPlayPage, players: 2, state: () => ({}) };

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Noughts and crosses on one page: the template for such a page.

import type { HowToPlay } from '../../game';
import HowToPlayPage from './HowToPlayPage.svelte';

export const howToPlay: HowToPlay = { page: HowToPlayPage, players: 2, state: () => ({}) };

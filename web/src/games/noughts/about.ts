// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Noughts and crosses on the page: all that the page knows of it, beside its drawing (view.ts), which is loaded when it
// is needed. The template for a game on the page.

import { t } from '../../words/words';
import { kind, type Game } from '../game';

export const about: Game = {
  view: () => import('./view'),
  howToPlay: () => import('./howto/how_to_play'),
  poster: { picture: () => import('./Picture.svelte'), minutes: '1', about: () => t('A quick game'), isSmall: true },
  options: {},
  kinds: {
    line: kind(() => t('Line'), () => t('Lines'), 'line', 'END SETUP'),
  },
  legend: () => ({}),
  glyphs: {},
};

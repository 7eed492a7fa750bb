// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The race on the page: all that the page knows of it, beside its drawing (view.ts), which is loaded when it is needed.

import { t } from '../../words/words';
import { kind, type Game } from '../game';

export const about: Game = {
  view: () => import('./view'),
  howToPlay: () => import('./howto/how_to_play'),
  poster: {
    picture: () => import('./Picture.svelte'),
    minutes: '3',
    about: () => t('Walk, or ride and be tired.'),
    isSmall: true,
  },
  options: {},
  kinds: {
    face: kind(
      () => t('Face of the die'),
      () => t('Faces of the die'),
      'face',
      'TURN',
    ),
  },
  legend: () => ({}),
  glyphs: {},
};

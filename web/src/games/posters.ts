// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the start page shows of the games, in its order: big games have a card, small ones a line.

import { t } from '../words/words';
import type { Poster } from './faces';

export const posters: Record<string, Poster> = {
  'beyond-the-sun': {
    picture: () => import('./beyond_the_sun/Picture.svelte'),
    minutes: '60–120',
    about: () => t('Grow a tree of technologies, send ships past Sol and colonize what they hold.'),
  },
  'pulsar-2849': {
    picture: () => import('./pulsar_2849/Picture.svelte'),
    minutes: '60–90',
    about: () => t('Draft dice against the median, fly the cluster and set pulsars to work.'),
  },
};

export const smallPosters: Record<string, Poster> = {
  noughts: {
    picture: () => import('./noughts/Picture.svelte'),
    minutes: '1',
    about: () => t('A quick game'),
  },
};

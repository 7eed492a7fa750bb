// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What is turned up in the star cluster: planetary systems and exploration tiles.

import { t } from '../../words/words';
import type { Reveals } from '../game';
import TileFace from './TileFace.svelte';

const token = (thing: string) => thing.slice(thing.indexOf(':') + 1);

export const reveals: Reveals = {
  of: (event) => {
    if (event.kind === 'revealed') return { card: token(event.things[0]), what: t('Planetary system') };
    if (event.kind === 'tile') return { card: token(event.things[0]), what: t('Exploration tile') };
    return null;
  },
  face: TileFace,
  isBeside: true,
};

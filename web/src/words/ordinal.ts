// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Places in words.

import { settings } from '../settings.svelte';
import { t } from './words';

/** A place: "1st", in other languages as they write it. */
export function ordinal(place: number): string {
  const kind = new Intl.PluralRules(settings.language, { type: 'ordinal' }).select(place);
  if (kind === 'one') return t('{place}st', { place });
  if (kind === 'two') return t('{place}nd', { place });
  return kind === 'few' ? t('{place}rd', { place }) : t('{place}th', { place });
}

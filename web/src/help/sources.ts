// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where the values of a component come from, in words.

import type { Card } from '../protocol';
import { t } from '../words/words';

export type CardSource = Card['source'];

export function sourceName(source: CardSource): string {
  switch (source) {
    case 'printed':
      return t('printed');
    case 'reconstructed':
      return t('reconstructed');
    case 'confirmed':
      return t('confirmed by an owner');
    case 'corrected':
      return t('corrected by an owner');
  }
}

/** A sentence about a component whose values are known. */
export function aboutSource(source: Exclude<CardSource, 'reconstructed'>): string {
  switch (source) {
    case 'printed':
      return t('Printed: as on the component of the printed game.');
    case 'confirmed':
      return t('Confirmed: an owner has compared it with the printed component.');
    case 'corrected':
      return t('Corrected: an owner has taken its values from the printed component.');
  }
}

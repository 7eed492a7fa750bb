// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where the values of a component come from, in words.

import type { Card } from '../protocol';
import { t } from '../words/words';

export type CardSource = Card['source'];

const NAMES: Record<CardSource, () => string> = {
  printed: () => t('printed'),
  reconstructed: () => t('reconstructed'),
  confirmed: () => t('confirmed by an owner'),
  corrected: () => t('corrected by an owner'),
};

type KnownSource = Exclude<CardSource, 'reconstructed'>;

const SENTENCES: Record<KnownSource, () => string> = {
  printed: () => t('Printed: as on the component of the printed game.'),
  confirmed: () => t('Confirmed: an owner has compared it with the printed component.'),
  corrected: () => t('Corrected: an owner has taken its values from the printed component.'),
};

export const sourceName = (source: CardSource): string => NAMES[source]();

/** A sentence about a component whose values are known. */
export const aboutSource = (source: KnownSource): string => SENTENCES[source]();

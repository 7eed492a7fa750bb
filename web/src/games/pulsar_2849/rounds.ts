// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where a round ends, and the card that tells what it brought: loaded when the first one is over.

import type { GameEvent } from '../../protocol';
import { t } from '../../words/words';
import type { RoundCard } from '../game';

/** Does a production begin with this event? */
export function isProduction(event: GameEvent): boolean {
  return event.kind === 'step' && event.things[0] === 'step:order';
}

export const round: RoundCard = {
  begins: isProduction,
  title: (ended) => t('Production, end of round {round}', { round: ended }),
  view: () => import('./ProductionCard.svelte'),
};

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Choices of a table in words.

import type { Clock } from '../../protocol';
import { t } from '../../words/words';

/** A text of the server at the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function tellClock(clock: Clock): string {
  if (clock.kind === 'live')
    return t('{minutes} {minutes|minute|minutes} for the whole game, ' +
      '{seconds} more {seconds|second|seconds} for each turn', {
      minutes: Math.round(clock.time / 60_000),
      seconds: Math.round(clock.increment / 1000),
    });
  if (clock.kind === 'days')
    return t('Time for each turn: {days} {days|day|days}', { days: Math.round(clock.time / 864_000) / 100 });
  return t('No clock');
}

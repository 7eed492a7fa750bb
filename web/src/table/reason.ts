// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A hint in words: the whole action that its move begins, and what it gains over the next best.

import type { HintMove } from '../protocol';
import { settings } from '../settings.svelte';
import { named, percent, t } from '../words/words';
import { capital } from './telling';

/** Below a tenth of a percent, or of a point, a search sees no difference. */
const NOTHING = 10;

export function tellWhole(advice: HintMove): string {
  return capital(named(advice.whole ?? advice.text));
}

/** Points in hundredths. */
export function tellPoints(hundredths: number): string {
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  return (hundredths / 100).toLocaleString(settings.language, digits);
}

/** Why the first is the best, for a seat from 0 on. */
export function tellReason(advice: HintMove[], seat: number): string {
  if (advice.length < 2) return '';
  const [best, next] = advice;
  const chance = best.win[seat] - next.win[seat];
  const points = best.points[seat] - next.points[seat];
  const slots = { move: named(next.whole ?? next.text), chance: percent(chance), points: tellPoints(points) };
  if (chance < NOTHING) return t('About as good: {move}.', slots);
  if (points < NOTHING) return t('Gains {chance} win chance over the next best: {move}.', slots);
  return t('Gains {chance} win chance and {points} {points|point|points} over the next best: {move}.', slots);
}

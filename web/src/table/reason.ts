// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A hint in words: the whole action that its move begins, and what it gains over the next best.

import type { HintMove } from '../protocol';
import { settings } from '../settings.svelte';
import { named, percent, t } from '../words/words';
import { capital } from './telling';

/** Below a tenth of a percent, or of a point, a search sees no difference. */
const NOTHING = 10;

/** The steps of the action, the first of which is what it is about. */
export function stepsOf(advice: HintMove): string[] {
  return advice.whole?.[settings.language] ?? advice.whole?.en ?? [named(advice.text)];
}

/** The steps in a row: "fly to Pulsar 22, then pay with a silver 3". */
const inARow = (advice: HintMove) =>
  stepsOf(advice).reduce((before, next) => t('{before}, then {next}', { before, next }));

export const tellWhole = (advice: HintMove) => capital(inARow(advice));

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
  const slots = { move: inARow(next), chance: percent(chance), points: tellPoints(points) };
  if (chance < NOTHING) return t('About as good: {move}.', slots);
  if (points < NOTHING) return t('Gains {chance} win chance over the next best: {move}.', slots);
  return t('Gains {chance} win chance and {points} {points|point|points} over the next best: {move}.', slots);
}

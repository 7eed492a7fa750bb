// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the next production gives a seat, as the rules count it: the sum, and step by step in words.

import type { Progress } from '../../protocol';
import { signed } from '../../table/outlook';
import { t } from '../../words/words';

interface Income {
  points: number;
  cubes: number;
  tokens: number;
  gyrodynes: number;
}

interface Step extends Income {
  step: string;
}

function stepsOf(progress: Progress, seat: number): Step[] {
  return (progress as { production?: Step[][] } | undefined)?.production?.[seat - 1] ?? [];
}

export function incomeOf(progress: Progress, seat: number): Income {
  const sum = { points: 0, cubes: 0, tokens: 0, gyrodynes: 0 };
  for (const step of stepsOf(progress, seat))
    for (const key of Object.keys(sum) as (keyof Income)[]) sum[key] += step[key];
  return sum;
}

const names: Record<string, () => string> = {
  engineering: () => t('engineering'),
  penalties: () => t('penalties'),
  transmitters: () => t('transmitters'),
  gyrodynes: () => t('gyrodynes'),
  technologies: () => t('technologies'),
};

function gains(income: Income): string {
  const parts = [];
  if (income.points !== 0) parts.push(t('{count} {count|point|points}', { count: signed(income.points) }));
  if (income.cubes !== 0) parts.push(t('{count} {count|cube|cubes}', { count: signed(income.cubes) }));
  if (income.tokens !== 0) parts.push(t('{count} tokens', { count: signed(income.tokens) }));
  if (income.gyrodynes !== 0) parts.push(t('{count} gyrodynes', { count: signed(income.gyrodynes) }));
  return parts.join(', ');
}

/** A sentence about the next production. */
export function tellProduction(progress: Progress, seat: number): string {
  const steps = stepsOf(progress, seat).map((step) => `${names[step.step]?.() ?? step.step} ${gains(step)}`);
  return steps.length === 0
    ? t('Next production: nothing.')
    : t('Next production: {gains}.', { gains: steps.join('; ') });
}

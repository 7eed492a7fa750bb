// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the next production brings a seat, as the rules count it: population or ore.

import type { Progress } from '../../protocol';
import { t } from '../../words/words';

export interface Income {
  population: number;
  ore: number;
}

export function incomeOf(progress: Progress, seat: number): Income {
  const all = (progress as { production?: Income[] } | undefined)?.production;
  return all?.[seat - 1] ?? { population: 0, ore: 0 };
}

export function tellProduction(income: Income): string {
  if (income.population === 0) return t('Next production: {ore} ore; your population cannot grow.', { ...income });
  return t('Next production: {population} population or {ore} ore.', { ...income });
}

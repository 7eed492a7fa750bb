// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a production brought, read off the log: for each seat what it had from each source, and what is new for the next
// round. It adds up what the events say and computes nothing else.

import type { GameEvent, LogLine } from '../../protocol';
import { numberAt, tokenAt, type Amount } from '../telling';
import { isProduction } from './rounds';
import { telling } from './telling';

/** Sources of income in the order in which they are paid. */
export const SOURCES = ['engineering', 'penalties', 'transmitters', 'gyrodynes', 'technologies'] as const;
export type Source = (typeof SOURCES)[number];

export interface Income {
  /** What it is, added up by its kind. */
  amounts: Amount[];
  /** Transmitters and technologies that brought it. */
  from: string[];
}

export interface Production {
  /** The line of the log in which it was. */
  line: number;
  /** By seat from 1. */
  incomes: Record<number, Record<Source, Income>>;
  /** Seats in the new play order; with two players each of them twice. */
  order: number[];
  /** Transmitters that are new on offer. */
  offers: string[];
  /** The dice of the next round, in the order of their values. */
  dice: number[];
}

/** Amounts with the same id become one. */
function addUp(amounts: Amount[]): Amount[] {
  const sums = new Map<string, Amount>();
  for (const one of amounts) sums.set(one.id, { ...one, amount: one.amount + (sums.get(one.id)?.amount ?? 0) });
  return [...sums.values()].filter((sum) => sum.amount !== 0);
}

function noIncomes(): Record<Source, Income> {
  const none = (): Income => ({ amounts: [], from: [] });
  return { engineering: none(), penalties: none(), transmitters: none(), gyrodynes: none(), technologies: none() };
}

function emptyProduction(line: number, seats: number): Production {
  const incomes = Object.fromEntries(Array.from({ length: seats }, (_, i) => [i + 1, noIncomes()]));
  return { line, incomes, order: [], offers: [], dice: [] };
}

/** Events that say what brings the income that follows. */
const BRING = ['produces', 'effect', 'bought'];

function add(income: Income, event: GameEvent): void {
  income.amounts = addUp([...income.amounts, ...telling.amounts(event)]);
  if (BRING.includes(event.kind)) income.from.push(tokenAt(event, 0));
}

/** What an event says of the next round. */
const NEWS: Record<string, (production: Production, event: GameEvent) => void> = {
  place: (production, event) => void (event.seat !== null && production.order.push(event.seat)),
  offer: (production, event) => void production.offers.push(tokenAt(event, 0)),
  rolled: (production, event) => void production.dice.push(numberAt(event, 0)),
};

/** The last production in these lines, or null. */
export function lastProduction(lines: LogLine[], seats: number): Production | null {
  let found: Production | null = null;
  let source: Source | null = null;
  for (const line of lines) {
    for (const event of line.events) {
      if (isProduction(event)) found = emptyProduction(line.number, seats);
      if (event.kind === 'final') source = null;
      if (event.kind === 'step') source = SOURCES.find((one) => one === tokenAt(event, 0)) ?? null;
      if (found === null) continue;
      if (source !== null && event.seat !== null) add(found.incomes[event.seat][source], event);
      NEWS[event.kind]?.(found, event);
    }
  }
  found?.dice.sort((a, b) => a - b);
  return found;
}

/** All that a seat had, together. */
export function sumOf(incomes: Record<Source, Income>): Amount[] {
  return addUp(Object.values(incomes).flatMap((income) => income.amounts));
}

/** How much of it are points. */
export function pointsIn(amounts: Amount[]): number {
  return amounts.find((one) => one.id === 'points')?.amount ?? 0;
}

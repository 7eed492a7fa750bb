// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a production brought, read off the log: for each seat what it had from each source, and what is new for the next
// round. It adds up what the events say and computes nothing else.

import type { GameEvent, LogLine } from '../../protocol';

/** Sources of income in the order in which they are paid. */
export const SOURCES = ['engineering', 'penalties', 'transmitters', 'gyrodynes', 'technologies'] as const;
export type Source = (typeof SOURCES)[number];

export interface Income {
  points: number;
  cubes: number;
  /** By kind of token. */
  tokens: Record<string, number>;
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

/** Does a production begin with this event? */
export function isProduction(event: GameEvent): boolean {
  return event.kind === 'step' && event.things[0] === 'step:order';
}

const tokenOf = (thing: string | undefined) => (thing ?? '').slice((thing ?? '').indexOf(':') + 1);
const numberOf = (event: GameEvent, at = 0) => Number(tokenOf(event.things[at])) || 0;

export function noIncome(): Income {
  return { points: 0, cubes: 0, tokens: {}, from: [] };
}

function emptyProduction(line: number, seats: number): Production {
  const none = () => Object.fromEntries(SOURCES.map((source) => [source, noIncome()])) as Record<Source, Income>;
  const incomes = Object.fromEntries(Array.from({ length: seats }, (_, i) => [i + 1, none()]));
  return { line, incomes, order: [], offers: [], dice: [] };
}

/** What an event changes of an income. */
const EFFECTS: Record<string, (income: Income, event: GameEvent) => void> = {
  points: (income, event) => (income.points += numberOf(event)),
  spins: (income, event) => (income.points += numberOf(event)),
  penalty: (income, event) => (income.points -= numberOf(event)),
  cubes: (income, event) => (income.cubes += numberOf(event)),
  tokens: (income, event) => {
    const kind = tokenOf(event.things[1]);
    income.tokens[kind] = (income.tokens[kind] ?? 0) + numberOf(event);
  },
  produces: (income, event) => void income.from.push(tokenOf(event.things[0])),
  effect: (income, event) => void income.from.push(tokenOf(event.things[0])),
  bought: (income, event) => {
    income.points += numberOf(event, 1);
    income.cubes -= numberOf(event, 2);
    income.from.push(tokenOf(event.things[0]));
  },
};

/** What an event says of the next round. */
const NEWS: Record<string, (production: Production, event: GameEvent) => void> = {
  place: (production, event) => void (event.seat !== null && production.order.push(event.seat)),
  offer: (production, event) => void production.offers.push(tokenOf(event.things[0])),
  rolled: (production, event) => void production.dice.push(numberOf(event)),
};

/** The last production in these lines, or null. */
export function lastProduction(lines: LogLine[], seats: number): Production | null {
  let found: Production | null = null;
  let source: Source | null = null;
  for (const line of lines) {
    for (const event of line.events) {
      if (isProduction(event)) found = emptyProduction(line.number, seats);
      if (event.kind === 'final') source = null;
      if (event.kind === 'step') source = SOURCES.find((one) => one === tokenOf(event.things[0])) ?? null;
      if (found === null) continue;
      if (source !== null && event.seat !== null) EFFECTS[event.kind]?.(found.incomes[event.seat][source], event);
      NEWS[event.kind]?.(found, event);
    }
  }
  found?.dice.sort((a, b) => a - b);
  return found;
}

/** All that a seat had, together. */
export function sumOf(incomes: Record<Source, Income>): Income {
  const sum = noIncome();
  for (const { points, cubes, tokens, from } of Object.values(incomes)) {
    sum.points += points;
    sum.cubes += cubes;
    sum.from.push(...from);
    for (const [kind, count] of Object.entries(tokens)) sum.tokens[kind] = (sum.tokens[kind] ?? 0) + count;
  }
  return sum;
}

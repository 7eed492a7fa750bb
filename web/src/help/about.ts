// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the table has to say about a component: what happened to it last, and which rules speak of it.

import all, { type RuleGroup } from 'virtual:rules';
import type { Card, GameEvent, ThingKey } from '../protocol';
import { settings } from '../settings.svelte';
import type { Table } from '../table/table.svelte';
import { isOf, kindOf } from './kinds';

/** The last event or move that spoke of the component, up to what is shown. */
export function lastSaid(table: Table, card: Card): { text: string; number: number } | null {
  const game = table.view?.game ?? '';
  const speaks = (things: ThingKey[]) => things.some((thing) => isOf(game, card, thing));
  const until = table.moment?.moves ?? Infinity;
  for (const line of table.log.toReversed()) {
    if (line.number > until) continue;
    const event = line.events.findLast((one: GameEvent) => one.text !== '' && speaks(one.things));
    if (event !== undefined) return { text: event.text, number: line.number };
    if (speaks(line.things)) return { text: line.text, number: line.number };
  }
  return null;
}

/** Ids of rules on which moves that are possible, or not, with the component rest now. */
export function rulesNow(table: Table, card: Card): string[] {
  const game = table.view?.game ?? '';
  const speaks = (things: ThingKey[]) => things.some((thing) => isOf(game, card, thing));
  const found = [
    ...table.blocked.filter((no) => speaks(no.things)).map((no) => no.because || no.rule),
    ...table.legal.filter((move) => speaks(move.things)).map((move) => move.rule),
  ];
  return [...new Set(found.filter((id) => id !== ''))].slice(0, 5);
}

/** The groups of rules about its kind. */
export async function rulesAbout(game: string, card: Card): Promise<RuleGroup[]> {
  const load = all[`${game}/${settings.language}`] ?? all[`${game}/en`];
  const groups = load === undefined ? [] : (await load()).default.groups;
  return kindOf(game, card.kind).rules.flatMap((id) => groups.find((group) => group.id === id) ?? []);
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the table has to say about a component: what happened to it last, and which rules refer to it.

import all, { type RuleGroup } from 'virtual:rules';
import { kindOf } from '../games/registry';
import type { Card, GameEvent, ThingKey } from '../protocol';
import { settings } from '../settings.svelte';
import type { Table } from '../table/table.svelte';

/** Is this thing the component? A part of a component ("II-BB.2") counts as it. */
function isOf(game: string, card: Card, thing: ThingKey): boolean {
  const [word, token] = thing.split(':');
  const own = card.token ?? card.id;
  return kindOf(game, card).words.includes(word) && (token === own || token.replace(/\.\d+$/, '') === own);
}

function speaker(table: Table, card: Card): (things: ThingKey[]) => boolean {
  const game = table.view?.game ?? '';
  return (things) => things.some((thing) => isOf(game, card, thing));
}

/** The last event or move that spoke of the component, up to what is shown. */
export function lastSaid(table: Table, card: Card): { text: string; number: number } | null {
  const speaks = speaker(table, card);
  const until = table.moment?.moves ?? Infinity;
  for (const line of table.log.lines.toReversed()) {
    if (line.number > until) continue;
    const event = line.events.findLast((one: GameEvent) => one.text !== '' && speaks(one.things));
    if (event !== undefined) return { text: event.text, number: line.number };
    if (speaks(line.things)) return { text: line.text, number: line.number };
  }
  return null;
}

/** Ids of rules on which moves that are possible, or not, with the component rest now. */
export function rulesNow(table: Table, card: Card): string[] {
  const speaks = speaker(table, card);
  const found = [
    ...table.possible.blocked.filter((no) => speaks(no.things)).map((no) => no.because || no.rule),
    ...table.possible.legal.filter((move) => speaks(move.things)).map((move) => move.rule),
  ];
  return [...new Set(found.filter((id) => id !== ''))].slice(0, 5);
}

/** The groups of rules about its kind. */
export async function rulesAbout(game: string, card: Card): Promise<RuleGroup[]> {
  const load = all[`${game}/${settings.language}`] ?? all[`${game}/en`];
  const groups = load === undefined ? [] : (await load()).default.groups;
  return kindOf(game, card).rules.flatMap((id) => groups.find((group) => group.id === id) ?? []);
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What each thing on the table is to the viewer now: whether moves refer to it, why not, what was chosen, what is
// advised.

import type { Blocked, Move, Price, ThingKey } from '../protocol';
import type { Table } from './table.svelte';

export interface Status {
  moves: Move[]; // legal moves that speak of it, of those still in question
  blocked: Blocked[]; // what cannot be done with it, and why
  chosen: boolean; // it is part of what was chosen so far
  last: boolean; // the last move spoke of it
  advised: number; // the rank of the best advised move that speaks of it, from 1; 0: none does
  key: string; // the key of its move, if it has exactly one
  price?: Price; // what the cheapest of its moves takes
}

const NOTHING: Status = { moves: [], blocked: [], chosen: false, last: false, advised: 0, key: '' };
const ADVISED_MAX = 3; // more would light up half of the board

/** Does a move refer to a thing, or to several that follow each other in it ("ship:2 place:SOL")? */
export function speaksOf(move: { things: ThingKey[] }, thing: ThingKey): boolean {
  return ` ${move.things.join(' ')} `.includes(` ${thing} `);
}

/** The things that a move is offered at: an action that begins with a legal move is offered there once something else
 *  of it was chosen. */
function speaksFirst({ things, begins }: Move, picked: ThingKey[]): ThingKey[] {
  return begins === undefined || picked.length > 0 ? things : things.filter((thing) => !begins.things.includes(thing));
}

export class Statuses {
  constructor(private readonly table: Table) {}

  /** The best moves, if someone asked for them: by a hint, of which one can be pointed at, or by the analysis at the
   *  moment that is looked at. */
  readonly advised = $derived.by(() => {
    const { isLive, hints, review, selection } = this.table;
    if (!isLive) return review.advice;
    const pointed = hints.best.filter((one) => one.move === selection.considered?.move);
    return pointed.length > 0 ? pointed : hints.best.slice(0, ADVISED_MAX);
  });

  /** What the action that is shown was about: all its moves, but of a journey only the end. */
  private readonly latest = $derived.by(() => {
    const { action, moment, lastLine } = this.table;
    const lines = (action?.lines ?? []).filter((line) => moment === null || line.number <= moment.moves);
    return [...lines.filter((line) => line.kind !== lastLine?.kind), lastLine].flatMap((line) => line?.things ?? []);
  });

  private readonly all = $derived.by(() => {
    const { selection } = this.table;
    const all = new Map<ThingKey, Status>();
    const at = (thing: ThingKey): Status => {
      let found = all.get(thing);
      if (found === undefined) all.set(thing, (found = { ...NOTHING, moves: [], blocked: [] }));
      return found;
    };
    const done = new Set(selection.picked.flatMap((thing) => thing.split(' ')));
    const open = (things: ThingKey[]) => [...new Set(things)].filter((thing) => !done.has(thing)).map(at);
    for (const move of selection.lit)
      for (const status of open(speaksFirst(move, selection.picked))) status.moves.push(move);
    for (const no of selection.blocked) for (const status of open(no.things)) status.blocked.push(no);
    for (const thing of [...selection.picked, ...(selection.chosen?.things ?? [])]) at(thing).chosen = true;
    for (const thing of this.latest) at(thing).last = true;
    this.advised.forEach((move, i) => move.things.forEach((thing) => (at(thing).advised ||= i + 1)));
    for (const status of all.values()) {
      status.key = this.keyOf(status);
      status.price = this.priceOf(status);
    }
    return all;
  });

  private priceOf({ moves }: Status): Price | undefined {
    const prices = moves.map((move) => this.table.selection.priceOf(move)).filter((price) => price !== undefined);
    return prices.length < moves.length ? undefined : prices.toSorted((a, b) => a.rank - b.rank).at(0);
  }

  private keyOf({ moves }: Status): string {
    return moves.length === 1 ? (this.table.selection.keys.get(moves[0].move) ?? '') : '';
  }

  /** Of several things that follow each other in a move, for example a ship and its place. */
  private together(things: ThingKey): Status | undefined {
    const known = this.all.get(things);
    if (known !== undefined || !things.includes(' ')) return known;
    const { selection, lastLine } = this.table;
    const found: Status = {
      ...NOTHING,
      moves: selection.lit.filter((move) => speaksOf({ things: speaksFirst(move, selection.picked) }, things)),
      blocked: selection.blocked.filter((no) => speaksOf(no, things)),
      last: lastLine !== null && speaksOf(lastLine, things),
      advised: this.advised.findIndex((move) => speaksOf(move, things)) + 1,
    };
    found.key = this.keyOf(found);
    found.price = this.priceOf(found);
    this.all.set(things, found);
    return found;
  }

  /** The status of a thing now; of several names it has, that of the first with something to do. */
  of(...things: ThingKey[]): Status {
    const found = things.map((thing) => this.together(thing)).filter((one) => one !== undefined);
    const first = found.find((one) => one.moves.length > 0) ?? found.find((one) => one.blocked.length > 0);
    return first ?? found[0] ?? NOTHING;
  }
}

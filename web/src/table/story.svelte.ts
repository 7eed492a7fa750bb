// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What has happened at a table as actions, in the words of its game; up to the moment that is looked at.

import type { Telling } from '../games/telling';
import type { LogLine } from '../protocol';
import { actionsOf, plainTelling, type Action, type Reader } from './actions';
import type { Table } from './table.svelte';
import { inOrder } from './telling';

export class Story {
  /** Said by the drawing of the game when it is there. */
  telling = $state.raw<Telling>(plainTelling);
  /** All of them, whatever is looked at. */
  readonly all = $derived.by(() => actionsOf(this.table.log.lines, this.reader));
  /** Those that were done at the moment that is looked at, the oldest first. */
  readonly actions = $derived.by(() => this.until(this.table.moment?.moves ?? Infinity));

  constructor(private readonly table: Table) {}

  private get reader(): Reader {
    const { table, telling } = this;
    return {
      telling,
      seats: table.view?.seats.length ?? 0,
      name: (seat) => table.name(seat),
      isMine: (seat) => table.isYou(seat),
      roundOf: (move) => table.roundOf(move),
      totalsAfter: (move) => table.log.scores.find((point) => point.moves === move)?.totals,
    };
  }

  /** The numbers of those lines to come with which an action begins that is not under way before. */
  beginnings(coming: LogLine[]): Set<number> {
    const first = coming.at(0)?.number ?? Infinity;
    const known = (this.all.at(-1)?.lines ?? []).filter((line) => line.number < first);
    const actions = actionsOf(inOrder([...known, ...coming]), this.reader);
    const isWithin = (number: number) => actions.some((action) => action.first < number && number <= action.last);
    return new Set(actions.map((action) => action.first).filter((number) => !isWithin(number)));
  }

  private until(moves: number): Action[] {
    return moves === Infinity ? this.all : this.all.filter((action) => action.last <= moves);
  }
}

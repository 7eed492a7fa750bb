// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What can be done at a table now: moves, whole actions of several moves, and what is not possible. It sends nothing.

import { games } from '../games/registry';
import type { Move } from '../protocol';
import { t } from '../words/words';
import { countEquals, leadersOf, standsFor, withoutEquals } from './equals';
import type { Table } from './table.svelte';

export class Possible {
  constructor(private readonly table: Table) {}

  /** Is someone at this browser asked now, and can they answer? */
  private readonly isOpen = $derived.by(() => this.table.isLive && this.table.asks !== null);
  private readonly leaders = $derived.by(() => {
    const { layout } = this.table.components;
    const known = layout === null || this.table.view?.state === undefined ? undefined : games.get(this.table.view.game);
    return leadersOf(known?.equals?.(layout, this.table.view?.state) ?? []);
  });

  /** The moves that can be made; of equal ones the first. */
  readonly legal = $derived.by(() =>
    this.isOpen ? withoutEquals(this.table.view?.legal ?? [], this.leaders) : [],
  );

  /** Whole actions of several moves. */
  readonly plans = $derived.by(() =>
    this.isOpen && !this.table.view?.can?.confirm ? (this.table.gameView?.plans?.(this.table) ?? []) : [],
  );

  /** The move of `legal` that does what the one with this notation does. */
  standsFor(notation: string): Move | undefined {
    return standsFor(notation, this.table.view?.legal ?? [], this.leaders);
  }

  /** How many equal ones a move of `legal` stands for, in words; nothing if there is only this one. */
  tellEquals(move: Move): string {
    const count = countEquals(move, this.table.view?.legal ?? [], this.leaders);
    return count > 1 ? t('{count} free', { count }) : '';
  }

  /** Does a move end what is asked? */
  isEnd(move: Move): boolean {
    return games.get(this.table.view?.game ?? '')?.ends?.includes(move.kind) === true;
  }

  readonly blocked = $derived.by(() => (this.isOpen ? (this.table.view?.blocked ?? []) : []));
}

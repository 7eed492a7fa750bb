// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where only one move is possible there is nothing to decide: it is made by itself, as an ordinary move, and told.
// Never if chance follows, or if it would make final what the player could still take back: then it is the player's to
// make. Undo and redo pass over such moves; after an undo nothing is made until the player acts.

import type { Move, Preview, View } from '../protocol';
import type { Table } from './table.svelte';

/** More than any game has in a row. */
const ROW_MAX = 40;

type Way = 'undo' | 'redo';

/** Whose turn it is; outside all turns it is that of the seat that decides. */
function turnOf(node: Pick<Preview, 'actor' | 'turn'>): number | null {
  return node.turn ?? (typeof node.actor === 'number' ? node.actor : null);
}

export class Forced {
  /** What was made since the player last acted. */
  told = $state.raw<Move[]>([]);
  /** Numbers of the moves that were made here. */
  private readonly made = new Set<number>();
  private isHeld = false;
  private way: Way | null = null;
  private seen = -1; // the last version that was considered

  constructor(private readonly table: Table) {}

  /** The table has changed: is there nothing to decide? */
  consider(): void {
    const { view, asks, busy } = this.table;
    if (view === null || busy || view.version === this.seen) return;
    if (this.way !== null) {
      this.seen = view.version;
      this.passOver(view, this.way);
      return;
    }
    if (asks === null) {
      if (this.told.length > 0) this.told = [];
    } else if (this.isWanted(view)) {
      this.seen = view.version;
      void this.make(this.table.possible.legal[0], view, asks);
    }
  }

  private isWanted(view: View): boolean {
    const { selection, possible: { legal } } = this.table;
    return (
      this.table.makesForced &&
      !this.isHeld &&
      !view.paused &&
      view.can?.confirm !== true &&
      legal.length === 1 &&
      selection.chosen === null &&
      this.told.length < ROW_MAX
    );
  }

  private async make(move: Move, view: View, seat: number): Promise<void> {
    const preview = await this.table.askPreview(move).catch(() => null);
    const isSame = this.table.view === view && this.table.asks === seat && !this.table.busy;
    if (preview === null || !isSame || !this.isWanted(view) || !this.isHarmless(view, preview, seat)) return;
    const number = (view.moves ?? 0) + 1;
    this.made.add(number);
    this.told = [...this.told, move];
    await this.table.change({ do: 'move', seat, move: move.move });
    if (this.table.problem !== '') this.made.delete(number);
  }

  /** Does it leave the player everything that can be taken back, and what is hidden hidden? */
  private isHarmless(view: View, preview: Preview, seat: number): boolean {
    const turn = turnOf({ actor: view.actor ?? null, turn: view.turn ?? null });
    const isOver = preview.actor === null || turnOf(preview) !== turn || preview.round !== view.round;
    if (isOver && turn === seat && this.table.seat(seat)?.confirms === true) return true; // nothing happens before that
    if (preview.actor === 'dealer') return false;
    return (!isOver && preview.actor === seat) || view.can?.undo.includes(seat) !== true;
  }

  /** The player acts: from now on moves are made again. */
  resume(): void {
    const moves = this.table.view?.moves ?? 0;
    for (const number of [...this.made]) if (number > moves) this.made.delete(number);
    this.isHeld = false;
    this.way = null;
    this.told = [];
  }

  /** Undo or redo: to the decision before or after what was made by itself. */
  async go(way: Way): Promise<void> {
    this.isHeld = true;
    this.way = way;
    this.told = [];
    this.seen = this.table.view?.version ?? -1;
    await this.table.change({ do: way, seat: this.table.view?.can?.[way][0] });
    if (this.table.problem !== '') this.way = null;
  }

  private passOver(view: View, way: Way): void {
    const seat = view.can?.[way][0];
    const next = (view.moves ?? 0) + 1;
    if (seat !== undefined && this.made.has(next)) void this.table.change({ do: way, seat });
    else this.way = null;
  }
}

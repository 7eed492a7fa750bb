// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The card or tile that has just come up, or that asks something: what it is, who turned it up, and who has answered.
// Which events turn something up is said by the game (games/game.ts).

import type { CardAsking } from '../games/game';
import type { GameEvent, LogLine } from '../protocol';
import type { Table } from './table.svelte';
import { withoutName } from './telling';

/** What a player did about it: `next` in line for it, choosing `now`, or `done`. */
export interface Answer {
  seat: number;
  status: 'done' | 'now' | 'next';
  text: string;
}

interface Revealed {
  card: string;
  what: string;
  /** Who turned it up. */
  seat: number | null;
  /** The line of the log in which it came up. */
  line: number;
  asking: CardAsking | null;
}

export class RevealedCards {
  /** Cards up to this line of the log have been closed. */
  private closed = $state(0);

  constructor(private readonly table: Table) {}

  /** The lines of the log up to what is looked at. */
  private readonly lines = $derived.by(() => {
    const until = this.table.moment?.moves ?? Infinity;
    return this.table.log.lines.filter((line) => line.number <= until);
  });

  /** The card that is being carried out. */
  readonly asking = $derived.by(() => {
    const { gameView, shown } = this.table;
    return (shown !== null && gameView?.reveals?.asking?.(shown)) || null;
  });

  /** The card that is shown: the one that asks, or the one that came up in the action that is looked at. */
  readonly now = $derived.by<Revealed | null>(() => {
    const found = this.last;
    if (found === null) return null;
    const asking = this.asking?.card === found.card ? this.asking : null;
    return asking?.asks || this.isFresh(found) ? { ...found, asking } : null;
  });

  /** Did it come up in the action that is looked at, or by one's own last move? What others turned up is told by the
   *  recap when one is asked. */
  private isFresh({ line, seat }: Revealed): boolean {
    const { action, asks, ownLast } = this.table;
    const isMine = seat !== null && this.table.isMine(seat);
    const isOver = asks !== null && seat !== null && !isMine;
    const since = Math.min(action?.first ?? Infinity, asks !== null && isMine ? ownLast : Infinity);
    return !isOver && line > this.closed && line >= since;
  }

  /** The last one that came up. */
  private readonly last = $derived.by<Revealed | null>(() => {
    const { gameView, components } = this.table;
    if (gameView?.reveals === undefined || components.layout === null) return null;
    for (const line of this.lines.toReversed())
      for (const event of line.events.toReversed()) {
        const found = gameView.reveals.of(event, components.layout);
        if (found !== null) return { ...found, seat: event.seat, line: line.number, asking: null };
      }
    return null;
  });

  close(): void {
    this.closed = this.last?.line ?? 0;
  }

  /** Who has answered what the card asks, who does so now, and who comes next; in the order in which it goes round. */
  readonly answers = $derived.by<Answer[]>(() => {
    const { now, table } = this;
    const asking = now?.asking ?? null;
    if (now === null || asking === null || asking.left.length + Number(asking.asks) === 0) return [];
    const left = new Set(asking.left);
    const actor = table.shown?.actor;
    const players = table.view?.players ?? 0;
    const seats = Array.from({ length: players }, (_, i) => (((now.seat ?? 1) - 1 + i) % players) + 1);
    return seats.map((seat) => ({
      seat,
      status: seat === actor ? 'now' : left.has(seat) ? 'next' : 'done',
      text: this.answerOf(seat, now.line),
    }));
  });

  /** What a player did since the card came up. */
  private answerOf(seat: number, line: number): string {
    const since = (one: LogLine) => one.number >= line;
    const own = (event: GameEvent) => event.seat === seat && event.kind !== 'turn' && event.text !== '';
    const events = this.lines.filter(since).flatMap((one) => one.events.filter(own));
    const { gameView, components } = this.table;
    const told = events.filter((event) => gameView?.reveals?.of(event, components.layout) === null);
    return told.map((event) => withoutName(event.text, this.table.name(seat))).join(' ');
  }
}

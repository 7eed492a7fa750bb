// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What happened since the viewer's turn: one entry for each opponent in the order of their turns, then what it brought
// the viewer, then what is new on the table. It is there while the viewer is asked, and goes when the viewer acts.

import type { LogLine, ThingKey, View } from '../protocol';
import { paceNow, settings } from '../settings.svelte';
import type { Action, Gain, Part } from './actions';
import type { Table } from './table.svelte';

/** What one opponent did. */
interface RecapEntry {
  /** Stands on the boards, too. */
  number: number;
  seat: number;
  actions: Action[];
  gains: Gain[];
  /** Where it happened. */
  things: Set<ThingKey>;
}

/** The number of an entry on the boards, in the colour of its seat. */
export interface Mark {
  number: number;
  seat: number;
}

const NO_MARKS: Mark[] = [];

/** The number of the last move that a seat made in its own turn; moves in the turn of others are answers to them. */
function ownTurnEnd(lines: LogLine[], seat: number): number {
  let turn: number | null = null;
  let last = 0;
  for (const line of lines) {
    if (line.actor === seat && (turn === null || turn === seat)) last = line.number;
    for (const event of line.events) {
      if (event.kind === 'turn') turn = event.seat;
      else if (event.kind === 'round') turn = null;
    }
  }
  return last;
}

/** Gains with what is the same added up. */
function together(gains: Gain[]): Gain[] {
  const sums = new Map<string, Gain>();
  for (const gain of gains) {
    const found = sums.get(gain.id);
    if (found === undefined) sums.set(gain.id, { ...gain });
    else sums.set(gain.id, { ...found, amount: found.amount + gain.amount, text: `${found.text}, ${gain.text}` });
  }
  return [...sums.values()].filter((gain) => gain.amount !== 0);
}

export class Recap {
  /** The one since this move has been closed. */
  private closed = $state(-1);
  /** The round that was seen last when nothing was left to confirm. */
  private settled: number | null = null;

  constructor(private readonly table: Table) {}

  /** For whom it is: whoever is asked here, or sits here first. */
  readonly seat = $derived.by(() => this.table.awaitsMe ?? this.table.mySeats.at(0) ?? null);

  /** How many moves there were at the end of that seat's last turn. */
  readonly since = $derived.by(() => (this.seat === null ? 0 : ownTurnEnd(this.table.log.lines, this.seat)));

  private readonly actions = $derived.by(() =>
    this.seat === null ? [] : this.table.story.all.filter((action) => this.isAfter(action)),
  );

  /** The viewer's last move may itself end the round: what the table then does comes after the turn. */
  private isAfter(action: Action): boolean {
    return action.kind === 'action' ? action.first > this.since : action.last >= this.since;
  }

  readonly entries = $derived.by<RecapEntry[]>(() => {
    const found: RecapEntry[] = [];
    for (const action of this.actions) {
      const { seat } = action;
      if (action.kind !== 'action' || seat === null || seat === this.seat) continue;
      let entry = found.find((one) => one.seat === seat);
      if (entry === undefined)
        found.push((entry = { number: found.length + 1, seat, actions: [], gains: [], things: new Set() }));
      entry.actions.push(action);
      entry.gains = together([...entry.gains, ...action.gains.filter((gain) => gain.seat === seat)]);
      for (const thing of this.placesOf(action)) entry.things.add(thing);
    }
    return found;
  });

  /** What happened to the viewer in the meantime. */
  readonly own = $derived.by<Action[]>(() =>
    this.actions.filter((action) => action.seat === this.seat),
  );

  /** What others took from the viewer. */
  readonly losses = $derived.by<Part[][]>(() =>
    this.table.log.lines
      .filter((line) => line.number > this.since)
      .flatMap((line) => line.events.filter((event) => event.seat === this.seat))
      .flatMap((event) => {
        const lost = this.table.gameView?.lost?.(event) ?? null;
        return lost === null ? [] : [lost];
      }),
  );

  /** What the viewer gained and lost, production and what everyone got included. */
  readonly gains = $derived.by<Gain[]>(() => {
    const isMine = (gain: Gain) => gain.seat === null || gain.seat === this.seat;
    const of = (action: Action) => [
      ...action.gains.filter(isMine),
      ...action.incomes.filter((income) => income.seat === this.seat).flatMap((income) => income.gains),
    ];
    return together(this.actions.flatMap(of)).map((gain) => ({ ...gain, seat: this.seat }));
  });

  /** What came up or is new on the table. */
  readonly news = $derived.by<Action[]>(() =>
    this.actions.filter((action) => action.kind === 'event' || action.kind === 'dealer'),
  );

  /** What the cards do that came up with an action: at once, else all that they say. */
  effectsOf(action: Action): string[] {
    const { gameView, components } = this.table;
    const events = action.lines.flatMap((line) => line.events);
    return events.flatMap((event) => {
      const revealed = gameView?.reveals?.of(event, components.layout) ?? null;
      if (revealed?.does === undefined) return [];
      return revealed.does === '' ? (components.find(revealed.card)?.text ?? []) : `${revealed.does}.`;
    });
  }

  /** Has a round ended that is told by a card? */
  readonly hasRound = $derived.by(
    () => this.hasRoundCard(this.table.log.lines.filter((line) => line.number >= this.since)),
  );

  /** Where an action happened: of each event that its seat caused, the last thing that has a place on the boards. */
  private placesOf(action: Action): ThingKey[] {
    const words = this.table.gameView?.marked ?? [];
    const has = (thing: ThingKey) => words.includes(thing.split(':')[0]);
    const own = action.lines.flatMap((line) => line.events).filter((event) => event.seat === action.seat);
    return own.flatMap((event) => event.things.findLast(has) ?? []);
  }

  private get isWanted(): boolean {
    return settings.recap && this.table.recaps;
  }

  /** Is there something to tell, and does the viewer want to know? */
  readonly isThere = $derived.by(
    () => this.isWanted && this.table.awaitsMe !== null && this.table.gameView !== null && this.entries.length > 0,
  );

  readonly isOpen = $derived.by(() => this.isThere && this.closed !== this.since);

  /** The numbers of the entries that happened at each thing; they stay until the viewer acts. */
  private readonly marks = $derived.by(() => {
    const found = new Map<ThingKey, Mark[]>();
    if (!this.isThere) return found;
    for (const { number, seat, things } of this.entries)
      for (const thing of things) found.set(thing, [...(found.get(thing) ?? NO_MARKS), { number, seat }]);
    return found;
  });

  marksOf(things: ThingKey[]): Mark[] {
    return things.map((thing) => this.marks.get(thing)).find((one) => one !== undefined) ?? NO_MARKS;
  }

  /** Has a round ended with this view that is told by a card? Not before all of it is paid and dealt and nobody can
   *  take the last move back, and not where nothing is shown at all. */
  endsRound(view: View): boolean {
    if (typeof view.confirming === 'number' || view.actor === 'dealer') return false;
    const before = this.settled;
    this.settled = view.round ?? 0;
    if (!this.isWanted || paceNow() === 'instant' || document.hidden || view.phase !== 'running') return false;
    return before !== null && before < this.settled && this.hasRoundCard(this.table.log.lines);
  }

  private hasRoundCard(lines: LogLine[]): boolean {
    return lines.some((line) => line.events.some((event) => this.table.gameView?.round?.begins(event)));
  }

  /** How many moves there were when a round began. */
  roundStart(round: number): number {
    return this.table.log.scores.findLast((point) => point.round === round - 1)?.moves ?? 0;
  }

  /** Closes it; false if it was not open. */
  close(): boolean {
    const wasOpen = this.isOpen;
    if (wasOpen) this.closed = this.since;
    return wasOpen;
  }
}

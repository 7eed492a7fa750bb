// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What was chosen so far of the moves that are possible, and the one that is pointed at. It is the one place that says
// what pressing a thing or a move does. It knows no rule: what may be done is the server's list of legal moves.

import { isTouch } from '../parts/touch';
import type { Move, Preview, Price, ThingKey } from '../protocol';
import { settings } from '../settings.svelte';
import type { MoveGroup } from './grouping';
import { speaksOf } from './status.svelte';
import type { Table } from './table.svelte';

/** Whoever only passes over a move does not want to know what it would do. */
const POINT_MS = 120;

/** Keys for moves in the bar: digits, then letters that mean nothing else. */
const MOVE_KEYS = Array.from('123456789qwtzipasdfgjkyxvbnm');
/** The key of the move that ends what is asked: always the same, so that no digit ever does. */
const END_KEY = 'e';

/** Something that was chosen of a move that has several things, and how it is called. */
export interface Pick {
  thing: ThingKey;
  label: string;
}

/** A thing that is pressed: where it is, how it is called once it is chosen, and what it is. */
export interface Press {
  thing: ThingKey;
  at: DOMRect;
  label: string;
  about: string;
}

/** More whole actions than these have no keys. */
const KEYED_PLANS = 9;

/** Of those that lead to the same thing, the cheapest. */
function cheapest(plans: Move[]): Move[] {
  const ranks = new Map<string, number>();
  const rankOf = (plan: Move) => plan.price?.rank ?? 0;
  const goal = (plan: Move) => plan.begins?.move ?? plan.things[0];
  for (const plan of plans) ranks.set(goal(plan), Math.min(rankOf(plan), ranks.get(goal(plan)) ?? Infinity));
  return plans.filter((plan) => rankOf(plan) === ranks.get(goal(plan)));
}

/** Whole actions may be told twice, for two dice or as a single move: lists tell moves apart by their notation. */
function oneOfEach(moves: Move[]): Move[] {
  const told = new Set<string>();
  return moves.filter(({ move }) => !told.has(move) && told.add(move));
}

export class Selection {
  /** Things that were chosen so far of a move that has several. */
  picks = $state.raw<Pick[]>([]);
  /** The kind of moves that was chosen of many. */
  group = $state.raw<MoveGroup | null>(null);
  /** The thing that is pointed at, whatever can be done with it. */
  over = $state.raw<ThingKey | null>(null);
  /** The move that is pointed at, and the one that is chosen and waits to be made. */
  pointed = $state.raw<Move | null>(null);
  chosen = $state.raw<Move | null>(null);
  private previews = $state.raw(new Map<string, Preview>());
  private pointing: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** The things of `picks`. */
  readonly picked = $derived.by(() => this.picks.map((pick) => pick.thing));

  /** Whole actions that fit what was chosen so far: with each thing the cheapest ones. */
  readonly plans = $derived.by(() => {
    const { picked, group } = this;
    const isOpen = ({ begins }: Move) =>
      begins === undefined || picked.length === 0 || picked.some((thing) => !speaksOf(begins, thing));
    const fits = (plan: Move) =>
      isOpen(plan) && (group?.moves.includes(plan) ?? true) && picked.every((thing) => speaksOf(plan, thing));
    return cheapest(this.table.possible.plans.filter(fits));
  });

  /** Legal moves that fit what was chosen so far; whole actions only once something of them was chosen. */
  readonly moves = $derived.by(() =>
    oneOfEach([
      ...this.table.possible.legal.filter(
        (move) =>
          (this.group === null || this.group.moves.includes(move)) &&
          this.picked.every((thing) => speaksOf(move, thing)),
      ),
      ...(this.picks.length > 0 ? this.plans : []),
    ]),
  );

  /** What can be pressed on the boards. */
  readonly lit = $derived.by(() => (this.picks.length > 0 ? this.moves : [...this.moves, ...this.plans]));

  /** What the cheapest action that begins with a move takes. */
  private readonly prices = $derived.by(() => {
    const found = new Map<string, Price>();
    for (const { moves, price } of this.table.possible.plans) {
      const first = moves?.[0] ?? '';
      if (price !== undefined && price.rank < (found.get(first)?.rank ?? Infinity)) found.set(first, price);
    }
    return found;
  });

  priceOf(move: Move): Price | undefined {
    return move.price ?? this.prices.get(move.move);
  }

  /** The whole action that a move begins if it can be paid in one way only: pressing the move makes it all. */
  wholeOf(move: Move): Move {
    const wholes = this.table.possible.plans.filter((plan) => plan.begins?.move === move.move);
    return wholes.length === 1 ? wholes[0] : move;
  }

  /** What is not possible of that. */
  readonly blocked = $derived.by(() =>
    this.table.possible.blocked.filter((no) => this.picked.every((thing) => speaksOf(no, thing))),
  );

  /** There are too many whole actions to give each a key: the boards show them. */
  private readonly isCrowded = $derived.by(
    () => this.moves.filter((move) => move.moves !== undefined).length > KEYED_PLANS,
  );

  /** Keys of the moves in question. */
  readonly keys = $derived.by(() => {
    const end = this.moves.find((move) => this.table.possible.isEnd(move));
    const others = this.isCrowded ? [] : this.moves.filter((move) => move !== end).slice(0, MOVE_KEYS.length);
    const keys = new Map(others.map((move, i) => [move.move, MOVE_KEYS[i]]));
    return end === undefined ? keys : keys.set(end.move, END_KEY);
  });

  /** The move that the bar refers to. */
  readonly considered = $derived.by(() => this.pointed ?? this.chosen);

  /** What that move would do, as soon as the server has said it. */
  readonly preview = $derived.by(() =>
    this.table.isLive && this.considered !== null ? (this.previews.get(this.considered.move) ?? null) : null,
  );

  /** Could a thing be chosen if something else were not? */
  isOther(thing: ThingKey): boolean {
    return (
      (this.picks.length > 0 || this.group !== null) &&
      [this.table.possible.legal, this.table.possible.plans].some((moves) => moves.some((move) =>
        speaksOf(move, thing)))
    );
  }

  /** How many of the moves in question refer to a thing that `test` accepts: the badge of a panel. */
  countIn(test: (thing: ThingKey) => boolean): number {
    return new Set(this.lit.map((move) => move.things.find(test)).filter((thing) => thing !== undefined)).size;
  }

  /** Are most of the moves in question about such things? Of a few moves among others the bar tells. */
  isAbout(test: (thing: ThingKey) => boolean): boolean {
    return this.lit.filter((move) => move.things.some(test)).length * 2 > this.moves.length;
  }

  // ---- what pressing does ------------------------------------------------------------------------

  /** A thing on the table was pressed. */
  press(press: Press): void {
    const { thing, at, label, about } = press;
    const { moves, blocked } = this.table.statuses.of(thing);
    this.table.callouts.forget();
    if (this.picked.includes(thing)) this.picks = this.picks.filter((pick) => pick.thing !== thing);
    else if (moves.length === 1) this.choose(moves[0]);
    else if (moves.length > 1) this.picks = [...this.picks, { thing, label }];
    else if (blocked.length > 0) this.table.callouts.refuse({ thing, blocked, at, stays: true, about });
    else if (this.isOther(thing)) this.chooseInstead(press);
  }

  /** Chooses a thing instead of what does not go with it. */
  private chooseInstead(press: Press): void {
    const moves = [...this.table.possible.legal, ...this.table.possible.plans].filter((move) =>
      speaksOf(move, press.thing));
    const kept = this.picks.filter((pick) => moves.some((move) => speaksOf(move, pick.thing)));
    const goTogether = moves.some((move) => kept.every((pick) => speaksOf(move, pick.thing)));
    this.picks = goTogether ? kept : [];
    this.group = null;
    // a whole action with something else than what was chosen: shown first
    if (moves.every((move) => move.moves !== undefined))
      this.picks = [...this.picks, { thing: press.thing, label: press.label }];
    else this.press({ ...press, about: '' });
  }

  /** A move was pressed: it is made, or if one wants to be careful chosen first. So is one by finger that cannot be
   *  undone: the mouse has seen what the bar says of it. */
  choose(move: Move, careful = settings.careful || (move.reveals !== undefined && isTouch())): void {
    if (!careful || this.chosen?.move === move.move) void this.table.make(move);
    else {
      this.chosen = move;
      this.point(move);
    }
  }

  /** Is there something to take back? */
  get isBegun(): boolean {
    const { callouts, hints } = this.table;
    const isChosen = this.chosen !== null || this.picks.length > 0 || this.group !== null;
    return isChosen || callouts.refused !== null || hints.isOpen;
  }

  /** One step back of what was chosen. */
  back(): void {
    const { callouts, hints } = this.table;
    if (callouts.refused !== null) callouts.refused = null;
    else if (this.chosen !== null) this.chosen = this.pointed = null;
    else if (this.picks.length > 0) this.picks = this.picks.slice(0, -1);
    else if (this.group !== null) this.group = null;
    else if (hints.isOpen) hints.close();
    else this.point(null);
  }

  /** What was pointed at and chosen is out of date. */
  forget(): void {
    clearTimeout(this.pointing);
    this.picks = [];
    this.group = null;
    this.pointed = null;
    this.over = null;
    this.chosen = null;
    this.previews = new Map();
  }

  // ---- what is pointed at ------------------------------------------------------------------------

  /** Asks what a move would do, a moment after it is pointed at. */
  point(move: Move | null): void {
    clearTimeout(this.pointing);
    this.pointed = move;
    if (move !== null && !this.previews.has(move.move))
      this.pointing = setTimeout(() => void this.fetchPreview(move), POINT_MS);
  }

  /** A move is not pointed at any more. */
  unpoint(move: Move): void {
    if (this.pointed?.move === move.move) this.point(null);
  }

  private async fetchPreview(move: Move): Promise<void> {
    const version = this.table.view?.version;
    try {
      const preview = await this.table.askPreview(move);
      if (preview !== null && this.table.view?.version === version)
        this.previews = new Map(this.previews).set(move.move, preview);
    } catch {
      // a preview is a courtesy
    }
  }
}

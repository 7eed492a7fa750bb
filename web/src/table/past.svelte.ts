// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Looking back: any moment of the game, action after action as a film from wherever one asks, and a new table that
// continues from there.

import { fetchGames, infoOf } from '../games/info.svelte';
import { api } from '../net/http';
import { beSomebody } from '../net/people.svelte';
import type { Moment } from '../protocol';
import { fullLink } from '../route.svelte';
import { paceNow } from '../settings.svelte';
import { timeFor } from './playback.svelte';
import { ourSeat } from './seats';
import { sentence } from './sentence';
import type { Table } from './table.svelte';

const KEPT_MAX = 300;
/** Earlier lines that are asked for at once to know the actions before a moment. */
const OLDER = 400;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Past {
  /** The moment that is looked at, or null: the present. */
  moment = $state.raw<Moment | null>(null);
  plays = $state(false);
  /** Move by move instead of in whole actions. */
  fine = $state(false);
  private kept = new Map<number, Moment>();
  private wanted = 0;
  private seeking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** How many moves the game has. */
  get all(): number {
    return this.table.view?.moves ?? 0;
  }

  /** After how many moves we look at the table. */
  get at(): number {
    return this.moment?.moves ?? this.all;
  }

  /** Shows the table after this many moves; the present again at the end. A slider asks for many: the latest counts. */
  async seek(moves: number): Promise<void> {
    this.wanted = Math.max(0, moves);
    this.table.selection.point(null);
    if (this.seeking) return;
    this.seeking = true;
    try {
      for (let got = NaN; got !== this.wanted; ) {
        got = this.wanted;
        this.moment = got >= this.all ? null : await this.fetch(got);
      }
    } catch {
      // the banner tells that the connection is lost; the slider is where it was
    } finally {
      this.seeking = false;
    }
    if (this.moment === null) this.stop();
  }

  /** One action on or back; a single move if one wants it so. */
  step(by: 1 | -1, fine = this.fine): void {
    this.stop();
    void this.go(by, fine);
  }

  private async go(by: 1 | -1, fine: boolean): Promise<void> {
    const from = this.seeking ? this.wanted : this.at;
    if (!fine) await this.learn(from);
    await this.seek(fine ? from + by : this.stopBeside(from, by));
  }

  /** Asks for the lines of the log around a moment, unless they are known. */
  private async learn(moves: number): Promise<void> {
    const first = this.table.log.lines.at(0)?.number ?? 1;
    if (first > 1 && moves <= first) await this.table.log.fetch(Math.max(0, moves - OLDER)).catch(() => {});
  }

  /** The end of an action before or after a moment; where none is known the next move. */
  private stopBeside(from: number, by: 1 | -1): number {
    const stops = [0, ...this.table.story.all.map((action) => action.last)];
    const found = by > 0 ? stops.find((stop) => stop > from) : stops.findLast((stop) => stop < from);
    const isKnown = this.table.story.all.some((action) => action.first - 1 <= from);
    return isKnown && found !== undefined ? found : from + by;
  }

  private async fetch(moves: number): Promise<Moment> {
    const kept = this.kept.get(moves);
    if (kept !== undefined) return kept;
    const here = await this.seeHere(moves);
    if (here !== null) {
      this.keep(here);
      return here;
    }
    const { connection } = this.table;
    if (connection.spare < 16) await sleep(400); // a moving slider leaves something for the rest
    const answer = await connection.say({ do: 'moment', table: this.table.id, moves }, false);
    const moment = answer.moment as Moment;
    if (moves <= (this.table.view?.final ?? 0)) this.keep(moment);
    return moment;
  }

  /** A game that is over is looked at in the engine of this browser, as soon as that has it; until then null. */
  private async seeHere(moves: number): Promise<Moment | null> {
    const { recorded, view, mySeats } = this.table;
    if (recorded === null || view?.phase !== 'over') return null;
    if (recorded.isOpen) return recorded.moment(moves, mySeats).catch(() => null);
    recorded.open().catch(() => {}); // the host of the table has all moments, too
    return null;
  }

  private keep(moment: Moment): void {
    if (this.kept.size >= KEPT_MAX) this.kept.clear();
    this.kept.set(moment.moves, moment);
  }

  /** The texts are in another language now. */
  forget(): void {
    this.kept.clear();
    const moves = this.moment?.moves;
    if (moves !== undefined) void this.seek(moves);
  }

  /** Plays on from here; if this is the present, what happened since the viewer's turn. */
  play(): void {
    if (this.moment === null) this.replay();
    else this.run();
  }

  /** Shows everything since the viewer's turn once more. */
  replay(from = this.table.recap.since): void {
    if (this.all === 0) return;
    this.stop();
    void this.seek(Math.min(from, this.all - 1)).then(() => {
      this.plays = this.moment !== null;
      this.moveOn();
    });
  }

  private run(): void {
    this.plays = this.moment !== null;
    this.wait();
  }

  /** The next action comes when the one that is shown has had its time; step by step when somebody moves on. */
  private wait(): void {
    clearTimeout(this.timer);
    const pace = paceNow() === 'instant' ? 'brisk' : paceNow();
    const ms = timeFor(pace, sentence(this.table).length);
    if (this.plays && ms < Infinity) this.timer = setTimeout(() => this.moveOn(), ms);
  }

  /** Enough has been seen of the action that is shown. */
  moveOn(): void {
    if (this.plays) void this.go(1, this.fine).then(() => this.wait());
  }

  stop(): void {
    clearTimeout(this.timer);
    this.plays = false;
  }

  /** The address of the moment that is looked at. */
  get link(): string {
    return fullLink(`/table/${this.table.id}#${this.at}`);
  }

  /** A new table that continues from here: our seats stay ours, computer players take the others. */
  async goOn(): Promise<string> {
    const { view, mySeats } = this.table;
    if (view === null) return '';
    await beSomebody(this.table.connection);
    await fetchGames();
    const actor = this.moment?.actor;
    const own = mySeats.length > 0 ? mySeats : [typeof actor === 'number' ? actor : 1];
    const us = (seat: number) => (mySeats.includes(seat) ? ourSeat(this.table, seat) : 'me');
    const standard = infoOf(view.game)?.recommended ?? 'random';
    const seats = view.seats.map((seat, i) => (own.includes(i + 1) ? us(i + 1) : (seat.player ?? standard)));
    const record = await api.record(this.table.id, this.at);
    return (await api.bring({ record, seats, start: true, chat: view.chat }, this.table.connection)).table;
  }
}

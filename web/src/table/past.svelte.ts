// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Looking back: any moment of the game, one after another as a film, and a new table that continues from there.

import { fetchGames, infoOf } from '../games/info.svelte';
import { api } from '../net/http';
import { connection } from '../net/connection.svelte';
import { beSomebody } from '../net/people.svelte';
import type { Moment } from '../protocol';
import type { Table } from './table.svelte';

const FILM_MS = 700;
const KEPT_MAX = 300;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Past {
  /** The moment that is looked at, or null: the present. */
  moment = $state.raw<Moment | null>(null);
  plays = $state(false);
  private kept = new Map<number, Moment>();
  private wanted = 0;
  private seeking = false;
  private timer: ReturnType<typeof setInterval> | undefined;

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

  step(by: number): void {
    this.stop();
    void this.seek((this.seeking ? this.wanted : this.at) + by);
  }

  private async fetch(moves: number): Promise<Moment> {
    const kept = this.kept.get(moves);
    if (kept !== undefined) return kept;
    if (connection.spare < 16) await sleep(400); // a moving slider leaves something for the rest
    const answer = await connection.say({ do: 'moment', table: this.table.id, moves }, false);
    const moment = answer.moment as Moment;
    if (moves <= (this.table.view?.final ?? 0)) this.keep(moment);
    return moment;
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

  /** Plays on from here, from the beginning if this is the present. */
  play(): void {
    this.plays = true;
    if (this.moment === null) void this.seek(0);
    this.timer = setInterval(() => {
      if (!this.seeking) void this.seek(this.at + 1);
    }, FILM_MS);
  }

  stop(): void {
    clearInterval(this.timer);
    this.plays = false;
  }

  /** The address of the moment that is looked at. */
  get link(): string {
    return `${location.origin}/table/${this.table.id}#${this.at}`;
  }

  /** A new table that continues from here: our seats stay ours, computer players take the others. */
  async goOn(): Promise<string> {
    const { view, mySeats } = this.table;
    if (view === null) return '';
    await beSomebody();
    await fetchGames();
    const actor = this.moment?.actor;
    const own = mySeats.length > 0 ? mySeats : [typeof actor === 'number' ? actor : 1];
    const standard = infoOf(view.game)?.recommended ?? 'random';
    const seats = view.seats.map((seat, i) => (own.includes(i + 1) ? 'me' : (seat.player ?? standard)));
    const record = await api.record(this.table.id, this.at);
    return (await api.bring({ record, seats, start: true, chat: view.chat })).table;
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A guided game: a table that shows the moments of a recorded game one after another as if they were happening.
// Where the learner decided, the legal moves are those of that moment; the recorded one leads on. Remarks stop it.

import type { Guide, Remark } from 'virtual:guides';
import { fetchGames, infoOf } from '../games/info.svelte';
import { api, messageOf, Refusal } from '../net/http';
import type { LogLine, Moment, Move, Preview, View } from '../protocol';
import { isStill, settings } from '../settings.svelte';
import { Table } from '../table/table.svelte';
import { readScript, type Script } from './script';

/** How long a move of someone else is looked at, and all moves up to the next remark. */
const STEP_MS = 800;
const ALL_MS = 5000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Lesson extends Table {
  override readonly givesHints = false;
  readonly remarks: Remark[];
  readonly script: Script;
  /** The remark that is shown. */
  step = $state(0);
  /** The table moves on to it. */
  runs = $state(false);
  /** A move that was possible too, instead of the one that the lesson takes. */
  other = $state.raw<Move | null>(null);

  private whole: { view: View; log: LogLine[]; language: string } | null = null;
  private readonly moments = new Map<number, Promise<Moment>>();
  private version = 0;
  private hurry = false;

  constructor(id: string, guide: Guide, step: number) {
    super(id);
    this.remarks = guide.remarks;
    this.script = readScript(guide.record);
    this.step = Math.min(step, this.remarks.length - 1);
  }

  /** A table of one's own that continues where the lesson leaves the game. */
  async bringOn(): Promise<string | null> {
    if (this.view === null) return null;
    await fetchGames();
    const computer = infoOf(this.view.game)?.recommended ?? 'random';
    const seats = this.view.seats.map((_seat, i) => (i + 1 === this.script.learner ? 'me' : computer));
    const record = await api.record(this.id, this.leaveAt);
    return (await api.bring({ record, seats, start: true }, this.connection)).table;
  }

  get remark(): Remark {
    return this.remarks[this.step];
  }

  get isLast(): boolean {
    return this.step === this.remarks.length - 1;
  }

  /** What the learner is to do now, or nothing: then the lesson continues by itself. */
  get task(): string | null {
    const { moves, to } = this.remark;
    const next = this.script.moves[moves];
    const more = this.remarks[this.step + 1]?.moves === moves;
    return to === null && !more && next?.actor === this.script.learner ? next.move : null;
  }

  /** The recorded move among the legal ones. */
  readonly wanted = $derived.by(() => (this.task === null ? null : (this.possible.standsFor(this.task) ?? null)));

  /** The longest leap of the lesson; what comes before it is what everyone should see, and from there one can play
   *  on. */
  get leap(): Remark | null {
    const length = ({ moves, to }: Remark) => (to ?? moves) - moves;
    const leaps = this.remarks.filter((remark) => remark.to !== null);
    return leaps.toSorted((a, b) => length(b) - length(a)).at(0) ?? null;
  }

  /** From where one plays on: here, or where the leap began. */
  get leaveAt(): number {
    return Math.min(this.remark.moves, this.leap?.moves ?? Infinity);
  }

  /** The round of that moment. */
  leaveRound = $state(0);

  protected override async watch(): Promise<void> {
    try {
      const answer = await this.connection.say(
        { do: 'watch', table: this.id, legal: false, language: settings.language },
        false,
      );
      const view = answer.view as View;
      if (this.whole?.language !== settings.language) this.moments.clear();
      this.whole = { view, log: answer.log as LogLine[], language: settings.language };
      await this.components.learn(view);
      await this.go(this.step);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') this.missing = error.message;
      else if (!(error instanceof Refusal && error.code === 'offline')) this.problem = messageOf(error);
    }
  }

  // ---- one remark after the other ----------------------------------------------------------------

  /** Shows a remark and the table as it is then. */
  async go(step: number): Promise<void> {
    this.step = Math.max(0, Math.min(step, this.remarks.length - 1));
    this.other = null;
    await this.pose(this.remark.moves);
  }

  /** Goes on to the next remark, one move after the other, or at once where a remark says so. */
  async next(): Promise<void> {
    if (this.runs || this.isLast) return;
    const from = this.remark.to ?? this.remark.moves;
    const target = this.remarks[this.step + 1].moves;
    this.other = null;
    this.runs = true;
    this.hurry = isStill();
    try {
      const pace = Math.min(STEP_MS, ALL_MS / Math.max(1, target - from));
      for (let moves = from + 1; moves < target && !this.hurry; moves++) {
        await this.pose(moves);
        await sleep(pace);
      }
      await this.fetchMoment(target);
    } finally {
      this.runs = false;
    }
    await this.go(this.step + 1);
  }

  skip(): void {
    this.hurry = true;
  }

  // ---- what the table shows ----------------------------------------------------------------------

  private fetchMoment(moves: number): Promise<Moment> {
    let found = this.moments.get(moves);
    if (found === undefined) {
      found = this.connection
        .say({ do: 'moment', table: this.id, moves, legal: true, blocked: true, seat: this.script.learner }, true)
        .then((answer) => answer.moment as Moment);
      this.moments.set(moves, found);
    }
    return found;
  }

  private async pose(moves: number): Promise<void> {
    if (this.whole === null) return;
    const moment = await this.fetchMoment(moves);
    const asks = !this.runs && this.task !== null && this.remark.moves === moves;
    this.show(this.viewOf(this.whole.view, moment, asks), this.whole.log.slice(0, moves));
    this.spokenOf = this.runs ? [] : this.remark.points_at;
    if (asks) void this.fetchMoment(moves + 1);
    if (this.isLast) this.leaveRound = (await this.fetchMoment(this.leaveAt)).round;
  }

  private viewOf(whole: View, moment: Moment, asks: boolean): View {
    const { learner } = this.script;
    const others = typeof moment.actor === 'number' && moment.actor !== learner ? moment.actor : null;
    const { seed: _seed, ...view } = whole;
    return {
      ...view,
      ...moment,
      phase: 'running',
      version: ++this.version,
      final: moment.moves,
      awaited: asks ? learner : others,
      confirming: null,
      legal: asks ? moment.legal : [],
      blocked: asks ? moment.blocked : [],
      can: { undo: asks && this.step > 0 ? [learner] : [], redo: [], confirm: false },
      seats: whole.seats.map((seat, i) => (i + 1 === learner ? { ...seat, yours: true, online: true } : seat)),
    };
  }

  // ---- what the learner does ---------------------------------------------------------------------

  override async change(message: Record<string, unknown>): Promise<void> {
    if (this.runs) return;
    if (message.do === 'undo') return this.go(this.step - 1);
    if (message.do !== 'move') return;
    if (message.move === this.wanted?.move) return this.next();
    this.other = this.possible.legal.find((move) => move.move === message.move) ?? null;
    this.forget();
  }

  /** What the recorded move does is known: it is the next moment. */
  override async askPreview(move: Move): Promise<Preview | null> {
    if (move.move !== this.wanted?.move) return null;
    const after = await this.fetchMoment(this.remark.moves + 1);
    return { ...after, events: after.last?.events ?? [] };
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// One table as this browser sees it: what the server says of it, what is being pointed at, and the one
// thing that is sent back. It knows no rule: what may be done is the server's list of legal moves.

import { api, Refusal } from '../net/http';
import { line, newKey, type News } from '../net/line.svelte';
import type {
  Blocked,
  Card,
  ChatLine,
  LogLine,
  Moment,
  Move,
  Node,
  Preview,
  ScorePoint,
  ThingKey,
  View,
} from '../protocol';
import { isStill, settings } from '../settings.svelte';
import { Film } from './film';
import { play } from './sound';

/** What a thing on the table is to the viewer now. */
export interface Standing {
  moves: Move[]; // legal moves that speak of it, of those still in question
  blocked: Blocked[]; // what cannot be done with it, and why
  chosen: boolean; // it is part of what was chosen so far
  last: boolean; // the last move spoke of it
  key: string; // the key of its move, if it has exactly one
}

const NOTHING: Standing = { moves: [], blocked: [], chosen: false, last: false, key: '' };

/** Keys for moves in the bar: digits, then letters that mean nothing else. */
export const MOVE_KEYS = [...'123456789', ...'qwertzipasdfgjkyxvbnm'];

export class Table {
  readonly id: string;
  view = $state.raw<View | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  scores = $state.raw<ScorePoint[]>([]);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  layout = $state.raw<any>(null);
  cards = $state.raw(new Map<string, Card>());
  /** A moment of the past that is looked at, or null: the present. */
  moment = $state.raw<Moment | null>(null);
  /** Things that were chosen so far of a move that has several. */
  picked = $state.raw<ThingKey[]>([]);
  /** The move that is pointed at or chosen, and what it would do. */
  pointed = $state.raw<Move | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** The thing whose "no" is being asked for. */
  asked = $state.raw<{ thing: ThingKey; blocked: Blocked[]; at: DOMRect } | null>(null);
  /** The component whose card is open. */
  shownCard = $state<string | null>(null);
  busy = $state(false);
  problem = $state('');
  missing = $state('');

  private readonly film = new Film((view, log) => this.show(view, log));
  private readonly previews = new Map<string, Preview>();
  private readonly endings: (() => void)[] = [];
  private known = 0;
  private pointing: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  // ---- coming and going --------------------------------------------------------------------------

  open(): void {
    this.endings.push(
      line.onNews((news) => this.hear(news)),
      line.onOpen(() => void this.watch()),
    );
    if (line.state === 'off') void line.say({ do: 'ping' }).catch(() => {});
  }

  close(): void {
    for (const end of this.endings) end();
    this.film.stop();
    void line.say({ do: 'unwatch', table: this.id }, false).catch(() => {});
  }

  protected async watch(): Promise<void> {
    try {
      const answer = await line.say({ do: 'watch', table: this.id, blocked: true, log: this.known }, false);
      const view = answer.view as View;
      await this.learn(view);
      this.film.skip();
      this.show(view, answer.log as LogLine[]);
      if (view.chat && this.chat.length === 0) this.chat = (await api.chat(this.id)).chat ?? [];
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') this.missing = error.message;
      else if (!(error instanceof Refusal && error.code === 'offline')) this.problem = String(error);
    }
  }

  /** The components of this variant, in the reader's language. */
  private learned = '';

  async learn(view: View): Promise<void> {
    const which = settings.language + JSON.stringify([view.game, view.players, view.options]);
    if (this.learned === which) return;
    const [layout, cards] = await Promise.all([
      api.layout(view.game, view.players, view.options),
      api.cards(view.game, view.players, view.options),
    ]);
    this.layout = layout;
    this.cards = new Map(cards.components.map((card) => [card.id, card]));
    this.learned = which;
  }

  private hear(news: News): void {
    if (news.event === 'table' && (news.view as View).table === this.id) {
      this.film.add(news.view as View, news.log as LogLine[], this.view);
    } else if (news.event === 'chat' && news.table === this.id) {
      this.chat = [...this.chat, news as unknown as ChatLine];
    }
  }

  protected show(view: View, lines: LogLine[]): void {
    const before = this.view;
    this.view = view;
    const moves = view.moves ?? 0;
    const from = lines.length > 0 ? lines[0].number - 1 : moves;
    this.log = [...this.log.filter((old) => old.number <= Math.min(from, moves)), ...lines];
    this.known = view.final ?? 0;
    if (before === null || before.version !== view.version) this.forget();
    if (before !== null) this.sound(before, view);
  }

  private sound(before: View, now: View): void {
    if (now.phase === 'over' && before.phase !== 'over') play('end');
    else if (this.isMine(now.awaited) && !this.isMine(before.awaited)) play('turn');
    else if ((now.moves ?? 0) > (before.moves ?? 0)) play('move');
  }

  /** What was pointed at is out of date. */
  protected forget(): void {
    this.picked = [];
    this.pointed = null;
    this.preview = null;
    this.asked = null;
    this.previews.clear();
  }

  /** Ends the film of what others did. */
  skip(): void {
    this.film.skip();
  }

  // ---- what is shown -----------------------------------------------------------------------------

  /** The position on the table: a moment of the past, or the present. */
  get shown(): Node | null {
    if (this.moment !== null) return this.moment;
    return this.view?.state !== undefined ? (this.view as View & Node) : null;
  }

  get isLive(): boolean {
    return this.moment === null;
  }

  get over(): boolean {
    return this.view?.phase === 'over';
  }

  isMine(seat: number | null | undefined): boolean {
    return typeof seat === 'number' && (this.view?.seats[seat - 1]?.yours ?? false);
  }

  get mySeats(): number[] {
    return (this.view?.seats ?? []).flatMap((seat, i) => (seat.yours ? [i + 1] : []));
  }

  /** The seat that is asked and sits at this browser, or null. */
  get asks(): number | null {
    const awaited = this.view?.awaited ?? null;
    return this.isLive && this.view?.phase === 'running' && this.isMine(awaited) ? awaited : null;
  }

  name(seat: number | 'dealer' | null): string {
    return typeof seat === 'number' ? (this.view?.seats[seat - 1]?.name ?? '') : '';
  }

  get lastLine(): LogLine | null {
    if (this.moment !== null) return this.moment.last;
    return this.log.at(-1) ?? null;
  }

  // ---- what can be done --------------------------------------------------------------------------

  readonly legal = $derived.by(() => (this.isLive && this.asks !== null ? (this.view?.legal ?? []) : []));
  readonly blocked = $derived.by(() => (this.isLive && this.asks !== null ? (this.view?.blocked ?? []) : []));

  /** Legal moves that fit what was chosen so far. */
  readonly open_moves = $derived.by(() =>
    this.legal.filter((move) => this.picked.every((thing) => move.things.includes(thing))),
  );

  /** Keys of the moves in question. */
  readonly keys = $derived.by(
    () => new Map(this.open_moves.slice(0, MOVE_KEYS.length).map((move, i) => [move.move, MOVE_KEYS[i]])),
  );

  private readonly standings = $derived.by(() => {
    const all = new Map<ThingKey, Standing>();
    const at = (thing: ThingKey): Standing => {
      let found = all.get(thing);
      if (found === undefined) all.set(thing, (found = { ...NOTHING, moves: [], blocked: [] }));
      return found;
    };
    for (const move of this.open_moves) for (const thing of new Set(move.things)) at(thing).moves.push(move);
    for (const no of this.blocked) for (const thing of new Set(no.things)) at(thing).blocked.push(no);
    for (const thing of this.picked) at(thing).chosen = true;
    if (this.pointed !== null && settings.careful) for (const thing of this.pointed.things) at(thing).chosen = true;
    for (const thing of this.lastLine?.things ?? []) at(thing).last = true;
    for (const standing of all.values())
      if (standing.moves.length === 1) standing.key = this.keys.get(standing.moves[0].move) ?? '';
    return all;
  });

  /** How a thing stands now; the first of several names that has something to do. */
  standing(...things: ThingKey[]): Standing {
    const found = things.map((thing) => this.standings.get(thing)).filter((one) => one !== undefined);
    return found.find((one) => one.moves.length > 0) ?? found.find((one) => one.blocked.length > 0) ?? found[0] ?? NOTHING;
  }

  /** How many legal moves speak of a thing that `test` accepts: the badge of a panel. */
  countIn(test: (thing: ThingKey) => boolean): number {
    return this.open_moves.filter((move) => move.things.some(test)).length;
  }

  // ---- doing -------------------------------------------------------------------------------------

  /** A thing on the table was pressed. */
  press(thing: ThingKey, at: DOMRect): void {
    const standing = this.standing(thing);
    this.asked = null;
    if (standing.chosen && this.picked.includes(thing)) {
      this.picked = this.picked.filter((other) => other !== thing);
    } else if (standing.moves.length === 1) {
      this.choose(standing.moves[0]);
    } else if (standing.moves.length > 1) {
      this.picked = [...this.picked, thing];
    } else if (standing.blocked.length > 0) {
      this.asked = { thing, blocked: standing.blocked, at };
    }
  }

  /** A move was pressed: it is made, or with careful settings chosen first. */
  choose(move: Move): void {
    if (!settings.careful || this.pointed?.move === move.move) void this.make(move);
    else this.point(move, true);
  }

  back(): void {
    if (this.asked !== null) this.asked = null;
    else if (this.picked.length > 0) this.picked = this.picked.slice(0, -1);
    else this.point(null);
  }

  /** Asks what a move would do, a moment after it is pointed at. */
  point(move: Move | null, stays = false): void {
    if (!stays && settings.careful && this.pointed !== null && move === null) return;
    clearTimeout(this.pointing);
    this.pointed = move;
    this.preview = move === null ? null : (this.previews.get(move.move) ?? null);
    if (move === null || this.preview !== null) return;
    this.pointing = setTimeout(() => void this.foresee(move), 120);
  }

  private async foresee(move: Move): Promise<void> {
    const version = this.view?.version;
    try {
      const preview = await this.askPreview(move);
      if (preview === null || this.view?.version !== version) return;
      this.previews.set(move.move, preview);
      if (this.pointed?.move === move.move) this.preview = preview;
    } catch {
      // a preview is a courtesy
    }
  }

  /** What a move would do; null if that is not known. */
  protected async askPreview(move: Move): Promise<Preview | null> {
    if (line.spare < 12 || this.asks === null) return null;
    const answer = await line.say({ do: 'preview', table: this.id, seat: this.asks, move: move.move }, false);
    return answer.preview as Preview;
  }

  make(move: Move): Promise<void> {
    return this.change({ do: 'move', seat: this.asks, move: move.move });
  }

  confirm(): Promise<void> {
    return this.change({ do: 'confirm', seat: this.view?.confirming });
  }

  undo(): Promise<void> {
    return this.change({ do: 'undo', seat: this.view?.can?.undo[0] });
  }

  redo(): Promise<void> {
    return this.change({ do: 'redo', seat: this.view?.can?.redo[0] });
  }

  /** Sends something that changes the table; its answer comes when it is on the disk. */
  async change(message: Record<string, unknown>): Promise<void> {
    if (this.busy || this.view === null) return;
    this.busy = true;
    this.problem = '';
    this.film.skip();
    try {
      await line.say({ ...message, table: this.id, expected: this.view.version, key: newKey() });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'stale')) this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  // ---- looking back ------------------------------------------------------------------------------

  /** Shows the table after so many moves; the present again at the end. */
  async seek(moves: number): Promise<void> {
    const all = this.view?.moves ?? 0;
    if (moves >= all) {
      this.moment = null;
      return;
    }
    const answer = await line.say({ do: 'moment', table: this.id, moves: Math.max(0, moves) }, false);
    this.moment = answer.moment as Moment;
  }

  async fetchLog(from: number): Promise<void> {
    const answer = await line.say({ do: 'log', table: this.id, from }, false);
    const lines = new Map([...this.log, ...(answer.log as LogLine[])].map((one) => [one.number, one]));
    this.log = [...lines.values()].sort((a, b) => a.number - b.number);
  }

  async fetchScores(): Promise<void> {
    const answer = await line.say({ do: 'scores', table: this.id }, false);
    this.scores = answer.scores as ScorePoint[];
  }

  // ---- components --------------------------------------------------------------------------------

  card(id: string): Card | undefined {
    return this.cards.get(id);
  }

  cardName(id: string): string {
    return this.cards.get(id)?.name ?? id;
  }

  isStill(): boolean {
    return isStill();
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// One table as this browser sees it: what the server says of it, what is being pointed at, and the one
// thing that is sent back. It knows no rule: what may be done is the server's list of legal moves.

import { api, Refusal } from '../net/http';
import { line, newKey, type News } from '../net/line.svelte';
import type { Blocked, Card, ChatLine, HintStudy, LogLine, Moment, Move, Node, Preview, ScorePoint, Seat, ThingKey, View } from '../protocol';
import { isUsed } from '../help/kinds';
import { recall, remember, settings } from '../settings.svelte';
import { t } from '../words/words';
import { Chat } from './chat.svelte';
import { Film } from './film';
import { inOrder } from './telling';
import type { MoveGroup } from './grouping';
import { Hints } from './hints.svelte';
import { Past } from './past.svelte';
import { Review } from './review.svelte';
import { play } from './sound';

/** What a thing on the table is to the viewer now. */
export interface Standing {
  moves: Move[]; // legal moves that speak of it, of those still in question
  blocked: Blocked[]; // what cannot be done with it, and why
  chosen: boolean; // it is part of what was chosen so far
  last: boolean; // the last move spoke of it
  advised: number; // the rank of the best advised move that speaks of it, from 1; 0: none does
  key: string; // the key of its move, if it has exactly one
}

const RETRY_MS = 2_000;
const ADVISED_MAX = 3; // more would light up half of the board
/** Who only passes over the table is not told everything. */
const HINT_MS = 600;
const HANDS_KEY = 'orrery.handover';
const NOTHING: Standing = { moves: [], blocked: [], chosen: false, last: false, advised: 0, key: '' };

/** Something that was chosen of a move that has several things, and how it is called. */
export interface Pick {
  thing: ThingKey;
  label: string;
}

/** Why something is not possible: what is asked about, where it is, and whether the answer stays until it is closed. */
export interface Asked {
  thing: ThingKey;
  blocked: Blocked[];
  at: DOMRect;
  stays: boolean;
  about: string; // what the thing is, if nothing else tells it
}

/** What something is, told beside it. */
export interface Hint {
  text: string;
  at: DOMRect;
}

/** What lies over the table: a page of the menu, the list of all moves, the result. */
export type Opened = 'score' | 'chat' | 'table' | 'settings' | 'help' | 'moves' | 'end' | 'analysis';

/** Does a move speak of a thing, or of several that follow each other in it ("ship:2 place:SOL")? */
function speaksOf(move: { things: ThingKey[] }, thing: ThingKey): boolean {
  return ` ${move.things.join(' ')} `.includes(` ${thing} `);
}

/** Keys for moves in the bar: digits, then letters that mean nothing else. */
export const MOVE_KEYS = [...'123456789', ...'qwertzipasdfgjkyxvbnm'];

export class Table {
  readonly id: string;
  view = $state.raw<View | null>(null);
  log = $state.raw<LogLine[]>([]);
  scores = $state.raw<ScorePoint[]>([]);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  layout = $state.raw<any>(null);
  cards = $state.raw(new Map<string, Card>());
  readonly chat: Chat;
  readonly past: Past;
  readonly hints: Hints;
  readonly review: Review;
  /** Are there hints at tables of this sort? */
  readonly givesHints: boolean = true;
  /** Things that were chosen so far of a move that has several. */
  picks = $state.raw<Pick[]>([]);
  /** The kind of moves that was chosen of many. */
  group = $state.raw<MoveGroup | null>(null);
  /** The move that is pointed at, and the one that is chosen and waits to be made. */
  pointed = $state.raw<Move | null>(null);
  chosen = $state.raw<Move | null>(null);
  /** The thing whose "no" is being asked for. */
  asked = $state.raw<Asked | null>(null);
  /** What the thing that is pointed at is. */
  hint = $state.raw<Hint | null>(null);
  /** Things that are spoken of; a narrow table opens the panel that shows the first. */
  spokenOf = $state.raw<ThingKey[]>([]);
  /** The component whose card is open. */
  shownCard = $state<string | null>(null);
  opened = $state<Opened | null>(null);
  busy = $state(false);
  problem = $state('');
  missing = $state('');
  /** With several people at this browser: is it said who is next? */
  private hands = $state(true);
  /** Focus is being moved by the page: nothing is pointed at by that. */
  quiet = false;

  private readonly film = new Film((view, log) => this.show(view, log));
  private foreseen = $state.raw(new Map<string, Preview>());
  private readonly endings: (() => void)[] = [];
  /** News that came before the table is known. */
  private early: News[] | null = null;
  private known = 0;
  private spoken = '';
  private learned = '';
  private scored = '';
  private retry: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private pointing: ReturnType<typeof setTimeout> | undefined;
  private hinting: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
    this.chat = new Chat(id);
    this.past = new Past(this);
    this.hints = new Hints(this);
    this.review = new Review(this);
    this.hands = recall<Record<string, boolean>>(HANDS_KEY)[id] ?? true;
  }

  get handsOver(): boolean {
    return this.hands;
  }

  set handsOver(on: boolean) {
    this.hands = on;
    const { [this.id]: _, ...others } = recall<Record<string, boolean>>(HANDS_KEY);
    remember(HANDS_KEY, on ? others : { ...Object.fromEntries(Object.entries(others).slice(-40)), [this.id]: false });
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
    clearTimeout(this.retry);
    this.film.stop();
    this.past.stop();
    this.review.stop();
    void line.say({ do: 'unwatch', table: this.id }, false).catch(() => {});
  }

  protected async watch(): Promise<void> {
    if (this.spoken !== settings.language) this.known = 0;
    this.early = [];
    clearTimeout(this.retry);
    try {
      const answer = await line.say({ do: 'watch', table: this.id, blocked: true, log: this.known, language: settings.language }, false);
      const view = { ...(answer.view as View), heard: performance.now() };
      await this.learn(view);
      this.film.drop();
      if (this.spoken !== settings.language) this.translate();
      this.show(view, answer.log as LogLine[]);
      this.hearEarly();
      this.hints.comeBack();
      if (view.chat) await this.chat.fetch();
    } catch (error) {
      this.early = null;
      const code = error instanceof Refusal ? error.code : '';
      if (code === 'not-found') {
        this.missing = (error as Error).message;
        return;
      }
      if (code !== 'offline') this.problem = (error as Error).message;
      if (line.state === 'up') this.retry = setTimeout(() => void this.watch(), RETRY_MS);
    }
  }

  /** What was told in another language is forgotten, and asked for again. */
  private translate(): void {
    const first = this.spoken === '';
    this.spoken = settings.language;
    if (first) return;
    this.log = [];
    this.forget();
    this.past.forget();
  }

  /** The components of this variant, in the reader's language. */
  async learn(view: View): Promise<void> {
    const which = settings.language + JSON.stringify([view.game, view.players, view.options]);
    if (this.learned === which) return;
    const [layout, cards] = await Promise.all([
      api.layout(view.game, view.players, view.options),
      api.cards(view.game, view.players, view.options),
    ]);
    this.layout = layout;
    const used = cards.components.filter((card) => isUsed(card, view.players, view.options));
    this.cards = new Map(used.map((card) => [card.id, card]));
    this.learned = which;
  }

  private hearEarly(): void {
    const early = this.early ?? [];
    this.early = null;
    for (const news of early) this.hear(news);
  }

  private hear(news: News): void {
    if (this.early !== null) {
      this.early.push(news);
    } else if (news.event === 'table' && (news.view as View).table === this.id) {
      this.film.add({ ...(news.view as View), heard: performance.now() }, news.log as LogLine[], this.view);
    } else if (news.event === 'chat' && news.table === this.id) {
      this.chat.hear(news as unknown as ChatLine);
    } else if (news.event === 'hint' && news.table === this.id) {
      this.hints.hear(news.hint as HintStudy);
    }
  }

  protected show(view: View, lines: LogLine[]): void {
    const before = this.view;
    this.view = view;
    const moves = view.moves ?? 0;
    const from = lines.length > 0 ? lines[0].number - 1 : moves;
    this.log = inOrder([...this.log.filter((old) => old.number <= from), ...lines]).filter((one) => one.number <= moves);
    this.known = view.final ?? 0;
    if (before === null || before.version !== view.version) this.forget();
    if ((this.past.moment?.moves ?? 0) > moves) void this.past.seek(moves);
    if (before !== null) this.sound(before, view);
    if (view.phase !== 'open') this.followScores(view);
    if (view.phase === 'over' && before?.phase !== 'over' && location.hash === '') this.opened = 'end';
  }

  private sound(before: View, now: View): void {
    if (now.phase === 'over' && before.phase !== 'over') play('end');
    else if (this.isMine(now.awaited) && before.awaited !== now.awaited) play('turn');
    else if ((now.moves ?? 0) > (before.moves ?? 0)) play('move');
  }

  /** What was pointed at is out of date. */
  protected forget(): void {
    clearTimeout(this.pointing);
    this.picks = [];
    this.group = null;
    this.pointed = null;
    this.chosen = null;
    this.asked = null;
    this.hints.close();
    this.untell();
    this.foreseen = new Map();
    if (this.opened === 'moves') this.opened = null;
  }

  /** Ends the film of what others did. */
  skip(): void {
    this.film.skip();
  }

  // ---- what is shown -----------------------------------------------------------------------------

  /** A moment of the past that is looked at, or null: the present. */
  get moment(): Moment | null {
    return this.past.moment;
  }

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

  seat(seat: number | 'dealer' | null | undefined): Seat | undefined {
    return typeof seat === 'number' ? this.view?.seats[seat - 1] : undefined;
  }

  /** Does somebody at this browser decide for the seat? */
  isMine(seat: number | null | undefined): boolean {
    const found = this.seat(seat);
    return found !== undefined && found.yours && !found.replaced;
  }

  /** The seats of this browser, also those for which a computer player goes on. */
  get mySeats(): number[] {
    return (this.view?.seats ?? []).flatMap((seat, i) => (seat.yours ? [i + 1] : []));
  }

  /** The seat that everybody waits for if it is one of this browser, whatever is looked at. */
  get awaitsMe(): number | null {
    const awaited = this.view?.awaited ?? null;
    return this.view?.phase === 'running' && this.isMine(awaited) ? awaited : null;
  }

  /** The seat that is asked and sits at this browser, or null. */
  get asks(): number | null {
    return this.isLive ? this.awaitsMe : null;
  }

  name(seat: number | 'dealer' | null): string {
    return this.seat(seat)?.name ?? '';
  }

  get lastLine(): LogLine | null {
    if (this.moment !== null) return this.moment.last;
    return this.log.at(-1) ?? null;
  }

  /** The number of the last move that somebody at this browser made. */
  readonly ownLast = $derived.by(
    () => this.log.findLast((one) => typeof one.actor === 'number' && this.isMine(one.actor))?.number ?? 0,
  );

  // ---- what can be done --------------------------------------------------------------------------

  readonly legal = $derived.by(() => (this.isLive && this.asks !== null ? (this.view?.legal ?? []) : []));
  readonly blocked = $derived.by(() => (this.isLive && this.asks !== null ? (this.view?.blocked ?? []) : []));

  /** The things of `picks`. */
  readonly picked = $derived.by(() => this.picks.map((pick) => pick.thing));

  /** Legal moves that fit what was chosen so far. */
  readonly open_moves = $derived.by(() =>
    this.legal.filter(
      (move) =>
        (this.group === null || this.group.moves.includes(move)) &&
        this.picked.every((thing) => speaksOf(move, thing)),
    ),
  );

  /** What is not possible of that. */
  private readonly closed_moves = $derived.by(() =>
    this.blocked.filter((no) => this.picked.every((thing) => speaksOf(no, thing))),
  );

  /** Keys of the moves in question. */
  readonly keys = $derived.by(
    () => new Map(this.open_moves.slice(0, MOVE_KEYS.length).map((move, i) => [move.move, MOVE_KEYS[i]])),
  );

  /** The move that the bar speaks of. */
  readonly aimed = $derived.by(() => this.pointed ?? this.chosen);
  /** What that move would do, as soon as the server has said it. */
  readonly preview = $derived.by(() =>
    this.isLive && this.aimed !== null ? (this.foreseen.get(this.aimed.move) ?? null) : null,
  );

  /** The best moves, if somebody asked for them: by a hint, of which one can be pointed at, or by the analysis at the moment that is looked at. */
  readonly advised = $derived.by(() => {
    if (!this.isLive) return this.review.advice;
    const pointed = this.hints.best.filter((one) => one.move === this.aimed?.move);
    return pointed.length > 0 ? pointed : this.hints.best.slice(0, ADVISED_MAX);
  });

  private readonly standings = $derived.by(() => {
    const all = new Map<ThingKey, Standing>();
    const at = (thing: ThingKey): Standing => {
      let found = all.get(thing);
      if (found === undefined) all.set(thing, (found = { ...NOTHING, moves: [], blocked: [] }));
      return found;
    };
    const done = new Set(this.picked.flatMap((thing) => thing.split(' ')));
    for (const move of this.open_moves)
      for (const thing of new Set(move.things)) if (!done.has(thing)) at(thing).moves.push(move);
    for (const no of this.closed_moves)
      for (const thing of new Set(no.things)) if (!done.has(thing)) at(thing).blocked.push(no);
    for (const thing of this.picked) at(thing).chosen = true;
    for (const thing of this.chosen?.things ?? []) at(thing).chosen = true;
    for (const thing of this.lastLine?.things ?? []) at(thing).last = true;
    for (const move of this.advised) for (const thing of move.things) at(thing).advised ||= this.advised.indexOf(move) + 1;
    for (const standing of all.values())
      if (standing.moves.length === 1) standing.key = this.keys.get(standing.moves[0].move) ?? '';
    return all;
  });

  /** Of several things that follow each other in a move, for example a ship and its place. */
  private together(things: ThingKey): Standing | undefined {
    const known = this.standings.get(things);
    if (known !== undefined || !things.includes(' ')) return known;
    const found: Standing = {
      ...NOTHING,
      moves: this.open_moves.filter((move) => speaksOf(move, things)),
      blocked: this.closed_moves.filter((no) => speaksOf(no, things)),
      last: this.lastLine !== null && speaksOf(this.lastLine, things),
      advised: this.advised.findIndex((move) => speaksOf(move, things)) + 1,
    };
    if (found.moves.length === 1) found.key = this.keys.get(found.moves[0].move) ?? '';
    this.standings.set(things, found);
    return found;
  }

  /** How a thing stands now; the first of several names that has something to do. */
  standing(...things: ThingKey[]): Standing {
    const found = things.map((thing) => this.together(thing)).filter((one) => one !== undefined);
    return found.find((one) => one.moves.length > 0) ?? found.find((one) => one.blocked.length > 0) ?? found[0] ?? NOTHING;
  }

  /** Could a thing be chosen if something else were not? */
  isOther(thing: ThingKey): boolean {
    return (this.picks.length > 0 || this.group !== null) && this.legal.some((move) => speaksOf(move, thing));
  }

  /** How many legal moves speak of a thing that `test` accepts: the badge of a panel. */
  countIn(test: (thing: ThingKey) => boolean): number {
    return this.open_moves.filter((move) => move.things.some(test)).length;
  }

  // ---- doing -------------------------------------------------------------------------------------

  /** A thing on the table was pressed. */
  press(thing: ThingKey, at: DOMRect, label = '', about = ''): void {
    const standing = this.standing(thing);
    this.asked = null;
    this.untell();
    if (this.picked.includes(thing)) {
      this.picks = this.picks.filter((pick) => pick.thing !== thing);
    } else if (standing.moves.length === 1) {
      this.choose(standing.moves[0]);
    } else if (standing.moves.length > 1) {
      this.picks = [...this.picks, { thing, label }];
    } else if (standing.blocked.length > 0) this.ask(thing, at, true, about);
    else if (this.isOther(thing)) this.chooseInstead(thing, at, label);
  }

  /** Chooses a thing instead of what does not go with it. */
  private chooseInstead(thing: ThingKey, at: DOMRect, label: string): void {
    const moves = this.legal.filter((move) => speaksOf(move, thing));
    const kept = this.picks.filter((pick) => moves.some((move) => speaksOf(move, pick.thing)));
    const goTogether = moves.some((move) => kept.every((pick) => speaksOf(move, pick.thing)));
    this.picks = goTogether ? kept : [];
    this.group = null;
    this.press(thing, at, label);
  }

  /** Says why a thing is not possible: for as long as it is pointed at, or until it is closed. */
  ask(thing: ThingKey, at: DOMRect, stays: boolean, about = ''): void {
    clearTimeout(this.asking);
    const { blocked } = this.standing(thing);
    if (blocked.length > 0) this.asked = { thing, blocked, at, stays, about };
  }

  /** The thing is not pointed at any more; the answer stays for a moment, so that it can be reached. */
  unask(): void {
    if (this.asked?.stays !== false) return;
    clearTimeout(this.asking);
    this.asking = setTimeout(() => (this.asked = this.asked?.stays ? this.asked : null), 300);
  }

  /** Tells in a moment what something is. */
  tell(text: string, at: DOMRect): void {
    this.untell();
    this.hinting = setTimeout(() => (this.hint = { text, at }), HINT_MS);
  }

  untell(): void {
    clearTimeout(this.hinting);
    this.hint = null;
  }

  /** A move was pressed: it is made, or if one wants to be careful chosen first. */
  choose(move: Move, careful = settings.careful): void {
    if (!careful || this.chosen?.move === move.move) void this.make(move);
    else {
      this.chosen = move;
      this.point(move);
    }
  }

  /** One step back of what was chosen. */
  back(): void {
    if (this.asked !== null) this.asked = null;
    else if (this.chosen !== null) this.chosen = this.pointed = null;
    else if (this.picks.length > 0) this.picks = this.picks.slice(0, -1);
    else if (this.group !== null) this.group = null;
    else if (this.hints.isOpen) this.hints.close();
    else this.point(null);
  }

  /** Asks what a move would do, a moment after it is pointed at. */
  point(move: Move | null): void {
    clearTimeout(this.pointing);
    this.pointed = move;
    if (move !== null && !this.foreseen.has(move.move))
      this.pointing = setTimeout(() => void this.foresee(move), 120);
  }

  /** A move is not pointed at any more. */
  unpoint(move: Move): void {
    if (this.pointed?.move === move.move) this.point(null);
  }

  private async foresee(move: Move): Promise<void> {
    const version = this.view?.version;
    try {
      const preview = await this.askPreview(move);
      if (preview !== null && this.view?.version === version)
        this.foreseen = new Map(this.foreseen).set(move.move, preview);
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

  /** Sends something that changes the table; its answer comes when it is on the disk. `isAnswer`: to what is asked now. */
  async change(message: Record<string, unknown>, isAnswer = true): Promise<void> {
    if (this.busy || this.view === null) return;
    const expected = isAnswer ? this.view.version : undefined;
    this.busy = true;
    this.problem = '';
    this.film.skip();
    try {
      await line.say({ ...message, table: this.id, expected, key: newKey() });
    } catch (error) {
      const stale = error instanceof Refusal && error.code === 'stale';
      this.problem = stale ? t('The table had changed meanwhile, so nothing was done. Please choose again.') : (error as Error).message;
      if (stale) void this.watch();
    } finally {
      this.busy = false;
    }
  }

  // ---- looking back ------------------------------------------------------------------------------

  /** Shows the table after so many moves; the present again at the end. */
  seek(moves: number): Promise<void> {
    return this.past.seek(moves);
  }

  async fetchLog(from: number): Promise<void> {
    const answer = await line.say({ do: 'log', table: this.id, from }, false);
    this.log = inOrder([...this.log, ...(answer.log as LogLine[])]);
  }

  async fetchScores(): Promise<void> {
    const answer = await line.say({ do: 'scores', table: this.id }, false);
    this.scores = answer.scores as ScorePoint[];
  }

  /** The points of each round are asked for when a round or the game has ended. */
  private followScores(view: View): void {
    const which = `${view.round} ${view.phase}`;
    if (this.scored === which) return;
    this.scored = which;
    void this.fetchScores().catch(() => (this.scored = ''));
  }

  /** The round in which a move was made. */
  roundOf(move: number): number {
    return this.scores.find((point) => move <= point.moves)?.round ?? this.view?.round ?? 0;
  }

  // ---- components --------------------------------------------------------------------------------

  card(id: string): Card | undefined {
    return this.cards.get(id);
  }

  cardName(id: string): string {
    return this.cards.get(id)?.name ?? id;
  }
}

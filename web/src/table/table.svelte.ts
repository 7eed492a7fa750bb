// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// One table as this browser sees it: what the server says of it, and the one thing that is sent back. Who sits at it is
// in seated.svelte.ts, what can be done there in possible.svelte.ts.
// What the viewer points at and chooses is in selection.svelte.ts, what things are to the viewer in status.svelte.ts.

import type { GameView } from '../games/game';
import { newKey, type Connection, type News } from '../net/connection';
import { connectionOf } from '../net/connections.svelte';
import { RecordedTable } from '../net/recorded';
import { messageOf, Refusal } from '../net/http';
import type { ChatLine, HintStudy, LogLine, Moment, Move, Node, Preview, ThingKey, View } from '../protocol';
import { paceNow, settings } from '../settings.svelte';
import { t } from '../words/words';
import { Callouts } from './callouts.svelte';
import { Chat } from './chat.svelte';
import { Components } from './components.svelte';
import { Drawer } from './drawer.svelte';
import { Forced } from './forced.svelte';
import { Handover } from './handover.svelte';
import { Hints } from './hints.svelte';
import { Log } from './log.svelte';
import { Past } from './past.svelte';
import { Playback } from './playback.svelte';
import { Possible } from './possible.svelte';
import { Recap } from './recap.svelte';
import { RevealedCards } from './reveals.svelte';
import { Review } from './review.svelte';
import { Seated } from './seated.svelte';
import { Selection } from './selection.svelte';
import { sentence } from './sentence';
import { play } from './sound';
import { Statuses } from './status.svelte';
import { Story } from './story.svelte';

const RETRY_MS = 2_000;
/** This many messages are kept for what matters more than a preview. */
const SPARE_MIN = 12;

/** What lies over the table: a page of the menu, the list of all moves, the result. */
export type Opened = 'round' | 'score' | 'table' | 'settings' | 'help' | 'moves' | 'end' | 'analysis';

/** A move as it is sent, or the moves of a whole action. */
function sent(move: Move): { move?: string; moves?: string[] } {
  return move.moves === undefined ? { move: move.move } : { moves: move.moves };
}

function presentAt(view: View): number[] {
  return view.seats.flatMap((seat, i) => (seat.online ? [i + 1] : []));
}

function withPresence(view: View, present: number[] | null): View {
  if (present === null) return view;
  return { ...view, seats: view.seats.map((seat, i) => ({ ...seat, online: present.includes(i + 1) })) };
}

export class Table extends Seated {
  readonly id: string;
  readonly connection: Connection;
  /** In the engine of this browser, for what the table's host need not compute; null if there is none. */
  readonly recorded: RecordedTable | null;
  /** How the game is drawn, once that is known. */
  gameView = $state.raw<GameView | null>(null);
  readonly components: Components;
  readonly callouts = new Callouts();
  readonly log: Log;
  readonly handover: Handover;
  readonly possible = new Possible(this);
  readonly selection: Selection;
  readonly statuses: Statuses;
  readonly reveals: RevealedCards;
  readonly chat: Chat;
  readonly past: Past;
  readonly recap: Recap;
  readonly hints: Hints;
  readonly forced: Forced;
  readonly review: Review;
  readonly story: Story;
  readonly drawer = new Drawer();
  /** Are there hints at tables of this sort? */
  readonly givesHints: boolean = true;
  /** Is the viewer told at tables of this sort what happened since their turn? */
  readonly recaps: boolean = true;
  /** Is it shared with a friend's browser, without a server? */
  isShared = $state(false);
  /** Things that are spoken of; a narrow table opens the panel that shows the first. */
  spokenOf = $state.raw<ThingKey[]>([]);
  /** The component whose card is open. */
  shownCard = $state<string | null>(null);
  opened = $state<Opened | null>(null);
  busy = $state(false);
  problem = $state('');
  missing = $state('');
  /** There is no such table any more, but what is kept of it. */
  isKept = $state(false);
  /** Focus is being moved by the page: nothing is pointed at by that. */
  quiet = false;

  /** What others do, action by action. */
  readonly playback = new Playback({
    show: (view, log) => this.show(view, log),
    beginnings: (coming) => this.story.beginnings(coming),
    letters: () => sentence(this).length,
    isHeld: () => this.opened === 'round',
    isPressed: (view) => view.clock.kind === 'live' && view.seats[(view.awaited ?? 0) - 1]?.yours,
  });
  private readonly endings: (() => void)[] = [];
  /** News that came before the table is known. */
  private early: News[] | null = null;
  private known = 0;
  /** The seats whose people are connected, as last heard: what is shown may be older. Null: as the view says. */
  private present: number[] | null = null;
  private spoken = '';
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    super();
    this.id = id;
    this.connection = connectionOf(id);
    this.recorded = RecordedTable.of(id, this.connection);
    this.components = new Components(this.connection);
    this.chat = new Chat(id);
    this.past = new Past(this);
    this.recap = new Recap(this);
    this.hints = new Hints(this);
    this.forced = new Forced(this);
    this.review = new Review(this);
    this.log = new Log(id, this.connection);
    this.story = new Story(this);
    this.handover = new Handover(id);
    this.selection = new Selection(this);
    this.statuses = new Statuses(this);
    this.reveals = new RevealedCards(this);
  }

  // ---- coming and going --------------------------------------------------------------------------

  open(): void {
    this.endings.push(
      this.connection.onNews((news) => this.hear(news)),
      this.connection.onOpen(() => void this.watch()),
    );
    document.addEventListener('visibilitychange', this.whenHidden);
    if (this.connection.state === 'off')
      void this.connection.say({ do: 'ping' }).catch((error: unknown) => this.refuse(error));
  }

  /** Without a server there is no such table; a line that is lost comes back. */
  private refuse(error: unknown): void {
    const code = error instanceof Refusal ? error.code : '';
    if (code === 'no-server' || code === 'not-found') this.missing = messageOf(error);
  }

  /** Is a move made by itself where nothing else is possible? */
  get makesForced(): boolean {
    return settings.forced;
  }

  close(): void {
    for (const end of this.endings) end();
    document.removeEventListener('visibilitychange', this.whenHidden);
    clearTimeout(this.retry);
    this.playback.stop();
    this.past.stop();
    this.review.stop();
    void this.connection.say({ do: 'unwatch', table: this.id }, false).catch(() => {});
  }

  /** Nothing is played where nobody looks; the recap tells it. */
  private readonly whenHidden = (): void => {
    if (document.hidden) this.playback.skip();
  };

  protected async watch(): Promise<void> {
    if (this.spoken !== settings.language) this.known = 0;
    this.early = [];
    clearTimeout(this.retry);
    try {
      const answer = await this.connection.say(
        { do: 'watch', table: this.id, blocked: true, plans: true, log: this.known, language: settings.language },
        false,
      );
      const view = { ...(answer.view as View), heard: performance.now() };
      await this.components.learn(view);
      this.isShared = answer.friend === true;
      this.present = presentAt(view);
      this.playback.drop();
      if (this.spoken !== settings.language) this.translate();
      this.show(view, answer.log as LogLine[]);
      this.hearEarly();
      this.hints.comeBack();
      if (view.chat) await this.chat.fetch();
    } catch (error) {
      this.early = null;
      const code = error instanceof Refusal ? error.code : '';
      if (code === 'not-found' || code === 'outdated') {
        this.missing = messageOf(error);
        this.isKept = code === 'outdated';
        return;
      }
      if (code !== 'offline') this.problem = messageOf(error);
      if (this.connection.state === 'up') this.retry = setTimeout(() => void this.watch(), RETRY_MS);
    }
  }

  /** What was told in another language is forgotten, and asked for again. */
  private translate(): void {
    const first = this.spoken === '';
    this.spoken = settings.language;
    if (first) return;
    this.log.forget();
    this.forget();
    this.past.forget();
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
      const view = { ...(news.view as View), heard: performance.now() };
      this.present = presentAt(view);
      this.playback.add(view, news.log as LogLine[], this.view);
    } else if (news.event === 'chat' && news.table === this.id) {
      this.chat.hear(news as unknown as ChatLine);
    } else if (news.event === 'presence' && news.table === this.id) {
      this.hearPresence(news.online as number[]);
    } else if (news.event === 'hint' && news.table === this.id) {
      this.hints.hear(news.hint as HintStudy);
    } else if (news.event === 'trouble' && news.table === this.id) {
      this.problem = String(news.text);
    }
  }

  /** Someone has come or gone. */
  private hearPresence(online: number[]): void {
    this.present = online;
    if (this.view !== null) this.view = withPresence(this.view, online);
  }

  protected show(shown: View, lines: LogLine[]): void {
    const before = this.view;
    const view = withPresence(shown, this.present);
    this.view = view;
    const moves = view.moves ?? 0;
    this.log.take(lines, moves);
    this.known = view.final ?? 0;
    if (before === null || before.version !== view.version) this.forget();
    if ((this.past.moment?.moves ?? 0) > moves) void this.past.seek(moves);
    if (before !== null) this.sound(before, view);
    if (view.phase !== 'open') this.log.followScores(view);
    if (this.recap.endsRound(view)) this.opened ??= 'round';
    if (view.phase === 'over' && before?.phase !== 'over' && location.hash === '') this.opened = 'end';
  }

  private sound(before: View, now: View): void {
    if (now.phase === 'over' && before.phase !== 'over') play('end');
    else if (this.isMine(now.awaited) && before.awaited !== now.awaited) play('turn');
    else if ((now.moves ?? 0) > (before.moves ?? 0)) play('move');
  }

  /** What was pointed at is out of date. */
  protected forget(): void {
    this.selection.forget();
    this.callouts.forget();
    this.hints.forget();
    if (this.opened === 'moves') this.opened = null;
  }

  /** The viewer has seen enough of the action that is shown. */
  seen(): void {
    if (this.moment === null) this.playback.moveOn();
    else if (paceNow() === 'step') this.past.moveOn();
  }

  // ---- what is shown -----------------------------------------------------------------------------

  /** What someone did that led to what is shown. */
  readonly action = $derived.by(() => {
    const moves = this.moment?.moves ?? Infinity;
    return this.story.all.findLast((action) => action.kind === 'action' && action.first <= moves) ?? null;
  });

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

  /** The seat that everyone waits for if it is one of this browser, whatever is looked at. */
  get awaitsMe(): number | null {
    const awaited = this.view?.awaited ?? null;
    return this.view?.phase === 'running' && this.isMine(awaited) ? awaited : null;
  }

  /** The seat that is asked and sits at this browser, or null. */
  get asks(): number | null {
    return this.isLive ? this.awaitsMe : null;
  }

  get lastLine(): LogLine | null {
    return this.moment !== null ? this.moment.last : this.log.last;
  }

  /** The number of the last move that someone at this browser made. */
  readonly ownLast = $derived.by(
    () => this.log.lines.findLast((one) => typeof one.actor === 'number' && this.isMine(one.actor))?.number ?? 0,
  );

  /** The round in which a move was made. */
  roundOf(move: number): number {
    return this.log.roundOf(move) ?? (this.view?.round ?? 0) - this.log.roundsBegun(move);
  }

  // ---- doing -------------------------------------------------------------------------------------

  /** What a move would do; null if that is not known. */
  async askPreview(move: Move): Promise<Preview | null> {
    if (this.connection.spare < SPARE_MIN || this.asks === null) return null;
    const answer = await this.connection.say({ do: 'preview', table: this.id, seat: this.asks, ...sent(move) }, false);
    return answer.preview as Preview;
  }

  make(move: Move): Promise<void> {
    this.forced.resume();
    return this.change({ do: 'move', seat: this.asks, ...sent(move) });
  }

  confirm(): Promise<void> {
    this.forced.resume();
    return this.change({ do: 'confirm', seat: this.view?.confirming });
  }

  undo(): Promise<void> {
    return this.forced.go('undo');
  }

  redo(): Promise<void> {
    return this.forced.go('redo');
  }

  /** Sends something that changes the table; its answer comes when it is on the disk. `isAnswer`: to what is asked
   *  now. */
  async change(message: Record<string, unknown>, isAnswer = true): Promise<void> {
    if (this.busy || this.view === null) return;
    const expected = isAnswer ? this.view.version : undefined;
    this.busy = true;
    this.problem = '';
    this.playback.skip();
    try {
      await this.connection.say({ ...message, table: this.id, expected, key: newKey() });
    } catch (error) {
      const stale = error instanceof Refusal && error.code === 'stale';
      this.problem = stale
        ? t('The table changed in the meantime, so nothing was done. Please choose again.')
        : messageOf(error);
      if (stale) void this.watch();
    } finally {
      this.busy = false;
    }
  }

  // ---- looking back ------------------------------------------------------------------------------

  /** Shows the table after this many moves; the present again at the end. */
  seek(moves: number): Promise<void> {
    return this.past.seek(moves);
  }
}

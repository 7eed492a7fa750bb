// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The tables of this browser: opened from what is kept, changed, watched; computer players are asked when it is their
// turn. A change is acknowledged when it is kept. Everything about one table happens one after the other. Other tabs
// may have the same table open: they hear of a change, and whoever comes second is told that the table has changed.

import type { Hint, HintStudy, Language, Study, TableSummary, Analysis, View } from '../protocol';
import { Refused, type Engine } from './engine';
import type { Announcement, Asker, Choice, GivenTable, Spent, User } from './messages';
import { Conflict, Full, type KeptTable, type Row, type Store } from './store';
import type { Thinkers } from './thinkers';

/** What a look at a table asks for, as bits (src/wasm/tables.c). */
export const WANTS = { state: 1, legal: 2, blocked: 4, plans: 8 };
/** Lines of the log that are told at once. */
const LOG_MAX = 400;
const RETRY_MS = 5_000;
const NOBODY: Spent = { turn: -1, round: -1, ms: 0 };

interface Watcher {
  wants: number;
  /** Moves of the log that the page has. */
  told: number;
  language: Language;
}

interface Entry {
  kept: KeptTable;
  document: string;
  /** In the memory of the engine. */
  table: number;
  keys: Set<string>;
  watchers: Map<User, Watcher>;
  thinks: boolean;
  spent: Spent;
}

export interface Change {
  kind: string;
  user: 0 | User;
  seat: number;
  text: string;
  on: boolean;
  expected?: number;
  key?: string;
  name: string;
}

type News = { event: string } & Record<string, unknown>;

export class Tables {
  private readonly open = new Map<string, Promise<Entry>>();
  private readonly queues = new Map<string, Promise<unknown>>();
  private readonly analyses = new Map<string, Study<Analysis>>();
  private readonly tabs = new BroadcastChannel('orrery');

  constructor(
    private readonly engine: Engine,
    private readonly store: Store,
    private readonly thinkers: Thinkers,
    private readonly tell: (news: News, to: User) => void,
    /** Asks a friend for a share; '': they are not there; 'no': they give none for this. */
    private readonly share: (announced: Announcement) => Promise<string>,
  ) {
    this.tabs.onmessage = ({ data }: MessageEvent<string>) => void this.catchUp(data).catch(() => {});
  }

  // ---- opening -----------------------------------------------------------------------------------

  /** Does something with a table when everything before it is done. */
  with<T>(id: string, act: (entry: Entry) => T | Promise<T>): Promise<T> {
    const before = this.queues.get(id) ?? Promise.resolve();
    const now = before.catch(() => {}).then(async () => act(await this.entry(id)));
    this.queues.set(id, now);
    return now;
  }

  private entry(id: string): Promise<Entry> {
    let found = this.open.get(id);
    if (found === undefined) {
      found = this.load(id, new Map());
      this.open.set(id, found);
      found.catch(() => this.open.delete(id));
    }
    return found;
  }

  private async load(id: string, watchers: Entry['watchers']): Promise<Entry> {
    const kept = await this.store.table(id);
    if (kept === undefined) throw new Refused('no-table', '');
    const document = (await this.store.set(kept.set)) ?? '';
    const table = this.opened(kept, document);
    const entry: Entry = { kept, document, table, keys: new Set(), watchers, thinks: false, spent: NOBODY };
    for (const row of await this.store.rows(id)) this.replay(entry, row);
    return entry;
  }

  /** The table in the engine's memory, if it still plays games like this one. */
  private opened({ id, head, seed, made, set }: KeptTable, document: string): number {
    try {
      return this.engine.make('open', id, head, seed, made, set, document);
    } catch (error) {
      throw error instanceof Refused ? new Refused('outdated', '') : error;
    }
  }

  private replay(entry: Entry, row: Row): void {
    this.engine.text('replay', entry.table, row.kind, row.user, row.time, row.body);
    if (row.key !== undefined) entry.keys.add(row.key);
  }

  /** What is in memory is not what is kept: it is opened again. */
  private async reload(entry: Entry): Promise<void> {
    this.engine.call('close', entry.table);
    const again = await this.load(entry.kept.id, entry.watchers);
    Object.assign(entry, again, { spent: entry.spent });
  }

  private rows(entry: Entry): number {
    return this.engine.call('rows', entry.table);
  }

  private summary(entry: Entry): TableSummary {
    return this.engine.ask('summary', entry.table);
  }

  // ---- new tables --------------------------------------------------------------------------------

  /** Makes the table that was wished for; `friend`: for someone elsewhere as well. */
  async create(asker: Asker, friend = false): Promise<{ table: string }> {
    const id = newId();
    const made = Date.now();
    const table = this.engine.make('create', id, asker.name, made);
    const { head, seed, set, rows } = JSON.parse(this.engine.answer()) as Pick<KeptTable, 'head' | 'seed' | 'set'> & {
      rows: Row[];
    };
    const kept: KeptTable = {
      id, head, seed, made, set, rows: rows.length, summary: this.engine.ask('summary', table),
      ...(friend ? { friend } : {}),
    };
    const document = (await this.store.set(set)) === undefined ? this.engine.text('table_set', table) : null;
    this.engine.call('close', table);
    await this.keep(() => this.store.create(kept, rows, document));
    return { table: id };
  }

  /** Tells why something could not be kept. */
  private async keep(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (error instanceof Conflict) throw new Refused('stale', '');
      throw new Refused(error instanceof Full ? 'full' : 'not-kept', '');
    }
  }

  async forget(id: string): Promise<void> {
    await this.with(id, async (entry) => {
      await this.store.forget(id);
      this.engine.call('close', entry.table);
    });
    this.open.delete(id);
    this.queues.delete(id);
  }

  // ---- changes -----------------------------------------------------------------------------------

  async change(id: string, change: Change): Promise<{ version: number; again: boolean }> {
    const { version, again } = await this.with(id, async (entry) => {
      if (change.key !== undefined && entry.keys.has(change.key)) return { version: this.rows(entry), again: true };
      if (change.expected !== undefined && change.expected !== this.rows(entry)) throw new Refused('stale', '');
      await this.apply(entry, change);
      return { version: this.rows(entry), again: false };
    });
    void this.with(id, (entry) => this.follow(entry)).catch(() => {});
    return { version, again };
  }

  private async apply(entry: Entry, change: Change): Promise<void> {
    const { user, kind, seat, text, on, name, key } = change;
    const args = [user, kind, seat, text, Number(on), name, Date.now()];
    const share = entry.kept.friend ? await this.announce(entry, change, this.rehearse(entry, args)) : '';
    const row = this.engine.ask<Row>('change', entry.table, ...args, share);
    const kept = { ...entry.kept, rows: this.rows(entry), summary: this.summary(entry) };
    try {
      await this.keep(() => this.store.append(kept, key === undefined ? row : { ...row, key }));
    } catch (error) {
      await this.reload(entry);
      if (error instanceof Refused && error.code === 'stale') this.tellTable(entry);
      throw error;
    }
    entry.kept = kept;
    if (key !== undefined) entry.keys.add(key);
    this.tabs.postMessage(entry.kept.id);
  }

  /** What cannot be done is refused before a friend hears of it. Returns the history before what is drawn, if anything
   *  is: without a share these draws are not the ones that come. */
  private rehearse(entry: Entry, args: (number | string)[]): string {
    const { id, head, seed, made, set, document, snapshot } = this.given(entry);
    const copy = this.engine.make('open', id, head, seed, made, set, document);
    try {
      this.engine.text('restore', copy, snapshot);
      this.engine.text('change', copy, ...args, '');
      const drawn = this.engine.call('chances', copy) - this.engine.call('chances', entry.table);
      return drawn === 0 ? '' : this.engine.text('history', copy, this.engine.call('moves', copy) - drawn);
    } finally {
      if (!this.engine.broken) this.engine.call('close', copy);
    }
  }

  /** The friend hears what is going to happen before anyone knows what is drawn then. */
  private async announce(entry: Entry, { kind, seat, text }: Change, history: string): Promise<string> {
    const share = await this.share({
      table: entry.kept.id, kind, seat, text, history,
      chances: this.engine.call('chances', entry.table),
      commitment: this.engine.text('commitment', entry.table),
    });
    if (share === '') throw new Refused('no-friend', '');
    if (share === 'no' || (share === 'ok') !== (history === '')) throw new Refused('no-share', '');
    return share === 'ok' ? '' : share;
  }

  /** After a change: the page hears of it, and who is next thinks. */
  private follow(entry: Entry): void {
    this.tellTable(entry);
    this.think(entry);
  }

  /** Another tab has changed a table. */
  private async catchUp(id: string): Promise<void> {
    if (!this.open.has(id)) return;
    await this.with(id, async (entry) => {
      const rows = await this.store.rows(id, this.rows(entry));
      for (const row of rows) this.replay(entry, row);
      entry.kept = (await this.store.table(id)) ?? entry.kept;
      if (rows.length > 0) this.follow(entry);
    });
  }

  // ---- watching ----------------------------------------------------------------------------------

  watch(id: string, wants: number, log: number, asker: Asker): Promise<Record<string, unknown>> {
    return this.with(id, (entry) => {
      const watcher = { wants, told: log, language: asker.language };
      entry.watchers.set(asker.user, watcher);
      this.tellPresence(entry);
      const told = { ...this.look(entry, asker.user, watcher), friend: entry.kept.friend };
      setTimeout(() => void this.with(id, (watched) => this.think(watched)).catch(() => {}));
      return told;
    });
  }

  unwatch(id: string, user: User): Promise<void> {
    return this.with(id, (entry) => {
      entry.watchers.delete(user);
      this.tellPresence(entry);
    });
  }

  /** Who looks at a friend's table is there. */
  private tellPresence(entry: Entry): void {
    if (!entry.kept.friend) return;
    for (const user of entry.watchers.keys()) {
      const { seats } = this.engine.ask<View>('view', entry.table, user, 0, -1, this.together(entry));
      const online = seats.flatMap((seat, i) => (seat.online ? [i + 1] : []));
      this.tell({ event: 'presence', table: entry.kept.id, online }, user);
    }
  }

  private together(entry: Entry): number {
    return Number(entry.watchers.size > 1);
  }

  private look(entry: Entry, user: User, watcher: Watcher): Record<string, unknown> {
    const moves = this.engine.call('moves', entry.table);
    if (watcher.told > moves) watcher.told = Math.max(0, moves - 1); // something was taken back
    watcher.told = Math.max(watcher.told, moves - LOG_MAX);
    this.engine.call('language', watcher.language);
    const args = [user, watcher.wants, watcher.told, this.together(entry)];
    const seen = this.engine.ask<Record<string, unknown>>('view', entry.table, ...args);
    watcher.told = moves;
    return seen;
  }

  private tellTable(entry: Entry): void {
    for (const [user, watcher] of entry.watchers)
      this.tell({ event: 'table', ...this.look(entry, user, watcher) }, user);
  }

  // ---- what takes long ---------------------------------------------------------------------------

  private given(entry: Entry): GivenTable {
    const { id, head, seed, made, set } = entry.kept;
    return { id, head, seed, made, set, document: entry.document, snapshot: this.engine.text('save', entry.table) };
  }

  /** The computer player whose turn it is, if someone looks on. */
  private think(entry: Entry): void {
    const seat = this.engine.call('bot', entry.table);
    if (seat === 0 || entry.thinks || entry.watchers.size === 0) return;
    entry.thinks = true;
    void this.chooseFor(entry, seat).catch(() => {});
  }

  private async chooseFor(entry: Entry, seat: number): Promise<void> {
    const expected = this.rows(entry);
    const id = entry.kept.id;
    try {
      const language = [...entry.watchers.values()][0]?.language ?? 'en';
      const shares = this.thinkers.shares(this.engine.call('shares', entry.table));
      const task = { task: 'choose' as const, table: this.given(entry), language, spent: entry.spent, shares };
      const choices = await Promise.all(Array.from({ length: shares }, () => this.thinkers.ask<Choice>(task)));
      const { turn, round } = choices[0];
      entry.spent = { turn, round, ms: Math.max(...choices.map(({ ms }) => ms)) };
      const move = this.agree(entry, expected, choices);
      entry.thinks = false;
      await this.change(id, { kind: 'move', user: 0, seat, text: move, on: false, expected, name: '' });
    } catch (error) {
      entry.thinks = false;
      if (error instanceof Refused && error.code === 'stale') void this.with(id, (one) => this.think(one));
      else this.tellTrouble(id, error);
    }
  }

  /** What all who thought about a choice make of it together. */
  private agree(entry: Entry, expected: number, choices: Choice[]): string {
    const opinions = choices.map((one) => one.opinions);
    if (choices.length === 1 || opinions.includes('') || this.rows(entry) !== expected) return choices[0].move;
    return this.engine.text('agree', entry.table, opinions.join('\n'));
  }

  /** Why nobody thinks. What could not be fetched may come later. */
  private tellTrouble(id: string, error: unknown): void {
    const { code, message } = error instanceof Refused ? error : { code: 'unavailable', message: '' };
    this.tell({ event: 'trouble', table: id, error: code, text: message }, 1);
    if (code === 'no-network') setTimeout(() => void this.with(id, (one) => this.think(one)).catch(() => {}), RETRY_MS);
  }

  async hint(id: string, seat: number, expected: number | undefined, asker: Asker): Promise<HintStudy> {
    const news = await this.with(id, (entry) => {
      if (expected !== undefined && expected !== this.rows(entry)) throw new Refused('stale', '');
      if (this.engine.call('may_hint', entry.table, seat) === 0) this.engine.text('may_hint', entry.table, seat);
      return this.engine.call('hint_is_news', entry.table, seat) !== 0;
    });
    if (news) await this.change(id, { kind: 'hint', user: asker.user, seat, text: '', on: false, name: asker.name });
    return this.with(id, (entry) => {
      const about = { version: this.rows(entry), moves: this.engine.call('moves', entry.table), seat };
      const tell = (hint: Partial<HintStudy>) =>
        this.tell({ event: 'hint', table: id, hint: { ...about, ...hint } }, asker.user);
      this.thinkers.ask<Hint>({ task: 'hint', table: this.given(entry), language: asker.language }).then(
        (result) => tell({ state: 'done', result }),
        (error: unknown) => tell({ state: 'failed', text: (error as Error).message }),
      );
      return { state: 'waiting', ahead: 0, ...about };
    });
  }

  /** The analysis as far as it is; `wants`: it is begun if it is not there. */
  async analysis(id: string, wants: boolean, language: Language): Promise<Study<Analysis>> {
    const result = (await this.store.analysis(id)) as Analysis | undefined;
    if (result !== undefined) return { state: 'done', result };
    if (wants && !this.analyses.has(id)) await this.with(id, (entry) => this.analyse(entry, language));
    return this.analyses.get(id) ?? { state: 'none' };
  }

  private analyse(entry: Entry, language: Language): void {
    const id = entry.kept.id;
    const note = (study: Study<Analysis>) => this.analyses.set(id, study);
    note({ state: 'waiting', ahead: 0 });
    this.thinkers
      .ask<Analysis>({ task: 'analysis', table: this.given(entry), language }, (done) =>
        note({ state: 'working', done }),
      )
      .then(
        async (result) => {
          note({ state: 'done', result });
          await this.store.keepAnalysis(id, result).catch(() => {}); // it can be made again
        },
        (error: unknown) => note({ state: 'failed', text: (error as Error).message }),
      );
  }

  // ---- questions ---------------------------------------------------------------------------------

  ask<T>(id: string, name: string, ...args: (number | string)[]): Promise<T> {
    return this.with(id, (entry) => this.engine.ask<T>(name, entry.table, ...args));
  }

  /** The record; of a game that cannot be opened all that is kept, as it is. */
  async record(id: string, moves: number): Promise<string> {
    try {
      return await this.text(id, 'record', moves);
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'outdated')) throw error;
      const [kept, rows] = await Promise.all([this.store.table(id), this.store.rows(id)]);
      return [kept?.head.trimEnd(), ...rows.map(({ kind, body }) => `${kind} ${body}`), ''].join('\n');
    }
  }

  text(id: string, name: string, ...args: (number | string)[]): Promise<string> {
    return this.with(id, (entry) => this.engine.text(name, entry.table, ...args));
  }
}

/** As long as the ids of servers, and never one of theirs. */
function newId(): string {
  const letters = 'abcdefghijkmnopqrstuvwxyz23456789';
  const bytes = crypto.getRandomValues(new Uint8Array(17));
  return 'local-' + [...bytes].map((byte) => letters[byte % letters.length]).join('');
}

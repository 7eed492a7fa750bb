// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The connection to the engine in this browser: a worker that is started when it is first needed, and again if it has
// come to a wrong end. What was asked of it then is lost; what it has acknowledged is not.

import {
  FRIEND, type Announcement, type Asker, type EngineFiles, type Question, type Reply, type Share,
} from '../local/messages';
import { Store } from '../local/store';
import type { TableSummary } from '../protocol';
import { SvelteSet } from 'svelte/reactivity';
import { settings } from '../settings.svelte';
import { t } from '../words/words';
import { Refusal, type Connection, type News, type Said } from './connection';
import { Heard } from './heard';
import { ownName } from './name.svelte';

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (why: Error) => void;
}

const PLENTY = 1000;
const RESTART_MS = 500;

/** A friend who plays at a table of this browser, wherever they are. */
export interface FriendEnd {
  /** Where they play. */
  table: string;
  tell: (news: News) => void;
  /** '': they give none. */
  share: (announced: Announcement) => Promise<string>;
}

/** What is asked of the worker. */
export type Asked = { ask: string; method: string; body: unknown } | { say: Said };

/** What the worker says in words of its own. */
export function sentence(code: string, text: string): string {
  if (code === 'full')
    return t(
      'This browser has no room left, so nothing more can be kept here. Download the record of this game, then ' +
        'delete games that you no longer need.',
    );
  if (code === 'not-kept') return t('This cannot be saved right now; please try again.');
  if (code === 'stale') return t('The table has changed in the meantime.');
  if (code === 'no-storage')
    return t('This browser lets pages keep nothing, so no game can be kept here. A private window may be the reason.');
  if (code === 'no-friend') return t('Your friend is not connected, so nothing can happen here. Invite them again.');
  if (code === 'no-share')
    return t("Your friend's browser has seen another move at this point. Please repeat that one.");
  if (code === 'outdated')
    return t('This game goes by rules that this version of Orrery does not know. You can download what is kept of it.');
  if (code === 'no-table') return t('There is no such table in this browser.');
  return text === '' ? t('The engine in this browser cannot do this now.') : text;
}

export class Local extends Heard implements Connection {
  readonly can = { people: false, addresses: false, forget: true, analyses: true, openRecords: true };
  state: Connection['state'] = $state('off');
  readonly restarts = false;
  readonly isOld = false;
  readonly spare = PLENTY;
  /** Who is connected to a table of this browser. */
  friend: FriendEnd | null = $state.raw(null);
  /** Tables at which nothing happens without a friend, as far as they were looked at. */
  private readonly shared = new SvelteSet<string>();
  private worker: Worker | null = null;
  private store: Promise<Store> | null = null;
  private next = 1;
  private readonly waiting = new Map<number, Waiting>();

  constructor(private readonly files: EngineFiles) {
    super();
  }

  /** Can this browser do it? */
  static works(): boolean {
    return typeof Worker === 'function' && typeof WebAssembly === 'object' && typeof indexedDB === 'object';
  }

  ask<T>(path: string, init?: RequestInit): Promise<T> {
    if (path === '/api/my/tables') return this.list() as Promise<T>;
    if (path === '/api/tables' && init?.method === 'POST') void navigator.storage.persist().catch(() => {});
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    return this.send({ ask: path, method: init?.method ?? 'GET', body }) as Promise<T>;
  }

  /** The tables that are kept, without the engine: nobody fetches it to look at a list. */
  private async list(): Promise<{ tables: TableSummary[] }> {
    this.store ??= Store.open();
    return { tables: (await (await this.store).tables()).map(({ summary }) => summary) };
  }

  say(message: Said): Promise<Said> {
    return this.send({ say: $state.snapshot(message) }).then((value) => {
      const said = (value ?? {}) as Said;
      if (said.friend === true) this.shared.add(String(message.table));
      return said;
    });
  }

  recall(table: string): string | null {
    return this.shared.has(table) && this.friend?.table !== table ? `/friend/${table}` : null;
  }

  /** Asks for someone: for the person here, or for their friend. */
  send(what: Asked, asker: Asker = { user: 1, language: settings.language, name: ownName() }): Promise<unknown> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, asker, ...what } satisfies Question);
    });
  }

  private start(): Worker {
    this.state = this.state === 'off' ? 'connecting' : this.state;
    const worker = new Worker(new URL('../local/host.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.hear(data);
    worker.onerror = () => this.lose();
    worker.postMessage(this.files);
    return worker;
  }

  private hear(said: Reply): void {
    if ('ready' in said) {
      this.state = 'up';
      this.tellOpen();
    } else if ('wanted' in said) void this.askFriend(said.wanted, said.announced);
    else if ('news' in said) {
      if (said.to === FRIEND) this.friend?.tell(said.news);
      else this.tell(said.news);
    } else if ('lost' in said) this.lose();
    else {
      const waiting = this.waiting.get(said.id);
      this.waiting.delete(said.id);
      if ('error' in said) waiting?.reject(new Refusal(this.code(said.error), sentence(said.error, said.text)));
      else waiting?.resolve(said.value);
    }
  }

  private async askFriend(wanted: number, announced: Announcement): Promise<void> {
    const share = (await this.friend?.share(announced).catch(() => '')) ?? '';
    this.worker?.postMessage({ wanted, share } satisfies Share);
  }

  private code(code: string): string {
    return code === 'no-table' ? 'not-found' : code;
  }

  private tell(news: News): void {
    const told = news.event === 'trouble' ? { ...news, text: sentence(String(news.error), String(news.text)) } : news;
    this.tellNews(told);
  }

  /** Starts again, if anyone still listens; what is kept is read again. */
  private lose(): void {
    this.worker?.terminate();
    this.worker = null;
    this.state = 'lost';
    for (const { reject } of this.waiting.values())
      reject(new Refusal('offline', t('The engine in this browser has stopped. It starts again.')));
    this.waiting.clear();
    if (this.isAwaited) setTimeout(() => (this.worker ??= this.start()), RESTART_MS);
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The connection of a guest to the browser of a friend, who hosts the table (web/src/friend): the same questions and
// commands as elsewhere, over a channel between the two. It adds a share to everything that is drawn, and checks in the
// end what was made of it. What the friend's browser sends is bounded, and shown as any view is.

import { Channel } from '../friend/channel';
import { COMMANDS } from '../friend/gate';
import { Ledger, type Found, type Verdict } from '../friend/ledger';
import { pack, type Signal } from '../friend/signal';
import type { Announcement } from '../local/messages';
import { settings } from '../settings.svelte';
import { t } from '../words/words';
import { Refusal, type Connection, type News, type Said } from './connection';
import { Allowance, Heard } from './heard';
import { sentence } from './local.svelte';

interface Waiting {
  message: Said;
  resolve: (value: Said) => void;
  reject: (why: Error) => void;
}

type Told = { id?: number; value?: unknown; error?: string; text?: string; news?: News; welcome?: string } & {
  announced?: Announcement;
  of?: number;
};

/** Cards and views are long; hosts do not send more than this at once. */
const BOUNDS = { length: 4_000_000, frames: 4_000, ms: 20_000 };
/** Well below what a host takes. */
const FRAMES = 120;
const FRAMES_MS = 20_000;
const HOSTED = /^local-[a-z0-9]{17}$/;
const ANSWERED = /^\/api\/tables\/[\w-]+(\/cards|\/layout|\/record)?(?:\?(?:lang=\w+|moves=(\d+)))?$/;

/** What a message asks to happen, as the host announces it. */
function changeIn({ do: kind, seat, move, moves }: Said): Pick<Announcement, 'kind' | 'seat' | 'text'> {
  const text = Array.isArray(moves) ? moves.join(' ; ') : typeof move === 'string' ? move : '';
  return { kind: String(kind), seat: Number(seat ?? 0), text };
}

/** What a host does not let a guest do. */
function notHere(): Refusal {
  return new Refusal('refused', t('This is not possible at the table of a friend.'));
}

export class Friend extends Heard implements Connection {
  readonly can = { people: false, addresses: false, forget: false, analyses: false, openRecords: false };
  state: Connection['state'] = $state('off');
  readonly restarts = false;
  readonly isOld = false;
  /** The table, as this browser calls it; '': none yet. */
  table = $state('');
  private channel: Channel | null = null;
  private ledger: Ledger | null = null;
  private next = 1;
  private readonly allowance = new Allowance(FRAMES, FRAMES_MS);
  private readonly waiting = new Map<number, Waiting>();

  constructor(private readonly check: (record: string) => Promise<Found>) {
    super();
  }

  /** Answers an invitation: the text is to be given to the one who invites. */
  async join(invitation: Signal, name: string): Promise<string> {
    this.channel?.close();
    const channel = new Channel(BOUNDS);
    this.channel = channel;
    this.table = '';
    channel.onOpen = () => channel.send(JSON.stringify({ hello: { name, language: settings.language } }));
    channel.onText = (text) => this.hear(channel, text);
    channel.onClose = () => this.lose(channel);
    return pack(await channel.describe({ game: invitation.game, name }, invitation));
  }

  // ---- asking --------------------------------------------------------------------------------------

  async ask<T>(path: string): Promise<T> {
    const asked = ANSWERED.exec(path);
    if (asked === null) throw notHere();
    const moves = asked[2] === undefined ? {} : { moves: Number(asked[2]) };
    return (await this.send({ ask: asked[1] ?? '', ...moves })) as T;
  }

  async say(message: Said): Promise<Said> {
    if (!COMMANDS.includes(String(message.do))) throw notHere();
    return this.send({ say: $state.snapshot(message) }).then((value) => this.own(value ?? {}));
  }

  private send(what: Said): Promise<Said> {
    const { channel } = this;
    if (this.state !== 'up' || channel === null)
      return Promise.reject(
        this.state === 'off'
          ? new Refusal('not-found', t("This game is in your friend's browser. Ask them for a new invitation."))
          : new Refusal('offline', t('Connection lost.')),
      );
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { message: (what.say ?? {}) as Said, resolve, reject });
      this.allowance.take();
      channel.send(JSON.stringify({ id, ...what }));
    });
  }

  get spare(): number {
    return this.allowance.left;
  }

  recall(): string | null {
    return this.state === 'lost' ? '/friend' : null;
  }

  /** Was chance fair in this game, which is over? */
  async prove(): Promise<Verdict> {
    const record = await this.ask<string>(`/api/tables/${this.table}/record`);
    const found = await this.check(record).catch(() => null);
    return found === null || this.ledger === null ? 'unfair' : this.ledger.judge(found);
  }

  // ---- hearing -------------------------------------------------------------------------------------

  private hear(channel: Channel, text: string): void {
    if (channel !== this.channel) return;
    try {
      const said = JSON.parse(text) as Told;
      if (said.announced !== undefined) this.give(channel, said.announced, said.of);
      else if (said.welcome !== undefined) this.welcome(channel, said.welcome);
      else if (said.news !== undefined) this.tell(said.news);
      else this.settle(said);
    } catch {
      channel.close();
    }
  }

  /** What is going to happen gets its share, if it may happen. */
  private give(channel: Channel, announced: Announcement, of: unknown): void {
    if (!HOSTED.test(announced.table)) throw new Error('this is not a table');
    this.ledger ??= new Ledger(announced.table);
    const asked = [...this.waiting.values()].map(({ message }) => changeIn(message));
    channel.send(JSON.stringify({ of, share: this.ledger.give(announced, asked) }));
  }

  private welcome(channel: Channel, table: string): void {
    if (!HOSTED.test(table)) {
      channel.close();
      return;
    }
    this.ledger = new Ledger(table);
    this.table = table.replace('local-', 'friend-');
    this.state = 'up';
    this.tellOpen();
  }

  private tell(news: News): void {
    this.tellNews(this.own(news) as News);
  }

  /** The table has another name here. */
  private own(said: Said): Said {
    const view = said.view as { table?: string } | undefined;
    const named = said.table === undefined ? said : { ...said, table: this.table };
    return view === undefined ? named : { ...named, view: { ...view, table: this.table } };
  }

  private settle({ id = 0, value, error, text = '' }: Told): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(value as Said);
    else waiting?.reject(new Refusal(error, sentence(error, text)));
  }

  private lose(channel: Channel): void {
    if (channel !== this.channel) return;
    this.channel = null;
    this.ledger = null;
    if (this.state === 'up') this.state = 'lost';
    for (const { reject } of this.waiting.values()) reject(new Refusal('offline', t('Connection lost.')));
    this.waiting.clear();
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The side that invites: the table is one of this browser, and what a friend says comes here over a channel. It passes
// through the gate, then it is asked of the engine like anything else, in the friend's name. One friend at a time.

import type { Announcement, Asker } from '../local/messages';
import { FRIEND } from '../local/messages';
import { Refusal, type News } from '../net/connection';
import type { FriendEnd, Local } from '../net/local.svelte';
import type { Language, View } from '../protocol';
import { settings } from '../settings.svelte';
import { Channel } from './channel';
import { admit, BOUNDS, type Admitted } from './gate';
import { pack, unpack, type Signal } from './signal';

/** Who does not answer in this time is not there. */
const SHARE_MS = 30_000;
const FRIENDS_SEAT = 2;

/** What is to be played: a new game, or a table that waits for its friend. */
export interface Plan {
  game: string;
  table: string;
  /** What the one who invites is called. */
  name: string;
}

class Visit implements FriendEnd {
  table = '';
  private asker: Asker | null = null;
  private next = 1;
  private readonly shares = new Map<number, (share: string) => void>();

  constructor(
    private readonly local: Local,
    private readonly channel: Channel,
    private readonly plan: Plan,
    /** The table is there, and the friend sits at it. */
    private readonly ready: (table: string) => void,
  ) {
    this.table = plan.table;
    channel.onText = (text) => void this.hear(text).catch(() => channel.close());
  }

  private say(what: unknown): void {
    this.channel.send(JSON.stringify(what));
  }

  /** Whoever says what they may not is cut off: our own page never does. */
  private async hear(text: string): Promise<void> {
    const said = admit(text, this.table);
    if (said === null) this.channel.close();
    else if ('hello' in said) await this.seat(said.hello.name, said.hello.language);
    else if ('share' in said) this.take(said);
    else await this.answer(said);
  }

  private async answer({ id, ...asked }: Extract<Admitted, { id: number }>): Promise<void> {
    if (this.asker === null || this.table === '') {
      this.channel.close();
      return;
    }
    try {
      this.say({ id, value: await this.local.send(asked, this.asker) });
    } catch (error) {
      const { code, message } = error as Refusal;
      this.say({ id, error: code, text: message });
    }
  }

  // ---- the table -----------------------------------------------------------------------------------

  private async seat(name: string, language: Language): Promise<void> {
    if (this.asker !== null) {
      this.channel.close();
      return;
    }
    this.asker = { user: FRIEND, name, language };
    this.local.friend = this;
    if (this.table === '') this.table = await this.create();
    await this.begin(this.asker);
    this.say({ welcome: this.table });
    this.ready(this.table);
  }

  private get me(): Asker {
    return { user: 1, name: this.plan.name, language: settings.language };
  }

  private async create(): Promise<string> {
    const body = { game: this.plan.game, players: 2, seats: ['me', 'open'], friend: true };
    return ((await this.local.send({ ask: '/api/tables', method: 'POST', body }, this.me)) as { table: string }).table;
  }

  /** Does what is still to be done before the game. */
  private async begin(asker: Asker): Promise<void> {
    const { table } = this;
    const look = { ask: `/api/tables/${table}`, method: 'GET', body: undefined };
    const view = (await this.local.send(look, this.me)) as View;
    if (view.seats[FRIENDS_SEAT - 1].kind === 'open')
      await this.local.send({ say: { do: 'sit', table, seat: FRIENDS_SEAT } }, asker);
    if (view.phase === 'open') await this.local.send({ say: { do: 'start', table } }, this.me);
  }

  // ---- what the engine tells and asks ----------------------------------------------------------------

  tell(news: News): void {
    this.say({ news });
  }

  share(announced: Announcement): Promise<string> {
    if (announced.table !== this.table) return Promise.resolve('');
    return new Promise((resolve) => {
      const of = this.next++;
      this.shares.set(of, resolve);
      setTimeout(() => this.take({ of, share: '' }), SHARE_MS);
      this.say({ announced, of });
    });
  }

  private take({ of, share }: { of: number; share: string }): void {
    this.shares.get(of)?.(share);
    this.shares.delete(of);
  }

  /** They are gone; what was asked of them has no answer. */
  end(): void {
    for (const of of [...this.shares.keys()]) this.take({ of, share: '' });
    if (this.local.friend === this) this.local.friend = null;
    if (this.asker !== null && this.table !== '')
      void this.local.send({ say: { do: 'unwatch', table: this.table } }, this.asker).catch(() => {});
  }
}

export class Hosting {
  state: 'off' | 'inviting' | 'invited' | 'connecting' | 'up' = $state('off');
  /** The invitation, as text. */
  invitation = $state('');
  /** Where the game is, once the friend is there. */
  table = $state('');
  private channel: Channel | null = null;

  constructor(private readonly local: Local) {}

  /** Makes an invitation; one that was made before is void. */
  async invite(plan: Plan): Promise<void> {
    this.end();
    this.state = 'inviting';
    const channel = new Channel(BOUNDS);
    this.channel = channel;
    const visit = new Visit(this.local, channel, plan, (table) => {
      this.table = table;
      this.state = 'up';
    });
    channel.onClose = () => {
      visit.end();
      if (this.channel === channel) this.end();
    };
    this.invitation = pack(await channel.describe({ game: plan.game, name: plan.name }, null));
    this.state = 'invited';
  }

  /** False: this is not an answer. */
  async accept(text: string): Promise<boolean> {
    const answer: Signal | null = unpack(text, 'answer');
    if (answer === null || this.channel === null || this.state !== 'invited') return false;
    this.state = 'connecting';
    await this.channel.accept(answer);
    return true;
  }

  private end(): void {
    const { channel } = this;
    this.channel = null;
    this.invitation = this.table = '';
    this.state = 'off';
    channel?.close();
  }
}

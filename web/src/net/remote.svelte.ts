// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The connection to the server: requests, and one WebSocket that comes back by itself. A message waits for its answer;
// what was sent when it broke is sent again on the next one, with the same key, so it is done once.

import { t } from '../words/words';
import { noServer, Refusal, type Connection, type News } from './connection';
import { Allowance, Heard } from './heard';
import { host } from './host';
import { request } from './request';

type Answer = { answer: number; ok: boolean; error?: string; text?: string } & Record<string, unknown>;

function isAnswer(said: Answer | News): said is Answer {
  return 'answer' in said;
}

interface Waiting {
  message: Record<string, unknown>;
  again: boolean;
  resolve: (answer: Answer) => void;
  reject: (why: Error) => void;
}

/** The server allows 50 frames in 20 seconds; we stay well below. */
const FRAMES = 40;
const FRAMES_MS = 20_000;
const PING_MS = 5_000;
const ANSWER_MS = 3_500;
const RETRY_MS = [300, 700, 1500, 3000, 5000];
const STOP_MS = 2_500;
const GOING_AWAY = 1001;
/** The server starts again: whoever knocks meanwhile is let in when it is there. */
const RESTART_MS = 250;
const RESTARTS = 1012;
const PROTOCOL = 1;

export class Remote extends Heard implements Connection {
  /** Whether it computes analyses it tells about itself (server.svelte.ts). */
  readonly can = $state({ people: true, addresses: true, forget: false, analyses: true, openRecords: false });
  /** 'off' until someone needs it. */
  state: 'off' | 'connecting' | 'up' | 'lost' = $state('off');
  /** The server has said that it goes, and comes back. */
  restarts = $state(false);
  /** The server speaks in a way that this page does not know. */
  isOld = $state(false);
  /** The last that was asked has not reached the server. */
  isCut = $state(!navigator.onLine);
  private socket: WebSocket | null = null;
  private next = 1;
  private tries = 0;
  private heard = 0;
  private waiting = new Map<number, Waiting>();
  private readonly allowance = new Allowance(FRAMES, FRAMES_MS);
  private timer: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    addEventListener('online', () => {
      this.isCut = false; // as far as is known
      if (this.state === 'lost') this.open();
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.state === 'lost') this.open();
    });
  }

  async ask<T>(path: string, init?: RequestInit): Promise<T> {
    if (!host.server) throw noServer();
    try {
      const answer = await request<T>(host.root + path.slice(1), init);
      this.isCut = false;
      return answer;
    } catch (error) {
      this.isCut = error instanceof Refusal && error.code === 'offline';
      throw error;
    }
  }

  /** Sends a message and waits for its answer. `again`: it may be sent a second time after a break. */
  async say(message: Record<string, unknown>, again = true): Promise<Answer> {
    if (!host.server) throw noServer();
    if (this.socket === null) this.open();
    while (this.spare <= 0) await new Promise((resolve) => setTimeout(resolve, 250));
    return new Promise((resolve, reject) => {
      const id = this.next++;
      const waiting = { message: { ...message, id }, again, resolve, reject };
      this.waiting.set(id, waiting);
      if (this.state === 'up') this.send(waiting);
    });
  }

  override restart(): void {
    if (this.socket === null) return;
    this.giveUp();
    this.open();
  }

  recall(): null {
    return null;
  }

  /** How many messages may be sent at once without waiting. */
  get spare(): number {
    return this.allowance.left;
  }

  private open(): void {
    clearTimeout(this.retry);
    this.close();
    if (this.state !== 'lost') this.state = 'connecting';
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${host.root}ws`);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(String(event.data));
    socket.onclose = (event) => this.lose(socket, event.code);
    this.heard = performance.now();
    this.timer = setInterval(() => this.listen(socket), 1000);
  }

  private close(): void {
    clearInterval(this.timer);
    if (this.socket === null) return;
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.socket = null;
  }

  /** A line that says nothing for too long is taken for lost. */
  private listen(socket: WebSocket): void {
    const silence = performance.now() - this.heard;
    if (silence > PING_MS + ANSWER_MS) this.lose(socket);
    else if (silence > PING_MS && this.state === 'up' && !this.hasPing()) {
      void this.say({ do: 'ping' }, false).catch(() => {});
    }
  }

  private hasPing(): boolean {
    return [...this.waiting.values()].some((waiting) => waiting.message.do === 'ping');
  }

  private lose(socket: WebSocket, code = 0): void {
    if (socket !== this.socket) return;
    const goesAway = code === GOING_AWAY || code === RESTARTS;
    this.close();
    this.state = 'lost';
    this.restarts = goesAway || (this.restarts && this.tries < RETRY_MS.length);
    this.giveUp();
    const wait =
      code === RESTARTS ? RESTART_MS : goesAway ? STOP_MS : RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
    this.retry = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2)); // not all at the same moment
  }

  /** What need not be sent again is lost with the line. */
  private giveUp(): void {
    for (const [id, waiting] of this.waiting)
      if (!waiting.again) {
        this.waiting.delete(id);
        waiting.reject(new Refusal('offline', t('Connection lost.')));
      }
  }

  private send(waiting: Waiting): void {
    this.allowance.take();
    this.socket?.send(JSON.stringify(waiting.message));
  }

  private hear(text: string): void {
    this.heard = performance.now();
    const said = JSON.parse(text) as Answer | News;
    if (isAnswer(said)) this.settle(said);
    else if (said.event === 'welcome') this.welcome(said);
    else this.tellNews(said);
  }

  private welcome(news: News): void {
    this.state = 'up';
    this.isCut = false;
    this.restarts = false;
    this.isOld = news.protocol !== PROTOCOL;
    this.tries = 0;
    for (const waiting of this.waiting.values()) this.send(waiting);
    this.tellOpen();
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting.get(answer.answer);
    if (waiting === undefined) return;
    this.waiting.delete(answer.answer);
    if (answer.ok) waiting.resolve(answer);
    else waiting.reject(new Refusal(answer.error ?? '', answer.text ?? ''));
  }
}

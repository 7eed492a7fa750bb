// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What every connection does alike: it tells those who listen, and counts what it has sent. It knows nothing of what
// is at the other end.

import type { Connection, News } from './connection';

/** A connection has listeners: for news, and for the moments at which it is up. */
export abstract class Heard {
  abstract readonly state: Connection['state'];
  private readonly listeners = new Set<(news: News) => void>();
  private readonly openers = new Set<() => void>();

  onNews(listener: (news: News) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onOpen(opener: () => void): () => void {
    this.openers.add(opener);
    if (this.state === 'up') opener();
    return () => this.openers.delete(opener);
  }

  restart(): void {
    if (this.state === 'up') this.tellOpen();
  }

  /** Does anyone want to know when it is up? */
  protected get isAwaited(): boolean {
    return this.openers.size > 0;
  }

  protected tellNews(news: News): void {
    for (const listener of this.listeners) listener(news);
  }

  protected tellOpen(): void {
    for (const opener of this.openers) opener();
  }
}

/** How many messages may be sent in a span of time. */
export class Allowance {
  private sent: number[] = [];

  constructor(
    private readonly most: number,
    private readonly ms: number,
  ) {}

  take(): void {
    this.sent.push(performance.now());
  }

  get left(): number {
    const since = performance.now() - this.ms;
    this.sent = this.sent.filter((when) => when > since);
    return this.most - this.sent.length;
  }
}

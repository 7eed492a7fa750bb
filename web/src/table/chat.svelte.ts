// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What is said at a table, and how much of it is new to the reader.

import { api } from '../net/http';
import type { ChatLine } from '../protocol';
import { recall, remember } from '../settings.svelte';

const KEY = 'orrery.chat';
const TABLES_MAX = 40;

export class Chat {
  lines = $state.raw<ChatLine[]>([]);
  private seen = $state(0);
  readonly fresh = $derived.by(() => this.lines.filter((one) => one.number > this.seen).length);

  constructor(private readonly table: string) {
    this.seen = recall<Record<string, number>>(KEY)[table] ?? 0;
  }

  async fetch(): Promise<void> {
    this.lines = (await api.chat(this.table)).lines;
  }

  hear(line: ChatLine): void {
    this.lines = [...this.lines.filter((old) => old.number !== line.number), line];
  }

  say(text: string): Promise<unknown> {
    return api.say(this.table, text);
  }

  /** Everything so far has been read. */
  read(): void {
    const last = this.lines.at(-1)?.number ?? 0;
    if (last === this.seen) return;
    this.seen = last;
    const { [this.table]: _, ...others } = recall<Record<string, number>>(KEY);
    remember(KEY, Object.fromEntries([...Object.entries(others).slice(1 - TABLES_MAX), [this.table, last]]));
  }
}

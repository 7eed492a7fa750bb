// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The analysis of a game that is over: asked for, waited for, and what it says of the moment that is looked at.

import { api, messageOf } from '../net/http';
import { beSomebody } from '../net/people.svelte';
import type { Analysis, Mistake, Study, ToldMove } from '../protocol';
import type { Table } from './table.svelte';

const ASK_MS = 1_500;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Review {
  result = $state.raw<Analysis | null>(null);
  ahead = $state(0);
  /** How much of it is done, in thousandths; null where nobody knows. */
  done = $state<number | null>(null);
  problem = $state('');
  waits = $state(false);
  private stopped = false;

  constructor(private readonly table: Table) {}

  /** Shows it; the first one who does makes the server work. */
  open(): void {
    this.table.opened = 'analysis';
    if (this.result === null && !this.waits) void this.fetch();
  }

  stop(): void {
    this.stopped = true;
  }

  private async fetch(): Promise<void> {
    this.waits = true;
    this.problem = '';
    try {
      await beSomebody(this.table.connection);
      let study = await api.askAnalysis(this.table.id);
      while (!this.take(study) && !this.stopped) {
        await sleep(ASK_MS);
        study = await api.analysis(this.table.id);
      }
    } catch (error) {
      this.problem = messageOf(error);
    }
    this.waits = false;
  }

  /** Is it there, or never to come? */
  private take(study: Study<Analysis>): boolean {
    this.ahead = study.ahead ?? 0;
    this.done = study.done ?? null;
    this.result = study.result ?? null;
    if (study.state === 'failed') this.problem = study.text ?? '';
    return study.state === 'done' || study.state === 'failed';
  }

  /** The costly decision at the moment that is looked at, or null. */
  readonly mistake: Mistake | null = $derived.by(() => {
    const moves = this.table.moment?.moves;
    return this.result?.costliest.find((one) => one.moves === moves) ?? null;
  });

  /** What was better there. */
  readonly advice: ToldMove[] = $derived.by(() => (this.mistake === null ? [] : [this.mistake.better]));
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The analysis of a game that is over: asked for, waited for, and what it says of the moment that is looked at. The
// engine in this browser computes it, so that no server has to, unless there is one already.

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

  /** Shows it; the first one who does makes someone work. */
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
      const there = await api.analysis(this.table.id);
      if (there.state === 'done') this.take(there);
      else if (!(await this.isFoundHere())) await this.wait(() => this.askThere());
    } catch (error) {
      this.problem = messageOf(error);
    }
    this.waits = false;
  }

  /** The engine in this browser computes it; false if it cannot, and the table's host shall. */
  private async isFoundHere(): Promise<boolean> {
    const { recorded, connection } = this.table;
    if (recorded === null) return false;
    try {
      await this.wait(() => recorded.analysis());
    } catch (error) {
      if (!connection.can.analyses) throw error;
      return false;
    }
    return this.problem === '' || !connection.can.analyses;
  }

  private async askThere(): Promise<Study<Analysis>> {
    this.problem = '';
    await beSomebody(this.table.connection);
    return api.askAnalysis(this.table.id);
  }

  /** Asks until it is there, or will never be. */
  private async wait(ask: () => Promise<Study<Analysis>>): Promise<void> {
    while (!this.stopped && !this.take(await ask())) await sleep(ASK_MS);
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

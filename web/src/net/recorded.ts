// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A table elsewhere, as a recorded game in the engine of this browser, which then computes what its host need not:
// analyses, hints, moments of the past.

import type { Analysis, Hint, Moment, Study } from '../protocol';
import { Refusal, type Connection } from './connection';
import { here } from './connections.svelte';
import { api, post } from './http';

/** Who opens recorded games for a table of that connection: null if nobody can, or if it has the engine itself. */
const engineFor = (connection: Connection): Connection | null => (connection.can.openRecords ? null : here);

export class RecordedTable {
  /** It has been opened: the host has it, unless it was started again since. */
  isOpen = false;
  private opening: Promise<void> | null = null;
  private set: Promise<string> | null = null;

  private constructor(
    private readonly id: string,
    private readonly engine: Connection,
  ) {}

  static of(id: string, connection: Connection): RecordedTable | null {
    const engine = engineFor(connection);
    return engine === null ? null : new RecordedTable(id, engine);
  }

  private async given(names: string[], moves?: number) {
    this.set ??= api.setOf(this.id);
    this.set.catch(() => (this.set = null));
    const [record, set] = await Promise.all([api.record(this.id, moves), this.set]);
    return { record, set, names };
  }

  private ask<T>(what: string, body: unknown): Promise<T> {
    return post<T>(`/api/recorded/${this.id}${what}`, body, this.engine);
  }

  /** The game is over: it can be opened as a whole, once. */
  open(): Promise<void> {
    this.opening ??= this.given([])
      .then((given) => this.ask('', given))
      .then(() => void (this.isOpen = true));
    this.opening.catch(() => (this.opening = null));
    return this.opening;
  }

  /** Asks the open game; the worker may have been started again, or has others open. */
  private async askOpen<T>(what: string, body: unknown): Promise<T> {
    await this.open();
    try {
      return await this.ask<T>(what, body);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not-found')) throw error;
      this.opening = null;
      await this.open();
      return this.ask<T>(what, body);
    }
  }

  analysis(): Promise<Study<Analysis>> {
    return this.askOpen('/analysis', {});
  }

  async moment(moves: number, seats: number[]): Promise<Moment> {
    return (await this.askOpen<{ moment: Moment }>('/moment', { moves, seats })).moment;
  }

  /** What is best after that many moves of a game that goes on. */
  async hint(moves: number, names: string[]): Promise<Hint> {
    return this.ask('/hint', await this.given(names, moves));
  }
}

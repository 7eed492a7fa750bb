// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What has happened at a table: its moves with their events, and the points at the end of each round.

import type { Connection } from '../net/connection';
import type { LogLine, ScorePoint, View } from '../protocol';
import { inOrder } from './telling';

export class Log {
  lines = $state.raw<LogLine[]>([]);
  scores = $state.raw<ScorePoint[]>([]);
  /** The round and phase for which the points were asked for. */
  private scored = '';

  constructor(
    private readonly table: string,
    private readonly connection: Connection,
  ) {}

  get last(): LogLine | null {
    return this.lines.at(-1) ?? null;
  }

  /** Takes the latest lines; those that they replace, or that were taken back, go. */
  take(lines: LogLine[], moves: number): void {
    const from = lines.length > 0 ? lines[0].number - 1 : moves;
    const all = inOrder([...this.lines.filter((old) => old.number <= from), ...lines]);
    this.lines = all.filter((one) => one.number <= moves);
  }

  forget(): void {
    this.lines = [];
  }

  /** Asks for earlier lines. */
  async fetch(from: number): Promise<void> {
    const answer = await this.connection.say({ do: 'log', table: this.table, from }, false);
    this.lines = inOrder([...this.lines, ...(answer.log as LogLine[])]);
  }

  async fetchScores(): Promise<void> {
    const answer = await this.connection.say({ do: 'scores', table: this.table }, false);
    this.scores = answer.scores as ScorePoint[];
  }

  /** The points of each round are asked for when a round or the game has ended. */
  followScores(view: View): void {
    const which = `${view.round} ${view.phase}`;
    if (this.scored === which) return;
    this.scored = which;
    void this.fetchScores().catch(() => (this.scored = ''));
  }

  /** The round in which a move was made; undefined: after the points were asked for. */
  roundOf(move: number): number | undefined {
    return this.scores.find((point) => move <= point.moves)?.round;
  }

  /** How many rounds have begun with this move and since. */
  roundsBegun(move: number): number {
    let rounds = 0;
    for (let i = this.lines.length - 1; i >= 0 && this.lines[i].number >= move; i--)
      rounds += this.lines[i].events.filter((event) => event.kind === 'round').length;
    return rounds;
  }
}

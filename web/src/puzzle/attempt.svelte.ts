// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The table of a puzzle: a game of this browser in which all seats are the viewer's, so that nothing moves by itself.
// Only the seat of the puzzle is shown as such, and only until its turn is over.

import type { Puzzle } from 'virtual:puzzles';
import type { LogLine, SeatScore, View } from '../protocol';
import { isStill } from '../settings.svelte';
import { Table } from '../table/table.svelte';
import { gained, isReached, isTurnOver } from './goal';

const STEP_MS = 900;
const LOOK_MS = 20;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What comes after an attempt. */
export interface Exits {
  again: (solve: boolean) => void;
  next: (() => void) | null;
  leave: () => void;
}

export class Attempt extends Table {
  override readonly givesHints = false;
  override readonly recaps = false; // the position is what counts, however it came about
  readonly puzzle: Puzzle;
  /** The moves of the solution are being made; until then and meanwhile nothing else is. */
  shows = $state(false);
  private before: SeatScore[] | null = null;

  constructor(id: string, puzzle: Puzzle, shows: boolean) {
    super(id);
    this.puzzle = puzzle;
    this.shows = shows;
  }

  override get makesForced(): boolean {
    return !this.shows && super.makesForced;
  }

  override close(): void {
    this.shows = false;
    super.close();
  }

  readonly isOver = $derived.by(() => this.view !== null && isTurnOver(this.puzzle, this.view));
  readonly isSolved = $derived.by(
    () => this.isOver && this.view !== null && this.before !== null && isReached(this.puzzle, this.before, this.view),
  );
  /** Points towards the goal so far. */
  readonly gained = $derived.by(() =>
    this.view === null || this.before === null ? 0 : gained(this.puzzle, this.before, this.view),
  );

  /** What was done since the puzzle began. */
  private readonly made = $derived.by(() =>
    this.log.lines.filter((line) => line.number > this.puzzle.moves && line.actor === this.puzzle.seat),
  );

  /** The next move of the solution in words; null if the turn has gone another way. */
  readonly nextStep = $derived.by(() => {
    const { solution } = this.puzzle;
    const follows = this.made.every(({ move }, i) => move === solution[i]);
    const next = follows ? this.possible.standsFor(solution[this.made.length] ?? '') : undefined;
    return next === undefined ? null : [next.text, next.more ?? ''].filter((text) => text !== '').join(': ');
  });

  protected override show(view: View, lines: LogLine[]): void {
    this.before ??= view.score ?? null;
    const seats = view.seats.map((seat, i) => ({ ...seat, yours: i + 1 === this.puzzle.seat }));
    super.show({ ...view, seats }, lines);
  }

  /** Makes the moves of the solution, each once the table shows the one before it: an answer may come earlier than the
   *  view, and then nothing could be said yet. */
  async showSolution(): Promise<void> {
    for (const [i, move] of this.puzzle.solution.entries()) {
      await sleep(isStill() ? 0 : STEP_MS);
      while (this.shows && (this.busy || this.made.length !== i)) await sleep(LOOK_MS);
      if (!this.shows) return;
      await this.change({ do: 'move', seat: this.puzzle.seat, move });
      if (this.problem !== '') break;
    }
    this.shows = false;
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Against whom someone plays on this browser: the number of players and the levels, as chosen last.

import { middleLevel } from '../../games/levels';
import { api, messageOf } from '../../net/http';
import type { Connection } from '../../net/connection';
import { atHome } from '../../net/connections.svelte';
import { beSomebody } from '../../net/people.svelte';
import type { GameInfo, Level } from '../../protocol';
import { go } from '../../route.svelte';
import { recall, remember } from '../../settings.svelte';

interface Kept {
  levels: number[];
}

export class Choice {
  readonly game: GameInfo;
  /** The levels of the computer players, one for each seat after the first. */
  levels = $state<Level[]>([]);
  busy = $state(false);
  problem = $state('');

  constructor(game: GameInfo) {
    this.game = game;
    const kept = recall<Kept>(this.key).levels ?? [];
    const known = kept.map((level) => this.find(level)).filter((level) => level !== undefined);
    this.levels = known.length >= game.players_min - 1 ? known.slice(0, game.players_max - 1) : this.usual();
  }

  private get key(): string {
    return `orrery.choice.${this.game.name}`;
  }

  private find(level: number): Level | undefined {
    return this.game.levels.find((one) => one.level === level);
  }

  private usual(): Level[] {
    const level = middleLevel(this.game.levels);
    return level === undefined ? [] : Array<Level>(Math.min(3, this.game.players_max) - 1).fill(level);
  }

  private keep(): void {
    remember(this.key, { levels: this.levels.map((level) => level.level) } satisfies Kept);
  }

  get canAdd(): boolean {
    return this.levels.length < this.game.players_max - 1;
  }

  get canRemove(): boolean {
    return this.levels.length > this.game.players_min - 1;
  }

  add(): void {
    const level = this.levels.at(-1) ?? middleLevel(this.game.levels);
    if (level !== undefined) this.levels = [...this.levels, level];
    this.keep();
  }

  remove(i: number): void {
    this.levels = this.levels.filter((_, j) => j !== i);
    this.keep();
  }

  set(i: number, level: Level): void {
    this.levels = this.levels.with(i, level);
    this.keep();
  }

  /** Makes a table with these players and opens it; `more`: what else it is made with. `at`: there and nowhere else. */
  async play(more: Record<string, unknown> = {}, at?: Connection): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    const seats = ['me', ...this.levels.map((level) => level.player)];
    const plan = { game: this.game.name, players: seats.length, seats, start: true, ...more };
    const make = async (at: Connection) => {
      await beSomebody(at);
      return api.make(plan, at);
    };
    try {
      go(`/table/${(await (at === undefined ? atHome(make) : make(at))).table}`);
    } catch (error) {
      this.problem = messageOf(error);
    } finally {
      this.busy = false;
    }
  }
}

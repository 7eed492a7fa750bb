// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Random games with a set, played by the server while its owner works on: a set that cannot be played says so.

import { messageOf, Refusal } from '../net/http';
import { program, type Files } from './program';

/** So long nothing changes before games are played. */
const CALM_MS = 4_000;
const BUSY_MS = 30_000;
export const GAMES = 300;

export class Trial {
  /** `unknown`: the server could not try it now. */
  state = $state<'none' | 'waiting' | 'playing' | 'fine' | 'failed' | 'unknown'>('none');
  text = $state('');
  games = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private files: Files = {};

  constructor(private readonly game: string) {}

  stop(): void {
    clearTimeout(this.timer);
  }

  plan(files: Files, ms = CALM_MS): void {
    clearTimeout(this.timer);
    this.files = files;
    this.state = Object.keys(files).length === 0 ? 'none' : 'waiting';
    if (this.state === 'none') return;
    this.timer = setTimeout(() => void this.play(files), ms);
  }

  private async play(files: Files): Promise<void> {
    this.state = 'playing';
    try {
      const result = await program.attempt(this.game, files, GAMES);
      if (files !== this.files) return;
      this.state = result.ok ? 'fine' : 'failed';
      this.games = result.ok ? result.games : 0;
      this.text = result.ok ? '' : result.text;
    } catch (error) {
      if (files !== this.files) return;
      this.state = 'unknown';
      this.text = messageOf(error);
      if (error instanceof Refusal && error.code === 'busy') this.plan(files, BUSY_MS);
    }
  }
}

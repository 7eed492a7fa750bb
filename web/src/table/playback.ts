// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What others do arrives faster than an eye can follow: the playback shows one change after the other, and
// hurries when there are many: the turn of another takes at most a second and a half. What the viewer
// did is shown at once.

import type { LogLine, View } from '../protocol';
import { isStill } from '../settings.svelte';
import { inOrder } from './telling';

const STEP_MS = 340;
const TURN_MS = 1500;

interface Frame {
  view: View;
  log: LogLine[];
}

export class Playback {
  private waiting: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn: number | null | undefined;
  private until = 0;

  constructor(private readonly show: (view: View, log: LogLine[]) => void) {}

  add(view: View, log: LogLine[], before: View | null): void {
    this.waiting.push({ view, log });
    if (isStill() || document.hidden || this.isOwn(before)) this.skip();
    else if (this.timer === undefined) this.next();
  }

  /** Was it the viewer who was waited for? */
  private isOwn(before: View | null): boolean {
    const seat = before?.awaited;
    return this.timer === undefined && (typeof seat !== 'number' || (before?.seats[seat - 1]?.yours ?? true));
  }

  private next(): void {
    const frame = this.waiting.shift();
    if (frame === undefined) {
      this.timer = undefined;
      return;
    }
    this.show(frame.view, frame.log);
    if (frame.view.turn !== this.turn || performance.now() > this.until) {
      this.turn = frame.view.turn;
      this.until = performance.now() + TURN_MS;
    }
    const rest = this.waiting.filter((other) => other.view.turn === this.turn).length + 1;
    this.timer = setTimeout(() => this.next(), Math.min(STEP_MS, (this.until - performance.now()) / rest));
  }

  /** Shows everything that waits, at once. */
  skip(): void {
    this.stop();
    const all = this.waiting.splice(0);
    const last = all.at(-1);
    if (last !== undefined) this.show(last.view, inOrder(all.flatMap((frame) => frame.log)));
  }

  /** Forgets what waits: something newer is there. */
  drop(): void {
    this.stop();
    this.waiting = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

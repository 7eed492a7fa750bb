// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What others do arrives faster than an eye can follow: the playback shows it action by action, at the pace that the
// viewer has chosen. What the viewer did is shown at once. Nothing is lost: whatever is skipped is shown as it is in
// the end, and the recap tells it. It knows no game; the table says what belongs to one action and how
// long it is to read.

import type { LogLine, View } from '../protocol';
import { type Pace, paceNow } from '../settings.svelte';
import { inOrder } from './telling';

/** How long an action is shown, in ms: at least, for each letter of its sentence, at most. */
const TIMES: Record<'brisk' | 'calm', { least: number; letter: number; most: number }> = {
  brisk: { least: 500, letter: 6, most: 1000 },
  calm: { least: 1100, letter: 22, most: 3000 },
};

/** How long an action with a sentence of that length is shown; in steps until somebody moves on. */
export function timeFor(pace: Pace, letters: number): number {
  if (pace === 'instant') return 0;
  if (pace === 'step') return Infinity;
  const { least, letter, most } = TIMES[pace];
  return Math.min(most, least + letter * letters);
}

interface Frame {
  view: View;
  log: LogLine[];
}

/** What the playback has to know of the table. */
interface Stage {
  show: (view: View, log: LogLine[]) => void;
  /** The numbers of those lines to come with which an action begins. */
  beginnings: (coming: LogLine[]) => Set<number>;
  /** The length of the sentence that tells the action that is shown. */
  letters: () => number;
  /** Is something shown that has to be closed first? */
  isHeld: () => boolean;
  /** Does the time of the viewer run in this view? */
  isPressed: (view: View) => boolean;
}

export class Playback {
  /** An action is being looked at, or there are more. */
  plays = $state(false);
  private waiting: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** With it all that waits is shown. */
  private frame: number | undefined;
  /** Until then the action that is shown is looked at. */
  private until = 0;

  constructor(private readonly stage: Stage) {}

  add(view: View, log: LogLine[], before: View | null): void {
    this.waiting.push({ view, log });
    if (document.hidden || this.stage.isPressed(view) || this.isOwn(before)) this.skip();
    else if (paceNow() === 'instant') this.skipSoon();
    else this.next();
  }

  /** Was it the viewer who was waited for? */
  private isOwn(before: View | null): boolean {
    const seat = before?.awaited;
    return this.waiting.length === 1 && (typeof seat !== 'number' || (before?.seats[seat - 1]?.yours ?? true));
  }

  /** Shows the next action as soon as the one before has had its time. */
  private next(): void {
    clearTimeout(this.timer);
    while (!this.stage.isHeld()) {
      const count = this.nextAction();
      const left = this.until - performance.now();
      this.plays = left > 0 || this.waiting.length > 0;
      if (left > 0 && (this.waiting.length === 0 || count.begins)) {
        if (left < Infinity) this.timer = setTimeout(() => this.next(), left);
        return;
      }
      if (this.waiting.length === 0) return;
      const frames = this.waiting.splice(0, count.frames);
      this.stage.show(frames[frames.length - 1].view, inOrder(frames.flatMap((frame) => frame.log)));
      this.until = performance.now() + timeFor(paceNow(), this.stage.letters());
    }
  }

  /** How many of the changes that wait belong to one action, and whether it begins with them. */
  private nextAction(): { frames: number; begins: boolean } {
    const starts = this.stage.beginnings(this.waiting.flatMap((frame) => frame.log));
    const begins = (frame: Frame) => frame.log.some((line) => starts.has(line.number));
    const next = this.waiting.findIndex((frame, i) => i > 0 && begins(frame));
    const frames = next < 0 ? this.waiting.length : next;
    return { frames, begins: frames > 0 && begins(this.waiting[0]) };
  }

  /** Someone has seen enough of the action that is shown: the next one, or in other paces than step by step all. */
  moveOn(): void {
    if (!this.plays) return;
    if (paceNow() !== 'step') this.skip();
    else {
      this.until = 0;
      this.next();
    }
  }

  /** What was to be closed first is closed. */
  resume(): void {
    this.until = 0;
    this.next();
  }

  /** Shows everything that waits, at once. */
  skip(): void {
    this.stop();
    const all = this.waiting.splice(0);
    const last = all.at(-1);
    if (last !== undefined) this.stage.show(last.view, inOrder(all.flatMap((frame) => frame.log)));
  }

  /** The same with the next picture: what comes until then would be drawn for nobody. */
  private skipSoon(): void {
    this.frame ??= requestAnimationFrame(() => this.skip());
  }

  /** Forgets what waits: something newer is there. */
  drop(): void {
    this.stop();
    this.waiting = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
    this.until = 0;
    this.plays = false;
  }
}

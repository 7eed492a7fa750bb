// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The time that passes, for what is drawn: whatever reads it is drawn again twice a second. By the browser's clock that
// never steps.

import { createSubscriber } from 'svelte/reactivity';
import type { Seat, View } from '../protocol';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 500);
  return () => clearInterval(timer);
});

export function now(): number {
  subscribe();
  return performance.now();
}

/** The time that a seat has left, now; null without a clock. */
export function timeLeft(view: View | null, seat: Seat | undefined): number | null {
  if (view === null || view.clock.kind === 'none' || seat?.left === undefined) return null;
  return seat.left - (seat.clock_runs ? now() - (view.heard ?? now()) : 0);
}

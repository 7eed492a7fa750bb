// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What is told beside a thing that is pointed at: why it cannot be chosen, or what it is.

import type { Blocked, ThingKey } from '../protocol';
import { settings } from '../settings.svelte';

/** Whoever only passes over the table is not told everything. */
const EXPLAIN_MS = 600;
/** So long an answer can still be reached with the mouse. */
const LEAVE_MS = 300;

/** Why something is not possible: what is asked about, where it is, and whether the answer stays until it is closed. */
export interface Refused {
  thing: ThingKey;
  blocked: Blocked[];
  at: DOMRect;
  stays: boolean;
  about: string; // what the thing is, if nothing else tells it
}

/** What something is, told beside it. */
export interface Tooltip {
  text: string;
  at: DOMRect;
}

export class Callouts {
  refused = $state.raw<Refused | null>(null);
  tooltip = $state.raw<Tooltip | null>(null);
  private leaving: ReturnType<typeof setTimeout> | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  /** Says why a thing is not possible: for as long as it is pointed at, or until it is closed. */
  refuse(refused: Refused): void {
    clearTimeout(this.leaving);
    if (refused.blocked.length === 0) return;
    if (this.refused?.thing !== refused.thing) settings.reasons++;
    this.refused = refused;
  }

  /** The thing is not pointed at any more; the answer stays for a moment, so that it can be reached. */
  leave(): void {
    if (this.refused?.stays !== false) return;
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => (this.refused = this.refused?.stays ? this.refused : null), LEAVE_MS);
  }

  /** Tells in a moment what something is. */
  explain(text: string, at: DOMRect): void {
    this.stopExplaining();
    this.waiting = setTimeout(() => (this.tooltip = { text, at }), EXPLAIN_MS);
  }

  stopExplaining(): void {
    clearTimeout(this.waiting);
    this.tooltip = null;
  }

  forget(): void {
    this.refused = null;
    this.stopExplaining();
  }
}

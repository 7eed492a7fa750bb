// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where the focus goes after a change: to the first legal move, on the board if the player was there, else in the
// bar; to Confirm only if nothing else is left. Who reads the log or types is left alone, and who plays with the
// mouse: Enter would make a move that nobody looked at.

import { tick } from 'svelte';
import type { Table } from './table.svelte';

const FIRST_MOVE = '[data-part=bar] :is(.move, .group, .more):not(:disabled)';
const FIRST_THING = '.target.legal';

/** The part of the page in which the player was last: "bar", "board", "players", "log". */
let lastPart = 'bar';

/** Does the player go about with the mouse? Enter alone does not tell: it also confirms. */
let withMouse = false;

export function notePointer(): void {
  withMouse = true;
}

export function noteKey(event: KeyboardEvent): void {
  if (event.key !== 'Enter') withMouse = false;
}

export function noteFocus(event: FocusEvent): void {
  const part = (event.target as Element).closest?.('[data-part]');
  if (part instanceof HTMLElement || part instanceof SVGElement) lastPart = part.dataset.part ?? 'bar';
}

/** Is the focus where the table may move it? */
export function isFree(): boolean {
  const here = document.activeElement;
  if (here === null || here === document.body) return true;
  return here.closest('[data-part=bar], [data-part=board], [data-part=players]') !== null;
}

function visible(selector: string): HTMLElement | SVGElement | undefined {
  return [...document.querySelectorAll<HTMLElement | SVGElement>(selector)].find(
    (one) => one.getClientRects().length > 0,
  );
}

export function focusFirst(table: Table): void {
  if (withMouse || table.asks === null || document.querySelector('dialog[open]') !== null || !isFree()) return;
  const bar = visible(FIRST_MOVE);
  const thing = visible(`[data-part=${lastPart}] ${FIRST_THING}`) ?? visible(FIRST_THING);
  const first = lastPart === 'bar' ? (bar ?? thing) : (thing ?? bar);
  table.quiet = true;
  (first ?? visible('[data-confirm]'))?.focus({ preventScroll: true });
  table.quiet = false;
}

/** Something that may have had the focus is gone, or can be pressed again: after the drawing, nothing is left without
 *  it. */
export async function refocus(table: Table): Promise<void> {
  await tick();
  if (document.activeElement === document.body) focusFirst(table);
}

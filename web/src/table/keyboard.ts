// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The keys of the table. Digits and letters make moves, Enter confirms, U or Ctrl+Z takes back, Shift+U or Ctrl+Y
// makes it again, H asks for a hint, R replays what others did, Esc ends that or goes a step back; arrows walk over a
// board, Tab leaves it, F6 goes to the next part of the page.

import type { Table } from './table.svelte';

const TABBABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

export function keyboard(event: KeyboardEvent, table: Table): void {
  if (event.altKey || event.defaultPrevented) return;
  if (document.querySelector('dialog[open]') !== null) return;
  if (isTyping(event.target) && event.key !== 'F6') return;
  const act = event.ctrlKey || event.metaKey ? withControl(event, table) : action(event, table);
  if (act === null) return;
  event.preventDefault();
  act();
}

const undo = (table: Table) => (table.view?.can?.undo.length ? () => void table.undo() : null);
const redo = (table: Table) => (table.view?.can?.redo.length ? () => void table.redo() : null);

/** Undo and redo as in every other program; Cmd on a Mac. */
function withControl(event: KeyboardEvent, table: Table): (() => void) | null {
  if (!table.isLive) return null;
  switch (event.key.toLowerCase()) {
    case 'z':
      return event.shiftKey ? redo(table) : undo(table);
    case 'y':
      return event.shiftKey ? null : redo(table);
    default:
      return null;
  }
}

function action(event: KeyboardEvent, table: Table): (() => void) | null {
  switch (event.key) {
    case 'Escape':
      return () => back(table);
    case 'Enter':
      if (event.target instanceof Element && event.target.closest('button, a, summary, [role=button]')) return null;
      return atEnter(table);
    case 'F6':
      return () => nextPart(event.shiftKey ? -1 : 1);
    case 'Tab':
      return leave(event.shiftKey ? -1 : 1);
    case '[':
    case '{':
      return () => table.past.step(-1, event.key === '{' || table.past.fine);
    case ']':
    case '}':
      return table.moment !== null ? () => table.past.step(1, event.key === '}' || table.past.fine) : null;
    case 'r':
    case 'R':
      return () => table.past.replay();
    case '?':
      return () => (table.opened = 'help');
    case 'u':
    case 'U':
      return event.shiftKey ? redo(table) : undo(table);
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'ArrowUp':
    case 'ArrowDown':
      return isIn('log') ? null : () => walk(event.key);
    case 'h':
    case 'H':
      return table.hints.isOffered ? () => table.hints.toggle() : null;
    case 'l':
    case 'L':
      return () => table.drawer.toggle('log');
    default:
      return event.repeat ? null : byKey(event.key.toLowerCase(), table);
  }
}

/** Ends what is shown of the past or of others, closes what was told, or takes back what was chosen. */
function back(table: Table): void {
  if (table.moment !== null) void table.seek(Infinity);
  else if (table.playback.plays) table.playback.skip();
  else if (table.selection.isBegun || !table.recap.close()) table.selection.back();
}

/** What Enter does when nothing is in focus. */
export function atEnter(table: Table): (() => void) | null {
  const { chosen } = table.selection;
  if (chosen !== null) return () => void table.make(chosen);
  if (table.view?.can?.confirm && table.isLive) return () => void table.confirm();
  if (table.selection.moves.length === 1) return () => table.selection.choose(table.selection.moves[0]);
  return null;
}

/** A key counts only while it is shown beside its move. */
function byKey(key: string, table: Table): (() => void) | null {
  const move = table.selection.moves.find((one) => table.selection.keys.get(one.move) === key);
  if (move === undefined || document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`) === null) return null;
  return () => table.selection.choose(move);
}

// ---- parts of the page ---------------------------------------------------------------------------

const ORDER = ['bar', 'hint', 'board', 'players', 'log'];

/** The parts in the order of the eye: bar, hint, boards, players, log. */
function parts(): HTMLElement[] {
  const rank = (part: HTMLElement) => ORDER.indexOf(part.dataset.part ?? '');
  return [...document.querySelectorAll<HTMLElement>('[data-part]')].filter(isVisible).sort((a, b) => rank(a) - rank(b));
}

function partHere(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-part]') ?? null;
}

function isIn(part: string): boolean {
  return partHere()?.dataset.part === part;
}

function nextPart(step: number): void {
  const all = parts();
  if (all.length === 0) return;
  const here = partHere();
  const now = here === null ? (step > 0 ? -1 : 0) : all.indexOf(here);
  const part = all[(now + step + all.length) % all.length];
  const inside = ['.target.legal', '.move:not(:disabled)', '.advice', '.target', 'button:not(:disabled)'].map((one) =>
    part.querySelector<HTMLElement>(one),
  );
  (part.matches('[tabindex]') ? part : (inside.find((one) => one !== null) ?? part)).focus();
}

/** From a thing on a board, Tab continues after the board. */
function leave(step: number): (() => void) | null {
  const part = partHere();
  if (part === null || !document.activeElement?.classList.contains('target')) return null;
  const all = [...document.querySelectorAll<HTMLElement>(TABBABLE)].filter(isVisible);
  const follows = step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const others = all.filter((one) => !part.contains(one) && part.compareDocumentPosition(one) & follows);
  const next = step > 0 ? others[0] : others.at(-1);
  return next === undefined ? null : () => next.focus();
}

// ---- walking over things -------------------------------------------------------------------------

/** From the thing in focus to the nearest one in the direction of the arrow, within its part. */
function walk(arrow: string): void {
  const here = document.activeElement;
  const areButtons = isIn('bar') || isIn('hint');
  const things = [
    ...(partHere() ?? document).querySelectorAll<HTMLElement>(areButtons ? 'button:not(:disabled)' : '.target'),
  ].filter(isVisible);
  if (things.length === 0) return;
  if (!(here instanceof Element) || !things.includes(here as HTMLElement)) {
    (things.find((thing) => thing.classList.contains('legal')) ?? things[0]).focus();
    return;
  }
  const from = middle(here);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const thing of things) {
    const to = middle(thing);
    const [along, across] = distances(arrow, to.x - from.x, to.y - from.y);
    const cost = along + 2.5 * Math.abs(across);
    if (thing !== here && along > 2 && cost < least) [best, least] = [thing, cost];
  }
  best?.focus();
}

function distances(arrow: string, x: number, y: number): [along: number, across: number] {
  switch (arrow) {
    case 'ArrowLeft':
      return [-x, y];
    case 'ArrowRight':
      return [x, y];
    case 'ArrowUp':
      return [-y, x];
    default:
      return [y, x];
  }
}

function isVisible(thing: Element): boolean {
  const box = thing.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

function middle(thing: Element): { x: number; y: number } {
  const box = thing.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

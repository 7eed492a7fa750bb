// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The keys of the table. Digits and letters make moves, Enter confirms, U takes back, Esc goes a step
// back; arrows walk over a board, F6 to the next part of the page.

import type { Table } from './table.svelte';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

export function keyboard(event: KeyboardEvent, table: Table): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector('dialog[open]') !== null) return;
  const act = action(event, table);
  if (act === null) return;
  event.preventDefault();
  act();
}

function action(event: KeyboardEvent, table: Table): (() => void) | null {
  const moves = table.view?.moves ?? 0;
  const at = table.moment?.moves ?? moves;
  switch (event.key) {
    case 'Escape':
      return table.moment !== null ? () => void table.seek(moves) : () => table.back();
    case 'Enter':
      if (event.target instanceof Element && event.target.closest('button, a, [role=button]')) return null;
      return enter(table);
    case 'F6':
      return () => nextPart(event.shiftKey ? -1 : 1);
    case '[':
      return () => void table.seek(at - 1);
    case ']':
      return () => void table.seek(at + 1);
    case 'u':
    case 'U':
      if (event.shiftKey) return table.view?.can?.redo.length ? () => void table.redo() : null;
      return table.view?.can?.undo.length ? () => void table.undo() : null;
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'ArrowUp':
    case 'ArrowDown':
      return () => walk(event.key);
    case 'l':
    case 'L':
      return () => document.querySelector<HTMLElement>('[data-part=log]')?.focus();
    default:
      return byKey(event.key.toLowerCase(), table);
  }
}

function enter(table: Table): (() => void) | null {
  if (table.view?.can?.confirm) return () => void table.confirm();
  if (table.pointed !== null) {
    const move = table.pointed;
    return () => void table.make(move);
  }
  if (table.open_moves.length === 1) return () => table.choose(table.open_moves[0]);
  return null;
}

function byKey(key: string, table: Table): (() => void) | null {
  for (const move of table.open_moves) if (table.keys.get(move.move) === key) return () => table.choose(move);
  return null;
}

/** The parts of the page in order: bar, boards, players, log. */
function nextPart(step: number): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')].filter((part) => part.offsetParent !== null);
  if (parts.length === 0) return;
  const now = parts.findIndex((part) => part.contains(document.activeElement));
  const part = parts[(now + step + parts.length) % parts.length];
  const first = part.querySelector<HTMLElement>('.target.legal, button:not(:disabled), .target');
  (first ?? part).focus();
}

/** From the thing in focus to the nearest one in the direction of the arrow. */
function walk(arrow: string): void {
  const things = [...document.querySelectorAll<HTMLElement | SVGElement>('.target')].filter(isVisible);
  const here = document.activeElement;
  if (things.length === 0) return;
  if (!(here instanceof Element) || !here.classList.contains('target')) {
    (things.find((thing) => thing.classList.contains('legal')) ?? things[0]).focus();
    return;
  }
  const from = middle(here);
  let best: HTMLElement | SVGElement | null = null;
  let least = Infinity;
  for (const thing of things) {
    if (thing === here) continue;
    const to = middle(thing);
    const [along, across] = distances(arrow, to.x - from.x, to.y - from.y);
    const cost = along + 2.5 * Math.abs(across);
    if (along > 2 && cost < least) [best, least] = [thing, cost];
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

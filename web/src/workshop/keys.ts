// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The keys of the workshop: J and K go along the list, Enter says "as printed", digits say it of single values.

import type { Look } from './look.svelte';

const isTyping = (target: Element) => target.closest('input, textarea, select, [contenteditable]') !== null;
const isPressed = (target: Element) => target.closest('button, a, summary, [role=option]') !== null;

export function workshopKey(look: Look, event: KeyboardEvent): void {
  const target = event.target as Element;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey || look.dialog !== null || event.defaultPrevented) return;
  if (isCommand && event.key.toLowerCase() === 'z' && !isTyping(target)) {
    if (event.shiftKey) look.workshop.redo();
    else look.workshop.undo();
  } else if (isCommand || isTyping(target)) return;
  else if (event.key === 'j') look.step(1);
  else if (event.key === 'k') look.step(-1);
  else if (event.key === 'Enter' && !isPressed(target)) look.confirmAndNext();
  else if (/^[1-9]$/.test(event.key)) confirmOne(look, Number(event.key) - 1);
  else return;
  event.preventDefault();
}

function confirmOne(look: Look, i: number): void {
  if (look.card === null) return;
  const value = look.workshop.openValues(look.card)[i];
  if (value !== undefined) look.workshop.confirm(look.card, [value]);
}

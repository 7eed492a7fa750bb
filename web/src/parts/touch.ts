// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Is this page used by finger? Then nothing is seen by pointing at it.

export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

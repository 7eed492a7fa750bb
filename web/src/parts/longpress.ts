// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A finger that stays asks, it does not press: what would this do, or why not?

const HOLD_MS = 450;
const FAR = 12;

export class LongPress {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private held = false;
  private from = { x: 0, y: 0 };

  constructor(private readonly ask: (element: Element) => void) {}

  down = (event: PointerEvent): void => {
    this.held = false;
    if (event.pointerType !== 'touch') return;
    const element = event.currentTarget as Element;
    this.from = { x: event.clientX, y: event.clientY };
    this.timer = setTimeout(() => {
      this.held = true;
      this.ask(element);
    }, HOLD_MS);
  };

  up = (event: PointerEvent): void => {
    if (event.type === 'pointermove' && Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) < FAR)
      return;
    clearTimeout(this.timer);
  };

  /** The menu of the browser would open at the same time. */
  menu = (event: Event): void => {
    if ((event as PointerEvent).pointerType === 'touch') event.preventDefault();
  };

  /** Was the click that comes now a question? */
  swallows(): boolean {
    const held = this.held;
    this.held = false;
    return held;
  }

  /** Does the finger go because it has asked? What it asked for stays. */
  isHeld(event: PointerEvent): boolean {
    clearTimeout(this.timer);
    return event.pointerType === 'touch' && this.held;
  }
}

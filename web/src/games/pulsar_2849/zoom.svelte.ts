// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The window on the star cluster: wheel, pinch, drag, keys and buttons move it.

/** The side of the square that everything is drawn on. */
export const SIDE = 486;

const MOST = 4;
const STEP = 1.4;
/** Texts of 11 units have at least this many times 11 pixels. */
const LEAST = 1.05;

interface Point {
  x: number;
  y: number;
}

/** Where the whole drawing lies on the screen: its corner in px from that of the window, and px for each unit. */
export interface OnScreen {
  x: number;
  y: number;
  scale: number;
}

export class Zoom {
  /** How many times larger than the whole. */
  factor = $state(1);
  private middle = $state.raw<Point>({ x: SIDE / 2, y: SIDE / 2 });
  /** Height of the window for a width of 1. */
  shape = $state(1);
  /** Width of the window in pixels for each unit of the drawing. */
  pixels = $state(1);
  private held = new Map<number, Point>();
  private moved = 0;

  get width(): number {
    return SIDE / this.factor;
  }

  get height(): number {
    return Math.min(SIDE, this.width * this.shape);
  }

  get left(): number {
    return clamp(this.middle.x - this.width / 2, 0, SIDE - this.width);
  }

  get top(): number {
    return clamp(this.middle.y - this.height / 2, 0, SIDE - this.height);
  }

  get box(): string {
    return `${this.left} ${this.top} ${this.width} ${this.height}`;
  }

  /** In a window of this size, as a view box is fitted into it. */
  onScreen(width: number, height: number): OnScreen {
    const scale = Math.min(width / this.width, height / this.height);
    return {
      x: (width - this.width * scale) / 2 - this.left * scale,
      y: (height - this.height * scale) / 2 - this.top * scale,
      scale,
    };
  }

  /** Marks grow more slowly than distances, so that what is crowded comes apart; but they stay large enough to read. */
  get mark(): number {
    return Math.min(1, Math.max(this.factor ** -0.6, LEAST / (this.factor * this.pixels)));
  }

  get isWhole(): boolean {
    return this.factor <= 1;
  }

  whole(): void {
    this.factor = 1;
  }

  /** Larger or smaller; the point stays where it is. */
  by(times: number, at: Point = { x: this.left + this.width / 2, y: this.top + this.height / 2 }): void {
    const factor = clamp(this.factor * times, 1, MOST);
    const shrink = this.factor / factor;
    const centre = { x: this.left + this.width / 2, y: this.top + this.height / 2 };
    this.middle = { x: at.x + (centre.x - at.x) * shrink, y: at.y + (centre.y - at.y) * shrink };
    this.factor = factor;
  }

  centre(at: Point): void {
    this.middle = at;
  }

  private move(x: number, y: number): void {
    this.middle = { x: this.left + this.width / 2 + x, y: this.top + this.height / 2 + y };
  }

  /** Also not behind the buttons at the bottom. */
  private sees(at: Point): boolean {
    return (
      at.x >= this.left &&
      at.x <= this.left + this.width - 14 &&
      at.y >= this.top &&
      at.y <= this.top + this.height - 44
    );
  }

  /** Brings points into the window, if it does not show them all. */
  show(points: Point[]): void {
    if (points.length === 0 || points.every((point) => this.sees(point))) return;
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const wide = Math.max(...xs) - Math.min(...xs) + 60;
    const high = (Math.max(...ys) - Math.min(...ys) + 60) / this.shape;
    this.factor = clamp(Math.min(this.factor, SIDE / Math.max(wide, high)), 1, MOST);
    this.middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  }

  private key(event: KeyboardEvent): void {
    if (event.key === '+' || event.key === '=') this.by(STEP);
    else if (event.key === '-') this.by(1 / STEP);
    else if (event.key === '0') this.whole();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** For `use:`: wheel, drag, pinch and the keys + − 0 on the drawing. */
  readonly handle = (svg: SVGSVGElement) => {
    const at = (event: MouseEvent): Point => {
      const rect = svg.getBoundingClientRect();
      return {
        x: this.left + ((event.clientX - rect.left) / rect.width) * this.width,
        y: this.top + ((event.clientY - rect.top) / rect.height) * this.height,
      };
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      this.by(event.deltaY < 0 ? 1.15 : 1 / 1.15, at(event));
    };
    const down = (event: PointerEvent) => {
      this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.moved = 0;
    };
    const drag = (event: PointerEvent) => {
      const before = this.held.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const rect = svg.getBoundingClientRect();
      const other = [...this.held].find(([id]) => id !== event.pointerId)?.[1];
      this.held.set(event.pointerId, now);
      this.moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (other !== undefined) {
        const spread = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
        this.by(spread(now) / Math.max(1, spread(before)), at(event));
      } else if (this.moved > 4) {
        const scale = this.width / rect.width;
        this.move((before.x - now.x) * scale, (before.y - now.y) * scale);
      }
    };
    const up = (event: PointerEvent) => this.held.delete(event.pointerId);
    // a drag is no press
    const click = (event: MouseEvent) => {
      if (this.moved > 6) event.stopPropagation();
    };
    svg.addEventListener('wheel', wheel, { passive: false });
    svg.addEventListener('keydown', (event) => this.key(event));
    svg.addEventListener('pointerdown', down);
    svg.addEventListener('click', click, { capture: true });
    window.addEventListener('pointermove', drag);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    return {
      destroy: () => {
        window.removeEventListener('pointermove', drag);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', up);
      },
    };
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

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

/** What a window shows: how many times larger than the whole, and around which point. */
interface View {
  readonly factor: number;
  readonly middle: Point;
}

const WHOLE: View = { factor: 1, middle: { x: SIDE / 2, y: SIDE / 2 } };
/** After this long without a turn of the wheel, the window is at rest. */
const REST_MS = 140;

/** While wheel or fingers move the window, what was drawn is only shifted and stretched, which is quick: drawing a
 *  hundred places takes too long for each frame. When they come to rest it is drawn again. */
export class Zoom {
  private view = $state.raw<View>(WHOLE);
  /** What was drawn last. */
  private drawn = $state.raw<View>(WHOLE);
  /** Height of the window for a width of 1. */
  shape = $state(1);
  /** Width of the window in pixels for each unit of the drawing. */
  pixels = $state(1);
  private held = new Map<number, Point>();
  private moved = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  private widthOf(view: View): number {
    return SIDE / view.factor;
  }

  private heightOf(view: View): number {
    return Math.min(SIDE, this.widthOf(view) * this.shape);
  }

  private leftOf(view: View): number {
    const width = this.widthOf(view);
    return clamp(view.middle.x - width / 2, 0, SIDE - width);
  }

  private topOf(view: View): number {
    const height = this.heightOf(view);
    return clamp(view.middle.y - height / 2, 0, SIDE - height);
  }

  get width(): number {
    return this.widthOf(this.view);
  }

  get height(): number {
    return this.heightOf(this.view);
  }

  get left(): number {
    return this.leftOf(this.view);
  }

  get top(): number {
    return this.topOf(this.view);
  }

  /** The view box of what is drawn. */
  get box(): string {
    const { drawn } = this;
    return `${this.leftOf(drawn)} ${this.topOf(drawn)} ${this.widthOf(drawn)} ${this.heightOf(drawn)}`;
  }

  /** In a window of this size, as a view box is fitted into it. */
  onScreen(width: number, height: number): OnScreen {
    return this.fitted(this.view, width, height);
  }

  private fitted(view: View, width: number, height: number): OnScreen {
    const scale = Math.min(width / this.widthOf(view), height / this.heightOf(view));
    return {
      x: (width - this.widthOf(view) * scale) / 2 - this.leftOf(view) * scale,
      y: (height - this.heightOf(view) * scale) / 2 - this.topOf(view) * scale,
      scale,
    };
  }

  /** Where the old drawing has to be until the next one, as CSS says it. */
  shift(width: number, height: number): string | undefined {
    if (this.view === this.drawn) return undefined;
    const from = this.fitted(this.drawn, width, height);
    const to = this.fitted(this.view, width, height);
    const times = to.scale / from.scale;
    return `translate(${to.x - from.x * times}px, ${to.y - from.y * times}px) scale(${times})`;
  }

  /** Marks grow more slowly than distances, so that what is crowded comes apart; but they stay large enough to read. */
  get mark(): number {
    const { factor } = this.drawn;
    return Math.min(1, Math.max(factor ** -0.6, LEAST / (factor * this.pixels)));
  }

  /** How many times larger than the whole it is drawn. */
  get factor(): number {
    return this.drawn.factor;
  }

  get isWhole(): boolean {
    return this.view.factor <= 1;
  }

  private look(view: View): void {
    this.view = view;
    this.draw();
  }

  private draw(): void {
    clearTimeout(this.resting);
    this.drawn = this.view;
  }

  /** Only shown for now; drawn when the hand rests. */
  private glide(view: View): void {
    this.view = view;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.draw(), REST_MS);
  }

  whole(): void {
    this.look({ ...this.view, factor: 1 });
  }

  /** Larger or smaller; the point stays where it is. */
  by(times: number, at: Point = { x: this.left + this.width / 2, y: this.top + this.height / 2 }): void {
    this.look(this.scaled(times, at));
  }

  private scaled(times: number, at: Point): View {
    const factor = clamp(this.view.factor * times, 1, MOST);
    const shrink = this.view.factor / factor;
    const centre = { x: this.left + this.width / 2, y: this.top + this.height / 2 };
    return { factor, middle: { x: at.x + (centre.x - at.x) * shrink, y: at.y + (centre.y - at.y) * shrink } };
  }

  centre(at: Point): void {
    this.look({ ...this.view, middle: at });
  }

  private moveBy(x: number, y: number): View {
    return { ...this.view, middle: { x: this.left + this.width / 2 + x, y: this.top + this.height / 2 + y } };
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
    this.look({
      factor: clamp(Math.min(this.view.factor, SIDE / Math.max(wide, high)), 1, MOST),
      middle: { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 },
    });
  }

  private key(event: KeyboardEvent): void {
    if (event.key === '+' || event.key === '=') this.by(STEP);
    else if (event.key === '-') this.by(1 / STEP);
    else if (event.key === '0') this.whole();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** For `use:`: wheel, drag, pinch and the keys + − 0 on the drawing, in the box that it fills. */
  readonly handle = (svg: SVGSVGElement) => {
    const frame = svg.parentElement ?? svg;
    const at = (event: MouseEvent): Point => {
      const rect = frame.getBoundingClientRect();
      return {
        x: this.left + ((event.clientX - rect.left) / rect.width) * this.width,
        y: this.top + ((event.clientY - rect.top) / rect.height) * this.height,
      };
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      this.glide(this.scaled(event.deltaY < 0 ? 1.15 : 1 / 1.15, at(event)));
    };
    const down = (event: PointerEvent) => {
      this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.moved = 0;
    };
    const drag = (event: PointerEvent) => {
      const before = this.held.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const rect = frame.getBoundingClientRect();
      const other = [...this.held].find(([id]) => id !== event.pointerId)?.[1];
      this.held.set(event.pointerId, now);
      this.moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (other !== undefined) {
        const spread = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
        this.glide(this.scaled(spread(now) / Math.max(1, spread(before)), at(event)));
      } else if (this.moved > 4) {
        const scale = this.width / rect.width;
        this.glide(this.moveBy((before.x - now.x) * scale, (before.y - now.y) * scale));
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
        clearTimeout(this.resting);
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

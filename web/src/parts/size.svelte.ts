// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The size of the window, and how much of it is the zoom of the browser. The wide table fills the window
// whatever its size; who zooms in wants it larger than that, so the zoom must not be undone.

import { settings } from '../settings.svelte';

/** Where a wide table begins; below it, the parts of the table are shown one at a time. */
const WIDE_FROM = { width: 1100, height: 560 };
/** From here on zooming in leads to the narrow table rather than to scrolling. */
const REFLOW_FROM = 2;

/** The drawing of a wide table. */
export const BASE = { width: 1366, height: 768 };

/** The smallest text, in px; down to this window a table that is drawn smaller has none that is smaller. */
export const SMALLEST = 12;
const SMALLEST_KEPT_TO = { width: 1280, height: 720 };
const SMALLEST_DRAWN =
  SMALLEST * Math.max(BASE.width / SMALLEST_KEPT_TO.width, BASE.height / SMALLEST_KEPT_TO.height);

/** A table is not enlarged beyond this; large letters are as large as the window allows. */
const ENLARGED_TO = { small: 1, normal: 1.15, large: Infinity };

class Size {
  width = $state(0);
  height = $state(0);
  /** The zoom of the browser, 1 or more. */
  zoom = $state(1);
  /** Is the table drawn as one? */
  readonly isWide = $derived(
    this.zoom < REFLOW_FROM &&
      this.width * this.zoom >= WIDE_FROM.width &&
      this.height * this.zoom >= WIDE_FROM.height,
  );
  /** How much the wide table is enlarged: a large window shows more rather than larger. */
  readonly scale = $derived(
    this.zoom * Math.min(this.width / BASE.width, this.height / BASE.height, ENLARGED_TO[settings.text]),
  );
  /** The smallest text of the wide table, in px of its drawing. */
  readonly small = $derived(Math.max(SMALLEST, Math.min(SMALLEST / this.scale, SMALLEST_DRAWN)));
  /** How much dialogs over it are enlarged. */
  readonly dialogs = $derived(this.isWide ? Math.max(1, this.scale) : 1);

  constructor() {
    this.measure();
    addEventListener('resize', () => this.measure());
  }

  private measure(): void {
    const { clientWidth, clientHeight } = document.documentElement;
    this.zoom = browserZoom();
    this.width = clientWidth;
    this.height = clientHeight;
  }
}

/** The zoom by the outer and the inner width of the window, if the pixels agree; 1 if they do not. */
function browserZoom(): number {
  const zoom = outerWidth / innerWidth;
  const pixels = devicePixelRatio / zoom; // of the screen: 1, 1.25, 1.5 …
  const agrees = Math.abs(pixels * 4 - Math.round(pixels * 4)) < 0.12 && pixels > 0.9;
  return agrees && zoom > 1.05 ? zoom : 1;
}

export const size = new Size();

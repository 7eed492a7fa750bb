// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How much room texts and buttons need, without drawing them.

import { size } from '../parts/size.svelte';

/** For fonts as CSS writes them. */
export const FAMILY = '"IBM Plex Sans Condensed"';

/** Between two buttons. */
export const GAP_PX = 6;
const LINES_FROM_PX = 130; // a tall button breaks longer texts into two lines

let pen: CanvasRenderingContext2D | null = null;

/** The width of a text; the font as CSS writes it. */
export function textWidth(text: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen === null) return text.length * 6;
  pen.font = font;
  return pen.measureText(text).width;
}

/** How many lines a text has in this width. */
export function linesOf(text: string, font: string, width: number): number {
  const space = textWidth(' ', font);
  let [lines, used] = [1, 0];
  for (const word of text.split(' ')) {
    const wide = textWidth(word, font);
    const isNext = used > 0 && used + space + wide > width;
    if (isNext) lines++;
    used = isNext || used === 0 ? wide : used + space + wide;
  }
  return lines;
}

/** The width of a button with this text; tall ones stand on phones, have no key and may have two lines. */
export function widthOf(text: string, tall: boolean): number {
  if (!tall) return textWidth(text, `400 ${size.small}px ${FAMILY}`) + 40;
  const width = textWidth(text, `400 13px ${FAMILY}`);
  return (width > LINES_FROM_PX ? Math.max(LINES_FROM_PX, width * 0.62) : width) + 22;
}

/** Which of them fit into the room, in their order; if not all do, beside a button of `more`, and `first` ones before
 *  others. */
export function fitting(widths: number[], first: boolean[], room: number, more: number): number[] {
  const all = widths.map((_, i) => i);
  if (widths.reduce((sum, width) => sum + width + GAP_PX, -GAP_PX) <= room) return all;
  let used = more;
  const chosen: number[] = [];
  for (const i of [...all.filter((one) => first[one]), ...all.filter((one) => !first[one])]) {
    used += GAP_PX + widths[i];
    if (used > room) break;
    chosen.push(i);
  }
  return chosen.sort((a, b) => a - b);
}

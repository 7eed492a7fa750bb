// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Dust for backgrounds: many points in one path, so that a whole sky is painted at once. The same each time.

/** Numbers from 0 to 1 that look like chance. */
export function chances(seed: number): () => number {
  let now = seed;
  return () => {
    now = (now * 16807) % 2147483647;
    return now / 2147483647;
  };
}

/** Numbers around 0, mostly close to it. */
export function spread(chance: () => number): number {
  return chance() + chance() + chance() - 1.5;
}

/** Points as one path: drawn with round ends, each is a dot. */
export function dots(count: number, at: () => { x: number; y: number }): string {
  return Array.from({ length: count }, at)
    .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h.01`)
    .join('');
}

/** Strokes around a centre, like those of a scale or a sun; every `long`th is longer. */
export function strokes(count: number, from: number, to: number, long: number, further: number): string {
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [Math.cos((i * 2 * Math.PI) / count), Math.sin((i * 2 * Math.PI) / count)];
    const end = i % long === 0 ? further : to;
    return `M${(from * x).toFixed(1)} ${(from * y).toFixed(1)}L${(end * x).toFixed(1)} ${(end * y).toFixed(1)}`;
  }).join('');
}

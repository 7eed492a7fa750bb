// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where the locations of the star cluster lie, and what can be said of each.

import type { LogLine } from '../../protocol';
import { named, t } from '../../words/words';
import { owner, type Location, type Segment, type Sky, type State } from './sky';
import { isSpinning, sizeOf } from './tally';
import { SIDE } from './zoom.svelte';

export interface Point {
  x: number;
  y: number;
}

/** Percent of the board as a point of the drawing; its empty rim is left out. */
export function pointOf(location: Location): Point {
  const scale = SIDE / 93.5;
  return { x: SIDE / 2 + (location.x - 50) * scale, y: SIDE / 2 + (location.y - 50) * scale };
}

export function radiusOf(location: Location): number {
  switch (location.kind) {
    case 'system':
      return 14.5;
    case 'pulsar':
    case 'isolated':
      return 12;
    default:
      return 7.5;
  }
}

/** The number at the end of its name: what is written beside it when there is room. */
export function shortName(location: Location): string {
  return named(location.name).split(' ').at(-1) ?? '';
}

/** Seats whose ships are at a location, in a flight where they have come to. */
export function shipsAt(sky: Sky, state: State, id: string): number[] {
  return sky.seats.filter((seat) => shipOf(sky, state, seat) === id);
}

export function shipOf(sky: Sky, state: State, seat: number): string {
  if (isFlying(state) && owner(state.turn) === seat && state === sky.state) return state.path[state['flight-at']];
  return state.ship[seat];
}

/** Is a ship on its way? */
function isFlying(state: State): boolean {
  return Object.entries(state.work).some(([frame, work]) => Number(frame) < state.agenda && work === 'flight');
}

/** Locations of the flight so far, the start first. */
export function flown(state: State): string[] {
  return isFlying(state) ? Array.from({ length: state['flight-at'] + 1 }, (_, i) => state.path[i]) : [];
}

/** The shortest way along the segments. Where there was no choice, the log does not say through which locations a ship
 *  went. */
function way(segments: Segment[], from: string, to: string): string[] {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const path of ways) {
    const here = path[path.length - 1];
    if (here === to) return path;
    for (const { from: one, to: other } of segments) {
      const next = one === here ? other : other === here ? one : null;
      if (next === null || seen.has(next)) continue;
      seen.add(next);
      ways.push([...path, next]);
    }
  }
  return [from, to];
}

const TAKES = ['take', 'take-for', 'take-with'];

/** The last flight since dice were taken: who, and along which locations. */
export function lastFlight(segments: Segment[], lines: LogLine[]): { seat: number; path: string[] } | null {
  const path: string[] = [];
  let seat = 0;
  let start = '';
  for (const line of lines.toReversed()) {
    if (line.kind === 'to') {
      seat = Number(line.actor);
      path.unshift(line.things[0]);
      start = line.events.find((event) => event.kind === 'flies')?.things[1] ?? start;
    } else if (path.length > 0 || TAKES.includes(line.kind) || line.kind === 'end') break;
  }
  if (path.length === 0 || start === '') return null;
  const stops = [start, ...path].map((thing) => thing.slice('location:'.length));
  return {
    seat,
    path: stops.reduce(
      (sofar, stop) => [...sofar, ...way(segments, sofar[sofar.length - 1], stop).slice(1)],
      [stops[0]],
    ),
  };
}

function planetText(sky: Sky, planet: { kind: string; open: boolean }, seat: number): string {
  const kind = planet.kind === 'blue' ? t('blue planet') : t('lifeless planet');
  if (!planet.open) return t('{planet} not in use', { planet: kind });
  if (seat === 0) return t('{planet}: free', { planet: kind });
  return sky.table.isYou(seat)
    ? t('{planet}: your station', { planet: kind })
    : t("{planet}: {name}'s station", { planet: kind, name: sky.table.name(seat) });
}

function claimText(sky: Sky, seat: number | undefined): string {
  if (seat === undefined) return t('unclaimed');
  return sky.table.isYou(seat) ? t('claimed by you') : t('claimed by {name}', { name: sky.table.name(seat) });
}

const shipText = (sky: Sky, seat: number) =>
  sky.table.isYou(seat) ? t('your ship is here') : t("{name}'s ship", { name: sky.table.name(seat) });

/** What is at a location, line by line: its name, what it is, who is there. */
export function linesAbout(sky: Sky, id: string): string[] {
  const { layout, state } = sky;
  const location = layout.star_cluster.locations[id];
  const lines = [named(location.name)];
  if (location.dead_end) lines.push(t('dead end'));
  if (location.kind === 'system') {
    const system = layout.systems[state.system[id]];
    if (system === undefined) lines.push(t('not explored yet'));
    else {
      lines[0] += ' · ' + named(system.name);
      system.planets.forEach((planet, i) => lines.push(planetText(sky, planet, owner(state.station[id][i]))));
      lines.push(t('bonus: {bonus}', { bonus: named(system.bonus.text) }));
    }
  }
  if (location.kind === 'pulsar' || location.kind === 'isolated') {
    const seat = sky.seats.find((one) => state.claims[one].includes(id));
    const ring = state.gyrodyne[id];
    const size = sizeOf(ring);
    lines.push(claimText(sky, seat));
    if (size !== null) {
      const gyrodyne = named(layout.gyrodynes[size].name);
      lines.push(
        isSpinning(ring) ? t('{gyrodyne}, spinning', { gyrodyne }) : t('{gyrodyne}, under construction', { gyrodyne }),
      );
    }
  }
  for (const seat of shipsAt(sky, state, id)) lines.push(shipText(sky, seat));
  return lines;
}

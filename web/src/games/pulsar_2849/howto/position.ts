// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The position that the pictures show parts of: the star cluster in the middle of a game, and a few locations that
// are in no cluster, for pictures that explain one thing.

import { SIZES, type Layout, type Location, type Ring, type State } from '../sky';

const SEATS = ['1', '2', '3', '4'];
const bySeat = <T>(make: () => T) => Object.fromEntries(SEATS.map((seat) => [seat, make()]));

/** The system that is passed in the picture of a flight, and the pulsar at its end. Those with a gyrodyne are called
 *  like it: "S", "S-spinning". */
export const PASSED = 'passed';
export const CLAIMED = 'claimed';

/** A system with a planet of each kind, the lifeless one first. */
export function exampleSystem(layout: Layout): string {
  const found = Object.entries(layout.systems).find(
    ([, { planets }]) =>
      planets.some(({ kind }) => kind === 'blue') && planets.some(({ kind }) => kind === 'lifeless'),
  );
  return (found ?? Object.entries(layout.systems)[0])[0];
}

/** Two transmitters that can be linked: the right end of the first to the left end of the second. */
export function linkedTransmitters(layout: Layout): [string, string] {
  const all = Object.entries(layout.transmitters).filter(([, { production }]) => production !== null);
  const first = all.find(([, { ends, dice }]) => ends[1] !== null && ends[1] > 0 && dice.length > 1);
  const second = all.find(([id, { ends, dice }]) => id !== first?.[0] && (ends[0] ?? 0) > 1 && dice.length > 1);
  return [first?.[0] ?? all[0][0], second?.[0] ?? all[1][0]];
}

function planetsOf(layout: Layout, system: string): Record<string, string> {
  return Object.fromEntries((layout.systems[system]?.planets ?? []).map((_, i) => [i, 'nobody']));
}

/** Stations, claims and gyrodynes here and there, so that everything can be seen. */
function settle(state: Pick<State, 'system' | 'station' | 'claims' | 'gyrodyne'>, pulsars: string[]): void {
  Object.values(state.station).forEach((planets, i) => {
    if (i % 3 === 0 && '0' in planets) planets['0'] = SEATS[i % 4];
    if (i % 4 === 1 && '1' in planets) planets['1'] = SEATS[(i + 1) % 4];
  });
  const rings: Ring[] = ['none', 'M-spinning', 'S', 'L-spinning', 'none', 'S-spinning'];
  pulsars.filter((_, i) => i % 2 === 0).forEach((id, i) => {
    state.claims[SEATS[i % 4]].push(id);
    state.gyrodyne[id] = rings[i % rings.length];
  });
}

export function position(layout: Layout): Partial<State> {
  const places = Object.entries(layout.star_cluster.locations);
  const isPulsar = ({ kind }: Location) => kind === 'pulsar' || kind === 'isolated';
  const tiles = Object.keys(layout.systems);
  const systems = places.filter(([, { kind }]) => kind === 'system').map(([id]) => id);
  const pulsars = places.filter(([, place]) => isPulsar(place)).map(([id]) => id);
  const state = {
    system: Object.fromEntries(systems.map((id, i) => [id, i % 5 === 4 ? 'none' : tiles[i % tiles.length]])),
    station: {} as State['station'],
    claims: bySeat((): string[] => []),
    gyrodyne: Object.fromEntries(pulsars.map((id): [string, Ring] => [id, 'none'])),
  };
  for (const id of systems) state.station[id] = planetsOf(layout, state.system[id]);
  settle(state, pulsars);
  explain(layout, state);
  const hq = Object.keys(layout.headquarters)[0];
  return {
    ...state,
    ship: Object.fromEntries(SEATS.map((seat, i) => [seat, systems[(i * 5 + 2) % systems.length]])),
    side: bySeat(() => hq),
    projects: bySeat(() => ['b1', 'b2']),
    runs: bySeat(() => []),
    work: {},
    agenda: 0,
    turn: 'nobody',
  };
}

/** What is in no cluster: a system with a station on its lifeless planet, a claimed pulsar, gyrodynes of all sizes. */
function explain(layout: Layout, state: Pick<State, 'system' | 'station' | 'claims' | 'gyrodyne'>): void {
  const system = exampleSystem(layout);
  const lifeless = layout.systems[system].planets.findIndex(({ kind }) => kind === 'lifeless');
  state.system[PASSED] = system;
  state.station[PASSED] = { ...planetsOf(layout, system), [lifeless]: '1' };
  const rings: Ring[] = SIZES.flatMap((size): Ring[] => [size, `${size}-spinning`]);
  for (const ring of rings) state.gyrodyne[ring] = ring;
  state.gyrodyne[CLAIMED] = 'none';
  state.claims[1].push(CLAIMED, ...rings);
}

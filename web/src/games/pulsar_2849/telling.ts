// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pulsar 2849: what its moves and events mean, for the log and the recap.

import type { GlyphName } from '../../parts/glyphs';
import type { GameEvent } from '../../protocol';
import { t } from '../../words/words';
import { clause, listed, numberAt, tokenAt, type Amount, type Clause, type Draft, type Part,
  type People, type Sorted, type Telling } from '../telling';
import Die from './Die.svelte';

/** Moves that begin something; the others pay for it, steer it or answer what it asks. */
const BEGIN = new Set(
  ('enter side take take-for take-with fly gyrodyne complete transmitter cover project patent modifier build end ' +
    'deal goal goal-bonus').split(' '),
);

/** Events that say nothing beyond what others say. */
const SILENT = new Set('turn revealed removed effect link-die planet-die counter-stays stays over'.split(' '));

/** Events that say of a move that is pointed at what its own words say. */
const RESTATED = new Set(
  ('pays pays-cubes flies takes gyrodyne constructs transmitter covers project patent teleports bought ' +
    'goal-bonus').split(' '),
);
const isSetOff = ({ kind }: GameEvent) => kind === 'step' || kind === 'final';

/** Events with a line of their own, by what joins them. */
const OWN: Record<string, Sorted> = {
  board: { kind: 'dealer', key: 'board' },
  goal: { kind: 'dealer', key: 'goal' },
  order: { kind: 'dealer', key: 'order' },
  headquarters: { kind: 'dealer', key: 'headquarters' },
  offer: { kind: 'dealer', key: 'offer' },
  round: { kind: 'dealer', key: 'dice' },
  rolled: { kind: 'dealer', key: 'dice' },
  median: { kind: 'dealer', key: 'dice' },
  takes: { kind: 'action', key: 'take' },
  enters: { kind: 'action', key: 'enter' },
  achieved: { kind: 'action', key: 'achieved' },
  step: { kind: 'production', key: 'production' },
  final: { kind: 'production', key: 'final' },
};

const points = (amount: number): Amount => ({
  id: 'points', glyph: 'points', amount,
  count: (many) => t('{count} {count|point|points}', { count: many }),
});
const cubes = (amount: number): Amount => ({
  id: 'cubes', glyph: 'engineer', amount,
  count: (many) => t('{count} {count|cube|cubes}', { count: many }),
});
const tokens = (modifier: string, amount: number): Amount => {
  const label = modifier === 'plus-two' ? '+2' : '±1';
  return {
    id: modifier, label, amount,
    count: (many) =>
      many === 1 ? t('1 {label} token', { label }) : t('{count} {label} tokens', { count: many, label }),
  };
};

function amounts(event: GameEvent): Amount[] {
  const [first, second, third] = [0, 1, 2].map((place) => numberAt(event, place));
  switch (event.kind) {
    case 'points':
    case 'scored':
    case 'spins': return [points(first)];
    case 'penalty': return [points(-first)];
    case 'cubes': return [cubes(first)];
    case 'pays-cubes': return [cubes(-first)];
    case 'tokens': return [tokens(tokenAt(event, 1), first)];
    case 'spends': return [tokens(tokenAt(event, 0), -1)];
    case 'bought': return [points(second), cubes(-third)];
    case 'deal':
    case 'goal-bonus': return [cubes(-third)];
    default: return [];
  }
}

// ---- what was done -------------------------------------------------------------------------------

/** The die that paid. */
function payment(event: GameEvent): Part {
  const [source, value] = tokenAt(event, 0).split('-');
  const kind = source === 'silver' ? 'silver' : 'red';
  return { die: Number(value), kind, text: t('used a {value}:', { value }) };
}

const glyphed = (glyph: GlyphName, name: string): Part[] => [{ glyph }, `\u00a0${name}`];

/** The flight with what it passed: "flew 3 to System 25, station". */
function flight(events: GameEvent[]): Clause[] {
  const flies = events.find((event) => event.kind === 'flies');
  const end = flies === undefined ? '' : tokenAt(flies, 2);
  const stations = events.filter((event) => event.kind === 'station');
  const count = stations.length;
  const claims = events.filter((event) => event.kind === 'claims');
  const clauses: Clause[] = [];
  if (flies !== undefined && claims.some((event) => tokenAt(event, 0) === end))
    clauses.push(clause(t('flew {count}'), { count: glyphed('ship', flies.names[0]) }));
  else if (flies !== undefined)
    clauses.push(
      clause(t('flew {count} to {place}'), { count: glyphed('ship', flies.names[0]), place: flies.names[2] }),
    );
  if (count === 1 && tokenAt(stations[0], 1) === end)
    clauses.push(clause(t('built a {station}'), { station: glyphed('station', t('station')) }));
  else if (count > 0)
    clauses.push(
      clause(count === 1 ? t('built a {station}: {systems}') : t('built {station}: {systems}'), {
        station: glyphed('station', count === 1 ? t('station') : t('{count} stations', { count })),
        systems: listed(stations.map((event) => event.names[0])),
      }),
    );
  for (const event of claims)
    clauses.push(clause(t('claimed {pulsar}'), { pulsar: glyphed('pulsar', event.names[0]) }));
  return clauses;
}

/** Events with words of their own, whatever they belong to. */
const CLAUSES: Record<string, (event: GameEvent) => Clause> = {
  enters: (event) => clause(t('started at {place}'), { place: event.names[0] }),
  side: (event) => clause(t('chose {side}'), { side: glyphed('headquarters', event.names[0]) }),
  takes: (event) => clause(t('took {die}'), { die: { die: numberAt(event, 0), kind: 'silver' } }),
  counter: (event) =>
    clause(t('{track} {from} → {to}'), { track: event.names[0], from: event.names[1], to: event.names[2] }),
  teleports: (event) => clause(t('teleported to {place}'), { place: event.names[0] }),
  'gate-run': (event) => clause(t('gate run {project}'), { project: event.names[0] }),
  tile: (event) => clause(t('explored: {tile}'), { tile: glyphed('explore', event.names[0]) }),
  'no-tile': () => clause(t('found no exploration tile')),
  gyrodyne: (event) => clause(t('took a {size}'), { size: glyphed('gyrodyne', event.names[0]) }),
  constructs: (event) =>
    clause(t('put a {size} on {pulsar}'), { size: glyphed('gyrodyne', event.names[0]), pulsar: event.names[1] }),
  completes: (event) =>
    clause(t('spun up a {size} on {pulsar}'), { size: glyphed('gyrodyne', event.names[0]), pulsar: event.names[1] }),
  award: () => clause(t('won a {award}'), { award: glyphed('goal', t('gyrodyne award')) }),
  transmitter: (event) => clause(t('took {transmitter}'), { transmitter: glyphed('transmitter', event.names[0]) }),
  covers: (event) =>
    clause(t('paid the {value} of {transmitter}'),  {
      value: event.names[1], transmitter: glyphed('transmitter', event.names[0]),
    }),
  online: () => clause(t('now online')),
  linked: (event) => clause(t('linked to {transmitter}'), { transmitter: event.names[1] }),
  doubled: (event) =>
    clause(t('now a silver {silver} and a red {red}'), { silver: event.names[0], red: event.names[1] }),
  red: (event) => clause(t('got {die}'), { die: { die: numberAt(event, 0), kind: 'red' } }),
  project: (event) => clause(t('completed {project}'), { project: glyphed('headquarters', event.names[0]) }),
  patent: (event) => clause(t('patented {technology}'), { technology: glyphed('patent', event.names[0]) }),
  'lost-dice': (event) =>
    clause(numberAt(event, 0) === 1 ? t('left 1 die unused') : t('left {count} dice unused'),  {
      count: event.names[0],
    }),
  deal: (event) => clause(t('used {technology}'), { technology: glyphed('patent', event.names[0]) }),
  achieved: (event) => clause(t('achieved {goal}'), { goal: glyphed('goal', event.names[0]) }),
  wild: (event) => clause(t('counted {goal}'), { goal: glyphed('goal', event.names[0]) }),
  'goal-bonus': (event) => clause(t('bought a bonus of {goal}'), { goal: glyphed('goal', event.names[0]) }),
};

/** A transmitter that is taken says which die it was taken for; that needs no second clause. */
function isSaid(event: GameEvent, events: GameEvent[]): boolean {
  const isTaken = (one: GameEvent) => one.kind === 'transmitter' && tokenAt(one, 0) === tokenAt(event, 0);
  return event.kind === 'covers' && events.some(isTaken);
}

function done(events: GameEvent[]): Clause[] {
  const clauses = flight(events);
  for (const event of events) {
    const told = CLAUSES[event.kind];
    if (told !== undefined && !isSaid(event, events)) clauses.push(told(event));
  }
  const paid = events.filter((event) => event.kind === 'pays').map(payment);
  if (paid.length > 0 && clauses.length > 0) clauses[0] = [...paid, ' ', ...clauses[0]];
  return clauses;
}

// ---- what the table did --------------------------------------------------------------------------

const namesOf = (draft: Draft, kind: string) =>
  listed(draft.events.filter((one) => one.kind === kind).map((one) => one.names[0]));

/** The seats in the order of a row of events. */
const inOrderOf = (draft: Draft, kind: string, people: People) =>
  listed(draft.events.filter((one) => one.kind === kind).map((one) => people.name(one.seat)));

/** Where the median lies, as it is written: "3/4" is between the two. */
function median(event: GameEvent): Clause {
  const [low, high] = tokenAt(event, 0).split('/');
  return high === undefined
    ? clause(t('median {value}'), { value: low })
    : clause(t('median between {low} and {high}'), { low, high });
}

function dice(draft: Draft): Clause[] {
  const values = draft.events.filter((event) => event.kind === 'rolled').map((event) => numberAt(event, 0)).sort();
  const at = draft.events.find((event) => event.kind === 'median');
  if (values.length === 0) return [];
  const rolled = clause(t('Dice: {values}'), { values: values.join(' ') });
  return at === undefined ? [rolled] : [rolled, median(at)];
}

function dealt(draft: Draft, people: People): Clause[] {
  switch (draft.key) {
    case 'board': {
      const names = listed(draft.events.map((event) => tokenAt(event, 0)));
      return [clause(t('Technology boards: {names}'), { names })];
    }
    case 'goal': return [clause(t('Goals: {names}'), { names: namesOf(draft, 'goal') })];
    case 'order': return [clause(t('Play order: {names}'), { names: inOrderOf(draft, 'order', people) })];
    case 'headquarters': {
      const names = listed(draft.events.map((event) => `${event.names[0]} (${people.name(event.seat)})`));
      return [clause(t('Headquarters: {names}'), { names })];
    }
    case 'offer': return [clause(t('New transmitters: {names}'), { names: namesOf(draft, 'offer') })];
    case 'dice': return dice(draft);
    default: return [];
  }
}

function block(draft: Draft, people: People): Clause[] {
  if (draft.key === 'final') return [clause(t('Final scoring'))];
  const order = inOrderOf(draft, 'place', people);
  return order === '' ? [clause(t('Production'))] : [clause(t('Play order: {names}'), { names: order })];
}

const DEALT: Record<string, GlyphName> = { offer: 'transmitter', dice: 'dice', goal: 'goal', board: 'patent' };

export const telling: Telling = {
  begins: (line) => BEGIN.has(line.kind),
  foretells: (events) => {
    const end = events.findIndex(isSetOff);
    return events.slice(0, end < 0 ? undefined : end).filter((event) => !RESTATED.has(event.kind));
  },
  sort: (event) => (SILENT.has(event.kind) ? null : (OWN[event.kind] ?? 'on')),
  amounts,
  tell: (draft, people) => {
    if (draft.kind === 'dealer') return { clauses: dealt(draft, people), glyph: DEALT[draft.key] };
    if (draft.kind === 'production') {
      const title = draft.key === 'final' ? t('Final scoring') : t('Production');
      return { clauses: block(draft, people), title };
    }
    return { clauses: done(draft.events) };
  },
  source: (event) => (event.kind === 'step' || event.kind === 'final' ? event.names[0] : null),
  filter: {
    title: () => t('Points'),
    keeps: (action) => action.kind === 'production' || action.gains.some((gain) => gain.id === 'points'),
  },
  die: Die,
};

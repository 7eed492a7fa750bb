// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Beyond the Sun: what its moves and events mean, for the log and the recap.

import type { GlyphName } from '../../parts/glyphs';
import type { GameEvent } from '../../protocol';
import { t } from '../../words/words';
import { clause, listed, numberAt, tokenAt, type Amount, type Clause, type Draft, type Part,
  type People, type Sorted, type Telling } from '../telling';

/** Moves that begin something; the others are choices within it. */
const BEGIN = new Set('act produce claim faction'.split(' '));

/** Events that say nothing beyond what others say. */
const SILENT = new Set('turn revealed settles tableau over'.split(' '));

/** Events with a line of their own, by what joins them. */
const OWN: Record<string, Sorted> = {
  'laid-technology': { kind: 'dealer', key: 'technologies' },
  'laid-system': { kind: 'dealer', key: 'systems' },
  drawn: { kind: 'dealer', key: 'systems' },
  added: { kind: 'dealer', key: 'systems' },
  goal: { kind: 'dealer', key: 'goals' },
  faction: { kind: 'dealer', key: 'factions' },
  begins: { kind: 'dealer', key: 'begins' },
  cleared: { kind: 'dealer', key: 'cleared' },
  'last-round': { kind: 'dealer', key: 'last-round' },
  event: { kind: 'event', key: 'event' },
  guild: { kind: 'event', key: 'event' },
  loses: 'along',
  passes: { kind: 'action', key: 'pass' },
  produces: { kind: 'action', key: 'produce' },
  claims: { kind: 'action', key: 'claim' },
};

const ore = (amount: number): Amount => ({
  id: 'ore', glyph: 'ore', amount, count: (many) => t('{count} ore', { count: many }),
});
const people = (amount: number): Amount => ({
  id: 'population', glyph: 'population', amount, count: (many) => t('{count} population', { count: many }),
});
const points = (amount: number): Amount => ({
  id: 'points', glyph: 'points', amount,
  count: (many) => t('{count} {count|point|points}', { count: many }),
});

function amounts(event: GameEvent): Amount[] {
  const first = numberAt(event, 0);
  switch (event.kind) {
    case 'ore': return [ore(first)];
    case 'pays':
    case 'pays-surcharge':
    case 'pays-instead':
    case 'pays-rival': return [ore(-first)];
    case 'grows': return [people(first)];
    case 'returns': return [people(-first)];
    case 'claims': return [points(numberAt(event, 1))];
    default: return [];
  }
}

// ---- what was done -------------------------------------------------------------------------------

const glyphed = (glyph: GlyphName, name: string, text?: string): Part[] => [{ glyph, text }, `\u00a0${name}`];
const shipOf = (event: GameEvent) => glyphed('ship', event.names[0], t('ship'));
const of = (events: GameEvent[], kind: string) => events.filter((event) => event.kind === kind);
/** What events have in a place of their things, each once. */
const names = (events: GameEvent[], place: number) => [...new Set(events.map((event) => event.names[place]))];

/** Actions of the board that are told by what comes of them. */
const TOLD_BY: Record<string, string[]> = {
  'basic-1': ['researches'],
  'basic-2': ['researches'],
  'basic-3': ['builds', 'moves'],
};

function acted(event: GameEvent, events: GameEvent[]): Clause[] {
  const row = tokenAt(event, 0).split('.')[0];
  if (TOLD_BY[row]?.some((kind) => of(events, kind).length > 0)) return [];
  return [clause(t('used {action}'), { action: event.names[0] })];
}

/** Research: the technology if it is known already, else its slot. */
function research(events: GameEvent[]): Clause[] {
  const known = new Set(of(events, 'discovers').map((event) => tokenAt(event, 0)));
  const learned = of(events, 'learns').filter((event) => !known.has(tokenAt(event, 0)));
  const slots = of(events, 'researches').slice(learned.length + known.size);
  const named = (event: GameEvent) => glyphed('tree', event.names[0]);
  return [
    ...slots.map((event) => clause(t('researched {slot}'), { slot: named(event) })),
    ...of(events, 'discovers').map((event) => clause(t('discovered {technology}'), { technology: named(event) })),
    ...learned.map((event) => clause(t('researched {technology}'), { technology: named(event) })),
  ];
}

/** Where something was, unless that is where it always is. */
const isHome = (event: GameEvent, place: number) => tokenAt(event, place) === 'SOL';

function built(events: GameEvent[]): Clause[] {
  const ships = of(events, 'builds');
  if (ships.length === 0) return [];
  const levels = glyphed('ship', ships.map((event) => event.names[0]).join(' + '), t('ship'));
  const place = listed(names(ships.filter((event) => !isHome(event, 1)), 1));
  if (place !== '') return [clause(t('launched {ships} at {place}'), { ships: levels, place })];
  return [clause(t('launched {ships}'), { ships: levels })];
}

/** Ships that jumped: where they ended up, not each step of the way, and not where control was won: that is said. */
function jumped(events: GameEvent[]): Clause[] {
  const moves = of(events, 'moves');
  const won = new Set(of(events, 'controls').map((event) => tokenAt(event, 0)));
  const ends = moves.filter((event, i) => {
    const end = tokenAt(event, 2);
    const next = moves[i + 1];
    const goesOn = next !== undefined && tokenAt(next, 0) === tokenAt(event, 0) && tokenAt(next, 1) === end;
    return !goesOn && !won.has(end);
  });
  if (ends.length === 0) return [];
  return [clause(t('jumped to {places}'), { places: glyphed('jump', listed(names(ends, 2))) })];
}

function raised(events: GameEvent[]): Clause[] {
  const ships = of(events, 'upgrades');
  if (ships.length === 0) return [];
  const levels = glyphed('raise', ships.map((event) => event.names[1]).join(' + '), t('level'));
  return ships.length === 1
    ? [clause(t('raised a ship to {levels}'), { levels })]
    : [clause(t('raised ships to {levels}'), { levels })];
}

/** Control that was won, and from whom. */
function controlled(events: GameEvent[], people: People): Clause[] {
  const losers = new Map<number | null, GameEvent[]>();
  for (const event of of(events, 'controls')) {
    const loser = of(events, 'loses').find((one) => tokenAt(one, 0) === tokenAt(event, 0))?.seat ?? null;
    losers.set(loser, [...(losers.get(loser) ?? []), event]);
  }
  return [...losers].map(([loser, won]) => {
    const place = glyphed('control', listed(names(won, 0)));
    if (loser === null) return clause(t('took {place}'), { place });
    if (people.isMine(loser)) return clause(t('took {place} from you'), { place });
    return clause(t('took {place} from {rival}'), { place, rival: people.name(loser) });
  });
}

const PRODUCED: Partial<Record<string, () => Clause>> = {
  food: () => clause(t('grew {population}'), { population: glyphed('food', t('population')) }),
  ore: () => clause(t('produced {ore}'), { ore: glyphed('ore', t('ore')) }),
};

/** What was given for what in a trade phase, all exchanges together. */
function traded(events: GameEvent[]): Clause {
  const sums = [ore(0), people(0)];
  for (const one of events.flatMap(amounts)) for (const sum of sums) if (sum.id === one.id) sum.amount += one.amount;
  const told = (sign: number): Part[] =>
    sums
      .filter(({ amount }) => amount * sign > 0)
      .map(({ amount, count }) => count(Math.abs(amount)));
  const [given, got] = [told(-1), told(1)];
  if (given.length === 0 || got.length === 0)
    return clause(of(events, 'retires').length > 0 ? t('traded') : t('traded nothing'));
  return clause(t('traded {given} for {got}'), { given, got });
}

/** Events with words of their own, whatever they belong to. */
const CLAUSES: Record<string, (event: GameEvent, events: GameEvent[]) => Clause> = {
  retires: (event) =>
    clause(t('retired {ship} at {place}'), { ship: shipOf(event), place: event.names[1] }),
  exiled: (event) =>
    clause(t('lost {ship} at {place} to Deep Space'), { ship: shipOf(event), place: event.names[1] }),
  banks: (event) =>
    clause(t('gave the museum {ship} from {place}'), { ship: shipOf(event), place: event.names[1] }),
  automates: (event) => clause(t('automated {disc}'), { disc: glyphed('automate', event.names[0]) }),
  shifts: (event) => clause(t('moved supply from {from} to {to}'), { from: event.names[0], to: event.names[1] }),
  'colony-disc': (event) => clause(t('put {disc} on {system}'), { disc: event.names[0], system: event.names[1] }),
  keeps: (event) => clause(t('kept {technology} as a private technology'), { technology: event.names[0] }),
  colonizes: (event) => clause(t('colonized {system}'), { system: glyphed('colonize', event.names[0]) }),
  owns: (event) => clause(t('took {place}'), { place: glyphed('colonize', event.names[0]) }),
  copies: (event) => clause(t('copied {action}'), { action: event.names[0] }),
  produces: (event, events) => PRODUCED[tokenAt(event, 0)]?.() ?? traded(events),
  uses: (event) => clause(t('used {action}'), { action: event.names[0] }),
  innovates: (event) => clause(t('gained the innovation {innovation}'), { innovation: event.names[0] }),
  replaces: (event) => clause(t('automated the disc on {place}'), { place: event.names[0] }),
  fortress: (event) => clause(t('fortified {place}'), { place: event.names[0] }),
  relieved: () => clause(t('got relief')),
  passes: () => clause(t('passed: no action was possible')),
  claims: (event) => clause(t('claimed {achievement}'), { achievement: glyphed('goal', event.names[0]) }),
  swaps: (event) => clause(t('automated the star on {achievement}'), { achievement: event.names[0] }),
};

const sameText = (a: Clause, b: Clause) => JSON.stringify(a) === JSON.stringify(b);

function done(draft: Draft, people: People): Clause[] {
  const { events } = draft;
  const own = events.filter((event) => event.seat === draft.seat);
  const won = new Set(of(events, 'controls').map((event) => tokenAt(event, 0)));
  const lost = of(events, 'loses')
    .filter((event) => !won.has(tokenAt(event, 0)))
    .map((event) => {
      const place = glyphed('control', event.names[0]);
      return clause(t('{rival} lost {place}'), { rival: people.name(event.seat), place });
    });
  const others = own.filter((event) => event.kind in CLAUSES).map((event) => CLAUSES[event.kind](event, own));
  const told = [
    ...of(own, 'acts').flatMap((event) => acted(event, own)),
    ...research(own), ...built(own), ...raised(own), ...jumped(own), ...controlled(events, people), ...lost, ...others,
  ];
  if (told.length === 0 && events.some((event) => amounts(event).length > 0)) return [gained(draft)];
  return told.filter((one, i) => told.findIndex((other) => sameText(one, other)) === i);
}

/** Someone paid or got something for what another one does. */
function gained(draft: Draft): Clause {
  const sum = draft.events.flatMap(amounts).reduce((all, one) => all + one.amount, 0);
  return sum < 0 ? clause(t('paid')) : clause(t('gained'));
}

// ---- what the table did --------------------------------------------------------------------------

function dealt(draft: Draft, people: People): Clause[] {
  const found = names(draft.events, 0);
  const things = listed(found);
  const [first] = draft.events;
  switch (draft.key) {
    case 'technologies': return [clause(t('Level I: {names}'), { names: things })];
    case 'systems': {
      const text = found.length === 1 ? t('New system: {names}') : t('Systems: {names}');
      return [clause(text, { names: things })];
    }
    case 'goals': return [clause(t('Achievements: {names}'), { names: things })];
    case 'begins': return [clause(t('First player: {name}'), { name: people.name(first.seat) })];
    case 'cleared': return [clause(t('New tableau: level {names}'), { names: things })];
    case 'last-round': return [clause(t('Round {round} will be the last'), { round: first.names[0] })];
    default: {
      const dealtTo = draft.events.map((event) => `${event.names[0]} (${people.name(event.seat)})`);
      return [clause(t('Factions: {names}'), { names: listed(dealtTo) })];
    }
  }
}

/** The card by its name, and what it did to everyone. */
function cameUp(draft: Draft): Clause[] {
  const card = of(draft.events, 'event').map((event) => clause(t('{event} came up'), { event: event.names[0] }));
  const guilds = of(draft.events, 'guild').map((event) => clause(t('{guild} is open'), { guild: event.names[0] }));
  return [...card, ...guilds];
}

const DEALT: Record<string, GlyphName> = {
  technologies: 'tree',
  systems: 'system',
  goals: 'goal',
  'last-round': 'clock',
};

export const telling: Telling = {
  begins: (line) => BEGIN.has(line.kind),
  sort: (event) => (SILENT.has(event.kind) ? null : (OWN[event.kind] ?? 'on')),
  amounts,
  tell: (draft, people) => {
    if (draft.kind === 'dealer') return { clauses: dealt(draft, people), glyph: DEALT[draft.key] };
    if (draft.kind === 'event') return { clauses: cameUp(draft), glyph: 'end' };
    return { clauses: done(draft, people) };
  },
  filter: { title: () => t('Events'), keeps: (action) => action.kind === 'event' },
};

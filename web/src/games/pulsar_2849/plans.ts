// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whole actions of Pulsar 2849, from what the server says of them (docs/protocol.md): flights to each place with each
// die, and what else a die can pay for. Knows no rule; it only puts together and into words what may be done.

import type { Move, Price, ThingKey } from '../../protocol';
import type { Table } from '../../table/table.svelte';
import { named, t } from '../../words/words';
import type { Layout, State } from './sky';

type PriceWord = 'exact' | 'tolerance' | 'token' | 'copy';

/** How something is paid. */
interface Payment {
  price: PriceWord;
  /** None: it is paid. */
  die?: string;
  value: number;
  change?: 'less' | 'more' | 'plus-two';
  off?: string;
  cubes?: number;
}

interface Start extends Payment {
  moves: string[];
  flight: number;
}

interface Way {
  path: string[];
  moves: string[];
  stations?: string[];
  discoveries?: string[];
}

/** What the end of a flight gives. */
type Gift = 'claim' | 'bonus' | 'station' | 'discovery' | 'nothing';

interface End {
  at: string;
  gives: Gift;
  ways: Way[];
}

interface Run {
  moves: string[];
  colour?: string;
  points?: number;
}

interface Plans {
  /** That of flights. */
  rule: string;
  from: string;
  starts: Start[];
  runs: Run[];
  flights: { length: number; ends: End[] }[];
  actions?: (Payment & { moves: string[] })[];
}

/** A flight as it is drawn. */
export interface Flight {
  /** The start first. */
  path: string[];
  stations: string[];
  discoveries: string[];
  gives: Gift;
  at: string;
}

interface FlightPlan extends Move {
  flight: Flight;
}

export const PRICE_WORDS: PriceWord[] = ['exact', 'tolerance', 'token', 'copy'];
const GIFTS: Gift[] = ['claim', 'bonus', 'discovery', 'station', 'nothing'];

// ---- what it takes -------------------------------------------------------------------------------

function signOf(payment: Payment): string {
  switch (payment.price) {
    case 'token':
      return payment.change === 'plus-two' ? '+2' : '±1';
    case 'tolerance':
      return payment.off?.endsWith('+1') ? '+1' : '−1';
    case 'copy':
      return String(payment.cubes ?? '');
    default:
      return '';
  }
}

/** A tolerance that is used up counts for more than one that stays, and two changes for more than one. */
function priceOf(payment: Payment): Price {
  const more = (payment.change ? 0.2 : 0) + (payment.change === 'plus-two' ? 0.1 : 0) + (payment.off ? 0.3 : 0);
  const once = payment.off?.startsWith('once') ? 0.1 : 0;
  return { word: payment.price, rank: PRICE_WORDS.indexOf(payment.price) + more + once, sign: signOf(payment) };
}

function dieText(die: string): string {
  const [source, value] = die.split('-');
  switch (source) {
    case 'link':
      return t('the link die {value}', { value });
    case 'planet':
    case 'red':
      return t('the red {value}', { value });
    case 'copy':
      return t('a copied {value}', { value });
    default:
      return t('the {value}', { value });
  }
}

/** "with the 3 and a ±1 token" */
function paidBy(payment: Payment): string {
  if (payment.die === undefined) return '';
  const die = dieText(payment.die);
  const parts = [t('with {die}', { die })];
  if (payment.cubes !== undefined) parts.push(t('for {count} {count|cube|cubes}', { count: payment.cubes }));
  if (payment.change !== undefined)
    parts.push(t('and a {token} token', { token: payment.change === 'plus-two' ? '+2' : '±1' }));
  if (payment.off !== undefined) parts.push(t('counted as {value} by a technology', { value: payment.value }));
  return parts.join(' ');
}

// ---- flights -------------------------------------------------------------------------------------

function placeName(layout: Layout, id: string): string {
  return named(layout.star_cluster.locations[id].name);
}

const COLOURS: Record<string, () => string> = {
  green: () => t('green'),
  magenta: () => t('magenta'),
  orange: () => t('orange'),
};

/** Different gates of a colour on a way. */
function gatesOn(layout: Layout, way: Way, colour: string): number {
  const { locations } = layout.star_cluster;
  return new Set(way.path.filter((id) => locations[id].colour === colour)).size;
}

function flightText(layout: Layout, state: State, end: End, length: number): string {
  const place = placeName(layout, end.at);
  switch (end.gives) {
    case 'claim':
      return t('fly {length} to {place} and claim it', { length, place });
    case 'bonus': {
      const bonus = named(layout.systems[state.system[end.at]].bonus.brief);
      return t('fly {length} to {place}: a station and {bonus}', { length, place, bonus });
    }
    case 'station':
      return t('fly {length} to {place}: a station', { length, place });
    case 'discovery':
      return t('fly {length} to {place} and reveal it', { length, place });
    default:
      return t('fly {length} to {place}', { length, place });
  }
}

/** What happens on the way. */
function wayText(layout: Layout, way: Way, run: Run | null): string[] {
  const names = (ids: string[]) => ids.map((id) => placeName(layout, id)).join(', ');
  const parts: string[] = [];
  if (way.stations) parts.push(t('on the way a station at {places}', { places: names(way.stations) }));
  if (way.discoveries) parts.push(t('reveals {places}', { places: names(way.discoveries) }));
  if (run?.colour !== undefined)
    parts.push(
      t('{colour} gate run: +{points}', {
        colour: COLOURS[run.colour](),
        points: gatesOn(layout, way, run.colour) * (run.points ?? 0),
      }),
    );
  return parts;
}

/** What a flight reveals, as a sentence: it cannot be undone then. */
function revealed(layout: Layout, end: End, way: Way): string | undefined {
  const places = [...(way.discoveries ?? []), ...(end.gives === 'discovery' ? [end.at] : [])];
  const names = [...new Set(places)].map((id) => placeName(layout, id));
  return names.length === 0 ? undefined : t('This reveals {places}.', { places: names.join(', ') });
}

function flightPlan(table: Table, plans: Plans, start: Start, end: End, way: Way, run: Run | null): FlightPlan {
  const layout = table.components.layout as Layout;
  const moves = [...start.moves, ...(run?.moves ?? []), ...way.moves];
  const { length } = plans.flights[start.flight];
  return {
    move: moves.join(' ; '),
    moves,
    kind: 'fly-there',
    things: [`location:${end.at}`, ...(start.die === undefined ? [] : [`die:${start.die}`])],
    text: flightText(layout, table.view?.state as State, end, length),
    more: [paidBy(start), ...wayText(layout, way, run)].filter((part) => part !== '').join(', '),
    reveals: revealed(layout, end, way),
    rule: plans.rule,
    price: priceOf(start),
    flight: {
      path: [plans.from, ...way.path],
      stations: way.stations ?? [],
      discoveries: way.discoveries ?? [],
      gives: end.gives,
      at: end.at,
    },
  };
}

/** Gate runs that would bring something on a way, or none. */
function runsOn(layout: Layout, plans: Plans, way: Way): (Run | null)[] {
  if (plans.runs.length === 0) return [null];
  return plans.runs.filter((run) => run.colour === undefined || gatesOn(layout, way, run.colour) > 0);
}

/** With each die the cheapest starts that lead to a place. */
function cheapestStarts(plans: Plans): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const start of plans.starts)
    for (const end of plans.flights[start.flight].ends) {
      const name = `${start.die} ${end.at}`;
      ranks.set(name, Math.min(priceOf(start).rank, ranks.get(name) ?? Infinity));
    }
  return ranks;
}

function flightPlans(table: Table, plans: Plans): FlightPlan[] {
  const layout = table.components.layout as Layout;
  const ranks = cheapestStarts(plans);
  return plans.starts.flatMap((start) =>
    plans.flights[start.flight].ends
      .filter((end) => ranks.get(`${start.die} ${end.at}`) === priceOf(start).rank)
      .flatMap((end) =>
        end.ways.flatMap((way) =>
          runsOn(layout, plans, way).map((run) => flightPlan(table, plans, start, end, way, run)),
        ),
      ),
  );
}

/** A flight there would bring nothing, so what else can be done there comes first. */
function isIdle(plan: FlightPlan): boolean {
  const { gives, stations, discoveries } = plan.flight;
  return gives === 'nothing' && stations.length === 0 && discoveries.length === 0;
}

function byGain(a: FlightPlan, b: FlightPlan): number {
  const gain = ({ flight }: FlightPlan) => GIFTS.indexOf(flight.gives) * 10 - flight.stations.length;
  return gain(a) - gain(b);
}

// ---- all together --------------------------------------------------------------------------------

/** Drafting, nothing can be paid yet. */
export function isDrafting(state: State): boolean {
  return state.agenda > 0 && state.work[state.agenda - 1] === 'take';
}

function saidBy(table: Table): Plans | null {
  return (table.view?.plans as Plans | null | undefined) ?? null;
}

function actionPlans(table: Table, plans: Plans): Move[] {
  const legal = new Map(table.possible.legal.map((move) => [move.move, move]));
  return (plans.actions ?? []).flatMap((action) => {
    const first = legal.get(action.moves[0]);
    if (first === undefined || action.die === undefined) return [];
    return {
      ...first,
      move: action.moves.join(' ; '),
      moves: action.moves,
      begins: first,
      things: [...first.things, `die:${action.die}`],
      more: [first.more ?? '', paidBy(action)].filter((part) => part !== '').join(', '),
      price: priceOf(action),
    };
  });
}

/** Flights and other actions that the one who is asked can make in one go. */
export function plansOf(table: Table): Move[] {
  const plans = saidBy(table);
  if (plans === null || isDrafting(table.view?.state as State)) return [];
  const { legal } = table.possible;
  const flights = flightPlans(table, plans).filter((plan) => {
    const others = legal.filter((move) => move.things.includes(plan.things[0]));
    return others.every((move) => move.move !== plan.move) && (others.length === 0 || !isIdle(plan));
  });
  return [...flights.sort(byGain), ...actionPlans(table, plans)];
}

// ---- reach ---------------------------------------------------------------------------------------

/** A place that can be reached: what it takes at least, and whether that gives anything. */
interface Reached {
  price: Price;
  isIdle: boolean;
}

/** Adds a place, unless it was reached more cheaply. */
function note(marks: Map<string, Reached>, at: string, reached: Reached): void {
  const before = marks.get(at);
  if (before === undefined || before.price.rank > reached.price.rank) marks.set(at, reached);
  else if (before.price.rank === reached.price.rank && !reached.isIdle) before.isIdle = false;
}

/** Where a die on the board would lead, if one took it. */
function draftReach(plans: Plans, value: string): Map<string, Reached> {
  const marks = new Map<string, Reached>();
  for (const start of plans.starts.filter((one) => one.die === `silver-${value}`))
    for (const end of plans.flights[start.flight].ends) {
      const gains = end.gives !== 'nothing' || end.ways.some((way) => way.stations ?? way.discoveries);
      note(marks, end.at, { price: priceOf(start), isIdle: !gains });
    }
  return marks;
}

/** The die that reach is shown for: one that was chosen, or is pointed at. */
function dieInQuestion(table: Table): ThingKey | null {
  const { picked, over } = table.selection;
  const isDie = (thing: ThingKey | null) => thing !== null && /^(die|number):/.test(thing);
  return [over, ...picked].find(isDie) ?? null;
}

/** The places that can be reached: with the die in question, or with any. */
export function reachOf(table: Table, thing: ThingKey | null = dieInQuestion(table)): Map<string, Reached> {
  const plans = table.asks === null || !table.isLive ? null : saidBy(table);
  if (plans === null) return new Map<string, Reached>();
  if (isDrafting(table.view?.state as State))
    return thing?.startsWith('number:') ? draftReach(plans, thing.slice('number:'.length)) : new Map<string, Reached>();
  const marks = new Map<string, Reached>();
  const shown = thing === null ? table.selection.plans : table.possible.plans.filter((plan) =>
    plan.things.includes(thing));
  for (const plan of shown)
    if (isFlight(plan) && plan.price)
      note(marks, plan.flight.at, { price: plan.price, isIdle: isIdle(plan) });
  return marks;
}

export function isFlight(move: Move | null): move is FlightPlan {
  return move !== null && 'flight' in move;
}

/** How many things there are at each price. */
export function countsOf(prices: Iterable<Price>): [PriceWord, number][] {
  const words = [...prices].map((price) => price.word);
  return PRICE_WORDS.map((word): [PriceWord, number] => [word, words.filter((one) => one === word).length]).filter(
    ([, count]) => count > 0,
  );
}

const PRICE_TEXTS: Record<PriceWord, (count: number) => string> = {
  exact: (count) => t('{count} with the die as it is', { count }),
  tolerance: (count) => t('{count} by a technology', { count }),
  token: (count) => t('{count} with a token', { count }),
  copy: (count) => t('{count} with a copied die', { count }),
};

/** Where a die leads, for those who do not see the marks. */
export function tellReach(table: Table, thing: ThingKey): string {
  if (!/^(die|number):/.test(thing)) return '';
  const reach = [...reachOf(table, thing).values()].filter((one) => !one.isIdle);
  const told = countsOf(reach.map((one) => one.price)).map(([word, count]) => PRICE_TEXTS[word](count));
  return told.length === 0 ? '' : t('places in reach: {list}', { list: told.join(', ') });
}

/** What is asked when a die or a place was chosen. */
export function askOn(table: Table): string {
  const [first] = table.selection.picked;
  const { moves } = table.selection;
  if (first === undefined || moves.some((move) => move.moves === undefined)) return '';
  if (first.startsWith('die:') && table.selection.picked.length === 1)
    return t('What will you do with {die}?', { die: dieText(first.slice('die:'.length)) });
  return moves.every(isFlight) ? t('How will you fly there?') : t('What will you do there?');
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The log as actions: the moves and events that belong together become one line with its subject, its words, and what
// everyone gained by it. What the events mean is said by the game (games/telling.ts); nothing here knows one.

import type { Action, Amount, Clause, Draft, Gain, Income, Part, People, Telling } from '../games/telling';
import type { GameEvent, LogLine } from '../protocol';
import { t } from '../words/words';
import { withoutName } from './telling';

export type { Action, ActionKind, Gain, Income, Part } from '../games/telling';

/** What the page knows of the table and the actions do not. */
export interface Reader {
  telling: Telling;
  /** How many sit at the table. */
  seats: number;
  /** What a seat is called. */
  name: (seat: number | null) => string;
  /** Is it the one who reads? They are "You". */
  isMine: (seat: number) => boolean;
  roundOf: (move: number) => number;
  /** The points of all seats right after this move; undefined where nobody knows. */
  totalsAfter: (move: number) => number[] | undefined;
}

/** For games that say nothing about their events: each move is a line, told in the words of its events. */
export const plainTelling: Telling = {
  begins: () => true,
  sort: () => 'on',
  amounts: () => [],
  tell: (draft, people) => ({
    clauses: draft.events
      .filter((event) => event.text !== '')
      .map((event) => [withoutName(event.text, people.name(draft.seat)).replace(/\.$/, '')]),
  }),
};

// ---- which events belong together ----------------------------------------------------------------

class Drafts {
  readonly all: Draft[] = [];
  /** The last action that someone began. */
  private underWay: Draft | null = null;

  constructor(private readonly telling: Telling) {}

  private get last(): Draft | undefined {
    return this.all.at(-1);
  }

  private open(kind: Draft['kind'], key: string, seat: number | null): Draft {
    const draft: Draft = { kind, key, seat, events: [], lines: [] };
    this.all.push(draft);
    return draft;
  }

  add(line: LogLine): void {
    const { actor } = line;
    if (typeof actor === 'number' && this.isNew(line, actor)) this.underWay = this.open('action', line.kind, actor);
    else if (this.last === undefined) this.open('dealer', line.kind, null);
    const from = this.all.length - 1; // the drafts that this line may add to
    if (typeof actor === 'number') put(this.goingOn(actor), line);
    for (const event of line.events) this.sort(event, line, from);
  }

  /** Does a move of this seat begin something? Not if it goes on with it, or with a block. */
  private isNew(line: LogLine, seat: number): boolean {
    if (this.last === undefined || this.telling.begins(line)) return true;
    const last = this.goingOn(seat);
    return last.kind !== 'production' && (last.kind !== 'action' || last.seat !== seat);
  }

  /** The last draft; after what the dealer laid out, the action of this seat that led to it. */
  private goingOn(seat: number | null): Draft {
    const last = this.all[this.all.length - 1];
    const isBack = last.kind === 'dealer' && seat !== null && this.underWay?.seat === seat;
    return isBack && this.underWay !== null ? this.underWay : last;
  }

  private sort(event: GameEvent, line: LogLine, from: number): void {
    const sorted = this.telling.sort(event);
    if (sorted === null) return;
    const draft = typeof sorted === 'object' ? this.own(sorted, event) : this.current(event, sorted === 'along', from);
    put(draft, line);
    draft.events.push(event);
  }

  /** What an event goes on with: what its seat does, or what takes in whatever follows it. */
  private current(event: GameEvent, isAlong: boolean, from: number): Draft {
    const last = this.goingOn(isAlong ? (this.underWay?.seat ?? null) : event.seat);
    const takesAll = isAlong || last.kind !== 'action' || event.seat === null || event.seat === last.seat;
    if (takesAll || this.telling.amounts(event).length > 0) return last;
    const before = this.all.slice(from).find((one) => one.kind === 'action' && one.seat === event.seat);
    return before ?? this.open('action', event.kind, event.seat);
  }

  private own({ kind, key }: { kind: Draft['kind']; key: string }, event: GameEvent): Draft {
    const seat = kind === 'action' ? event.seat : null;
    const { last } = this;
    if (last?.kind === kind && last.seat === seat && (last.key === key || last.events.length === 0)) {
      last.key = key;
      return last;
    }
    return this.open(kind, key, seat);
  }
}

function put(draft: Draft, line: LogLine): void {
  if (draft.lines.at(-1) !== line) draft.lines.push(line);
}

// ---- what was gained -----------------------------------------------------------------------------

export function asGain(seat: number | null, sum: Amount): Gain {
  const sign = sum.amount < 0 ? '−' : '+';
  const { id, glyph, label, amount } = sum;
  return { seat, id, glyph, label, amount, text: sign + sum.count(Math.abs(amount)) };
}

interface Sum {
  seat: number;
  sum: Amount;
}

/** The sums of each seat, by seat and kind. */
function sumsOf(events: GameEvent[], telling: Telling): Sum[] {
  const sums = new Map<string, Sum>();
  for (const event of events)
    for (const one of event.seat === null ? [] : telling.amounts(event)) {
      const key = `${event.seat} ${one.id}`;
      const found = sums.get(key);
      if (found === undefined) sums.set(key, { seat: event.seat as number, sum: { ...one } });
      else found.sum.amount += one.amount;
    }
  return [...sums.values()].filter(({ sum }) => sum.amount !== 0);
}

const gainsOf = (events: GameEvent[], telling: Telling) =>
  sumsOf(events, telling).map(({ seat, sum }) => asGain(seat, sum));

/** What everyone has in common is said once; what someone has beyond that stays. */
function joined(gains: Sum[], seats: number): Gain[] {
  const common = new Map<string, Amount>();
  for (const id of new Set(gains.map(({ sum }) => sum.id))) {
    const sums = gains.map((one) => one.sum).filter((sum) => sum.id === id && sum.amount > 0);
    const least = sums.reduce((a, b) => (b.amount < a.amount ? b : a), sums[0]);
    if (seats > 1 && sums.length === seats) common.set(id, least);
  }
  const rest = gains
    .map(({ seat, sum }) => ({ seat, sum: { ...sum, amount: sum.amount - (common.get(sum.id)?.amount ?? 0) } }))
    .filter(({ sum }) => sum.amount !== 0);
  return [...[...common.values()].map((sum) => asGain(null, sum)), ...rest.map(({ seat, sum }) => asGain(seat, sum))];
}

function incomesOf(draft: Draft, reader: Reader): Income[] {
  const { telling } = reader;
  const totals = reader.totalsAfter(draft.lines[draft.lines.length - 1].number);
  const sections: { title: string; events: GameEvent[] }[] = [{ title: '', events: [] }];
  for (const event of draft.events) {
    const title = telling.source?.(event) ?? null;
    if (title !== null) sections.push({ title, events: [] });
    else sections[sections.length - 1].events.push(event);
  }
  const of = (gains: Gain[], seat: number) => gains.filter((one) => one.seat === seat);
  return Array.from({ length: reader.seats }, (_, i) => i + 1).map((seat) => ({
    seat,
    gains: of(gainsOf(draft.events, telling), seat),
    sources: sections
      .map(({ title, events }) => ({ title, gains: of(gainsOf(events, telling), seat) }))
      .filter(({ gains }) => gains.length > 0),
    total: totals?.[seat - 1] ?? null,
  }));
}

// ---- words ---------------------------------------------------------------------------------------

const SLOTS = /\{(\w+)\}/;

/** "{who} {does}" with its parts put in. */
function withSubject(who: Part, does: Part[]): Part[] {
  return t('{who} {does}')
    .split(SLOTS)
    .flatMap((piece, i) => (i % 2 === 0 ? [piece] : piece === 'who' ? [who] : does))
    .filter((part) => part !== '');
}

/** Clauses, one after another. */
function inARow(clauses: Clause[]): Part[] {
  return clauses.flatMap((clause, i) => (i === 0 ? clause : [', ', ...clause]));
}

/** The words of parts; what is only drawn says nothing, dice say their value. */
export function wordsOf(parts: Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('who' in part) return part.who;
      return part.text ?? ('die' in part ? String(part.die) : '');
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function peopleOf(reader: Reader): People {
  const isMine = (seat: number | null) => seat !== null && reader.isMine(seat);
  return { isMine, name: (seat) => (isMine(seat) ? t('you') : reader.name(seat)) };
}

function asAction(draft: Draft, id: string, reader: Reader): Action | null {
  if (draft.events.length === 0 && draft.kind !== 'action') return null;
  const told = reader.telling.tell(draft, peopleOf(reader));
  if (told.clauses.length === 0) return null;
  const { kind, seat, lines } = draft;
  const does = inARow(told.clauses);
  const who = seat === null ? '' : reader.isMine(seat) ? t('You') : reader.name(seat);
  const parts = seat === null ? does : withSubject({ who, seat }, does);
  const last = lines[lines.length - 1].number;
  const isBlock = kind === 'production';
  const sums = isBlock ? [] : sumsOf(draft.events, reader.telling);
  return {
    id,
    kind,
    seat,
    first: lines[0].number,
    last,
    round: reader.roundOf(last),
    glyph: told.glyph,
    text: wordsOf(parts),
    parts,
    does,
    gains: joined(sums, kind === 'action' ? 0 : reader.seats),
    title: told.title ?? '',
    incomes: isBlock ? incomesOf(draft, reader) : [],
    things: [...new Set(draft.events.flatMap((event) => event.things))],
    lines,
  };
}

/** The actions of these lines of the log, the oldest first. */
export function actionsOf(lines: LogLine[], reader: Reader): Action[] {
  const drafts = new Drafts(reader.telling);
  for (const line of lines) drafts.add(line);
  const known = new Map<number, number>();
  return drafts.all
    .filter((draft) => draft.lines.length > 0)
    .map((draft) => {
      const { number } = draft.lines[0];
      const which = known.get(number) ?? 0;
      known.set(number, which + 1);
      return asAction(draft, `${number}.${which}`, reader);
    })
    .filter((action) => action !== null);
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Recorded games that the page hands over to look at, and of which nothing is kept: those of a server's tables. Hints
// and analyses of them go to the thinkers, moments of the last few that were opened are shown by the host's engine.

import type { Analysis, Hint, Moment, Study } from '../protocol';
import { Refused, type Engine } from './engine';
import { OWNER, type Asker, type GivenRecord } from './messages';
import type { Thinkers } from './thinkers';

const MOST = 4;

/** What is kept of a table that is not kept. */
const PASSING = 'local-passing';

/** Opens a recorded game at its end. Everyone there is a person of this browser, called as in the record. */
export function openRecord(engine: Engine, { record, set, names }: GivenRecord): number {
  engine.text('wish', '');
  engine.call('wish_record', record);
  engine.call('wish_set', set);
  names.forEach((name, i) => engine.call('wish_seat', i + 1, 'me', name));
  engine.call('wish_start');
  return engine.make('create', PASSING, names[0] ?? '', 0);
}

interface Opened {
  given: GivenRecord;
  table: number;
  /** By language. */
  analyses: Map<string, Study<Analysis>>;
}

export class Recorded {
  /** The one that was opened last is the last one. */
  private readonly opened = new Map<string, Opened>();

  constructor(
    private readonly engine: Engine,
    private readonly thinkers: Thinkers,
  ) {}

  open(id: string, given: GivenRecord): void {
    const before = this.opened.get(id);
    const opened = { given, table: openRecord(this.engine, given), analyses: before?.analyses ?? new Map() };
    if (before !== undefined) this.close(id, before);
    this.opened.set(id, opened);
    for (const [oldest, one] of this.opened) {
      if (this.opened.size <= MOST) break;
      this.close(oldest, one);
    }
  }

  private close(id: string, { table }: Opened): void {
    this.engine.call('close', table);
    this.opened.delete(id);
  }

  private find(id: string): Opened {
    const found = this.opened.get(id);
    if (found === undefined) throw new Refused('not-found', '');
    return found;
  }

  /** As those see it who have these seats. */
  moment(id: string, moves: number, seats: number[]): { moment: Moment } {
    const { table } = this.find(id);
    const seen = this.engine.ask<{ moment: Moment }>('moment', table, OWNER, moves, 0, 0);
    const { actor } = seen.moment;
    return typeof actor === 'number' && seats.includes(actor)
      ? this.engine.ask('moment', table, OWNER, moves, actor, 0)
      : seen;
  }

  /** The analysis as far as it is; it is begun if it is not there, and again if it has failed. */
  analysis(id: string, { language }: Asker): Study<Analysis> {
    const { given, analyses } = this.find(id);
    const known = analyses.get(language);
    if (known !== undefined && known.state !== 'failed') return known;
    const note = (study: Study<Analysis>) => void analyses.set(language, study);
    const begun: Study<Analysis> = { state: 'waiting', ahead: 0 };
    note(begun);
    this.thinkers
      .ask<Analysis>({ task: 'analysis', table: given, language }, (done) => note({ state: 'working', done }))
      .then(
        (result) => note({ state: 'done', result }),
        (error: unknown) => note({ state: 'failed', text: (error as Error).message }),
      );
    return known ?? begun;
  }

  hint(given: GivenRecord, { language }: Asker): Promise<Hint> {
    return this.thinkers.ask<Hint>({ task: 'hint', table: given, language });
  }
}

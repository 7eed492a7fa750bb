// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A hint for the decision of someone at this browser: asked for, waited for, shown, and forgotten when the table
// changes.

import { messageOf } from '../net/http';
import type { HintMove, HintStudy } from '../protocol';
import { t } from '../words/words';
import type { Table } from './table.svelte';

export class Hints {
  /** What the server says of it; null: nobody has asked. */
  private study = $state.raw<HintStudy | null>(null);
  problem = $state('');
  asking = $state(false);
  /** After how many moves it was asked for. */
  private moves: number | undefined;

  constructor(private readonly table: Table) {}

  /** Is there a button for it? It may still say why not. */
  get isOffered(): boolean {
    const { givesHints, view, mySeats, isLive } = this.table;
    return (
      givesHints &&
      isLive &&
      view?.phase === 'running' &&
      !view.paused &&
      mySeats.some((seat) => this.table.isMine(seat))
    );
  }

  /** Why there is no hint now, or nothing. */
  get whyNot(): string {
    const { view, asks, possible: { legal } } = this.table;
    if (!view?.hints) return t('This table has no hints: it was created without them.');
    if (view.can?.confirm) return t('Your turn is done; there is nothing left to decide.');
    if (asks === null || legal.length === 0) return t('Hints are available when you decide.');
    return '';
  }

  get isOpen(): boolean {
    return this.asking || this.study !== null || this.problem !== '';
  }

  /** The past has no hints. */
  get isShown(): boolean {
    return this.isOpen && this.table.isLive;
  }

  /** How many are answered before us. */
  get ahead(): number {
    return this.study?.ahead ?? 0;
  }

  get waits(): boolean {
    return this.asking || this.study?.state === 'waiting' || this.study?.state === 'working';
  }

  /** The best moves, the first is the best; of those that say the same the first one. */
  readonly best: HintMove[] = $derived.by(() => {
    const moves = (this.study?.result?.moves ?? []).map((one) => {
      const { move, things } = this.table.possible.standsFor(one.move) ?? one;
      return { ...one, move, things };
    });
    const isSame = (a: HintMove, b: HintMove) => a.text.en === b.text.en && a.more.en === b.more.en;
    return moves.filter((one, i) => moves.findIndex((other) => isSame(one, other)) === i);
  });

  toggle(): void {
    if (this.isOpen) this.close();
    else if (this.whyNot !== '') this.problem = this.whyNot;
    else void this.ask();
  }

  /** The table has changed. A hint stays as long as its position does: that it was asked for is a change, too. */
  forget(): void {
    if (this.moves !== this.table.view?.moves || this.table.asks === null) this.close();
  }

  close(): void {
    this.study = null;
    this.problem = '';
    this.asking = false;
  }

  private async ask(): Promise<void> {
    const { view, asks } = this.table;
    this.asking = true;
    this.problem = '';
    this.moves = view?.moves;
    try {
      const { id, connection, recorded } = this.table;
      const own = !connection.can.analyses && recorded !== null ? { own: true } : {};
      const answer = await connection.say({ do: 'hint', table: id, seat: asks, expected: view?.version, ...own });
      const study = answer.hint as HintStudy;
      this.hear(study.state === 'own' ? await this.find(study) : study);
    } catch (error) {
      if (this.asking) this.problem = messageOf(error);
    }
    this.asking = false;
  }

  /** The table's host computes none, but has noted it: the engine in this browser finds it. */
  private async find(study: HintStudy): Promise<HintStudy> {
    const names = this.table.view?.seats.map((seat) => seat.name ?? '') ?? [];
    return { ...study, state: 'done', result: await this.table.recorded?.hint(study.moves, names) };
  }

  /** The answer, or news of it; what is about another position is out of date. */
  hear(study: HintStudy): void {
    if (!this.isOpen || study.moves !== this.moves) return;
    this.study = study;
    if (study.state === 'failed') this.problem = study.text ?? '';
  }

  /** The connection is back: news may have been lost; a question that had no answer yet is sent again by itself. */
  comeBack(): void {
    if (this.waits && !this.asking) void this.ask();
  }
}

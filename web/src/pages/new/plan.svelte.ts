// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A table that is being set up: what was chosen so far, and the request that makes it. What is chosen once is there
// again the next time.

import { middleLevel } from '../../games/levels';
import type { Clock, GameInfo } from '../../protocol';
import type { Connection } from '../../net/connection';
import { home } from '../../net/connections.svelte';
import { ownName, person } from '../../net/people.svelte';
import { recall, remember } from '../../settings.svelte';
import { t } from '../../words/words';
import { keptSet, keptSets, ownCards, type CardSet } from '../../workshop/sets';
import { seatOf, type Sitter } from '../sitters';

const MINUTE = 60_000;
const DAY = 86_400_000;
const TITLE_BYTES = 63;

interface Kept {
  players: number;
  sitters: Sitter[];
  options: Record<string, string>;
  listed: boolean;
  chat: boolean;
  /** Null: as the server does it, for one who plays alone. */
  allowsHints: boolean | null;
  names: string[];
  clock: Clock['kind'];
  minutes: number;
  increment: number;
  days: number;
  start: boolean;
}

const USUAL = {
  listed: false,
  chat: true,
  allowsHints: null,
  clock: 'none' as Clock['kind'],
  minutes: 45,
  increment: 15,
  days: 3,
  start: true,
};

export class Plan {
  readonly game: GameInfo;
  /** Where it is to be made, if that was chosen. */
  place = $state.raw<Connection | null>(null);
  readonly at = $derived.by(() => this.place ?? home());
  title = $state('');
  /** Card sets of this browser, and the one that the table is made with; empty: the host's cards. */
  readonly sets: CardSet[];
  cards = $state('');
  chosen: Kept = $state({ ...USUAL, players: 0, sitters: [], names: [], options: {} });

  constructor(game: GameInfo) {
    this.game = game;
    this.sets = keptSets(game.name).filter((set) => Object.keys(set.files).length > 0);
    const kept = recall<Kept>(this.key);
    this.chosen = {
      ...USUAL,
      ...kept,
      players: Math.min(game.players_max, Math.max(game.players_min, kept.players ?? 3)),
      sitters: Array.from({ length: game.players_max }, (_, i) => this.known(kept.sitters?.[i], i)),
      names: Array.from({ length: game.players_max }, (_, i) => kept.names?.[i] ?? ''),
      options: Object.fromEntries(
        game.options.map((option) => [option.name, this.knownChoice(option, kept.options ?? {})]),
      ),
    };
  }

  private get key(): string {
    return `orrery.plan.${this.game.name}`;
  }

  /** What was kept may be of an older server. */
  private known(kept: Sitter | undefined, seat: number): Sitter {
    if (kept === 'me' || kept === 'open' || this.game.levels.some((level) => level.level === kept))
      return kept as Sitter;
    return this.usual(seat);
  }

  private usual(seat: number): Sitter {
    return seat === 0 ? 'me' : (middleLevel(this.game.levels)?.level ?? 'open');
  }

  private knownChoice(option: GameInfo['options'][0], kept: Record<string, string>): string {
    const choice = option.choices.find((one) => one.name === kept[option.name]);
    return choice?.name ?? option.standard;
  }

  /** Who sits at the table with the chosen number of players. Where nobody else can come, no seat waits for them. */
  readonly sitters = $derived.by(() =>
    this.chosen.sitters
      .slice(0, this.chosen.players)
      .map((sitter, i) => (sitter === 'open' && !this.at.can.people ? this.usual(i) : sitter)),
  );
  readonly open = $derived.by(() => this.sitters.filter((one) => one === 'open').length);
  readonly here = $derived.by(() => this.sitters.filter((one) => one === 'me').length);
  readonly computers = $derived.by(() => this.chosen.players - this.open - this.here);
  /** Hints are for one who plays alone, unless the host wants them. */
  readonly hints = $derived.by(() => this.chosen.allowsHints ?? this.here + this.open < 2);
  /** The seat of the one who makes the table; -1: none. */
  readonly own = $derived.by(() => this.sitters.indexOf('me'));
  readonly begins = $derived.by(() => this.open === 0 && this.chosen.start);

  readonly titleProblem = $derived.by(() =>
    new TextEncoder().encode(this.title).length > TITLE_BYTES ? t('This title is too long.') : '',
  );
  readonly clockProblem = $derived.by(() => {
    const { clock, minutes, increment, days } = this.chosen;
    if (clock === 'live' && !(minutes >= 1 && minutes <= 1440)) return t('The clock takes 1 to 1440 minutes.');
    if (clock === 'live' && !(increment >= 0 && increment <= 3600)) return t('A turn adds 0 to 3600 seconds.');
    if (clock === 'days' && !(days >= 1 && days <= 60)) return t('A turn has 1 to 60 days.');
    return '';
  });
  readonly nameProblem = $derived.by(() => {
    const names = this.sitters.flatMap((sitter, i) => (sitter === 'me' ? [this.nameOf(i)] : []));
    return new Set(names).size < names.length ? t('Two players have the same name.') : '';
  });
  readonly problem = $derived.by(() => this.titleProblem || this.clockProblem || this.nameProblem);

  /** How someone at this screen is called; who makes the table may leave it to who they are. */
  nameOf(seat: number): string {
    const typed = this.chosen.names[seat].trim();
    if (seat === this.own) return person.me?.account ? person.me.name : typed || ownName();
    return typed || t('Player {number}', { number: seat + 1 });
  }

  /** Two seats change their places, and with them their shapes and colours. */
  swap(one: number, other: number): void {
    for (const list of [this.chosen.sitters, this.chosen.names] as unknown[][])
      [list[one], list[other]] = [list[other], list[one]];
  }

  private seat(sitter: Sitter, i: number): string | { me: string } {
    const isNamed = i !== this.own || !this.at.can.people; // else it is who makes the table
    return sitter === 'me' && isNamed ? { me: this.nameOf(i) } : seatOf(sitter, this.game.levels);
  }

  private get clock(): Clock {
    const { clock, minutes, increment, days } = this.chosen;
    if (clock === 'live')
      return { kind: 'live', time: Math.round(minutes * MINUTE), increment: Math.round(increment * 1000) };
    return { kind: clock, time: Math.round(days * DAY), increment: 0 };
  }

  /** The request that makes the table. */
  request(): unknown {
    remember(this.key, this.chosen);
    const { players, options, listed, chat, start } = this.chosen;
    const set = this.cards === '' ? null : keptSet(this.game.name, this.cards);
    const seats = this.sitters.map((sitter, i) => this.seat(sitter, i));
    return {
      game: this.game.name,
      players,
      options,
      title: this.title.trim(),
      listed,
      chat,
      hints: this.hints,
      clock: this.clock,
      seats,
      start,
      ...(set === null ? {} : ownCards(set)),
    };
  }
}

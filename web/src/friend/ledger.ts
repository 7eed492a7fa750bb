// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a guest at a friend's table adds to the draws, and remembers of it (docs/fairness.md): one share of random bytes
// for each draw, given when it is told what has happened before it, and never for another history. In the end it tells
// whether these shares, and no others, were drawn with. Kept in this browser, so that a new connection changes nothing.

import type { Announcement } from '../local/messages';

interface Given {
  /** The first chance move that is drawn with it. */
  from: number;
  share: string;
  history: string;
}

/** What the engine found in the record of the game. */
export interface Found {
  from: number;
  commitment: string;
  /** Has every draw a share of its own? */
  shared: boolean;
  shares: Given[];
}

export type Verdict = 'fair' | 'partly' | 'unfair';

interface Kept {
  commitment: string;
  seat: number;
  given: Given[];
}

function newShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const textOf = ({ kind, seat, text }: Pick<Announcement, 'kind' | 'seat' | 'text'>) => `${kind} ${seat} ${text}`;

export class Ledger {
  private kept: Kept | null;
  private readonly name: string;

  constructor(table: string) {
    this.name = `orrery.friend.${table}`;
    this.kept = JSON.parse(localStorage.getItem(this.name) ?? 'null') as Kept | null;
  }

  private keep(kept: Kept): void {
    localStorage.setItem(this.name, JSON.stringify(kept));
    this.kept = kept;
  }

  /** The share for what is going to happen, 'ok' if nothing is drawn then, 'no' if it is not to happen like this.
   *  `asked`: what we have asked for ourselves, since nobody else may move for us. */
  give(told: Announcement, asked: Pick<Announcement, 'kind' | 'seat' | 'text'>[]): string {
    const { commitment, seat, given } = this.kept ?? { commitment: told.commitment, seat: 0, given: [] };
    const isOwn = seat !== 0 && told.seat === seat;
    if (told.commitment !== commitment || (isOwn && !asked.some((one) => textOf(one) === textOf(told)))) return 'no';
    if (told.kind === 'sit') this.keep({ commitment, seat: told.seat, given });
    return told.history === '' ? 'ok' : this.share(told, given);
  }

  private share({ chances, history, commitment }: Announcement, given: Given[]): string {
    const last = given.at(-1);
    if (last !== undefined && chances <= last.from)
      return chances === last.from && history === last.history ? last.share : 'no';
    const share = newShare();
    this.keep({ commitment, seat: this.kept?.seat ?? 0, given: [...given, { from: chances, share, history }] });
    return share;
  }

  judge({ from, commitment, shared, shares }: Found): Verdict {
    if (this.kept === null) return 'partly';
    const { given } = this.kept;
    if (commitment !== this.kept.commitment || from !== 0 || !shared) return 'unfair';
    const isSame = (one: Given, other: Given | undefined) =>
      one.from === other?.from && one.share === other.share && one.history === other.history;
    const ours = shares.slice(shares.length - given.length); // the earlier ones were given by another browser
    if (shares.length < given.length || !given.every((one, i) => isSame(one, ours[i]))) return 'unfair';
    return shares.length === given.length ? 'fair' : 'partly';
  }
}

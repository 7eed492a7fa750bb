// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a guest at a friend's table adds to the draws, and remembers of it (docs/fairness.md): one share of random bytes
// for each thing that is going to happen, given only once it is told, and never for two different things at the same
// moment. In the end it tells whether these shares, and no others, were drawn with. Kept in this browser, so that a new
// connection changes nothing.

import type { Announcement } from '../local/messages';

/** What the engine found in the record of the game. */
export interface Found {
  checked: number;
  from: number;
  commitment: string;
  shares: { from: number; share: string }[];
}

export type Verdict = 'fair' | 'partly' | 'unfair';

interface Kept {
  commitment: string;
  seat: number;
  /** The last thing that was told, and what was given for it. */
  version: number;
  chances: number;
  change: string;
  share: string;
  /** What must have been drawn with. */
  used: { from: number; share: string }[];
  /** Nothing has happened without us. */
  whole: boolean;
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

  /** The share for what is going to happen, or null: it is not to happen like this. `asked`: what we have asked for
   *  ourselves, since nobody else may move for us. */
  give(told: Announcement, asked: Pick<Announcement, 'kind' | 'seat' | 'text'>[]): string | null {
    const change = textOf(told);
    const kept = this.kept;
    const seat = told.kind === 'sit' ? told.seat : (kept?.seat ?? 0);
    if (told.kind !== 'sit' && told.seat === seat && seat !== 0 && !asked.some((one) => textOf(one) === change))
      return null;
    if (kept !== null && (told.commitment !== kept.commitment || told.version < kept.version)) return null;
    if (kept?.version === told.version) return kept.change === change ? kept.share : null;
    const share = newShare();
    const whole = kept === null ? told.chances === 0 : kept.whole && told.version === kept.version + 1;
    const { commitment, version, chances } = told;
    this.keep({ commitment, seat, version, chances, change, share, used: this.used(chances), whole });
    return share;
  }

  /** What must have been drawn with if there are so many chance moves now. */
  private used(chances: number): Kept['used'] {
    if (this.kept === null) return [];
    const { used, chances: before, share } = this.kept;
    return chances > before ? [...used, { from: before, share }] : used;
  }

  judge({ checked, from, commitment, shares }: Found): Verdict {
    if (this.kept === null) return 'partly';
    if (commitment !== this.kept.commitment || from !== 0) return 'unfair';
    const used = this.used(checked);
    const same = used.every((one) => shares.some((other) => other.from === one.from && other.share === one.share));
    if (!same || (this.kept.whole && used.length !== shares.length)) return 'unfair';
    return this.kept.whole ? 'fair' : 'partly';
  }
}

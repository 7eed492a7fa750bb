// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Who sits at a table, and which of the seats are this browser's. It knows the view alone: nothing of moves, of the
// past or of the connection.

import type { Seat, View } from '../protocol';

export class Seated {
  view = $state.raw<View | null>(null);

  get over(): boolean {
    return this.view?.phase === 'over';
  }

  seat(seat: number | 'dealer' | null | undefined): Seat | undefined {
    return typeof seat === 'number' ? this.view?.seats[seat - 1] : undefined;
  }

  /** Does someone at this browser decide for the seat? */
  isMine(seat: number | null | undefined): boolean {
    const found = this.seat(seat);
    return found !== undefined && found.yours && !found.replaced;
  }

  /** Is it the seat of the one who reads? With several people at one browser "you" could be any of them. */
  isYou(seat: number | null | undefined): boolean {
    return this.mySeats.length === 1 && this.isMine(seat);
  }

  /** The seats of this browser, also those for which a computer player continues. */
  get mySeats(): number[] {
    return (this.view?.seats ?? []).flatMap((seat, i) => (seat.yours ? [i + 1] : []));
  }

  name(seat: number | 'dealer' | null): string {
    return this.seat(seat)?.name ?? '';
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The table of Beyond the Sun for its drawings: state, layout, names, what happened in the last turn.

import type { GameEvent, LogLine, Program } from '../../protocol';
import { tableHere } from '../../table/context';
import type { Table } from '../../table/table.svelte';
import { named, t } from '../../words/words';
import { NOTHING, type Fleet, type LevelName, type SunLayout, type SunState, type TypeName } from './model';

export class Sun {
  constructor(readonly table: Table) {}

  get state(): SunState {
    return this.table.shown?.state as SunState;
  }

  /** The state after the move that is pointed at, or null. */
  get next(): SunState | null {
    return (this.table.selection.preview?.state as SunState | undefined) ?? null;
  }

  get layout(): SunLayout {
    return this.table.components.layout as SunLayout;
  }

  get seats(): number[] {
    return Array.from({ length: this.table.view?.players ?? 0 }, (_, i) => i + 1);
  }

  /** Through whose eyes the table is seen: whoever is asked here, or sits here first. */
  get viewer(): number | null {
    return this.table.asks ?? this.table.mySeats[0] ?? null;
  }

  /** Whose mat comes first: the only one that belongs to this browser. */
  get ownSeat(): number | null {
    const { mySeats } = this.table;
    return mySeats.length === 1 ? mySeats[0] : null;
  }

  /** All seats in the order of play, from one on. */
  seatsFrom(seat: number | null): number[] {
    const first = Math.max(0, this.seats.indexOf(seat ?? 1));
    return [...this.seats.slice(first), ...this.seats.slice(0, first)];
  }

  fleet(seat: number, state: SunState = this.state): Fleet {
    return state[`ships-${seat}` as 'ships-1'];
  }

  /** Do the legal moves ask for one of these kinds? */
  asks(...kinds: string[]): boolean {
    return this.table.possible.legal.some((move) => kinds.includes(move.kind));
  }

  // ---- names ---------------------------------------------------------------------------------------

  name(id: string): string {
    return this.table.components.name(id);
  }

  isReconstructed(id: string): boolean {
    return this.table.components.find(id)?.source === 'reconstructed';
  }

  text(id: string): string {
    return this.table.components.find(id)?.text ?? '';
  }

  /** What pointing at a component tells: its name, then what it does in full sentences. */
  tells(id: string): string {
    return `${this.name(id)}\n${this.text(id)}`;
  }

  typeName(type: TypeName): string {
    return named(this.layout.types[type].name);
  }

  placeName(place: string): string {
    const about = this.layout.exploration_board.places[place];
    return about === undefined ? t('the added system') : named(about.name);
  }

  /** What players call a location: the system that is there, else the place. */
  locationName(place: string): string {
    const system = this.state.card[place] ?? NOTHING;
    return system === NOTHING ? this.placeName(place) : this.name(system);
  }

  /** A player, or the one who reads. */
  who(seat: number): string {
    return this.table.isYou(seat) ? t('you') : this.table.name(seat);
  }

  pawnOf(seat: number): string {
    return this.table.isYou(seat) ? t('your pawn') : t("{name}'s pawn", { name: this.table.name(seat) });
  }

  /** The points that technologies of a level bring: "2" or "5–10". */
  points(level: LevelName): string {
    const all = Object.values(this.layout.technologies).filter((one) => one.level === level);
    const least = Math.min(...all.map((one) => one.points));
    const most = Math.max(...all.map((one) => one.points + one.more_points));
    return least === most ? String(least) : `${least}–${most}`;
  }

  /** What an effect does, as a sentence without a full stop. */
  told(program: Program | null): string {
    return program === null ? '' : named(program.text);
  }

  // ---- what happened -------------------------------------------------------------------------------

  /** The events of the last turn: from its beginning, or of the one before if a turn has just begun. */
  get recent(): GameEvent[] {
    const until = this.table.moment?.moves ?? Infinity;
    const lines = this.table.log.lines.filter((line) => line.number <= until);
    const found: GameEvent[] = [];
    for (let i = lines.length - 1; i >= 0; i--) {
      if (i < lines.length - 1 && endsTurn(lines[i])) break;
      found.unshift(...lines[i].events);
    }
    return found;
  }
}

function endsTurn(line: LogLine): boolean {
  return line.events.some((event) => event.kind === 'turn');
}

export function sunHere(): Sun {
  return new Sun(tableHere());
}

/** The names of a pile's cards, all groups together. */
export function pileSize(pile: string[][]): number {
  return pile.reduce((sum, group) => sum + group.length, 0);
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the bar says: what is asked, what the move that is pointed at would do, whom everyone waits for.

import type { LogLine, Preview } from '../protocol';
import type { Mistake } from '../protocol';
import { isTouch } from '../parts/touch';
import { settings } from '../settings.svelte';
import { named, percent, t } from '../words/words';
import type { Action, Gain } from './actions';
import type { Table } from './table.svelte';
import { tellEvents, tellLine, tellMove } from './telling';

/** Of moves that were made by themselves so many are told, the last ones. */
const FORCED_MAX = 3;
/** Who has read so many reasons knows where they are. */
const REASONS_KNOWN = 2;

/** The sentence of the bar. */
export function sentence(table: Table): string {
  const { view, moment } = table;
  if (view === null) return '';
  if (table.review.mistake !== null) return regret(table, table.review.mistake);
  if (moment !== null) return moment.last === null ? t('The beginning of the game.') : tellMoment(table, moment.last);
  if (table.playback.plays && table.asks === null && table.action !== null) return tellAction(table.action);
  if (view.phase === 'over') return result(table);
  if (view.paused) return t('The game is paused. It continues when someone wants it to.');
  if (table.selection.considered !== null) return tellMove(table.selection.wholeOf(table.selection.considered));
  if (view.can?.confirm) return t('Your turn is done. Confirm it, or take something back.');
  return asked(table);
}

/** An action with what it brought, unless its words say so. */
function tellAction({ text, gains, seat }: Action): string {
  const isNew = (gain: Gain) => (gain.seat === seat || gain.seat === null) && !text.includes(gain.text.slice(1));
  const brought = gains.filter(isNew).map((gain) => gain.text);
  return brought.length === 0 ? `${text}.` : `${text} (${brought.join(', ')}).`;
}

/** The action that led to a moment, or the move in the midst of one; who made it, if nothing came of it yet. */
function tellMoment(table: Table, line: LogLine): string {
  if (table.action !== null && table.action.last === line.number) return tellAction(table.action);
  const name = table.name(line.actor);
  if (name === '') return tellLine(line);
  return `${name}: ${line.events.length === 0 ? `${line.text}.` : tellLine(line, line.actor as number, name)}`;
}

/** What is asked of the viewer; while another player decides, what that one does. */
export function asked(table: Table): string {
  const ask = table.view?.ask ?? '';
  const further = table.asks === null ? '' : (table.gameView?.asks?.(table) ?? '');
  if (further !== '') return further;
  const card = table.reveals.asking?.asks ? table.components.name(table.reveals.asking.card) : '';
  return card === '' || ask.includes(card) ? ask : t('{card}: {question}', { card, question: ask });
}

/** Has someone who sits alone at this browser won? */
const isYourVictory = (table: Table, seats: number[]) =>
  table.mySeats.length === 1 && seats.length === 1 && seats[0] === table.mySeats[0];

export function result(table: Table): string {
  const score = table.view?.score ?? [];
  const seats = score.flatMap((one, i) => (one.place === 1 ? [i + 1] : []));
  const names = seats.map((seat) => table.name(seat));
  if (isYourVictory(table, seats)) return t('The game is over. You have won.');
  if (names.length === 0) return t('The game is over.');
  if (names.length > 1) return t('The game is over. {names} share the victory.', { names: names.join(', ') });
  return t('The game is over. {name} has won.', { name: names[0] });
}

/** What the move that is pointed at would do, if that is more than the move itself. */
function foreseen(preview: Preview, table: Table): string {
  const events = table.gameView?.telling?.foretells?.(preview.events) ?? preview.events;
  const told = tellEvents(events, table.asks, table.name(table.asks));
  return preview.events.length === 1 && told.includes(table.selection.considered?.text ?? '') ? '' : told;
}

/** What was done because nothing else was possible. */
export function toldForced(table: Table): string {
  const moves = table.forced.told.map((move) => (move.more ? `${move.text} (${move.more})` : move.text));
  return moves.length === 0 ? '' : t('Only one possibility: {moves}.', { moves: moves.slice(-FORCED_MAX).join('; ') });
}

/** Once it is known that what is blocked has a reason, nobody has to say so. */
function isUnderstood(): boolean {
  return settings.reasons >= REASONS_KNOWN;
}

/** What stands beside the sentence, in smaller letters; `forced`: what was done by itself, if it is told here. */
export function aside(table: Table, forced = ''): string {
  const { view } = table;
  const { preview, considered, lit, picks } = table.selection;
  if (table.connection.state === 'lost')
    return table.busy ? t('Waiting: sent when the connection is back.') : t('Offline: what you choose is sent later.');
  const ways = considered?.moves === undefined ? 0 : lit.filter((one) => one.things[0] === considered.things[0]).length;
  if (ways > 1 && !picks.some((pick) => pick.thing === considered?.things[0]))
    return t('{count} ways: press to choose', { count: ways });
  if (preview !== null) return foreseen(preview, table);
  if (table.mySeats.length === 0 && table.isLive && view?.phase === 'running') return t('You are watching.');
  if (table.selection.considered !== null || table.asks === null || view?.can?.confirm || view?.paused) return '';
  if (forced !== '') return forced;
  if (isUnderstood() || table.possible.blocked.length === 0) return '';
  const open = t('{open} possible', { open: table.selection.moves.length });
  if (picks.length > 0) return open;
  const count = table.possible.blocked.length;
  return (
    open +
    ', ' +
    (isTouch()
      ? t('{count} blocked: press one to see why', { count })
      : t('{count} blocked: point at one to see why', { count }))
  );
}

/** Of a move that turns something up: that it cannot be undone. A whole action says what it turns up. */
export function warning(table: Table): string {
  const { reveals, moves } = (table.isLive ? table.selection.considered : null) ?? {};
  if (reveals === undefined) return '';
  return moves === undefined ? t('{reveals} This cannot be undone.', { reveals }) : t('This cannot be undone.');
}

/** At a moment at which the analysis found a costly decision: what came next, and what was better. */
function regret(table: Table, mistake: Mistake): string {
  return t('{name} played: {played}. Better: {better} ({chance} instead of {less}).', {
    name: table.name(mistake.actor),
    played: named(mistake.played.text),
    better: named(mistake.better.text),
    chance: percent(mistake.better_win[Number(mistake.actor) - 1]),
    less: percent(mistake.win[Number(mistake.actor) - 1]),
  });
}

/** Whom everyone waits for, and what they do. */
export function awaitedDoes(table: Table): string {
  const seat = table.seat(table.view?.awaited);
  if (seat === undefined) return '';
  if (seat.kind === 'computer') return seat.replaced ? t('a computer player is thinking …') : t('is thinking …');
  if ((table.view?.confirming ?? null) !== null) return t('is confirming the turn');
  return seat.online ? t('is deciding') : t('is deciding, but away right now');
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the bar says: what is asked, what the move that is pointed at would do, whom everyone waits for.

import type { LogLine, Preview } from '../protocol';
import type { Mistake } from '../protocol';
import { named, percent, t } from '../words/words';
import type { Table } from './table.svelte';
import { tellEvents, tellLine, tellMove, withoutName } from './telling';

/** More options than these are buttons, not a sentence. */
const OPTIONS_MAX = 3;

/** The sentence of the bar. */
export function sentence(table: Table): string {
  const { view, moment } = table;
  if (view === null) return '';
  if (table.review.mistake !== null) return regret(table, table.review.mistake);
  if (moment !== null) return moment.last === null ? t('The beginning of the game.') : tellMoment(table, moment.last);
  if (table.playback.plays && table.asks === null && table.action !== null) return table.action.text + '.';
  if (view.phase === 'over') return result(table);
  if (view.paused) return t('The game is paused. It continues when someone wants it to.');
  if (table.selection.considered !== null) return tellMove(table.selection.considered);
  if (view.can?.confirm) return t('Your turn is done. Confirm it, or take something back.');
  return asked(table);
}

/** The action that led to a moment, or the move in the midst of one; who made it, if nothing came of it yet. */
function tellMoment(table: Table, line: LogLine): string {
  if (table.action !== null && table.action.last === line.number) return table.action.text + '.';
  const name = table.name(line.actor);
  return line.events.length === 0 && name !== '' ? `${name}: ${line.text}.` : tellLine(line);
}

/** What is asked; of the viewer without the name, which stands beside it. */
export function asked(table: Table): string {
  const { view } = table;
  const ask = table.asks === null ? (view?.ask ?? '') : withoutName(view?.ask ?? '', table.name(view?.actor ?? null));
  const card = table.reveals.asking?.asks ? table.components.name(table.reveals.asking.card) : '';
  const question = (table.asks !== null && choiceOf(table)) || ask;
  return card === '' ? ask : t('{card}: {question}', { card, question });
}

/** A choice between options that say what they are: "return 1 population, or pay 2 ore". */
function choiceOf(table: Table): string {
  const options = table.legal.map((move) => move.more ?? '');
  if (options.length < 2 || options.length > OPTIONS_MAX || options.some((option) => option === '')) return '';
  const last = options.pop() ?? '';
  return t('{options}, or {last}.', { options: options.join(', '), last });
}

export function result(table: Table): string {
  const score = table.view?.score ?? [];
  const names = score.flatMap((one, i) => (one.place === 1 ? [table.name(i + 1)] : []));
  if (names.length === 0) return t('The game is over.');
  if (names.length > 1) return t('The game is over. {names} share the victory.', { names: names.join(', ') });
  return t('The game is over. {name} has won.', { name: names[0] });
}

/** What the move that is pointed at would do, if that is more than the move itself. */
function foreseen(preview: Preview, table: Table): string {
  const told = tellEvents(preview.events, table.asks, table.name(table.asks));
  return preview.events.length === 1 && told.includes(table.selection.considered?.text ?? '') ? '' : told;
}

/** What stands beside the sentence, in smaller letters. */
export function aside(table: Table): string {
  const { view } = table;
  const { preview } = table.selection;
  if (preview !== null) return foreseen(preview, table);
  if (table.selection.considered !== null || table.asks === null || view?.can?.confirm || view?.paused) return '';
  const open = t('{open} possible', { open: table.selection.moves.length });
  if (table.blocked.length === 0) return open;
  const count = table.blocked.length;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return (
    open +
    ', ' +
    (isTouch
      ? t('{count} blocked: press one to see why', { count })
      : t('{count} blocked: point at one to see why', { count }))
  );
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

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a puzzle asks for, in words, and whether a table shows that it is reached. The score alone tells: no game is
// known here.

import type { Goal, Puzzle, Puzzles } from 'virtual:puzzles';
import type { SeatScore, View } from '../protocol';
import { t } from '../words/words';

/** Of ten thousand random turns; what is reached less often is the next level. */
const EASY_FROM = 30;
const HARD_BELOW = 10;

/** The recorded game up to the moment where the puzzle begins. */
export function recordOf({ games }: Puzzles, puzzle: Puzzle): string {
  const { head, moves } = games[puzzle.game];
  return `${head}${moves.slice(0, puzzle.moves).join('\n')}\n${puzzle.tail}`;
}

export function difficulty({ rare }: Puzzle): string {
  if (rare >= EASY_FROM) return t('easy');
  return rare < HARD_BELOW ? t('hard') : t('medium');
}

const partOf = (score: SeatScore | undefined, source: string) => score?.parts.find((part) => part.source === source);

function pointsOf(score: SeatScore | undefined, source: string): number {
  return (source === '' ? score?.total : partOf(score, source)?.points) ?? 0;
}

/** The goal in a sentence; with the score of a seat it names the source of the points, too. */
export function tellGoal({ source, points }: Goal, score?: SeatScore): string {
  if (points === 0) return t('Win the game with this turn.');
  if (source === '') return t('Score at least {points} {points|point|points} in this turn.', { points });
  const from = partOf(score, source)?.text;
  return from === undefined
    ? t('Score at least {points} {points|point|points} of one kind in this turn.', { points })
    : t('Score at least {points} {points|point|points} in this turn with: {source}', { points, source: from });
}

/** Is the turn of the puzzle over? */
export function isTurnOver({ seat, round }: Puzzle, view: View): boolean {
  return view.phase === 'over' || view.turn !== seat || view.round !== round;
}

/** How many points of the goal there are since the puzzle began. */
export function gained({ goal, seat }: Puzzle, before: SeatScore[], now: View): number {
  return pointsOf(now.score?.[seat - 1], goal.source) - pointsOf(before[seat - 1], goal.source);
}

export function isReached(puzzle: Puzzle, before: SeatScore[], now: View): boolean {
  if (puzzle.goal.points === 0) return now.phase === 'over' && now.score?.[puzzle.seat - 1]?.place === 1;
  return gained(puzzle, before, now) >= puzzle.goal.points;
}

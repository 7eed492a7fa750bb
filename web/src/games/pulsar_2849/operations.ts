// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

/** The operations of effects. tools/operations writes this from src/games/pulsar_2849/operations.h. */
export type Operation =
  | 'none'
  | 'points'
  | 'cubes'
  | 'plus-minus'
  | 'plus-two'
  | 'gyrodyne'
  | 'gyrodynes'
  | 'explore'
  | 'stations'
  | 'isolated'
  | 'teleport'
  | 'run'
  | 'spin'
  | 'red'
  | 'double'
  | 'buy-red'
  | 'tolerance'
  | 'copy'
  | 'per'
  | 'share'
  | 'table'
  | 'step'
  | 'buy'
  | 'when'
  | 'goal'
  | 'initiative'
  | 'every-cube'
  | 'idle';

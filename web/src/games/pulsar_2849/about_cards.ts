// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What things of the table are, in whole sentences: for whoever points at them, and for those who do not see them. The
// sentences about components are the server's.

import { named, t } from '../../words/words';
import type { Sky, TrackName } from './sky';

/** The name of a component and all that it does; `brief` where its text is not there. */
export function fullText(sky: Sky, id: string, brief: string): string {
  const card = sky.table.components.find(id);
  return card === undefined ? brief : `${card.name}. ${card.text}`;
}

/** What a track is for. */
export function aboutTrack(sky: Sky, track: TrackName): string {
  const board = sky.layout.dice_board;
  const name = named(board.tracks[track].name);
  const lost = board.loss.flatMap((points, i) =>
    points > 0 ? [t('space {space}: −{points}', { space: i + 1, points })] : [],
  );
  const list = (numbers: number[]) => numbers.join(', ');
  const uses =
    track === 'initiative'
      ? [
          t('{name} decides the play order: further left plays first, in a stack the one on top.', { name }),
          t('Points at the end, by place: {list}.', { list: list(board.final_initiative) }),
        ]
      : [
          t('{name} gives cubes in every production phase, by place: {list}.', { name, list: list(board.cubes) }),
          ...(board.points.some((points) => points > 0)
            ? [t('And points: {list}.', { list: list(board.points) })]
            : []),
        ];
  return [
    ...uses,
    t('A die above the median moves a counter back, one below it forward.'),
    ...(lost.length > 0 ? [t('Points lost in every round: {list}.', { list: lost.join(', ') })] : []),
  ].join(' ');
}

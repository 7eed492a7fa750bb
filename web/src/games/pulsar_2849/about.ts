// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pulsar 2849 on the page: all that the page knows of it, beside its drawing (view.ts), which is loaded when it is
// needed.

import { t } from '../../words/words';
import { kind, type Game } from '../game';
import './colours.css';
import { glyphs } from './glyphs';

export const about: Game = {
  view: () => import('./view'),
  workshop: () => import('./workshop'),
  howToPlay: () => import('./howto/how_to_play'),
  poster: {
    picture: () => import('./Picture.svelte'), minutes: '60–90',
    about: () => t('Draft dice against the median, fly the cluster and set pulsars to work.'),
  },
  options: {
    game: () => t('How much there is to keep track of.'),
    'game.standard': () =>
      t('Three of the six goals and the technology boards are drawn, and everyone has a headquarters with projects.'),
    'game.no-headquarters': () => t('Technology boards A, three random goals and no headquarters.'),
    'game.first-game': () =>
      t('Technology boards A, the three goals for beginners and no headquarters. Good for a first game.'),
    cluster: () => t('The side of the board on which the ships fly.'),
    'cluster.plain': () => t('Every route leads on.'),
    'cluster.dead-ends': () =>
      t(
        'Some routes are dead ends. A flight can go in and back out, and every new claim or station there draws ' +
          'an exploration tile.',
      ),
    start: () => t('Only the first round differs.'),
    'start.rolled': () => t('As in every other round.'),
    'start.even': () =>
      t(
        'With four players six dice show 1 to 6, with fewer four dice show 2 to 5; three are rolled. ' +
          'No one starts with a poor roll.',
      ),
  },
  kinds: {
    board: kind(() => t('Technology board'), () => t('Technology boards'), 'board', 'PAT PROD'),
    technology: kind(() => t('Technology'), () => t('Technologies'), 'tech tech-at', 'PAT ICON'),
    location: kind(() => t('Location'), () => t('Locations'), 'location system-at pulsar-at', 'FLY VISIT CLAIM'),
    system: kind(() => t('Planetary system'), () => t('Planetary systems'), 'system', 'PLANET EXPL'),
    tile: kind(() => t('Exploration tile'), () => t('Exploration tiles'), 'tile tile-at', 'EXPL'),
    transmitter: kind(() => t('Transmitter'), () => t('Transmitters'), 'transmitter transmitter-at', 'TRANS LINK'),
    headquarters: kind(() => t('Headquarters'), () => t('Headquarters'), 'side headquarters', 'HQ RUN'),
    project: kind(() => t('Project'), () => t('Projects'), 'project project-at', 'HQ RUN'),
    gyrodyne: kind(() => t('Gyrodyne'), () => t('Gyrodynes'), 'size', 'GYRO AWARD'),
    modifier: kind(() => t('Token'), () => t('Tokens'), 'modifier', 'MOD BUY'),
    rings: kind(() => t('Claim rings'), () => t('Claim rings'), 'rings', 'CLAIM'),
    tracks: kind(() => t('Tracks'), () => t('Tracks'), 'track', 'TRACK TAKE'),
    players: kind(() => t('Dice board'), () => t('Dice boards'), 'players', 'MED TAKE PROD'),
    copy: kind(() => t('Copied die'), () => t('Copied die'), 'copy', 'BONUS'),
    goal: kind(() => t('Goal'), () => t('Goals'), 'goal', 'GOAL FINAL'),
    stations: kind(() => t('Points for stations'), () => t('Points for stations'), 'stations', 'FINAL'),
    leftovers: kind(() => t('Points for leftovers'), () => t('Points for leftovers'), 'leftovers', 'FINAL'),
  },
  legend: [
    { glyph: 'dice', text: () => t('a die') },
    { glyph: 'engineer', text: () => t('engineering cubes') },
    { glyph: 'rocket', text: () => t('your ship') },
    { glyph: 'gate-green', tint: '--gate-green', text: () => t('a green gate') },
    { glyph: 'gate-magenta', tint: '--gate-magenta', text: () => t('a magenta gate') },
    { glyph: 'gate-orange', tint: '--gate-orange', text: () => t('an orange gate') },
    { glyph: 'gate-any', text: () => t('a gate of any colour') },
    { glyph: 'system', text: () => t('a planetary system') },
    { glyph: 'blue-planet', tint: '--planet-sea', text: () => t('a blue planet, for flights that end there') },
    { glyph: 'lifeless-planet', text: () => t('a lifeless planet, for flights that pass it') },
    { glyph: 'station', text: () => t('a station on a planet') },
    { glyph: 'pulsar', text: () => t('a pulsar') },
    { glyph: 'ring', text: () => t('a claim ring') },
    { glyph: 'gyrodyne', text: () => t('a gyrodyne') },
    { glyph: 'transmitter', text: () => t('a transmitter') },
    { glyph: 'link', text: () => t('a link between two transmitters') },
    { glyph: 'patent', text: () => t('a patent') },
    { glyph: 'explore', text: () => t('draw an exploration tile') },
    { glyph: 'teleport', text: () => t('put your ship elsewhere') },
    { glyph: 'headquarters', text: () => t('headquarters and projects') },
    { glyph: 'jump', text: () => t('gate run') },
    { glyph: 'down', text: () => t('put on a pulsar') },
    { glyph: 'goal', text: () => t('a goal') },
    { glyph: 'once', tint: '--kind-once', text: () => t('at once, when you get it') },
    { glyph: 'always', tint: '--kind-always', text: () => t('always, from then on') },
    { glyph: 'round', tint: '--kind-round', text: () => t('in every production phase') },
    { glyph: 'end', tint: '--kind-end', text: () => t('at the end of the game') },
    { glyph: 'points', text: () => t('points') },
  ],
  glyphs,
  ends: ['end', 'pass', 'no-run'],
};

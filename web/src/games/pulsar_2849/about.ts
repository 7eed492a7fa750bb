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
  legend: () => ({
    dice: t('a die'), engineer: t('engineering cubes'), rocket: t('your ship'), 'gate-green': t('a green gate'),
    'gate-magenta': t('a magenta gate'), 'gate-orange': t('an orange gate'), 'gate-any': t('a gate of any colour'),
    system: t('a planetary system'), 'blue-planet': t('a blue planet, for flights that end there'),
    'lifeless-planet': t('a lifeless planet, for flights that pass it'), station: t('a station on a planet'),
    pulsar: t('a pulsar'), ring: t('a claim ring'), gyrodyne: t('a gyrodyne'), transmitter: t('a transmitter'),
    link: t('a link between two transmitters'), patent: t('a patent'), explore: t('draw an exploration tile'),
    teleport: t('put your ship elsewhere'), headquarters: t('headquarters and projects'), jump: t('gate run'),
    down: t('put on a pulsar'), goal: t('a goal'), once: t('at once, when you get it'),
    always: t('always, from then on'), round: t('in every production phase'), end: t('at the end of the game'),
    points: t('points'),
  }),
  tints: {
    'gate-green': '--gate-green', 'gate-magenta': '--gate-magenta', 'gate-orange': '--gate-orange',
    'blue-planet': '--planet-sea', once: '--kind-once', always: '--kind-always', round: '--kind-round',
    end: '--kind-end',
  },
  glyphs,
  ends: ['end', 'pass', 'no-run'],
};

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pulsar 2849 in the workshop: how its components lie in the box, how each is drawn, what its values are called.

import { t } from '../../words/words';
import type { WorkshopView } from '../game';
import Goal from './single/Goal.svelte';
import Headquarters from './single/Headquarters.svelte';
import Location from './single/Location.svelte';
import Project from './single/Project.svelte';
import System from './single/System.svelte';
import Token from './single/Token.svelte';
import './pulsar.css';
import Technology from './Technology.svelte';
import TransmitterCard from './TransmitterCard.svelte';

export const workshop: WorkshopView = {
  box: [
    { title: () => t('Tiles'), kinds: ['transmitter', 'system', 'tile', 'goal', 'gyrodyne', 'modifier', 'rings'] },
    { title: () => t('Technology boards'), kinds: ['board', 'technology'] },
    { title: () => t('Headquarters'), kinds: ['headquarters', 'project'] },
    {
      title: () => t('Boards'),
      kinds: ['location', 'tracks', 'players', 'copy', 'stations', 'leftovers'],
    },
  ],
  drawings: {
    technology: { view: Technology, width: 160, height: 38 },
    transmitter: { view: TransmitterCard, width: 104 },
    system: { view: System, width: 80 },
    headquarters: { view: Headquarters, width: 160 },
    project: { view: Project, width: 120 },
    goal: { view: Goal, width: 230 },
    location: { view: Location, width: 180 },
    modifier: { view: Token, width: 110 },
  },
  state: (id) => ({
    ship: {},
    patents: {},
    fresh: [],
    system: { [id]: id },
    station: { [id]: {} },
    projects: { 1: [] },
    runs: { 1: [] },
  }),
  values: () => ({
    bonus: t('Bonus'), 'board.bonus': t('Bonus of each row'), 'goal.bonus': t('Cubes for scoring it again'),
    row: t('Row'), cost: t('Die'), icons: t('Dice shown'), type: t('When it works'), effect: t('Effect'),
    kind: t('Kind'), colour: t('Colour'), 'dead-end': t('Dead end'), x: t('From the left'), y: t('From the top'),
    segments: t('Segments to'), planets: t('Planets'), count: t('How many there are'), letter: t('Letter'),
    dice: t('Dice'), left: t('Left half die'), right: t('Right half die'), immediate: t('At once'),
    production: t('Each round'), board: t('Board'), die: t('Die'), benefit: t('Benefit'), tiles: t('Tiles'),
    take: t('Die to take it'), complete: t('Die to complete it'), produces: t('Points each round'),
    awards: t('Awards'), start: t('At the start'), loss: t('Points lost on each space'), silver: t('Silver dice'),
    leftover: t('Dice left over'), counters: t('Counters on each track'), cubes: t('Cubes'), points: t('Points'),
    initiative: t('Points for initiative'), 'start-points': t('Points at the start'),
    'even-start': t('Dice of an even start'), tile: t('Tile'), 'first-game': t('For a first game'),
    condition: t('Condition'), further: t('For each further one'), pulsar: t('For a claimed pulsar'),
    gyrodyne: t('For a gyrodyne'),
  }),
  words: {
    immediate: { text: () => t('once'), glyph: 'once', tint: '--kind-once' },
    permanent: { text: () => t('always'), glyph: 'always', tint: '--kind-always' },
    production: { text: () => t('each round'), glyph: 'round', tint: '--kind-round' },
    final: { text: () => t('at the end'), glyph: 'end', tint: '--kind-end' },
    entry: { text: () => t('entry') },
    system: { text: () => t('system'), glyph: 'system' },
    pulsar: { text: () => t('pulsar'), glyph: 'pulsar' },
    isolated: { text: () => t('isolated pulsar'), glyph: 'pulsar' },
    gate: { text: () => t('gate'), glyph: 'gate-any' },
    green: { text: () => t('green'), glyph: 'gate-green', tint: '--gate-green' },
    magenta: { text: () => t('magenta'), glyph: 'gate-magenta', tint: '--gate-magenta' },
    orange: { text: () => t('orange'), glyph: 'gate-orange', tint: '--gate-orange' },
  },
};

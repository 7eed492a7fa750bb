// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Beyond the Sun on the page: all that the page knows of it, beside its drawing (view.ts), which is loaded when it is
// needed.

import { t } from '../../words/words';
import { kind, type Game } from '../game';
import './colours.css';
import { equalSpaces } from './equal_spaces';
import { glyphs } from './glyphs';
import type { SunLayout, SunState } from './model';

export const about: Game = {
  view: () => import('./view'),
  workshop: () => import('./workshop'),
  howToPlay: () => import('./howto/how_to_play'),
  poster: {
    picture: () => import('./Picture.svelte'), minutes: '60–120',
    about: () => t('Grow a tree of technologies, send ships past Sol and colonize what they hold.'),
  },
  options: {
    mats: () => t('Everyone uses the same kind.'),
    'mats.basic': () => t('The factions start slightly differently. Good for your first games.'),
    'mats.advanced': () =>
      t('Each faction has its own supply and ore track, and two innovations: powers with a condition.'),
    factions: () => t('No faction is in play twice.'),
    'factions.random': () => t('Everyone is dealt a faction.'),
    'factions.picked': () => t('Once the boards are set up, everyone picks in turn, last in play order first.'),
    technologies: () => t('Where the cards of levels II, III and IIII come from.'),
    'technologies.decks': () =>
      t('To discover a technology, search the face-down deck for a matching type. The usual game.'),
    'technologies.tableau': () =>
      t('For each level one card of each type is face up: take one, or draw blind. For experts who like to plan.'),
    achievements: () => t('What ends the game. Two are always in play, two more are added.'),
    'achievements.random': () => t('One of the four of kind A and one of the four of kind B.'),
    'achievements.first-game': () => t('The same two each time, easy to understand.'),
  },
  kinds: {
    technology: kind(() => t('Technology'), () => t('Technologies'), 'tech tech-2 tech-3 tech-4 space', 'RES ACT'),
    event: kind(() => t('Event'), () => t('Events'), 'event', 'EVT RES'),
    system: kind(() => t('System'), () => t('Systems'), 'system system-a system-b', 'CTRL COL'),
    achievement: kind(() => t('Achievement'), () => t('Achievements'), 'achievement', 'ACH END'),
    guild: kind(() => t('Guild'), () => t('Guilds'), 'guild space', 'EVT ACT'),
    row: kind(() => t('Row of Basic Spacefaring'), () => t('Basic Spacefaring'), 'space', 'ACT'),
    basic: kind(() => t('Basic faction mat'), () => t('Basic faction mats'), 'faction', 'SETUP PROD SUPPLY'),
    advanced: kind(() => t('Advanced faction mat'), () => t('Advanced faction mats'), 'faction', 'ADV PROD SUPPLY'),
    innovation: kind(() => t('Innovation'), () => t('Innovations'), 'innovation', 'ADV'),
    power: kind(() => t('Power'), () => t('Powers'), 'power', 'RES OPT'),
    automation: kind(() => t('Automation'), () => t('Automation'), 'automation', 'AUTO SCORE'),
    'start-ore': kind(() => t('Set-up'), () => t('Set-up'), 'start-ore', 'SETUP'),
    trade: kind(() => t('Trade'), () => t('Trade'), 'production', 'TRADE'),
    slot: kind(() => t('Technology slot'), () => t('Technology slots'), 'slot facedown', 'RES'),
    'place-two': kind(() => t('Location, side for 2 players'), () => t('Locations, side for 2 players'),
      'place', 'JUMP CTRL SHIP'),
    place: kind(() => t('Location, side for 3 and 4 players'), () => t('Locations, side for 3 and 4 players'),
      'place', 'JUMP CTRL SHIP'),
  },
  legend: () => ({
    ore: t('ore; as a disc: the ore track'), food: t('food: the growth track'), population: t('population'),
    supply: t('a cube of the supply'), down: t('goes back to the supply'), ship: t('a ship; the number is its level'),
    jump: t('jump with this many moves'), raise: t('raise this many ships by this many levels'),
    teleport: t('this many ships move anywhere'), control: t('a location you control; on gaining control'),
    colonize: t('colonize a system'), system: t('a system of your own'),
    automate: t('automate: a disc goes to the automation track'), round: t('produce as in the production phase'),
    discovered: t('only a technology that is face up'), immediate: t('at once, when you research it'),
    always: t('a lasting power'), redo: t('again, or a copied action'), undo: t('cubes move within your supply'),
    people: t('another player'), mat: t('a technology for you alone'), goal: t('an achievement'),
    hint: t('an innovation'), science: t('scientific'), economy: t('economic'), military: t('military'),
    commerce: t('commercial'), points: t('points'),
  }),
  tints: {
    science: '--type-sci', economy: '--type-eco', military: '--type-mil', commerce: '--type-com',
  },
  glyphs,
  ends: ['done', 'pass'],
  equals: (layout, state) => equalSpaces(layout as SunLayout, state as SunState),
};

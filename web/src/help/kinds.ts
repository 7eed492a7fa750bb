// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The kinds of components: how they are called, as which things moves and events speak of them, which groups of
// rules are about them, and in which file of data/<game> an owner of the printed game corrects them.

import type { Card, ThingKey } from '../protocol';
import { t } from '../words/words';

export interface Kind {
  one: () => string;
  many: () => string;
  /** Words of its things; the token of the thing is the id of the component. */
  words: string[];
  /** Groups of rules, the most important first. */
  rules: string[];
  file: string;
}

const kind = (one: () => string, many: () => string, words: string, rules: string, file: string): Kind => ({
  one,
  many,
  words: words.split(' '),
  rules: rules.split(' '),
  file,
});

const kinds: Record<string, Record<string, Kind>> = {
  'beyond-the-sun': {
    technology: kind(() => t('Technology'), () => t('Technologies'), 'tech tech-2 tech-3 tech-4', 'RES ACT', 'technologies'),
    event: kind(() => t('Event'), () => t('Events'), 'event', 'EVT RES', 'events'),
    system: kind(() => t('System'), () => t('Systems'), 'system system-a system-b', 'CTRL COL', 'systems'),
    achievement: kind(() => t('Achievement'), () => t('Achievements'), 'achievement', 'ACH END', 'achievements'),
    guild: kind(() => t('Guild'), () => t('Guilds'), 'guild space', 'EVT ACT', 'guilds'),
    row: kind(() => t('Row of Basic Spacefaring'), () => t('Basic Spacefaring'), 'space', 'ACT', 'technology_board'),
    basic: kind(() => t('Basic faction mat'), () => t('Basic faction mats'), 'faction', 'SETUP PROD SUPPLY', 'factions'),
    advanced: kind(() => t('Advanced faction mat'), () => t('Advanced faction mats'), 'faction', 'ADV PROD SUPPLY', 'factions'),
    innovation: kind(() => t('Innovation'), () => t('Innovations'), 'innovation', 'ADV', 'factions'),
    power: kind(() => t('Power'), () => t('Powers'), 'power', 'RES OPT', 'powers'),
    automation: kind(() => t('Automation'), () => t('Automation'), 'automation', 'AUTO SCORE', 'factions'),
    'start-ore': kind(() => t('Set-up'), () => t('Set-up'), 'start-ore', 'SETUP', 'factions'),
    trade: kind(() => t('Trade'), () => t('Trade'), 'production', 'TRADE', 'factions'),
    slot: kind(() => t('Technology slot'), () => t('Technology slots'), 'slot facedown', 'RES', 'technology_board'),
    'place-two': kind(() => t('Location, side for 2 players'), () => t('Locations, side for 2 players'), 'place', 'JUMP CTRL SHIP', 'exploration_two'),
    place: kind(() => t('Location, side for 3 and 4 players'), () => t('Locations, side for 3 and 4 players'), 'place', 'JUMP CTRL SHIP', 'exploration_many'),
  },
  'pulsar-2849': {
    board: kind(() => t('Technology board'), () => t('Technology boards'), 'board', 'PAT PROD', 'technologies'),
    technology: kind(() => t('Technology'), () => t('Technologies'), 'tech tech-at', 'PAT ICON', 'technologies'),
    location: kind(() => t('Location'), () => t('Locations'), 'location system-at pulsar-at', 'FLY VISIT CLAIM', 'star_cluster_plain'),
    system: kind(() => t('Planetary system'), () => t('Planetary systems'), 'system', 'PLANET EXPL', 'systems'),
    tile: kind(() => t('Exploration tile'), () => t('Exploration tiles'), 'tile tile-at', 'EXPL', 'exploration'),
    transmitter: kind(() => t('Transmitter'), () => t('Transmitters'), 'transmitter transmitter-at', 'TRANS LINK', 'transmitters'),
    headquarters: kind(() => t('Headquarters'), () => t('Headquarters'), 'side headquarters', 'HQ RUN', 'headquarters'),
    project: kind(() => t('Project'), () => t('Projects'), 'project project-at', 'HQ RUN', 'headquarters'),
    gyrodyne: kind(() => t('Gyrodyne'), () => t('Gyrodynes'), 'size', 'GYRO AWARD', 'gyrodynes'),
    modifier: kind(() => t('Token'), () => t('Tokens'), 'modifier', 'MOD BUY', 'gyrodynes'),
    rings: kind(() => t('Claim rings'), () => t('Claim rings'), 'rings', 'CLAIM', 'gyrodynes'),
    tracks: kind(() => t('Tracks'), () => t('Tracks'), 'track', 'TRACK TAKE', 'dice_board'),
    players: kind(() => t('Dice board'), () => t('Dice boards'), 'players', 'MED TAKE PROD', 'dice_board'),
    copy: kind(() => t('Copied die'), () => t('Copied die'), 'copy', 'BONUS', 'dice_board'),
    goal: kind(() => t('Goal'), () => t('Goals'), 'goal', 'GOAL FINAL', 'goals'),
    stations: kind(() => t('Points for stations'), () => t('Points for stations'), 'stations', 'FINAL', 'goals'),
    leftovers: kind(() => t('Points for leftovers'), () => t('Points for leftovers'), 'leftovers', 'FINAL', 'goals'),
  },
  noughts: {
    line: kind(() => t('Line'), () => t('Lines'), 'line', 'END SETUP', 'lines'),
  },
};

export function kindOf(game: string, name: string): Kind {
  return kinds[game]?.[name] ?? kind(() => name, () => name, name, '', name);
}

/** The file in which a component stands, for people who correct it. */
export function fileOf(game: string, card: Card): string {
  const { file } = kindOf(game, card.kind);
  const dead_end = card.kind === 'location' && card.id.startsWith('D');
  return `data/${game.replaceAll('-', '_')}/${dead_end ? 'star_cluster_dead_ends' : file}.cards`;
}

/** Is this thing the component? Spaces of a component ("II-BB.2") count as it. */
export function isOf(game: string, card: Card, thing: ThingKey): boolean {
  const [word, token] = thing.split(':');
  if (!kindOf(game, card.kind).words.includes(word) && word !== 'space') return false;
  return token === card.id || token.replace(/\.\d+$/, '') === card.id || token.replace(/\.\d+$/, '') === card.id.replace(/^BS-/, 'basic-');
}

/** Is the component part of this variant? Some have the same id on two sides of a board. */
export function isUsed(card: Card, players: number, options: Record<string, string>): boolean {
  switch (card.kind) {
    case 'basic':
    case 'advanced':
      return (options.mats ?? 'basic') === card.kind;
    case 'innovation':
      return options.mats === 'advanced';
    case 'place-two':
      return players === 2;
    case 'place':
      return players > 2;
    case 'location':
      return card.id.startsWith('D') === (options.cluster === 'dead-ends');
    default:
      return true;
  }
}

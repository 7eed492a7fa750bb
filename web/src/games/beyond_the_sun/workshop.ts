// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Beyond the Sun in the workshop: how its components lie in the box, how each is drawn, what its values are called.

import { t } from '../../words/words';
import type { WorkshopView } from '../game';
import Achievement from './single/Achievement.svelte';
import Event from './single/Event.svelte';
import Location from './single/Location.svelte';
import Mat from './single/Mat.svelte';
import Offered from './single/Offered.svelte';
import Slot from './single/Slot.svelte';
import System from './System.svelte';
import TechCard from './TechCard.svelte';

export const workshop: WorkshopView = {
  box: [
    { title: () => t('Decks'), kinds: ['technology', 'system', 'event', 'achievement'] },
    { title: () => t('Mats and tiles'), kinds: ['basic', 'advanced', 'innovation', 'guild', 'power'] },
    {
      title: () => t('Boards'),
      kinds: ['row', 'slot', 'place', 'place-two', 'automation', 'start-ore', 'trade'],
    },
  ],
  drawings: {
    technology: { view: TechCard, width: 188 },
    system: { view: System, width: 114, height: 62 },
    event: { view: Event, width: 188 },
    achievement: { view: Achievement, width: 180 },
    guild: { view: Offered, width: 164 },
    row: { view: Offered, width: 164 },
    basic: { view: Mat, width: 300 },
    advanced: { view: Mat, width: 300 },
    slot: { view: Slot, width: 148 },
    place: { view: Location, width: 180 },
    'place-two': { view: Location, width: 180 },
  },
  state: () => ({ facedown: [], slot: {}, pawn: {}, researched: {} }),
  values: () => ({
    level: t('Level'), types: t('Types, left edge'), 'hands-on': t('Type, right edge'), immediate: t('At once'),
    space: t('Action space'), power: t('Lasting power'), points: t('Points'), deck: t('Deck'),
    start: t('Starting system'), strength: t('Power to colonize'), specialty: t('Discs it takes'),
    gain: t('On taking control'), bonus: t('On colonizing'), light: t('Light border'), resolve: t('When revealed'),
    stays: t('Stays in play'), award: t('Award at the end'), 'ship-points': t('Points for ships on it'),
    action: t('Action'), 'first-game': t('For a first game'), condition: t('Condition'),
    slots: t('Points of its slots'), closed: t('Slots closed with 2 and 3 players'),
    columns: t('Supply columns A to E'), food: t('Food symbols'), ore: t('Ore symbols'),
    'two-players': t('Used with 2 players'), innovations: t('Innovations'), shift: t('Cubes from column E to A'),
    'ship-level': t('Level of the first ship'), 'deep-ship': t('Ship in Deep Space'), 'more-ore': t('More ore'),
    number: t('Number'), second: t('Second number'), effect: t('Effect'), times: t('Times in a turn'),
    after: t('Lines from'), need: t('How many it needs'), x: t('From the left'), y: t('From the top'),
    spaces: t('Spaces with 2, 3 and 4 players'), dearer: t('Dearer ones with 2, 3 and 4'), kind: t('Kind'),
    edges: t('Next to'), further: t('For each further one'), 'start-ore.ore': t('Ore from the first player on'),
    'trade.ore': t('Ore for one population'), 'automation.points': t('Points of the levels'),
  }),
  words: {
    scientific: { text: () => t('scientific'), glyph: 'science', tint: '--type-sci' },
    economic: { text: () => t('economic'), glyph: 'economy', tint: '--type-eco' },
    military: { text: () => t('military'), glyph: 'military', tint: '--type-mil' },
    commercial: { text: () => t('commercial'), glyph: 'commerce', tint: '--type-com' },
    food: { text: () => t('food'), glyph: 'food' },
    ore: { text: () => t('ore'), glyph: 'ore' },
    basic: { text: () => t('basic') },
    'deep-space': { text: () => t('Deep Space') },
    sol: { text: () => 'Sol' },
    shipyard: { text: () => t('shipyard') },
  },
};

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A sentence for each option of the games, and for each of its choices: what it means at the table. The short
// texts are the server's; what it does not explain stands here, by "option" and "option.choice".

import { t } from '../words/words';

const texts: Record<string, Record<string, () => string>> = {
  'beyond-the-sun': {
    mats: () => t('All players have the same kind.'),
    'mats.basic': () => t('The factions differ a little in how they begin. Right for the first games.'),
    'mats.advanced': () => t('Each faction has its own supply and ore track, and two innovations: powers with a condition.'),
    factions: () => t('No faction is in play twice.'),
    'factions.random': () => t('The dealer gives everybody a faction.'),
    'factions.picked': () => t('When the boards lie ready, everybody picks in turn, the last in playing order first.'),
    technologies: () => t('Where the cards of the levels II, III and IIII come from.'),
    'technologies.decks': () => t('Who discovers a technology searches the face-down deck for a type that fits. The usual game.'),
    'technologies.tableau': () => t('One card of each type lies open for each level: take one, or draw blindly. For experts who like to plan.'),
    achievements: () => t('What ends the game. Two are always there, two more come with them.'),
    'achievements.random': () => t('One of the four of kind A and one of the four of kind B.'),
    'achievements.first-game': () => t('The same two each time, easy to understand.'),
  },
  'pulsar-2849': {
    game: () => t('How much there is to keep in mind.'),
    'game.standard': () => t('Three of the six goals and the technology boards are drawn, and everybody has a headquarters with projects.'),
    'game.no-headquarters': () => t('The technology boards A, three goals that are drawn, and no headquarters.'),
    'game.first-game': () => t('The technology boards A, the three goals for beginners and no headquarters. Right for the first game.'),
    cluster: () => t('The side of the board on which the ships fly.'),
    'cluster.plain': () => t('Every way leads on.'),
    'cluster.dead-ends': () => t('Some ways end. One flight can go out and back, and who is the first to find something there draws an exploration tile.'),
    start: () => t('Only the first round differs.'),
    'start.rolled': () => t('As in all other rounds.'),
    'start.even': () => t('With four players six dice show 1 to 6, with fewer four dice show 2 to 5; three are rolled. Nobody begins with a poor roll.'),
  },
};

export function explainOption(game: string, option: string): string {
  return texts[game]?.[option]?.() ?? '';
}

export function explainChoice(game: string, option: string, choice: string): string {
  return texts[game]?.[`${option}.${choice}`]?.() ?? '';
}

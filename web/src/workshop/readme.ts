// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The README.txt of a downloaded set: what was changed and compared, in a form that can be sent to the project. It is
// in English, whatever the language of the page: those who read it there are from everywhere.

import type { BoxCard } from './box';
import type { Difference } from './differences';
import type { CardSet } from './sets';

const WIDTH = 78;
const line = (text = '') => `${text}\n`;
const rule = () => line('-'.repeat(WIDTH));

function changeLines(cards: BoxCard[], { file, kind, id, key, n, from, to }: Difference): string {
  const name = cards.find((card) => card.file === file && card.fileKind === kind && card.id === id)?.name.en ?? id;
  const which = n > 0 ? `${key} (${n + 1})` : key;
  return [
    line(`${name} (${kind} ${id}), ${which}`),
    line(`    was     ${from ?? 'nothing'}`),
    line(`    is now  ${to ?? 'nothing'}`),
  ].join('');
}

export function readme(game: string, set: CardSet, cards: BoxCard[], changes: Difference[]): string {
  const compared = cards.filter((card) => card.compared);
  const folder = game.replaceAll('-', '_');
  return [
    line(`A card set for Orrery: ${game}`),
    rule(),
    line(`Set:         ${set.name}`),
    line(`Compared by: ${set.by === '' ? '(no name given)' : set.by}`),
    line(`Compared:    ${compared.length} of ${cards.length} components`),
    line(`Date:        ${new Date(set.changed).toISOString().slice(0, 10)}`),
    line(),
    line('To play with it: unpack the archive, then'),
    line(`    orrery serve --cards FOLDER      or: orrery play ${game} --cards FOLDER`),
    line('or upload the archive in the workshop of any Orrery server.'),
    line(),
    line('To send it to the project: open an issue with the title'),
    line(`    Card values of ${game}: ${set.name}`),
    line('attach this archive, and answer these three questions in a sentence each.'),
    line('    1. Which edition and printing is your copy, in which language?'),
    line('    2. Did you read every value from the printed component in front of you?'),
    line('    3. May the project use the values and your name as given above?'),
    line(`The files belong into data/${folder}; each value says who compared it.`),
    line(),
    line(`What was changed (${changes.length})`),
    rule(),
    ...(changes.length === 0 ? [line('Nothing.')] : changes.map((change) => changeLines(cards, change))),
    line(),
    line(`What is as printed (${compared.filter((card) => !card.corrected).length})`),
    rule(),
    ...compared.filter((card) => !card.corrected).map((card) => line(`${card.name.en} (${card.fileKind} ${card.id})`)),
  ].join('');
}

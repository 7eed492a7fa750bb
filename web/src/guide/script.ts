// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The moves of a recorded game (docs/record.md), and whose they are.

export interface ScriptMove {
  actor: number | 'dealer';
  move: string;
}

export interface Script {
  /** The seat of the person. */
  learner: number;
  moves: ScriptMove[];
}

export function readScript(record: string): Script {
  const lines = record.split('\n');
  const person = lines.map((line) => /^seat (\d) person /.exec(line)).find((found) => found !== null);
  const moves = lines.slice(lines.indexOf('moves') + 1, lines.indexOf('end')).map((line) => {
    const [actor, ...rest] = line.split(' ');
    return { actor: actor === '*' ? ('dealer' as const) : Number(actor), move: rest.join(' ') };
  });
  return { learner: Number(person?.[1] ?? 1), moves };
}

/** The record with the person under this name. */
export function nameLearner(record: string, name: string): string {
  const quoted = `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return record.replace(/^(seat \d person ).*$/m, (_line, seat: string) => seat + quoted);
}

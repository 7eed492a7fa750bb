// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Asking the program about what was typed. What is valid goes into the files; of the rest it says what is wrong with
// which value. A value that is wrong never stands in the way of the others.

import { findCard, readCards, withValue } from './cardfile';
import { filed, keysOf, placeOf, spotAt } from './box';
import { program, type CardFileAbout, type Checked, type Files, type Problem, type Variant } from './program';
import { sourceOf, withSources, type Source } from './provenance';

export type Drafts = Record<string, string | null>;

export interface Verdict {
  /** The files with all drafts that are valid, and what the program says about them. */
  files: Files;
  checked: Checked | null;
  /** What is wrong with the other drafts, by their places. */
  problems: Record<string, Problem>;
  /** What is wrong with the files themselves; then nothing is drawn anew. */
  broken: Problem | null;
}

interface Question {
  game: string;
  about: CardFileAbout[];
  files: Files;
  drafts: Drafts;
  by: string;
  variant: Variant;
}

const hostText = (about: CardFileAbout[], file: string) => about.find((one) => one.file === file)?.text ?? '';

/** The source of a value that was changed: what its card said before, if it is the host's value again. */
function sourceFor(host: string, place: string, value: string | null, by: string): Source {
  const { spot } = spotAt(place);
  const card = findCard(host, spot.kind, spot.id);
  const standard = card?.entries.filter((entry) => entry.key === spot.key)[spot.n];
  const isHosts = card !== undefined && (standard?.value ?? null) === value;
  return isHosts ? sourceOf(card, spot.key, spot.n) : { status: 'corrected', by };
}

/** The files with a draft in them, and with the source of its value. */
function withDraft({ about, by }: Pick<Question, 'about' | 'by'>, files: Files, place: string,
  draft: string | null): Files {
  const { file, spot } = spotAt(place);
  const own = about.find((one) => one.file === file);
  if (own === undefined) return files;
  const order = keysOf(own, spot.kind).map(({ key }) => key);
  const value = draft === null ? null : filed(spot.key, draft);
  let text = withValue(files[file] ?? own.text, spot, value, order);
  text = withSources(text, spot, order, [{ ...spot, source: sourceFor(own.text, place, value, by) }]);
  return withFile(about, files, file, text);
}

/** A file that is the host's again is not kept. */
export function withFile(about: CardFileAbout[], files: Files, file: string, text: string): Files {
  const { [file]: _before, ...others } = files;
  return text === hostText(about, file) ? others : { ...others, [file]: text };
}

/** The draft that a problem is about: the one on its line, else one of its card, else the last. */
function culprit(problem: Problem, files: Files, drafts: Drafts): string {
  const places = Object.keys(drafts);
  const card = readCards(files[problem.file ?? ''] ?? '').findLast((one) => one.line <= (problem.line ?? 0));
  const entry = card?.entries.find((one) => one.line === problem.line);
  if (card !== undefined && entry !== undefined) {
    const n = card.entries.filter((one) => one.key === entry.key).indexOf(entry);
    const place = placeOf(problem.file ?? '', { kind: card.kind, id: card.id, key: entry.key, n });
    if (places.includes(place)) return place;
  }
  const near = places.find((place) => place.startsWith(`${problem.file} ${card?.kind} ${card?.id} `));
  return near ?? places[places.length - 1];
}

export async function check(question: Question): Promise<Verdict> {
  const drafts = { ...question.drafts };
  const problems: Record<string, Problem> = {};
  for (;;) {
    let files = question.files;
    for (const [place, draft] of Object.entries(drafts)) files = withDraft(question, files, place, draft);
    const answer = await program.check(question.game, files, question.variant);
    if (answer.ok) return { files, checked: answer, problems, broken: null };
    if (Object.keys(drafts).length === 0) return { files, checked: null, problems, broken: answer.problem };
    const place = culprit(answer.problem, files, drafts);
    problems[place] = answer.problem;
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a copy of our own
    delete drafts[place];
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Effects as steps, for the builder. From steps to text is filling patterns; from text to steps is for the program.

import type { Language, Texts } from '../protocol';
import type { EffectForm, EffectOperation, SlotShape, Step } from './program';

/** The forms of a game by their pattern. */
export class Forms {
  private readonly all: Map<string, EffectForm>;

  constructor(readonly operations: EffectOperation[]) {
    this.all = new Map(operations.flatMap(({ forms }) => forms.map((form) => [form.pattern, form])));
  }

  of(step: Step): EffectForm | undefined {
    return this.all.get(step.pattern);
  }

  isCost(step: Step): boolean {
    return this.of(step)?.shape === 'cost';
  }

  /** A new step in its simplest form. */
  fresh(form: EffectForm): Step {
    return {
      pattern: form.pattern,
      ...(form.a === null ? {} : { a: firstOf(form.a) }),
      ...(form.b === null ? {} : { b: firstOf(form.b) }),
      ...(form.shape === 'body' ? { body: [] } : {}),
      ...(form.shape === 'choices' ? { choices: [[], []] } : {}),
    };
  }

  /** A program as it stands in a card file. */
  write(steps: Step[]): string {
    const costs = steps.filter((step) => this.isCost(step)).map((step) => this.writeStep(step));
    const others = steps.filter((step) => !this.isCost(step)).map((step) => this.writeStep(step));
    return costs.length === 0 ? others.join(', ') : `${costs.join(', ')}: ${others.join(', ')}`.trimEnd();
  }

  private writeStep(step: Step): string {
    const form = this.of(step);
    const head = step.pattern
      .replace('{a}', written(form?.a ?? null, step.a))
      .replace('{b}', written(form?.b ?? null, step.b));
    if (step.choices !== undefined) return `${head} {${step.choices.map((one) => this.write(one)).join('; ')}}`;
    return step.body === undefined ? head : `${head} (${this.write(step.body)})`;
  }
}

function firstOf(slot: SlotShape): number {
  return 'words' in slot ? slot.words.findIndex((word) => word !== '') : 1;
}

function written(slot: SlotShape | null, value: number | undefined): string {
  return slot !== null && 'words' in slot ? (slot.words[value ?? 0] ?? '') : String(value ?? 1);
}

/** What can be chosen in a slot, with the words that players read. */
export function choicesOf(slot: { words: string[]; texts?: Texts[] }, language: Language) {
  return slot.words
    .map((word, value) => ({ value, word, text: (slot.texts?.[value]?.[language] ?? slot.texts?.[value]?.en) || word }))
    .filter(({ word }) => word !== '');
}

/** Words; a slot; or a word that depends on the number in a slot. */
export type Piece = { text: string } | { slot: 'a' | 'b' | 'body' } | { by: 'a' | 'b'; forms: string[] };

/** The text of a form in pieces: words, and where its slots are. Slots that it does not mention come last. */
export function piecesOf(form: EffectForm, language: Language): Piece[] {
  const pieces = (form.text[language] ?? form.text.en)
    .split(/(\{[^}]*\})/)
    .filter((text) => text.trim() !== '')
    .map((text): Piece => {
      const found = /^\{(a|b|body)(?:\|(.*))?\}$/.exec(text);
      if (found === null) return { text: text.trim() };
      const [, slot, forms] = found as unknown as [string, 'a' | 'b' | 'body', string?];
      return slot === 'body' || forms === undefined ? { slot } : { by: slot, forms: forms.split('|') };
    });
  const has = (slot: string) => pieces.some((piece) => 'slot' in piece && piece.slot === slot);
  for (const slot of ['a', 'b'] as const) if (form[slot] !== null && !has(slot)) pieces.push({ slot });
  if ((form.shape === 'body' || form.shape === 'choices') && !has('body')) pieces.push({ slot: 'body' });
  return pieces;
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The workshop of a game: a card set of one's own, which of its components is looked at, and what happens to it. Every
// change goes through `change`, which keeps the set in the browser, remembers what was before and asks the program.

import { atHome } from '../net/connections.svelte';
import { messageOf, Refusal } from '../net/http';
import { beSomebody, person } from '../net/people.svelte';
import { t } from '../words/words';
import { openBox, placeOf, type BoxCard, type Value } from './box';
import { check, withFile, type Verdict } from './checks';
import { program, type Checked, type Files, type Problem, type Variant, type WorkshopAbout } from './program';
import { isCompared, withSources } from './provenance';
import { keepSet, keepSteps, keptSteps, lastSet, newSet, onSetChanged, type CardSet, type Step } from './sets';
import { Trial } from './trial.svelte';

/** Whoever types wants to finish the word. */
const TYPING_MS = 350;
/** Whoever says "as printed" says it again soon. */
const CONFIRMING_MS = 900;
/** After an answer that the server cannot give now. */
const AGAIN_MS = 5_000;
const UNDO_MAX = 300;

export class Workshop {
  about = $state.raw<WorkshopAbout | null>(null);
  set = $state.raw<CardSet>(newSet('', ''));
  /** What the program says about the host's cards and about these. */
  hosts = $state.raw<Checked | null>(null);
  checked = $state.raw<Checked | null>(null);
  problems = $state.raw<Record<string, Problem>>({});
  broken = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** What went wrong with the server, and whether the browser had no room. */
  problem = $state('');
  unsaved = $state(false);
  readonly trial: Trial;
  private done = $state.raw<Step[]>([]);
  private undone = $state.raw<Step[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private variant: Variant = {};
  private readonly known = new Map<string, Checked>();
  private readonly endings: (() => void)[] = [];

  constructor(readonly game: string) {
    this.trial = new Trial(game);
  }

  readonly cards: BoxCard[] = $derived.by(() =>
    this.about === null || this.shown === null
      ? []
      : openBox(this.about.files, this.shown.components, this.set),
  );

  /** What is drawn: the last that was valid. */
  get shown(): Checked | null {
    return this.checked ?? this.hosts;
  }

  // ---- coming and going --------------------------------------------------------------------------

  async open(): Promise<void> {
    const kept = lastSet(this.game);
    this.set = kept ?? newSet(t('My copy'), '');
    [this.done, this.undone] = keptSteps(this.game, this.set);
    this.endings.push(onSetChanged(this.game, () => this.set.id, (set) => this.take(set)));
    try {
      await atHome(beSomebody); // the program answers people whose share of its time it knows
      if (kept === null && person.me?.account) this.set = { ...this.set, by: person.me.name };
      this.about = await program.workshop(this.game);
      await this.learnHosts();
      await this.ask();
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  close(): void {
    for (const end of this.endings) end();
    clearTimeout(this.timer);
    this.trial.stop();
  }

  /** Some components are drawn only where other players or options have them in play. */
  draw(variant: Variant): void {
    if (JSON.stringify(variant) === JSON.stringify(this.variant)) return;
    this.variant = variant;
    if (this.about !== null) void this.learnHosts().then(() => this.ask()).catch(this.failed);
  }

  private async learnHosts(): Promise<void> {
    const key = JSON.stringify(this.variant);
    const known = this.known.get(key) ?? (await program.check(this.game, {}, this.variant));
    if (!known.ok) throw new Error(known.problem.text);
    this.known.set(key, known);
    if (key === JSON.stringify(this.variant)) this.hosts = known;
  }

  // ---- asking the program ------------------------------------------------------------------------

  private readonly failed = (error: unknown): void => {
    this.problem = messageOf(error);
    if (error instanceof Refusal && [0, 429, 503].includes(error.status)) this.schedule(AGAIN_MS);
  };

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask().catch(this.failed), ms);
  }

  /** Asks about everything as it is now; an answer about what has changed since is not taken. */
  async ask(): Promise<void> {
    clearTimeout(this.timer);
    const { about, set, variant } = this;
    if (about === null) return;
    if (Object.keys(set.files).length + Object.keys(set.drafts).length === 0) {
      this.settle(set, { checked: this.hosts, problems: {}, broken: null });
      return;
    }
    this.busy = true;
    try {
      const verdict = await check({ game: this.game, about: about.files, ...set, variant });
      if (this.set !== set || this.variant !== variant) return;
      this.problem = '';
      const drafts = Object.fromEntries(Object.entries(set.drafts).filter(([place]) => place in verdict.problems));
      this.settle({ ...set, files: verdict.files, drafts }, verdict);
    } finally {
      if (this.set === set || Object.keys(this.set.drafts).length === 0) this.busy = false;
    }
  }

  private settle(set: CardSet, { checked, problems, broken }: Omit<Verdict, 'files'>): void {
    const isSame = set.files === this.set.files;
    this.checked = checked ?? this.checked;
    this.problems = problems;
    this.broken = broken;
    this.busy = false;
    if (set !== this.set) this.put(set);
    if (!isSame || this.trial.state === 'none') this.trial.plan(set.files);
  }

  // ---- changing ----------------------------------------------------------------------------------

  /** Shows a set and keeps it. */
  private put(set: CardSet): void {
    this.set = set;
    this.unsaved = !keepSet(this.game, set);
    keepSteps(this.game, set, this.done, this.undone);
  }

  private stepTo(what: string): Step {
    return { what, files: this.set.files, drafts: this.set.drafts };
  }

  private change(set: CardSet, what: string, wait = 0): void {
    if (this.done.at(-1)?.what !== what) this.done = [...this.done, this.stepTo(what)].slice(-UNDO_MAX);
    this.undone = [];
    this.put({ ...set, changed: Date.now() });
    this.schedule(wait);
  }

  /** Something was typed or chosen for a value; null takes it away. */
  edit(value: Value, text: string | null, isTyped = false): void {
    const drafts = { ...this.set.drafts, [value.place]: text };
    this.change({ ...this.set, drafts }, value.place, isTyped ? TYPING_MS : 0);
  }

  /** One more value of a key that may be repeated: like the last one. */
  addAfter(last: Value): void {
    const place = placeOf(last.file, { ...last.spot, n: last.count });
    this.change({ ...this.set, drafts: { ...this.set.drafts, [place]: last.text } }, place);
  }

  /** The host's value again, with its source. */
  reset(value: Value): void {
    if (value.place in this.set.drafts && value.text === value.standard) this.discard(value);
    else this.edit(value, value.standard);
    this.seal();
  }

  /** What was typed is given up. */
  private discard(value: Value): void {
    const { [value.place]: _draft, ...drafts } = this.set.drafts;
    this.change({ ...this.set, drafts }, `${value.place} reset`);
  }

  /** The next change of the same value is a step of its own. */
  seal(): void {
    const last = this.done.at(-1);
    if (last !== undefined) this.done = [...this.done.slice(0, -1), { ...last, what: `${last.what} ` }];
  }

  /** Values are as printed. */
  confirm(card: BoxCard, values: Value[]): void {
    if (this.about === null) return;
    const text = this.textOf(card.file);
    const source = { status: 'confirmed', by: this.set.by } as const;
    const said = values
      .filter((value) => !(value.place in this.set.drafts))
      .map(({ spot }) => ({ key: spot.key, n: spot.n, source }));
    const keys = [...new Set(card.values.map((value) => value.about.key))];
    const changed = withSources(text, { kind: card.fileKind, id: card.id }, keys, said);
    const files = withFile(this.about.files, this.set.files, card.file, changed);
    this.change({ ...this.set, files }, `${card.file} ${card.fileKind} ${card.id} confirm ${Date.now()}`,
      CONFIRMING_MS);
  }

  /** Values of a card that nobody has compared yet, and that are not wrong. */
  openValues(card: BoxCard): Value[] {
    return card.values.filter((value) => !isCompared(value.source) && !(value.place in this.set.drafts));
  }

  rename(name: string, by: string): void {
    this.put({ ...this.set, name, by, changed: Date.now() });
  }

  // ---- undo --------------------------------------------------------------------------------------

  readonly canUndo = $derived.by(() => this.done.length > 0);
  readonly canRedo = $derived.by(() => this.undone.length > 0);

  undo(): void {
    this.goTo('done', 'undone');
  }

  redo(): void {
    this.goTo('undone', 'done');
  }

  /** Goes to the last step of one list; the way back is put on the other. */
  private goTo(from: 'done' | 'undone', back: 'done' | 'undone'): void {
    const last = this[from].at(-1);
    if (last === undefined) return;
    this[back] = [...this[back], this.stepTo(last.what)];
    this[from] = this[from].slice(0, -1);
    this.restore(last);
  }

  private restore({ files, drafts }: Step): void {
    this.put({ ...this.set, files, drafts, changed: Date.now() });
    this.schedule(0);
  }

  // ---- sets --------------------------------------------------------------------------------------

  /** Another set, or the same as another window has changed it. */
  take(set: CardSet): void {
    this.done = [];
    this.undone = [];
    this.checked = null;
    this.put(set);
    this.schedule(0);
  }

  /** A set from files that were brought; a sentence if they cannot be read. */
  async bring(name: string, files: Files): Promise<string> {
    if (this.about === null) return '';
    let own: Files = {};
    for (const [file, text] of Object.entries(files)) own = withFile(this.about.files, own, file, text);
    const answer = await program.check(this.game, own, this.variant);
    if (answer.ok) this.take(newSet(name, this.set.by, own));
    return answer.ok ? '' : placed(answer.problem);
  }

  /** A card file as it is now: ours, else the host's. */
  textOf(file: string): string {
    return this.set.files[file] ?? this.about?.files.find((one) => one.file === file)?.text ?? '';
  }

  /** All files of a set, also those that are the host's. */
  wholeOf(files: Files): Files {
    return Object.fromEntries((this.about?.files ?? []).map(({ file, text }) => [file, files[file] ?? text]));
  }

  /** Does the card have something that is wrong? */
  isWrong(card: BoxCard): boolean {
    return card.values.some((value) => value.place in this.problems);
  }
}

/** A problem with its place in front, for those about whole files. */
export function placed({ file, line, text }: Problem): string {
  return file === undefined ? text : `${file}${line === undefined ? '' : `, ${t('line {line}', { line })}`}: ${text}`;
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A thing on the table that can be pressed: it lights up when a legal move refers to it, answers why not
// when it is blocked, and opens its card else. Games wrap what they draw in Target (SVG) or TargetBox
// (HTML) and give it its name as the engine writes it; what pressing it does is not their business.

import type { Move } from '../protocol';
import { tableHere } from '../table/context';
import { atEnter } from '../table/keyboard';
import type { Status } from '../table/status.svelte';
import { t } from '../words/words';
import { LongPress } from './longpress';

export interface TargetAbout {
  /** Names of the thing ("space:basic-1.1"); the first with something to do counts. */
  thing: string | string[];
  /** What it is and how it stands, for those who do not see it: "Slot C, Exascale Simulation, two spaces". */
  label: string;
  /** The component whose card it opens. */
  card?: string;
  /** How it is called once it is chosen, if the label would be too long: "die 5". */
  pick?: string;
  /** Is something told when it is pointed at? */
  told?: boolean;
  /** What is told then, if that is not its label: its name on a line of its own, then full sentences. */
  tells?: string;
}

/** Whole sentences among parts that are set off by commas. */
const SENTENCE_END = /\., (\p{L})/gu;

function placeOf(event: Event): DOMRect {
  return (event.currentTarget as Element).getBoundingClientRect();
}

export class Target {
  private readonly table = tableHere();
  private readonly about: () => TargetAbout;
  private readonly hold = new LongPress((element) => this.ask(element));
  readonly names = $derived.by(() => [this.about().thing].flat());
  readonly status: Status = $derived.by(() => this.table.statuses.of(...this.names));
  /** The numbers of the recap that stand on it. */
  readonly marks = $derived.by(() => this.table.recap.marksOf(this.names));
  readonly legal = $derived.by(() => this.status.moves.length > 0);
  readonly blocked = $derived.by(() => !this.legal && this.status.blocked.length > 0);
  /** It could be chosen instead of something else. */
  readonly other = $derived.by(
    () =>
      !this.legal &&
      !this.blocked &&
      !this.status.chosen &&
      this.names.some((name) => this.table.selection.isOther(name)),
  );
  /** The name that has something to do. */
  readonly name = $derived.by(
    () =>
      this.names.find((name) =>
        this.other ? this.table.selection.isOther(name) : this.table.statuses.of(name) === this.status,
      ) ?? this.names[0],
  );
  readonly classes = $derived.by(() => [
    'target',
    {
      legal: this.legal,
      blocked: this.blocked,
      other: this.other,
      chosen: this.status.chosen,
      last: this.status.last,
      advised: this.status.advised > 0,
      best: this.status.advised === 1,
      asked: this.table.callouts.refused?.thing === this.name,
    },
    this.status.price === undefined ? '' : `price-${this.status.price.word}`,
  ]);

  constructor(about: () => TargetAbout) {
    this.about = about;
  }

  get attributes() {
    return {
      role: 'button',
      tabindex: this.legal || this.blocked || this.other ? 0 : -1,
      'aria-disabled': this.blocked ? ('true' as const) : undefined,
      'aria-keyshortcuts': this.status.key || undefined,
      'data-thing': this.name,
      'data-price': this.status.price?.sign || undefined,
      onclick: (event: Event) => this.press(event),
      onkeydown: (event: KeyboardEvent) => this.key(event),
      onpointerenter: (event: PointerEvent) =>
        event.pointerType !== 'touch' && this.enter(event.currentTarget as Element),
      onpointerleave: (event: PointerEvent) => !this.hold.isHeld(event) && this.leave(),
      onpointerdown: this.hold.down,
      onpointermove: this.hold.up,
      onpointerup: this.hold.up,
      onpointercancel: this.hold.up,
      onfocus: (event: FocusEvent) => this.focused(event),
      onblur: () => this.blurred(),
      oncontextmenu: (event: Event) => this.more(event),
    };
  }

  /** What it is called for those who do not see it: its name, as hidden text, since what is drawn would be no name. */
  get spoken(): string {
    const parts = [this.about().label];
    if (this.legal) parts.push(this.leadsTo || t('possible'));
    if (this.status.moves.length === 1 && this.status.moves[0].reveals !== undefined) parts.push(t('cannot be undone'));
    if (this.blocked) parts.push(t('not possible: {why}', { why: this.status.blocked[0].why }));
    if (this.status.chosen) parts.push(t('chosen'));
    if (this.status.advised > 0) parts.push(t('advised'));
    return parts.join(', ').replace(SENTENCE_END, (_, letter: string) => `. ${letter.toLocaleUpperCase()}`);
  }

  /** What can be done with it, if that is a whole action; what the game has to say of it. */
  private get leadsTo(): string {
    const plans = this.status.moves.filter((move) => move.moves !== undefined);
    if (plans.length > 0 && plans.length === this.status.moves.length && plans[0].things[0] === this.name)
      return plans.map((plan) => (plan.more ? `${plan.text}, ${plan.more}` : plan.text)).join('; ');
    return this.table.gameView?.tells?.(this.table, this.name) ?? '';
  }

  /** What is told beside it. */
  private get tooltip(): string {
    const { label, told, tells = label } = this.about();
    return told ? tells : '';
  }

  private clicked = false; // it is in focus because it was pressed, not because somebody went there with the keys

  private press(event: Event): void {
    event.stopPropagation();
    this.clicked = event instanceof MouseEvent && event.detail > 0;
    if (this.hold.swallows()) return;
    const { card, label, pick = label } = this.about();
    if (this.legal || this.blocked || this.status.chosen || this.other)
      this.table.selection.press({ thing: this.name, at: placeOf(event), label: pick, about: this.tooltip });
    else if (card !== undefined) this.table.shownCard = card;
  }

  private key(event: KeyboardEvent): void {
    const next = event.key === 'Enter' && this.clicked ? atEnter(this.table) : null;
    if (next !== null) next();
    else if (event.key === '?') this.ask(event.currentTarget as Element);
    else if (event.key === 'Enter' || event.key === ' ') this.press(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private blurred(): void {
    this.clicked = false;
    this.leave();
  }

  private enter(element: Element): void {
    this.point(element);
    if (this.tooltip !== '' && !this.blocked)
      this.table.callouts.explain(this.tooltip, element.getBoundingClientRect());
  }

  private pointed: Move | null = null;
  private over: string | null = null;

  private point(element: Element): void {
    this.table.selection.over = this.over = this.name;
    const { moves } = this.status;
    const areWays = moves.every((move) => move.moves !== undefined && move.things[0] === this.name);
    this.pointed = moves.length === 1 || areWays ? (moves.at(0) ?? null) : null;
    if (this.legal) this.table.selection.point(this.pointed);
    else if (this.blocked && !this.table.callouts.refused?.stays) this.refuse(element, false);
  }

  /** Says why it is not possible. */
  private refuse(element: Element, stays: boolean): void {
    const at = element.getBoundingClientRect();
    const { blocked } = this.table.statuses.of(this.name);
    this.table.callouts.refuse({ thing: this.name, blocked, at, stays, about: this.tooltip });
  }

  /** Also when it is gone from the page: nothing can be derived any more then. */
  private leave(): void {
    if (this.pointed !== null) this.table.selection.unpoint(this.pointed);
    else this.table.callouts.leave();
    if (this.over !== null && this.table.selection.over === this.over) this.table.selection.over = null;
    this.table.callouts.stopExplaining();
    this.pointed = null;
  }

  private focused(event: FocusEvent): void {
    const element = event.currentTarget as Element;
    if (!this.table.quiet && element.matches(':focus-visible')) this.point(element);
  }

  /** What is this, what would it do, or why not: on the key "?" or a long press. */
  private ask(element: Element): void {
    const { card } = this.about();
    if (this.blocked) this.refuse(element, true);
    else if (this.legal && this.table.selection.pointed === null && this.status.moves.length === 1) this.point(element);
    else if (card !== undefined) this.table.shownCard = card;
  }

  private more(event: Event): void {
    const { card } = this.about();
    if (card === undefined || (event as PointerEvent).pointerType === 'touch') this.hold.menu(event);
    else {
      event.preventDefault();
      this.table.shownCard = card;
    }
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The drawer beside the boards: log or chat, open or closed. On a wide screen that is remembered; on a narrow one it is
// a sheet over the boards, closed at first.

import { tick } from 'svelte';
import { size } from '../parts/size.svelte';
import { settings } from '../settings.svelte';

export type DrawerTab = 'log' | 'chat';

export class Drawer {
  tab = $state<DrawerTab>('log');
  private sheet = $state(false);

  get isOpen(): boolean {
    return size.isWide ? settings.drawer : this.sheet;
  }

  set isOpen(on: boolean) {
    if (size.isWide) settings.drawer = on;
    else this.sheet = on;
  }

  isShowing(tab: DrawerTab): boolean {
    return this.isOpen && this.tab === tab;
  }

  /** Shows this and puts the focus there, or closes if that is what is shown. */
  toggle(tab: DrawerTab): void {
    if (this.isShowing(tab)) {
      this.isOpen = false;
      return;
    }
    this.tab = tab;
    this.isOpen = true;
    void tick().then(() => document.querySelector<HTMLElement>('[data-drawer-focus]')?.focus());
  }
}

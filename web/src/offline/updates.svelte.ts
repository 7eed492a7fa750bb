// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The page keeps itself in the browser (web/worker/sw.ts), and looks now and then whether there is a newer version of
// it. A newer one is used when the reader says so, or when all windows have been closed: never under a running game.

import { there } from '../net/connections.svelte';
import { host } from '../net/host';

/** Whoever has the page open for days hears of a new version within this time. */
const LOOK_MS = 3_600_000;
/** A server that was away may come back as a newer one; a bad line comes back all the time. */
const LOOK_LEAST_MS = 60_000;

class Updates {
  /** There is a newer version, and nobody has said "later" to it. */
  isReady = $state(false);
  private registration: ServiceWorkerRegistration | null = null;
  private looked = 0;
  private isAsked = false;

  /** Keeps the page in the browser: after all that the first look at it needs. */
  start(): void {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    if (document.readyState === 'complete') void this.register();
    else addEventListener('load', () => void this.register());
  }

  private async register(): Promise<void> {
    const workers = navigator.serviceWorker;
    const isFirst = workers.controller === null;
    workers.addEventListener('controllerchange', () => this.changed(isFirst));
    try {
      this.registration = await workers.register(`${host.root}sw.js`, { scope: host.root });
    } catch {
      return; // a page that needs the network is better than none
    }
    this.follow(this.registration);
    this.looked = performance.now();
    setInterval(() => this.look(LOOK_MS), LOOK_LEAST_MS);
    there?.onOpen(() => this.look(LOOK_LEAST_MS));
  }

  /** What is read here is there without a network, too; other languages are not loaded. */
  keep(language: string): void {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language }));
  }

  private follow(registration: ServiceWorkerRegistration): void {
    this.note(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const found = registration.installing;
      found?.addEventListener('statechange', () => this.note(found));
    });
  }

  /** The first version has nobody to wait for. */
  private note(worker: ServiceWorker | null): void {
    if (worker?.state === 'installed' && navigator.serviceWorker.controller !== null) this.isReady = true;
  }

  /** Another version has the files from now on: because it was asked for here, or in another window. */
  private changed(isFirst: boolean): void {
    if (this.isAsked) location.reload();
    else if (!isFirst) this.isReady = true;
  }

  /** Looks for a newer version, unless that was done less than this long ago. */
  private look(ago: number): void {
    if (performance.now() - this.looked < ago || !navigator.onLine) return;
    this.looked = performance.now();
    void this.registration?.update().catch(() => {});
  }

  /** Not now: it is told again when the page is opened the next time. */
  later(): void {
    this.isReady = false;
  }

  /** Loads the page again, as the newer version if it is there. */
  take(): void {
    const waiting = this.registration?.waiting ?? null;
    this.isReady = false;
    this.isAsked = true;
    if (waiting === null) location.reload();
    else waiting.postMessage('take over');
  }

  /** For a page that is older than its server: what is kept of it must not come again. */
  async renew(): Promise<void> {
    const registration = await this.registration?.update().catch(() => undefined);
    const coming = registration?.installing ?? null;
    if (coming !== null)
      await new Promise((resolve) => {
        coming.addEventListener('statechange', () => coming.state !== 'installing' && resolve(null));
      });
    this.take();
  }
}

export const updates = new Updates();

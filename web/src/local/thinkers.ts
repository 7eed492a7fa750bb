// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The workers that think, and what waits for them. What someone waits for at a table comes before analyses. One that
// fails is replaced.

import { Refused } from './engine';
import type { Equipment, Found, Task } from './messages';

interface Job {
  task: Task;
  progress: (done: number) => void;
  resolve: (result: unknown) => void;
  reject: (why: Error) => void;
}

interface Thinker {
  worker: Worker;
  job: Job | null;
}

const MOST = 4;

export class Thinkers {
  private readonly all: Thinker[] = [];
  private readonly waiting: Job[] = [];
  /** One core is for the page; two thinkers are there in any case, so that an analysis stops no game. */
  private readonly most = Math.max(2, Math.min(MOST, navigator.hardwareConcurrency - 1));

  constructor(
    private readonly equipment: Equipment,
    /** What engines say in a language; undefined in English, or if it cannot be had. */
    private readonly texts: (language: string) => Uint8Array | undefined = () => undefined,
  ) {}

  ask<T>(task: Task, progress: (done: number) => void = () => {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const job: Job = { task, progress, resolve: resolve as (result: unknown) => void, reject };
      if (task.task === 'analysis') this.waiting.push(job);
      else this.waiting.unshift(job);
      this.next();
    });
  }

  /** Into how many parts a choice that allows so many is divided: there is no use in one that waits. */
  shares(most: number): number {
    const busy = this.all.filter((one) => one.job !== null).length;
    return Math.max(1, Math.min(most, this.most - busy - this.waiting.length));
  }

  private next(): void {
    const job = this.waiting[0];
    if (job === undefined) return;
    const thinker = this.free(job.task.task === 'analysis');
    if (thinker === null) return;
    this.waiting.shift();
    thinker.job = job;
    thinker.worker.postMessage({ ...job.task, texts: this.texts(job.task.language) } satisfies Task);
  }

  /** One that has nothing to do; an analysis leaves one for those who wait at a table. */
  private free(isLong: boolean): Thinker | null {
    const long = this.all.filter((one) => one.job?.task.task === 'analysis').length;
    if (isLong && long >= this.most - 1) return null;
    const found = this.all.find((one) => one.job === null);
    return found ?? (this.all.length < this.most ? this.start() : null);
  }

  private start(): Thinker {
    const worker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });
    const thinker: Thinker = { worker, job: null };
    worker.onmessage = ({ data }: MessageEvent<Found>) => this.hear(thinker, data);
    worker.onerror = () => this.hear(thinker, { error: 'unavailable', text: '' });
    worker.postMessage(this.equipment);
    this.all.push(thinker);
    return thinker;
  }

  private hear(thinker: Thinker, found: Found): void {
    const job = thinker.job;
    if ('done' in found) {
      job?.progress(found.done);
      return;
    }
    thinker.job = null;
    if ('error' in found) {
      this.all.splice(this.all.indexOf(thinker), 1); // its engine may be broken
      thinker.worker.terminate();
      job?.reject(new Refused(found.error, found.text));
    } else job?.resolve(found.result);
    this.next();
  }
}

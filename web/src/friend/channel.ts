// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A direct connection between two browsers: texts of any length go over it in frames, and what comes is bounded in size
// and in number. Knows nothing of what is said. Whoever does not keep to the bounds is cut off.

import { host } from '../net/host';
import { read, write, type Signal } from './signal';

export interface Bounds {
  /** The longest text that is taken. */
  length: number;
  /** Frames in so many milliseconds. */
  frames: number;
  ms: number;
}

/** All browsers take frames of 64 KB; a character may need three bytes. */
const FRAME_LENGTH = 16_000;
const MORE = '+';
const LAST = '.';
/** Addresses that are not found by then are not waited for. */
const GATHER_MS = 3_000;

export class Channel {
  onOpen: () => void = () => {};
  onText: (text: string) => void = () => {};
  onClose: () => void = () => {};
  private readonly connection = new RTCPeerConnection({ iceServers: host.stun.map((urls) => ({ urls })) });
  private readonly channel = this.connection.createDataChannel('orrery', { negotiated: true, id: 0 });
  private heard = '';
  private times: number[] = [];
  private closed = false;

  constructor(private readonly bounds: Bounds) {
    this.channel.onopen = () => this.onOpen();
    this.channel.onmessage = ({ data }: MessageEvent<unknown>) => this.hear(data);
    this.channel.onclose = () => this.close();
    this.connection.onconnectionstatechange = () => {
      if (this.connection.connectionState === 'failed') this.close();
    };
  }

  static works(): boolean {
    return typeof RTCPeerConnection === 'function';
  }

  /** What the other one must know of us: to invite, or to answer an invitation. */
  async describe(about: { game: string; name: string }, invitation: Signal | null): Promise<Signal> {
    if (invitation !== null) await this.connection.setRemoteDescription(write(invitation));
    await this.connection.setLocalDescription();
    await this.gather();
    const kind = invitation === null ? 'invitation' : 'answer';
    return { kind, ...about, ...read(this.connection.localDescription?.sdp ?? '') };
  }

  async accept(answer: Signal): Promise<void> {
    await this.connection.setRemoteDescription(write(answer));
  }

  private gather(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => this.connection.iceGatheringState === 'complete' && resolve();
      this.connection.onicegatheringstatechange = done;
      setTimeout(resolve, GATHER_MS);
      done();
    });
  }

  send(text: string): void {
    if (this.channel.readyState !== 'open') return;
    for (let at = 0; at === 0 || at < text.length; at += FRAME_LENGTH) {
      const isLast = at + FRAME_LENGTH >= text.length;
      this.channel.send((isLast ? LAST : MORE) + text.slice(at, at + FRAME_LENGTH));
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.connection.close();
    this.onClose();
  }

  private hear(frame: unknown): void {
    if (this.closed) return;
    if (typeof frame !== 'string' || this.isTooMuch(frame.length)) {
      this.close();
      return;
    }
    this.heard += frame.slice(1);
    if (frame.startsWith(MORE)) return;
    const text = this.heard;
    this.heard = '';
    this.onText(text);
  }

  private isTooMuch(length: number): boolean {
    const now = performance.now();
    this.times = [...this.times.filter((when) => when > now - this.bounds.ms), now];
    return this.times.length > this.bounds.frames || this.heard.length + length > this.bounds.length;
  }
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Three short sounds, made on the spot: a move, your turn, the end. Off with one switch.

import { settings } from '../settings.svelte';

const TONES: Record<string, [start: number, frequency: number, length: number][]> = {
  move: [[0, 520, 0.05]],
  turn: [
    [0, 523, 0.12],
    [0.13, 784, 0.2],
  ],
  end: [
    [0, 392, 0.18],
    [0.18, 523, 0.18],
    [0.36, 659, 0.4],
  ],
};

let audio: AudioContext | null = null;

/** Tones that have not ended yet. */
let sounding = 0;

export function play(name: keyof typeof TONES): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [start, frequency, length] of TONES[name]) tone(audio, start, frequency, length);
}

function tone(context: AudioContext, start: number, frequency: number, length: number): void {
  const at = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.06, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
  sounding++;
  oscillator.onended = () => endTone(context);
}

/** One that has nothing to play would go on computing silence for as long as the page is open. */
function endTone(context: AudioContext): void {
  sounding--;
  if (sounding === 0) void context.suspend();
}

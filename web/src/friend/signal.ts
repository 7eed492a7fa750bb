// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// An invitation and its answer as short texts that people send each other: what two browsers must know to connect
// directly. Such a text may come from anyone, so nothing of it is used before it is checked, and the description that a
// browser gets is written here.

export interface Signal {
  kind: 'invitation' | 'answer';
  game: string;
  /** What the one who sends it is called. */
  name: string;
  user: string;
  password: string;
  /** Of the certificate, as digits: no one else can answer in their place. */
  fingerprint: string;
  /** Each as "address port type". */
  candidates: string[];
}

const VERSION = 1;
const LENGTH_MOST = 4000;
const CANDIDATES_MOST = 12;
export const NAME_MOST = 40;

const SHAPES = {
  kind: /^(invitation|answer)$/,
  game: /^[\w-]{1,40}$/,
  name: /^[^\p{C}]{1,40}$/u,
  user: /^[\w+/-]{4,256}$/,
  password: /^[\w+/-]{22,256}$/,
  fingerprint: /^[0-9a-f]{64}$/,
};
const CANDIDATE = /^[\w.:-]{1,80} [1-9]\d{0,4} (host|srflx)$/;

// ---- as text -----------------------------------------------------------------------------------------

export function pack(signal: Signal): string {
  const { kind, game, name, user, password, fingerprint, candidates } = signal;
  const bytes = new TextEncoder().encode(
    JSON.stringify([VERSION, kind, game, name, user, password, fingerprint, candidates]),
  );
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function parse(text: string): unknown {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0))));
  } catch {
    return null;
  }
}

/** The signal in a text or at the end of a link; null if it is none of that kind. */
export function unpack(text: string, kind: Signal['kind']): Signal | null {
  const code = text.trim().replace(/^.*#/s, '');
  const read = code.length > LENGTH_MOST ? null : parse(code);
  if (!Array.isArray(read) || read.length !== 8 || read[0] !== VERSION || read[1] !== kind) return null;
  const members: unknown[] = read.slice(1, 7);
  const fits = Object.values(SHAPES).every((shape, i) => typeof members[i] === 'string' && shape.test(members[i]));
  const candidates: unknown = read[7];
  if (!fits || !Array.isArray(candidates) || candidates.length > CANDIDATES_MOST) return null;
  if (!candidates.every((one) => typeof one === 'string' && CANDIDATE.test(one))) return null;
  const [, game, name, user, password, fingerprint] = members as string[];
  return { kind, game, name, user, password, fingerprint, candidates: candidates as string[] };
}

// ---- as browsers have it -----------------------------------------------------------------------------

/** What a browser says of itself, as far as the other one needs it. */
export function read(sdp: string): Omit<Signal, 'kind' | 'game' | 'name'> {
  const value = (name: string) => new RegExp(`^a=${name}:(.*)$`, 'm').exec(sdp)?.[1].trim() ?? '';
  const candidates = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+ \d+) typ (host|srflx)/gim)];
  return {
    user: value('ice-ufrag'),
    password: value('ice-pwd'),
    fingerprint: value('fingerprint').replace(/^sha-256 /i, '').replaceAll(':', '').toLowerCase(),
    candidates: candidates.map(([, place, type]) => `${place} ${type}`).slice(0, CANDIDATES_MOST),
  };
}

/** The description of a connection with one channel for data. */
export function write({ kind, user, password, fingerprint, candidates }: Signal): RTCSessionDescriptionInit {
  const BEST = 2_113_937_151; // of the first; each further one is worth less
  const lines = [
    'v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 0.0.0.0', 'a=mid:0', 'a=sctp-port:5000',
    'a=max-message-size:262144', `a=setup:${kind === 'invitation' ? 'actpass' : 'active'}`, `a=ice-ufrag:${user}`,
    `a=ice-pwd:${password}`, `a=fingerprint:sha-256 ${(fingerprint.toUpperCase().match(/../g) ?? []).join(':')}`,
    ...candidates.map((one, i) => {
      const [address, port, type] = one.split(' ');
      const behind = type === 'host' ? '' : ' raddr 0.0.0.0 rport 0';
      return `a=candidate:${i + 1} 1 udp ${BEST - i} ${address} ${port} typ ${type}${behind}`;
    }),
  ];
  return { type: kind === 'invitation' ? 'offer' : 'answer', sdp: lines.map((line) => `${line}\r\n`).join('') };
}

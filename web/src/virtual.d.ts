// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the plugins of the build make (web/plugins).

declare module 'virtual:german' {
  const texts: Record<string, string>;
  export default texts;
}

declare module 'virtual:german-more' {
  const texts: Record<string, string>;
  export default texts;
}

declare module 'virtual:rules' {
  export interface RuleGroup {
    id: string;
    title: string;
    rules: [id: string, text: string][];
  }
  export interface Rules {
    /** What words and signs of the rules mean. */
    words: string[];
    groups: RuleGroup[];
  }
  const all: Record<string, () => Promise<{ default: Rules }>>;
  export default all;
}

declare module 'virtual:guides' {
  export interface Remark {
    /** After this many moves of the record. */
    moves: number;
    /** From here the table continues by itself to this number of moves. */
    to: number | null;
    text: string;
    points_at: string[];
  }
  export interface Guide {
    record: string;
    remarks: Remark[];
  }
  const all: Record<string, () => Promise<{ default: Guide }>>;
  export default all;
}

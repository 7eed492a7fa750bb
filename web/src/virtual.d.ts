// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the plugins of the build make (web/plugins).

declare module 'virtual:german' {
  const texts: Record<string, string>;
  export default texts;
}

declare module 'virtual:rules' {
  export interface RuleGroup {
    id: string;
    title: string;
    rules: [id: string, text: string][];
  }
  const all: Record<string, () => Promise<{ default: RuleGroup[] }>>;
  export default all;
}

declare module 'virtual:guides' {
  export interface Remark {
    moves: number;
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

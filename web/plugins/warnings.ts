// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the compiler of Svelte warns of ends the build, after all of it has been told: a style that nothing has,
// something that no keyboard reaches. The quick check leaves these warnings to the build (tools/web), which compiles
// every component anyway. They do not stop who is at work with `npm run dev`.

import type { Options } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';

let told = 0;

export const noteWarning: Options['onwarn'] = (warning, tell) => {
  told++;
  tell(warning);
};

export function noWarnings(): Plugin {
  return {
    name: 'orrery-no-warnings',
    apply: 'build',
    buildEnd(error) {
      if (error === undefined && told > 0) this.error(`the compiler of Svelte has warned ${told} times`);
    },
  };
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The rules that the code of the page is checked by: all that find faults, with types. Those that are off, or milder,
// say why. How code is laid out is not their business; tools/columns looks at the width of lines.
//
// With ORRERY_LINT=types all of them are asked, without it those that need no types, in half the time (tools/web).
//
// TypeScript reads each component from the disk first, and then gets it from the parser as TypeScript: a change, after
// which it forgets all types it has found. The variable that package.json sets makes it read what the parser will give
// it, so that one program serves all files; the rules find the same without it, and take half as long again.

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const FOLDER = new URL('.', import.meta.url).pathname;
const WITH_TYPES = process.env.ORRERY_LINT === 'types';

export default defineConfig(
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'], tsconfigRootDir: FOLDER },
    },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // a game adds its glyphs to an interface
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // what is left out of an object on purpose begins with "_"
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // an index may lead to nothing, which the types do not say (noUncheckedIndexedAccess would)
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // a blank at the beginning of a block stays only as {' '}
      'svelte/no-useless-mustaches': 'off',
      // there are no stores, and it takes long to find that out
      'svelte/require-store-reactive-access': 'off',
      // ours are replaced as wholes, or are nothing that is shown
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // The linter does not know the types of components, so what they hand on is `any` for it; svelte-check knows them.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  // what is disabled somewhere may need types
  WITH_TYPES ? [] : [ts.configs.disableTypeChecked, { linterOptions: { reportUnusedDisableDirectives: 'off' } }],
);

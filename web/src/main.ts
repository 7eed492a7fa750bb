// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The beginning of the page.

import './tokens.css';
import './page.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';
import { learn } from './words/words';

const page = document.getElementById('page');
function begin(): void {
  if (page !== null) mount(App, { target: page });
}

void learn(settings.language).then(begin, begin); // a page in English is better than none

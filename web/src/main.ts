// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The beginning of the page.

import './tokens.css';
import './page.css';
import { mount } from 'svelte';
import App from './App.svelte';

mount(App, { target: document.getElementById('page')! });

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The beginning of the page.

import './tokens.css';
import './page.css';
import { mount } from 'svelte';
import App from './App.svelte';

const page = document.getElementById('page');
if (page !== null) mount(App, { target: page });

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the pages of the documentation do: the list of contents is open where there is room, and the search. Without this
// file they are whole, except for the search. The index is a script, because a page that was opened as a file may
// load nothing else.

'use strict';

(() => {
  const { root, none } = document.currentScript.dataset;
  const MOST = 12;
  const AROUND = 60; // characters before and after what was found

  // ---- contents

  const contents = document.querySelector('.contents');
  const wide = matchMedia('(min-width: 860px)');
  const unfold = () => (contents.open = wide.matches);
  wide.addEventListener('change', unfold);
  unfold();

  // ---- search

  const input = document.querySelector('.search input');
  const list = document.querySelector('.found');
  const language = document.documentElement.lang;
  let loading;

  const plain = (text) => text.toLowerCase().normalize('NFC');

  /** The index, with texts as they are compared. */
  function load() {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${root}search_index.js`;
      script.onload = () =>
        resolve(window.ORRERY_INDEX.map(([page, anchor, head, title, text, spoken]) => {
          return { page, anchor, head, title, text, spoken, plainHead: plain(`${head} ${title}`), plainText: plain(text) };
        }));
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  }

  /** All words must be there; in a heading they count most, in the language of the page more. */
  function rate(entry, words) {
    let points = entry.spoken === language ? 2 : 0;
    for (const word of words) {
      if (entry.plainHead.includes(word)) points += entry.plainHead.startsWith(word) ? 12 : 8;
      else if (entry.plainText.includes(word)) points += 1;
      else return 0;
    }
    return points;
  }

  /** Some of the text, with what was found in bold. */
  function excerpt(entry, words) {
    const line = document.createElement('small');
    const at = entry.plainText.indexOf(words.find((word) => entry.plainText.includes(word)) ?? '\0');
    const from = Math.max(0, at - AROUND);
    const shown = entry.text.slice(from, from + 2 * AROUND + 20);
    const word = words.find((one) => plain(shown).includes(one));
    const start = word === undefined ? -1 : plain(shown).indexOf(word);
    if (start < 0) line.append(shown);
    else {
      const bold = document.createElement('b');
      bold.append(shown.slice(start, start + word.length));
      line.append(from > 0 ? '… ' : '', shown.slice(0, start), bold, shown.slice(start + word.length));
    }
    return line;
  }

  function row(entry, words) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = `${root}${entry.page}${entry.anchor && `#${entry.anchor}`}`;
    link.append(entry.head === entry.title ? entry.head : `${entry.title}: ${entry.head}`, excerpt(entry, words));
    item.append(link);
    return item;
  }

  function showNothing() {
    const item = document.createElement('li');
    const line = document.createElement('p');
    line.append(none);
    item.append(line);
    list.replaceChildren(item);
  }

  async function search() {
    const words = plain(input.value).split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) {
      list.hidden = true;
      return;
    }
    const entries = await load();
    if (plain(input.value).split(/\s+/).filter((word) => word !== '').join() !== words.join()) return; // typed on meanwhile
    const found = entries.map((entry) => ({ entry, points: rate(entry, words) })).filter(({ points }) => points > 0);
    found.sort((a, b) => b.points - a.points);
    if (found.length === 0) showNothing();
    else list.replaceChildren(...found.slice(0, MOST).map(({ entry }) => row(entry, words)));
    list.hidden = false;
  }

  /** Arrows go through what was found, Escape leaves it. */
  function key(event) {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      list.hidden = true;
      input.focus();
    } else if (event.key === 'Enter' && document.activeElement === input) links[0]?.click();
    else if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus();
    else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus();
    else return;
    event.preventDefault();
  }

  input.hidden = false;
  input.addEventListener('input', () => void search());
  input.closest('.search').addEventListener('keydown', key);
  list.addEventListener('click', () => (list.hidden = true));
  document.addEventListener('click', (event) => {
    if (!input.closest('.search').contains(event.target)) list.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement === document.body) {
      event.preventDefault();
      input.focus();
    }
  });
})();

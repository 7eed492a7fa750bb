// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a person sees of a table. This function runs inside the page, before it, and can use nothing from outside.

export function eyes() {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;

  const LOOK_MS = 50; // between looks: the page needs the time more
  const LOOKS = 20; // after so many it looks even if nothing has changed: a style may be another one

  /** How often the page has changed. */
  let changes = 0;
  new MutationObserver(() => changes++).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  /** What is found out takes long on a board full of things: until the page changes, or a while has passed, it is as it was. */
  function remembered(find) {
    let seen = -1;
    let until = 0;
    let found;
    return () => {
      if (seen === changes && performance.now() < until) return found;
      [seen, until, found] = [changes, performance.now() + LOOKS * LOOK_MS, find()];
      return found;
    };
  }

  /** A spot at which the element gets the press, or null: nothing else lies over it. */
  function spot(element) {
    const box = element.getBoundingClientRect();
    const parts = [0.5, 0.25, 0.75, 0.1, 0.9, 0.4, 0.6];
    for (const down of parts)
      for (const along of parts) {
        const [x, y] = [box.x + box.width * along, box.y + box.height * down];
        const hit = document.elementFromPoint(x, y);
        const own = hit?.closest(".target, button, a, input, summary");
        if (hit !== null && element.contains(hit) && (own === element || !element.contains(own))) return { x, y };
      }
    return null;
  }

  /** What lies over everything else: a dialog, or nothing. */
  const dialog = () => all("dialog[open]").at(-1) ?? null;

  const moves = () => all(".move[data-move]", dialog() ?? document).filter((one) => shown(one) && !one.disabled);
  const things = () => (dialog() === null ? all(".target.legal:not(.chosen)") : []).filter(shown);
  const confirm = () => all("[data-confirm], [data-do]").find((one) => shown(one) && !one.disabled) ?? null;
  const groups = () => (dialog() === null ? all("[data-part=bar] .group, [data-part=bar] .more") : []).filter((one) => shown(one) && !one.disabled);
  const over = () => document.querySelector("dialog[open] .place") !== null;
  const busy = () => document.querySelector("[data-part=bar] .move:disabled, [data-part=bar] .group:disabled") !== null;
  const asked = remembered(() => !busy() && (moves().length + groups().length > 0 || confirm() !== null));
  const handOver = () => dialog()?.querySelector("[autofocus]") != null;

  /** Changes with everything that can be done. */
  const signature = remembered(() => {
    const bar = document.querySelector("[data-part=bar]");
    const chosen = all(".target.chosen").map((one) => one.dataset.thing);
    const narrowed = all("[data-part=bar] .chosen:not(.move)").map((one) => one.textContent);
    const texts = [...moves(), ...groups()].map((one) => one.dataset.move ?? one.textContent);
    const flags = [dialog() !== null, confirm() !== null, over(), handOver(), asked()];
    return JSON.stringify([bar?.dataset.version, flags, chosen, narrowed, texts]);
  });

  async function change() {
    const before = changes;
    for (let looks = 0; looks < LOOKS; looks++) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (changes !== before) return;
    }
  }

  /** Waits until it is our turn or the game is over, and something else is to be done than before. */
  async function look(before, patience) {
    const end = performance.now() + patience;
    for (;;) {
      const isTurn = asked() || over() || handOver();
      const now = isTurn ? signature() : before; // which takes long, and others may make many moves
      if (isTurn && now !== before) return { signature: now, over: over(), handOver: handOver(), confirm: confirm() !== null };
      if (performance.now() > end) throw new Error(`the table stays as it is: ${signature()}`);
      await change();
    }
  }

  /** Is it in something that a hand can scroll, so that it may be out of sight? */
  function scrolls(element) {
    for (let box = element.parentElement; box !== null; box = box.parentElement)
      if (box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY)) return true;
    return false;
  }

  const nameOf = (element) => element.dataset.thing ?? element.dataset.move ?? element.textContent.trim();

  /** What lies over the middle of something, for the tale of a failure. */
  function cover(element) {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return `${hit?.tagName}.${hit?.getAttribute("class")} in ${hit?.closest("[data-part], dialog, .target")?.outerHTML.slice(0, 120)} at ${x.toFixed(0)}, ${y.toFixed(0)}`;
  }

  function describe(element, kind) {
    const at = spot(element);
    const reachable = at !== null || scrolls(element);
    return { kind, name: nameOf(element), at, reachable, cover: reachable ? null : cover(element) };
  }

  /** Scrolls to something that was described, and gives its spot. */
  function bring({ kind, name }) {
    const lists = { thing: things, move: moves, group: groups };
    const found = lists[kind]?.().find((one) => nameOf(one) === name);
    found?.scrollIntoView({ block: "center", inline: "nearest" });
    return found === undefined ? null : spot(found);
  }

  /** What a hand can press: the drawing first, then the bar. */
  function choices() {
    return {
      things: things().map((one) => describe(one, "thing")),
      moves: moves().map((one) => describe(one, "move")),
      groups: groups().map((one) => describe(one, "group")),
    };
  }

  /** The first of what can be found so that has a spot, else the first. */
  function find(selector) {
    const found = all(selector).filter((one) => shown(one) && !one.disabled);
    const one = found.find((one) => spot(one) !== null) ?? found[0];
    return one === undefined ? null : describe(one, "other");
  }

  window.eyes = { look, choices, bring, find, spot, shown, all, signature };
}

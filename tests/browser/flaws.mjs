// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a person with good eyes would complain about: letters that are too small on the screen, and texts that are cut off.

/** The least size of letters on the screen, in px. */
const LEAST = 12;
/** Sizes are fractions of fractions. */
const ROUNDING = 0.02;

/** Texts that are drawn too small, however they came to be: by their font, by a zoom, by the scale of a drawing. */
export const tooSmall = ({ page }) =>
  page.evaluate(([least, rounding]) => {
    const scaleOf = (matrix) => Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));

    /** How much larger the page draws an element than its style says. */
    function enlarged(element) {
      const drawing = element instanceof SVGElement ? element.ownerSVGElement : null;
      let scale = (drawing === null ? 1 : scaleOf(element.getCTM())) * element.currentCSSZoom;
      for (let box = drawing ?? element; box !== null; box = box.parentElement) {
        const { transform } = getComputedStyle(box);
        if (transform !== "none") scale *= scaleOf(new DOMMatrix(transform));
      }
      return scale;
    }

    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.closest(".hidden, .sprite, option") === null;
    const found = new Set();

    function measure(element, text) {
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * enlarged(element);
      if (size > 0 && size < least - rounding) found.add(`${size.toFixed(2)} px: "${text.trim().replace(/\s+/g, " ").slice(0, 60)}" in ${element.tagName.toLowerCase()}.${element.getAttribute("class")}`);
    }

    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = walk.nextNode()); )
      if (text.textContent.trim() !== "" && isSeen(text.parentElement)) measure(text.parentElement, text.textContent);
    for (const field of document.querySelectorAll("input:not([type=range], [type=checkbox], [type=radio]), select, textarea"))
      if (isSeen(field)) measure(field, field.value || field.placeholder);
    return [...found];
  }, [LEAST, ROUNDING]);

/** What is cut off on the boards. The galaxy may lose some of its empty rim, and a text that is whole where one points may end
 *  in dots. */
export const cutOff = ({ page }) =>
  page.evaluate(() => {
    const endsInDots = (one, style) => one.closest("[title]") !== null && (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none");
    const found = [];
    for (const one of document.querySelectorAll("main.boards *")) {
      const style = getComputedStyle(one);
      const isClipped = /hidden|clip/.test(style.overflow) && one.clientWidth > 1 && !endsInDots(one, style) && !one.matches(".frame, .hidden, .name, [title] > .sources");
      const [wide, high] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
      if (isClipped && (wide > 2 || high > 2)) found.push(`cut off by ${wide} × ${high}: ${one.className} "${one.innerText.replace(/\s+/g, " ").slice(0, 60)}"`);
    }
    return found;
  });

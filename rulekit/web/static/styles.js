/** Styles that are known only in the browser, as sheets of the page: its policy allows no styles written into it. */

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** Adds a style sheet once. @param {string} text */
export function adopt(text) {
  if (sheets.has(text)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  document.adoptedStyleSheets = [...sheets.values()];
}

/** The colours of the players, for their marks. @param {import("./types").Side[]} sides */
export function colours(sides) {
  adopt(sides.map((side, k) => `.side-${k} { background: ${side.colour}; color: ${side.ink}; }`).join("\n"));
}

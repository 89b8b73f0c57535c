/** What the server has promised about the luck of a table, as this browser was shown it first. */

import { t } from "./i18n.js";

/** What this browser was shown first, and when: the server could show another commitment later. @param {string} game @param {string} commitment */
export function remembered(game, commitment) {
  try {
    const key = `commitment/${game}`, found = localStorage.getItem(key);
    if (found) return /** @type {{commitment: string, at: number}} */ (JSON.parse(found));
    if (commitment) localStorage.setItem(key, JSON.stringify({ commitment, at: Date.now() }));
  } catch {} // a browser that keeps nothing
  return { commitment, at: Date.now() };
}

/** Who knows the luck of a table that the server has not promised. @param {string} source */
export function known(source) {
  if (source === "seed") return t("This table's luck is known to who set the table: the seed was named.");
  if (source === "save") return t("This table's luck is known to whoever has the save from which it goes on.");
  return source ? "" : t("This game was begun before the server promised anything about its luck.");
}

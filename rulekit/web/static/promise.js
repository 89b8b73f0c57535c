/** What the server has promised about the luck of a table, as this browser was shown it first. */

/** What this browser was shown first, and when: the server could show another commitment later. @param {string} game @param {string} commitment */
export function remembered(game, commitment) {
  try {
    const key = `commitment/${game}`, found = localStorage.getItem(key);
    if (found) return /** @type {{commitment: string, at: number}} */ (JSON.parse(found));
    if (commitment) localStorage.setItem(key, JSON.stringify({ commitment, at: Date.now() }));
  } catch {} // a browser that keeps nothing
  return { commitment, at: Date.now() };
}

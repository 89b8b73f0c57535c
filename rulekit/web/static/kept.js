/** What this browser keeps for the next time. Some keep nothing, as in a private window: then nothing is found. */

/** What is kept under a name. @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @template T @param {string} name @param {T} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, String(value));
  } catch {} // it keeps nothing
  return value;
}

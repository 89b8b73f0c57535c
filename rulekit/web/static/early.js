/** What the page of a seat needs first is asked for while its scripts are still on their way; the rest waits for the first view. */

import { preferred } from "./i18n.js";

/** @type {Map<string, Promise<Response>>} */
const first = new Map();
const [, room, game, seat] = location.pathname.split("/");
if (room === "games" && seat !== "host") {
  const here = `/api/v1/games/${game}/seats/${seat}`;
  for (const url of [`${here}?lang=${preferred()}&brief=1&visit=1`, `${here}/board.svg?lang=${preferred()}`]) {
    const answer = fetch(url);
    answer.catch(() => {}); // told to who takes it
    first.set(url, answer);
  }
}

/** The answer that was asked for early, once. @param {string} url */
export function early(url) {
  const answer = first.get(url);
  first.delete(url);
  return answer;
}

/** Says that the first view is drawn. @type {() => void} */
export let draw;
/** Comes when the first view is drawn: what is no part of it is asked for only then. */
export const drawn = /** @type {Promise<void>} */ (new Promise((done) => (draw = done)));

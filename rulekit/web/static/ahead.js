/** What an option leads to, lit on the board while one points at it: the places at which the next question can be answered. */

import { ask, lang } from "./page.js";

const PAUSE = 120;

/**
 * Gives what is to be called with the id of the option that is pointed at, or with nothing; it tells the places.
 * @param {string} seat @param {(places: string[]) => void} tell @returns {(option: string) => void}
 */
export function pointer(seat, tell) {
  let timer = 0, at = "", wanted = new AbortController();
  return (option) => {
    if (option === at) return;
    at = option;
    clearTimeout(timer);
    wanted.abort();
    tell([]);
    if (!option) return;
    const { signal } = (wanted = new AbortController());
    timer = window.setTimeout(() => ask(`${seat}/ahead?lang=${lang}&option=${encodeURIComponent(option)}`, undefined, { signal }).then((found) => tell(found.places), () => {}), PAUSE);
  };
}

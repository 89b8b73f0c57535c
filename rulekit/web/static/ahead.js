/** What an option leads to, lit on the board while one points at it: the places at which the next question can be answered. */

import { useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { ask } from "./api.js";
import { lang } from "./i18n.js";

const PAUSE = 120;
/** @type {string[]} */
const NOTHING = [];

/**
 * Gives the places, and what is to be called with the id of the option that is pointed at, or with nothing.
 * @param {string} seat @param {string} version @returns {[string[], (option: string) => void]}
 */
export function useAhead(seat, version) {
  const [places, setPlaces] = useState(NOTHING);
  const timer = useRef(0), at = useRef(""), wanted = useRef(/** @type {AbortController | null} */ (null));
  const look = (/** @type {string} */ option) => {
    if (option === at.current) return;
    at.current = option;
    clearTimeout(timer.current);
    wanted.current?.abort();
    setPlaces(NOTHING);
    if (!option) return;
    timer.current = window.setTimeout(() => {
      const { signal } = (wanted.current = new AbortController());
      ask(`${seat}/ahead?lang=${lang}&option=${encodeURIComponent(option)}`, undefined, { signal }).then((found) => setPlaces(found.places), () => {});
    }, PAUSE);
  };
  useEffect(() => () => look(""), [version]);
  return [places, look];
}

/** The option that an event happens at, if any. @param {Event} event */
export const optionAt = (event) => /** @type {Element} */ (event.target).closest(".option")?.getAttribute("data-key") ?? "";

/** How many other tables of this browser wait for whoever sits at it. */

import { ask } from "./api.js";

const REFRESH = 30_000;

/** Looks now, twice a minute while the page is seen, and when it is seen again; gives what ends it. @param {string} game @param {string} seat @param {(n: number) => void} onTurns */
export function watchTurns(game, seat, onTurns) {
  const gone = new AbortController(), { signal } = gone;
  let timer = 0;
  const count = (/** @type {{games: import("./types").MyGame[]}} */ mine) =>
    onTurns(mine.games.filter((x) => x.asked && !x.over && !(x.id === game && String(x.seat) === seat)).length);
  const look = async () => {
    if (document.hidden) return;
    await ask("/mine", undefined, { signal }).then(count, () => {}); // at the next look it may go well
    clearTimeout(timer);
    if (!signal.aborted) timer = window.setTimeout(look, REFRESH);
  };
  document.addEventListener("visibilitychange", look, { signal });
  look();
  return () => (clearTimeout(timer), gone.abort());
}

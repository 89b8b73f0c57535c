/** The page of a secret link: the browser takes the seat, and goes on to its table. Programs that only look at links do nothing by it. */

import { ask, html, moveName, render, said, speak, t } from "./page.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

const token = location.pathname.split("/")[2];

/** A secret of this browser: who asks again after a broken line, or loads the page again, is the same visitor. */
function key() {
  const made = moveName();
  try {
    const name = `join/${token}`, known = sessionStorage.getItem(name);
    if (known) return known;
    sessionStorage.setItem(name, made);
  } catch {} // a browser that keeps nothing
  return made;
}

/** @param {unknown} problem */
const refused = (problem) => render(html`<p class="error" role="alert">${said(problem)}</p><p><a class="button" href="/">${t("To the lobby")}</a></p>`, page);

speak().then(() => {
  render(html`<p role="status">${t("One moment ...")}</p>`, page);
  return ask("/join", { token, key: key() }).then(({ game, seat, host }) => location.replace(`/games/${game}/${host ? "host" : seat}`));
}).catch(refused);

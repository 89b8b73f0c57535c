/** The lobby: the games of this browser, and a new one. */

import { html, render, useEffect, useState } from "./vendor/preact-htm.js";
import { ask, said } from "./api.js";
import { watchLine } from "./connection.js";
import { lang, speak, t } from "./i18n.js";
import { Languages } from "./languages.js";
import { NewGame } from "./new_game.js";

/** @typedef {{id: string, seat: number, title: string, asked: boolean, over: boolean, trouble: boolean}} Mine */

const REFRESH = 30_000;

function Lobby() {
  const [offers, setOffers] = useState(/** @type {import("./types").Offers | null} */ (null));
  const [mine, setMine] = useState(/** @type {Mine[]} */ ([]));
  const [made, setMade] = useState(/** @type {import("./types").Links | null} */ (null));
  const [error, setError] = useState("");
  const [stands, setStands] = useState(true);
  useEffect(() => {
    ask(`/games?lang=${lang}`).then(setOffers, (problem) => setError(said(problem)));
    const left = watchLine(setStands), gone = new AbortController();
    let timer = 0;
    const look = () => ask("/mine", undefined, { signal: gone.signal }).then((answer) => setMine(answer.games), (problem) => gone.signal.aborted || setError(said(problem)))
      .then(() => (timer = window.setTimeout(look, REFRESH)));
    look();
    return () => (clearTimeout(timer), gone.abort(), left());
  }, []);
  const turns = mine.filter((g) => g.asked && !g.over);
  useEffect(() => {
    document.title = `${turns.length ? `(${turns.length}) ` : ""}Rulekit`;
  }, [turns.length]);
  return html`<header class="top"><h1>Rulekit</h1>
      ${!stands && html`<span class="offline" role="status">${t("no connection: trying again")}</span>`}
      <${Languages} /></header>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    ${mine.length > 0 && html`<section aria-label=${t("Your games")}><h2>${t("Your games")}</h2><ul class="mine">
      ${mine.map((g) => html`<li><a class="button" href=${`/games/${g.id}/${g.seat}`}>${g.title}, ${t("seat {n}", { n: g.seat })}</a>
        ${g.over ? t("over") : g.trouble ? t("can not go on") : g.asked ? html`<b class="turn">● ${t("your turn")}</b>` : t("the others think")}</li>`)}</ul></section>`}
    ${offers && offers.faulty.length > 0 && html`<p class="error" role="status">${t("The rules of these games hold mistakes: {names}", { names: offers.faulty.join(", ") })}</p>`}
    ${made ? html`<${Links} made=${made} />` : offers && html`<${NewGame} offers=${offers} onMade=${setMade} onError=${setError} />`}`;
}

/** @param {{made: import("./types").Links}} props */
function Links({ made }) {
  return html`<section aria-label=${t("The table is set")}><h2 role="status">${t("The table is set")}</h2>
    <p>${t("Each seat has a secret link: open yours, and send the others theirs. A link opens its seat once: until then you, too, could look at what the seat sees, and afterwards only who opened it.")}</p>
    <ul class="links">${made.seats.map((s) => html`<li>${t("seat {n}", { n: s.seat })} <a href=${s.link}>${s.link}</a></li>`)}
      <li>${t("spectators")} <a href=${made.watch}>${made.watch}</a></li></ul></section>`;
}

speak().then(() => render(html`<${Lobby} />`, document.getElementById("page")));

/** The lobby: the games of this browser, and a new one. */

import { ask, html, lang, render, said, speak, t, useEffect, useState } from "./page.js";
import { watchLine } from "./connection.js";
import { Languages } from "./languages.js";
import { NewGame } from "./new_game.js";
import { markTab } from "./tab_mark.js";

/** @typedef {import("./types").MyGame} MyGame @typedef {import("./types").MyTable} MyTable */

const REFRESH = 30_000;

/** What a table is called, and of which game it is. @param {{title: string, game: string}} table */
const titles = (table) => (table.title === table.game ? table.title : `${table.title} · ${table.game}`);

/** @param {MyGame} game */
const described = (game) => `${titles(game)} · ${game.player || t("spectator")}`;

/** @param {MyGame} game */
function standing(game) {
  if (game.over) return t("over");
  if (game.trouble) return t("cannot go on");
  return game.asked ? html`<b class="turn">● ${t("your turn")}</b>` : t("waits for {names}", { names: game.waits.join(t(", ")) });
}

function Lobby() {
  const [offers, setOffers] = useState(/** @type {import("./types").Offers | null} */ (null));
  const [mine, setMine] = useState(/** @type {MyGame[]} */ ([]));
  const [tables, setTables] = useState(/** @type {MyTable[]} */ ([]));
  const [error, setError] = useState("");
  const [stands, setStands] = useState(true);
  useEffect(() => {
    ask(`/games?lang=${lang}`).then(setOffers, (problem) => setError(said(problem)));
    const left = watchLine(setStands), gone = new AbortController();
    let timer = 0;
    const look = () => ask(`/mine?lang=${lang}`, undefined, { signal: gone.signal }).then((answer) => (setMine(answer.games), setTables(answer.tables)), (problem) => gone.signal.aborted || setError(said(problem)))
      .then(() => (timer = window.setTimeout(look, REFRESH)));
    look();
    return () => (clearTimeout(timer), gone.abort(), left());
  }, []);
  const turns = mine.filter((g) => g.asked && !g.over);
  useEffect(() => {
    markTab(`${turns.length ? `(${turns.length}) ` : ""}Rulekit`, turns.length > 0);
  }, [turns.length]);
  return html`<header class="top"><h1>Rulekit</h1>
      ${!stands && html`<span class="offline" role="status">${t("no connection: trying again")}</span>`}
      <${Languages} /></header>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    ${mine.length > 0 && html`<section aria-label=${t("Your games")}><h2>${t("Your games")}</h2><ul class="mine">
      ${mine.map((g) => html`<li><a class="button" href=${`/games/${g.id}/${g.seat}`}>${described(g)}</a> ${standing(g)}</li>`)}</ul></section>`}
    ${tables.length > 0 && html`<section aria-label=${t("Tables that you have set")}><h2>${t("Tables that you have set")}</h2><ul class="mine">
      ${tables.map((table) => html`<li><a class="button" href=${`/games/${table.id}/host`}>${titles(table)}</a></li>`)}</ul></section>`}
    ${offers && offers.faulty.length > 0 && html`<p class="error" role="status">${t("The rules of these games hold mistakes: {names}", { names: offers.faulty.join(t(", ")) })}</p>`}
    ${offers && html`<${NewGame} offers=${offers} onMade=${(/** @type {{id: string}} */ made) => location.assign(`/games/${made.id}/host`)} onError=${setError} />`}`;
}

speak().then(() => render(html`<${Lobby} />`, document.getElementById("page")));

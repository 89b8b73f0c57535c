/** The lobby: the games of this browser, and a new one. */

import { html, render, useEffect, useState } from "./vendor/preact-htm.js";
import { ask } from "./api.js";
import { choose as chooseLanguage, lang, languages, speak, t } from "./i18n.js";

function Lobby() {
  const [offers, setOffers] = useState(null);
  const [mine, setMine] = useState([]);
  const [made, setMade] = useState(null);
  const [error, setError] = useState("");
  useEffect(() => {
    ask(`/games?lang=${lang}`).then(setOffers, (problem) => setError(problem.message));
    ask("/mine").then((answer) => setMine(answer.games));
  }, []);
  return html`<header class="top"><h1>Rulekit</h1>
      <select aria-label=${t("Language")} onChange=${(event) => chooseLanguage(event.target.value)}>
        ${languages().map(([code, name]) => html`<option value=${code} selected=${code === lang}>${name}</option>`)}
      </select></header>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    ${mine.length > 0 && html`<section><h2>${t("Your games")}</h2><ul>
      ${mine.map((g) => html`<li><a href=${`/games/${g.id}/${g.seat}`}>${g.title}, ${t("seat {n}", { n: g.seat })}</a>
        ${g.over ? t("over") : g.asked ? html`<b>${t("your turn")}</b>` : t("the others think")}</li>`)}</ul></section>`}
    ${made ? html`<${Links} made=${made} />` : offers && html`<${NewGame} offers=${offers} onMade=${setMade} onError=${setError} />`}`;
}

function Links({ made }) {
  return html`<section><h2>${t("The table is set")}</h2>
    <p>${t("Each seat has a secret link: open yours, and send the others theirs.")}</p>
    <ul class="links">${made.seats.map((s) => html`<li>${t("seat {n}", { n: s.seat })} <a href=${s.link}>${s.link}</a></li>`)}
      <li>${t("spectators")} <a href=${made.watch}>${made.watch}</a></li></ul></section>`;
}

function NewGame({ offers, onMade, onError }) {
  const [name, setName] = useState(offers.games[0].name);
  const game = offers.games.find((g) => g.name === name);
  const [players, setPlayers] = useState(game.usual);
  const [variants, setVariants] = useState([]);
  const [options, setOptions] = useState({});
  const [bots, setBots] = useState({});
  const pick = (event) => {
    const next = offers.games.find((g) => g.name === event.target.value);
    setName(next.name);
    setPlayers(next.usual);
    setVariants([]);
    setOptions({});
    setBots({});
  };
  const create = async (event) => {
    event.preventDefault();
    onError("");
    try {
      onMade(await ask("/games", { game: name, players, variants, options, bots }));
    } catch (problem) {
      onError(problem.message);
    }
  };
  const numbers = Array.from({ length: game.players[1] - game.players[0] + 1 }, (_, k) => k + game.players[0]);
  const seats = game.seats[players] ?? [];
  const toggle = (variant) =>
    setVariants(variants.includes(variant) ? variants.filter((v) => v !== variant) : [...variants, variant]);
  return html`<form class="new" onSubmit=${create}><h2>${t("A new game")}</h2>
    <label>${t("Game")} <select value=${name} onChange=${pick}>${offers.games.map((g) => html`<option value=${g.name}>${g.title}</option>`)}</select></label>
    <label>${t("Players")} <select value=${players} onChange=${(event) => setPlayers(Number(event.target.value))}>
      ${numbers.map((n) => html`<option value=${n} selected=${n === players}>${n}</option>`)}</select></label>
    <fieldset><legend>${t("Seats")}</legend>${seats.map((seat, k) => html`<label>${seat}
      <select value=${bots[k + 1] ?? ""} onChange=${(event) => setBots({ ...bots, [k + 1]: event.target.value })}>
        <option value="">${t("a person")}</option>${offers.bots.map((bot) => html`<option value=${bot}>${t("bot {name}", { name: bot })}</option>`)}
      </select></label>`)}</fieldset>
    ${game.options.length > 0 && html`<fieldset><legend>${t("Options")}</legend>
      ${game.options.map((o) => html`<label>${o.text || o.name} <select value=${options[o.name] ?? o.default}
        onChange=${(event) => setOptions({ ...options, [o.name]: event.target.value })}>
        ${o.values.map((v) => html`<option value=${v} selected=${v === (options[o.name] ?? o.default)}>${v}</option>`)}</select></label>`)}</fieldset>`}
    ${game.variants.length > 0 && html`<fieldset><legend>${t("House rules")}</legend>
      ${game.variants.map((v) => html`<label><input type="checkbox" checked=${variants.includes(v)} onChange=${() => toggle(v)} /> ${v.replaceAll("_", " ")}</label>`)}</fieldset>`}
    <button class="main">${t("Set the table")}</button></form>`;
}

speak().then(() => render(html`<${Lobby} />`, document.getElementById("page")));

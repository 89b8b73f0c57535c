/** A new game: which one, who sits where, with which options and house rules. */

import { ask, html, lang, Refused, said, t, useEffect, useState } from "./page.js";
import { botLabel } from "./bots.js";
import { ClockFields, NO_CLOCK } from "./clock.js";
import { Upload } from "./upload.js";

/** @typedef {import("./types").Offers} Offers @typedef {import("./types").Offer} Offer */

/**
 * @param {{offers: Offers, onMade: (made: {id: string}) => void, onError: (text: string) => void}} props
 */
export function NewGame({ offers, onMade, onError }) {
  const [name, setName] = useState(offers.games[0].name);
  const plain = offers.games.find((g) => g.name === name) ?? offers.games[0];
  const [laid, setLaid] = useState(/** @type {Offer | null} */ (null));
  const game = laid ?? plain;
  const [players, setPlayers] = useState(game.usual);
  const [variants, setVariants] = useState(plain.ticked);
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [bots, setBots] = useState(/** @type {Record<string, string>} */ ({}));
  const [title, setTitle] = useState("");
  const [people, setPeople] = useState(/** @type {Record<string, string>} */ ({}));
  const [password, setPassword] = useState("");
  const [text, setText] = useState("");
  const [clock, setClock] = useState(NO_CLOCK);
  const [nonces, setNonces] = useState(false);
  const [found, setFound] = useState(/** @type {import("./types").Finding[] | null} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => { // a variant adds options, or changes how many play
    if (!variants.length) return setLaid(null);
    const gone = new AbortController();
    const query = new URLSearchParams({ game: name, variants: variants.join(","), lang });
    ask(`/offer?${query}`, undefined, { signal: gone.signal }).then((found) => {
      onError("");
      setLaid(found);
      if (players < found.players[0] || players > found.players[1]) setPlayers(found.usual);
    }, (problem) => gone.signal.aborted || (setLaid(null), onError(said(problem))));
    return () => gone.abort();
  }, [name, variants.join(",")]);
  const pick = (/** @type {any} */ event) => {
    const next = offers.games.find((g) => g.name === event.target.value) ?? plain;
    setName(next.name);
    setPlayers(next.usual);
    setVariants(next.ticked);
    setOptions({});
    setBots({});
    setPeople({});
    setFound(null);
  };
  const create = async (/** @type {Event} */ event) => {
    event.preventDefault();
    onError("");
    setBusy(true);
    try {
      onMade(await ask("/games", { password, cookie: true, game: name, title: title.trim(), players, variants, options: chosen, bots, people: seats.map((_, k) => (people[k + 1] ?? "").trim()), ...(text.trim() ? { text } : {}), ...(clock.days ? { clock: game.chapters ? clock : { ...clock, per: "game" } } : {}), nonces }, { once: true }));
    } catch (problem) {
      onError(problem instanceof Refused && problem.status === 403 && offers.password ? t("This is not the password of this server.") : said(problem));
      if (problem instanceof Refused && problem.diagnostics.length) setFound(problem.diagnostics);
    } finally {
      setBusy(false);
    }
  };
  const chosen = Object.fromEntries(Object.entries(options).filter(([option]) => game.options.some((o) => o.name === option)));
  const counts = Array.from({ length: game.players[1] - game.players[0] + 1 }, (_, k) => k + game.players[0]);
  const seats = game.seats[String(players)] ?? [];
  const toggle = (/** @type {string} */ variant) =>
    setVariants(variants.includes(variant) ? variants.filter((v) => v !== variant) : [...variants, variant]);
  return html`<form class="new" onSubmit=${create} aria-label=${t("A new game")}><h2>${t("A new game")}</h2>
    <label>${t("Game")} <select name="game" value=${name} onChange=${pick}>${offers.games.map((g) => html`<option value=${g.name}>${g.title}</option>`)}</select></label>
    <label>${t("Players")} <select value=${players} onChange=${(/** @type {any} */ event) => setPlayers(Number(event.target.value))}>
      ${counts.map((n) => html`<option value=${n} selected=${n === players}>${n}</option>`)}</select></label>
    <label>${t("Name of the table")} <input name="title" maxlength="40" value=${title} placeholder=${game.title} onInput=${(/** @type {any} */ event) => setTitle(event.target.value)} /></label>
    <fieldset><legend>${t("Seats")}</legend>${seats.map((seat, k) => html`<label class="sitter"><span>${seat}</span>
      <input aria-label=${t("Name of the person: {player}", { player: seat })} maxlength="40" value=${people[k + 1] ?? ""} placeholder=${t("Name")} disabled=${Boolean(bots[k + 1])} onInput=${(/** @type {any} */ event) => setPeople({ ...people, [k + 1]: event.target.value })} />
      <select aria-label=${t("Who chooses: {player}", { player: seat })} value=${bots[k + 1] ?? ""} onChange=${(/** @type {any} */ event) => setBots({ ...bots, [k + 1]: event.target.value })}>
        <option value="">${t("a person")}</option>${offers.bots.map((bot) => html`<option value=${bot}>${t("bot {name}", { name: botLabel(bot) })}</option>`)}
      </select></label>`)}</fieldset>
    <${ClockFields} clock=${clock} chapters=${game.chapters} onChange=${setClock} />
    <label><input type="checkbox" name="nonces" checked=${nonces} onChange=${() => setNonces(!nonces)} /> ${t("Before the game each person adds something to its luck")}</label>
    ${game.options.length > 0 && html`<fieldset><legend>${t("Options")}</legend>
      ${game.options.map((o) => html`<label>${o.text || o.name} <select value=${options[o.name] ?? o.default}
        onChange=${(/** @type {any} */ event) => setOptions({ ...options, [o.name]: event.target.value })}>
        ${o.values.map((v, k) => html`<option value=${v} selected=${v === (options[o.name] ?? o.default)}>${o.labels[k]}</option>`)}</select></label>`)}</fieldset>`}
    ${game.variants.length > 0 && html`<fieldset><legend>${t("House rules")}</legend>
      ${game.variants.map((v) => html`<label><input type="checkbox" checked=${variants.includes(v.name)} onChange=${() => toggle(v.name)} /> ${v.title}${v.text && html`<small>${v.text}</small>`}</label>`)}</fieldset>`}
    ${offers.uploads && html`<${Upload} game=${name} password=${password} variants=${variants} players=${players} options=${chosen} text=${text} found=${found} onText=${setText} onFound=${setFound} />`}
    ${offers.password && html`<label>${t("Password for setting a table on this server")} <input type="password" name="password" autocomplete="current-password" value=${password}
      onInput=${(/** @type {any} */ event) => setPassword(event.target.value)} /></label>`}
    <button class="main" disabled=${busy}>${busy ? t("One moment ...") : t("Set the table")}</button>
    ${busy && html`<p class="quiet" role="status">${t("The first table of a game takes longer: its rules are compiled.")}</p>`}</form>`;
}

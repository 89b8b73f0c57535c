/** The page of a table's host: the links of its seats, the names of the players, and bots for absent players. */

import { ask, html, lang, render, said, speak, t, useEffect, useState } from "./page.js";
import { botLabel } from "./bots.js";
import { watchLine } from "./connection.js";
import { chosen, ClockFields, clockText } from "./clock.js";
import { Variants } from "./house_rules.js";
import { Languages } from "./languages.js";

/** @typedef {import("./types").HostedTable} HostedTable @typedef {import("./types").HostedSeat} HostedSeat */

const REFRESH = 10_000;
const here = location.pathname;
/** Names under which a machine is reached from itself alone. */
const LOOPBACK = /^(127\..*|\[::1\]|(.*\.)?localhost)$/;

/** Puts a text where it can be pasted from. Without TLS a browser has no clipboard for pages: what is selected can be copied. @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** @param {{text: string}} props */
function Copy({ text }) {
  const [done, setDone] = useState("");
  return html`<button type="button" onClick=${() => copy(text).then(() => setDone(text))}>${done === text ? t("Copied") : t("Copy")}</button>`;
}

/** A secret link with what can be done with it. @param {{link: string, children?: any}} props */
const Link = ({ link, children }) => html`<div class="link"><a href=${link}>${link.replace(/^https?:\/\//, "")}</a><${Copy} text=${link} />${children}</div>`;

/** @param {HostedSeat} seat */
function state(seat) {
  if (seat.bot) return seat.absent ? `${t("bot stands in")}${t(": ")}${botLabel(seat.bot)}` : t("bot {name}", { name: botLabel(seat.bot) });
  if (seat.joined) return t("has opened the link");
  return seat.link ? t("not opened yet") : t("was given on by its owner");
}

/** @param {{seat: HostedSeat, bots: string[], onChange: (change: Record<string, unknown>) => void}} props */
function Seat({ seat, bots, onChange }) {
  const [code, setCode] = useState(false);
  const name = (/** @type {any} */ event) => onChange({ name: event.target.value });
  return html`<li class="seat"><h3>${seat.player}</h3>
    <input aria-label=${t("Name of the person: {player}", { player: seat.player })} maxlength="40" value=${seat.name} placeholder=${t("Name")} onChange=${name} />
    <span class=${seat.joined || seat.bot ? "quiet" : "warn"}>${state(seat)}</span>
    ${seat.link && (!seat.bot || seat.absent) && html`<${Link} link=${seat.link}><button type="button" aria-expanded=${code} onClick=${() => setCode(!code)}>${t("QR code")}</button><//>
      ${code && html`<figure><img src=${`/api/v1${here}/seats/${seat.seat}/qr.svg`} alt=${t("The link of {player} as a QR code", { player: seat.player })} />
        <figcaption>${t("Let the telephone look at this.")}</figcaption></figure>`}`}
    <details><summary aria-label=${t("More for {player}", { player: seat.player })}>${t("More")}</summary>
      <label>${t("Bot")} <select value=${seat.bot} onChange=${(/** @type {any} */ event) => onChange({ bot: event.target.value })}>
        <option value="">${t("no")}</option>${bots.map((bot) => html`<option value=${bot} selected=${bot === seat.bot}>${botLabel(bot)}</option>`)}</select></label>
      <p class="quiet">${t("The bot chooses until the person comes back. Everybody at the table is told.")}</p>
      <button type="button" onClick=${() => onChange({ new_link: true })}>${t("Make a new link")}</button>
      <p class="quiet">${t("For somebody who has lost the link, or for somebody else: older links of the seat stop working. Everybody at the table is told.")}</p>
    </details></li>`;
}

const SHOWN = 6;

/** What else an option could be; numbers as from the least to the most. @param {HostedTable["options"][number]} option */
function described({ value, values, normal }) {
  const others = values.length > SHOWN ? `${values[0]} … ${values[values.length - 1]}` : values.join(t(", "));
  return value === normal ? t("as usual; it can be: {values}", { values: others }) : t("usually {normal}; it can be: {values}", { normal, values: others });
}

/** What the table is called; the field is left alone while somebody types. @param {{table: HostedTable, onSet: (what: Record<string, unknown>) => void}} props */
function Title({ table, onSet }) {
  const now = table.title === table.game ? "" : table.title, [title, setTitle] = useState(now);
  useEffect(() => setTitle(now), [now]);
  return html`<form class="settings" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), onSet({ title }))}>
    <label>${t("Name of the table")} <input name="title" maxlength="40" value=${title} placeholder=${table.game} onInput=${(/** @type {any} */ event) => setTitle(event.target.value)} /> <button disabled=${title.trim() === now}>${t("Change")}</button></label></form>`;
}

/** What the host changes at the table. @param {{table: HostedTable, onSet: (what: Record<string, unknown>) => void}} props */
function Settings({ table, onSet }) {
  const [clock, setClock] = useState(chosen(table.clock));
  const now = JSON.stringify(chosen(table.clock));
  useEffect(() => setClock(chosen(table.clock)), [now]);
  return html`<details class="settings"><summary>${t("Change the time")}</summary>
    <form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), onSet({ clock }))}>
      <${ClockFields} clock=${clock} chapters=${table.chapters} onChange=${setClock} />
      <p class="quiet">${t("Another time begins anew for everybody. Everybody at the table is told.")}</p>
      <button disabled=${JSON.stringify(clock) === now}>${t("Change")}</button></form></details>`;
}

function Host() {
  const [table, setTable] = useState(/** @type {HostedTable | null} */ (null));
  const [error, setError] = useState("");
  const [stands, setStands] = useState(true);
  const [read, setRead] = useState(false);
  const wrong = (/** @type {unknown} */ problem) => setError(said(problem));
  const change = (/** @type {number} */ seat, /** @type {Record<string, unknown>} */ what) =>
    ask(`${here}/seats/${seat}?lang=${lang}`, what, { method: "PATCH", once: "new_link" in what }).then((found) => (setTable(found), setError("")), wrong);
  const set = (/** @type {Record<string, unknown>} */ what) => ask(`${here}?lang=${lang}`, what, { method: "PATCH" }).then((found) => (setTable(found), setError("")), wrong);
  useEffect(() => {
    const left = watchLine(setStands), gone = new AbortController();
    let timer = 0;
    const look = () => ask(`${here}?lang=${lang}`, undefined, { signal: gone.signal }).then(setTable, (problem) => gone.signal.aborted || wrong(problem))
      .then(() => (timer = window.setTimeout(look, REFRESH)));
    look();
    return () => (clearTimeout(timer), gone.abort(), left());
  }, []);
  useEffect(() => {
    if (table) document.title = `${table.title} · Rulekit`;
  }, [table?.title]);
  return html`<header class="top"><a class="home" href="/"><span aria-hidden="true">‹</span> Rulekit</a><h1>${table?.title ?? ""}</h1>
      ${Boolean(table?.variants.length) && html`<span class="when">${table?.variants.map((v) => v.title).join(t(", "))}</span>`}
      ${!stands && html`<span class="offline" role="status">${t("no connection: trying again")}</span>`}<${Languages} /></header>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    ${table && html`<section class="hosted" aria-label=${t("Seats")}><h2>${t("Seats")}</h2>
        <p>${t("Open the link of your own seat, and send the others theirs. Whoever opens a link first has the seat; after that the link stops working. You find this page again under “Tables that you have set”.")}</p>
        ${LOOPBACK.test(new URL(table.watch).hostname) && html`<p class="quiet here">${t("These links open on this computer only; with rulekit serve --host 0.0.0.0 others in the network can open them.")}</p>`}
        ${table.missing.length > 0 && html`<p role="status">${t("The game begins when each person has added something to its luck: {names}", { names: table.missing.map((k) => table.seats[k - 1].name || table.seats[k - 1].player).join(t(", ")) })}</p>`}
        <ul class="links">${table.seats.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} bots=${table.bots} onChange=${(/** @type {Record<string, unknown>} */ what) => change(seat.seat, what)} />`)}
          <li class="seat"><h3>${t("Spectators")}</h3><span></span><span></span><${Link} link=${table.watch} /></li></ul></section>
      <section aria-label=${t("The game")}><h2>${t("The game")}</h2><p>${table.game}</p>
        <${Title} table=${table} onSet=${set} />
        <dl class="chosen">${table.options.map((o) => html`<div><dt>${o.text}${described(o) && html`<small>${described(o)}</small>`}</dt><dd>${o.value}</dd></div>`)}
          ${table.variants.map((v) => html`<div><dt>${t("House rule")}${t(": ")}${v.title}${v.text && html`<small>${v.text}</small>`}</dt></div>`)}
          <div><dt>${t("Time for each player")}</dt><dd>${clockText(table.clock)}</dd></div></dl>
        ${table.variants.length > 0 && html`<details class="variants" onToggle=${() => setRead(true)}><summary>${t("Texts of the house rules")}</summary>${read && html`<${Variants} path=${`${here}/rules`} onError=${setError} />`}</details>`}
        <${Settings} table=${table} onSet=${set} /></section>
      <section aria-label=${t("This page")}><h2>${t("This page")}</h2><p>${t("With this link you open this page on another device; show it to nobody:")}</p><${Link} link=${table.link} /></section>`}`;
}

speak().then(() => render(html`<${Host} />`, document.getElementById("page")));

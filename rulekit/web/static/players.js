/** The players: who sits where, who is asked, and what each has on the table. */

import { html, t, useEffect, useState } from "./page.js";
import { script } from "./connection.js";
import { ownPlaces } from "./hand.js";
import { Crest, Icon } from "./parts.js";

/** @typedef {import("./types").State} State @typedef {import("./types").Shown} Shown */

/** Time in words: days and hours, or hours and minutes. @param {number} seconds */
export function span(seconds) {
  const minutes = Math.max(0, Math.floor(seconds / 60)), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
  return days ? t("{d} d {h} h", { d: days, h: hours % 24 }) : t("{h} h {m} min", { h: hours, m: minutes % 60 });
}

/** How somebody is called: the own name, else that of the seat in the reader's language. @param {{sides: import("./types").Side[], view: {seats: string[]}}} shown @param {import("./types").Person} person */
export function called({ sides, view }, person) {
  return person.name === view.seats[person.seat - 1] ? sides[person.seat - 1].name : person.name;
}

const HOUR = 3600;

/** That somebody is asked, and for how long, if that is long. @param {import("./types").Person | undefined} person */
function asking(person) {
  const hours = person?.since ? Math.floor((Date.now() / 1000 - person.since) / HOUR) : 0;
  if (!hours) return t("is asked");
  return hours < 48 ? t("asked for {n} h", { n: hours }) : t("asked for {n} days", { n: Math.floor(hours / 24) });
}

/** The players in the `order` of their turns. @param {{state: State, shown: Shown, order: string[]}} props */
export function Players({ state, shown, order: turns }) {
  const { sides, view } = shown;
  // What bots are called comes after the first view.
  const [{ botLabel }, setBots] = useState({ botLabel: (/** @type {string} */ bot) => bot });
  const bots = state.people.some((person) => person.bot);
  useEffect(() => {
    if (bots) script("./bots.js").then(setBots, () => {});
  }, [bots]);
  const sheet = shown.tables.players[0];
  const order = turns.length === sides.length ? turns : sides.map((side) => side.key);
  const row = (/** @type {string} */ key) => sheet?.rows.find((cells) => cells[0] === sides.find((side) => side.key === key)?.name) ?? [""];
  // What the reader holds stands below, card by card: here it is counted, as what others hold.
  const held = new Map(ownPlaces(view).map((place) => /** @type {const} */ ([place.name, place.number ?? 0])).filter(([, n]) => n > 1));
  const shownIn = (/** @type {string} */ key, /** @type {string} */ cell, /** @type {number} */ k) =>
    (key === view.you && held.get(sheet?.columns[k + 1] ?? "")) || cell;
  return html`<section class="players" id="panel-players" aria-label=${t("Players")}><div class="wide" tabindex="0" role="group" aria-label=${t("Players")}><table>
      <thead><tr><th scope="col">${t("Players")}</th>${(sheet?.columns ?? []).slice(1).map((name, k) => html`<th scope="col" title=${name}><${Icon} name=${sheet?.icons[k + 1]} /><span>${name}</span></th>`)}
        ${state.game.clock.bank ? html`<th scope="col">${t("time left")}</th>` : ""}</tr></thead>
      <tbody>${order.map((key) => {
        const k = view.seats.indexOf(key), person = state.people[k], asked = view.waiting.includes(key) && !view.over && !state.trouble, you = view.you === key;
        const name = person ? called(shown, person) : sides[k].name, named = name !== sides[k].name;
        const bot = person?.bot ? (person.absent ? t("bot stands in") : t("bot {name}", { name: botLabel(person.bot) })) : "";
        const below = [named && sides[k].name, you && t("you"), bot].filter(Boolean).join(" · ");
        return html`<tr key=${key} class=${`${you ? "you" : ""} ${asked ? "asked" : ""}`}>
          <th scope="row"><span class="person"><${Crest} sides=${sides} id=${key} /><span><b>${name}</b>
            <small title=${below}>${asked ? html`<b class="turn">${asking(person)}</b>` : ""}${below && asked ? " · " : ""}${below}</small></span></span></th>
          ${row(key).slice(1).map((cell, k) => html`<td>${shownIn(key, cell, k)}</td>`)}
          ${state.game.clock.bank ? html`<td>${span(person?.left ?? 0)}</td>` : ""}</tr>`;
      })}</tbody>
    </table></div></section>`;
}

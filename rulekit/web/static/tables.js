/** What lies on the table: a row for each player, the own cards, and what belongs to all. */

import { html } from "./vendor/preact-htm.js";
import { t } from "./i18n.js";
import { Called, Parts } from "./parts.js";
import { content } from "./reader.js";

/** @typedef {import("./types").Sheet} Sheet @typedef {import("./types").Side} Side @typedef {import("./types").State} State @typedef {import("./types").Shown} Shown @typedef {import("./types").View} View */

/** Time in words: days and hours, or hours and minutes. @param {number} seconds */
export function span(seconds) {
  const minutes = Math.max(0, Math.floor(seconds / 60)), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
  return days ? t("{d} d {h} h", { d: days, h: hours % 24 }) : t("{h} h {m} min", { h: hours, m: minutes % 60 });
}

/** The players in the order of their turns, with who sits there, whether he is asked, and how much time he has. @param {{state: State, shown: Shown}} props */
export function Players({ state, shown }) {
  const { sides, view } = shown;
  const sheet = shown.tables.players[0];
  const order = state.order.length === sides.length ? state.order : sides.map((side) => side.key);
  const row = (/** @type {string} */ key) => sheet?.rows.find((cells) => cells[0] === sides.find((side) => side.key === key)?.name) ?? [""];
  // What the reader holds stands below, card by card: here it is counted, as what others hold.
  const held = new Map(ownPlaces(view).map((place) => /** @type {const} */ ([place.name, place.number ?? 0])).filter(([, n]) => n > 1));
  const shownIn = (/** @type {string} */ key, /** @type {string} */ cell, /** @type {number} */ k) =>
    (key === view.you && held.get(sheet?.columns[k + 1] ?? "")) || cell;
  return html`<section class="players" aria-label=${t("Players")}>
    <h2>${t("Players")}</h2>
    <div class="wide" tabindex="0" role="group" aria-label=${t("Players")}><table>
      <thead><tr><th scope="col"><span class="hidden">${t("Players")}</span></th>${(sheet?.columns ?? []).slice(1).map((name) => html`<th scope="col">${name}</th>`)}
        ${state.game.clock.bank ? html`<th scope="col">${t("time left")}</th>` : ""}</tr></thead>
      <tbody>${order.map((key) => {
        const k = view.seats.indexOf(key), person = state.people[k], asked = view.waiting.includes(key);
        return html`<tr key=${key} class=${`${view.you === key ? "you" : ""} ${asked ? "asked" : ""}`}>
          <th scope="row"><${Called} sides=${sides} id=${key} name=${sides[k].name} />
            ${person && person.name !== key && person.name !== sides[k].name ? html` <small>${person.name}</small>` : ""}
            ${person?.bot ? html` <small>(${person.absent ? t("bot stands in") : t("bot {name}", { name: person.bot })})</small>` : ""}
            ${asked && !view.over ? html` <small class="turn">${t("is asked")}</small>` : ""}</th>
          ${row(key).slice(1).map((cell, k) => html`<td>${shownIn(key, cell, k)}</td>`)}
          ${state.game.clock.bank ? html`<td>${span(person?.left ?? 0)}</td>` : ""}</tr>`;
      })}</tbody>
    </table></div>
  </section>`;
}

/** @param {{sheets: Sheet[]}} props */
export function Sheets({ sheets }) {
  return sheets.map((sheet) => html`<table>
    ${sheet.title && html`<caption>${sheet.title}</caption>`}
    ${sheet.columns.some(Boolean) && html`<thead><tr>${sheet.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`}
    <tbody>${sheet.rows.map((cells) => html`<tr>${cells.map((cell, k) => (k ? html`<td>${cell}</td>` : html`<th scope="row">${cell}</th>`))}</tr>`)}</tbody>
  </table>`);
}

/** Where something of the reader lies that is no counted piece. @param {View} view */
function ownPlaces(view) {
  const table = view.tables.find((x) => x.rows.length === view.seats.length && x.rows.every((row) => view.seats.includes(row.key)));
  return (table?.rows.find((row) => row.key === view.you)?.places ?? []).filter((place) => !place.pieces && place.number);
}

/** The reader's own cards and what he has planned; each can be read. @param {{view: View}} props */
export function Hand({ view }) {
  const places = ownPlaces(view);
  if (!places.length) return "";
  const cards = (/** @type {import("./types").Card[]} */ found) =>
    found.map((card) => card && !card.key ? "" : html`<span class="card" tabindex=${card ? "0" : undefined} data-key=${card?.key} data-name=${card?.name}>${card ? card.name : "▮"}</span>`);
  return html`<section class="hand" aria-label=${t("Yours")}>
    <h2>${t("Yours")}</h2>
    <dl>${places.map((place) => html`<div key=${place.key}><dt>${place.name}</dt>
      <dd>${place.spots
        ? place.spots.filter((spot) => spot.number).map((spot) => html`<span class="spot"><small>${spot.for}</small> ${cards(spot.cards ?? [])}</span>`)
        : cards(place.cards ?? [])}</dd></div>`)}</dl>
  </section>`;
}

/** What the game shows above the table, and what is going on. @param {{state: State, sides: Side[]}} props */
export function Above({ state, sides }) {
  const { lines, course } = state.header;
  return html`<section class="above" aria-label=${t("The game")}>
    ${lines.length
      ? lines.map((parts) => html`<span class="said"><${Parts} parts=${parts} sides=${sides} /></span>`)
      : state.view.marks.filter((m) => m.told !== false).map((m) => html`<span class="said"><small>${m.name}</small> <b>${m.value}</b></span>`)}
    ${course.length > 0 && html`<span class="course">${course.map((parts, k) => html`${k ? " › " : ""}<${Parts} parts=${parts} sides=${sides} />`)}</span>`}
  </section>`;
}

/** What belongs to the whole table. @param {{shown: Shown}} props */
export function Common({ shown }) {
  const devices = shown.view.devices.filter((device) => device.pieces.length);
  const open = shown.view.places.filter((place) => content(place));
  return html`<section class="common"><details>
    <summary>${t("On the table")}</summary>
    <dl>${devices.map((device) => html`<div key=${device.key}><dt>${device.name}</dt><dd>${device.pieces.join(", ")}</dd></div>`)}
      ${open.map((place) => html`<div key=${place.key}><dt>${place.name}</dt><dd>${place.cards
        ? place.cards.filter((card) => card?.key).map((card) => html`<span class="card" tabindex="0" data-key=${card?.key} data-name=${card?.name}>${card?.name}</span>`)
        : content(place)}</dd></div>`)}</dl>
    <${Sheets} sheets=${shown.tables.common} />
  </details></section>`;
}

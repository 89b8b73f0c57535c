/** What belongs to the whole table: devices, open cards, and what the game counts. */

import { html, t } from "./page.js";
import { content } from "./reader.js";

/** @typedef {import("./types").Sheet} Sheet @typedef {import("./types").Shown} Shown */

/** @param {{sheets: Sheet[]}} props */
function Sheets({ sheets }) {
  return sheets.map((sheet) => html`<table>
    ${sheet.title && html`<caption>${sheet.title}</caption>`}
    ${sheet.columns.some(Boolean) && html`<thead><tr>${sheet.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`}
    <tbody>${sheet.rows.map((cells) => html`<tr>${cells.map((cell, k) => (k ? html`<td>${cell}</td>` : html`<th scope="row">${cell}</th>`))}</tr>`)}</tbody>
  </table>`);
}

/** Open cards, those of one name together. @param {{cards: import("./types").Card[]}} props */
function Open({ cards }) {
  const open = cards.filter((card) => card?.key), names = [...new Set(open.map((card) => card?.name))];
  return names.map((name) => {
    const same = open.filter((card) => card?.name === name);
    return html`<span class="card" tabindex="0" data-key=${same[0]?.key} data-name=${name}>${name}${same.length > 1 ? ` ×${same.length}` : ""}</span>`;
  });
}

/** What belongs to the whole table. @param {{shown: Shown}} props */
export function Common({ shown }) {
  const devices = shown.view.devices.filter((device) => device.pieces.length);
  const open = shown.view.places.filter((place) => content(place));
  return html`<section class="common" aria-label=${t("On the table")}><h2>${t("On the table")}</h2>
    <dl>${devices.map((device) => html`<div key=${device.key}><dt>${device.name}</dt><dd>${device.pieces.join(t(", "))}</dd></div>`)}
      ${open.map((place) => html`<div key=${place.key}><dt>${place.name}</dt><dd>${place.cards ? html`<${Open} cards=${place.cards} />` : content(place)}</dd></div>`)}</dl>
    <${Sheets} sheets=${shown.tables.common} />
  </section>`;
}

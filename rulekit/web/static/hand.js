/** The reader's own cards and plans. */

import { html, t } from "./page.js";
import { Icon } from "./parts.js";

/** @typedef {import("./types").View} View */

/** Where something of the reader lies that is no counted piece. @param {View} view */
export function ownPlaces(view) {
  const table = view.tables.find((x) => x.rows.length === view.seats.length && x.rows.every((row) => view.seats.includes(row.key)));
  return (table?.rows.find((row) => row.key === view.you)?.places ?? []).filter((place) => !place.pieces && place.number);
}

/** The reader's own cards and what he has planned; each can be read. @param {{view: View}} props */
export function Hand({ view }) {
  const places = ownPlaces(view);
  if (!places.length) return "";
  const cards = (/** @type {import("./types").Card[]} */ found) =>
    found.map((card) => card && !card.key ? "" : html`<span class="card" tabindex=${card ? "0" : undefined} data-key=${card?.key} data-name=${card?.name}><${Icon} id=${card?.key} />${card ? card.name : "▮"}</span>`);
  return html`<section class="hand" aria-label=${t("Yours")}>
    <h2>${t("Yours")}</h2>
    <dl>${places.map((place) => html`<div key=${place.key}><dt>${place.name}</dt>
      <dd>${place.spots
        ? place.spots.filter((spot) => spot.number).map((spot) => html`<span class="spot"><small>${spot.for}</small> ${cards(spot.cards ?? [])}</span>`)
        : cards(place.cards ?? [])}</dd></div>`)}</dl>
  </section>`;
}

/** What lies on the table: a row for each player, the own hand, and the places that belong to all. */

import { html } from "./vendor/preact-htm.js";
import { t } from "./i18n.js";

const contents = (place) => {
  if (place.spots) return place.spots.map((spot) => `${spot.for}: ${contents(spot) || "–"}`).join(" · ");
  if (place.pieces) return place.hidden ? "?" : place.pieces.map((piece) => piece.text).join(", ");
  const open = place.cards.filter((card) => card && card.name).map((card) => card.name);
  const down = place.cards.filter((card) => card === null).length;
  return [...open, ...(down ? [`${down} ▮`] : [])].join(", ");
};

/** Marks of players as columns, their places below their names. */
export function Players({ view, people, colours }) {
  const table = view.tables.find((x) => x.of === "player");
  if (!table) return null;
  const marks = table.rows[0].marks.map((mark) => mark.name);
  const counted = table.rows[0].places.filter((place) => place.pieces).map((place) => place.key);
  return html`<section class="players">
    <h2>${t("Players")}</h2>
    <div class="wide"><table>
      <thead><tr><th></th>${marks.map((name) => html`<th>${name}</th>`)}
        ${counted.map((key) => html`<th>${table.rows[0].places.find((p) => p.key === key).name}</th>`)}</tr></thead>
      <tbody>
        ${table.rows.map(
          (row, k) => html`<tr key=${row.key} class=${view.you === view.seats[k] ? "you" : ""}>
            <th scope="row"><span class=${`crest crest-${k}`} data-owner=${row.key}></span>${row.name}
              ${people[k] && people[k].name !== row.key ? html` <small>${people[k].name}</small>` : ""}
              ${people[k]?.bot ? html` <small>(${people[k].bot})</small>` : ""}
              ${view.waiting.includes(view.seats[k]) ? html` <span title=${t("is asked")}>●</span>` : ""}</th>
            ${row.marks.map((mark) => html`<td>${mark.value}</td>`)}
            ${counted.map((key) => html`<td>${contents(row.places.find((p) => p.key === key))}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table></div>
  </section>`;
}

/** The reader's own cards. */
export function Hand({ view }) {
  const table = view.tables.find((x) => x.of === "player");
  const mine = table?.rows[view.seats.indexOf(view.you)];
  const places = (mine?.places ?? []).filter((place) => !place.pieces && (place.number || place.spots));
  if (!places.length) return null;
  return html`<section class="hand">
    <h2>${t("Yours")}</h2>
    <dl>
      ${places.map(
        (place) => html`<div key=${place.key}><dt>${place.name}</dt><dd>
          ${place.spots
            ? place.spots.map((spot) => html`<span class="card"><small>${spot.for}</small> ${contents(spot) || "–"}</span>`)
            : place.cards.map((card) => html`<span class="card">${card ? card.name : "▮"}</span>`)}</dd></div>`,
      )}
    </dl>
  </section>`;
}

/** Turn, season and whatever else belongs to the whole table. */
export function Header({ view }) {
  return html`<ul class="marks">
    ${view.marks.map((mark) => html`<li key=${mark.key}><small>${mark.name}</small> <b>${mark.value}</b></li>`)}
  </ul>`;
}

export function Common({ view }) {
  const places = view.places.filter((place) => place.number || place.pieces?.length || place.hidden);
  return html`<section class="common"><details>
    <summary><h2>${t("On the table")}</h2></summary>
    <dl>
      ${view.devices.map((device) => html`<div key=${device.key}><dt>${device.name}</dt><dd>${device.pieces.join(", ")}</dd></div>`)}
      ${places.map((place) => html`<div key=${place.key}><dt>${place.name}</dt><dd>${contents(place)}</dd></div>`)}
    </dl>
  </details></section>`;
}

/** The map as a list: what one sees there, in words. */
export function PlacesList({ view, options, onChoose }) {
  const tables = view.tables.filter((x) => x.of !== "player" && !x.lies);
  return html`<section class="places"><details>
    <summary><h2>${t("The board as a list")}</h2></summary>
    ${tables.map((table) => html`<h3>${table.name}</h3><ul>
      ${table.rows.map((row) => {
        const there = [...row.marks.map((m) => `${m.name}: ${m.value}`), ...row.places.map(contents).filter(Boolean)];
        return html`<li key=${row.key}><b>${row.name}</b> ${there.join("; ")}
          ${options.includes(row.key) ? html` <button onClick=${() => onChoose(row.key)}>${t("choose")}</button>` : ""}</li>`;
      })}
    </ul>`)}
  </details></section>`;
}

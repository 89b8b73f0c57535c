/** The board as a list: each place with whose it is, what lies there, and where one goes from it. */

import { useAnswer } from "./answer.js";
import { html, lang, t, useState } from "./page.js";

/** @typedef {import("./types").Place} Place */

/**
 * `given`: the places of another moment; else those of now are asked for while the list is open, anew with each `tag`.
 * @param {{seat: string, places?: Place[], tag: string, options: Map<string, string>, lit: string[], onChoose: (place: string) => void, onOpen?: (place: string) => void}} props
 */
export function Places({ seat, places: given, tag, options, lit, onChoose, onOpen }) {
  const [wanted, setWanted] = useState("");
  const [open, setOpen] = useState(false);
  /** @type {Place[]} */
  const places = useAnswer(open && !given ? `${seat}/places?lang=${lang}` : "", undefined, tag)?.places ?? given ?? [];
  const names = new Map(places.map((place) => [place.key, place.name]));
  const shown = places.filter((place) => place.name.toLowerCase().includes(wanted.toLowerCase()));
  const go = (/** @type {Event} */ event, /** @type {string} */ key) => {
    event.preventDefault();
    setWanted("");
    requestAnimationFrame(() => document.getElementById(`at-${key}`)?.focus());
  };
  return html`<section class="places"><details onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary>${t("The board as a list")}</summary>
    <input value=${wanted} onInput=${(/** @type {any} */ event) => setWanted(event.target.value)} aria-label=${t("a part of a name")} placeholder=${t("a part of a name")} />
    <ul>${shown.map((place) => html`<li key=${place.key} id=${`at-${place.key}`} tabindex="-1">
      ${onOpen ? html`<button class="name" data-key=${place.key} data-name=${place.name} onClick=${() => onOpen(place.key)}>${place.name}</button>` : html`<b data-key=${place.key} data-name=${place.name} tabindex="0">${place.name}</b>`}${lit.includes(place.key) ? t(" (new)") : ""}${t(": ")}
      ${place.owner || t("nobody's")}${[place.lying, place.values].map((x) => x.length ? t("; ") + x.join(t(", ")) : "")}${t(".")}
      ${place.ways.map((way) => html` <small>${way.name}${t(": ")}${way.to.map((key, k) => html`${k ? t(", ") : ""}<a href=${`#at-${key}`} onClick=${(/** @type {Event} */ event) => go(event, key)}>${names.get(key)}</a>`)}</small>`)}
      ${options.has(place.key) && html` <button onClick=${() => onChoose(place.key)}>${t("choose {what}", { what: place.name })}</button>`}
    </li>`)}</ul>
  </details></section>`;
}

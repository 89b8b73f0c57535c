/** Places in words: all of them as a list, and one that is opened. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { ask } from "./api.js";
import { lang, t } from "./i18n.js";

/** @typedef {import("./types").Place} Place @typedef {import("./types").OpenedPlace} Opened */

/**
 * `given`: the places of another moment; else those of now are asked for while the list is open, anew with each `tag`.
 * @param {{seat: string, places?: Place[], tag: string, options: Map<string, string>, lit: string[], onChoose: (place: string) => void, onOpen?: (place: string) => void}} props
 */
export function Places({ seat, places: given, tag, options, lit, onChoose, onOpen }) {
  const [wanted, setWanted] = useState("");
  const [open, setOpen] = useState(false);
  const [now, setNow] = useState(/** @type {Place[]} */ ([]));
  useEffect(() => {
    const wanted = new AbortController();
    if (open && !given) ask(`${seat}/places?lang=${lang}`, undefined, { signal: wanted.signal }).then((answer) => setNow(answer.places), () => {});
    return () => wanted.abort();
  }, [open, tag, !given]);
  const places = given ?? now;
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
      ${onOpen ? html`<button class="name" data-key=${place.key} data-name=${place.name} onClick=${() => onOpen(place.key)}>${place.name}</button>` : html`<b data-key=${place.key} data-name=${place.name} tabindex="0">${place.name}</b>`}${lit.includes(place.key) ? ` (${t("new")})` : ""}:
      ${place.owner || t("nobody's")}${place.lying.length ? `; ${place.lying.join(", ")}` : ""}.
      ${place.ways.map((way) => html` <small>${way.name}: ${way.to.map((key, k) => html`${k ? ", " : ""}<a href=${`#at-${key}`} onClick=${(/** @type {Event} */ event) => go(event, key)}>${names.get(key)}</a>`)}</small>`)}
      ${options.has(place.key) && html` <button onClick=${() => onChoose(place.key)}>${t("choose {what}", { what: place.name })}</button>`}
    </li>`)}</ul>
  </details></section>`;
}

/** Puts it where it hides least: in a corner of the map, over the story before over an option. On a phone it lies above the question. @param {HTMLElement} box @param {string} at */
function dock(box, at) {
  box.style.position = "fixed"; // so that it takes no room from the map
  const [map, side] = [".map", ".tabbed"].map((part) => document.querySelector(part)?.getBoundingClientRect());
  if (!map || !side?.width) return box.removeAttribute("style");
  box.style.maxHeight = `${map.height - 16}px`;
  const { offsetWidth: wide, offsetHeight: high } = box, right = map.right - wide - 8, bottom = map.bottom - high - 8;
  const spots = [[side.left, side.bottom - high, 99], [map.left + 170, map.top + 8, 0], [right, map.top + 8, 0], [map.left + 8, bottom, 0], [right, bottom, 0]];
  for (const node of document.querySelectorAll(".map [data-place]")) {
    const place = node.getBoundingClientRect(), cost = node.matches(".rk-option") ? 99 : node.getAttribute("data-place") === at ? 9 : 1;
    for (const spot of spots) if (place.left < spot[0] + wide && place.right > spot[0] && place.top < spot[1] + high && place.bottom > spot[1]) spot[2] += cost;
  }
  const [x, y] = spots.sort((a, b) => a[2] - b[2])[0];
  box.style.left = `${x}px`;
  box.style.top = `${y}px`;
}

/** @param {{seat: string, tag: string, at: string, options: import("./types").Option[], onOpen: (place: string) => void, onChoose: (id: string) => void}} props */
export function OpenedPlace({ seat, tag, at, options, onOpen, onChoose }) {
  const [place, setPlace] = useState(/** @type {Opened | null} */ (null));
  const box = useRef(/** @type {HTMLElement | null} */ (null)), from = useRef(document.activeElement);
  useEffect(() => {
    const wanted = new AbortController();
    ask(`${seat}/places/${encodeURIComponent(at)}?lang=${lang}`, undefined, wanted).then(setPlace, () => wanted.signal.aborted || onOpen(""));
    return () => wanted.abort();
  }, [at, tag]);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && onOpen("");
    addEventListener("keydown", key);
    return () => (removeEventListener("keydown", key), /** @type {HTMLElement} */ (from.current)?.focus());
  }, []);
  useEffect(() => box.current?.focus(), [place?.key]);
  useLayoutEffect(() => void (box.current && dock(box.current, at)));
  if (!place) return "";
  return html`<section class="opened" role="dialog" tabindex="-1" ref=${box} aria-label=${place.name}>
    <button class="close" onClick=${() => onOpen("")} aria-label=${t("Close")}>✕</button>
    <h2>${place.name}</h2><p class="quiet">${place.owner || t("nobody's")}</p>
    <ul>${place.lying.map((x) => html`<li>${x.count > 1 && html`<b>${x.count} ×</b> `}${x.name} <small>${x.values.join(", ")}</small></li>`)}</ul>
    <dl>${place.values.map((x) => html`<div><dt>${x.name}</dt><dd>${x.value}</dd></div>`)}</dl>
    ${place.shown.map((line) => html`<p>${line}</p>`)}
    ${options.filter((x) => x.place === at).map((x) => html`<button class="main" onClick=${() => onChoose(x.id)}>${x.label}</button>`)}
    ${place.refused.map((x) => html`<p><b>✗ ${x.label}</b> ${x.reason} <small>${[...x.clauses, x.rule].join("; ")}</small></p>`)}
    ${place.ways.map((way) => html`<h3>${way.name}</h3><p class="tools">${way.to.map(([key, name]) => html`<button onClick=${() => onOpen(key)}>${name}</button>`)}</p>`)}
  </section>`;
}
